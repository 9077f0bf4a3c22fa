// A pattern of our dialect for ripgrep, whose engine only narrows down which files are worth reading. What it finds
// is a superset: every line that our own engine takes, and a few more where an exact spelling would need looking ahead.
// Every class is written out in code points, so that no table of the other engine has a say.

type Token = {
  readonly text: string;
  readonly kind: "open" | "close" | "or" | "end" | "other";
  /** How many groups are open around it. */
  readonly depth: number;
};

/** `source` is a spelled pattern that our engine has accepted. Null when the two engines may fold letters differently. */
export function rustExpression(source: string): string | null {
  // Tables of upper and lower case differ between versions of Unicode; for ASCII letters they never will.
  if (/\(\?[a-zA-Z]*i/.test(source) && /[^\0-\x7f]|\\x/.test(source)) return null;
  const tokens = tokenize(source);
  return tokens.map((token, index) => (token.kind === "end" ? spellEnd(tokens, index) : token.text)).join("");
}

/**
 * One line in ripgrep keeps the "\r" that ours has lost, so the end may come before one. That takes a character, which
 * is harmless only if nothing comes after it; elsewhere the condition is dropped.
 */
function spellEnd(tokens: readonly Token[], index: number): string {
  let at = index + 1;
  while (at < tokens.length) {
    const { kind, depth } = tokens[at]!;
    if (kind === "close") at += 1;
    else if (kind === "or") at = closing(tokens, at, depth);
    else return "(?:)";
  }
  return "(?:\\r?(?m:$))";
}

function closing(tokens: readonly Token[], from: number, depth: number): number {
  const found = tokens.findIndex((token, at) => at > from && token.kind === "close" && token.depth === depth);
  return found < 0 ? tokens.length : found;
}

function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  const push = (text: string, kind: Token["kind"] = "other"): void => void tokens.push({ text, kind, depth });
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at, at + 200);
    const char = source[at]!;
    if (char === "\\") {
      const { text, length } = escaped(source, at);
      push(text, source[at + 1] === "z" ? "end" : "other");
      at += length;
    } else if (char === "[") {
      const { text, to } = spellClass(source, at);
      push(text);
      at = to;
    } else if (char === "(") {
      const { text, length, opens } = group(source, at);
      if (opens) depth += 1;
      push(text, opens ? "open" : "other");
      at += length;
    } else if (char === ")") {
      push(")", "close");
      depth -= 1;
      at += 1;
    } else if (char === "{") {
      const repeat = /^\{[\d,]+\}/.exec(rest)?.[0] ?? "\\{";
      push(repeat);
      at += repeat === "\\{" ? 1 : repeat.length;
    } else if ("|$^*+?.".includes(char)) {
      push(char === "^" ? "(?m:^)" : char, char === "|" ? "or" : char === "$" ? "end" : "other");
      at += 1;
    } else {
      const point = source.codePointAt(at)!;
      push(code(point));
      at += point > 0xffff ? 2 : 1;
    }
  }
  return tokens;
}

/** No group is remembered, and of the flags only "i" means anything for a single line. */
function group(source: string, at: number): { text: string; length: number; opens: boolean } {
  const named = /^\(\?P?<\w+>/.exec(source.slice(at, at + 4096));
  if (named !== null) return { text: "(?:", length: named[0].length, opens: true };
  const flags = /^\(\?([a-zA-Z]*)(-[a-zA-Z]*)?([:)])/.exec(source.slice(at, at + 64));
  if (flags === null) return { text: "(?:", length: 1, opens: true };
  const [whole, on = "", off = "", last] = flags;
  const kept = off.includes("i") ? "-i" : on.includes("i") ? "i" : "";
  const opens = last === ":";
  return { text: opens || kept !== "" ? `(?${kept}${last}` : "", length: whole.length, opens };
}

const PERL: Readonly<Record<string, string>> = {
  d: "0-9",
  w: "0-9A-Za-z_",
  s: "\\x{9}\\x{A}\\x{C}\\x{D}\\x{20}",
};
const CONTROLS: Readonly<Record<string, number>> = { a: 7, t: 9, n: 10, v: 11, f: 12, r: 13 };

function escaped(source: string, at: number): { text: string; length: number } {
  const letter = source[at + 1]!;
  const edges: Readonly<Record<string, string>> = { b: "(?-u:\\b)", B: "(?-u:\\B)", A: "(?m:^)", z: "" };
  const edge = edges[letter];
  if (edge !== undefined) return { text: edge, length: 2 };
  const perl = PERL[letter.toLowerCase()];
  if (perl !== undefined) return { text: letter in PERL ? `[${perl}]` : `[^${perl}]`, length: 2 };
  const { point, length } = characterAt(source, at);
  return { text: code(point), length };
}

/** A plain character or an escape that means one. */
function characterAt(source: string, at: number): { readonly point: number; readonly length: number } {
  if (source[at] === "\\") {
    const hex = /^\\x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]+)\})/.exec(source.slice(at, at + 20));
    if (hex !== null) return { point: Number.parseInt(hex[1] ?? hex[2]!, 16), length: hex[0].length };
    const letter = source[at + 1]!;
    return { point: CONTROLS[letter] ?? letter.charCodeAt(0), length: 2 };
  }
  const point = source.codePointAt(at)!;
  return { point, length: point > 0xffff ? 2 : 1 };
}

function spellClass(source: string, open: number): { readonly text: string; readonly to: number } {
  let at = open + 1;
  let text = "[";
  if (source[at] === "^") {
    text += "^";
    at += 1;
  }
  for (let first = true; source[at] !== "]" || first; first = false) {
    const posix = /^\[:\^?[a-z]+:\]/.exec(source.slice(at, at + 20))?.[0];
    const perl = source[at] === "\\" ? PERL[source[at + 1]!.toLowerCase()] : undefined;
    if (posix !== undefined) {
      text += posix;
      at += posix.length;
    } else if (perl !== undefined) {
      text += source[at + 1]! in PERL ? perl : `[^${perl}]`;
      at += 2;
    } else {
      const low = characterAt(source, at);
      at += low.length;
      text += code(low.point);
      if (source[at] !== "-" || source[at + 1] === "]") continue;
      const high = characterAt(source, at + 1);
      at += 1 + high.length;
      text += `-${code(high.point)}`;
    }
  }
  return { text: `${text}]`, to: at + 1 };
}

/** Letters and digits as they are, everything else by its number: the expression is plain ASCII. */
function code(point: number): string {
  const char = String.fromCodePoint(point);
  return /^[0-9A-Za-z]$/.test(char) ? char : `\\x{${point.toString(16).toUpperCase()}}`;
}
