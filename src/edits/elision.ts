// Lines that stand for code the writer left out: "// ... existing code ...", "# rest of the file unchanged", "...".
// In any comment syntax. Ordinary comments that merely contain dots or the word "rest" are not among them.

// What opens and closes a comment, and brackets around the words. Each is taken off at most a few times.
const OPENERS = ["<!--", "/**", "/*", "//", "{/*", "#", "--", "%", ";", "'", '"""', "'''", "*", "(*", "(", "[", "{"];
const CLOSERS = ["-->", "*/}", "*/", '"""', "'''", "*)", ")", "]", "}"];

const DOTS = /^(?:\.{3,}|\u2026)/u;
const DOTS_AT_END = /(?:\.{3,}|\u2026)$/u;

// Words that make a claim about code that is not shown. Anchored and without nested repetition: linear.
const CLAIMS = [
  /^(?:the )?(?:rest|remainder) of (?:the |this |your |my )?(?:\w+ ){0,3}?(?:code|file|function|method|class|implementation|imports?|logic|module|component|body|content|contents|tests?|script|program)\b/iu,
  /^(?:\w+ ){0,3}?(?:existing|previous|other|remaining|unchanged|same|original) (?:\w+ ){0,2}?(?:code|file|functions?|methods?|class(?:es)?|implementation|imports?|logic|module|components?|body|contents?|tests?|lines?|fields?|properties|props|state|routes|handlers)\b/iu,
  /^(?:code|everything|all|rest|remaining code|file|the rest)(?: \w+){0,3} (?:unchanged|omitted|elided|as before|the same|stays the same|remains the same|is the same|as is|not shown|snipped|truncated)\b/iu,
  /^(?:unchanged|omitted|snip|snipped|truncated|same as before|as before|no changes?(?: here)?|keep (?:the )?(?:existing|rest|as is)\b.*)$/iu,
];

/** True for a line that says that something was left out here. Bare dots count. */
export function isElision(line: string): boolean {
  const { words, commented } = bare(line);
  if (words === "") return false;
  if (DOTS.test(words)) return commented || claims(trimDots(words)) || /^(?:\.{3,}|\u2026)$/u.test(words);
  return commented && DOTS_AT_END.test(words) && claims(trimDots(words));
}

/**
 * True for a line that is a placeholder beyond doubt when it stands in new content: a comment that claims to stand for
 * code. Bare dots are not enough: Python and prose use them.
 */
export function isPlaceholder(line: string): boolean {
  const { words, commented } = bare(line);
  if (words === "" || words.length > 200) return false;
  const dotted = DOTS.test(words) || DOTS_AT_END.test(words);
  if (!commented && !dotted) return false;
  return claims(trimDots(words));
}

function claims(words: string): boolean {
  return CLAIMS.some((claim) => claim.test(words));
}

function trimDots(words: string): string {
  return words
    .replace(/^[.\u2026\s]+/u, "")
    .replace(/[.\u2026]+$/u, "")
    .trim();
}

/** The line without comment signs and brackets, and whether it had any. */
function bare(line: string): { readonly words: string; readonly commented: boolean } {
  let words = line.slice(0, 400).trim();
  const before = words;
  for (let round = 0; round < 3; round += 1) {
    const opener = OPENERS.find((sign) => words.startsWith(sign));
    if (opener !== undefined) words = words.slice(opener.length).trimStart();
    const closer = CLOSERS.find((sign) => words.endsWith(sign));
    if (closer !== undefined) words = words.slice(0, -closer.length).trimEnd();
  }
  return { words, commented: words !== before };
}
