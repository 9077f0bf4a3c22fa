// A command of a shell on one or more lines: continued with a backslash, or inside quotes that are not closed yet.

import type { Answer } from "../answer.ts";
import { closesFence } from "../fences/fences.ts";
import type { ScanContext } from "../scan.ts";
import { SignSet } from "../lines/sign-set.ts";
import { readWriteCommand, type WriteCommand } from "./command.ts";
import { tokensOf } from "./shell-words.ts";

/** `next`: the first line after the command. */
export type CommandAt = { readonly at: number; readonly next: number; readonly command: WriteCommand };

const MOST_LINES = 40;
const STARTS = /[ \t]*(?:\$ )?(?:sudo[ \t]+(?:-\S+[ \t]+)*)?(?:cat|tee|echo|printf|mkdir)\b/y;
const PRINTS = /^[ \t]*(?:\$ )?(?:echo|printf)\b/;

export function commandAt(context: Pick<ScanContext, "answer" | "fence">, at: number): CommandAt | null {
  const { answer, fence } = context;
  const isInFence = fence !== null;
  if (!isCommandStart(answer.first(at), isInFence)) return null;
  STARTS.lastIndex = answer.from(at); // On the whole text: most lines need no copy.
  if (!STARTS.test(answer.text)) return null;
  let text = answer.line(at);
  let next = at + 1;
  const isOver = (): boolean =>
    next >= answer.length || next - at >= MOST_LINES || (fence !== null && closesFence(answer.line(next), fence));
  while (/(?<!\\)\\$/.test(text) && !isOver()) {
    text = text.slice(0, -1) + answer.line(next);
    next += 1;
  }
  while (isInFence && PRINTS.test(text) && tokensOf(text.trimStart()) === null && !isOver()) {
    text = `${text}\n${answer.line(next)}`;
    next += 1;
  }
  const command = readWriteCommand(text, { isInFence });
  return command === null ? null : { at, next, command };
}

/** c t m s e p $ and, in a fence, whitespace. */
function isCommandStart(first: number, isInFence: boolean): boolean {
  if (FIRST.has(first)) return true;
  return isInFence && (first === 0x20 || first === 0x09);
}

/** The first characters of cat, tee, mkdir, sudo, echo, printf and a prompt. */
export const COMMAND_SIGNS = "ctmsep$";
const FIRST = new SignSet(COMMAND_SIGNS);

/** Whether a fence begins with a command that writes a here-document: then it is no file of its own. */
export function startsHeredoc(answer: Answer, at: number): boolean {
  return commandAt({ answer, fence: null }, at) !== null;
}
