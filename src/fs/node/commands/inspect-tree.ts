// What a command must not change or see below a root, found by looking at every entry once. Decides nothing about how
// that is enforced. Bounded; what could not be looked at is reported.

import * as fs from "node:fs";
import { basename, isAbsolute, join, relative } from "node:path";
import type { PathRules } from "../../commands.ts";
import { foldersOf, type Found } from "./found-paths.ts";
import { gitPlaces, type GitFolder } from "./git/places.ts";
import { isObjectStore } from "./git/data-names.ts";
import { stepsTo } from "../programs.ts";
import { aliasesOf, linkedNames, underAllNames } from "./linked-names.ts";
import { recordedIn } from "./git/tracked-folders.ts";
import { walkFolder, type WalkedEntry } from "./tree-walk.ts";

export type Inspection = {
  /** The rules under all names that links give to a path. */
  readonly rules: PathRules;
  /** Must stay as they are. Paths inside another one of the list may be left out. */
  readonly fixed: readonly Found[];
  /** Links that a protected name is, or leads through: where they end is in `fixed`, they themselves can be replaced. */
  readonly links: readonly string[];
  /** Not there yet. Created by a command, they would be obeyed or run like what is protected. */
  readonly awaited: readonly string[];
  /** Must not be seen: a rule keeps them from being read, or they lead to another process (sockets and pipes). */
  readonly masked: readonly Found[];
  /** Those of them that a rule is about. */
  readonly hidden: readonly Found[];
  /** Git folders called .git that are folders, outside ignored folders. */
  readonly repositories: readonly string[];
  /** Settings of git that cannot be read, so that what they name is not in `fixed`. */
  readonly unread: readonly string[];
  /** All git folders, also bare ones and those of submodules and worktrees. */
  readonly gitFolders: readonly GitFolder[];
  /** What could not be looked at; empty and complete when everything was. */
  readonly missed: readonly string[];
  readonly complete: boolean;
};

/** "asked": only what is denied is masked. "unasked": also what would be asked about. */
export type Reader = "asked" | "unasked";

export type InspectOptions = {
  readonly rules: PathRules;
  readonly reader: Reader;
  readonly maxEntries?: number;
};

/** `root` without links. */
export async function inspectTree(root: string, options: InspectOptions): Promise<Inspection> {
  const first = await inspectOnce(root, options);
  const aliases = aliasesOf(root, first.allLinks);
  return aliases.length === 0
    ? first
    : inspectOnce(root, { ...options, rules: underAllNames(options.rules, linkedNames(aliases)) });
}

/** `allLinks`: outside ignored folders. */
type Once = Inspection & { readonly allLinks: readonly string[] };

async function inspectOnce(root: string, { rules, reader, maxEntries }: InspectOptions): Promise<Once> {
  const allLinks: string[] = [];
  const fixed = new Map<string, Found>();
  const masked = new Map<string, Found>();
  const specials = new Set<string>();
  const links = new Set<string>();
  /** Links inside protected folders, which are read-only with them. */
  const inner: string[] = [];
  const gits: string[] = [];
  const repositories: string[] = [];
  const folders: string[] = [];
  /** Folders with a file that may be seen. */
  const shown = new Set<string>();
  const { access } = rules;
  const hides = hidesFrom(access, reader);
  const visit = (entry: WalkedEntry): void => {
    const { path, kind, protection, inIgnored } = entry;
    if (protection === "top" && (kind === "file" || kind === "folder")) {
      if (!inIgnored) fixed.set(path, { path, kind });
      if (!inIgnored && kind === "folder" && isCalledGit(path)) repositories.push(path);
      gits.push(path);
    }
    if (kind === "link" && !inIgnored) allLinks.push(path);
    if (protection === "top" && kind === "link" && !inIgnored) links.add(path);
    if (protection === "below" && kind === "link" && !inIgnored) inner.push(path);
    if (kind === "special") {
      masked.set(path, { path, kind: "file" });
      specials.add(path);
    }
    if (access === null) return;
    if (kind === "folder") folders.push(path);
    if (kind === "file") {
      const isHidden = hides(path);
      if (isHidden) masked.set(path, { path, kind });
      else for (const folder of ["", ...foldersOf([path])]) shown.add(folder);
    }
    if (kind === "file" && access(path).write === "deny") fixed.set(path, { path, kind });
    if (kind === "folder" && anyNames(path).every((name) => access(name).write === "deny"))
      fixed.set(path, { path, kind });
  };
  const walked = await walkFolder(root, {
    isProtected: rules.isProtected,
    visit,
    recordedIn,
    ...(maxEntries === undefined ? {} : { maxEntries }),
  });
  // One mask for a folder of which nothing may be seen, now or later.
  for (const path of folders.filter((folder) => !shown.has(folder) && anyNames(folder).every(hides)))
    masked.set(path, { path, kind: "folder" });
  const places = gitPlaces(root, gits);
  const awaited = new Set(places.missing);
  const led = new Set(places.found);
  for (const path of [...links, ...inner]) {
    const { between, end } = wayOf(root, path);
    for (const link of between) links.add(link);
    if (end !== null) (fs.existsSync(join(root, end)) ? led : awaited).add(end);
  }
  if (places.programs.size > 0)
    await walkFolder(root, {
      isProtected: () => false,
      enters: ({ path }) => !isObjectStore(path),
      visit: ({ path, kind }) => (kind === "file" && places.programs.has(basename(path)) ? led.add(path) : undefined),
      ...(maxEntries === undefined ? {} : { maxEntries }),
    });
  for (const path of led) {
    const found = foundAt(root, path);
    if (found !== null) fixed.set(path, found);
  }
  const { files = NO_FILES } = rules;
  const aliases = await sameFiles(root, { fixed, files, masked, ...(maxEntries === undefined ? {} : { maxEntries }) });
  for (const path of aliases.fixed) fixed.set(path, { path, kind: "file" });
  for (const path of aliases.masked) masked.set(path, { path, kind: "file" });
  return {
    rules,
    allLinks,
    fixed: [...fixed.values()],
    links: [...links],
    awaited: [...awaited],
    masked: [...masked.values()],
    hidden: [...masked.values()].filter(({ path }) => !specials.has(path)),
    repositories,
    unread: places.unread,
    gitFolders: places.gitFolders,
    missed: walked.missed,
    complete: walked.complete && aliases.complete,
  };
}

