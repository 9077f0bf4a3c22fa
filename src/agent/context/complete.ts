// What a whole answer led to, as one value for a display: each block's result, the lists of files, a note for the person
// and a text they may send next. The text is offered; nothing here, and no caller, sends it by itself.

import { grouped, listed } from "../../base/index.ts";
import type { ApplyReport } from "../../tools/index.ts";
import type { Session } from "../session.ts";
import { addNamed } from "./selection.ts";

/** The event `streamComplete`. Paths are as a person writes them. */
export type StreamComplete = {
  readonly results: ApplyReport["results"];
  readonly files_modified: readonly string[];
  readonly files_created: readonly string[];
  readonly files_deleted: readonly string[];
  /** Edited without having been seen: not touched, and selected from now on. */
  readonly files_auto_added: readonly string[];
  /** What was added and what to do about it; null when there is nothing to say. */
  readonly note: string | null;
  /** What the person may want to say next; null when nothing is open. */
  readonly retry: string | null;
};

export type Completed = {
  /** The report with `files_auto_added` as it came true. */
  readonly report: ApplyReport;
  readonly complete: StreamComplete;
  /** What the model has to know about files that it named and will not see. */
  readonly refusals: readonly string[];
  /** The selection is another one now. */
  readonly filesChanged: boolean;
};

/**
 * Selects what the model edited without having seen it and what it made, and lets go of what is gone. What must not be
 * shown to a model unasked, or has no room, is not selected; the model and the user get the reason.
 */
export async function completeAnswer(session: Session, given: ApplyReport): Promise<Completed> {
  const { resolve } = session.workspace();
  const before = [...session.context].join("\n");
  const added: string[] = [];
  const refusals: string[] = [];
  const { files_auto_added: edited } = given;
  const outcomes = await addNamed(session, [...edited, ...given.files_created], { by: "model" });
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome.kind === "refused") refusals.push(outcome.message);
    else if (at < edited.length) added.push(edited[at]!); // Within its length.
  }
  for (const gone of given.files_deleted) {
    session.context.delete(resolve(gone));
    session.targets.delete(resolve(gone));
  }
  const report = { ...given, files_auto_added: added };
  const { results, files_modified, files_created, files_deleted } = report;
  return {
    report,
    complete: {
      results,
      files_modified,
      files_created,
      files_deleted,
      files_auto_added: added,
      note: noteOn(added, refusals),
      retry: followUp(report),
    },
    refusals,
    filesChanged: before !== [...session.context].join("\n"),
  };
}

// A sentence each; an answer may create thousands of files.
const MOST_REFUSALS = 5;

function noteOn(added: readonly string[], refusals: readonly string[]): string | null {
  const more = refusals.length - MOST_REFUSALS;
  const rest = more > 0 ? [`${grouped(more)} more files were not added.`] : [];
  const sentences = [...refusals.slice(0, MOST_REFUSALS), ...rest];
  if (added.length > 0) {
    const [are, them] = added.length === 1 ? ["It is", "it"] : ["They are", "them"];
    sentences.unshift(
      `The model had not seen ${listed(added)}, so its edits there were not tried. ${are} selected now, and the model ` +
        `will see ${them} with your next message: ask it to continue.`,
    );
  }
  return sentences.length === 0 ? null : sentences.join(" ");
}

/**
 * The words a person would type. What came of each block is reported to the model anyway, so this need not repeat it. A no
 * is final, and so is a rule: only what the model can fix is asked for again.
 */
function followUp({ results, files_auto_added }: ApplyReport): string | null {
  const failed = results.filter(({ status, error_type }) => status === "FAILED" && error_type !== "write_error");
  const paths = [...new Set(failed.flatMap(({ file_path }) => file_path ?? []))];
  const again: string[] = [];
  if (failed.length > 0) {
    const where = paths.length === 0 ? "" : ` of ${listed(paths)}`;
    const [edits, them] = failed.length === 1 ? ["The edit", "it"] : ["Some edits", "them"];
    again.push(
      `${edits}${where} did not apply. Please send ${them} again, with the text copied exactly from the file.`,
    );
  }
  if (files_auto_added.length > 0)
    again.push(
      `You can see ${listed(files_auto_added)} now. Please send your edits ${files_auto_added.length === 1 ? "of it" : "of them"} again.`,
    );
  return again.length === 0 ? null : again.join(" ");
}
