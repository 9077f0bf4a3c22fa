// What one sentence of an answer asks for without any code of its own: to delete a file, to rename one, or to change one
// short text of it into another ("In `a.js` change `x = 1` to `x = 2`", also as a row of a table). Always a likely edit.
// Never takes a sentence for a request that only speaks of a file: the file must be there, and for a change the old text must
// be in it exactly once and the new one be another version of it.
//
//   request = [ words ] verb [ few words ] file / file [ few words ] verb                delete
//           | verb … file … new name / file arrow new name                               rename
//           | … file … `old` [ few words ] `new` / `old` [ few words ] `new` … file      change, in any language

import type { Proposed } from "../../types.ts";
import { Answer } from "../answer.ts";
import { thoughtsIn } from "../context/tags-around.ts";
import type { Asked, Request } from "./request.ts";
import { requestsOfCommands } from "./commands.ts";
import { CHANGES, DELETES, KEEPS, MOVES } from "./asks.ts";
import { namesIn, type Span } from "../fences/name-line.ts";
import type { ParsedAnswer } from "../parse.ts";
import { likely, type Passage } from "../passages.ts";
import { quote, sourceOf } from "../scan.ts";
import { isAnotherVersion } from "../search-replace/another-version.ts";

const MOST_LINES = 20_000;
const MOST_REQUESTS = 100;
const LONGEST = 400;

/** The requests in the words of an answer, of files that are there. */
export function requestsIn(
  text: string,
  { passages }: ParsedAnswer,
  known: (path: string) => boolean,
): readonly Request[] {
  const answer = new Answer(text);
  const isThought = thoughtsIn(answer);
  const requests: Request[] = [];
  let [at, lines] = [0, 0];
  for (const passage of [...passages, { from: answer.length, next: answer.length }]) {
    const { from, next } = passage;
    for (; at < from && lines < MOST_LINES && requests.length < MOST_REQUESTS; at += 1) {
      lines += 1;
      if (answer.first(at) === 0x3e || answer.to(at) - answer.from(at) > LONGEST) continue; // >
      const line = answer.line(at);
      if (!isThought(at) && MAY_ASK.test(line)) requests.push(...readRequest(line, at, known));
    }
    at = Math.max(at, next);
    const mayCommand = "kind" in passage && passage.kind === "plain" && requests.length < MOST_REQUESTS;
    if (mayCommand && !isThought(from)) requests.push(...requestsOfCommands(answer, passage, known));
  }
  return requests;
}

const MAY_ASK = new RegExp(`\`[^\`]+\`[^\`]*\`|${DELETES.source}|${MOVES.source}`, "iu");
/** What is taken out of a file, not the file. */
const OUT_OF =
  /(?<!\p{L})(?:from|in|of|out of|inside|within|aus|von|dans|de|du|del|dal|из|z|uit|van)\s*(?:the\s+)?(?:file\s+)?$/iu;
const FEW_WORDS = 4;

function readRequest(line: string, at: number, known: (path: string) => boolean): readonly Request[] {
  const named = namesIn(line, { known });
  const here = named.filter(({ path }) => known(path));
  if (here.length === 0) return [];
  const request = (path: string, change: Asked): Request => ({ line: at, path, change });
  const change = askedChange(line, here);
  if (change !== null) return [request(here[0]!.path, change)];
  const [first, second, ...more] = named;
  const isPair = second !== undefined && more.length === 0 && here.length === 1 && first === here[0];
  if (isPair && asksToMove(line, first!, second)) return [request(first!.path, { kind: "move", to: second.path })];
  const isOne = distinct(named).length === 1;
  const gone = here.filter((span) => asksToDelete(line, span) || (isOne && isSaidToGo(line, span)));
  return distinct(gone).map((path) => request(path, { kind: "delete" }));
}

function distinct(spans: readonly Pick<Span, "path">[]): readonly string[] {
  return [...new Set(spans.map(({ path }) => path))];
}

type Sentence = { readonly before: string; readonly after: string; readonly isMeant: boolean };

/** The sentence around a place in a line. `isMeant`: it is no question, and nothing in the clause before the place negates it. */
function sentenceOf(line: string, { from, to }: Pick<Span, "from" | "to">): Sentence {
  const before = line
    .slice(0, from)
    .split(/[.!?;。！？；](?:\s+|$)/)
    .at(-1)!;
  const [after = "", end = ""] = line.slice(to).split(/([.!?。！？](?:\s|$))/);
  return { before, after, isMeant: !/[?？]/.test(end) && !KEEPS.test(before.split(/[,，]/).at(-1)!) };
}

function asksToMove(line: string, first: Span, second: Span): boolean {
  const ending = (path: string): string => path.slice(path.lastIndexOf("."));
  const { before, after, isMeant } = sentenceOf(line, { from: first.from, to: second.to });
  const between = line.slice(first.to, second.from);
  const isNear = countWords(between) <= FEW_WORDS && !KEEPS.test(between);
  return isMeant && isNear && ending(first.path) === ending(second.path) && MOVES.test(before + between + after);
}

/** A verb before the name, with nothing but a few words, or more files, between them. */
function asksToDelete(line: string, span: Span): boolean {
  const { before, isMeant } = sentenceOf(line, span);
  const verb = [...before.matchAll(new RegExp(DELETES, "giu"))].at(-1);
  if (verb === undefined || !isMeant) return false;
  const between = before.slice(verb.index + verb[0].length);
  const others = between.replaceAll(LISTED, "");
  const most = others === between ? FEW_WORDS : 0;
  return !OUT_OF.test(between) && !others.includes("`") && countWords(others) <= most;
}