export function hidesFrom(access: PathRules["access"], reader: Reader): (path: string) => boolean {
  return (path) => {
    const read = access?.(path).read ?? "allow";
    return read === "deny" || (read === "ask" && reader === "unasked");
  };
}

/** A rule about a name that no one would give, in a folder and one deeper, is about whatever is in the folder. */
function anyNames(folder: string): readonly string[] {
  const below = folder === "" ? ANY_NAME : `${folder}/${ANY_NAME}`;
  return [below, `${below}/${ANY_NAME}`];
}

const ANY_NAME = "galley-any-name-7f3a9c";

function isCalledGit(path: string): boolean {
  return path.slice(path.lastIndexOf("/") + 1) === ".git";
}

/** The links below the root that a link leads through, and where below the root it ends. */
function wayOf(root: string, path: string): { readonly between: readonly string[]; readonly end: string | null } {
  const steps = stepsTo(join(root, path)).map((step) => relative(root, step));
  const inside = steps.filter((step) => step !== "" && step !== ".." && !step.startsWith("../") && !isAbsolute(step));
  const links = inside.filter((step) => fs.lstatSync(join(root, step), { throwIfNoEntry: false })?.isSymbolicLink());
  const end = inside.at(-1) ?? null;
  return {
    between: links.filter((step) => step !== path),
    end: end === steps.at(-1) && !links.includes(end!) ? end : null,
  };
}

function foundAt(root: string, path: string): Found | null {
  const stats = fs.lstatSync(join(root, path), { throwIfNoEntry: false });
  if (stats === undefined) return null;
  return stats.isDirectory() ? { path, kind: "folder" } : stats.isFile() ? { path, kind: "file" } : null;
}

const NO_FILES: ReadonlySet<string> = new Set();

type Aliases = { readonly fixed: readonly string[]; readonly masked: readonly string[]; readonly complete: boolean };

/** Other names of the same files: to the system a hard link is the file itself. Looked for only when there are any. */
async function sameFiles(
  root: string,
  held: {
    readonly fixed: ReadonlyMap<string, Found>;
    readonly files: ReadonlySet<string>;
    readonly masked: ReadonlyMap<string, Found>;
    readonly maxEntries?: number;
  },
): Promise<Aliases> {
  const inFixed = new Set([...held.files, ...(await linkedIn(root, held.fixed.values()))]);
  const inMasked = await linkedIn(root, held.masked.values());
  if (inFixed.size + inMasked.size === 0) return { fixed: [], masked: [], complete: true };
  const fixed: string[] = [];
  const masked: string[] = [];
  const { complete } = await walkFolder(root, {
    isProtected: () => false,
    enters: ({ path }) => !held.masked.has(path),
    visit: ({ path, kind }) => {
      const identity = kind === "file" ? linkedFile(join(root, path)) : null;
      if (identity === null) return;
      if (inFixed.has(identity)) fixed.push(path);
      if (inMasked.has(identity)) masked.push(path);
    },
    ...(held.maxEntries === undefined ? {} : { maxEntries: held.maxEntries }),
  });
  return { fixed, masked, complete };
}

/** The files of these, folders entered, that have more than one name. Git's objects are named by their content. */
async function linkedIn(root: string, held: Iterable<Found>): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const add = (path: string): void => {
    const identity = linkedFile(path);
    if (identity !== null) found.add(identity);
  };
  for (const { path, kind } of held) {
    const start = join(root, path);
    if (kind === "file") add(start);
    else
      await walkFolder(start, {
        isProtected: () => false,
        enters: (entry) => !isObjectStore(`${path}/${entry.path}`),
        visit: (entry) => (entry.kind === "file" ? add(join(start, entry.path)) : undefined),
      });
  }
  return found;
}

/** What distinguishes a file from any other, when it has more than one name. */
function linkedFile(path: string): string | null {
  try {
    const { nlink, dev, ino } = fs.lstatSync(path, { bigint: true });
    return nlink > 1n ? `${dev}:${ino}` : null;
  } catch {
    return null; // Gone meanwhile.
  }
}
