// Whether git would store a file's bytes as they are. A filter is a program of the repository's choosing and is never
// run; git's own conversions (line endings, encoding, keywords) are asked of git. In both cases what git would store is
// not what was approved, so the file is not staged.

import type { Attributes, GitIndex, Repository } from "../../fs/index.ts";

export type ContentCheck = {
  /** Completes "was not staged in git: …" where the attributes of a path, or what they mean, cannot be known. */
  whyUnknown(path: string, index: GitIndex): string | null;
  whyConverted(path: string, bytes: Uint8Array): Promise<string | null>;
  /** Does the object hold these bytes, or what git's own conversions make of them? */
  isStored(path: string, bytes: Uint8Array, objectName: string): Promise<boolean>;
};

export function createContentCheck(repository: Repository, attributes: ReadonlyMap<string, Attributes>): ContentCheck {
  const of = (path: string): Attributes => attributes.get(path) ?? NONE;

  const mayConvert = (path: string, bytes: Uint8Array): boolean => {
    const set = of(path);
    if (set.has("working-tree-encoding")) return true;
    if (set.has("ident") && includes(bytes, "$Id")) return true;
    const isAboutLines = repository.facts.autocrlf || ["text", "eol", "crlf"].some((name) => set.has(name));
    return isAboutLines && includes(bytes, "\r\n");
  };

  return {
    whyUnknown(path, index) {
      if (hasFilter(of(path), repository))
        return "a git filter is set for it, and galley does not run filters; stage it yourself";
      const lost = foldersAbove(path).find(
        (folder) => index.entry(`${folder}.gitattributes`) !== null && !repository.hasAttributesFile(folder),
      );
      return lost === undefined ? null : `${lost}.gitattributes is in git's index but not in the folder`;
    },
    whyConverted: async (path, bytes) => {
      if (!mayConvert(path, bytes)) return null;
      const isSame = (await repository.convertedName(path, bytes)) === repository.objectName(bytes);
      return isSame ? null : "git would store it with other line endings, encoding or keywords; stage it yourself";
    },
    isStored: async (path, bytes, objectName) =>
      repository.objectName(bytes) === objectName ||
      (mayConvert(path, bytes) && (await repository.convertedName(path, bytes)) === objectName),
  };
}

const NONE: Attributes = new Map();

/**
 * Git lists an attribute only if it is set in some way, and writes "unset" for one that is switched off as well as for
 * one whose value is that word. So a filter that is listed counts, except as "unset" where no filter has that name.
 */
function hasFilter(set: Attributes, { facts }: Repository): boolean {
  const value = set.get("filter");
  return value !== undefined && (value !== "unset" || facts.filters.has("unset"));
}

/** "" for the repository's own folder, else with a slash at the end. */
function foldersAbove(path: string): readonly string[] {
  return path.split("/").map((_, depth, names) => (depth === 0 ? "" : `${names.slice(0, depth).join("/")}/`));
}

function includes(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text, 0, "latin1");
}
