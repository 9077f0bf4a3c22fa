// Damaged markers outside of code fences: those of one block are one likely edit.
// Never reaches over an edit or a fence: what comes after belongs to something else.

import type { Format } from "../types.ts";
import { damagedMarker, type Damaged } from "./damaged-marker.ts";
import { nameAbove } from "./fences/name-above.ts";
import { likely, type Passage } from "./passages.ts";
import { sourceOf, type ScanContext } from "./scan.ts";

type Run = { readonly first: Damaged; readonly path: string | null; readonly from: number; last: number };

export class DamagedRuns {
  readonly #context: ScanContext;
  readonly #formats: ReadonlySet<Format>;
  readonly #passages: Passage[] = [];
  #run: Run | null = null;

  constructor(context: ScanContext, formats: ReadonlySet<Format>) {
    this.#context = context;
    this.#formats = formats;
  }

  /** Takes a line outside of edits and fences. */
  take(at: number): void {
    const damaged = damagedMarker(this.#context.answer, at, this.#formats);
    if (damaged === null) return;
    const isNext = this.#run?.first.format === damaged.format && damaged.role !== "start";
    if (this.#run !== null && isNext) this.#run.last = at;
    else {
      const above = nameAbove(this.#context, at);
      const isNamed = above?.kind === "path" && above.isClear;
      if (damaged.needsPath === true && (!isNamed || damaged.role !== "start")) return;
      this.end();
      this.#run = { first: damaged, path: isNamed ? above.path : null, from: isNamed ? above.line : at, last: at };
    }
    if (damaged.role === "end") this.end();
  }

  /** Something else begins. */
  end(): void {
    const run = this.#run;
    this.#run = null;
    if (run === null) return;
    const { first, path, from } = run;
    const next = run.last + 1;
    const source = sourceOf(this.#context.answer, first.format, from, next);
    this.#passages.push({
      kind: "likely",
      block: likely(source, { path, change: null, why: first.why, reading: "", line: run.last + 1 }),
      from,
      next,
    });
  }

  passages(): readonly Passage[] {
    this.end();
    return this.#passages;
  }
}
