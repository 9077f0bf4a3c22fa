// Edit blocks, run by run: where one starts, what its two sections hold, how it ends.
// Never applies anything and never drops a block: each ends in exactly one `block-end`, broken or not.
//
//   state      line                          becomes
//   text       start N                       old section of a block (its path line is before the marker)
//   text       end                           a broken block: its start is missing or damaged
//   old        separator N                   new section
//   old        end N                         broken: no separator
//   new        separator N                   spoiled: which of the two was meant?
//   new        end N                         a block; back to text
//   spoiled    end N                         broken; back to text
//   any block  start of N or more            broken: no end; and the old section of the next block
//   any block  every other line              content

import type { Proposed } from "../../types.ts";
import { looksLikeMarker, readMarker, type Marker } from "./markers.ts";
import * as say from "./messages.ts";
import { isBlank } from "./path-line.ts";
import { Pieces } from "./pieces.ts";
import { pathLineBefore, Tail, TAIL, wordsBefore } from "./tail.ts";

/** What a parser reports while an answer streams in. Offsets count UTF-16 units of the whole answer. */
export type BlockEvent =
  /** Words outside of blocks, as written, cut anywhere. The path line of a block is among them. */
  | { readonly kind: "text"; readonly text: string }
  /** `from` is where the path line begins; where there is none, the marker. */
  | { readonly kind: "block-start"; readonly path: string | null; readonly from: number }
  /** A piece of a section, cut anywhere. The pieces of a section, joined, are its `find` or `put`. */
  | { readonly kind: "block-text"; readonly section: "old" | "new"; readonly text: string }
  | { readonly kind: "block-end"; readonly proposed: Proposed };

type Reading = {
  readonly path: string | null;
  /** N of its markers. */
  readonly length: number;
  readonly from: number;
  readonly startLine: number;
  /** The marker ended in \r\n: the answer came through something that writes \r\n, so no \r\n is content. */
  readonly crlf: boolean;
  readonly old: Pieces;
  readonly new: Pieces;
  section: "old" | "new";
  /** A \r that may be half of a line break. */
  heldReturn: "" | "\r";
  /** Why the block is broken, once that is known. It is read on to its end all the same. */
  problem: string | null;
  /** The first line, as a number, that looks like a damaged marker. */
  damaged: number | null;
};

export class BlockMachine {
  #events: BlockEvent[] = [];
  /** The text before a block; inside of one its content serves. */
  readonly #tail = new Tail();
  #reading: Reading | null = null;
  /** Number of the line being read. */
  #line = 1;

  /** Whether what comes next belongs to a block. */
  get inBlock(): boolean {
    return this.#reading !== null;
  }

