// The one dialect of grep: what RE2 and Rust's regex crate both read the same way, with ASCII classes, one line
// at a time. A pattern is rewritten into a spelling both accept, or refused; it is never guessed at.
//
//   . [a-z] [^a] [[:alpha:]] \d \w \s \b ^ $ \A \z a|b (a) (?:a) (?P<n>a) (?i) (?s) * + ? {2} {2,} {2,5} and lazy ones
//   not: back-references, look-around, \p{…}, \Q…\E, octal, \n (a match stays in its line)

import { LIMITS, failure } from "../../base/index.ts";

export type Spelled = {
  /** The pattern in the spelling both engines read alike. */
  readonly source: string;
  /** The plain text it means, when it is nothing but text. */
  readonly literal: string | null;
};

const MAX_PATTERN = LIMITS.patternChars.value;
const ESCAPED_LETTERS = "dDwWsSbBAzaftrvx";
const IN_CLASS = "dDwWsSaftrnvx";

export function spell(pattern: unknown): Spelled {
  if (typeof pattern !== "string") {
    throw failure("INVALID_ARG", "A pattern must be a string.", { data: { argument: "pattern" } });
  }
  if (pattern === "") throw refusePattern("it is empty");
  if (pattern.length > MAX_PATTERN) throw refusePattern(`it is longer than ${MAX_PATTERN} characters`);
  if (!pattern.isWellFormed()) throw refusePattern("it contains a lone surrogate");
  let source = "";
  let literal: string | null = "";
  for (let at = 0; at < pattern.length;) {
    const char = pattern[at]!;
    if (char === "\\") {
      const escaped = requireEscape(pattern, at, ESCAPED_LETTERS);
      // "\\x{1F600}" continues to its brace, which is no repeat.
      const code = escaped === "x" ? /^\{[0-9A-Fa-f]*\}/.exec(pattern.slice(at + 2, at + 14))?.[0] : undefined;
      source += `\\${escaped}${code ?? ""}`;
      literal = literal === null || /[A-Za-z]/.test(escaped) ? null : literal + escaped;
      at += 2 + (code?.length ?? 0);
    } else if (char === "[") {
      const [spelled, to] = spellClass(pattern, at);
      source += spelled;
      literal = null;
      at = to;
    } else if (char === "{" && REPEAT.test(pattern.slice(at, at + 12))) {
      const to = pattern.indexOf("}", at) + 1;
      source += pattern.slice(at, to);
      literal = null;
      at = to;
    } else if (char === "{" || char === "}" || char === "]") {
      // Plain characters here in RE2, errors in Rust.
      source += `\\${char}`;
      if (literal !== null) literal += char;
      at += 1;
    } else {
      if (char === "\n") throw refusePattern("a match stays in one line, so it cannot hold a line break");
      if (pattern.startsWith("(?", at)) requireGroup(pattern, at);
      source += char;
      literal = literal === null || ".^$*+?()|".includes(char) ? null : literal + char;
      at += 1;
    }
  }
  return { source, literal };
}

export function refusePattern(why: string): Error {
  return failure("PATTERN", `The search pattern cannot be used: ${why}.`);
}

// Longer counts are left to the engine, which refuses them.
const REPEAT = /^\{\d{1,4}(,\d{0,4})?\}/;

function requireEscape(pattern: string, at: number, letters: string): string {
  const escaped = pattern[at + 1];
  if (escaped === undefined) throw refusePattern("it ends in a backslash");
  if (/[A-Za-z]/.test(escaped) && letters.includes(escaped)) return escaped;
  if (escaped === "n") throw refusePattern("a match stays in one line, so \\n can never match");
  if (/[0-9]/.test(escaped)) throw refusePattern(`back-references and octal codes (\\${escaped}) are not supported`);
  if (escaped === "<" || escaped === ">")
    throw refusePattern(`write ${escaped} without a backslash, or \\b for a word's edge`);
  if (/[\x21-\x7e ]/.test(escaped) && !/[A-Za-z]/.test(escaped)) return escaped;
  throw refusePattern(
    /[A-Za-z]/.test(escaped)
      ? `\\${escaped} is not supported`
      : "there is a backslash before a character that needs none",
  );
}

function requireGroup(pattern: string, at: number): void {
  if (/^\(\?(<?[=!])/.test(pattern.slice(at, at + 4)))
    throw refusePattern("look-ahead and look-behind are not supported");
}

/** A class with everything escaped that Rust would read as an operation on sets. */
function spellClass(pattern: string, open: number): readonly [string, number] {
  let at = open + 1;
  let spelled = "[";
  if (pattern[at] === "^") {
    spelled += "^";
    at += 1;
  }
  for (let first = true; at < pattern.length; first = false) {
    const char = pattern[at]!;
    if (char === "]" && !first) return [`${spelled}]`, at + 1];
    if (char === "\\") {
      spelled += `\\${requireEscape(pattern, at, IN_CLASS)}`;
      at += 2;
      continue;
    }
    const posix = /^\[:\^?[a-z]+:\]/.exec(pattern.slice(at, at + 16));
    if (posix !== null) {
      spelled += posix[0];
      at += posix[0].length;
      continue;
    }
    const doubled = (char === "&" || char === "~") && pattern[at + 1] === char;
    spelled += char === "[" || char === "]" || doubled ? `\\${char}` : char;
    at += 1;
  }
  throw refusePattern("a [ is never closed");
}
