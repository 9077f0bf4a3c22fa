// Which file a name in an answer means when the user is in a folder below the root: one there, or one at the root. A name
// that both have has two readings, and no one but a person chooses between them.

import { isFailure, type WorkspacePath } from "../../base/index.ts";
import type { ToolWorkspace } from "../context.ts";
import { endHere } from "./path-elsewhere.ts";

/** `to`: where the file goes, for an edit that moves it. */
export type Reading = {
  readonly path: WorkspacePath;
  readonly to: WorkspacePath | null;
  /** The name is a path of another machine, and this is what its end names here. */
  readonly isElsewhere: boolean;
};

export type NameLookup = Pick<ToolWorkspace, "resolve" | "requireWritable" | "known"> & {
  /** The folder the user is in, absolute; null: names are relative to the root only. */
  readonly from: string | null;
};

/** One reading, or two: from the root first, then from the folder. Throws for a name that cannot be used. */
export type ReadName = (path: string, to: string | null) => readonly Reading[];

export function nameReader({ known, from, ...workspace }: NameLookup): ReadName {
  const resolve = remembering((path) => {
    const resolved = workspace.resolve(path, "file");
    workspace.requireWritable(resolved);
    return resolved;
  });
  const named = (path: string, to: string | null): Reading => ({
    path: resolve(path),
    to: to === null ? null : resolve(to),
    isElsewhere: false,
  });
  const inRoot = (path: string, to: string | null): Reading => {
    try {
      return named(path, to);
    } catch (error) {
      if (!isFailure(error)) throw error;
      const end = endHere(path, known);
      if (end === null) throw error;
      return { ...named(end, to === null ? null : (endHere(to, known) ?? to)), isElsewhere: true };
    }
  };
  if (from === null) return (path, to) => [inRoot(path, to)];
  const below = (path: string): string => (isRelative(path) ? `${from}/${path}` : path);
  const read: ReadName = (path, to) => {
    const atRoot = inRoot(path, to);
    const here = attempt(() => inRoot(below(path), to === null ? null : below(to)));
    if (here === null || here.path === atRoot.path) return [atRoot];
    const [isAtRoot, isHere] = [known(path), known(below(path))];
    if (isAtRoot && isHere) return [atRoot, here];
    if (isAtRoot || isHere) return [isHere ? here : atRoot];
    const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    return [parent !== "" && !known(parent) && known(below(parent)) ? here : atRoot];
  };
  const readings = new Map<string, readonly Reading[]>();
  return (path, to) => {
    const key = JSON.stringify([path, to]);
    const found = readings.get(key) ?? read(path, to);
    readings.set(key, found);
    return found;
  };
}

/** Whether a name in an answer is one of a file, from the root or from the folder. */
export function knownFrom({ known, from }: Pick<NameLookup, "known" | "from">): NameLookup["known"] {
  return (path) => known(path) || (from !== null && isRelative(path) && known(`${from}/${path}`));
}

/** A ".." in an answer is refused, wherever the user is. */
function isRelative(path: string): boolean {
  return path !== "" && !path.startsWith("/") && !path.split("/").includes("..");
}

/** Answers often name a path many times; it is checked once. */
function remembering(resolve: (path: string) => WorkspacePath): (path: string) => WorkspacePath {
  const known = new Map<string, WorkspacePath>();
  return (path) => {
    const resolved = known.get(path) ?? resolve(path);
    known.set(path, resolved);
    return resolved;
  };
}

/** What cannot be used there is not there. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}
