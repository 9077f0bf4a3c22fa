// Changes entries of the index: git computes the new one from a copy, the two are compared, and the new one takes the
// place of the old under git's own lock. Nothing but the wanted entries may differ.

import { join } from "node:path";
import * as fs from "node:fs";
import { asReal, versionOf, type RealPath } from "../../../base/index.ts";
import { tempName } from "../../temp-name.ts";
import { RepositoryError, type GitIndex, type IndexChange } from "../../repository.ts";
import type { HostFiles } from "../host.ts";
import { parseIndex, type ParsedIndex } from "./index-file.ts";
import type { RepositoryLayout } from "./locate.ts";
import { requireSuccess, type OwnGitDir, type StoredObject } from "./own-git-dir.ts";

export type IndexPlace = {
  readonly layout: RepositoryLayout;
  readonly files: HostFiles;
  readonly own: OwnGitDir;
  /** Of an object name. */
  readonly nameBytes: 20 | 32;
  readonly objectName: (bytes: Uint8Array) => string;
  /** The objects that the repository says to read as others. */
  readonly replaced: () => Promise<ReadonlySet<string>>;
  /** Below the base of the layout. */
  readonly paths: { readonly index: RealPath; readonly objects: RealPath };
};

const ATTEMPTS = 5;

export async function updateIndex(
  place: IndexPlace,
  decide: (index: GitIndex) => Promise<readonly IndexChange[]>,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const old = await readIndex(place);
    const index = parseIndex(old?.bytes ?? null, place.nameBytes);
    const changes = await decide(index);
    if (changes.length === 0) return;
    const next = await computeIndex(place, { old, index, changes });
    await putContents(place, changes);
    if (await replaceIndex(place, old, next)) return;
  }
  throw new RepositoryError("git's index keeps changing");
}

/** The new contents are objects of the repository then, with these bytes and no others. */
export async function putContents(place: IndexPlace, changes: readonly IndexChange[]): Promise<void> {
  for (const object of await storeObjects(place, changes)) await putObject(place, object);
  await confirmObjects(place, changes);
}

type OldIndex = { readonly bytes: Uint8Array; readonly mode: number | null };

export async function readIndex({ files, paths }: IndexPlace): Promise<OldIndex | null> {
  const seen = await files.staging.look(paths.index);
  if (seen.kind === "absent") return null;
  if (seen.kind === "file") return seen;
  throw new RepositoryError(`${paths.index} is not a plain file of the repository`);
}

async function storeObjects(
  { own, objectName }: IndexPlace,
  changes: readonly IndexChange[],
): Promise<readonly StoredObject[]> {
  const contents = newContents(changes);
  const objects = contents.length === 0 ? [] : await own.storeObjects(contents);
  if (objects.some(({ name }, at) => name !== objectName(contents[at]!)))
    throw new RepositoryError("git stored something else than the new content");
  return objects;
}

function newContents(changes: readonly IndexChange[]): readonly Uint8Array[] {
  return changes.flatMap(({ put }) => (put === null || !("bytes" in put) ? [] : [put.bytes]));
}

function namedObjects(changes: readonly IndexChange[]): readonly string[] {
  return changes.flatMap(({ put }) => (put === null || "bytes" in put ? [] : [put.objectName]));
}

const MODES = { file: "100644", program: "100755" } as const;

