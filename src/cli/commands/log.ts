// `galley log`: what was changed, when, and who decided. Newest first; here, unless --all.

import { counted } from "../../base/index.ts";
import type { LogEntry } from "../../state/index.ts";
import { plain, reveal, revealPath, type Plain } from "../../text/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { loggedName, stateInWords, timeOf } from "../logged-change.ts";
import { settingsOf } from "../settings.ts";
import { printJson, printLines } from "../text-io.ts";
import type { LogReport } from "../wire-schema.ts";
import { openLocal } from "../../workspace/index.ts";

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  if (args.words.length > 0) throw new UsageError(`log takes no arguments; got ${args.words.join(" ")}`);
  const workspace = await openLocal(settings);
  const notes = await workspace.recover();
  const here = args.flags.has("--all") || workspace.address === null ? {} : { root: workspace.address };
  const { entries, damaged } = (await workspace.state()).log.list(here);
  const shown = entries.map((entry) => ({
    ...entry,
    files: entry.files.map(workspace.show),
    names: namedFiles(entry).map((path) => loggedName(path, entry, workspace.show)),
    // The state of an entry that was undone as a whole shows it.
    restored: entry.state === "undone" ? [] : entry.restored.map(workspace.show),
    why: whyNotUndone(entry),
  }));
  if (settings.json) {
    const report: LogReport = shown.map(
      ({ receipt_id, at, decided_by, files, state, restored, undoes, delegated_to, why }) => ({
        receipt_id,
        at,
        decided_by,
        files,
        state,
        ...(restored.length > 0 && { restored }),
        ...(undoes !== null && { undoes }),
        ...(delegated_to !== null && { delegated_to }),
        ...((why !== null || isUnwritten({ state, delegated_to })) && { undoable: false }),
      }),
    );
    await printJson(report);
    return 0;
  }
  const lines = [...notes.map((note) => reveal(note, { keepMarks: true })), ...shown.flatMap(describe)];
  if (shown.length === 0 && !settings.quiet) lines.push(plain`Galley has written no file here yet.`);
  if (damaged > 0) lines.push(plain`! ${reveal(counted(damaged, "line"))} of the log cannot be read.`);
  await printLines(lines);
  return 0;
}

function isUnwritten({ state, delegated_to }: Pick<LogEntry, "state" | "delegated_to">): boolean {
  return delegated_to !== null && (state === "delegated" || state === "interrupted");
}

/** Of what another program was to write and has not: what that was. */
function namedFiles({ files, details, delegated_to }: LogEntry): readonly string[] {
  return files.length === 0 && delegated_to !== null ? details.map(({ path }) => path) : files;
}

/** Null when the entry can be undone, as far as the log knows, or nothing is left of it to undo. */
function whyNotUndone({ files, state, pruned, roots, details }: LogEntry): string | null {
  if (state === "undone" || files.length === 0) return null;
  if (pruned) return "its old content is not kept any more";
  const kinds = details.filter(({ outcome }) => outcome !== "not-written").map(({ root }) => roots[root]?.["kind"]);
  return kinds.includes("host") ? null : "its files were not on the disk";
}

function describe(entry: LogEntry & { readonly why: string | null; readonly names: readonly string[] }): Plain[] {
  const cannot = entry.why === null ? "" : `  (cannot be undone: ${entry.why})`;
  const became = stateInWords(entry);
  const state = `${became === null ? "" : `  (${became})`}${cannot}`;
  const what = entry.undoes === null ? "" : `  undid ${entry.undoes}`;
  return [
    reveal(`${entry.receipt_id}  ${timeOf(entry.at)}  decided by ${entry.decided_by}${state}${what}`),
    ...entry.names.map((name, at) => {
      const isUndone = entry.restored.includes(entry.files[at] ?? "");
      return plain`    ${revealPath(name)}${isUndone ? plain`  (undone)` : plain``}`;
    }),
  ];
}
