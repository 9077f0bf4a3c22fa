// Patches between "*** Begin Patch" and "*** End Patch", as codex defines them.
// Never takes a file section whose end is not certain: without "*** End Patch" the last one is incomplete.
//
//   patch    = begin *( add / delete / update ) end           whitespace around begin, end and headers is ignored
//   add      = "*** Add File: " path *( "+" line )
//   delete   = "*** Delete File: " path
//   update   = "*** Update File: " path [ "*** Move to: " path ] *chunk
//   chunk    = *( "@@" [ " " context ] ) 1*( ( " " / "+" / "-" ) line ) [ "*** End of File" ]
//
// The first chunk may leave out "@@". An empty line is an empty context line; at the end of a chunk it is none. A line
// without a sign, after others of its chunk or its "@@", is a context line that lost its leading space.

import type { Change, Chunk, Proposed } from "../types.ts";
import type { Answer } from "./answer.ts";
import { closesFence } from "./fences/fences.ts";
import { answerLine, capital, incomplete, malformed, quote, sourceOf, type Region, type ScanContext } from "./scan.ts";
import { ChunkLines } from "./chunk-lines.ts";

const BEGIN = "*** Begin Patch";
const END = "*** End Patch";
const END_OF_FILE = "*** End of File";
const LONGEST_HEADER = 400;
const HEADER = /^\*\*\* (Add File|Update File|Delete File|Move to):(.*)$/;

export function isPatchBegin(line: string): boolean {
  return line.trim() === BEGIN || /^\*\*\* (?:Add|Update|Delete) File: *\S/.test(line);
}

export function readApplyPatch(context: ScanContext, at: number): Region | null {
  const { answer } = context;
  const first = answer.first(at);
  if (first !== 0x2a && first !== 0x20 && first !== 0x09) return null; // * and whitespace
  const sign = answer.firstSign(at);
  if (sign !== 0x2a && sign > 0x20 && sign < 0x7f) return null; // Other whitespace before it is ignored, too.
  const line = answer.line(at);
  if (!isPatchBegin(line)) return null;
  return new PatchReader(context, at, line.trim() === BEGIN ? at + 1 : at).read();
}

type Section = {
  readonly kind: "Add File" | "Update File" | "Delete File";
  readonly path: string;
  readonly from: number;
};

class PatchReader {
  readonly #context: ScanContext;
  readonly #answer: Answer;
  readonly #from: number;
  readonly #crlf: boolean;
  readonly #blocks: Proposed[] = [];
  #hasToldSign = false;
  #at: number;

  constructor(context: ScanContext, from: number, at: number) {
    this.#context = context;
    this.#answer = context.answer;
    this.#from = from;
    this.#at = at;
    this.#crlf = this.#answer.isCrlf(from);
  }

