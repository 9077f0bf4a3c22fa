// Takes over what a command recorded in the copy of a repository: checked objects first, then known names of data, regular
// files only, each replaced under git's own lock, and only where the repository still has what was copied. Never takes
// over a setting or a link; where an object cannot be kept, nothing is.

import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { contentHash, type GitCopy } from "./copy.ts";
import { DATA_FOLDERS, isDataName, OBJECTS } from "./data-names.ts";
import { newReplacements, replacements } from "./replacements.ts";
import { checkObjects, putObjects, type Checked, type IndexPack } from "./objects.ts";

/** What a person should know, as sentences. */
export async function keepRecorded(copied: GitCopy, indexPack: IndexPack): Promise<readonly string[]> {
  const examined = await examine(copied, indexPack).catch(unreadable);
  if (examined.kind === "bad") return nothing(examined.why);
  const { found, checked } = examined;
  const { git, before, known } = copied;
  const trouble = putObjects(checked.files, join(git, OBJECTS));
  if (trouble !== null) return nothing(trouble);
  const busy: string[] = [];
  const names = [...new Set([...before.keys(), ...found.files.keys()])];
  const changes = names.map((name): Change => ({
    name,
    was: before.get(name) ?? null,
    is: found.files.get(name) ?? null,
  }));
  const changed = changes.filter(({ was, is }) => was !== (is && contentHash(is)));
  const damaged = changed.filter(({ name, is }) => name === "HEAD" && !isHead(is)).map(({ name }) => name);
  for (const change of inOrder(changed.filter(({ name }) => !damaged.includes(name))))
    if (!(await replace(join(git, change.name), change))) busy.push(change.name);
  const strange = [
    ...found.others.filter((name) => !known.has(name)),
    ...damaged,
    ...checked.others.map((name) => `${OBJECTS}/${name}`),
  ];
  return [
    ...(busy.length === 0
      ? []
      : [`Some of what it did in git was not kept, because the repository changed meanwhile: ${busy.join(", ")}.`]),
    ...(strange.length === 0 ? [] : [`Not kept of what it wrote in .git: ${listed(strange)}.`]),
    ...(checked.repacked ? [REPACKED] : []),
  ];
}

const REPACKED = "Repacking did not change the objects that were there before; run git gc yourself for that.";

function nothing(why: string): readonly string[] {
  return [`Nothing it did in git was kept: ${why}.`];
}

const MOST_NAMES = 100;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

type Examined =
  | { readonly kind: "good"; readonly found: Recorded; readonly checked: Extract<Checked, { kind: "good" }> }
  | { readonly kind: "bad"; readonly why: string };

/** Changes nothing in the repository. */
async function examine(
  { git, copy, objects, format, before, known }: GitCopy,
  indexPack: IndexPack,
): Promise<Examined> {
  const found = recorded(copy);
  const unfinished = found.others.find((name) => UNFINISHED.test(name) && !known.has(name));
  if (unfinished !== undefined)
    return { kind: "bad", why: `it left ${unfinished} behind, so an operation was not finished` };
  const [replaced] = newReplacements(
    replacements(before.keys(), (name) => contentOf(join(git, name))),
    replacements(found.files.keys(), (name) => found.files.get(name) ?? null),
  );
  if (replaced !== undefined) return { kind: "bad", why: `it replaced the object ${replaced} (refs/replace)` };
  const into = fs.mkdtempSync(`${copy}-checked-`);
  const checked = await checkObjects(objects, { format, into, indexPack });
  return checked.kind === "bad" ? checked : { kind: "good", found, checked };
}

/** Names too long, files too large, folders that it closed. */
function unreadable(error: unknown): Examined {
  const code = error instanceof Error && "code" in error ? String(error.code) : "an unknown error";
  return { kind: "bad", why: `what it left in .git cannot be read (${code})` };
}

/** With another HEAD the folder would be no repository, and git would take one further up. */
function isHead(content: Uint8Array | null): boolean {
  return content !== null && /^(?:ref: refs\/\S+|[0-9a-f]{40,64})\n?$/.test(Buffer.from(content).toString("latin1"));
}

/** Operations that go on later, with commands that their files name. */
const UNFINISHED = /^(rebase-merge|rebase-apply|sequencer|BISECT_\w+)$/;

/** `was` is the hash of what was copied; null is no file. */
type Change = { readonly name: string; readonly was: string | null; readonly is: Uint8Array | null };

/** What goes away first, then refs before HEAD before the index: a reader in between sees only commits that exist. */
function inOrder(changes: readonly Change[]): readonly Change[] {
  const rank = ({ name, is }: Change): number => (is === null ? 0 : name === "index" ? 3 : name === "HEAD" ? 2 : 1);
  return changes.toSorted((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1));
}

type Recorded = { readonly files: ReadonlyMap<string, Uint8Array>; readonly others: readonly string[] };

function recorded(copy: string): Recorded {
  const files = new Map<string, Uint8Array>();
  const others: string[] = [];
  const look = (folder: string): void => {
    for (const entry of fs.readdirSync(join(copy, folder), { withFileTypes: true })) {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const isData = isDataName(name) && !name.endsWith(".lock");
      if (entry.isDirectory() && (isData || DATA_FOLDERS.includes(name))) look(name);
      else if (entry.isFile() && isData) files.set(name, fs.readFileSync(join(copy, name)));
      else others.push(name);
    }
  };
  look("");
  return { files, others };
}

const PATIENCE_MS = 2000;
const STEP_MS = 50;

/** False when it is no longer what it was, or another git holds its lock. */
async function replace(path: string, { is, was }: Change): Promise<boolean> {
  const lock = `${path}.lock`;
  fs.mkdirSync(dirname(path), { recursive: true });
  for (let waited = 0; !take(lock); waited += STEP_MS) {
    if (waited >= PATIENCE_MS) return false;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  try {
    const now = contentOf(path);
    if ((now && contentHash(now)) !== was) return false;
    if (is === null) {
      fs.rmSync(path);
      return true;
    }
    removeEmpty(path);
    fs.writeFileSync(lock, is);
    if (now !== null) fs.chmodSync(lock, fs.statSync(path).mode & 0o777);
    fs.renameSync(lock, path);
    return true;
  } finally {
    fs.rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    fs.closeSync(fs.openSync(lock, "wx", 0o666));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Null when there is no regular file. */
function contentOf(path: string): Uint8Array | null {
  return fs.lstatSync(path, { throwIfNoEntry: false })?.isFile() ? fs.readFileSync(path) : null;
}

/** Folders of refs that were deleted are in the way of a ref with their name. */
function removeEmpty(path: string): void {
  if (!fs.lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const name of fs.readdirSync(path)) removeEmpty(join(path, name));
  fs.rmdirSync(path);
}
