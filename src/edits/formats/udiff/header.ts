// The header of one file in a unified diff: which file, under which names, and what happens to it as a whole.
// Never decides by content: only git's own lines, "---" and "+++" count.
//
//   header   = [ "Index: " path [ rule ] ] names / "diff --git " path " " path *extended [ names / binary ]
//   names    = "--- " label  "+++ " label           label = path [ TAB time ], C-quoted when it holds odd characters
//   extended = old mode / new mode / new file mode / deleted file mode / rename from / rename to / copy from /
//              copy to / similarity index / dissimilarity index / index

import type { Answer } from "../answer.ts";

export type Label = { readonly name: string | null; /** A time or a note follows. */ readonly isDated: boolean };

export type FileHeader = {
  /** The first line after the header. */
  readonly next: number;
  readonly old: Label | null;
  readonly new: Label | null;
  /** The name of the "Index:" line. */
  readonly index: string | null;
  /** The names of the "diff --git" line, exactly as written. */
  readonly git: readonly [string, string] | null;
  readonly isNew: boolean;
  readonly isDeleted: boolean;
  readonly renamed: { readonly from: string; readonly to: string } | null;
  readonly isCopy: boolean;
  readonly isBinary: boolean;
  /** "100644 → 100755" when the mode changes. */
  readonly mode: string | null;
  /** What git's index and similarity lines say of content that hunks must show: some, none, or no word of it. */
  readonly content: "shown" | "none" | "unsaid";
  /** Git's index line says that the file was there and empty. */
  readonly wasEmpty: boolean;
};

export function readHeader(answer: Answer, at: number): FileHeader | null {
  const line = answer.line(at);
  if (line.startsWith("diff --git ")) return gitHeader(answer, at, line.slice(11));
  if (line.startsWith("Index: ")) {
    const rule = /^={10,}$/.test(answer.line(at + 1)) ? 1 : 0;
    const index = line.slice(7).trim();
    return hasNames(answer, at + 1 + rule) ? { ...plainHeader(answer, at + 1 + rule), index: index || null } : null;
  }
  return hasNames(answer, at) ? plainHeader(answer, at) : null;
}

/** Whether "---" and "+++" lines are here. */
export function hasNames(answer: Answer, at: number): boolean {
  return answer.line(at).startsWith("--- ") && answer.line(at + 1).startsWith("+++ ");
}

function plainHeader(answer: Answer, at: number): FileHeader {
  const hunk = answer.line(at + 2);
  return {
    ...BARE,
    next: at + 2,
    old: readLabel(answer.line(at)),
    new: readLabel(answer.line(at + 1)),
    // Where the line before it was lost, the index line still shows that git wrote the diff.
    content: /^index [0-9a-f]{7,}\.\.[0-9a-f]{7,}(?: \d+)?$/.test(answer.line(at - 1)) ? "shown" : "unsaid",
    isNew: hunk.startsWith("@@ -0,0 +") && isEpoch(answer.line(at)),
    isDeleted: /^@@ -\d+(?:,\d+)? \+0,0 @@/.test(hunk) && isEpoch(answer.line(at + 1)),
  };
}

/**
 * `diff -N` writes no /dev/null: a file that is not there has its name, the time where clocks begin, and no lines. One
 * of the two is not enough, since files get such times from archives, and empty files are files.
 */
function isEpoch(line: string): boolean {
  if (!line.includes("\t19")) return false;
  const found = /\t(19(?:69-12-31|70-01-01)) (\d\d:\d\d:\d\d)(?:\.0+)? ([+-]\d\d)(\d\d)$/.exec(line.trimEnd());
  return found !== null && Date.parse(`${found[1]}T${found[2]}${found[3]}:${found[4]}`) === 0;
}

const BARE: FileHeader = {
  next: 0,
  old: null,
  new: null,
  index: null,
  git: null,
  isNew: false,
  isDeleted: false,
  renamed: null,
  isCopy: false,
  isBinary: false,
  mode: null,
  content: "unsaid",
  wasEmpty: false,
};

const EXTENDED =
  /^(old mode|new mode|deleted file mode|new file mode|copy from|copy to|rename from|rename to|similarity index|dissimilarity index|index) (.+)$/;
const EMPTY_BLOB = /^(?:0+\.\.e69de29|e69de29[0-9a-f]*\.\.0+)/;
const FROM_EMPTY = /^(?:e69de29|473a0f4c)[0-9a-f]*\.\.(?!0+\b)/; // The name of no content, by SHA-1 and by SHA-256.

