// Which names in a git folder are what git records (objects, refs, the index), and which decide what git does (config,
// hooks). `git_writable` lets commands change the first kind only.

/** Data of the repository itself, each a file. */
const FILES =
  /^(?:HEAD|index|packed-refs|shallow|(?:ORIG|FETCH|MERGE|CHERRY_PICK|REVERT)_HEAD|AUTO_MERGE|MERGE_(?:MSG|MODE|RR|AUTOSTASH)|SQUASH_MSG|(?:COMMIT|TAG)_EDITMSG|sharedindex\.[0-9a-f]+)$/;

/** Folders that contain nothing but data. `objects` is apart: what is new in it is checked (git-objects.ts). */
export const DATA_FOLDERS: readonly string[] = ["refs", "logs", "reftable"];
export const OBJECTS = "objects";

/** `name` is the path inside a git folder. */
export function isDataName(name: string): boolean {
  const [first = ""] = name.split("/");
  return FILES.test(name) || (name.includes("/") && (DATA_FOLDERS.includes(first) || first === OBJECTS));
}

/** The objects of a repository or of a submodule: many files, each named by its content. */
export function isObjectStore(path: string): boolean {
  return /(^|\/)\.git\/(.*\/)?objects$/s.test(path);
}

/** The same of a path that leads through a .git folder; false when it leads through none. */
export function isGitData(path: string): boolean {
  const inside = /(?:^|.*\/)\.git\/(.*)$/s.exec(path)?.[1];
  return inside !== undefined && isDataName(inside);
}
