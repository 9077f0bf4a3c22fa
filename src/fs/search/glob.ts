// Our own globs, the same on every backend. Matching never explodes: the cost is bounded by pattern × path.
//
//   pattern  = segment *( "/" segment )        relative; no "..", no backslash, no hidden character
//   segment  = "**"                            zero or more whole folders
//            | *( "*" | "?" | class | char )   nothing here crosses "/"; names with a leading dot match too
//   class    = "[" [ "!" | "^" ] ( char | char "-" char )+ "]"
//   braces   = "{" pattern *( "," pattern ) "}"   written out before matching; braces without a comma are characters

import { LIMITS, failure, hasHidden } from "../../base/index.ts";
import { compileSegment, matchSegment, type Segment } from "./wildcard.ts";

export type Glob = {
  /** Does the whole relative path match? */
  matches(path: string): boolean;
  /** Could anything below this folder match? False lets a walk skip it. */
  enters(folder: string): boolean;
  /** For a finder: globs in the spelling of .gitignore that let through all that matches, and maybe more. */
  readonly loose: readonly string[];
};

const MAX_PATTERN = LIMITS.patternChars.value;
const MAX_ALTERNATIVES = 256;
const MAX_WRITTEN_OUT = 65_536;

type Compiled = readonly (Segment | "**")[];

/** PATTERN when the glob is empty, absolute, too long, or could name something outside; INVALID_ARG when no string. */
export function compileGlob(pattern: unknown): Glob {
  return compile(requirePattern(pattern), "unmatched");
}

/** The glob of a rule's pattern: `secrets/` names the folder itself, also as one of several alternatives. */
export function compileRule(pattern: string): Glob {
  return compile(requirePattern(pattern), "matched");
}

/** Whether a pattern that ends with "/" names the folder itself, or no file at all. */
type Folders = "matched" | "unmatched";

function compile(pattern: string, folders: Folders): Glob {
  const alternatives = expandBraces(pattern).map((one) => compileOne(one, { pattern, folders }));
  // Without a wildcard there is nothing to try: rules about a single folder are compared with every path there is.
  const literal = new Set(alternatives.flatMap((segments) => literalOf(segments) ?? []));
  const open = alternatives.filter((segments) => literalOf(segments) === null);
  // A listing of everything asks about every file twice.
  const isAll = alternatives.some((segments) => segments.length > 0 && segments.every((segment) => segment === "**"));
  return {
    matches: (path) => {
      if (isAll || literal.has(path)) return true;
      if (open.length === 0) return false;
      const names = path.split("/");
      return open.some((segments) => matchPath(segments, names));
    },
    enters: (folder) => {
      const names = folder === "" ? [] : folder.split("/");
      return alternatives.some((segments) => couldContinue(segments, names));
    },
    loose: alternatives.map(loosen),
  };
}

/** The one path that matches; null when a wildcard leaves that open. */
function literalOf(segments: Compiled): string | null {
  const names: string[] = [];
  for (const segment of segments) {
    const [token, ...more] = segment === "**" ? [] : segment;
    if (token?.kind !== "text" || more.length > 0) return null;
    names.push(token.text);
  }
  return names.join("/");
}

/** The alternatives of a pattern that match none of these folders and nothing in them. */
export function alternativesOutside(pattern: string, roots: readonly string[]): readonly string[] {
  return expandBraces(requirePattern(pattern)).filter((one) => {
    const segments = compileOne(one, { pattern, folders: "matched" });
    return !roots.some((root) => matchPath(segments, [root]) || couldContinue(segments, [root]));
  });
}

/** A glob for file names at any depth when it has no "/", else for paths. */
export function compileFileGlob(pattern: unknown): Glob {
  const text = requirePattern(pattern);
  return compileGlob(text.includes("/") ? text : `**/${text}`);
}

/**
 * Segments against names. "**" takes as few names as it can; on a later failure only the last "**" gives
 * more, which is enough because what follows it may start anywhere (the same argument as for one "*").
 */
export function matchPath(segments: Compiled, names: readonly string[]): boolean {
  let segment = 0;
  let name = 0;
  let retrySegment = -1;
  let retryName = 0;
  while (name < names.length) {
    const wanted = segments[segment];
    if (wanted === "**") {
      retrySegment = segment;
      retryName = name;
      segment += 1;
    } else if (wanted !== undefined && matchSegment(wanted, names[name]!)) {
      segment += 1;
      name += 1;
    } else if (retrySegment >= 0) {
      retryName += 1;
      name = retryName;
      segment = retrySegment + 1;
    } else return false;
  }
  while (segments[segment] === "**") segment += 1;
  return segment === segments.length;
}

function couldContinue(segments: Compiled, names: readonly string[]): boolean {
  for (const [at, name] of names.entries()) {
    const wanted = segments[at];
    if (wanted === "**") return true;
    // The last segment names a file; a folder here has nothing that matches below it.
    if (wanted === undefined || at === segments.length - 1 || !matchSegment(wanted, name)) return false;
  }
  return true;
}

