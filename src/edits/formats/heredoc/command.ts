// A line of shell that writes a file: a here-document by way of cat or tee, or the words of echo or printf. Which file, how,
// and what. Text only: nothing is run, and nothing is expanded.
//
//   command = [ "$ " ] *( "mkdir -p " word " && " ) [ other ] simple [ "|" [ "sudo" ] "tee" [ "-a" ] word ] [ rest ]
//   other   = other commands, the last followed by "&&" / "||" / ";" / "("
//   simple  = [ "sudo" ] ( "cat" / "tee" [ "-a" ] word / "echo" *word / "printf" *word ) *redirection
//   redirection = ( ">" / ">>" / ">|" ) word / ( "<<" / "<<-" ) word

import { tokensOf, type Token, type Word } from "./shell-words.ts";

export type WriteCommand = {
  readonly path: string;
  readonly isAppend: boolean;
  readonly source: Document | Inline;
  /** What the path holds that a shell would expand. */
  readonly pathExpands: boolean;
  /** Another command is on the line. */
  readonly hasMore: boolean;
  /** The folders that a "cd" before it on the line goes to. */
  readonly folders: readonly string[];
};

/** A here-document follows. */
export type Document = {
  readonly kind: "document";
  readonly delimiter: string;
  /** A shell expands nothing in the document. */
  readonly isQuoted: boolean;
  /** "<<-": tabs before the lines are no part of them. */
  readonly stripsTabs: boolean;
};

/** The text is on the command line; null where what a shell would write is not clear. */
export type Inline = { readonly kind: "inline"; readonly content: string | null };

const LONGEST = 20_000;

/** `isInFence`: words of echo and printf are read as well, which outside of a fence are prose. */
export function readWriteCommand(
  line: string,
  { isInFence = false }: { readonly isInFence?: boolean } = {},
): WriteCommand | null {
  if (line.length > LONGEST || !(line.includes("<<") || (isInFence && line.includes(">")))) return null;
  const tokens = tokensOf(line.replace(/^[ \t]*(?:\$ )?/, ""));
  if (tokens === null) return null;
  const alone = readSimple(tokens, afterFolders(tokens));
  const first = alone ?? readLater(tokens, isInFence);
  if (first === null) return null;
  const isPiped = isSign(tokens[first.next], "|");
  const second = isPiped ? readSimple(tokens, first.next + 1) : null;
  const last = second?.program === "tee" ? second : first;
  const targets = [...first.writes, ...(last === second ? second.writes : [])];
  const [target, ...others] = targets;
  if (target === undefined || others.length > 0) return null;
  const source = sourceOf(first, isInFence);
  if (source === null) return null;
  const path = target.word.text;
  if (path === "" || path.startsWith("/dev/")) return null;
  const pathExpands = target.word.expands || (path.startsWith("~") && !target.word.isQuoted);
  const hasMore = alone === null || last.next < tokens.length;
  return { path, isAppend: target.isAppend, source, pathExpands, hasMore, folders: foldersIn(tokens) };
}

/** A command after others on the line. */
function readLater(tokens: readonly Token[], isInFence: boolean): Simple | null {
  if (!isInFence) return null;
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "word" || !CONNECTS.has(token.sign)) continue;
    const found = readSimple(tokens, at + 1);
    if (found !== null && (found.document !== null || found.writes.length > 0)) return found;
  }
  return null;
}

const CONNECTS: ReadonlySet<string> = new Set(["&&", "||", ";", "("]);

function foldersIn(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token, at) => {
    const next = tokens[at + 1];
    const goes = token.kind === "word" && (token.text === "cd" || token.text === "pushd");
    return goes && next?.kind === "word" ? [next.text] : [];
  });
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === "sign" && token.sign === sign;
}

/** Skips "mkdir -p a b &&". */
function afterFolders(tokens: readonly Token[]): number {
  const first = tokens[0];
  if (first?.kind !== "word" || first.text !== "mkdir") return 0;
  const and = tokens.findIndex((token) => token.kind === "sign" && (token.sign === "&&" || token.sign === ";"));
  return and < 0 ? 0 : and + 1;
}

