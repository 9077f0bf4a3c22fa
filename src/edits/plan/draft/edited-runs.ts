// Which lines of a base text edits have taken out, and which they have written in their place, as a few runs in order.
// Everything outside the runs is the base's own, so a large file with few edits costs little. Knows no text of the base.

import { spliceAll } from "../../match/line-index.ts";
import type { EditId } from "../../types.ts";

/** Lines `from` to `to` give way to these, endings included. */
export type LineEdit = { readonly from: number; readonly to: number; readonly lines: readonly string[] };

/** The edits that wrote a line; lines written at one place by one edit share it. */
type Cause = Set<EditId>;

/** Base lines `oldFrom` to `oldTo` are gone; lines `from` to `to` replace them. A kept line separates any two runs. */
export type Run = {
  from: number;
  to: number;
  oldFrom: number;
  oldTo: number;
  lines: string[];
  causes: Cause[];
};

export class EditedRuns {
  #runs: Run[] = [];
  readonly #gone = new Map<number, Cause>();

  /** In order; not to be changed by others. */
  get runs(): readonly Readonly<Run>[] {
    return this.#runs;
  }

  get hasRemoved(): boolean {
    return this.#gone.size > 0;
  }

  /** How many lines there are now more than in the base. */
  get growth(): number {
    const last = this.#runs.at(-1);
    return last === undefined ? 0 : last.to - last.oldTo;
  }

  /** The base line that is at this line now; null when an edit wrote it. */
  originOf(line: number): number | null {
    const run = this.#runs[lastFrom(this.#runs, line)];
    if (run === undefined) return line;
    return line < run.to ? null : line - run.to + run.oldTo;
  }

  /** What an edit wrote at this line; null when it is the base's own. */
  written(line: number): string | null {
    const run = this.#runs[lastFrom(this.#runs, line)];
    return run !== undefined && line < run.to ? run.lines[line - run.from]! : null;
  }

  /** The edits that took out base lines of this range. */
  whoRemoved(from: number, to: number): Set<EditId> {
    const edits = new Set<EditId>();
    for (let line = from; line < to; line += 1) for (const edit of this.#gone.get(line) ?? []) edits.add(edit);
    return edits;
  }

  /** The edits that wrote lines of this range, as lines are counted now. */
  whoWrote(from: number, to: number): Set<EditId> {
    const edits = new Set<EditId>();
    for (let at = Math.max(0, lastFrom(this.#runs, from)); at < this.#runs.length; at += 1) {
      const run = this.#runs[at]!;
      if (run.from >= to) break;
      for (let line = Math.max(from, run.from); line < Math.min(to, run.to); line += 1)
        for (const edit of run.causes[line - run.from]!) edits.add(edit);
    }
    return edits;
  }

  /** Changes are ascending and apart, and count lines as they are before any of them. */
  apply(edit: EditId, changes: readonly LineEdit[]): void {
    if (changes.length === 0) return;
    const old = this.#runs;
    let next = Math.max(0, lastFrom(old, changes[0]!.from - 1));
    const fresh = old.slice(0, next);
    let shift = 0;
    for (const change of changes) {
      for (; next < old.length && old[next]!.to < change.from; next += 1) fresh.push(shifted(old[next]!, shift));
      const from = change.from + shift;
      const to = change.to + shift;
      // What the change before this one made may reach here; what begins inside or right behind belongs to it too.
      const met: Run[] = [];
      if (fresh.length > 0 && fresh.at(-1)!.to >= from) met.push(fresh.pop()!);
      for (; next < old.length && old[next]!.from <= change.to; next += 1) met.push(shifted(old[next]!, shift));
      const run = this.#merge(edit, { from, to, lines: change.lines }, met, fresh.at(-1));
      if (run.to > run.from || run.oldTo > run.oldFrom) fresh.push(run);
      shift += change.lines.length - (change.to - change.from);
    }
    for (; next < old.length; next += 1) fresh.push(shifted(old[next]!, shift));
    this.#runs = fresh;
  }

  /** The change and the runs it meets or touches as one run. `before` is the last run that it does not touch. */
  #merge(edit: EditId, { from, to, lines }: LineEdit, met: readonly Run[], before: Run | undefined): Run {
    const cause: Cause = new Set([edit]);
    const baseOf = (line: number, run: Run | undefined): number =>
      run === undefined ? line : line - run.to + run.oldTo;
    let at = from;
    let base = baseOf(from, before);
    const takeKept = (count: number): void => {
      for (let line = 0; line < count; line += 1) this.#gone.set(base + line, cause);
    };
    for (const run of met) {
      takeKept(run.from - at);
      for (let line = Math.max(at, run.from); line < Math.min(to, run.to); line += 1) {
        const origin = run.causes[line - run.from]!;
        if (origin === cause) continue;
        // What is left of the earlier edit's work at this place is also this edit's work.
        for (const earlier of origin) cause.add(earlier);
        origin.add(edit);
      }
      at = Math.max(at, run.to);
      base = run.oldTo;
    }
    takeKept(to - at);
    const put = lines.map(() => cause);
    const first = met[0];
    const last = met.at(-1);
    if (first !== undefined && first === last && first.from <= from && first.to >= to) {
      const place = { from: from - first.from, to: to - first.from };
      first.lines = spliceAll(first.lines, [{ ...place, put: lines }]);
      first.causes = spliceAll(first.causes, [{ ...place, put }]);
      first.to = first.from + first.lines.length;
      return first;
    }
    const head = first !== undefined && first.from <= from ? first : undefined;
    const tail = last !== undefined && last.to >= to ? last : undefined;
    const kept = head === undefined ? 0 : from - head.from;
    const all = [
      ...(head?.lines.slice(0, kept) ?? []),
      ...lines,
      ...(tail?.lines.slice(Math.max(0, to - tail.from)) ?? []),
    ];
    return {
      from: from - kept,
      to: from - kept + all.length,
      oldFrom: head?.oldFrom ?? baseOf(from, before),
      oldTo: tail?.oldTo ?? baseOf(to, last ?? before),
      lines: all,
      causes: [
        ...(head?.causes.slice(0, kept) ?? []),
        ...put,
        ...(tail?.causes.slice(Math.max(0, to - tail.from)) ?? []),
      ],
    };
  }
}

/** The index of the last run that begins at the line or before it; -1 when none does. */
function lastFrom(runs: readonly Run[], line: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle]!.from <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function shifted(run: Run, by: number): Run {
  run.from += by;
  run.to += by;
  return run;
}
