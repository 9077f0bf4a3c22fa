// Named roots in one namespace, `name/relative/path`: a Filesystem over Filesystems. Every rule of a root is
// checked here, whatever its backend is, and no message shows where a root lives.

import { failure, parsePath, REAL_ROOT, ROOT, type WorkspacePath } from "../../base/index.ts";
import { byteLength, type Text } from "../../text/index.ts";
import { cutPage, requirePage, requireText } from "../pages.ts";
import type { EntryKind, Filesystem, RootAddress } from "../protocol.ts";
import {
  firstNameOf,
  hostFolder,
  inDefault,
  inHostFolder,
  namesSandbox,
  placeOf,
  type HostFolder,
  type NameSpace,
  type Resolved,
} from "./paths.ts";
import { createSandboxReal } from "./real-files.ts";
import { rootEntry, RuledRoot, type At, type SandboxRoot } from "./root.ts";
import { globRoots, grepRoots } from "./search.ts";
import { createSandboxStaging } from "./staging.ts";
import { pathError } from "../error-messages.ts";

export type SandboxOptions = {
  readonly roots: readonly SandboxRoot[];
  /** Where bare paths go. null = every path must name its sandbox. */
  readonly defaultRoot: string | null;
  /**
   * No one chose the name of the one root: there is no place above it, and a path whose first name is the
   * sandbox's means an entry of that name, if there is one.
   */
  readonly implicit?: boolean;
};

/**
 * Named roots in one namespace. Every rule of a root is checked here, whatever its backend; no message shows where a
 * root is on disk.
 */
export type Sandbox = Filesystem & {
  readonly names: readonly string[];
  kindOf(path: string): EntryKind | null;
  /**
   * What a model or a person called a path, in canonical form. INVALID_PATH (also for ""), ESCAPE,
   * UNKNOWN_SANDBOX; NOT_DIR for a file written as a folder. All other methods take canonical paths.
   */
  resolve(path: unknown): Resolved;
  /**
   * An absolute path as this machine reads it, never as the name of a sandbox: for programs that open it themselves. Null
   * when no root holds it. ESCAPE, INVALID_PATH.
   */
  resolveHost(path: string): Resolved | null;
  /** The roots that are in a folder of this machine, as canonical paths; for an absolute path. */
  rootsIn(folder: string): readonly WorkspacePath[];
  /** READ_ONLY, SUFFIX or SYMLINK when a file there could not be written, before anybody is asked. */
  requireWritable(path: string): void;
};