async function computeIndex(
  place: IndexPlace,
  { old, index, changes }: { old: OldIndex | null; index: ParsedIndex; changes: readonly IndexChange[] },
): Promise<Uint8Array> {
  const { own, layout, nameBytes } = place;
  const name = join(layout.gitDir, "index");
  own.putIndex(old?.bytes ?? null, fs.statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  await addEntries(place, changes);
  const next = own.readIndex();
  requireOnly(changes, index, parseIndex(next, nameBytes));
  return next;
}

/** Changes the copy of the index. */
export async function addEntries(
  { own, layout, nameBytes, objectName }: IndexPlace,
  changes: readonly IndexChange[],
): Promise<void> {
  const input = changes.map(({ path, put }) =>
    put === null
      ? `0 ${"0".repeat(nameBytes * 2)}\t${path}\0`
      : `${MODES[put.kind]} ${"bytes" in put ? objectName(put.bytes) : put.objectName} 0\t${path}\0`,
  );
  requireSuccess(await own.run(["update-index", "-z", "--index-info"], { cwd: layout.top, input: input.join("") }));
}

/** Whatever git made of its input: what was wanted is there, and other entries are as they were. */
export function requireOnly(changes: readonly IndexChange[], before: ParsedIndex, after: ParsedIndex): void {
  const wanted = new Set(changes.map(({ path }) => path));
  // Git passes over names that it does not track, and succeeds.
  for (const { path, put } of changes)
    if ((after.entry(path) === null) !== (put === null)) throw new RepositoryError(`git did not stage ${path}`);
  const others = (index: ParsedIndex): Iterator<string> =>
    (function* () {
      for (const { path, line } of index.lines()) if (!wanted.has(path)) yield `${line}\t${path}`;
    })();
  const [left, right] = [others(before), others(after)];
  for (;;) {
    const [one, other] = [left.next(), right.next()];
    if (one.value !== other.value) throw new RepositoryError("other entries of git's index would change as well");
    if (one.done === true) return;
  }
}

/** New objects come first: an index that names a missing one is a broken repository. */
export async function putObject({ files, paths }: IndexPlace, { name, stored }: StoredObject): Promise<void> {
  const path = asReal(`${paths.objects}/${name.slice(0, 2)}/${name.slice(2)}`);
  if ((await files.staging.look(path)).kind === "file") return;
  await files.staging.makeParents(path);
  await createFile(files, path, stored, 0o444);
}

/**
 * Git finds an object by its name alone. One that was there before, in a pack or as a file, need not contain what its
 * name says, and a replacement leads to another: the index must not name what would be read as other bytes.
 */
async function confirmObjects(place: IndexPlace, changes: readonly IndexChange[]): Promise<void> {
  await confirmNamed(place, namedObjects(changes));
  const contents = newContents(changes);
  if (contents.length === 0) return;
  const { own, layout, paths, objectName } = place;
  const names = contents.map(objectName);
  const replaced = await place.replaced();
  const input = names.map((name) => `${name}\n`).join("");
  const objects = join(layout.base, paths.objects);
  const { stdout } = requireSuccess(await own.run(["cat-file", "--batch"], { cwd: layout.top, input, objects }));
  let at = 0;
  contents.forEach((bytes, index) => {
    const name = names[index]!;
    const head = Buffer.from(`${name} blob ${bytes.length}\n`);
    const body = at + head.length;
    const isSame =
      stdout.subarray(at, body).equals(head) && Buffer.compare(stdout.subarray(body, body + bytes.length), bytes) === 0;
    if (!isSame || replaced.has(name))
      throw new RepositoryError("the repository contains other bytes under the name of the new content");
    at = body + bytes.length + 1;
  });
}

/** Git may have removed an object that no index named for a while. */
async function confirmNamed({ own, layout, paths }: IndexPlace, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const input = names.map((name) => `${name}\n`).join("");
  const objects = join(layout.base, paths.objects);
  const answer = await own.run(["cat-file", "--batch-check=%(objecttype)"], { cwd: layout.top, input, objects });
  const kinds = requireSuccess(answer).stdout.toString("latin1").trimEnd().split("\n");
  if (kinds.length !== names.length || kinds.some((kind) => kind !== "blob"))
    throw new RepositoryError("git has removed what its index contained before");
}

/** False when the name was taken. */
async function createFile(files: HostFiles, path: RealPath, bytes: Uint8Array, mode: number | null): Promise<boolean> {
  const temp = tempName();
  try {
    await files.staging.stage(path, temp, bytes, { mode });
    return (await files.staging.create(path, temp)) !== "exists";
  } finally {
    await files.staging.discard(path, temp);
  }
}

const EMPTY = new Uint8Array(0);

/** False when the index is not the old one any more. */
async function replaceIndex({ files, paths }: IndexPlace, old: OldIndex | null, next: Uint8Array): Promise<boolean> {
  const { staging } = files;
  const lock = asReal(`${paths.index}.lock`);
  if (!(await createFile(files, lock, EMPTY, null)))
    throw new RepositoryError("another git process is at work (index.lock); stage it when that is done");
  try {
    if (old === null) return await createFile(files, paths.index, next, null);
    const temp = tempName();
    try {
      await staging.stage(paths.index, temp, next, { mode: old.mode });
      return (await staging.replace(paths.index, temp, { expect: versionOf(old.bytes) })) === "done";
    } finally {
      await staging.discard(paths.index, temp);
    }
  } finally {
    await staging.remove(lock, { expect: versionOf(EMPTY) });
  }
}