/** "`a.js` and `b.js`", up to the last. */
const LISTED = /[`*"]*[^`*"\s,]+\.\w+[`*"]*(?:\s*,)?\s*(?:(?:and|und|et|y|e|и|oraz|en)\s|和|と)?/giu;

/** A verb after the one name of the line: "`a.js` is no longer used and can be removed", "`a.js` 可以删除". */
function isSaidToGo(line: string, span: Span): boolean {
  const { before, after, isMeant } = sentenceOf(line, span);
  const verb = DELETES.exec(after);
  if (verb === null || !isMeant || OUT_OF.test(before)) return false;
  const between = after.slice(0, verb.index);
  const isNegated = KEEPS.test(
    between
      .split(/[\s,，]+/)
      .slice(-NEAR)
      .join(" "),
  );
  return (
    !isNegated && !after.includes("`") && countWords(between) <= AFTER && !FILE_FOLLOWS.test(after.slice(verb.index))
  );
}

const NEAR = 3;
/** "`a.js` calls a function to remove users": the verb is about what follows it. */
const FILE_FOLLOWS = /^\S+\s+\p{L}+\s+\p{L}+/u;
/** Words between a name and a verb after it. */
const AFTER = 12;

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}'’]+/gu)?.length ?? 0;
}

const CODE = /(`+)([^`]+)\1/g;
const SHORT = 4;

/** Two texts in backticks, the second another version of the first, and one file. */
function askedChange(line: string, here: readonly Span[]): Asked | null {
  if (distinct(here).length !== 1) return null;
  const code = [...line.matchAll(CODE)]
    .map((found) => ({ text: found[2]!.trim(), from: found.index, to: found.index + found[0].length }))
    .filter(({ from, to }) => !here.some((span) => span.from < to && from < span.to));
  const [old, put] = code;
  if (code.length !== 2 || old!.text.length < SHORT || countWords(line.slice(old!.to, put!.from)) > FEW_WORDS)
    return null;
  const { isMeant } = sentenceOf(line, { from: old!.from, to: put!.to });
  // Where a verb says that it changes, the new text may be the old one and much more.
  const isVersion = isAnotherVersion(old!.text, put!.text) || (put!.text.includes(old!.text) && CHANGES.test(line));
  if (!isMeant || KEEPS.test(line.slice(old!.to, put!.from)) || !isVersion) return null;
  return { kind: "replace", find: old!.text, put: put!.text, match: "chars", all: false };
}

/** The answer with its requests. `files`: path to text. What an edit of the answer does already is not asked for again. */
export function withRequests(
  text: string,
  answer: ParsedAnswer,
  { requests, files }: { readonly requests: readonly Request[]; readonly files: ReadonlyMap<string, string> },
): ParsedAnswer {
  const edited = new Set(answer.blocks.flatMap((block) => block.path ?? []));
  const seen = new Set<string>();
  const meant = requests.filter(({ path, change }) => {
    const what = JSON.stringify([path, change]);
    if (edited.has(path) || seen.has(what) || (change.kind === "replace" && !isOnce(files.get(path), change.find)))
      return false;
    seen.add(what);
    return true;
  });
  if (meant.length === 0) return answer;
  const lines = new Answer(text);
  const added = meant.map((request): Passage => ({
    kind: "likely",
    block: blockOf(lines, request),
    from: request.line,
    next: request.line + 1,
  }));
  // A fence of commands becomes what its commands ask for.
  const others = answer.passages.filter(
    ({ from, next }) => !meant.some(({ line, isCommand }) => isCommand === true && from <= line && line < next),
  );
  const passages = [...others, ...added].toSorted((a, b) => a.from - b.from);
  const blocks = [...answer.blocks, ...added.flatMap((each) => (each.kind === "likely" ? [each.block] : []))];
  const reason = answer.blocks.length === 0 ? null : answer.reason;
  return {
    ...answer,
    blocks: blocks.toSorted((a, b) => a.source.from - b.source.from),
    passages,
    reason,
    format: answer.format ?? "whole-file",
  };
}

function isOnce(text: string | undefined, find: string): boolean {
  const at = text?.indexOf(find) ?? -1;
  return at >= 0 && text!.indexOf(find, at + 1) < 0;
}

function blockOf(answer: Answer, { line, path, change, isCommand }: Request): Proposed {
  const deed =
    change.kind === "delete"
      ? `delete ${path}`
      : change.kind === "move"
        ? `rename ${path} to ${change.to}`
        : `change a text of ${path}`;
  return likely(sourceOf(answer, change.kind === "replace" ? "search-replace" : "whole-file", line, line + 1), {
    path,
    change,
    line: line + 1,
    reading: `${quote(answer.line(line).trim())} asks to ${deed}`,
    why: `${isCommand === true ? `This command would ${deed}, but commands of an answer are not run.` : `This sentence seems to ask to ${deed}, but only words say so.`} ${SEND_AS[change.kind]}`,
  });
}

const SEND_AS: Readonly<Record<Asked["kind"], string>> = {
  delete: 'Send it as a patch: "*** Delete File: path".',
  move: 'Send it as a patch: "*** Update File: path" with "*** Move to: path".',
  replace: "Send it as an edit.",
};
