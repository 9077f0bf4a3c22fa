// What the looping child writes: any file can be checked by itself, and says which version it is.

import type { Change } from "../../src/edits/index.ts";

export function nameOf(index: number): string {
  return `d${index % 5}/f${index}.txt`;
}

export function contentOf(index: number, version: number): string {
  return `${version}\n${`${index} in version ${version}\n`.repeat(20)}`;
}

/** All files to a version; one more exists in odd versions only. */
export function changesTo(version: number, files: number): readonly (readonly [string, Change])[] {
  const all = Array.from({ length: files - 1 }, (_, index): readonly [string, Change] => [
    nameOf(index),
    { kind: "overwrite", content: contentOf(index, version) },
  ]);
  const odd: Change =
    version % 2 === 1 ? { kind: "overwrite", content: contentOf(files, version) } : { kind: "delete" };
  return [...all, ["odd/deep/odd.txt", odd]];
}