  /** What became known since the last call. */
  take(): readonly BlockEvent[] {
    if (this.#events.length === 0) return NOTHING;
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Takes a stretch of the answer, cut anywhere, that holds no line beginning like a marker. */
  run(text: string, breaks: number): void {
    if (text === "") return;
    this.#line += breaks;
    if (this.#reading !== null) this.#content(this.#reading, text);
    else {
      this.#tail.add(text);
      this.#events.push({ kind: "text", text });
    }
  }

  /** Takes one whole line that begins like a marker and starts at `from`. */
  line(line: string, from: number): void {
    const marker = readMarker(line);
    const reading = this.#reading;
    if (marker === null || !this.#obey(marker, reading, line, from)) {
      if (reading !== null && reading.damaged === null && looksLikeMarker(line)) reading.damaged = this.#line;
      this.run(line, 0);
    }
    this.#line += 1;
  }

  /** Lines that belong to something else went by: they name no path for the next block. */
  skip(lines: number): void {
    this.#line += lines;
    this.#tail.forget();
  }

  /** The answer is over, `at` long. */
  end(at: number): void {
    const reading = this.#reading;
    if (reading === null) return;
    if (reading.problem !== null) this.#close(reading, at);
    else {
      const message = say.incomplete(reading.startLine, reading.damaged);
      this.#finish(reading, at, { kind: "broken", path: reading.path, error: "incomplete", message });
    }
  }

  /** False: the marker is content here. */
  #obey(marker: Marker, reading: Reading | null, line: string, from: number): boolean {
    if (reading === null) {
      if (marker.kind === "separator") return false;
      if (marker.kind === "start") this.#start(marker, line, from, this.#tail.text());
      else this.#strayEnd(marker, line, from);
      return true;
    }
    if (marker.kind === "start") {
      if (marker.length < reading.length) return false;
      const before = reading[reading.section].tail(TAIL);
      reading.problem ??= say.noEnd(reading.length, this.#line, reading.damaged);
      this.#close(reading, pathLineBefore(before, from)?.from ?? from);
      this.#start(marker, line, from, before);
      return true;
    }
    if (marker.length !== reading.length) return false;
    if (marker.kind === "separator") this.#separator(reading);
    else this.#close(reading, from + line.length);
    return true;
  }

  #start(marker: Marker, line: string, from: number, before: string): void {
    const found = pathLineBefore(before, from);
    const reading: Reading = {
      path: found?.path ?? null,
      length: marker.length,
      from: found?.from ?? from,
      startLine: this.#line,
      crlf: line.endsWith("\r\n"),
      old: new Pieces(),
      new: new Pieces(),
      section: "old",
      heldReturn: "",
      problem: found === null ? say.noPath(marker, this.#line, wordsBefore(before)) : null,
      damaged: null,
    };
    this.#reading = reading;
    this.#tail.forget();
    this.#events.push({ kind: "block-start", path: reading.path, from: reading.from });
  }

  #content(reading: Reading, text: string): void {
    let piece = text;
    if (reading.crlf) {
      piece = (reading.heldReturn + text).replaceAll("\r\n", "\n");
      reading.heldReturn = piece.endsWith("\r") ? "\r" : "";
      if (reading.heldReturn !== "") piece = piece.slice(0, -1);
      if (piece === "") return;
    }
    reading[reading.section].add(piece);
    if (reading.problem === null) this.#events.push({ kind: "block-text", section: reading.section, text: piece });
  }

  #separator(reading: Reading): void {
    if (reading.section === "old") reading.section = "new";
    else reading.problem ??= say.secondSeparator(reading.length, this.#line);
  }

  #strayEnd(marker: Marker, line: string, from: number): void {
    const source = { format: "edit-block", from, to: from + line.length } as const;
    const message = say.strayEnd(marker, this.#line);
    this.#tail.forget();
    this.#events.push({ kind: "block-start", path: null, from });
    const proposed: Proposed = { source, kind: "broken", path: null, error: "malformed_block", message };
    this.#events.push({ kind: "block-end", proposed });
  }

  #close(reading: Reading, to: number): void {
    const find = reading.old.join();
    const problem = reading.problem ?? troubleOf(reading, find);
    if (problem !== null || reading.path === null) {
      const message = `${problem} None of it was applied.`;
      this.#finish(reading, to, { kind: "broken", path: reading.path, error: "malformed_block", message });
      return;
    }
    const put = reading.new.join();
    this.#finish(reading, to, {
      kind: "edit",
      path: reading.path,
      change:
        find === "" ? { kind: "create", content: put } : { kind: "replace", find, put, match: "lines", all: false },
    });
  }

  #finish(reading: Reading, to: number, outcome: Outcome): void {
    this.#reading = null;
    const source = { format: "edit-block", from: reading.from, to } as const;
    this.#events.push({ kind: "block-end", proposed: { source, ...outcome } });
  }
}

const NOTHING: readonly BlockEvent[] = [];

type Outcome = Proposed extends infer Each ? (Each extends unknown ? Omit<Each, "source"> : never) : never;

function troubleOf(reading: Reading, find: string): string | null {
  if (reading.section === "old") return say.noSeparator(reading.length, reading.damaged);
  return find !== "" && isBlank(find) ? say.blankFind() : null;
}