/** INVALID_ARG when names collide or are no plain names, or the default names no root. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const roots = ruledRoots(options.roots);
  const names = [...roots.keys()];
  const implicit = options.implicit === true ? names[0]! : null;
  if (options.defaultRoot !== null && !roots.has(options.defaultRoot)) {
    throw badSetUp(`the default sandbox '${options.defaultRoot}' is not one of ${names.join(", ")}`);
  }
  if (options.implicit === true && (names.length !== 1 || options.defaultRoot !== implicit)) {
    throw badSetUp("only a single default sandbox can go without a chosen name");
  }
  const space: NameSpace = { names, defaultName: options.defaultRoot };

  const at = (path: unknown): At => {
    const place = placeOf(path, space);
    const sandbox = place.sandbox ?? implicit;
    // A trailing "/" is passed on to the backend, which knows what is there.
    const given = place.directory && place.rel !== ROOT ? (`${place.rel}/` as WorkspacePath) : place.rel;
    return { ruled: sandbox === null ? null : roots.get(sandbox)!, rel: place.rel, given };
  };
  const inRoot = (path: unknown): At & { ruled: RuledRoot } => {
    const place = at(path);
    if (place.ruled === null) throw pathError("IS_DIR", { path: String(path) });
    return { ...place, ruled: place.ruled };
  };
  /** The checks of every change to a file at this place. */
  const requireWritable = (path: unknown): At & { ruled: RuledRoot } => {
    const place = inRoot(path);
    const { ruled, rel } = place;
    ruled.requireRw(rel);
    if (rel === ROOT) throw pathError("IS_DIR", { path: ruled.named(rel) });
    ruled.requireSuffix(rel);
    if (ruled.root.suffixes !== null) {
      ruled.requireTarget(
        rel,
        ruled.toldNow(() => ruled.root.files.real.resolve(rel).real),
      );
    }
    return place;
  };

  let folders: readonly HostFolder[] | null = null;
  /** What an absolute path means as a path of this machine; null when it means nothing there. */
  const onHost = (path: unknown): Resolved | null => {
    if (typeof path !== "string" || !path.startsWith("/") || parsePath(path).kind === "refused") return null;
    const host = inHostFolder(path, (folders ??= hostFoldersOf(roots)), space);
    if (host === null || !namesSandbox(path, space)) return host;
    const named = placeOf(path, space);
    if (named.path === host.path) return host;
    // The path also reads as `/name/rel`. What exists is meant; a name that was not chosen gives way.
    const exists = ({ sandbox, rel }: Resolved): boolean =>
      sandbox !== null && (rel === ROOT || (roots.get(sandbox)!.root.files.kindOf?.(rel) ?? null) !== null);
    const isThere = { host: exists(host), named: exists(named) };
    if (isThere.host !== isThere.named) return isThere.host ? host : null;
    if (implicit !== null) return host;
    const readings = `${roots.get(host.sandbox!)!.named(host.rel)} and ${named.path}`;
    throw failure("INVALID_PATH", `This path means two files: ${readings}. Write one of these.`);
  };

  return {
    names,
    requireWritable: (path) => void requireWritable(path),
    resolveHost: (path) => inHostFolder(path, (folders ??= hostFoldersOf(roots)), space),
    rootsIn: (folder) => {
      const segments = folder.split("/").filter((part) => part !== "");
      const isIn = (root: HostFolder): boolean => segments.every((segment, at) => segment === root.segments[at]);
      const found = (folders ??= hostFoldersOf(roots)).filter(isIn);
      return [...new Set(found.map(({ sandbox }) => roots.get(sandbox)!.named(ROOT)))];
    },
    resolve: (path) => {
      if (path === "") throw failure("INVALID_PATH", "The path is empty. Name a file or a folder.");
      const meant = implicit !== null && holdsEntry(roots.get(implicit)!, firstNameOf(path), implicit);
      const place = onHost(path) ?? (meant ? inDefault(path, space) : placeOf(path, space));
      const sandbox = place.sandbox ?? implicit;
      if (sandbox === null) return place;
      const ruled = roots.get(sandbox)!;
      const kind = place.directory && place.rel !== ROOT ? ruled.root.files.kindOf?.(place.rel) : null;
      if (kind === "file" || kind === "other") throw pathError("NOT_DIR", { path: place.path });
      return { ...place, sandbox, path: ruled.named(place.rel) };
    },
    kindOf: (path) => {
      const { ruled, rel } = at(path);
      if (ruled === null || rel === ROOT) return "directory";
      return ruled.root.files.kindOf?.(rel) ?? null;
    },
    read: async (path, options) => {
      const page = requirePage(options);
      const { ruled, rel, given } = inRoot(path);
      if (ruled.isRestricted && rel !== ROOT) ruled.requireSuffix(rel);
      const { files } = ruled.root;
      const shown = ruled.named(rel);
      if (!ruled.isRestricted) {
        try {
          return { ...(await files.read(given, options)), path: shown };
        } catch (error) {
          throw ruled.renamed(error);
        }
      }
      const { bytes, target } = await ruled.withOwnPaths(() => files.readBytes(given));
      ruled.requireTarget(rel, target);
      ruled.requireSize(rel, bytes.length);
      return cutPage(shown, requireText(shown, bytes), page);
    },
    readBytes: async (path) => {
      const { ruled, rel, given } = inRoot(path);
      if (rel !== ROOT) ruled.requireSuffix(rel);
      const file = await ruled.withOwnPaths(() => ruled.root.files.readBytes(given));
      ruled.requireTarget(rel, file.target);
      ruled.requireSize(rel, file.bytes.length);
      return { ...file, target: ruled.named(file.target) };
    },
    list: async (path = "") => {
      const { ruled, given } = at(path);
      if (ruled === null) return { entries: names.map(rootEntry), truncated: false };
      const listing = await ruled.withOwnPaths(() => ruled.root.files.list(given));
      const entries = listing.entries.filter((entry) => ruled.shows(entry));
      return { ...listing, entries: entries.map((entry) => ({ ...entry, path: ruled.named(entry.path) })) };
    },
    glob: (pattern, options) => globRoots(at, [...roots.values()], pattern, options),
    grep: (pattern, options) => grepRoots(at, [...roots.values()], pattern, options),
    write: async (path, content) => {
      const { ruled, rel, given } = requireWritable(path);
      if (typeof content === "string") ruled.requireSize(rel, byteLength(content as Text)); // The backend refuses half pairs.
      return ruled.withOwnPaths(() => ruled.root.files.write(given, content));
    },
    delete: async (path) => {
      const { ruled, rel, given } = at(path);
      if (ruled === null || rel === ROOT) throw pathError("FORBIDDEN", { path: ruled?.named(rel) ?? String(path) });
      ruled.requireRw(rel);
      if (ruled.root.suffixes !== null) await requireAllSuffixes(ruled, rel);
      return ruled.withOwnPaths(() => ruled.root.files.delete(given));
    },
    real: createSandboxReal({ at, roots: [...roots.values()] }),
    staging: createSandboxStaging(inRoot),
  };
}

