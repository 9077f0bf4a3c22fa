// The inside of a line of Markdown: code, emphasis, links. What is not clearly markup is text; HTML always is. One pass,
// and a bounded stack: linear whatever the text.

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "strong" | "emphasis" | "struck"; readonly children: readonly Inline[] }
  | { readonly kind: "link"; readonly href: string; readonly children: readonly Inline[] };

// Deeper nesting is text.
const MAX_OPEN = 24;
const MAX_ADDRESS = 2_000;

type Open = {
  readonly mark: string;
  readonly kind: "strong" | "emphasis" | "struck" | "bracket";
  readonly children: Inline[];
};

export function parseInline(text: string): readonly Inline[] {
  const root: Inline[] = [];
  const stack: Open[] = [];
  const closings = backtickRuns(text);
  let plain = "";
  const target = (): Inline[] => stack.at(-1)?.children ?? root;
  const flush = (): void => {
    if (plain !== "") pushText(target(), plain);
    plain = "";
  };
  /** What was opened and never closed is text again. */
  const unwind = (to: number): void => {
    flush();
    while (stack.length > to) {
      const { mark, children } = stack.pop()!; // Longer than `to`.
      pushText(target(), mark);
      for (const child of children)
        if (child.kind === "text") pushText(target(), child.text);
        else target().push(child);
    }
  };
  SPECIAL.lastIndex = 0;
  for (let at = 0; at < text.length;) {
    SPECIAL.lastIndex = at;
    const found = SPECIAL.exec(text);
    if (found === null) {
      plain += text.slice(at);
      break;
    }
    plain += text.slice(at, found.index);
    at = found.index;
    const [token] = found;
    const character = token[0]!; // Never empty.
    if (character === "\\") {
      plain += token.slice(1);
      at += token.length;
    } else if (character === "`") {
      const end = closings.next(token.length, at + token.length);
      if (end === null) plain += token;
      else {
        flush();
        target().push({ kind: "code", text: trimCode(text.slice(at + token.length, end)) });
      }
      at = end === null ? at + token.length : end + token.length;
    } else if (character === "h" || character === "H") {
      const address = addressAt(text, at);
      flush();
      target().push({ kind: "link", href: address, children: [{ kind: "text", text: address }] });
      at += address.length;
    } else if (character === "[") {
      flush();
      if (stack.length < MAX_OPEN) stack.push({ mark: "[", kind: "bracket", children: [] });
      else plain += "[";
      at += 1;
    } else if (character === "]") {
      const opened = stack.findLastIndex(({ kind }) => kind === "bracket");
      const link = opened < 0 ? null : destinationAt(text, at + 1);
      if (link === null) {
        plain += "]";
        if (opened >= 0) {
          unwind(opened);
        }
        at += 1;
      } else {
        unwind(opened + 1);
        const { children } = stack.pop()!; // The bracket.
        target().push({ kind: "link", href: link.href, children });
        at = link.end;
      }
    } else {
      const kind = token.startsWith("~") ? "struck" : token.length === 1 ? "emphasis" : "strong";
      const before = text[at - 1] ?? " ";
      const after = text[at + token.length] ?? " ";
      const opened = canClose(token, before, after) ? stack.findLastIndex(({ mark }) => mark === token) : -1;
      if (opened >= 0) {
        unwind(opened + 1);
        const { children } = stack.pop()!; // Found above.
        target().push({ kind, children });
      } else if (canOpen(token, before, after) && stack.length < MAX_OPEN) {
        flush();
        stack.push({ mark: token, kind, children: [] });
      } else plain += token;
      at += token.length;
    }
  }
  unwind(0);
  return root;
}

const SPECIAL = /\\[!-/:-@[-`{-~]|`+|\*\*|\*|__|_|~~|\[|\]|(?<![\p{L}\p{N}])https?:\/\/[^\s<>"'`]/giu;

const isSpace = (character: string): boolean => /\s/.test(character);
const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** `_` inside of a word is a part of it. */
function canOpen(mark: string, before: string, after: string): boolean {
  return !isSpace(after) && !(mark.startsWith("_") && isWord(before));
}

function canClose(mark: string, before: string, after: string): boolean {
  return !isSpace(before) && !(mark.startsWith("_") && isWord(after));
}

function pushText(to: Inline[], text: string): void {
  const last = to.at(-1);
  if (last?.kind === "text") to[to.length - 1] = { kind: "text", text: last.text + text };
  else to.push({ kind: "text", text });
}

function trimCode(text: string): string {
  return text.length > 2 && text.startsWith(" ") && text.endsWith(" ") && text.trim() !== "" ? text.slice(1, -1) : text;
}

/** Where runs of backticks of each length are; asked from left to right, so each is looked at once. */
function backtickRuns(text: string): { readonly next: (length: number, from: number) => number | null } {
  const places = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const list = places.get(run.length);
    if (list === undefined) places.set(run.length, [index]);
    else list.push(index);
  }
  const positions = new Map<number, number>();
  return {
    next: (length, from) => {
      const list = places.get(length) ?? [];
      let position = positions.get(length) ?? 0;
      while (position < list.length && list[position]! < from) position += 1;
      positions.set(length, position);
      return list[position] ?? null;
    },
  };
}

/** A bare address: up to a space; punctuation at its end belongs to the sentence. */
function addressAt(text: string, from: number): string {
  const [address = ""] = /^https?:\/\/[^\s<>"'`]*/i.exec(text.slice(from, from + MAX_ADDRESS)) ?? [];
  return address.replace(/[.,;:!?*_~)\]}]+$/, "");
}

/** `(address)` or `(address "title")` with an http address; null for anything else, which is then text. */
function destinationAt(text: string, from: number): { readonly href: string; readonly end: number } | null {
  const found = /^\(<?(https?:\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"]*")?\)/i.exec(
    text.slice(from, from + MAX_ADDRESS),
  );
  return found === null ? null : { href: found[1]!, end: from + found[0].length }; // It has one group.
}
