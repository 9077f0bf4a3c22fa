// The published packages this check is made of, and what each brings that the others do not.
// Two versions that differ in several files, with sources a person can read.

export type Pair = { readonly name: string; readonly old: string; readonly new: string };

export const PAIRS: readonly Pair[] = [
  // Callback code and a long history in Markdown, full of fences, rules and lists.
  { name: "express", old: "4.17.3", new: "4.18.0" },
  // Many functions that look alike; type declarations.
  { name: "commander", old: "11.1.0", new: "12.0.0" },
  // A rewrite: most files come or go, into a new folder.
  { name: "chalk", old: "4.1.2", new: "5.0.0" },
  // An empty file, files that end without a line break, tables of data on one line.
  { name: "mime", old: "1.6.0", new: "2.0.3" },
  { name: "ws", old: "7.5.9", new: "8.0.0" },
  // Hundreds of small files, few of which change; a new one that may be run.
  { name: "yaml", old: "2.3.4", new: "2.4.0" },
  // Protected paths (.github/workflows) go; non-ASCII tests.
  { name: "qs", old: "6.9.4", new: "6.9.6" },
  // CRLF in nearly every file; a protected path comes.
  { name: "tslib", old: "1.10.0", new: "1.11.0" },
  // CRLF in every file.
  { name: "adm-zip", old: "0.4.13", new: "0.4.16" },
  // Everything moves from one folder to another.
  { name: "js-yaml", old: "3.14.1", new: "4.0.0" },
  // 270 files: byte order marks, many that end without a line break, a protected path (.vscode) comes.
  { name: "less", old: "3.0.0", new: "3.5.0" },
  // 360 files of nearly the same text, bundles of half a megabyte, every script.
  { name: "moment", old: "2.24.0", new: "2.25.0" },
];
