// The line prompt's question about something that is no change of a file and has no view of its own: a read, a listing, a
// search, or a type of a later version. Its description says what is essential.

import type { Answer, ApprovalPayload, Decision, Remember } from "../../approval/index.ts";
import type { Digest } from "../../base/index.ts";
import { joinPrintable, plain, reveal, type Plain } from "../../text/index.ts";
import type { Terminal } from "../console.ts";
import { createPaint } from "../paint.ts";
import { continuedRows, spokenRows } from "../view/continued.ts";
import { askReason, GONE, PERSON } from "./change.ts";
import { helpFor, readLine, type LineKeyName } from "./keys.ts";
import { alwaysHint, askRule, rulesOnOffer } from "./remember.ts";
import { sayInLines } from "./view.ts";

export type PlainOptions = {
  readonly terminal: Terminal;
  readonly mark: Plain;
  readonly inWords: boolean;
  /** The question waits in the inbox: leaving it is no answer. */
  readonly staysOpen: boolean;
  readonly signal: AbortSignal | undefined;
};

export async function askDescription(payload: ApprovalPayload, options: PlainOptions): Promise<Decision> {
  const { terminal, mark, inWords, signal } = options;
  const paint = createPaint(terminal.colour);
  const asked = plain`"${reveal(payload.description, { tabs: true })}" - Approve? [y/n]`;
  const room = { width: terminal.width - mark.length };
  const rows = inWords ? spokenRows(plain``, asked, room) : continuedRows(asked, room);
  const always = alwaysHint(payload);
  const unused = new Set<LineKeyName>(["view", ...always.without]);
  if (always.hint !== null) terminal.write(plain`\n${sayInLines(always.hint, terminal)}`);
  for (;;) {
    terminal.write(plain`\n${joinPrintable(rows, plain`\n`)}`);
    const line = await terminal.line({ mark, ...(signal ? { signal } : {}) });
    if (line === null) return decisionOn(payload, { kind: "no", reason: signal?.aborted ? null : GONE });
    const typed = readLine(line, "call");
    switch (typed?.name ?? null) {
      case "yes":
        return decisionOn(payload, { kind: "yes", remember: null });
      case "no":
        return decisionOn(payload, { kind: "no", reason: typed!.reason });
      case "quit":
        return { ...decisionOn(payload, { kind: "no", reason: null }), stop_run: true };
      case "reason": {
        const reason = await askReason(options);
        if (reason === null) return decisionOn(payload, { kind: "no", reason: GONE });
        if (reason !== "") return decisionOn(payload, { kind: "no", reason });
        break;
      }
      case "always":
      case "session": {
        const rule = await ruleFor(payload, { ...options, session: typed!.name === "session", isWhole: true });
        if (rule === "stop") return decisionOn(payload, { kind: "no", reason: GONE });
        if (rule !== null) return decisionOn(payload, { kind: "yes", remember: rule });
        break;
      }
      case "view":
      case "select":
      case "edit":
      case null:
        for (const row of helpFor("call", { without: unused, staysOpen: options.staysOpen }))
          terminal.write(paint.dim(sayInLines(row, terminal)));
    }
  }
}

/** The rule that the person picked; null for none, and why there is none to pick was said. */
export async function ruleFor(
  payload: ApprovalPayload,
  { terminal, mark, signal, session, isWhole }: PlainOptions & { readonly session: boolean; readonly isWhole: boolean },
): Promise<Remember | "stop" | null> {
  const { rules, why } = rulesOnOffer(payload, { session, isWhole });
  if (rules.length > 0) return askRule(rules, { terminal, mark, signal, does: plain`Allows this` });
  const paint = createPaint(terminal.colour);
  terminal.write(paint.yellow(sayInLines(reveal(why), terminal)));
  return null;
}

type Given =
  | { readonly kind: "yes"; readonly remember: Remember | null }
  | { readonly kind: "no"; readonly reason: string | null };

export function decisionOn(payload: ApprovalPayload, given: Given): Decision {
  const head = { digest: payload.digest as Digest, by: PERSON }; // The asker made it with digestOf.
  if (given.kind === "yes") {
    const items: Answer[] = [{ action: "apply", after: null, ...head }];
    return { approval_id: payload.approval_id, items, ...(given.remember && { remember: given.remember }) };
  }
  const why = given.reason === null ? {} : { reason: given.reason };
  return { approval_id: payload.approval_id, items: [{ action: "reject", ...head, ...why }] };
}
