// A command that changes a text of a file in place: `sed -i 's/old/new/' file`. Only where old and new are plain text, so
// that what it does is clear. Nothing is run.
//
//   command = "sed" *flag script 1*file / "perl" "-pi" [ "-e" ] script 1*file      one of the flags says "in place"
//   script  = "s" sign text sign text sign [ "g" ]                                any sign but a letter, the same three times

import type { Asked } from "./request.ts";

/** The files, and what is changed in each; null for everything else. `words`: those after the name of the program. */
export function readInPlace(
  program: string,
  words: readonly string[],
): { readonly change: Asked; readonly files: readonly string[] } | null {
  const flags = words.filter((word) => /^-[\w.]*$|^--in-place|^$/.test(word));
  const [script, ...files] = words.filter((word) => !flags.includes(word));
  const isInPlace = flags.some((flag) => IN_PLACE[program]?.test(flag) === true);
  if (!isInPlace || flags.includes("-n") || script === undefined || files.length === 0) return null;
  const [, sign, inner] = /^s([^\w\s\\])(.*)$/.exec(script) ?? [];
  const parts = inner === undefined ? [] : splitAt(inner, sign!); // Both are groups of one match.
  const [old, put, options] = parts;
  if (parts.length !== 3 || !/^g?$/.test(options!)) return null;
  const [find, text] = [plainPattern(old!), plainText(put!)];
  if (find === null || text === null || find.trim() === "") return null;
  return { change: { kind: "replace", find, put: text, match: "chars", all: false }, files };
}

const IN_PLACE: Readonly<Record<string, RegExp>> = {
  sed: /^-(?:[EHrsz]*i|-in-place)/,
  gsed: /^-(?:[EHrsz]*i|-in-place)/,
  perl: /^-p?i/,
};

/** At a sign that has no backslash before it. */
function splitAt(text: string, sign: string): readonly string[] {
  const parts = [""];
  for (let at = 0; at < text.length; at += 1) {
    if (text.charAt(at) === sign) parts.push("");
    else if (text.charAt(at) === "\\" && text.charAt(at + 1) === sign)
      parts.push(parts.pop()! + text.charAt((at += 1)));
    else if (text.charAt(at) === "\\") parts.push(parts.pop()! + text.slice(at, (at += 1) + 1));
    else parts.push(parts.pop()! + text.charAt(at));
  }
  return parts;
}

/** The one text that a pattern stands for; null when it can match several. A dot is read as a literal dot: where that is wrong, the text is not in the file. */
function plainPattern(pattern: string): string | null {
  if (/\\[^.*+?^$()[\]{}|/"'\\-]|(?<!\\)[*+?^$()[\]{}|]/.test(pattern)) return null;
  return pattern.replaceAll(/\\(.)/g, "$1");
}

/** New text; null where it takes something of the old one. */
function plainText(text: string): string | null {
  return /(?<!\\)&|\\[0-9A-Za-z]|\$\d/.test(text) ? null : text.replaceAll(/\\(.)/g, "$1");
}
