// PowerShell that writes a file: a here-string (@' … '@) or a plain string for Set-Content, Add-Content or Out-File. Nothing is
// run or expanded. Always a likely edit: what the program writes depends on its version and on what comes before.
//
//   write  = here [ "|" ] writer path / writer path [ "-Value" ] ( here / string ) / name "=" here … writer path … name
//   here   = "@'" *line "'@" / '@"' *line '"@'          each at the end, and at the start, of its line

import type { Answer } from "../answer.ts";
import { closesFence } from "../fences/fences.ts";
import { likely } from "../passages.ts";
import { answerLine, incomplete, quote, sourceOf, type Region, type ScanContext } from "../scan.ts";
import { changeOf } from "./written-change.ts";

const LONGEST = 1_000;
const OPENS = /@(['"])[ \t]*$/;
const WRITER = /\b(Set-Content|Add-Content|Out-File|New-Item)\b([^|;]*)/i;
const VARIABLE = /^\s*\$(\w+)\s*=\s*@['"]\s*$/;
const STRING = /(?:-Value\s+|^\s*|\s)(?:'((?:[^']|'')*)'|"([^"$`]*)")\s*(?:$|\||-)/i;
/** How many lines further the text of a variable may be written. */
const MOST_BETWEEN = 12;

export function readPowerShell(context: ScanContext, at: number): Region | null {
  const { answer } = context;
  if (context.shell !== "powershell" || answer.to(at) - answer.from(at) > LONGEST) return null;
  const line = answer.line(at);
  const opened = OPENS.exec(line);
  if (opened === null) return oneLine(context, at, line);
  const writer = WRITER.exec(line);
  const variable = VARIABLE.exec(line)?.[1] ?? null;
  const { end, close } = endOf(context, at + 1, opened[1]!);
  if (end === null) {
    // All up to the end of the fence is its text.
    const source = sourceOf(answer, "heredoc", at, close);
    const why = `The here-string that starts on ${answerLine(at)} has no line "${opened[1]!}@".`;
    return {
      blocks: [incomplete(source, writer === null ? null : (writtenBy(writer)?.path ?? null), why)],
      next: close,
    };
  }
  const own = writer ?? WRITER.exec(answer.line(end).slice(2));
  const later = own === null && variable !== null ? writerOf(context, end + 1, variable) : null;
  const found = own ?? later?.writer ?? null;
  const written = found === null ? null : writtenBy(found);
  // What only a variable has is still no edit, whatever it looks like.
  if (written === null) return { blocks: [], next: end + 1 };
  const body = answer.content(at + 1, end, { crlf: answer.isCrlf(at) });
  const expands = opened[1] === '"' && /[$`]/.test(body);
  return region(answer, { at, next: (later?.line ?? end) + 1, written, content: body, expands });
}

/** `Set-Content -Path a.txt -Value 'text'`, `'text' | Out-File a.txt`. */
function oneLine({ answer }: ScanContext, at: number, line: string): Region | null {
  const writer = WRITER.exec(line);
  const written = writer === null ? null : writtenBy(writer);
  if (writer === null || written === null || /^New-Item$/i.test(writer[1]!)) return null;
  const isPiped = line.slice(0, writer.index).includes("|");
  const text = STRING.exec(isPiped ? line.slice(0, writer.index) : (/-Value\b.*$/i.exec(line)?.[0] ?? ""));
  const content = text === null ? null : `${(text[1]?.replaceAll("''", "'") ?? text[2])!}\n`;
  return region(answer, { at, next: at + 1, written, content, expands: false });
}

function region(
  answer: Answer,
  {
    at,
    next,
    written,
    content,
    expands,
  }: { at: number; next: number; written: Written; content: string | null; expands: boolean },
): Region {
  const source = sourceOf(answer, "heredoc", at, next);
  const { path } = written;
  const line = quote(answer.line(at).trim());
  const change = content === null || expands ? null : changeOf(content, written);
  const doubt = expands
    ? 'It has "$" or "`" in a string in double quotes, which PowerShell would expand, and nothing is expanded here.'
    : content === null
      ? "What it writes is not all in the answer."
      : "Nothing is run here.";
  const why = `This PowerShell command writes ${path}. ${doubt} Send the file in a code fence with its path, or the change as an edit.`;
  return {
    blocks: [
      likely(source, { path, change, why, reading: `${line} begins a command that writes the file`, line: at + 1 }),
    ],
    next,
  };
}

/** The line that ends the here-string, if any does before the fence is closed, and the line that closes that. */
function endOf(
  { answer, fence }: ScanContext,
  from: number,
  sign: string,
): { readonly end: number | null; readonly close: number } {
  for (let at = from; at < answer.length; at += 1) {
    const line = answer.line(at);
    if (line.startsWith(`${sign}@`)) return { end: at, close: at };
    if (fence !== null && closesFence(line, fence)) return { end: null, close: at };
  }
  return { end: null, close: answer.length };
}

/** The command that writes what a variable holds. */
function writerOf(
  { answer, fence }: ScanContext,
  from: number,
  variable: string,
): { readonly writer: RegExpExecArray; readonly line: number } | null {
  for (let at = from; at < answer.length && at < from + MOST_BETWEEN; at += 1) {
    const line = answer.line(at);
    if (fence !== null && closesFence(line, fence)) return null;
    const writer = line.length > LONGEST ? null : WRITER.exec(line);
    if (writer !== null && line.includes(`$${variable}`)) return { writer, line: at };
  }
  return null;
}

type Written = { readonly path: string; readonly isAppend: boolean };

const PATH = /-(?:Literal|File)?Path\s+(?:"([^"$`]+)"|'([^']+)'|([^\s"'$`|;-][^\s"'$`|;]*))/i;
const FIRST = /^\s+(?:"([^"$`]+)"|'([^']+)'|([^\s"'$`|;@-][^\s"'$`|;@]*))/;

const SWITCHES = /\s-(?:Append|Force|NoNewline|Encoding\s+\S+|ItemType\s+\S+)(?=\s|$)/gi;

function writtenBy([, program, rest]: RegExpExecArray): Written | null {
  const plain = rest!.replaceAll(SWITCHES, "");
  const found = PATH.exec(plain) ?? FIRST.exec(plain);
  const path = found?.[1] ?? found?.[2] ?? found?.[3];
  if (path === undefined) return null;
  return { path: path.replaceAll("\\", "/"), isAppend: /^Add-/i.test(program!) || /-Append\b/i.test(rest!) };
}
