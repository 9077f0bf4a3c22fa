// What some changes made of files, as a diff per file: from what was there first to what was written last. Where someone
// else wrote between two of them, each has a diff of its own. Reads the log and the journal; nothing is written.

import type { RootAddress } from "../../../fs/index.ts";
import { addressKey, type Batch, type State } from "../../../state/index.ts";
import type { FileDiff } from "../../../terminal/index.ts";
import { asText, decode, unifiedDiff, type Text } from "../../../text/index.ts";

type Change = {
  readonly before: Text | null;
  readonly after: Text | null;
  /** Why it cannot be drawn, or null. */
  readonly instead: string | null;
};

const EMPTY = "" as Text; // The empty text is text.

export type SummedDiff = {
  /** Those that are not as they were; none where all was undone. */
  readonly files: readonly FileDiff[];
  /** How many files were touched. */
  readonly touched: number;
};

export type DiffPlace = {
  readonly addresses: ReadonlyMap<string, RootAddress>;
  readonly show: (path: string) => string;
  /** Why a rule hides a path: then its content is not drawn. */
  readonly hides: (path: string) => string | null;
};

/** What was undone is not drawn. */
export function diffOf(state: State, options: DiffPlace & { readonly receipts: readonly string[] }): SummedDiff {
  const names = new Map([...options.addresses].map(([name, address]) => [addressKey(address), name]));
  const wanted = new Set(options.receipts);
  const changes = new Map<string, readonly Change[]>();
  for (const entry of state.log.list().entries.toReversed()) {
    if (!wanted.has(entry.receipt_id)) continue;
    const batch = state.journal.read(entry.receipt_id);
    if (batch.kind !== "batch") continue;
    for (const [index, { root, at, outcome }] of entry.details.entries()) {
      const address = entry.roots[root];
      const name = address === undefined ? undefined : names.get(addressKey(address));
      const file = batch.header.files[index];
      if (name === undefined || file === undefined || outcome === "not-written") continue;
      const path = options.show(`${name}/${at}`);
      const known = changes.get(path) ?? [];
      changes.set(path, known);
      if (entry.restored.includes(file.path)) continue;
      const reason = options.hides(`${name}/${at}`);
      const [before, after] = [contentOf(batch, file.before), contentOf(batch, file.after)];
      const isText = before !== undefined && after !== undefined;
      const instead = reason !== null ? `hidden: ${reason}` : isText ? null : "not text";
      changes.set(path, joined(known, { before: before ?? null, after: after ?? null, instead }));
    }
  }
  const files = [...changes].flatMap(([path, each]) =>
    each.flatMap(({ before, after, instead }): readonly FileDiff[] => {
      if (instead !== null) return [{ path, before: null, after: null, instead }];
      return before === after ? [] : [{ path, before, after, instead: null }];
    }),
  );
  return { files, touched: changes.size };
}

/** The next change of a file goes on from the last one if that left what it began with. */
function joined(known: readonly Change[], next: Change): readonly Change[] {
  const last = known.at(-1);
  if (last === undefined) return [next];
  const isDrawn = last.instead === null && next.instead === null;
  if (isDrawn && last.after !== next.before) return [...known, next];
  return [...known.slice(0, -1), { ...next, before: last.before, instead: next.instead ?? last.instead }];
}

/** Null: there is nothing; undefined: it is no text. */
function contentOf(batch: Batch, blob: Parameters<Batch["bytes"]>[0] | null): Text | null | undefined {
  if (blob === null) return null;
  const decoded = decode(batch.bytes(blob));
  return decoded.kind === "text" ? decoded.text : undefined;
}

/** As a unified diff, for a model. */
export function unifiedOf(files: readonly FileDiff[]): string {
  return files
    .map(({ path, before, after, instead }) => {
      if (instead !== null) return `--- ${path}\n(${instead})`;
      return unifiedDiff({
        oldPath: before === null ? null : path,
        newPath: after === null ? null : path,
        before: textOf(before),
        after: textOf(after),
      });
    })
    .join("\n");
}

function textOf(content: string | null): Text {
  return asText(content ?? "") ?? EMPTY; // It was decoded, so it is text.
}
