// From the bytes of a terminal to keys. What is not understood is no key: it must never answer a question.
// Pasted text comes as one piece, so that a "y" inside it is not the key y.
//
//   input  = paste | CSI | SS3 | "ESC" | control | character
//   paste  = "ESC[200~" text "ESC[201~"        CSI = "ESC[" parameters final        SS3 = "ESC O" final

import { StringDecoder } from "node:string_decoder";

export type Key<Name extends string = KeyName> =
  | { readonly kind: "character"; readonly text: string }
  | { readonly kind: "named"; readonly name: Name }
  | { readonly kind: "paste"; readonly text: string };

export type KeyName =
  | "enter"
  | "escape"
  | "tab"
  | "back-tab"
  | "backspace"
  | "up"
  | "down"
  | "left"
  | "right"
  | "home"
  | "end"
  | "page-up"
  | "page-down"
  | "ctrl-c"
  | "ctrl-d"
  | "ctrl-l"
  | "ctrl-u"
  | "ctrl-w"
  | "ctrl-z";

/** Which keys count, and what they are called. `alts` are characters after an ESC. */
export type KeyTables<Name extends string> = {
  readonly controls: ReadonlyMap<string, Name>;
  readonly sequences: ReadonlyMap<string, Name>;
  readonly alts: ReadonlyMap<string, Name>;
  readonly escape: Name;
};

export class KeyReader<Name extends string = KeyName> {
  readonly #tables: KeyTables<Name>;
  readonly #decoder = new StringDecoder("utf8");
  #held = "";

  constructor(tables: KeyTables<Name>) {
    this.#tables = tables;
  }

  feed(bytes: Uint8Array): Key<Name>[] {
    this.#held += this.#decoder.write(Buffer.from(bytes));
    return this.#take({ flush: false });
  }

  /** True when an ESC was read that may be the key or the start of a sequence: flush after a moment. */
  get isWaiting(): boolean {
    return this.#held !== "";
  }

  /** What is held is all there is: an ESC alone is the key. An unfinished sequence is dropped. */
  flush(): Key<Name>[] {
    const keys = this.#take({ flush: true });
    if (!this.#held.startsWith(PASTE_START)) this.#held = "";
    return keys;
  }

  #take({ flush }: { readonly flush: boolean }): Key<Name>[] {
    const keys: Key<Name>[] = [];
    while (this.#held !== "") {
      const taken = takeOne(this.#held, flush, this.#tables);
      if (taken === null) break;
      this.#held = this.#held.slice(taken.length);
      if (taken.key !== null) keys.push(taken.key);
    }
    return keys;
  }
}

const ESC = "\u001b";
const PASTE_START = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;
// A sequence longer than this is none that a keyboard sends.
const LONGEST = 32;

type Taken<Name extends string> = { readonly length: number; readonly key: Key<Name> | null };

/** Null when more must be read first. */
function takeOne<Name extends string>(text: string, flush: boolean, tables: KeyTables<Name>): Taken<Name> | null {
  if (text.startsWith(PASTE_START)) return takePaste(text);
  if (!text.startsWith(ESC)) return takeCharacter(text, tables);
  if (text.length === 1) return flush ? named(1, tables.escape) : null;
  if (text[1] === ESC) return named(1, tables.escape);
  if (text[1] === "[" || text[1] === "O") return takeSequence(text, tables);
  const { length } = takeCharacter(text.slice(1), tables);
  const name = tables.alts.get(text.slice(1, 1 + length));
  return name === undefined ? { length: 1 + length, key: null } : named(1 + length, name);
}

function takePaste<Name extends string>(text: string): Taken<Name> | null {
  const end = text.indexOf(PASTE_END);
  if (end < 0) return null;
  return { length: end + PASTE_END.length, key: { kind: "paste", text: text.slice(PASTE_START.length, end) } };
}

function takeSequence<Name extends string>(text: string, { sequences }: KeyTables<Name>): Taken<Name> | null {
  let at = 2;
  if (text[1] === "[") while (at < text.length && /[0-9;:<=>? -/]/.test(text[at]!)) at += 1;
  if (at >= text.length) return text.length > LONGEST ? { length: text.length, key: null } : null;
  const name = sequences.get(text.slice(1, at + 1));
  return name === undefined ? { length: at + 1, key: null } : named(at + 1, name);
}

function takeCharacter<Name extends string>(text: string, { controls }: KeyTables<Name>): Taken<Name> {
  const character = String.fromCodePoint(text.codePointAt(0)!);
  const name = controls.get(character);
  if (name !== undefined) return named(1, name);
  if (character < " " || (character >= "\u007f" && character < "\u00a0")) return { length: 1, key: null };
  return { length: character.length, key: { kind: "character", text: character } };
}

function named<Name extends string>(length: number, name: Name): Taken<Name> {
  return { length, key: { kind: "named", name } };
}

const CONTROLS: ReadonlyMap<string, KeyName> = new Map([
  ["\r", "enter"],
  ["\n", "enter"],
  ["\t", "tab"],
  ["\u007f", "backspace"],
  ["\b", "backspace"],
  ["\u0003", "ctrl-c"],
  ["\u0004", "ctrl-d"],
  ["\u000c", "ctrl-l"],
  ["\u0015", "ctrl-u"],
  ["\u0017", "ctrl-w"],
  ["\u001a", "ctrl-z"],
]);

/** Arrows, Home and End, as terminals send them after Esc. */
export const ARROWS = [
  ["[A", "up"],
  ["[B", "down"],
  ["[C", "right"],
  ["[D", "left"],
  ["OA", "up"],
  ["OB", "down"],
  ["OC", "right"],
  ["OD", "left"],
  ["[H", "home"],
  ["[F", "end"],
  ["OH", "home"],
  ["OF", "end"],
  ["[1~", "home"],
  ["[4~", "end"],
  ["[7~", "home"],
  ["[8~", "end"],
] as const;

const SEQUENCES: ReadonlyMap<string, KeyName> = new Map<string, KeyName>([
  ...ARROWS,
  ["[5~", "page-up"],
  ["[6~", "page-down"],
  ["[Z", "back-tab"],
  ["OM", "enter"],
]);

/** What a review listens to. */
export const REVIEW_KEYS: KeyTables<KeyName> = {
  controls: CONTROLS,
  sequences: SEQUENCES,
  alts: new Map(),
  escape: "escape",
};
