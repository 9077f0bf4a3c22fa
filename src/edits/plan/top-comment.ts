// A whole file that is shown without the comment at its top: a licence, a note about who made it. Models leave it out, and
// hardly ever mean to remove it. Never takes code for a comment: which signs begin one depends on the file's name.

import { isTelling } from "../diagnose/line-kinds.ts";
import { isBlank } from "../diagnose/soften.ts";
import { trimmed, withoutName } from "./shown-part.ts";

export type LeftTop = {
  /** Lines of the comment, from the first of the file. */
  readonly count: number;
  /** The file with its comment and what is shown; null when the comment is all that is gone, or its end is not clear. */
  readonly kept: readonly string[] | null;
};

/** Of code that is otherwise mostly the file's own. */
const MOST = 0.5;
/** So many telling lines of a comment are a licence or the like, whatever comment is shown instead. */
const FEW = 3;

/** Null when nothing is left out there. `own` and `shown`: lines without their endings. */
export function leftTop(own: readonly string[], shown: readonly string[], path: string): LeftTop | null {
  const count = topComment(own, path);
  if (count === 0) return null;
  const lines = trimmed(withoutName(own, shown, path));
  const has = new Set(lines.map((line) => line.trim()));
  const code = own.slice(count).filter(isTelling);
  const isSame = code.length > 0 && code.filter((line) => has.has(line.trim())).length >= code.length * MOST;
  const gone = own.slice(0, count).filter((line) => isTelling(line) && !has.has(line.trim()));
  if (topComment(lines, path) > 0 && gone.length >= FEW && isSame) return { count: lastOf(own, count), kept: null };
  if (topComment(lines, path) > 0 && !own.slice(0, count).includes(lines[0]!)) return null; // It has one of its own.
  const from = own.findIndex((line, at) => at > 0 && line === lines[0] && isTelling(line));
  const isFound = from > 0 && from <= count;
  const left = own.slice(0, isFound ? from : count).filter(isTelling);
  if (left.length === 0 || left.some((line) => has.has(line.trim()))) return null;
  const rest = own.slice(isFound ? from : count).filter(isTelling);
  if (rest.filter((line) => has.has(line.trim())).length < rest.length * MOST || rest.length === 0) return null;
  // A comment that a blank line sets off is about the file, whatever its first line of code has become.
  const isApart = isFound || isBlank(own[count - 1]!);
  const kept = isApart ? [...own.slice(0, isFound ? from : count), ...lines] : null;
  const isAll = kept !== null && trimmed(own).join("\n") === trimmed(kept).join("\n");
  return { count: isFound ? lastOf(own, from) : lastOf(own, count), kept: isAll ? null : kept };
}

function lastOf(own: readonly string[], end: number): number {
  return own.slice(0, end).findLastIndex((line) => !isBlank(line)) + 1;
}

type Signs = { readonly line: RegExp | null; readonly open: string | null; readonly close: string };

const C: Signs = { line: /^\/\//, open: "/*", close: "*/" };
const HASH: Signs = { line: /^#(?!!)/, open: null, close: "" };
const TAGS: Signs = { line: null, open: "<!--", close: "-->" };
const DASHES: Signs = { line: /^--/, open: "/*", close: "*/" };
const SIGNS: readonly (readonly [RegExp, Signs])[] = [
  [
    /\.(?:[cm]?[jt]sx?|java|kts?|swift|go|rs|dart|scala|groovy|c|h|cc|cpp|cxx|hpp|cs|m|mm|css|scss|less|php|proto|zig|glsl|jsonc)$/i,
    C,
  ],
  [
    /\.(?:py|pyi|rb|sh|bash|zsh|fish|pl|pm|r|jl|ya?ml|toml|ex|exs|cr|nim|tf|cfg|conf|mk|cmake|ps1)$|(?:^|\/)(?:Makefile|Dockerfile|Rakefile|Gemfile)$/i,
    HASH,
  ],
  [/\.(?:html?|xml|svg|vue|svelte|md|markdown)$/i, TAGS],
  [/\.(?:sql|lua|hs|elm)$/i, DASHES],
];

/** How many lines at the top are comments, with the blank lines after them; 0 without one. A `#!` line is none. */
function topComment(lines: readonly string[], path: string): number {
  const signs = SIGNS.find(([ending]) => ending.test(path))?.[1];
  if (signs === undefined) return 0;
  let isIn = false;
  let found = false;
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
    if (isIn) {
      isIn = !text.includes(signs.close);
      if (!isIn && !text.endsWith(signs.close)) return 0;
      continue;
    }
    if (text === "") continue;
    if (signs.line?.test(text) === true) found = true;
    else if (signs.open !== null && text.startsWith(signs.open)) {
      found = true;
      isIn = !text.includes(signs.close, signs.open.length);
      if (!isIn && !text.endsWith(signs.close)) return 0;
    } else return found ? at : 0;
  }
  return 0; // Nothing but comments.
}
