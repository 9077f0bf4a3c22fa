// The steps of a commit through a sandbox: the root's rules first, then the backend's own step.

import { asReal, ROOT, type RealPath, type WorkspacePath } from "../../base/index.ts";
import type { Glance, Staging } from "../protocol.ts";
import type { RuledRoot } from "./root.ts";
import { pathError } from "../error-messages.ts";

type Place = { readonly ruled: RuledRoot; readonly rel: WorkspacePath };

/** `at` throws for what is in no root. */
export function createSandboxStaging(at: (path: RealPath) => Place): Staging {
  const step = <T>({ ruled, rel }: Place, run: (staging: Staging, path: RealPath) => Promise<T>): Promise<T> =>
    ruled.withOwnPaths(() => run(ruled.root.files.staging, asReal(rel)));
  /** READ_ONLY, SUFFIX. */
  const requireWritable = (path: RealPath): Place => {
    const place = at(path);
    const { ruled, rel } = place;
    ruled.requireRw(rel);
    if (rel === ROOT) throw pathError("IS_DIR", { path: ruled.named(rel) });
    ruled.requireSuffix(rel);
    return place;
  };
  return {
    address: (path) => {
      const { ruled, rel } = at(path);
      return ruled.root.files.staging.address(asReal(rel));
    },
    look: async (path) => {
      const place = at(path);
      const { ruled, rel } = place;
      if (rel !== "") ruled.requireSuffix(rel);
      const seen = await step(place, (staging, own) => staging.look(own));
      if (seen.kind !== "file") return seen;
      if (!ruled.allows(seen.target)) return { kind: "other", code: "SYMLINK" };
      if (seen.bytes.length > (ruled.root.maxFileBytes ?? Infinity)) return { kind: "other", code: "TOO_LARGE" };
      return { ...seen, target: ruled.named(seen.target) };
    },
    glance: async (path, since) => {
      const place = at(path);
      const { ruled, rel } = place;
      if (rel !== "") ruled.requireSuffix(rel);
      const seen = await step(place, (staging, own) => glanceAt(staging, own, since));
      if (seen.kind !== "file") return seen;
      if (!ruled.allows(seen.target)) return { kind: "other", code: "SYMLINK" };
      if (seen.size > (ruled.root.maxFileBytes ?? Infinity)) return { kind: "other", code: "TOO_LARGE" };
      return { ...seen, target: ruled.named(seen.target) };
    },
    makeParents: async (path) => {
      const place = requireWritable(path);
      const made = await step(place, (staging, own) => staging.makeParents(own));
      return made.map((folder) => asReal(place.ruled.named(folder)));
    },
    stage: async (path, temp, bytes, options) => {
      const place = requireWritable(path);
      place.ruled.requireSize(place.rel, bytes.length);
      await step(place, (staging, own) => staging.stage(own, temp, bytes, options));
    },
    replace: async (path, temp, options) =>
      step(requireWritable(path), (staging, own) => staging.replace(own, temp, options)),
    create: async (path, temp) => step(requireWritable(path), (staging, own) => staging.create(own, temp)),
    remove: async (path, options) => step(requireWritable(path), (staging, own) => staging.remove(own, options)),
    removeLink: async (path) => {
      const place = at(path);
      place.ruled.requireRw(place.rel);
      return step(place, (staging, own) => staging.removeLink(own));
    },
    // Cleaning up what we made ourselves needs no leave.
    discard: async (path, temp) => step(at(path), (staging, own) => staging.discard(own, temp)),
    removeDirectory: async (path) => {
      const place = at(path);
      place.ruled.requireRw(place.rel);
      return step(place, (staging, own) => staging.removeDirectory(own));
    },
    flush: async (path) => step(at(path), (staging, own) => staging.flush(own)),
  };
}

/** `glance` where the backend has it, else the same by `look`. */
export async function glanceAt(staging: Staging, path: RealPath, since?: Glance): Promise<Glance> {
  if (staging.glance !== undefined) return staging.glance(path, since);
  const seen = await staging.look(path);
  if (seen.kind !== "file") return seen;
  const { version, mode, target, bytes } = seen;
  return { kind: "file", version, mode, target, size: bytes.length, stamp: null };
}