/** Only text and stars, tied to the searched folder. What takes one character here may be several bytes elsewhere. */
function loosen(segments: Compiled): string {
  return segments.map((segment) => `/${segment === "**" ? segment : loosenSegment(segment)}`).join("");
}

function loosenSegment(segment: Segment): string {
  let spelled = "";
  let starred = false;
  for (const token of segment) {
    // Two stars in a row would cross folders.
    if (token.kind === "text") spelled += token.text.replaceAll(/[^0-9A-Za-z_.\u0080-\uffff-]/g, "\\$&");
    else if (!starred) spelled += "*";
    starred = token.kind !== "text";
  }
  return spelled;
}

function requirePattern(pattern: unknown): string {
  if (typeof pattern !== "string") {
    throw failure("INVALID_ARG", "A pattern must be a string.", { data: { argument: "pattern" } });
  }
  if (pattern === "") throw refuse(pattern, "it is empty");
  if (pattern.length > MAX_PATTERN) throw refuse(pattern, `it is longer than ${MAX_PATTERN} characters`);
  if (pattern.includes("\\"))
    throw refuse(pattern, "it contains a backslash; separate folders with /, write [*] for a star");
  if (hasHidden(pattern)) throw refuse(pattern, "it contains a control or invisible character");
  if (pattern.startsWith("/")) throw refuse(pattern, "it is absolute; patterns are relative to the searched folder");
  return pattern;
}

function compileOne(
  alternative: string,
  { pattern, folders }: { readonly pattern: string; readonly folders: Folders },
): Compiled {
  if (alternative.startsWith("/")) throw refuse(pattern, "one of its alternatives is absolute");
  const segments: (Segment | "**")[] = [];
  for (const part of alternative.split("/")) {
    if (part === "..") throw refuse(pattern, "it contains '..'; search the folder above by its own path");
    if (part === "" || part === ".") continue;
    if (part === "**") {
      if (segments.at(-1) !== "**") segments.push("**");
      continue;
    }
    const segment = compileSegment(part, { escapes: false });
    if (segment === null) throw refuse(pattern, "a [ is never closed; write [[] for the character itself");
    segments.push(segment);
  }
  // "src/**" is about what is inside src, so its last "**" takes at least one name.
  if (segments.at(-1) === "**") segments.push([{ kind: "star" }]);
  // "src/" asks for folders and a glob gives files: an empty class matches no name.
  if (folders === "unmatched" && alternative.endsWith("/"))
    segments.push([{ kind: "class", negated: false, ranges: [] }]);
  if (segments.length === 0) throw refuse(pattern, "it names nothing");
  return segments;
}

/** Every combination of the alternatives, bounded in number and in total length. */
function expandBraces(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [{ text: pattern, from: 0 }];
  let written = 0;
  while (open.length > 0) {
    const { text, from } = open.pop()!; // The loop's condition says that there is one.
    const brace = findBrace(text, from);
    if (brace === null) {
      done.push(text);
      continue;
    }
    const tail = text.slice(brace.to);
    for (const choice of brace.choices.toReversed()) {
      const next = text.slice(0, brace.from) + choice + tail;
      written += next.length;
      open.push({ text: next, from: brace.from });
    }
    if (open.length + done.length > MAX_ALTERNATIVES || written > MAX_WRITTEN_OUT) {
      throw refuse(pattern, `its braces make more than ${MAX_ALTERNATIVES} alternatives`);
    }
  }
  return done;
}

type Brace = { readonly from: number; readonly to: number; readonly choices: readonly string[] };

/** The first brace group with a comma, from `start` on, in one pass. */
function findBrace(text: string, start: number): Brace | null {
  const commas: { readonly at: number; readonly own: number[] }[] = [];
  let found: Brace | null = null;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (char === "[") at = skipClass(text, at);
    else if (char === "{") commas.push({ at, own: [] });
    else if (char === ",") commas.at(-1)?.own.push(at);
    else if (char === "}" && commas.length > 0) {
      const group = commas.pop()!; // Counted in the condition.
      if (group.own.length > 0 && (found === null || group.at < found.from)) {
        const cuts = [group.at, ...group.own, at];
        const choices = cuts.slice(1).map((cut, index) => text.slice(cuts[index]! + 1, cut));
        found = { from: group.at, to: at + 1, choices };
      }
      if (found !== null && commas.length === 0) return found;
    }
  }
  return found;
}

function skipClass(text: string, open: number): number {
  const close = text.indexOf("]", text[open + 1] === "!" || text[open + 1] === "^" ? open + 3 : open + 2);
  return close < 0 ? open : close;
}

function refuse(pattern: string, why: string): Error {
  const short = pattern.length > 80 ? `${pattern.slice(0, 80).toWellFormed()}…` : pattern;
  // What holds hidden characters is not repeated in a message.
  const named = hasHidden(short) ? "The pattern" : `The pattern '${short}'`;
  return failure("PATTERN", `${named} cannot be used: ${why}.`);
}
