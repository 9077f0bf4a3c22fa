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
/** After other commands on the line. */
const LATER =
  /[^\n]{1,200}?(?:&&|\|\||[;(])[ \t]*(?:sudo[ \t]+)?(?:(?:cat|tee)\b[^\n]{0,200}?<<|(?:echo|printf)\b[^\n]{1,200}?>)/y;
const PRINTS = /^[ \t]*(?:\$ )?(?:echo|printf)\b/;

export function commandAt(context: Pick<ScanContext, "answer" | "fence">, at: number): CommandAt | null {
  const { answer, fence } = context;
  const isInFence = fence !== null;
  if (!(isInFence ? FIRST_IN_FENCE.has(answer.firstSign(at)) : FIRST.has(answer.first(at)))) return null;
  if (![STARTS, ...(isInFence ? [LATER] : [])].some((pattern) => beginsLine(answer, at, pattern))) return null;
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

/** On the whole text: most lines need no copy. */
function beginsLine(answer: Answer, at: number, pattern: RegExp): boolean {
  pattern.lastIndex = answer.from(at);
  return pattern.test(answer.text);
}

/** The first characters of cat, tee, mkdir, sudo, echo, printf and a prompt. */
export const COMMAND_SIGNS = "ctmsep$";
const FIRST = new SignSet(COMMAND_SIGNS);
/** Any command may come before one that writes a file. */
export const SHELL_SIGNS = `${COMMAND_SIGNS}abdfghijklnoqruvwxyz[(!./`;
const FIRST_IN_FENCE = new SignSet(SHELL_SIGNS);

/** Whether a fence begins with a command that writes a here-document: then it is no file of its own. */
export function startsHeredoc(answer: Answer, at: number): boolean {
  return commandAt({ answer, fence: null }, at) !== null;
}
