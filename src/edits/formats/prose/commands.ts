// Commands in a fence that delete or move files of the project, or change a text in one, below words that ask for it:
// "Remove the old module:" and `git rm lib/old.js`. Text only: nothing is run, and nothing is expanded. Always a likely edit.
// Never takes a fence with other commands in it, except those of git that keep what was done and those that make a folder:
// what others do to the files is not known.
//
//   command = [ "$ " ] ( [ "git" ] ( "rm" [ "-f" ] 1*file / "mv" [ "-f" ] file ( file / folder ) ) / in-place )   see sed.ts

import type { Answer } from "../answer.ts";
import { closesFence, readFence, shellOf } from "../fences/fences.ts";
import { tokensOf } from "../heredoc/shell-words.ts";
import type { Passage } from "../passages.ts";
import { asksFor } from "./asks.ts";
import type { Asked, Request } from "./request.ts";
import { readInPlace } from "./sed.ts";

const MOST_COMMANDS = 20;
const LONGEST = 400;
const HARMLESS =
  /^\s*(?:#.*|(?:\$ )?(?:mkdir (?:-p )?[\w./-]+|git (?:status|add (?:-A|-u|[\w./ -]+)|commit(?: -\w+)*(?: (?:"[^"$`]*"|'[^']*'))?|push(?: [\w./ -]+)?|(?:checkout -b|switch -c) [\w./-]+)))?\s*$/;
const FLAGS = /^-(?:[fvk]+|-force|-verbose)$/;

/** The requests of a fence; empty when one of its lines is anything else. */
export function requestsOfCommands(
  answer: Answer,
  { from, next }: Passage,
  known: (path: string) => boolean,
): readonly Request[] {
  const fence = readFence(answer.line(from).trimStart());
  if (fence === null || next - from > MOST_COMMANDS + 2 || shellOf(fence) !== "posix") return [];
  const requests: Request[] = [];
  for (let at = from + 1; at < next; at += 1) {
    const line = answer.line(at);
    if (HARMLESS.test(line) || (at === next - 1 && closesFence(line.trimStart(), fence))) continue;
    const found = line.length > LONGEST ? null : readCommand(line, at, known);
    if (found === null) return [];
    requests.push(...found);
  }
  const words = wordsAbove(answer, from);
  return requests.every(({ change: { kind } }) => asksFor(words, kind)) ? requests : [];
}

function readCommand(line: string, at: number, known: (path: string) => boolean): readonly Request[] | null {
  const tokens = tokensOf(line.trimStart().replace(/^\$ /, ""));
  const words = (tokens ?? []).map((token) => (token.kind === "word" && !token.expands ? token.text : null));
  if (words[0] === "git") words.shift();
  const [program, ...rest] = words;
  if (program !== undefined && program !== null && rest.every((word) => word !== null)) {
    const found = readInPlace(program, rest);
    if (found !== null) return found.files.every(known) ? inEach(found.files, found.change, at) : null;
  }
  const paths = rest
    .filter((word) => word === null || !FLAGS.test(word))
    .map((word) => word?.replace(/^\.\//, "") ?? null);
  if (!paths.every((path) => path !== null && path !== "" && !/[*?[{~]/.test(path))) return null;
  const files = paths as readonly string[]; // None is null.
  const isFile = (path: string): boolean => known(path) && /[^/]\.\w+$/.test(path);
  if (program === "rm" && files.length > 0 && files.every(isFile))
    return files.map((path) => ({ line: at, path, change: { kind: "delete" }, isCommand: true }));
  const [source, target] = files;
  if (program !== "mv" || files.length !== 2 || !isFile(source!)) return null;
  const isFolder = target!.endsWith("/") || !/\.\w+$/.test(target!);
  const to = isFolder ? `${target!.replace(/\/+$/, "")}/${source!.slice(source!.lastIndexOf("/") + 1)}` : target!;
  return [{ line: at, path: source!, change: { kind: "move", to }, isCommand: true }];
}

function inEach(files: readonly string[], change: Asked, line: number): readonly Request[] {
  return files.map((path) => ({ line, path, change, isCommand: true }));
}

/** The last words above a line, past blank lines. */
function wordsAbove(answer: Answer, at: number): string {
  let line = at - 1;
  while (line >= 0 && line > at - 3 && answer.isBlank(line)) line -= 1;
  return line < 0 ? "" : answer.line(line).slice(-LONGEST);
}
