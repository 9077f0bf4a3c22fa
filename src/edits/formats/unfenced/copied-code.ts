// Code copied from the page of a chat, where the line above it is a button ("Copy code"), often below the name of the
// language. An answer without any fence or marker is read once more with fences in their place. Lines keep their numbers.
// What is found so is never certain: where the code ends is seen only from the words after it.
//
//   code = [ language ] button [ "Edit" ] 1*line ( blank-line words / blank-line code / end )

import type { Likely } from "../../types.ts";
import { Answer } from "../answer.ts";
import { isBlank } from "../blocks/path-line.ts";

const FENCE = "```";
const LONGEST = 300;
/** What the button says that says no more than what it does, and one that also says what it copies. */
const COPY = /^(?:copy|copier|kopieren|copiar|copia|kopiëren|kopiuj|копировать|复制|複製|コピー(?:する)?|복사)$/i;
const COPY_CODE =
  /^(?:copy (?:code|to clipboard)|copier le code|code kopieren|copiar (?:el )?código|copia codice|копировать код|复制代码|複製程式碼|コードをコピー(?:する)?|코드 복사)$/i;
const EDIT = /^(?:edit|modifier|bearbeiten|editar|modifica|编辑|編輯|編集(?:する)?|편집|run|preview|download)$/i;
const LANGUAGE = /^[A-Za-z][\w+#. -]{0,19}$/;

/** The answer with fences; null when it has no such code. */
export function withCopied(answer: Answer): Answer | null {
  const lines = Array.from({ length: answer.length }, (_, at) => answer.line(at));
  let found = false;
  for (let at = 0; at < lines.length; at += 1) {
    const block = blockAt(lines, at);
    if (block === null) continue;
    const { from, end } = block;
    at = end;
    if (block.isOpen) continue;
    lines.fill("", block.top, from);
    lines[from - 1] = FENCE + block.language;
    lines[end] = FENCE;
    found = true;
  }
  return found ? new Answer(`${lines.join("\n")}\n`) : null;
}

/** `top`: the first line of the labels; `from`: the first of the code; `end`: the blank line after it, or the end. */
type Block = {
  readonly top: number;
  readonly from: number;
  readonly end: number;
  readonly language: string;
  readonly isOpen: boolean;
};

function blockAt(lines: readonly string[], at: number): Block | null {
  const above = at > 0 ? lines[at - 1]!.trim() : "";
  const hasLanguage = LANGUAGE.test(above);
  const words = lines[at]!.trim();
  if (!COPY_CODE.test(words) && !(hasLanguage && COPY.test(words))) return null;
  const from = EDIT.test(lines[at + 1]?.trim() ?? "") ? at + 2 : at + 1;
  const language = hasLanguage ? above.toLowerCase().replaceAll(" ", "-") : "";
  return { top: hasLanguage ? at - 1 : at, from, language, ...endOf(lines, from) };
}

/** `isOpen`: words come with no blank line before them, so there is no room for the end of a fence; or there is no code. */
function endOf(lines: readonly string[], from: number): Pick<Block, "end" | "isOpen"> {
  let hasCode = false;
  for (let at = from; at < lines.length; at += 1) {
    if (!isBlank(lines[at]!)) {
      if (isWords(lines[at]!) && hasCode) return { end: at, isOpen: true };
      hasCode = true;
      continue;
    }
    let next = at + 1;
    while (next < lines.length && isBlank(lines[next]!)) next += 1;
    if (hasCode && (next === lines.length || isWords(lines[next]!) || isLabel(lines, next)))
      return { end: at, isOpen: false };
    at = next - 1;
  }
  return { end: lines.length, isOpen: !hasCode };
}

/** A sentence, at the start of the line, as code hardly has one. */
const SENTENCE = /^(?:[\p{Lu}\p{Lo}*•-]|\d+[.)]\s).*[.!?:。！？：…]["')*]*$/u;
const CODE = /[;{}<>=]|^[*-]\s*[^\p{L}\s]|\w\(/u;

function isWords(line: string): boolean {
  if (line.length > LONGEST || !SENTENCE.test(line)) return false;
  const bare = line.replaceAll(/`[^`]*`|\p{L}[\w.]*\(\)/gu, "x");
  return !CODE.test(bare) && (/\p{Lo}{4}/u.test(bare) || (bare.match(/\p{L}+/gu)?.length ?? 0) > 2);
}

/** The name of a file or of a language above the next button. */
function isLabel(lines: readonly string[], at: number): boolean {
  const below = lines.slice(at + 1, at + 4).filter((line) => line.trim() !== "");
  return below.some((line) => COPY_CODE.test(line.trim()) || COPY.test(line.trim()));
}

export function copiedDoubt(line: number): Likely {
  return {
    reading: "it was copied from the page of a chat, without a code fence",
    line,
    why: "It was copied from the page of a chat, without a code fence, so where it ends is not certain. Copy the answer with the chat's own button, or send the change as an edit.",
  };
}
