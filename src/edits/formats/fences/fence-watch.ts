// The code fences of an answer among the lines that no format owns: which one is open, and what each of them is.
// Never looks into the lines of an edit: a fence in there is content.

import type { Format } from "../../types.ts";
import type { FenceAround, OuterFence } from "../context/fence-around.ts";
import { damagedMarker, type Damaged } from "../damaged-marker.ts";
import { closesFence, FENCE_SIGNS, readFence, shellOf, type Fence } from "./fences.ts";
import type { Passage } from "../passages.ts";
import { classify, documentEnd } from "./plain-fence.ts";
import type { ScanContext } from "../scan.ts";
import { SignSet } from "../lines/sign-set.ts";

type Open = { readonly fence: Fence; readonly line: number; readonly indent: string };

export class FenceWatch {
  readonly #context: ScanContext;
  readonly #formats: ReadonlySet<Format>;
  /** The outermost open fence first. */
  readonly #open: Open[] = [];
  /** Where the stretch of the outermost fence begins that is being read. */
  #from = 0;
  #damaged: Damaged | null = null;
  /** The line that closes the outermost fence, where it is a document with fences of its own. */
  #documentEnd: number | null = null;
  #outer: OuterFence | null = null;
  readonly #passages: Passage[] = [];

  constructor(context: ScanContext, formats: ReadonlySet<Format>) {
    this.#context = context;
    this.#formats = formats;
  }

  get isInFence(): boolean {
    return this.#open.length > 0;
  }

  /** The fences around the current line; null outside of fences. */
  get around(): FenceAround | null {
    return this.#outer === null ? null : { outer: this.#outer, depth: this.#open.length };
  }

  /** The line after the last stretch that is known to be no edit's. */
  get endOfLast(): number {
    return this.#passages.at(-1)?.next ?? 0;
  }

  /** Takes a line that no format owns. True: it opens a fence, closes one, or is in one. */
  take(at: number): boolean {
    const wasInFence = this.isInFence;
    if (SIGNS.has(this.#context.answer.firstSign(at))) this.#fenceLine(at);
    if (wasInFence && this.isInFence) {
      this.#damaged ??= damagedMarker(this.#context.answer, at, this.#formats);
      this.#keepOthers(at, at + 1);
    }
    return wasInFence || this.isInFence;
  }

  /** Takes lines that nothing begins on, from `from` up to, not including, `next`. */
  skip(from: number, next: number): void {
    if (this.isInFence) this.#keepOthers(from, next);
  }

  /** Of the lines in a fence, the first and the last few: those directly before an edit may turn out to be its name. */
  #keepOthers(from: number, next: number): void {
    const { answer } = this.#context;
    const { others } = this.#outer!; // It is in a fence.
    let first = from;
    if (others.length === 0) {
      while (first < next && answer.isBlank(first)) first += 1;
      if (first < next) others.push(first);
      first += 1;
    }
    const last: number[] = [];
    for (let at = next - 1; at >= first && last.length < MOST_OTHERS - 1; at -= 1)
      if (!answer.isBlank(at)) last.push(at);
    others.push(...last.reverse());
    if (others.length > MOST_OTHERS) others.splice(1, others.length - MOST_OTHERS);
  }

  /** An edit owns the lines from `from` up to, not including, `next`. */
  pass(from: number, next: number): void {
    if (!this.isInFence) return;
    if (from > this.#from) this.#endStretch(from, "cut");
    const { others } = this.#outer!; // It is in a fence.
    while (others.length > 0 && others.at(-1)! >= from) others.pop();
    this.#from = next;
    this.#damaged = null;
  }

  /** The answer is over. What became of every fence, in no special order. */
  end(): readonly Passage[] {
    if (this.isInFence) this.#endStretch(this.#context.answer.length, "open");
    return this.#passages;
  }

  #fenceLine(at: number): void {
    const line = this.#context.answer.line(at);
    const inner = this.#open.at(-1);
    if (inner === undefined) {
      const indent = /^[ \t]*/.exec(line)![0]; // It matches everywhere.
      const fence = readFence(line.slice(indent.length));
      if (fence !== null) this.#begin({ fence, line: at, indent });
      return;
    }
    if (this.#documentEnd !== null && at <= this.#documentEnd) {
      if (at === this.#documentEnd) this.#close(0, at);
      return;
    }
    const words = line.startsWith(inner.indent) ? line.slice(inner.indent.length) : line;
    const found = readFence(words);
    const closed = this.#open.findIndex(({ fence }) => closesFence(words, fence) && fence.length === found?.length);
    if (closed >= 0 || closesFence(words, inner.fence)) this.#close(closed >= 0 ? closed : this.#open.length - 1, at);
    else if (found !== null) this.#openInside({ fence: found, line: at, indent: inner.indent }, inner.fence);
  }

  /** A fence as long as the one around it cannot be inside: that one was never closed. */
  #openInside(open: Open, around: Fence): void {
    if (open.fence.sign !== around.sign || open.fence.length < around.length) this.#push(open);
    else if (this.#open.length > 1) {
      this.#open.pop();
      this.#push(open);
    } else {
      this.#endStretch(open.line, "open");
      this.#open.pop();
      this.#begin(open);
    }
  }

  #begin(open: Open): void {
    this.#from = open.line;
    this.#damaged = null;
    this.#outer = { fence: open.fence, line: open.line, others: [], close: null };
    this.#documentEnd = documentEnd(this.#context, { ...open, open: open.line });
    this.#push(open);
  }

  #push(open: Open): void {
    this.#open.push(open);
    this.#tellContext();
  }

  /** Closes the fence at this depth, and all inside it. */
  #close(depth: number, at: number): void {
    if (depth === 0) {
      this.#endStretch(at + 1, "closed");
      this.#outer!.close = at; // It is in a fence.
      this.#outer = null;
    }
    this.#open.length = depth;
    this.#tellContext();
  }

  #tellContext(): void {
    const inner = this.#open.at(-1);
    this.#context.fence = inner?.fence ?? null;
    this.#context.shell = inner === undefined ? null : shellOf(inner.fence);
    if (inner !== undefined) this.#context.fenceLine = inner.line;
  }

  /** `cut`: an edit begins there. */
  #endStretch(next: number, how: "closed" | "open" | "cut"): void {
    const { fence, indent, line } = this.#open[0]!;
    const [isClosed, isCut] = [how === "closed", how === "cut"];
    const stretch = { fence, indent, open: line, from: this.#from, next, isClosed, isCut, damaged: this.#damaged };
    if (next > this.#from) this.#passages.push(classify(this.#context, stretch, this.#formats));
    this.#damaged = null;
  }
}

const MOST_OTHERS = 8;
const SIGNS = new SignSet(FENCE_SIGNS);
