// The files of one plan while its edits are made in memory: which path holds what after the edits so far.
// Knows only what it was given; it never reads, and a path that was not read before planning is a Bug.

import { Bug, parentOf, ROOT, type RealPath, type WorkspacePath } from "../../../base/index.ts";
import { BaseText } from "./base-text.ts";
import { Draft } from "./draft.ts";
import type { Snapshot } from "../../../text/index.ts";
import type { EditId, Found } from "../../types.ts";

/** One path: what was there when planning began, and what is there now. */
export type Entry = {
  readonly path: WorkspacePath;
  readonly found: Found;
  /** Null when no file is there now. */
  draft: Draft | null;
  /** The path whose file the draft began as; null for a file made in this plan. */
  home: WorkspacePath | null;
  /** The edits that did something here, in order. */
  readonly edits: Set<EditId>;
  /** The edit that took the file away last. */
  removedBy: EditId | null;
};

/** Where a path leads at which an edit was made. */
export function realOf(found: Found): RealPath {
  if (found.kind === "refused") throw new Bug("an edit was made at a path that was refused");
  return found.kind === "text" ? found.snapshot.real : found.real;
}

/** What was worked out about a file's text serves every plan that is made of it. */
const bases = new WeakMap<Snapshot, BaseText>();

function baseOf(snapshot: Snapshot): BaseText {
  const known = bases.get(snapshot);
  if (known !== undefined) return known;
  const base = new BaseText(snapshot.text);
  bases.set(snapshot, base);
  return base;
}

export class DraftFiles {
  readonly #files: ReadonlyMap<WorkspacePath, Found>;
  readonly #entries = new Map<WorkspacePath, Entry>();
  /** Entries by each directory above them: a thousand new files look for what is in their way. */
  readonly #below = new Map<WorkspacePath, Entry[]>();

  constructor(files: ReadonlyMap<WorkspacePath, Found>) {
    this.#files = files;
  }

  /** A copy with only this file, or its absence, as it is now: to try an edit without keeping the result. */
  scratch(path: WorkspacePath): DraftFiles {
    const { draft, found, removedBy } = this.entry(path);
    const drafts = new DraftFiles(new Map());
    const copy =
      draft === null
        ? { found, draft, removedBy }
        : { found: { kind: "absent", real: realOf(found) } as const, draft: draft.copy(), removedBy: null };
    drafts.#add({ path, ...copy, home: null, edits: new Set() });
    return drafts;
  }

  entry(path: WorkspacePath): Entry {
    const known = this.#entries.get(path);
    if (known) return known;
    const found = this.#files.get(path);
    if (found === undefined) throw new Bug(`${path} was not read before planning`);
    const isText = found.kind === "text";
    const draft = isText ? new Draft(baseOf(found.snapshot)) : null;
    const entry = { path, found, draft, home: isText ? path : null, edits: new Set<EditId>(), removedBy: null };
    return this.#add(entry);
  }

  #add(entry: Entry): Entry {
    this.#entries.set(entry.path, entry);
    for (let above = parentOf(entry.path); above !== ROOT; above = parentOf(above)) {
      const known = this.#below.get(above);
      if (known === undefined) this.#below.set(above, [entry]);
      else known.push(entry);
    }
    return entry;
  }

  /** Entries in the order in which edits came to them. */
  entries(): readonly Entry[] {
    return [...this.#entries.values()];
  }

  /** A file of this plan where the path needs a directory, or the other way round; null when nothing is in the way. */
  inTheWay(path: WorkspacePath): { readonly path: WorkspacePath; readonly code: "NOT_DIR" | "IS_DIR" } | null {
    for (let above = parentOf(path); above !== ROOT; above = parentOf(above)) {
      if (this.#entries.get(above)?.draft) return { path: above, code: "NOT_DIR" };
    }
    const below = this.#below.get(path)?.find(({ draft }) => draft !== null);
    return below === undefined ? null : { path: below.path, code: "IS_DIR" };
  }

  /** Creates a file at a free path. What was there at the start is the base it is compared with. */
  create(entry: Entry): Draft {
    const base = entry.found.kind === "text" ? entry.found.snapshot.text : "";
    entry.home = entry.found.kind === "text" ? entry.path : null;
    return (entry.draft = new Draft(base));
  }

  move(from: Entry, to: Entry, edit: EditId): void {
    to.draft = from.draft;
    to.home = from.home;
    this.remove(from, edit);
    // What was done to the file before is now done to it there.
    for (const earlier of from.edits) to.edits.add(earlier);
  }

  /** Moves files all at once: a path that one of them leaves is free for another. */
  moveTogether(
    moves: readonly { readonly edit: EditId; readonly from: WorkspacePath; readonly to: WorkspacePath }[],
  ): void {
    const taken = moves.map(({ edit, from, to }) => {
      const { draft, home, edits } = this.entry(from);
      return { edit, from, to, draft, home, edits: new Set(edits) };
    });
    for (const { edit, from } of taken) this.remove(this.entry(from), edit);
    for (const { to, draft, home, edit, edits } of taken) {
      const target = this.entry(to);
      target.draft = draft;
      target.home = home;
      target.removedBy = null;
      for (const earlier of [...edits, edit]) target.edits.add(earlier);
    }
  }

  remove(entry: Entry, edit: EditId): void {
    entry.draft = null;
    entry.home = null;
    entry.removedBy = edit;
    entry.edits.add(edit);
  }
}
