// Targets for a file system that has no links: every path is its own target, and reading by name is reading by target.

import { asReal, type Target } from "../../base/index.ts";
import { ownPath } from "../pages.ts";
import type { EntryKind, Files, RealFiles } from "../protocol.ts";

/** The `real` of a backend that has no links: every path is its own target. */
export function realWithoutLinks(files: Files & { kindOf(path: string): EntryKind | null }): RealFiles {
  const search = <Options extends object>({ target, ...options }: Options & { readonly target?: Target }) =>
    target === undefined ? options : { ...options, path: target.real };
  return {
    ...(files.maxFileBytes === undefined ? {} : { maxFileBytes: files.maxFileBytes }),
    resolve: (path) => {
      const own = ownPath(path).path;
      return { path: own, real: asReal(own) };
    },
    read: ({ real }, options) => files.read(real, options),
    list: ({ real }) => files.list(real),
    glob: (pattern, options = {}) => files.glob(pattern, search(options)),
    grep: (pattern, options = {}) => files.grep(pattern, search(options)),
    readBytes: ({ real }) => files.readBytes(real),
    kindOf: ({ real }) => files.kindOf(real),
  };
}