/** Two roots of which one is or holds the other, by where they live; null when all are apart. */
export function findOverlap(
  roots: readonly { readonly name: string; readonly address: RootAddress }[],
): readonly [string, string] | null {
  for (const [index, one] of roots.entries()) {
    for (const other of roots.slice(index + 1)) {
      if (one.address.kind !== "host" || other.address.kind !== "host") continue;
      const [a, b] = [`${one.address.root}/`.replace("//", "/"), `${other.address.root}/`.replace("//", "/")];
      if (a.startsWith(b) || b.startsWith(a)) return [one.name, other.name];
    }
  }
  return null;
}

/** A root may be spelled as it was configured and as it really is. */
function hostFoldersOf(roots: ReadonlyMap<string, RuledRoot>): readonly HostFolder[] {
  return [...roots.values()].flatMap(({ root }) => {
    const { root: address } = root.files.staging.address(REAL_ROOT);
    if (address.kind !== "host") return [];
    return [...new Set([address.root, ...(root.hostFolders ?? [])])].map((folder) => hostFolder(root.name, folder));
  });
}

/** Sorted so that walking the roots in turn gives paths in code-unit order. */
function ruledRoots(roots: readonly SandboxRoot[]): ReadonlyMap<string, RuledRoot> {
  const names = roots.map(({ name }) => name);
  for (const name of names) {
    const parsed = parsePath(name);
    const plain = parsed.kind === "path" && parsed.path === name && name !== "" && !name.includes("/");
    if (!plain) throw badSetUp("a sandbox is named by one plain name");
    if (names.indexOf(name) !== names.lastIndexOf(name)) throw badSetUp(`two sandboxes are called '${name}'`);
  }
  const sorted = roots.toSorted((a, b) => (`${a.name}/` < `${b.name}/` ? -1 : 1));
  const readable = sorted.map(({ name }) => name);
  const writable = sorted.filter(({ mode }) => mode === "rw").map(({ name }) => name);
  return new Map(sorted.map((root) => [root.name, new RuledRoot(root, { readable, writable })]));
}

function badSetUp(why: string): Error {
  return failure("INVALID_ARG", `The sandboxes cannot be set up: ${why}.`);
}

function holdsEntry({ root }: RuledRoot, first: string | null, name: string): boolean {
  return first === name && (root.files.kindOf?.(name) ?? null) !== null;
}

/** A folder may be removed only if every file below it could be removed by its own name. */
async function requireAllSuffixes(ruled: RuledRoot, rel: WorkspacePath): Promise<void> {
  const { files } = ruled.root;
  if (files.kindOf?.(rel) !== "directory") {
    ruled.requireSuffix(rel);
    return;
  }
  const { entries, truncated, skipped } = await ruled.withOwnPaths(() => files.list(rel));
  for (const { path, kind } of entries) {
    if (kind === "directory") await requireAllSuffixes(ruled, path as WorkspacePath); // A backend lists its own paths.
    else ruled.requireSuffix(path as WorkspacePath);
  }
  // What could not be looked at is not removed unseen.
  if (truncated || skipped !== undefined)
    throw pathError("SUFFIX", { path: ruled.named(rel), suffixes: ruled.root.suffixes ?? [] });
}
