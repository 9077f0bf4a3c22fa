// What differs between a revision and the work tree: which files, and what they were. Git looks at a copy of its index in
// a git dir of our own, without the repository's configuration: no driver, filter, hook or monitor of it can run.

import { isUtf8 } from "node:buffer";
import { join } from "node:path";
import * as fs from "node:fs";
import {
  RepositoryError,
  type ChangedFile,
  type ChangedSince,
  type StoredContent,
  type WantedContent,
} from "../../repository.ts";
import type { Ask } from "./confirm.ts";
import { KINDS, parseIndex, type ParsedIndex } from "./index-file.ts";
import { requireSuccess, type OwnGitDir } from "./own-git-dir.ts";
import { readIndex, type IndexPlace } from "./update-index.ts";

/** `ask` answers from the repository itself, and is asked for nothing but a name. */
export async function changedSince(place: IndexPlace, ask: Ask, revision: string | null): Promise<ChangedSince> {
  const tree = await treeOf(ask, revision);
  if (tree === null && revision !== null) return { kind: "unknown-revision" };
  const { own, layout, nameBytes } = place;
  const old = await readIndex(place);
  const index = parseIndex(old?.bytes ?? null, nameBytes);
  own.putIndex(old?.bytes ?? null, fs.statSync(join(layout.gitDir, "index"), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const unnamed = new Set<string>();
  const [since, touched, others] = await Promise.all([
    tree === null ? null : committedDifferences(place, tree, unnamed),
    listed(own, layout.top, { args: ["diff-files", "--name-only", "-z", "--ignore-submodules=all"], unnamed }),
    listed(own, layout.top, { args: ["ls-files", "--others", "--exclude-standard", "-z"], unnamed }),
  ]);
  const inRevision = (path: string): ChangedFile["before"] => {
    if (since === null) return null;
    return since.has(path) ? since.get(path)! : index.entry(path);
  };
  const staged = since === null ? [...pathsIn(index)] : [...since.keys()];
  const paths = [...new Set([...staged, ...touched, ...others])].sort();
  const files = paths.map((path): ChangedFile => {
    if (unnamed.has(path)) return { path, before: null, tracked: null, isUnnamed: true };
    return { path, before: inRevision(path), tracked: index.entry(path) };
  });
  return { kind: "changes", hasCommit: tree !== null, files };
}

/** The tree of a revision. A word that begins with "-" is never an option. */
async function treeOf(ask: Ask, revision: string | null): Promise<string | null> {
  // No argument of a program can contain a NUL, so no revision does.
  if (revision === "" || revision?.includes("\0")) return null;
  const name = `${revision ?? "HEAD"}^{tree}`;
  const answer = await ask(["rev-parse", "--verify", "--quiet", "--end-of-options", name]);
  if (answer.kind === "ran" && answer.exitCode !== 0) return null;
  const tree = requireSuccess(answer).stdout.toString("latin1").trim();
  if (!/^[0-9a-f]{40,64}$/.test(tree)) throw new RepositoryError("git names no tree for this revision");
  return tree;
}

/** Paths whose entry in the index is not the one of the tree, each with the tree's. */
async function committedDifferences(
  { own, layout, paths }: IndexPlace,
  tree: string,
  unnamed: Set<string>,
): Promise<ReadonlyMap<string, ChangedFile["before"]>> {
  const objects = join(layout.base, paths.objects);
  const args = ["diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", tree];
  const fields = fieldsOf(requireSuccess(await own.run(args, { cwd: layout.top, objects })).stdout, unnamed);
  const found = new Map<string, ChangedFile["before"]>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [mode, , objectName] = fields[at]!.slice(1).split(" ");
    const kind = KINDS[Number.parseInt(mode ?? "", 8)];
    // An unmerged path is listed for each of its stages; the tree's entry is the same in all.
    found.set(fields[at + 1]!, kind === undefined ? null : { kind, objectName: objectName ?? "" });
  }
  return found;
}

async function listed(
  own: OwnGitDir,
  top: string,
  { args, unnamed }: { readonly args: readonly string[]; readonly unnamed: Set<string> },
): Promise<readonly string[]> {
  return fieldsOf(requireSuccess(await own.run(args, { cwd: top })).stdout, unnamed);
}

function* pathsIn(index: ParsedIndex): Iterable<string> {
  for (const { path } of index.lines()) yield path;
}

/** Fields that are not UTF-8 are shown with \xHH for the odd bytes, and added to `unnamed`. */
function fieldsOf(output: Buffer, unnamed: Set<string>): readonly string[] {
  if (isUtf8(output)) return output.toString("utf8").split("\0").slice(0, -1);
  const fields = output.toString("latin1").split("\0").slice(0, -1);
  return fields.map((field) => {
    const bytes = Buffer.from(field, "latin1");
    if (isUtf8(bytes)) return bytes.toString("utf8");
    const shown = field.replaceAll(/[\u0080-\u00ff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).toUpperCase()}`);
    unnamed.add(shown);
    return shown;
  });
}

/** How git would treat a path: as it is, with its own conversions, or through a filter. */
export type Treatment = "plain" | "converted" | "filtered";

export type ReadContents = {
  readonly treatmentOf: (path: string) => Treatment;
  /** A larger object is not read. */
  readonly mostBytes: number;
};

export async function readContents(
  place: IndexPlace,
  wanted: readonly WantedContent[],
  { treatmentOf, mostBytes }: ReadContents,
): Promise<readonly StoredContent[]> {
  const sizes = await sizesOf(place, [...new Set(wanted.map(({ objectName }) => objectName))]);
  const isLarge = (objectName: string): boolean => sizes.get(objectName)! > mostBytes;
  const plain = wanted.filter(({ path, objectName }) => treatmentOf(path) === "plain" && !isLarge(objectName));
  const bytes = await readObjects(place, [...new Set(plain.map(({ objectName }) => objectName))]);
  const contents: StoredContent[] = [];
  for (const { path, objectName } of wanted) {
    const treatment = treatmentOf(path);
    if (isLarge(objectName)) contents.push({ kind: "too-large" });
    else if (treatment === "filtered") contents.push({ kind: "filtered" });
    else if (treatment === "plain") contents.push({ kind: "content", bytes: bytes.get(objectName)! });
    else contents.push({ kind: "content", bytes: await convertedObject(place, { path, objectName }) });
  }
  return contents;
}

async function sizesOf(
  { own, layout, paths }: IndexPlace,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const objects = join(layout.base, paths.objects);
  const input = names.map((name) => `${name}\n`).join("");
  const args = ["cat-file", "--batch-check=%(objecttype) %(objectsize)"];
  const { stdout } = requireSuccess(await own.run(args, { cwd: layout.top, input, objects }));
  const lines = stdout.toString("latin1").split("\n");
  return new Map(
    names.map((name, at) => {
      const [type, size] = lines[at]?.split(" ") ?? [];
      if (type !== "blob") throw new RepositoryError("an object of the revision is missing");
      return [name, Number(size)] as const;
    }),
  );
}

async function readObjects(
  { own, layout, paths }: IndexPlace,
  names: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  if (names.length === 0) return found;
  const objects = join(layout.base, paths.objects);
  const input = names.map((name) => `${name}\n`).join("");
  const { stdout } = requireSuccess(await own.run(["cat-file", "--batch"], { cwd: layout.top, input, objects }));
  let at = 0;
  for (const name of names) {
    const end = stdout.indexOf(0x0a, at);
    const [, type, size] = stdout.toString("latin1", at, end).split(" ");
    if (end < 0 || type !== "blob") throw new RepositoryError("an object of the revision is missing");
    const from = end + 1;
    const to = from + Number(size);
    found.set(name, stdout.subarray(from, to));
    at = to + 1;
  }
  return found;
}

async function convertedObject(
  { own, layout, paths }: IndexPlace,
  { path, objectName }: WantedContent,
): Promise<Uint8Array> {
  const objects = join(layout.base, paths.objects);
  const args = ["cat-file", "--filters", `--path=${path}`, objectName];
  return requireSuccess(await own.run(args, { cwd: layout.top, objects })).stdout;
}
