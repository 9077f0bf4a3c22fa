// Which folder is the project when --root does not say: the nearest one upward with `.git` or `.galley`. Every command asks
// here. It only looks; nothing is opened, no link is followed, and what another user could have put there never counts.

import * as fs from "node:fs";
import * as path from "node:path";

export type ProjectRoot = {
  /** Absolute. */
  readonly root: string;
  /** The entry that makes it a project; null when there is none, and the folder that was started from is used. */
  readonly marker: Marker | null;
  /** Nearer folders that have such an entry and do not count, each with the reason; nearest first. */
  readonly passed: readonly { readonly folder: string; readonly why: string }[];
};

export type Marker = ".git" | ".galley";

/** What the search sees of the disk. Null: not there. "hidden": the folder cannot be searched. */
export type Look = {
  readonly entry: (path: string) => EntryFacts | "hidden" | null;
  /** The user who asks; null where files have no owner. */
  readonly user: number | null;
  /** Absolute; asked for only when a project was found. */
  readonly homes: () => readonly string[];
};

export type EntryFacts = {
  readonly kind: "folder" | "file" | "link" | "other";
  readonly owner: number;
  readonly device: number | bigint;
  /** Distinguishes it from every other entry of its device. */
  readonly inode: number | bigint;
  /** Everyone may create entries in it, and remove only their own. */
  readonly isShared: boolean;
};

/** `from` is absolute and real: no link is on the way to it. */
export function findProjectRoot(from: string, look: Look): ProjectRoot {
  const passed: { readonly folder: string; readonly why: string }[] = [];
  const start = look.entry(from);
  for (let folder = from; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const here = look.entry(folder);
    // Beyond a folder that cannot be searched, or on another disk, nothing could be reached from above.
    if (!isEntry(here) || !isEntry(start) || here.device !== start.device) break;
    const markers = markersIn(folder, look);
    if (markers === "hidden") break;
    const doubts = markers.map(({ facts }) => whyNot(here, facts, look));
    const found = markers[doubts.indexOf(null)];
    if (found !== undefined) return { root: folder, marker: found.name, passed };
    const [why] = doubts;
    if (why !== undefined && why !== null) passed.push({ folder, why });
    if (why === HOME) break;
  }
  return { root: from, marker: null, passed };
}

const KINDS: Readonly<Record<Marker, readonly EntryFacts["kind"][]>> = {
  // A file in a linked worktree or a submodule. A link is not followed: that it is there is enough.
  ".git": ["folder", "file", "link"],
  // A link is refused when the config is read, rather than overlooked here.
  ".galley": ["folder", "link"],
};

type FoundMarker = { readonly name: Marker; readonly facts: EntryFacts };

function markersIn(folder: string, look: Look): readonly FoundMarker[] | "hidden" {
  const found: FoundMarker[] = [];
  for (const name of [".git", ".galley"] as const) {
    const facts = look.entry(path.join(folder, name));
    if (facts === "hidden") return facts;
    if (facts !== null && KINDS[name].includes(facts.kind)) found.push({ name, facts });
  }
  return found;
}

const HOME = "it is a home folder";

/** Completes "… is not used: ". */
function whyNot(folder: EntryFacts, marker: EntryFacts, look: Look): string | null {
  if (folder.isShared) return "everyone can write to it";
  if (look.user !== null && folder.owner !== look.user) return "it belongs to another user";
  if (look.user !== null && marker.owner !== look.user) return "another user has put that there";
  const isHome = look.homes().some((home) => {
    const facts = look.entry(home);
    return isEntry(facts) && facts.device === folder.device && facts.inode === folder.inode;
  });
  return isHome ? HOME : null;
}

function isEntry(facts: EntryFacts | "hidden" | null): facts is EntryFacts {
  return facts !== null && facts !== "hidden";
}

/** The real disk. Links are not followed. */
export function lookAtDisk({ user, homes }: Pick<Look, "user" | "homes">): Look {
  return { user, homes: () => homes().map(realOf), entry: entryAt };
}

function entryAt(place: string): EntryFacts | "hidden" | null {
  try {
    const stats = fs.lstatSync(place, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    return {
      kind: stats.isDirectory() ? "folder" : stats.isFile() ? "file" : stats.isSymbolicLink() ? "link" : "other",
      owner: stats.uid,
      device: stats.dev,
      inode: stats.ino,
      isShared: stats.isDirectory() && (stats.mode & SHARED) === SHARED,
    };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOTDIR" ? null : "hidden";
  }
}

/** Sticky and writable for everyone, as /tmp is. */
const SHARED = 0o1002;

function realOf(place: string): string {
  try {
    return fs.realpathSync(place);
  } catch {
    return place;
  }
}
