// A shell line read by a grammar so small that every shell reads it alike: plain words, quotes, `;`, `&&`, `||`, `|`
// and line breaks. Whatever is outside it (an expansion, a redirection, an escape, a comment) is refused, not guessed.
//
//   line  = part { separator part }        separator = ";" | "&&" | "||" | "|" | line break
//   part  = word { blank word }            blank     = space | tab
//   word  = { plain | "'" any but ' "'" | '"' any but " $ ` \ '"' | '"…\x…"' with x outside $ ` " \ and line break }

/** One word. `text` is what the program is given; `glob` says that the shell puts file names in its place. */
export type PlainWord = { readonly text: string; readonly glob: boolean; readonly quoted: boolean };

export type PlainLine =
  | { readonly kind: "plain"; readonly parts: readonly (readonly PlainWord[])[] }
  | { readonly kind: "beyond"; readonly because: string };

export function readPlain(line: string): PlainLine {
  const strange = STRANGE.exec(line);
  if (strange !== null) return beyond(`it holds the character ${named(strange[0])}`);
  return new Reader(line).read();
}

// Control characters, every blank but space, and what is invisible or turns text around: shells and eyes disagree on them.
const STRANGE = /[^\t\n\P{C}]|[^ \t\n\P{Z}]/u;

// Bytes that mean the same to every shell outside quotes.
const PLAIN = /[A-Za-z0-9_./:,@%+-]|[^\0-\x7f]/u;
// Plain where a word goes on: a leading ~ is somebody's home, and so is one after : or =. HEAD~1 and HEAD^ are names.
// `=ls` is the path of a program to zsh. Inside a word `=` is plain; an assignment is seen by the grammar.
const INNER = /[~^]/;
const GLOB = /[*?[\]]/;

class Reader {
  readonly #line: string;
  #at = 0;

  constructor(line: string) {
    this.#line = line;
  }

  read(): PlainLine {
    const parts: PlainWord[][] = [];
    let words: PlainWord[] = [];
    // After `|`, `&&` and `||` a command must follow, line breaks or not.
    let needsMore = false;
    for (;;) {
      this.#skipBlanks();
      if (this.#at >= this.#line.length) break;
      const operator = OPERATOR.exec(this.#line.slice(this.#at, this.#at + 2))?.[0];
      if (operator === undefined) {
        const word = this.#word();
        if (typeof word === "string") return beyond(word);
        words.push(word);
        continue;
      }
      this.#at += operator.length;
      if (words.length > 0) parts.push(words);
      else if (operator !== "\n") return beyond(`there is no command before ${operator}`);
      if (words.length > 0) needsMore = operator !== ";" && operator !== "\n";
      words = [];
    }
    if (words.length > 0) parts.push(words);
    else if (needsMore) return beyond("it ends where a command should follow");
    return parts.length === 0 ? beyond("there is no command") : { kind: "plain", parts };
  }

  #skipBlanks(): void {
    while (this.#line[this.#at] === " " || this.#line[this.#at] === "\t") this.#at += 1;
  }

  /** The word that begins here, or why it is beyond this grammar. */
  #word(): PlainWord | string {
    let text = "";
    let glob = false;
    let quoted = false;
    while (this.#at < this.#line.length) {
      const char = String.fromCodePoint(this.#line.codePointAt(this.#at)!);
      if (char === " " || char === "\t" || OPERATOR.test(this.#line.slice(this.#at, this.#at + 2))) break;
      if (char === "'" || char === '"') {
        const inside = this.#quoted(char);
        if (inside === null) return `the quote ${char} holds or lacks something that only a shell can tell`;
        text += inside;
        quoted = true;
        continue;
      }
      if (GLOB.test(char)) glob = true;
      else if (!PLAIN.test(char) && !(INNER.test(char) && /[^:=]$/.test(text)) && !(char === "=" && text !== ""))
        return `${named(char)} outside quotes means something to a shell`;
      text += char;
      this.#at += char.length;
    }
    return { text, glob, quoted };
  }

  #quoted(mark: "'" | '"'): string | null {
    const end = closing(this.#line, this.#at + 1, mark);
    if (end === null) return null;
    const inside = this.#line.slice(this.#at + 1, end);
    this.#at = end + 1;
    return inside;
  }
}

const OPERATOR = /^(?:&&|\|\||[;|\n](?![;&|]))/;

/** Where the quote ends; null when it never does, or when what is inside is not simply text. */
function closing(line: string, from: number, mark: "'" | '"'): number | null {
  for (let at = from; at < line.length; at += 1) {
    const char = line[at]!;
    if (char === mark) return at;
    if (mark === "'") continue;
    if (char === "$" || char === "`") return null;
    // Between double quotes a backslash stays a backslash unless one of these follows.
    if (char === "\\" && /[$`"\\\n]|^$/.test(line[at + 1] ?? "")) return null;
  }
  return null;
}

function named(char: string): string {
  return /[\p{C}\p{Z}]/u.test(char) ? `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}` : char;
}

function beyond(because: string): PlainLine {
  return { kind: "beyond", because };
}
