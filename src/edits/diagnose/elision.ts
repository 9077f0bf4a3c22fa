// Lines in place of code that the writer left out: "// ... existing code ...", "# rest of the file unchanged", "...".
// In any comment syntax. Ordinary comments that merely contain dots or the word "rest" are not among them.

// What opens and closes a comment, and brackets around the words. Each is taken off at most a few times.
const OPENERS = ["<!--", "/**", "/*", "//", "{/*", "#", "--", "%", ";", "'", '"""', "'''", "*", "(*", "(", "[", "{"];
const CLOSERS = ["-->", "*/}", "*/", '"""', "'''", "*)", ")", "]", "}"];

const DOTS = /^(?:\.{3,}|\u2026)/u;
const DOTS_AT_END = /(?:\.{3,}|\u2026)$/u;

// What is said to be somewhere else, and how such a claim may end.
const THINGS =
  "(?:code|file|functions?|methods?|class(?:es)?|implementations?|imports?|logic|module|components?|body|contents?|tests?|script|lines?|fields?|properties|props|state|routes|handlers|cases|styles|rules|definitions)";
const END =
  "(?: (?:here|above|below|goes here|go here|unchanged|omitted|as is|as before|not shown|etc|is unchanged|are unchanged|(?:stays?|remains?|is|are)(?: the)? (?:same|unchanged)|remains?|stays?|for brevity|omitted for brevity))?$";

// Claims that need no dots to be understood.
const PLAIN = [
  `^(?:the )?(?:rest|remainder) of (?:the |this |your |my )?(?:\\w+ ){0,2}?${THINGS}${END}`,
  `^(?:keep )?(?:the |all |your )?existing (?:code|implementation|imports|content|logic|methods|functions)${END}`,
  `^(?:code|everything|all|rest|the rest|remaining code|${THINGS})(?: else)?(?: below| above| here)? (?:is |are |remains? |stays? )?(?:unchanged|omitted|elided|as before|the same|not shown|snipped|truncated)(?: for brevity)?$`,
  "^(?:unchanged|omitted|snip|snipped|same as before|as before|no changes?(?: here)?)$",
].map((claim) => new RegExp(claim, "iu"));

// Claims that ordinary comments make too; with dots they mean code that is not shown.
const DOTTED = [
  `^(?:keep )?(?:the |all |all the |your |my )?(?:existing|previous|other|remaining|unchanged|same|original|more|additional) (?:\\w+ ){0,2}?${THINGS}${END}`,
].map((claim) => new RegExp(claim, "iu"));

/** True for a line that says that something was left out here. Bare dots count. */
export function isElision(line: string): boolean {
  const { words, commented } = bare(line);
  if (words === "") return false;
  const dotted = DOTS.test(words);
  if (dotted && (commented || /^(?:\.{3,}|\u2026)$/u.test(words))) return true;
  return (dotted || commented) && claims(words);
}

/**
 * True for a line that is certainly a placeholder when it appears in new content: a comment that claims to stand for
 * code. Bare dots are not enough: Python and prose use them.
 */
export function isPlaceholder(line: string): boolean {
  const { words, commented } = bare(line);
  if (words === "" || words.length > 200) return false;
  if (ONLY_DOTS.test(words) && COMMENT.test(line)) return true;
  return (commented || DOTS.test(words)) && claims(words);
}

const ONLY_DOTS = /^(?:\.{3,}|\u2026)$/u;
/** Dots in brackets may be code. */
const COMMENT = /^\s*(?:\/\/|#|\/\*|<!--|--|;|%|\{\/\*)/;

function claims(words: string): boolean {
  const claim = words
    .replace(/^[.\u2026\s([{]+/u, "")
    .replace(/[.\u2026\s)\]}]{1,20}$/u, "")
    .trim();
  const dotted = DOTS.test(words) || DOTS_AT_END.test(words);
  return PLAIN.some((pattern) => pattern.test(claim)) || (dotted && DOTTED.some((pattern) => pattern.test(claim)));
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
