// Is a shell command known to be harmless? Every part of it is judged, by a real shell grammar and by a small strict
// one that must agree; what is dynamic, redirected, unknown or in error is not known. A convenience, not a boundary.

import { parse, type Command, type ParsedScript, type SyntaxNode } from "unbash";
import { doubtIn, type Reads } from "./arguments.ts";
import { readPlain, type PlainWord } from "./plain-words.ts";
import { PLAIN_GIT, namesProgram, RUNS_OTHERS } from "./listed-commands.ts";
import { READING_COMMANDS, READING_LINES, READING_PAIRS } from "./reading-commands.ts";
import { READING_GIT, READING_GIT_PAIRS } from "./reading-git.ts";
import { doubtInProgram } from "./small-programs.ts";

/** What the person calls safe. Nothing is by default. */
export type SafeCommands = {
  /**
   * Commands by their first words: "git status", "npm test". More words may follow. For a program whose arguments we
   * know they are checked; for one that runs other programs (sudo, sh, xargs, node …) the whole line must be listed.
   */
  readonly commands: readonly string[];
  /** Our own list of reading programs, with their arguments checked. */
  readonly reading: boolean;
};

/** By "reading" when every part is known to only read, by "list" when the person's own list was needed. */
export type Judged =
  | { readonly kind: "safe"; readonly by: "reading" | "list" }
  | { readonly kind: "asks"; readonly because: string };

export function isSafeCommand(command: string, rules: readonly string[] | SafeCommands): boolean {
  return judgeCommand(command, "commands" in rules ? rules : { commands: rules, reading: false }).kind === "safe";
}

/** The same, with the reason in words that follow "it asks because". */
export function judgeCommand(command: string, rules: SafeCommands): Judged {
  if (command.length > MAX_LENGTH) return asks("the command is very long");
  const plain = readPlain(command);
  if (plain.kind === "beyond") return asks(plain.because);
  if (!agrees(parse(command), plain.parts)) return asks("it is more than a row of plain commands");
  for (const words of plain.parts) {
    const doubt = doubtAbout(words, rules);
    if (doubt !== null) return asks(doubt);
  }
  const reads = plain.parts.every((words) => doubtAbout(words, { commands: [], reading: true }) === null);
  return { kind: "safe", by: reads ? "reading" : "list" };
}

const MAX_LENGTH = 10_000;

/** True when the grammar sees exactly these words in exactly these simple commands, and nothing else. */
function agrees(script: ParsedScript, parts: readonly (readonly PlainWord[])[]): boolean {
  if (script.errors !== undefined && script.errors.length > 0) return false;
  const seen: Command[] = [];
  if (!collect(script, seen) || seen.length !== parts.length) return false;
  return seen.every((command, at) => {
    const { name, args, prefix, redirects } = command;
    if (name === undefined || prefix.length > 0 || redirects.length > 0) return false;
    const words = [name, ...args];
    const expected = parts[at]!;
    return (
      words.length === expected.length &&
      words.every((word, index) => word.type === "Word" && word.value === expected[index]!.text)
    );
  });
}

/** Simple commands in order; false when there is any other kind of node. */
function collect(node: SyntaxNode, into: Command[]): boolean {
  switch (node.type) {
    case "Script":
      return node.commands.every((statement) => collect(statement, into));
    case "Statement":
      return node.background !== true && collect(node.command, into);
    case "AndOr":
      return node.commands.every((command) => collect(command, into));
    case "Pipeline":
      return (
        node.prefixes.length === 0 &&
        node.operators.every((operator) => operator === "|") &&
        node.commands.every((command) => collect(command, into))
      );
    case "Command":
      into.push(node);
      return true;
    default:
      return false;
  }
}

function doubtAbout(words: readonly PlainWord[], rules: SafeCommands): string | null {
  const [program] = words;
  const name = program!.text;
  if (program!.glob || program!.quoted || !/^[a-z0-9][a-z0-9._+-]*$/i.test(name))
    return `${JSON.stringify(name)} is not the plain name of a program`;
  const line = words.map(({ text }) => text).join(" ");
  const listed = rules.commands.map((entry) => entry.trim().split(/\s+/)).filter(([first]) => first !== "");
  if (listed.some((entry) => isWhole(entry, words))) return null;
  if (rules.reading && READING_LINES.has(line) && words.every(({ glob }) => !glob)) return null;
  const prefix = listed.find((entry) => isPrefix(entry, words));
  if (prefix === undefined && !rules.reading) return `${name} is not among the commands you call safe`;
  const known = knownReader(words);
  if (known !== null) {
    const rest = words.slice(known.skip);
    const doubt =
      doubtIn(rest, known.reads) ??
      doubtInProgram(
        name,
        rest.filter(({ text }) => !text.startsWith("-")),
      );
    return doubt === null ? null : `${JSON.stringify(doubt)} is not known to only read when given to ${name}`;
  }
  if (prefix === undefined) return `${line.length > 60 ? name : line} is not known to only read`;
  if (RUNS_OTHERS.has(name)) return `${name} runs other programs, so only a whole listed line is safe`;
  const more = words.slice(prefix.length);
  const naming = more.find(({ text }) => namesProgram(name, text));
  if (naming !== undefined) return `${JSON.stringify(naming.text)} could name a program for ${name} to run`;
  // `git` alone is listed: its plain commands are. Options before a command, aliases and the rest can run anything.
  if (name === "git" && prefix.length === 1 && more.length > 0 && !PLAIN_GIT.has(more[0]!.text))
    return `git ${more[0]!.text} is not listed, and not one of git's commands that run nothing else`;
  const glob = words.find((word) => word.glob);
  return glob === undefined ? null : `${JSON.stringify(glob.text)} stands for names that are not known yet`;
}

function knownReader(words: readonly PlainWord[]): { readonly reads: Reads; readonly skip: number } | null {
  const [first, second, third] = words.map(({ text }) => text);
  if (first !== "git") {
    const twoWords = own(READING_PAIRS, `${first} ${second}`);
    if (twoWords !== null) return { reads: twoWords, skip: 2 };
    const reads = own(READING_COMMANDS, first);
    return reads === null ? null : { reads, skip: 1 };
  }
  const pair = own(READING_GIT_PAIRS, `${second} ${third}`);
  if (pair !== null) return { reads: pair, skip: 3 };
  const reads = own(READING_GIT, second);
  return reads === null ? null : { reads, skip: 2 };
}

// A table is asked for its own keys only: "constructor" is no program.
function own<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | null {
  return key !== undefined && Object.hasOwn(table, key) ? table[key]! : null;
}

function isPrefix(entry: readonly string[], words: readonly PlainWord[]): boolean {
  return entry.length <= words.length && entry.every((text, at) => words[at]!.text === text && !words[at]!.glob);
}

function isWhole(entry: readonly string[], words: readonly PlainWord[]): boolean {
  return entry.length === words.length && isPrefix(entry, words);
}

function asks(because: string): Judged {
  return { kind: "asks", because };
}
