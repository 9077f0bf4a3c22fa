// The lines on which something can begin: an edit of some format, a fence, a marker. By the first character of a line
// alone, so that all the others, nearly every line of code and of prose, cost no more than a look into a table.
// Never rules out a line that a reader would take.

import type { Format } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { MARKER_SIGNS } from "../blocks/markers.ts";
import { DAMAGED_AT_START, DAMAGED_SIGNS } from "../damaged-marker.ts";
import { FENCE_SIGNS } from "../fences/fences.ts";
import { codeOf } from "../readers.ts";
import type { ScanContext } from "../scan.ts";
import { SignSet } from "./sign-set.ts";
import { DIFF_SIGNS } from "../udiff/likely-diff.ts";
import type { Place, Starts } from "../written.ts";

type Signs = { readonly atStart: SignSet; readonly indented: SignSet };

export class PossibleStarts {
  readonly #answer: Answer;
  readonly #signs: Readonly<Record<Place, Signs>> | null;
  /** Lines on which a tool call may begin after other words, and the first of them that is not passed. */
  readonly #raw: readonly number[];
  #rawAt = 0;

  constructor(answer: Answer, formats: ReadonlySet<Format>) {
    this.#answer = answer;
    this.#signs = signsOf(formats);
    this.#raw = formats.has("tool-call") ? [...answer.rawCallLines].sort((a, b) => a - b) : [];
  }

  /** The first line from `at` on, or the end, on which something can begin. */
  next({ fence, fenceLine, shell }: ScanContext, at: number): number {
    // The first line in a fence may begin a diff without a header, and a line of PowerShell may end in what opens a text.
    if (this.#signs === null || (fence !== null && (at === fenceLine + 1 || shell === "powershell"))) return at;
    const { atStart, indented } = this.#signs[fence === null ? "prose" : shell === "posix" ? "shell" : "code"];
    const { firsts, signs } = this.#answer.lines;
    while ((this.#raw[this.#rawAt] ?? Infinity) < at) this.#rawAt += 1;
    const end = Math.min(signs.length, this.#raw[this.#rawAt] ?? Infinity);
    let next = at;
    for (; next < end; next += 1) {
      const sign = signs[next]!;
      if ((sign === firsts[next] ? atStart : indented).has(sign)) break;
    }
    this.#answer.reads += next - at;
    return next;
  }
}

/** What is looked for on lines that no format begins on. */
function always(place: Place): Starts {
  const both = FENCE_SIGNS + DAMAGED_SIGNS;
  return {
    atStart: both + MARKER_SIGNS + (place === "prose" ? DIFF_SIGNS + DAMAGED_AT_START : DAMAGED_AT_START),
    indented: both,
  };
}

/** Null: a format does not say how it begins, so that every line must be tried. */
function signsOf(formats: ReadonlySet<Format>): Readonly<Record<Place, Signs>> | null {
  const all: ((place: Place) => Starts)[] = [always];
  for (const format of formats) {
    const code = codeOf(format);
    if (code === null) continue; // Markers of edit blocks are always looked for.
    if (code.startsIn === undefined) return null;
    all.push(code.startsIn);
  }
  const signsIn = (place: Place): Signs => {
    const starts = all.map((startsIn) => startsIn(place));
    return {
      atStart: new SignSet(starts.map(({ atStart }) => atStart).join("")),
      indented: new SignSet(starts.map(({ indented }) => indented).join("")),
    };
  };
  return { prose: signsIn("prose"), shell: signsIn("shell"), code: signsIn("code") };
}
