// Block mode: the answer's text is edits. They are shown while they stream and applied when the answer is whole, through
// the same gate and the same commit as tools. What came of them goes to the model with the person's next words.

import type { WorkspacePath } from "../base/index.ts";
import { judgeCall } from "../ask/index.ts";
import { BlockParser } from "../edits/index.ts";
import { applyAnswer, type ApplyReport } from "../tools/index.ts";
import { reviewerFor } from "./approve.ts";
import { applyContextOf } from "./backend.ts";
import type { CallOptions } from "./call.ts";
import type { Session } from "./session.ts";

export type Blocks = {
  readonly push: (delta: string) => void;
  /** The answer starts again. */
  readonly restart: () => void;
  /** Applies the whole answer; the report is null when it holds no edit. */
  readonly apply: (text: string) => Promise<{ readonly report: ApplyReport | null; readonly stop: boolean }>;
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
    restart: () => {
      parser = new BlockParser();
    },
    apply: async (text) => {
      tell(parser.end());
      const backend = session.backend();
      // A whole answer is one question: the call is the answer itself.
      const call = { id: `answer-${session.messages.length}`, tool: "apply", args: {} };
      const reviewer = approve === null ? null : reviewerFor(call, approve, display);
      const report = await applyAnswer(
        text,
        { format: "edit-block", dryRun: false, atomic: false, lenient: false, seen: shown },
        applyContextOf(backend, { reviewer, yes, signal }),
      );
      const stop = reviewer?.stopped() ?? false;
      if (report.results.length === 0) return { report: null, stop };
      display.tell("onApplied", report);
      session.note(describeForModel(report));
      if (await growContext(report, session)) display.tell("onContext", [...session.context].map(backend.show));
      return { report, stop };
    },
  };
}

/** Files the model asked for by editing them, and files it made, are shown to it from now on. */
async function growContext(report: ApplyReport, session: Session): Promise<boolean> {
  const { resolve, gate } = session.backend();
  const before = session.context.size;
  for (const shown of [...report.files_auto_added, ...report.files_created]) {
    const path = resolve(shown);
    const verdict = await judgeCall(gate, { tool: "read_file", access: "read", paths: [path] });
    // What has to be asked for before it is read does not go to a model because it named it.
    if (verdict.effect === "allow") session.context.add(path);
    else session.note(`${shown} was not added to what you can see: ${verdict.reason}.`);
  }
  for (const gone of report.files_deleted) session.context.delete(resolve(gone));
  return session.context.size !== before || report.files_deleted.length > 0;
}

/** Every block has its line, so that the model knows what stands and what does not. */
export function describeForModel({ results, warnings }: ApplyReport): string {
  const lines = results.map(({ file_path, status, error_type, message, diagnostics, user_modified }) => {
    const kind = error_type === null ? status : `${status} (${error_type})`;
    const candidate = diagnostics?.candidate;
    const hint = candidate
      ? `\n  Did you mean line ${candidate.line}? (${candidate.rule})\n${indent(candidate.unified_diff)}`
      : "";
    const changed = user_modified ? " The person changed it; keep their version." : "";
    return `- ${file_path ?? "(no path)"}: ${kind}. ${message}${changed}${hint}`;
  });
  return ["What came of the edits in your last answer:", ...lines, ...warnings.map((text) => `- ${text}`)].join("\n");
}

function indent(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
