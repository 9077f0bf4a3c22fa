// A line of shell that writes a here-document to a file: which file, how, and what ends the document.
// Text only: nothing is run, and nothing is expanded.
//
//   command = [ "$ " ] *( "mkdir -p " word " && " ) ( "cat" / "tee" [ "-a" ] word ) *redirection [ rest ]
//   redirection = ( ">" / ">>" ) word / ( "<<" / "<<-" ) word

export type WriteCommand = {
  readonly path: string;
  readonly isAppend: boolean;
  readonly delimiter: string;
  /** A shell expands nothing in the document. */
  readonly isQuoted: boolean;
  /** "<<-": tabs before the lines are no part of them. */
  readonly stripsTabs: boolean;
  /** What the path holds that a shell would expand. */
  readonly pathExpands: boolean;
  /** Another command is on the line. */
  readonly hasMore: boolean;
};

const LONGEST = 400;

export function readWriteCommand(line: string): WriteCommand | null {
  if (line.length > LONGEST || !line.includes("<<")) return null;
  const tokens = tokensOf(line.replace(/^[ \t]*(?:\$ )?/, ""));
  if (tokens === null) return null;
  const start = afterFolders(tokens);
  const program = tokens[start];
  if (program?.kind !== "word" || (program.text !== "cat" && program.text !== "tee")) return null;
  const targets: { readonly word: Word; readonly isAppend: boolean }[] = [];
  let document: { readonly word: Word; readonly stripsTabs: boolean } | null = null;
  let isTeeAppend = false;
  let at = start + 1;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    const next = tokens[at + 1];
    if (token.kind === "word") {
      if (program.text === "cat" && token.text !== "-") return null;
      if (token.text === "-a" || token.text === "--append") isTeeAppend = true;
      else if (program.text === "tee") targets.push({ word: token, isAppend: false });
      continue;
    }
    const isRedirection = token.sign.startsWith(">") || token.sign.startsWith("<<");
    if (!isRedirection) break;
    if (next?.kind !== "word") return null;
    if (token.sign.startsWith("<<")) {
      if (document !== null) return null;
      document = { word: next, stripsTabs: token.sign === "<<-" };
    } else if (next.text !== "/dev/null") targets.push({ word: next, isAppend: token.sign === ">>" });
    at += 1;
  }
  const [target, ...others] = targets;
  if (document === null || target === undefined || others.length > 0) return null;
  const path = target.word.text;
  // A device is no file, and what is under the user's home folder is none of the project's.
  if (path === "" || path.startsWith("/dev/") || path.startsWith("~") || path.startsWith("$HOME")) return null;
  return {
    path,
    isAppend: target.isAppend || isTeeAppend,
    delimiter: document.word.text,
    isQuoted: document.word.isQuoted,
    stripsTabs: document.stripsTabs,
    pathExpands: target.word.expands,
    hasMore: at < tokens.length,
  };
}

/** Skips "mkdir -p a b &&". */
function afterFolders(tokens: readonly Token[]): number {
  const first = tokens[0];
  if (first?.kind !== "word" || first.text !== "mkdir") return 0;
  const and = tokens.findIndex((token) => token.kind === "sign" && (token.sign === "&&" || token.sign === ";"));
  return and < 0 ? 0 : and + 1;
}

type Word = { readonly kind: "word"; readonly text: string; readonly isQuoted: boolean; readonly expands: boolean };
type Token = Word | { readonly kind: "sign"; readonly sign: string };

const SIGN = /<<-|<<<|<<|>>|>\||&&|\|\||[<>|&;()]/y;
const PLAIN = /[^\s'"\\<>|&;()`]+/y;

/** Null for quotes that are not closed, and for a command in a command. */
function tokensOf(line: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < line.length) {
    const character = line.charAt(at);
    if (character === " " || character === "\t") {
      at += 1;
      continue;
    }
    if (character === "#" && tokens.length > 0) break;
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
    if (sign === "'" || sign === '"') {
      const end = line.indexOf(sign, at + 1);
      if (end < 0) return null;
      const inner = line.slice(at + 1, end);
      expands ||= sign === '"' && /[$`\\]/.test(inner);
      text += inner;
      isQuoted = true;
      at = end + 1;
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
