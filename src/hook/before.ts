// Before the host's tool runs: what kind of call it is, and who answers for it. Anything that is not certain is never let
// through.

import { isAbsolute, resolve } from "node:path";
import { isFailure } from "../base/index.ts";
import type { ToolContext } from "../tools/index.ts";
import type { Answering, BeforeOptions } from "./answering.ts";
import { answerCommand, answerRead, answerSearch } from "./other-calls.ts";
import { inDoubt } from "./doubt.ts";
import { requireOneReading } from "./file-names.ts";
import type { ChangingCall } from "./predict/predict.ts";
import type { Sent } from "./rewrite/rewrite.ts";
import { specOf, toolCallOf, withPath } from "./tool-input.ts";
import type { HookAnswer, ToolCall, ToolSpec } from "./types.ts";

export async function answerBefore(options: BeforeOptions): Promise<HookAnswer> {
  const { host, call, workspace, person, signal } = options;
  const spec = specOf(host, call);
  const tool = toolCallOf(host, call);
  const context: ToolContext = { ...workspace, reviewer: person, yes: false, signal };
  const team = workspace.gate.team ?? null;
  const doubt = (why: string): HookAnswer => inDoubt(why, { host, team });
  try {
    if (tool.kind === "unpredictable") {
      const { answerUnpredictable } = await import("./uncertain-change.ts"); // Rare.
      return await answerUnpredictable(tool, { context, doubt, options });
    }
    if (tool.kind === "search") return await answerSearch(tool, { context, doubt, options });
    if (spec === null)
      // Of a tool that is not known nothing more is known.
      return tool.kind === "command" ? await answerCommand(tool.command, { context, doubt, options }) : NOTHING;
    switch (tool.kind) {
      case "other":
        return NOTHING;
      case "read":
        return await answerRead(tool.path, { context, doubt, options });
      case "command":
        return await answerAsPatch(tool, { spec, context, doubt, options });
      default: {
        const { answerChange } = await import("./change.ts"); // Most calls change nothing, and need no planner.
        const habits = host.habitsFor?.(call, options.hostFiles) ?? host.habits;
        const sent = { call: tool, spec, input: call.input, habits };
        return await answerChange(withAbsoluteName(sent, options.cwd), { context, doubt, options });
      }
    }
  } catch (error) {
    // What is outside of every sandbox is not for us to review, and not for us to let through.
    if (isFailure(error, "UNKNOWN_SANDBOX") || isFailure(error, "ESCAPE"))
      return doubt(`It is outside of the folders that galley works in: ${error.message}`);
    if (isFailure(error) && error.code !== "IO" && error.code !== "ABORTED")
      return { kind: "deny", reason: error.message };
    throw error;
  }
}

const NOTHING: HookAnswer = { kind: "nothing" };

/** A host that looks for a relative path elsewhere, too, gets an absolute one. */
function withAbsoluteName(sent: Sent, folder: string): Sent {
  const { call, spec, habits } = sent;
  if (!habits.names.searches || call.kind === "patch" || isAbsolute(call.path)) return sent;
  requireOneReading(call.path, { folder, habits });
  const path = resolve(folder, call.path);
  const input = withPath(spec, sent.input, path);
  return input === null ? sent : { ...sent, call: { ...call, path }, input, isRenamed: true };
}

async function answerAsPatch(
  { command }: Extract<ToolCall, { kind: "command" }>,
  { spec, ...answering }: Answering & { readonly spec: ToolSpec },
): Promise<HookAnswer> {
  const { host, call } = answering.options;
  if (!host.patchCommands) return answerCommand(command, answering);
  const { readPatchCommand } = await import("./patch-command.ts");
  const patch = readPatchCommand(command);
  if (patch.kind === "none") return answerCommand(command, answering);
  if (patch.kind === "unclear")
    return {
      kind: "deny",
      reason:
        "This command seems to apply a patch, and galley cannot see which one. Call the apply_patch tool with the patch, or run apply_patch <<'EOF' alone, with the delimiter in quotes.",
    };
  // A shell tool may run in another folder than the hook is given.
  if (hasRelativePath(patch.text)) return { kind: "deny", reason: RELATIVE };
  const { text, folder, wrap } = patch;
  const changing: ChangingCall = { kind: "patch", text, folder };
  const { answerChange } = await import("./change.ts");
  return answerChange({ call: changing, spec, input: call.input, habits: host.habits, wrap }, answering);
}

const RELATIVE =
  "A patch in a command is applied in a folder that galley cannot see, so relative paths in it may be other files. Call the apply_patch tool with the patch, or use absolute paths.";

function hasRelativePath(patch: string): boolean {
  return /^[^\S\n]*\*\*\* (?:(?:Add|Update|Delete) File|Move to):(?! \/)/m.test(patch);
}
