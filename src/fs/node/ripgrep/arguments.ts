// How ripgrep is asked. Nothing is left to its own judgement: no configuration, no ignore file, no link, no encoding,
// no preprocessor, no archive. What a model wrote is a value behind its option, never an option.

import type { Wanted } from "../../search/finder.ts";

const PLAIN = [
  "--no-config",
  // Ignore files are ours to read: its rules differ in corners, and it would wait for a pipe called .gitignore.
  "--no-ignore",
  "--no-ignore-messages",
  "--hidden",
  "--no-follow",
  "--no-pre",
  "--no-search-zip",
  "--text",
  "--encoding=none",
  "--engine=default",
  "--no-multiline",
  "--no-crlf",
  "--color=never",
  "--hyperlink-format=none",
  "--null",
];

export type Asked = {
  readonly args: readonly string[];
  /** It reports files that are too large only with its debug output, which then also explains globs at length. */
  readonly tellsLarge: boolean;
};

/** With the wanted files come all the .gitignore files, which say which of them are ignored. */
export function askFiles({ globs: wanted, without }: Wanted): Asked {
  const only = wanted === null ? null : [...wanted, "/**/.gitignore"];
  // One processor is left to us: we look at the files while more are being listed.
  const { availableParallelism } = process.getBuiltinModule("node:os"); // Few commands search.
  const threads = `--threads=${Math.max(1, availableParallelism() - 1)}`;
  return { args: [...PLAIN, "--files", threads, ...globs(only, without), "--", "./"], tellsLarge: false };
}

export function askLines(wanted: Wanted & { readonly expression: string }): Asked {
  const tellsLarge = wanted.globs === null;
  const lines = ["--files-with-matches", ...upTo(wanted), ...(tellsLarge ? ["--debug"] : [])];
  const args = [...PLAIN, ...lines, ...globs(wanted.globs, wanted.without), "-e", wanted.expression, "--", "./"];
  return { args, tellsLarge };
}

/** Every file, and on the side those that are too large. */
export function askLarge(wanted: Wanted): Asked {
  const args = [...PLAIN, "--files", ...upTo(wanted), "--debug", ...globs(null, wanted.without), "--", "./"];
  return { args, tellsLarge: true };
}

function upTo({ maxBytes }: Wanted): readonly string[] {
  return Number.isFinite(maxBytes) ? [`--max-filesize=${maxBytes}`] : [];
}

/** The last glob that matches decides, so what is left out comes last. */
function globs(only: readonly string[] | null, without: readonly string[]): readonly string[] {
  const exact = without.map((path) => `!/${path.replaceAll(/[^0-9A-Za-z_./\u0080-\uffff-]/g, "\\$&")}`);
  return [...(only ?? []), "!.git", ...exact].map((glob) => `--glob=${glob}`);
}
