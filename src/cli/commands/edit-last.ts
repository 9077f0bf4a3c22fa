// `galley edit-last`: the file of the last change in the person's editor, at the line where the change began. What they
// make of it goes the same road as any change: shown, asked, journaled, and undo takes it back.

import { Bug, isFailure, type WorkspacePath } from "../../base/index.ts";
import { findAll, prepare, type FileOutcome } from "../../commit/index.ts";
import type { Edit, EditId } from "../../edits/index.ts";
import { chooseEditor, editContent, openTerminal, type EditOutcome } from "../../terminal/index.ts";
import { plain, reveal, revealPath, type Snapshot, type Text } from "../../text/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { lastFiles, type LastFile } from "../last-change.ts";
import { hasTerminal, openTerminalReviewer } from "../reviewer.ts";
import { settingsOf, type Settings } from "../settings.ts";
import { stagingAs } from "../staging.ts";
import { writeChange } from "../../tools/index.ts";
import { keptSentence, openLocal, type LocalWorkspace } from "../../workspace/index.ts";
import { print, printError, printJson, printNote } from "../text-io.ts";

/** `written` is with a receipt; the others say why nothing was written. */
export type EditReport = {
  readonly path: string | null;
  readonly status: "written" | "unchanged" | "rejected" | "failed";
  readonly message: string;
  readonly receipt_id: string | null;
};

/** Where a file is edited, and how the user undoes a change there: followed by a receipt's id. */
export type EditPlace = {
  /** Where no file is given, only the change of one of these receipts is meant; null: any change here. */
  readonly among: ReadonlySet<string> | null;
  readonly settings: Settings;
  readonly workspace: LocalWorkspace;
  readonly undoCommand: "galley undo" | "/undo";
};

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  if (args.words.length > 1) throw new UsageError(`edit-last takes one path; got ${args.words.join(" ")}`);
  if (settings.json && !settings.yes)
    throw new UsageError("edit-last --json needs --yes: no one can be asked about what you edit");
  const workspace = stagingAs(args, await openLocal({ ...settings, hasSession: false }));
  const [given] = args.words;
  const notes = await workspace.recover();
  for (const note of settings.json ? [] : notes) say(note);
  const report = await editLast(given === undefined ? null : workspace.typed(given), {
    settings,
    workspace,
    among: null,
    undoCommand: "galley undo",
  });
  if (settings.json) await printJson(report);
  else if (report.status === "failed" || report.status === "rejected") printNote(report.message);
  else if (!settings.quiet) {
    const mark = report.status === "written" ? plain`✓ ` : plain``;
    await print(plain`${mark}${reveal(report.message, { keepMarks: true })}\n`);
  }
  if (settings.signal.aborted) return 130;
  return report.status === "written" || report.status === "unchanged" ? 0 : 1;
}

