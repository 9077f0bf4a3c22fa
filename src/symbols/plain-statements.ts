// Most lines of JavaScript are calls, returns and assignments that define nothing, and parsing them is most of the work.
// They become empty lines here, so that every other line keeps its number. A line is emptied only when it is whole by
// itself and without any quote, brace, slash or function, so that it means nothing to what is around it, be that code, a
// comment or a string.

/** The same lines, of which those that cannot define anything are empty. */
export function withoutPlainStatements(text: string): string {
  const parts: string[] = [];
  let kept = 0;
  let isBetweenStatements = false;
  for (let from = 0; from < text.length;) {
    const feed = text.indexOf("\n", from);
    const to = feed < 0 ? text.length : feed;
    const last = lastVisible(text, from, to);
    if (last >= 0) {
      const ends = text.charCodeAt(last);
      if (isBetweenStatements && ends === SEMICOLON && isPlain(text.slice(from, last + 1))) {
        parts.push(text.slice(kept, from));
        kept = last + 1;
      }
      isBetweenStatements = ends === SEMICOLON || ends === OPENING_BRACE || ends === CLOSING_BRACE;
    }
    from = to + 1;
  }
  parts.push(text.slice(kept));
  return parts.join("");
}

const SEMICOLON = 0x3b;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const MOST_CHARACTERS = 200;

/** -1 for a line of spaces. */
function lastVisible(text: string, from: number, to: number): number {
  for (let at = to - 1; at >= from; at -= 1) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return at;
  }
  return -1;
}

/** Indented, begins with a name, and has only names, numbers and operators up to the semicolon. */
const PLAIN = /^[ \t]+([\w$]+)[\w$ .,()[\]+\-*%<>=!&|?:]*;$/;
const ARROW_OR_DEFINITION = /=>|\b(?:function|class)\b/;
/** What may begin something that spans lines, belongs to the line before, or is a definition. */
const NOT_PLAIN: ReadonlySet<string> = new Set(
  `abstract accessor async case catch class const declare default do else enum export exports finally for from function
  get global if import in interface instanceof let module namespace of private protected public readonly set static
  switch try type unique using var while with yield`.split(/\s+/),
);

function isPlain(line: string): boolean {
  if (line.length > MOST_CHARACTERS) return false;
  const first = PLAIN.exec(line)?.[1];
  return first !== undefined && !NOT_PLAIN.has(first) && !ARROW_OR_DEFINITION.test(line) && isBalanced(line);
}

function isBalanced(line: string): boolean {
  let depth = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]!;
    if (character === "(" || character === "[") depth += 1;
    else if (character === ")" || character === "]") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