  read(): Region {
    while (!this.#isOver()) {
      const line = this.#answer.line(this.#at);
      if (this.#isEnd(this.#at)) return this.#ended();
      const header = HEADER.exec(line.trim());
      if (header !== null && header[1] !== "Move to") this.#section(header[1] as Section["kind"], header[2]!.trim());
      else if (line.trim() === "") this.#at += 1;
      else this.#stray();
    }
    return this.#cutOff();
  }

  #ended(): Region {
    const next = this.#at + 1;
    if (this.#blocks.length === 0) {
      const source = sourceOf(this.#answer, "apply-patch", this.#from, next);
      this.#blocks.push(malformed(source, null, "The patch is empty."));
    }
    return { blocks: this.#blocks, next };
  }

  /** Sections followed by another are whole; the last one may miss its end. */
  #cutOff(): Region {
    const last = this.#blocks.pop();
    const source = last?.source ?? sourceOf(this.#answer, "apply-patch", this.#from, this.#at);
    const why = `The patch that starts on ${answerLine(this.#from)} has no "${END}" line, so its last part may be cut off.`;
    this.#blocks.push(incomplete(source, last?.path ?? null, why));
    return { blocks: this.#blocks, next: this.#at };
  }

  #section(kind: Section["kind"], path: string): void {
    const from = this.#at;
    this.#at += 1;
    const section = { kind, path, from };
    const outcome =
      path === ""
        ? this.#broken(`${capital(answerLine(from))} names no file.`)
        : kind === "Add File"
          ? this.#added()
          : kind === "Delete File"
            ? this.#deleted()
            : this.#updated(section);
    const source = sourceOf(this.#answer, "apply-patch", from, this.#at);
    if (typeof outcome !== "string") this.#noteHeaders(path, from + 1);
    this.#blocks.push(
      typeof outcome === "string"
        ? malformed(source, path === "" ? null : path, outcome)
        : { source, kind: "edit", path, change: outcome },
    );
  }

  /** A header with a "+" before it is content; that it may be a header is reported, except in a quoted patch. */
  #noteHeaders(path: string, from: number): void {
    for (let at = from; at < this.#at; at += 1) {
      if (this.#answer.first(at) !== 0x2b || this.#answer.to(at) - this.#answer.from(at) > LONGEST_HEADER) continue;
      const line = this.#answer.line(at);
      const words = line.slice(1).trim();
      if (words === BEGIN) return;
      if (!isPatchBegin(words) && words !== END) continue;
      this.#context.notes.push(
        `${capital(answerLine(at))} (${quote(line)}) is content of ${path}: it has a "+". If it was meant to be a header, remove the "+" and send the patch again.`,
      );
      return;
    }
  }

  #added(): Change | string {
    const content: string[] = [];
    while (!this.#isSectionEnd()) {
      if (this.#answer.first(this.#at) === 0x2b) {
        content.push(this.#content(this.#at));
        this.#at += 1;
        continue;
      }
      const line = this.#at;
      this.#skipBlankLines(); // Before the next header they mean nothing.
      if (!this.#isSectionEnd())
        return this.#broken(`${capital(answerLine(line))} has no "+" before it, as each line of a new file needs.`);
    }
    return { kind: "create", content: content.join("") };
  }

  #deleted(): Change | string {
    for (; !this.#isSectionEnd(); this.#at += 1)
      if (this.#answer.line(this.#at).trim() !== "")
        return this.#broken(
          `${capital(answerLine(this.#at))} is in a section that deletes a file and can have no lines.`,
        );
    return { kind: "delete" };
  }

  #updated({ path }: Section): Change | string {
    const to = HEADER.exec(this.#answer.line(this.#at).trim());
    const isMove = to?.[1] === "Move to";
    const target = isMove ? to![2]!.trim() : null;
    if (isMove) this.#at += 1;
    if (target === "")
      return this.#broken(`${capital(answerLine(this.#at - 1))} names no file to move ${quote(path)} to.`);
    const chunks: Chunk[] = [];
    let chunk = new PatchChunk();
    for (; !this.#isSectionEnd(); this.#at += 1) {
      const line = this.#answer.line(this.#at);
      const isLast = line.trimEnd() === END_OF_FILE;
      if (chunks.length === 0 && chunk.lines.isEmpty && !chunk.hasHeader && /^\+@@(?: |$)/.test(line))
        return this.#broken(
          `${capital(answerLine(this.#at))} (${quote(line)}) is a header with a "+" before it, or an added line without a header. Remove the "+", or put a line "@@" before it.`,
        );
      if (!isLast && !line.startsWith("@@")) {
        if (!this.#take(chunk, line, path))
          return this.#broken(
            `${capital(answerLine(this.#at))} (${quote(line)}) starts with none of " ", "+", "-" and "@@".`,
          );
        continue;
      }
      chunk.lines.dropEmptyEnd();
      chunk.isAtEnd = isLast;
      if (isLast && chunk.lines.isEmpty) return this.#broken(`The chunk before ${answerLine(this.#at)} has no lines.`);
      if (!chunk.lines.isEmpty) {
        chunks.push(chunk.toChunk());
        chunk = new PatchChunk();
      }
      if (!isLast) chunk.addHeader(line);
    }
    chunk.lines.dropEmptyEnd();
    if (!chunk.lines.isEmpty) chunks.push(chunk.toChunk());
    else if (chunk.hasHeader) return `The last "@@" of the section for ${quote(path)} has no lines after it.`;
    if (chunks.length > 0) return { kind: "patch", chunks, to: target };
    if (target !== null) return { kind: "move", to: target };
    return `The section for ${quote(path)} changes nothing: it has no lines. Add a chunk with "-" and "+" lines.`;
  }

  #take({ lines, hasHeader }: PatchChunk, line: string, path: string): boolean {
    const sign = line.charAt(0);
    if (sign === "+") lines.add(this.#content(this.#at));
    else if (sign === "-") lines.remove(this.#content(this.#at));
    else if (sign === " ") lines.keep(this.#content(this.#at));
    else if (line === "") lines.keepEmpty();
    else if (lines.isEmpty && !hasHeader) return false;
    else {
      // It must match the file exactly: a line whose "+" or "-" was forgotten does not pass for it.
      lines.keep(this.#answer.wholeLine(this.#at, { crlf: this.#crlf }));
      if (!this.#hasToldSign)
        this.#context.notes.push(
          `${capital(answerLine(this.#at))} (${quote(line)}), in the patch of ${path}, has no sign; such lines were read as lines to keep.`,
        );
      this.#hasToldSign = true;
    }
    return true;
  }

  /** Moves on to the next header, so that a broken section does not take others along. */
  #broken(why: string): string {
    while (!this.#isSectionEnd()) this.#at += 1;
    return why;
  }

  #stray(): void {
    const from = this.#at;
    const line = this.#answer.line(from);
    this.#at += 1;
    const why = this.#broken(
      `${capital(answerLine(from))} (${quote(line)}) is not part of a patch. A file starts with "*** Add File: ", "*** Update File: " or "*** Delete File: ".`,
    );
    // The line may belong to the section before, and then what follows does, too.
    const before = this.#blocks.pop() ?? null;
    const start = before === null ? this.#answer.from(from) : before.source.from;
    const source = { ...sourceOf(this.#answer, "apply-patch", from, this.#at), from: start };
    this.#blocks.push(before?.kind === "broken" ? { ...before, source } : malformed(source, before?.path ?? null, why));
  }

  #content(at: number): string {
    return this.#answer.signedLine(at, { crlf: this.#crlf });
  }

  #isSectionEnd(): boolean {
    if (this.#isOver()) return true;
    const line = this.#answer.line(this.#at);
    if (line.startsWith("***")) return line.trimEnd() !== END_OF_FILE;
    return this.#isEnd(this.#at);
  }

  /** A padded end marker may be a context line; it is the end when nothing more of the patch follows. */
  #isEnd(at: number): boolean {
    const line = this.#answer.line(at);
    if (line.trim() !== END) return false;
    if (line.startsWith(END)) return true;
    let next = at + 1;
    while (next < this.#answer.length && this.#answer.line(next).trim() === "") next += 1;
    return next >= this.#answer.length || !/^[ +\-@*]/.test(this.#answer.line(next));
  }

  #isOver(): boolean {
    if (this.#at >= this.#answer.length) return true;
    const fence = this.#context.fence;
    return fence !== null && closesFence(this.#answer.line(this.#at), fence);
  }

  #skipBlankLines(): void {
    while (!this.#isOver() && this.#answer.line(this.#at).trim() === "") this.#at += 1;
  }
}

const NUMBERED = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/;

class PatchChunk {
  readonly lines = new ChunkLines();
  readonly #after: string[] = [];
  #line: number | null = null;
  hasHeader = false;
  isAtEnd = false;

  addHeader(line: string): void {
    this.hasHeader = true;
    const numbered = NUMBERED.exec(line);
    if (numbered !== null) {
      this.#line = Number(numbered[1]) || null; // A habit from unified diffs; line 0 names no line.
      return;
    }
    const context = line.slice(2).replace(/^ /, "").replace(/ ?@@$/, "").trimEnd();
    if (context !== "" && context !== "...") this.#after.push(context);
  }

  toChunk(): Chunk {
    const adds = !this.lines.hasOld;
    const line = adds ? null : this.#line;
    const end = this.isAtEnd || (adds && this.#after.length === 0);
    return this.lines.toChunk({ line, after: this.#after, end });
  }
}
