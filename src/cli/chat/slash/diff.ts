// What a conversation changed, as one diff per file: from what was there first to what was written last. Reads the log
// and the journal; nothing is written.

import type { RootAddress } from "../../../fs/index.ts";
import { addressKey, type Batch, type State } from "../../../state/index.ts";
import { decode, unifiedDiff, type Text } from "../../../text/index.ts";

type Change = {
  readonly before: Text | null;
  readonly after: Text | null;
  /** Why it cannot be drawn, or null. */
  readonly instead: string | null;
};

const EMPTY = "" as Text; // The empty text is text.

export type SummedDiff = {
  /** Empty when everything is as it was. */
  readonly text: string;
  /** How many files were touched. */
  readonly files: number;
};

export type DiffPlace = {
  readonly addresses: ReadonlyMap<string, RootAddress>;
  readonly show: (path: string) => string;
  /** Why a rule hides a path: then its content is not drawn. */
  readonly hides: (path: string) => string | null;
};

/** `since` are the receipts that were there before. */
export function diffSince(
  state: State,
  options: DiffPlace & {
    readonly since: ReadonlySet<string>;
    /** The receipt of one change; null: all of them, summed up. */
    readonly only?: string | null;
  },
): SummedDiff {
  const names = new Map([...options.addresses].map(([name, address]) => [addressKey(address), name]));
  const changes = new Map<string, Change>();
  for (const entry of state.log.list().entries.toReversed()) {
    if (options.since.has(entry.receipt_id)) continue;
    if (options.only != null && entry.receipt_id !== options.only) continue;
    const batch = state.journal.read(entry.receipt_id);
    if (batch.kind !== "batch") continue;
    for (const [index, { root, at, outcome }] of entry.details.entries()) {
      const address = entry.roots[root];
      const name = address === undefined ? undefined : names.get(addressKey(address));
      const file = batch.header.files[index];
      if (name === undefined || file === undefined || outcome === "not-written") continue;
      const path = options.show(`${name}/${at}`);
      const reason = options.hides(`${name}/${at}`);
      const [before, after] = [contentOf(batch, file.before), contentOf(batch, file.after)];
      const known = changes.get(path);
      const isText = before !== undefined && after !== undefined;
      const instead = reason !== null ? `hidden: ${reason}` : isText ? (known?.instead ?? null) : "not text";
      changes.set(path, {
        before: known === undefined ? (before ?? null) : known.before,
        after: after ?? null,
        instead,
      });
    }
  }
  const drawn = [...changes].map(([path, change]) => drawOne(path, change));
  return { text: drawn.filter((text) => text !== "").join("\n"), files: changes.size };
}

/** Null: there is nothing; undefined: it is no text. */
function contentOf(batch: Batch, blob: Parameters<Batch["bytes"]>[0] | null): Text | null | undefined {
  if (blob === null) return null;
  const decoded = decode(batch.bytes(blob));
  return decoded.kind === "text" ? decoded.text : undefined;
}

function drawOne(path: string, { before, after, instead }: Change): string {
  if (instead !== null) return `--- ${path}\n(${instead})`;
  if (before === after) return "";
  return unifiedDiff({
    oldPath: before === null ? null : path,
    newPath: after === null ? null : path,
    before: before ?? EMPTY,
    after: after ?? EMPTY,
  });
}
