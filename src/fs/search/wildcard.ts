// One name against one segment of a glob or of a .gitignore line. Cost: length of name × length of segment.

export type Segment = readonly Token[];

type Token =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "any" }
  | { readonly kind: "star" }
  | { readonly kind: "class"; readonly negated: boolean; readonly ranges: readonly Range[] };

/** Code points, both ends included. */
type Range = readonly [number, number];

/** Null when a "[" is never closed. With `escapes`, a backslash makes the next character plain. */
export function compileSegment(source: string, { escapes }: { readonly escapes: boolean }): Segment | null {
  const tokens: Token[] = [];
  let text = "";
  const flush = (): void => {
    if (text !== "") tokens.push({ kind: "text", text });
    text = "";
  };
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at]!;
    if (escapes && char === "\\") {
      at += 1;
      if (at === source.length) return null;
      text += source[at]!;
    } else if (char === "*") {
      flush();
      if (tokens.at(-1)?.kind !== "star") tokens.push({ kind: "star" });
    } else if (char === "?") {
      flush();
      tokens.push({ kind: "any" });
    } else if (char === "[") {
      flush();
      const parsed = parseClass(source, at, escapes);
      if (parsed === null) return null;
      tokens.push(parsed.token);
      at = parsed.to - 1;
    } else text += char;
  }
  flush();
  return tokens;
}

/**
 * "*" takes as little as it can; on a later failure only the last "*" takes more. That finds a match
 * whenever there is one, because what is between two stars may be matched as early as possible.
 */
export function matchSegment(tokens: Segment, name: string): boolean {
  let token = 0;
  let at = 0;
  let retryToken = -1;
  let retryAt = 0;
  for (;;) {
    const wanted = tokens[token];
    if (wanted?.kind === "star") {
      retryToken = token;
      retryAt = at;
      token += 1;
      continue;
    }
    const taken = wanted === undefined ? (at === name.length ? 0 : -1) : take(wanted, name, at);
    if (taken >= 0) {
      if (wanted === undefined) return true;
      at += taken;
      token += 1;
    } else if (retryToken >= 0 && retryAt < name.length) {
      retryAt += unitsAt(name, retryAt);
      at = retryAt;
      token = retryToken + 1;
    } else return false;
  }
}

/** How many units of the name the token takes here; -1 when it does not match. */
function take(token: Exclude<Token, { kind: "star" }>, name: string, at: number): number {
  if (token.kind === "text") return name.startsWith(token.text, at) ? token.text.length : -1;
  const point = name.codePointAt(at);
  if (point === undefined) return -1;
  if (token.kind === "class") {
    const inside = token.ranges.some(([low, high]) => low <= point && point <= high);
    if (inside === token.negated) return -1;
  }
  return unitsAt(name, at);
}

function unitsAt(name: string, at: number): number {
  return name.codePointAt(at)! > 0xffff ? 2 : 1;
}

function parseClass(source: string, open: number, escapes: boolean): { token: Token; to: number } | null {
  const negated = source[open + 1] === "!" || source[open + 1] === "^";
  const first = open + (negated ? 2 : 1);
  const ranges: Range[] = [];
  let at = first;
  const next = (): number | null => {
    if (escapes && source[at] === "\\") at += 1;
    const point = source.codePointAt(at);
    if (point === undefined) return null;
    at += unitsAt(source, at);
    return point;
  };
  while (at < source.length) {
    // A "]" that comes first is a member, not the end.
    if (source[at] === "]" && at > first) return { token: { kind: "class", negated, ranges }, to: at + 1 };
    const named = escapes ? posixClass(source, at) : null;
    if (named !== null) {
      ranges.push(...named.ranges);
      at = named.to;
      continue;
    }
    const low = next();
    if (low === null) return null;
    let high: number | null = low;
    if (source[at] === "-" && at + 1 < source.length && source[at + 1] !== "]") {
      at += 1;
      high = next();
      if (high === null) return null;
    }
    ranges.push([low, high]);
  }
  return null;
}

const POSIX: ReadonlyMap<string, readonly Range[]> = new Map(
  Object.entries({
    alnum: ["09", "AZ", "az"],
    alpha: ["AZ", "az"],
    blank: ["  ", "\t\t"],
    digit: ["09"],
    lower: ["az"],
    punct: ["!/", ":@", "[`", "{~"],
    space: ["  ", "\t\r"],
    upper: ["AZ"],
    xdigit: ["09", "AF", "af"],
  }).map(([name, pairs]) => [name, pairs.map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)] as const)]),
);

/** "[:digit:]" and its kin, which .gitignore knows. */
function posixClass(source: string, at: number): { ranges: readonly Range[]; to: number } | null {
  if (!source.startsWith("[:", at)) return null;
  const close = source.indexOf(":]", at + 2);
  const ranges = close < 0 ? undefined : POSIX.get(source.slice(at + 2, close));
  return ranges === undefined ? null : { ranges, to: close + 2 };
}
