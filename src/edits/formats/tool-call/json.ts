// A JSON value in a text, with the place of every part: the calls of an answer are reported with their lines, and of
// broken JSON the part before the mistake is known. Strings are decoded exactly. Never repairs anything.

export type JsonNode = {
  readonly from: number;
  /** Where it ends; null when the text ends, or a mistake comes, inside it. */
  to: number | null;
} & (
  | { readonly kind: "object"; readonly entries: Map<string, JsonNode> }
  | { readonly kind: "array"; readonly items: JsonNode[] }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "other"; readonly value: number | boolean | null }
);

export type JsonRead =
  | { readonly kind: "value"; readonly node: JsonNode }
  /** The text ends inside the value. */
  | { readonly kind: "cut-off"; readonly node: JsonNode | null }
  /** `at`: the offset of the mistake; `why` is a sentence without its place. */
  | { readonly kind: "broken"; readonly node: JsonNode | null; readonly at: number; readonly why: string };

/** Deeper values are no calls, and reading them from every line would cost more than their length. */
const DEEPEST = 64;

/** The value that begins at `from`; what comes after it is not looked at. */
export function readJson(text: string, from: number): JsonRead {
  const reader = new JsonReader(text, from);
  const node = reader.value(0);
  const { problem } = reader;
  if (problem === null) return node === null ? { kind: "cut-off", node } : { kind: "value", node };
  if (problem.at >= text.length) return { kind: "cut-off", node };
  return { kind: "broken", node, ...problem };
}

class JsonReader {
  readonly #text: string;
  #at: number;
  problem: { readonly at: number; readonly why: string } | null = null;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#at = from;
  }

  value(depth: number): JsonNode | null {
    this.#skipSpace();
    if (depth > DEEPEST) return this.#fail("It is nested too deeply.");
    const unit = this.#text.charCodeAt(this.#at);
    if (unit === 0x7b) return this.#object(depth); // {
    if (unit === 0x5b) return this.#array(depth); // [
    if (unit === 0x22) return this.#string(); // "
    return this.#other();
  }

  #object(depth: number): JsonNode {
    const node: JsonNode = { kind: "object", from: this.#at, to: null, entries: new Map() };
    this.#at += 1;
    for (let isFirst = true; ; isFirst = false) {
      this.#skipSpace();
      if (isFirst && this.#take("}")) return this.#close(node);
      const key = this.#text.charAt(this.#at) === '"' ? this.#string() : this.#fail("A name in quotes is missing.");
      if (key?.kind !== "string" || key.to === null) return node;
      this.#skipSpace();
      if (!this.#take(":")) return this.#failIn(node, 'A ":" is missing.');
      const value = this.value(depth + 1);
      if (node.entries.has(key.value)) return this.#failIn(node, `${JSON.stringify(key.value)} is there twice.`);
      if (value !== null) node.entries.set(key.value, value);
      if (this.problem !== null) return node;
      this.#skipSpace();
      if (this.#take("}")) return this.#close(node);
      if (!this.#take(",")) return this.#failIn(node, 'A "," or "}" is missing.');
    }
  }

  #array(depth: number): JsonNode {
    const node: JsonNode = { kind: "array", from: this.#at, to: null, items: [] };
    this.#at += 1;
    for (let isFirst = true; ; isFirst = false) {
      this.#skipSpace();
      if (isFirst && this.#take("]")) return this.#close(node);
      const item = this.value(depth + 1);
      if (item !== null) node.items.push(item);
      if (this.problem !== null) return node;
      this.#skipSpace();
      if (this.#take("]")) return this.#close(node);
      if (!this.#take(",")) return this.#failIn(node, 'A "," or "]" is missing.');
    }
  }

  #string(): JsonNode | null {
    const from = this.#at;
    let isPlain = true;
    for (let at = from + 1; ; at += 1) {
      const unit = this.#text.charCodeAt(at);
      if (unit === 0x22) {
        this.#at = at + 1;
        const value = isPlain ? this.#text.slice(from + 1, at) : decoded(this.#text.slice(from, at + 1));
        if (value !== null) return { kind: "string", from, to: at + 1, value };
        this.#at = from;
        return this.#fail("A string has a backslash that JSON does not know.");
      }
      if (unit === 0x5c) {
        isPlain = false;
        at += 1;
      } else if (!(unit >= 0x20)) {
        this.#at = at;
        this.#fail('A string has a line break or a control character in it; in JSON it is written "\\n".');
        return { kind: "string", from, to: null, value: this.#text.slice(from + 1, at) };
      }
    }
  }

  #other(): JsonNode | null {
    const from = this.#at;
    OTHER.lastIndex = from;
    const word = OTHER.exec(this.#text)?.[0];
    if (word === undefined) return this.#fail("A value is missing.");
    this.#at = from + word.length;
    return { kind: "other", from, to: this.#at, value: JSON.parse(word) as number | boolean | null };
  }

  #close(node: JsonNode): JsonNode {
    node.to = this.#at;
    return node;
  }

  #take(sign: string): boolean {
    if (this.#text.charAt(this.#at) !== sign) return false;
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#at += 1;
    }
  }

  #fail(why: string): null {
    this.problem ??= { at: this.#at, why };
    return null;
  }

  #failIn(node: JsonNode, why: string): JsonNode {
    this.#fail(why);
    return node;
  }
}

const OTHER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function decoded(quoted: string): string | null {
  try {
    return JSON.parse(quoted) as string; // It begins and ends with quotes.
  } catch {
    return null;
  }
}
