// Which files the last change wrote, and where in them it began. Reads the log and the journal; nothing is written.

import type { Version } from "../base/index.ts";
import type { RootAddress } from "../fs/index.ts";
import { addressKey, type Batch, type LogEntry, type State } from "../state/index.ts";
import { decode, getFirstDifferingLine } from "../text/index.ts";

export type LastFile = {
  /** sandbox/relative */
  readonly path: string;
  readonly receipt: string;
  /** 1-based, in what the change wrote; 1 where its bytes are not kept any more. */
  readonly line: number;
  /** What the change left there. */
  readonly left:
    | { readonly kind: "content"; readonly version: Version }
    | { readonly kind: "nothing" }
    | { readonly kind: "unknown" };
};

/**
 * The files of the latest change that is still in place in these sandboxes, in its order; with `path`, that file of the latest
 * change that wrote it. Changes that were taken back, takings back, and what another program has yet to write do not count. Empty when there is none.
 */
export function lastFiles(
  state: State,
  {
    addresses,
    path,
    among,
  }: {
    readonly addresses: ReadonlyMap<string, RootAddress>;
    readonly path: string | null;
    /** Only these receipts count; null: all. */
    readonly among: ReadonlySet<string> | null;
  },
): readonly LastFile[] {
  const names = new Map([...addresses].map(([name, address]) => [addressKey(address), name]));
  for (const entry of state.log.list().entries) {
    if (among !== null && !among.has(entry.receipt_id)) continue;
    if (entry.state === "undone" || entry.state === "delegated" || entry.undoes !== null) continue;
    const found = filesOf(entry, names).filter((file) => path === null || file.path === path);
    if (found.length === 0) continue;
    const batch = state.journal.read(entry.receipt_id);
    return found.map(({ path: own, index }) => ({
      path: own,
      receipt: entry.receipt_id,
      ...(batch.kind === "batch" ? kept(batch, index) : ({ line: 1, left: { kind: "unknown" } } as const)),
    }));
  }
  return [];
}

/** What the entry wrote in a sandbox we know, under the name it has here and now. */
function filesOf(
  entry: LogEntry,
  names: ReadonlyMap<string, string>,
): readonly { readonly path: string; readonly index: number }[] {
  return entry.details.flatMap(({ root, at, outcome }, index) => {
    const address = entry.roots[root];
    const name = address === undefined ? undefined : names.get(addressKey(address));
    return name === undefined || outcome === "not-written" ? [] : [{ path: `${name}/${at}`, index }];
  });
}

function kept(batch: Batch, index: number): Pick<LastFile, "line" | "left"> {
  const file = batch.header.files[index];
  if (file === undefined) return { line: 1, left: { kind: "unknown" } };
  if (file.after === null) return { line: 1, left: { kind: "nothing" } };
  const text = (blob: typeof file.before): string => {
    const decoded = blob === null ? null : decode(batch.bytes(blob));
    return decoded?.kind === "text" ? decoded.text : "";
  };
  return {
    line: getFirstDifferingLine(text(file.before), text(file.after)),
    left: { kind: "content", version: file.after.version },
  };
}