function gitHeader(answer: Answer, from: number, names: string): FileHeader {
  const said = new Map<string, string>();
  let at = from + 1;
  for (let found = EXTENDED.exec(answer.line(at)); found !== null; found = EXTENDED.exec(answer.line(at))) {
    said.set(found[1]!, found[2]!);
    at += 1;
  }
  const isBinary = /^(?:GIT binary patch|Binary files .* differ)$/.test(answer.line(at));
  const labels = hasNames(answer, at) ? plainHeader(answer, at) : null;
  const renamedFrom = said.get("rename from");
  const renamedTo = said.get("rename to");
  return {
    next: labels?.next ?? (isBinary ? at + 1 : at),
    old: labels?.old ?? null,
    new: labels?.new ?? null,
    index: null,
    git: readGitNames(names),
    isNew: said.has("new file mode"),
    isDeleted: said.has("deleted file mode"),
    renamed:
      renamedFrom === undefined || renamedTo === undefined
        ? null
        : { from: unquote(renamedFrom) ?? renamedFrom, to: unquote(renamedTo) ?? renamedTo },
    isCopy: said.has("copy from"),
    isBinary,
    mode: modeChange(said),
    content: contentSaid(said.get("index"), said.get("similarity index")),
    wasEmpty: FROM_EMPTY.test(said.get("index") ?? ""),
  };
}

function contentSaid(index: string | undefined, similarity: string | undefined): FileHeader["content"] {
  if (similarity === "100%" || (index !== undefined && EMPTY_BLOB.test(index))) return "none";
  return similarity === undefined && index === undefined ? "unsaid" : "shown";
}

function modeChange(said: ReadonlyMap<string, string>): string | null {
  const fresh = said.get("new file mode");
  if (fresh !== undefined) return fresh === "100644" ? null : `new file mode ${fresh}`;
  const before = said.get("old mode");
  return before === undefined ? null : `mode ${before} → ${said.get("new mode") ?? "?"}`;
}

// Without leading whitespace: a pattern that begins with a run of whitespace is retried at each character of it.
const TIME = /(?:\d{4}-\d\d-\d\d|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d) \d\d:\d\d/;

function readLabel(line: string): Label {
  const text = line.slice(4).trimEnd();
  const quoted = unquote(text);
  if (quoted !== null) return { name: absent(quoted), isDated: false };
  const tab = text.indexOf("\t");
  const time = tab < 0 && text.includes(":") ? text.search(TIME) : -1;
  const isDated = tab >= 0 || (time > 0 && text[time - 1] === " ");
  const name = tab >= 0 ? text.slice(0, tab) : isDated ? text.slice(0, time) : text;
  return { name: absent(name.trimEnd()), isDated };
}

function absent(name: string): string | null {
  return name === "/dev/null" ? null : name;
}

/** `a/x b/x`, where x may contain spaces: split where both halves are the same, or at the last " b/". */
function readGitNames(text: string): readonly [string, string] | null {
  if (text.startsWith('"')) {
    const first = QUOTED.exec(text)?.[0] ?? "";
    const rest = text.slice(first.length + 1);
    return first === "" || rest === "" ? null : [unquote(first) ?? first, unquote(rest) ?? rest];
  }
  const quoted = text.endsWith('"') ? text.indexOf(' "') : -1;
  if (quoted > 0) {
    const second = text.slice(quoted + 1);
    return QUOTED.test(second) ? [text.slice(0, quoted), unquote(second) ?? second] : null;
  }
  const middle = (text.length - 1) / 2;
  const halves = [text.slice(0, middle), text.slice(middle + 1)] as const;
  if (text[middle] === " " && withoutPrefix(halves[0]) === withoutPrefix(halves[1])) return halves;
  const cut = text.lastIndexOf(" b/");
  return cut > 0 ? [text.slice(0, cut), text.slice(cut + 1)] : null;
}

function withoutPrefix(name: string): string {
  return name.replace(/^[a-z0-9]\//, "");
}

// eslint-disable-next-line no-control-regex
const QUOTED = /^"(?:[^"\\\u0000-\u001f]|\\(?:[abtnvfr"\\]|[0-3][0-7]{2}))*"/;
const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 };

/**
 * Reads a C-quoted name: its escapes are bytes of UTF-8. Null when it is not one, is not text, or has a line feed:
 * then parsePath refuses the quoted form, which the report shows.
 */
function unquote(text: string): string | null {
  const found = text.startsWith('"') ? QUOTED.exec(text) : null;
  if (found === null || found[0].length !== text.trimEnd().length) return null;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const part of found[0].slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/g)) {
    if (part[1] !== undefined) bytes.push(Number.parseInt(part[1], 8));
    else if (part[2] !== undefined) bytes.push(ESCAPES[part[2]]!);
    else for (const byte of encoder.encode(part[3]!)) bytes.push(byte);
  }
  if (bytes.includes(ESCAPES["n"]!)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}