/** With `given`, that file of the latest change that wrote it. Takes the terminal, and says on it what it has to say. */
export async function editLast(given: string | null, place: EditPlace): Promise<EditReport> {
  const { settings, workspace, undoCommand } = place;
  const among = given === null ? place.among : null;
  // The log names files by where they are.
  const wanted = given === null ? null : workspace.files.resolve(workspace.resolve(given, "file")).real;
  const files = lastFiles(await workspace.state(), { addresses: workspace.addresses, path: wanted, among });
  const chosen = files.length === 0 ? none(wanted, place) : await choose(files, settings, workspace);
  if ("status" in chosen) return chosen;
  const path = chosen.path as WorkspacePath; // A sandbox's name and a path that commit wrote below it.
  const found = (await findAll([path], workspace.approved)).get(path);
  if (found?.kind === "refused") return failed(path, `${found.message} Nothing was opened.`, workspace);
  if (found?.kind !== "text") {
    const shown = name(path, workspace);
    const message =
      chosen.left.kind === "nothing"
        ? `The last change deleted ${shown}; there is nothing to edit. Bring it back with: ${undoCommand} ${chosen.receipt}`
        : `${shown} was deleted since the last change; there is nothing to edit.`;
    return failed(path, message, workspace);
  }
  const { snapshot } = found;
  if (snapshot.real !== path)
    return failed(path, `There is a link on the way to ${name(path, workspace)} now. Nothing was opened.`, workspace);
  if (chosen.left.kind === "content" && chosen.left.version !== snapshot.version && !settings.json)
    say(`${name(path, workspace)} was changed since; this is its content now.`);
  const outcome = await edit(snapshot, chosen.line, settings, workspace);
  switch (outcome.kind) {
    case "modified":
      for (const note of settings.json ? [] : outcome.notes) say(note);
      return keeping(await write(snapshot, outcome.content, place), outcome.content);
    case "unchanged":
      return {
        path: workspace.show(path),
        status: "unchanged",
        message: [
          `You changed nothing in ${name(path, workspace)}.`,
          ...(outcome.atOnce ? [AT_ONCE] : outcome.notes),
        ].join(" "),
        receipt_id: null,
      };
    case "failed":
      return failed(path, `${outcome.message} Nothing was written.`, workspace);
    case "aborted": {
      const saved = outcome.kept === null ? "" : ` What you saved is in ${outcome.kept}.`;
      return failed(path, `Interrupted. Nothing was written.${saved}`, workspace);
    }
    default:
      return outcome satisfies never;
  }
}

/** What was typed and not written is kept, and the message says where. */
function keeping(report: EditReport, content: Text): EditReport {
  if (report.status === "written" || report.path === null) return report;
  return { ...report, message: `${report.message} ${keptSentence(report.path, content, (shown) => shown)}` };
}

const AT_ONCE =
  "Your editor ended at once. If it opens a window of its own, give it the option that makes it wait: what is saved there now is lost.";

function none(wanted: WorkspacePath | null, { workspace, among }: EditPlace): EditReport {
  if (wanted !== null) return failed(wanted, `Galley has changed nothing in ${name(wanted, workspace)}.`, workspace);
  const message =
    among === null
      ? "Nothing has been changed here by galley yet."
      : among.size === 0
        ? "Nothing was changed in this conversation. Name a file that galley changed: /edit-last PATH"
        : "What was changed in this conversation has been undone. Name a file that galley changed: /edit-last PATH";
  return { path: null, status: "failed", message, receipt_id: null };
}

/** The one file there is, or the one the person picks. What the change deleted is offered only where it is all. */
async function choose(
  files: readonly LastFile[],
  settings: Settings,
  workspace: LocalWorkspace,
): Promise<LastFile | EditReport> {
  const left = files.filter((file) => file.left.kind !== "nothing");
  const offered = left.length === 0 ? files.slice(0, 1) : left;
  const [first] = offered;
  if (first !== undefined && offered.length === 1) return first;
  const terminal = settings.json ? null : openTerminal({ colour: false });
  const names = offered.map((file) => name(file.path, workspace));
  if (terminal === null)
    throw new UsageError(`the last change wrote ${names.length} files; name one: galley edit-last ${names[0]}`);
  try {
    terminal.write(plain`The last change wrote ${names.length} files:\n`);
    for (const [at, each] of names.entries())
      terminal.write(plain`${reveal(String(at + 1).padStart(4))}  ${revealPath(each)}\n`);
    for (;;) {
      terminal.write(plain`Which one? [1-${names.length}, Enter for none]`);
      const typed = await terminal.line({ mark: plain`: `, signal: settings.signal });
      const picked = offered[Number(typed?.trim()) - 1];
      if (picked !== undefined) return picked;
      if (typed === null || typed.trim() === "")
        return { path: null, status: "rejected", message: "No file was chosen. Nothing was opened.", receipt_id: null };
    }
  } finally {
    terminal.close();
  }
}

