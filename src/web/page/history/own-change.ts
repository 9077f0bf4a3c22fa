// Which change in the log an answer of this page led to. Other programs write to the same log at the same time, and
// Undo next to an answer must never take back a change of theirs.

import { below, type Decision } from "../../../approval/index.ts";
import type { Question, WebLogEntry } from "../../protocol.ts";

/** A change that is expected: of some of these files and no others, and not in the log yet. */
export type Awaited = { readonly paths: ReadonlySet<string>; readonly known: ReadonlySet<string> };

type Here = { readonly root: string; readonly log: readonly WebLogEntry[] | null };

/** Null where nothing will be written, or not in this folder's log, or it is not known what is in that log already. */
export function awaitedBy(question: Question, decision: Decision, { root, log }: Here): Awaited | null {
  if (log === null || question.asker.root !== root) return null;
  const isOnDisk = question.asker.door === "review";
  const writing = new Set(decision.items.filter((item) => writes(item, isOnDisk)).map(({ digest }) => String(digest)));
  const payloads = question.type === "batch" ? question.items : [question];
  const paths = payloads.filter(({ digest }) => writing.has(digest)).flatMap(pathsOf);
  if (paths.length === 0) return null;
  // The log names a file without its sandbox where there is only one.
  return {
    paths: new Set(paths.flatMap((path) => [path, below(path)])),
    known: new Set(log.map(({ receipt_id }) => receipt_id)),
  };
}

/** The receipt of the change; null while it is not in the log. */
export function receiptOf({ paths, known }: Awaited, log: readonly WebLogEntry[]): string | null {
  const found = log.find(
    ({ receipt_id, state, decided_by, undoes, files }) =>
      !known.has(receipt_id) &&
      state === "done" &&
      undoes === null &&
      decided_by.split(", ").includes("person") &&
      files.length > 0 &&
      files.every((path) => paths.has(path)),
  );
  return found?.receipt_id ?? null;
}

/** Of what is on disk, everything but a whole yes is written. */
function writes(item: Decision["items"][number], isOnDisk: boolean): boolean {
  return isOnDisk ? item.action !== "apply" || item.hunks !== undefined : item.action !== "reject";
}

type Payload = { readonly path: string; readonly target?: string | undefined };

function pathsOf(payload: Payload & { readonly to?: string; readonly to_target?: string | undefined }): string[] {
  return [payload.path, payload.target, payload.to, payload.to_target].filter((path) => path !== undefined);
}