const PROGRAMS = ["cat", "tee", "echo", "printf"] as const;
type Program = (typeof PROGRAMS)[number];

type Simple = {
  readonly program: Program;
  readonly words: readonly Word[];
  readonly writes: readonly { readonly word: Word; readonly isAppend: boolean }[];
  readonly document: { readonly word: Word; readonly stripsTabs: boolean } | null;
  /** The first token that is no part of it. */
  readonly next: number;
};

function readSimple(tokens: readonly Token[], from: number): Simple | null {
  let at = from;
  const textAt = (place: number): string | null => {
    const token = tokens[place];
    return token?.kind === "word" ? token.text : null;
  };
  if (textAt(at) === "sudo") at += 1;
  while (at > from && textAt(at)?.startsWith("-") === true) at += 1;
  const program = PROGRAMS.find((each) => each === textAt(at));
  if (program === undefined) return null;
  const words: Word[] = [];
  const writes: { word: Word; isAppend: boolean }[] = [];
  let document: Simple["document"] = null;
  for (at += 1; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (token.kind === "word") {
      words.push(token);
      continue;
    }
    if (!token.sign.startsWith(">") && !/^<<-?$/.test(token.sign)) break;
    const next = tokens[at + 1];
    if (next?.kind !== "word") return null;
    if (token.sign.startsWith("<<")) {
      if (document !== null) return null;
      document = { word: next, stripsTabs: token.sign === "<<-" };
    } else if (next.text !== "/dev/null") writes.push({ word: next, isAppend: token.sign === ">>" });
    at += 1;
  }
  if (program === "tee") {
    const isAppend = words.some(({ text }) => text === "-a" || text === "--append");
    for (const word of words) if (!word.text.startsWith("-")) writes.push({ word, isAppend });
  }
  if (program === "cat" && words.some(({ text }) => text !== "-")) return null;
  return { program, words, writes, document, next: at };
}

function sourceOf({ program, words, document }: Simple, isInFence: boolean): WriteCommand["source"] | null {
  if (program === "cat" || program === "tee") {
    if (document === null) return null;
    const { text, isQuoted } = document.word;
    return { kind: "document", delimiter: text, isQuoted, stripsTabs: document.stripsTabs };
  }
  if (!isInFence || document !== null || words.length === 0) return null;
  return { kind: "inline", content: program === "echo" ? echoed(words) : printed(words) };
}

/** What echo writes; null where shells differ, or would expand something. */
function echoed(words: readonly Word[]): string | null {
  const count = words.findIndex(({ text, isQuoted }) => isQuoted || !/^-[neE]+$/.test(text));
  const options = words
    .slice(0, count < 0 ? words.length : count)
    .map(({ text }) => text)
    .join("");
  const text = words
    .slice(count < 0 ? words.length : count)
    .map((word) => word.text)
    .join(" ");
  if (words.some(({ expands }) => expands)) return null;
  if (text.includes("\\") && !options.includes("e")) return null;
  const content = options.includes("e") ? unescaped(text) : text;
  return content === null ? null : `${content}${options.includes("n") ? "" : "\n"}`;
}

/** What printf writes: a text without values, or one line for each word. */
function printed([format, ...values]: readonly Word[]): string | null {
  if (format === undefined || format.expands || values.some(({ expands }) => expands)) return null;
  const text = format.text;
  if (values.length > 0) {
    if (text !== "%s\\n" && text !== "%s") return null;
    return values.map((word) => `${word.text}${text === "%s" ? "" : "\n"}`).join("");
  }
  const plain = text.replaceAll("%%", "");
  return plain.includes("%") ? null : unescaped(text.replaceAll("%%", "%"));
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", "\\": "\\", '"': '"', "'": "'" };

/** Null for escapes that are rare. */
function unescaped(text: string): string | null {
  let isKnown = true;
  const plain = text.replaceAll(/\\(.?)/gs, (whole, sign: string) => {
    const meant = ESCAPES[sign];
    isKnown &&= meant !== undefined;
    return meant ?? whole;
  });
  return isKnown ? plain : null;
}