async function edit(
  { path, text }: Snapshot,
  line: number,
  { environment, signal }: Settings,
  workspace: LocalWorkspace,
): Promise<EditOutcome> {
  const chosen = chooseEditor({ environment, configured: workspace.editor, find: workspace.findProgram });
  if (chosen.kind === "unusable") return { kind: "failed", message: chosen.message };
  try {
    workspace.requireWritable(path);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind: "failed", message: error.message };
  }
  const maxBytes = workspace.maxFileBytes(path);
  return editContent({
    content: text,
    original: text,
    path,
    line,
    editor: chosen.choice,
    terminal: {},
    signal,
    ...(maxBytes === null ? {} : { maxBytes }),
  });
}

async function write(before: Snapshot, content: Text, place: EditPlace): Promise<EditReport> {
  const { settings, workspace } = place;
  const { path } = before;
  const change = { kind: "overwrite", content } as const;
  const edits: readonly Edit[] = [{ id: "1" as EditId, path, source: { format: "tool", from: 0, to: 0 }, change }];
  const plan = await prepare(edits, workspace.approved);
  const [file] = plan.files;
  if (file === undefined) {
    const [result] = plan.results;
    const message = result?.kind === "miss" ? result.why.message : `${name(path, workspace)} already is like that.`;
    return failed(path, `${message} Nothing was written.`, workspace);
  }
  const isMoved = file.base !== before.version || file.real !== before.real;
  if (isMoved && (settings.json || !hasTerminal()))
    return failed(path, `${name(path, workspace)} changed while you were editing it. Nothing was written.`, workspace);
  if (isMoved)
    say(`${name(path, workspace)} changed while you were editing it. The question compares with what is there now.`);
  const reviewer = settings.json ? null : openTerminalReviewer(settings, workspace);
  try {
    const { signal } = settings;
    // What the person has not seen is not theirs: --yes does not answer for it.
    const yes = settings.yes && !isMoved;
    // Their own edit is not a team's question.
    const { team: _, ...gate } = workspace.gate;
    const { receipt, staging } = await writeChange({ ...workspace, gate, reviewer, yes, signal }, plan, {
      atomic: false,
      show: workspace.show,
    });
    const report = outcomeOf(receipt.files[0], { path, receipt: receipt.id }, place);
    const notes = [...(staging.staged.length > 0 ? ["Staged in git."] : []), ...staging.warnings];
    const undo = report.receipt_id === null ? [] : [`Undo it with: ${place.undoCommand} ${report.receipt_id}`];
    return { ...report, message: [report.message, ...notes, ...undo].join(" ") };
  } finally {
    reviewer?.close();
  }
}

function outcomeOf(
  outcome: FileOutcome | undefined,
  { path, receipt }: { readonly path: string; readonly receipt: string | null },
  { workspace }: EditPlace,
): EditReport {
  const shown = name(path, workspace);
  switch (outcome?.kind) {
    case "written": {
      const message = `${shown}  is as you edited it.`;
      return { path: workspace.show(path), status: "written", message, receipt_id: receipt };
    }
    case "rejected": {
      const why = outcome.reason === null ? "" : ` ${outcome.reason}`;
      const message = `Your edit of ${shown} was not written.${why}`;
      return { path: workspace.show(path), status: "rejected", message, receipt_id: null };
    }
    case "stale":
      return failed(path, `${shown} changed at the same moment. Nothing was written.`, workspace);
    case "failed":
    case "unknown":
      return failed(path, outcome.message, workspace);
    case "held":
      return failed(path, "Interrupted. Nothing was written.", workspace);
    case undefined:
      throw new Bug("commit gave no outcome for a file of its plan");
    default:
      return outcome satisfies never;
  }
}

function failed(path: string, message: string, workspace: LocalWorkspace): EditReport {
  return { path: workspace.show(path), status: "failed", message, receipt_id: null };
}

function name(path: string, { show }: LocalWorkspace): string {
  return show(path);
}

function say(message: string): void {
  printError(plain`${reveal(message, { keepMarks: true })}\n`);
}
