// A repository that a command may commit to (`shell.git_writable`): the command works on a copy of what git records, with
// a folder of its own for new objects, and the real objects, config, hooks and everything else read-only. A git folder that
// could be written itself would let a command create names such as `commondir`, which git on the host obeys at once, and
// destroy what was committed. What the command recorded is taken over afterwards, name by name (git-keep.ts).

import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { DATA_FOLDERS, isDataName, OBJECTS } from "./data-names.ts";
import type { Mount } from "../layout.ts";
import type { ObjectFormat } from "./loose-object.ts";

export type GitCopy = {
  /** The git folder on this machine. */
  readonly git: string;
  /** The copy. */
  readonly copy: string;
  /** What the command has as its object folder. */
  readonly objects: string;
  readonly format: ObjectFormat;
  /** Name in the git folder → what it contained when it was copied. */
  readonly before: ReadonlyMap<string, string>;
  /** Names in the copy that hold no objects: nothing of them is taken over. */
  readonly known: ReadonlySet<string>;
  readonly mounts: readonly Mount[];
};

/** Null when the folder contains links where data should be: then it stays read-only. `path` is below the root. */
export function copyRepository(root: string, path: string, folder: string): GitCopy | null {
  const git = join(root, path);
  const copy = fs.mkdtempSync(join(folder, "copy-"));
  const closed = fs.mkdtempSync(join(folder, "closed-"));
  const objects = fs.mkdtempSync(join(folder, "objects-"));
  const before = new Map<string, string>();
  const mounts: Mount[] = [{ kind: "writable", path, from: copy }];
  const known = new Set<string>();
  for (const entry of fs.readdirSync(git, { withFileTypes: true })) {
    const { name } = entry;
    if (name.endsWith(".lock")) continue;
    if (entry.isFile() && isDataName(name)) {
      before.set(name, copyFile(join(git, name), join(copy, name)));
      continue;
    }
    if (entry.isDirectory() && DATA_FOLDERS.includes(name)) {
      if (!copyFolder({ git, copy, name, before })) return null;
      continue;
    }
    if (!entry.isFile() && !entry.isDirectory()) return null;
    known.add(name);
    makePlace(join(copy, name), entry.isDirectory() ? "folder" : "file");
    mounts.push(
      name === OBJECTS
        ? { kind: "writable", path: `${path}/${name}`, from: objects }
        : { kind: "read-only", path: `${path}/${name}` },
    );
  }
  if (!known.has(OBJECTS)) return null;
  for (const [name, content] of CLOSED) {
    if (known.has(name)) continue;
    known.add(name);
    const place = join(closed, name);
    if (content === null) fs.mkdirSync(place);
    else fs.writeFileSync(place, content);
    makePlace(join(copy, name), content === null ? "folder" : "file");
    mounts.push({ kind: "read-only", path: `${path}/${name}`, from: place });
  }
  for (const name of DATA_FOLDERS.filter((each) => each !== "reftable"))
    fs.mkdirSync(join(copy, name), { recursive: true });
  let existing = EXISTING;
  while (fs.existsSync(join(copy, existing))) existing += "-";
  known.add(existing);
  makePlace(join(copy, existing), "folder");
  mounts.push({ kind: "read-only", path: `${path}/${existing}`, from: join(git, OBJECTS) });
  const alternates = join(closed, "alternates");
  fs.writeFileSync(alternates, `../${existing}\n`);
  for (const name of ["info", "pack"]) fs.mkdirSync(join(objects, name));
  makePlace(join(objects, "info/alternates"), "file");
  mounts.push({ kind: "read-only", path: `${path}/${OBJECTS}/info/alternates`, from: alternates });
  return { git, copy, objects, format: formatOf(git), before, known, mounts };
}

/** The real objects, beside where they were: relative paths in their own alternates lead where they did. */
const EXISTING = "existing-objects";

/** Of a repository that says something else in another file, no object is taken over. */
function formatOf(git: string): ObjectFormat {
  const config = join(git, "config");
  const text = fs.existsSync(config) ? fs.readFileSync(config, "latin1") : "";
  return /^[ \t]*objectformat[ \t]*=[ \t]*"?sha256/im.test(text) ? "sha256" : "sha1";
}

/** Also what a command closed or nested too deeply. Files of another user, as a container may leave, can stay behind. */
export function removeCopies(folder: string): void {
  try {
    const open = [folder];
    for (let path = open.pop(), moved = 0; path !== undefined; path = open.pop()) {
      fs.chmodSync(path, 0o700);
      for (const entry of fs.readdirSync(path, { withFileTypes: true })) {
        if (!entry.isDirectory()) continue;
        const child = join(path, entry.name);
        const isDeep = child.length > MAX_PATH;
        open.push(isDeep ? join(folder, `moved-${(moved += 1)}`) : child);
        if (isDeep) fs.renameSync(child, open.at(-1)!);
      }
    }
    fs.rmSync(folder, { recursive: true, force: true });
  } catch {
    // What is left is in the folder for temporary files.
  }
}

// The system takes paths of 4,096 bytes, and one name more is at most 255.
const MAX_PATH = 1000;

/** Names that do not exist and must not: read-only, and harmless to the git inside. null is an empty folder. */
const CLOSED: readonly (readonly [string, string | null])[] = [
  // The folder itself: git takes an empty one for damaged.
  ["commondir", ".\n"],
  ["config", ""],
  ["config.worktree", ""],
  ["hooks", null],
  ["info", null],
  ["modules", null],
  ["worktrees", null],
];

export function contentHash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function copyFile(from: string, to: string): string {
  const bytes = fs.readFileSync(from);
  fs.writeFileSync(to, bytes, { mode: fs.statSync(from).mode & 0o777 });
  return contentHash(bytes);
}

type Copying = Pick<GitCopy, "git" | "copy"> & { readonly name: string; readonly before: Map<string, string> };

function copyFolder({ git, copy, name, before }: Copying): boolean {
  fs.mkdirSync(join(copy, name));
  return fs.readdirSync(join(git, name), { withFileTypes: true }).every((entry) => {
    const below = `${name}/${entry.name}`;
    if (entry.isDirectory()) return copyFolder({ git, copy, name: below, before });
    if (!entry.isFile()) return false;
    if (!below.endsWith(".lock")) before.set(below, copyFile(join(git, below), join(copy, below)));
    return true;
  });
}

function makePlace(path: string, kind: "file" | "folder"): void {
  if (kind === "folder") fs.mkdirSync(path);
  else fs.writeFileSync(path, "");
}
