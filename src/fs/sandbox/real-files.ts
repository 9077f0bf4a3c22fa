// A sandbox's files by their targets: a target's two paths are in one root, whose rules hold for both of them.

import { asReal, must, REAL_ROOT, ROOT, type RealPath, type Target } from "../../base/index.ts";
import { cutPage, requirePage, requireText } from "../pages.ts";
import type { FileBytes, RealFiles, RealGrepOptions } from "../protocol.ts";
import { rootEntry, type At, type RuledRoot } from "./root.ts";
import { globRoots, grepRoots } from "./search.ts";
import { pathError } from "../error-messages.ts";

export type SandboxRealOptions = {
  readonly at: (path: unknown) => At;
  readonly roots: readonly RuledRoot[];
};

/** A target inside one root, as that root's backend takes it. */
type Inside = { readonly ruled: RuledRoot; readonly own: Target };

export function createSandboxReal({ at, roots }: SandboxRealOptions): RealFiles {
  /** null above all roots. */
  const insideOf = (target: Target): Inside | null => {
    const { ruled, rel } = at(target.path);
    const real = at(target.real);
    must(ruled === real.ruled, "a target is in the root of its path");
    return ruled === null ? null : { ruled, own: { path: rel, real: asReal(real.rel) } };
  };
  const fileAt = (target: Target): Inside => {
    const inside = insideOf(target);
    if (inside === null) throw pathError("IS_DIR", { path: target.path });
    const { ruled, own } = inside;
    if (own.path !== ROOT) ruled.requireSuffix(own.path);
    if (own.path !== ROOT) ruled.requireTarget(own.path, own.real);
    return inside;
  };
  const readBytes = async (target: Target): Promise<FileBytes> => {
    const { ruled, own } = fileAt(target);
    const file = await ruled.withOwnPaths(() => ruled.root.files.real.readBytes(own));
    ruled.requireSize(own.path, file.bytes.length);
    return { ...file, target: ruled.named(file.target) };
  };
  const searching = <Options extends RealGrepOptions>(options: Options) => {
    const { target, ...rest } = options;
    return target === undefined || target.path === ROOT ? rest : { ...rest, path: target.path, real: target.real };
  };
  return {
    resolve: (path, options) => {
      const { ruled, rel } = at(path);
      if (ruled === null || path === ROOT) return { path: ROOT, real: REAL_ROOT };
      const { real, isAbsent } = ruled.toldNow(() => ruled.root.files.real.resolve(rel, options));
      const target = { path: ruled.named(rel), real: realIn(ruled, real) };
      // Where names are restricted, reading has more to say than that.
      return isAbsent === true && ruled.root.suffixes === null ? { ...target, isAbsent } : target;
    },
    kindOf: (target) => {
      const inside = insideOf(target);
      return inside === null ? "directory" : inside.ruled.root.files.real.kindOf(inside.own);
    },
    read: async (target, options) => {
      const page = requirePage(options);
      const { ruled, own } = fileAt(target);
      if (!ruled.isRestricted) {
        const content = await ruled.withOwnPaths(() => ruled.root.files.real.read(own, options));
        return { ...content, path: target.path };
      }
      const { bytes } = await readBytes(target);
      return cutPage(target.path, requireText(target.path, bytes), page);
    },
    readBytes,
    list: async (target) => {
      const inside = insideOf(target);
      if (inside === null) return { entries: roots.map(({ root }) => rootEntry(root.name)), truncated: false };
      const { ruled, own } = inside;
      const listing = await ruled.withOwnPaths(() => ruled.root.files.real.list(own));
      const entries = listing.entries.filter((entry) => ruled.shows(entry));
      return { ...listing, entries: entries.map((entry) => ({ ...entry, path: ruled.named(entry.path) })) };
    },
    glob: (pattern, options = {}) => globRoots(at, roots, pattern, searching(options)),
    grep: (pattern, options = {}) => grepRoots(at, roots, pattern, searching(options)),
  };
}

function realIn(ruled: RuledRoot, real: RealPath): RealPath {
  return asReal(ruled.named(real));
}
