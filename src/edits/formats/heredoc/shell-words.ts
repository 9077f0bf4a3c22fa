// The words and signs of one line of shell. Nothing is expanded: a word says whether a shell would.

export type Word = {
  readonly kind: "word";
  readonly text: string;
  readonly isQuoted: boolean;
  readonly expands: boolean;
};
export type Token = Word | { readonly kind: "sign"; readonly sign: string };

const SIGN = /<<-|<<<|<<|>>|>\||&&|\|\||[<>|&;()]/y;
const PLAIN = /[^\s'"\\<>|&;()`]+/y;

/** Null for quotes that are not closed, and for a command in a command. */
export function tokensOf(line: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < line.length) {
    const character = line.charAt(at);
    if (character === " " || character === "\t" || character === "\n") {
      at += 1;
      continue;
    }
    if (character === "#" && tokens.length > 0) break;
    // A number before a sign is that of a channel: "2> errors".
    const channel = /\d(?=>)/y;
    channel.lastIndex = at;
    if (channel.test(line)) return null;
    SIGN.lastIndex = at;
    const sign = SIGN.exec(line)?.[0];
    if (sign !== undefined) {
      tokens.push({ kind: "sign", sign });
      at += sign.length;
      continue;
    }
    const word = wordAt(line, at);
    if (word === null) return null;
    tokens.push(word.token);
    at = word.next;
  }
  return tokens;
}

function wordAt(line: string, from: number): { readonly token: Word; readonly next: number } | null {
  let [text, isQuoted, expands, at] = ["", false, false, from];
  while (at < line.length) {
    const sign = line.charAt(at);
    if (sign === "'") {
      const end = line.indexOf("'", at + 1);
      if (end < 0) return null;
      text += line.slice(at + 1, end);
      isQuoted = true;
      at = end + 1;
    } else if (sign === '"') {
      const inner = /"((?:[^"\\]|\\[\s\S])*)"/y;
      inner.lastIndex = at;
      const found = inner.exec(line);
      if (found === null) return null;
      // In double quotes a backslash is one, unless it comes before one of these.
      const plain = found[1]!.replaceAll(/\\(["\\])/g, "$1");
      expands ||= /[$`]/.test(found[1]!.replaceAll(/\\[\s\S]/g, "")) || /\\[$`\n]/.test(found[1]!);
      text += plain;
      isQuoted = true;
      at = inner.lastIndex;
    } else if (sign === "\\") {
      text += line.charAt(at + 1);
      isQuoted = true;
      at += 2;
    } else {
      PLAIN.lastIndex = at;
      const plain = PLAIN.exec(line)?.[0];
      if (plain === undefined) break;
      expands ||= /[$*?[\]{}]/.test(plain);
      text += plain;
      at += plain.length;
    }
  }
  return at === from ? null : { token: { kind: "word", text, isQuoted, expands }, next: at };
}
