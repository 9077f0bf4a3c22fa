// Content that must not be seen may be in a repository too: `git show HEAD:secret.txt` needs no file. Where git has
// recorded a path that a rule hides, or the content of a hidden file under any name, the recorded contents of that
// repository are masked as well.

import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import type { Found } from "../found-paths.ts";
import type { GitFolder } from "./places.ts";
import { hidesFrom, type Inspection, type Reader } from "../inspect-tree.ts";

export type Recorded = {
  /** Names in the index, in the last commit, and where other branches, tags and the stash differ from it. */
  readonly names: readonly string[];
  /** Is one of the objects asked about there, whatever leads to it? */
  readonly hasObject: boolean;
};

/** About a git folder below the root; null when no one can say. `objects` are names of objects. */
export type AskGit = (gitFolder: string, objects: readonly string[]) => Promise<Recorded | null>;

export type RecordedOptions = {
  readonly inspection: Pick<Inspection, "rules" | "hidden" | "gitFolders">;
  readonly reader: Reader;
  readonly ask: AskGit;
};

/** Folders below the root, to be masked too. */
export async function recordedContents(root: string, options: RecordedOptions): Promise<readonly Found[]> {
  const { inspection, reader, ask } = options;
  const { access } = inspection.rules;
  if (access === null || inspection.gitFolders.length === 0) return [];
  const hides = hidesFrom(access, reader);
  const objects = objectsOf(root, inspection.hidden);
  const masked = new Map<string, Found>();
  for (const [at, folder] of inspection.gitFolders.entries()) {
    const recorded = objects === null || at >= MAX_REPOSITORIES ? null : await ask(folder.path, objects);
    const isHeld =
      recorded === null ? inspection.hidden.length > 0 : recorded.hasObject || hidesAny(recorded, folder, hides);
    if (!isHeld) continue;
    for (const path of contentsOf(root, folder.path)) masked.set(path, { path, kind: "folder" });
  }
  return [...masked.values()];
}

const MAX_REPOSITORIES = 50;

/** A repository without a working tree could be one of any folder; the root is the one that rules are written for. */
function hidesAny({ names }: Recorded, { trees }: GitFolder, hides: (path: string) => boolean): boolean {
  const folders = trees.length === 0 ? [""] : trees;
  return names.some((name) => folders.some((folder) => hides(folder === "" ? name : `${folder}/${name}`)));
}

const MAX_FILES = 2_000;
const MAX_BYTES = 64 * 1024 ** 2;

/** Names of the objects that git would give these files, with and without CRLF; null when there are too many. */
function objectsOf(root: string, hidden: readonly Found[]): readonly string[] | null {
  const files = hidden.filter(({ kind }) => kind === "file");
  if (files.length > MAX_FILES) return null;
  const names: string[] = [];
  let rest = MAX_BYTES;
  for (const { path } of files) {
    const bytes = bytesOf(join(root, path), rest);
    if (bytes === "too-large") return null;
    if (bytes === "unreadable" || bytes.length === 0) continue;
    rest -= bytes.length;
    const text = bytes.toString("latin1");
    const forms = text.includes("\r\n") ? [bytes, Buffer.from(text.replaceAll("\r\n", "\n"), "latin1")] : [bytes];
    for (const form of forms) names.push(...["sha1", "sha256"].map((algorithm) => objectName(algorithm, form)));
  }
  return names;
}

function objectName(algorithm: string, bytes: Uint8Array): string {
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

function bytesOf(path: string, most: number): Buffer | "too-large" | "unreadable" {
  try {
    return fs.statSync(path).size > most ? "too-large" : fs.readFileSync(path);
  } catch {
    return "unreadable"; // Gone, or not ours: then not git's either.
  }
}

const CONTENTS = ["objects", "lfs", "annex", "rr-cache", "rebase-apply", "rebase-merge", "sequencer"];

/** Also of the repository that a worktree belongs to, and object folders that it borrows from. */
function contentsOf(root: string, gitFolder: string): readonly string[] {
  const git = join(root, gitFolder);
  const common = textOf(join(git, "commondir"))?.trimEnd();
  const gits = common === undefined ? [git] : [git, resolve(git, common)];
  const folders = gits.flatMap((folder) => CONTENTS.map((name) => join(folder, name)));
  const open = gits.map((folder) => join(folder, "objects"));
  for (let store = open.pop(); store !== undefined; store = open.pop()) {
    const lines = (textOf(join(store, "info/alternates")) ?? "").split("\n").filter((line) => line.trim() !== "");
    for (const other of lines.map((line) => resolve(store!, line))) {
      if (folders.includes(other)) continue;
      folders.push(other);
      open.push(other);
    }
  }
  return folders.filter(isFolder).flatMap((folder) => {
    const path = relative(root, fs.realpathSync(folder));
    return path === "" || path.startsWith("..") || isAbsolute(path) ? [] : [path];
  });
}

function textOf(path: string): string | null {
  try {
    return fs.readFileSync(path, "utf8");
  } catch {
    return null; // Not there.
  }
}

function isFolder(path: string): boolean {
  return fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
