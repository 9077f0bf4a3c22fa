// A change whose bytes cannot be known before the tool has run. Rules need no bytes: what one of them forbids is denied here
// too, and only what is left may become the host's own question.

import { judgeCall, type Call } from "../ask/index.ts";
import type { Target } from "../base/index.ts";
import type { Answering } from "./answering.ts";
import { readingsFor, targetOf } from "./call-targets.ts";
import type { HookAnswer, ToolCall } from "./types.ts";

export async function answerUnpredictable(
  { paths, why }: Extract<ToolCall, { kind: "unpredictable" }>,
  answering: Answering,
): Promise<HookAnswer> {
  const { context, doubt, options } = answering;
  for (const name of paths) {
    for (const path of new Set(readingsFor(name, answering))) {
      const target = targetOf(path, options);
      const forbidden = target === null ? null : await forbiddenBy([target], context);
      if (forbidden !== null) return { kind: "deny", reason: `${name} may not be changed: ${forbidden}.` };
    }
  }
  return doubt(why);
}

/** Which of these the tool would use is not known, so a rule about either of them counts. */
const CHANGES: readonly Omit<Call, "targets">[] = [
  { tool: "edit_file", access: "edit" },
  { tool: "write_file", access: "write" },
];

/** Why a rule forbids changing one of these files, as a clause; null where none does. */
export async function forbiddenBy(
  targets: readonly Target[],
  { gate }: Pick<Answering["context"], "gate">,
): Promise<string | null> {
  for (const change of CHANGES) {
    const verdict = await judgeCall(gate, { ...change, targets });
    if (verdict.effect === "deny") return verdict.reason;
  }
  return null;
}
