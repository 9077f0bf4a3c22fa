// Block mode: the answer's text is edits, in any format. Edit blocks are shown while they stream; all edits are applied
// when the answer is whole, through the same gate and the same commit as tools. What came of them goes to the model with
// the person's next words.

import type { WorkspacePath } from "../../base/index.ts";
import type { Judged } from "../../ask/index.ts";
import { BlockParser } from "../../edits/index.ts";
import { applyForReaders, type ApplyReport } from "../../tools/index.ts";
import { approvalOf, reviewerFor } from "../approve.ts";
import type { CallOptions } from "./call.ts";
import type { ShownCall } from "../display/display.ts";
import { completeAnswer, type StreamComplete } from "../context/complete.ts";

export type Blocks = {
  readonly push: (delta: string) => void;
  /** The text is whole, or starts again. */
  readonly end: () => void;
  /** Applies the whole answer; nothing is completed when it holds no edit. */
  readonly apply: (text: string) => Promise<Applied>;
};

export type Applied = {
  readonly stop: boolean;
  readonly report: ApplyReport | null;
  readonly complete: StreamComplete | null;
  /** What a person should know about an answer without edits: text that was read as a quotation. */
  readonly notes: readonly string[];
};

/** `shown` are the files that the request showed whole: only these can be edited. */
export function applyBlocks(options: CallOptions, shown: ReadonlySet<WorkspacePath>): Blocks {
  const { session, display, approve, yes, signal } = options;
  let parser = new BlockParser();
  const tell = (events: ReturnType<BlockParser["push"]>): void => {
    for (const event of events) display.tell("onBlock", event);
  };
  return {
    push: (delta) => tell(parser.push(delta)),
    end: () => {
      tell(parser.end());
      parser = new BlockParser();
    },
    apply: async (text) => {
      const workspace = session.workspace();
      const seen = new Map([...shown].map((path) => [path, session.targets.get(path) ?? null]));
      // A whole answer is one question: the call is the answer itself.
      const call = { id: `answer-${session.messages.length}`, tool: "apply", args: {} };
      const reviewer = approve === null ? null : reviewerFor(call, approve, { display });
      const judged: Judged = async ({ verdict, call: { tool, targets }, path }) => {
        const part = shownCall(call.id, tool, path);
        const approval = approvalOf(part, verdict, { paths: targets.map((target) => target.path), yes });
        display.tell("onApproval", approval);
        return approval.autoApproved && reviewer !== null ? reviewer.object(verdict.reason, signal, part) : null;
      };
      const {
        report: raw,
        forUser,
        hasBlocks,
      } = await applyForReaders(
        text,
        {
          format: "auto",
          dryRun: false,
          atomic: false,
          lenient: false,
          seen,
          onNotApplied: (results) => display.tell("onNotApplied", results),
        },
        { ...workspace, reviewer, yes, signal, judged },
      );
      const stop = reviewer?.stopped() ?? false;
      // That an answer has no edits is no news; that blocks of it were read as quotations is.
      if (raw.results.length === 0) return { stop, report: null, complete: null, notes: hasBlocks ? raw.warnings : [] };
      const { report, complete, refusals, filesChanged } = await completeAnswer(session, raw);
      session.note([describeForModel(report), ...refusals].join("\n- "));
      display.tell("onApplied", report, forUser);
      if (filesChanged) display.tell("onFilesChanged", [...session.context].map(workspace.show));
      display.tell("onStreamComplete", complete);
      return { stop, report, complete, notes: [] };
    },
  };
}

/** A file's part of an answer, as the call that would make the same change. */
function shownCall(id: string, tool: string, path: string): ShownCall {
  return { id, tool, args: { path } };
}

/** Every block has its line, so that the model knows what was applied and what was not. */
export function describeForModel({ results, warnings, files_auto_added }: ApplyReport): string {
  const lines = results.map(({ file_path, status, error_type, message, diagnostics, user_modified }) => {
    if (status === "NOT_IN_CONTEXT") {
      const now = files_auto_added.includes(file_path ?? "") ? " You can see it now; send the edit again." : "";
      return `- ${file_path}: ${status}. You had not seen this file, so the edit was not tried.${now}`;
    }
    const kind = error_type === null ? status : `${status} (${error_type})`;
    const candidate = diagnostics?.candidate;
    const hint = candidate
      ? `\n  Did you mean line ${candidate.line}? (${candidate.rule})\n${indent(candidate.unified_diff)}`
      : "";
    const changed = user_modified ? " The user changed it; keep their version." : "";
    return `- ${file_path ?? "(no path)"}: ${kind}. ${message}${changed}${hint}`;
  });
  return ["Results of the edits in your last answer:", ...lines, ...warnings.map((text) => `- ${text}`)].join("\n");
}

function indent(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
