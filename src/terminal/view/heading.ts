// What stands around the rows of a change: its title, what to beware of, and what is asked. Our words; every name and
// quote in them is revealed.

import { counted } from "../../base/index.ts";
import { lines, type ChangePayload } from "../../approval/index.ts";
import { reveal, revealPath } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { cells, wrap, wrapWords } from "../wrap.ts";

export type Heading = {
  readonly title: string;
  /** Painted rows of at most `width` cells, to stand above all others: a title too long for a border, then warnings. */
  readonly warnings: readonly string[];
  /** What the person is asked, without the keys. */
  readonly question: string;
  /** What the key v shows, as in "view full file". */
  readonly more: string;
};

export type HeadingOptions = {
  readonly width: number;
  readonly paint: Paint;
  /** How a canonical path is written on the screen. */
  readonly show: (path: string) => string;
};

// A frame takes this many cells of a title's row, for its corners and for "[12/34] ".
const BESIDE_TITLE = 12;

export function headingOf(payload: ChangePayload, options: HeadingOptions): Heading {
  const { width, paint } = options;
  const asked = asking(payload, (path) => revealPath(options.show(path)));
  // A border shows the end of a long title; no part of a path may be out of sight.
  const full = cells(asked.title) <= width - BESIDE_TITLE ? [] : wrap(asked.title, width).map(paint.bold);
  const risks = payload.risks.map((risk) => reveal(risk.message, { oneLine: true, keepMarks: true }));
  const warnings = [...overwriting(payload), ...risks].flatMap((message) => warningRows(message, options));
  return { ...asked, warnings: [...full, ...warnings] };
}

function asking(payload: ChangePayload, show: (path: string) => string): Omit<Heading, "warnings"> {
  const path = show(payload.path);
  switch (payload.type) {
    case "write":
    case "write_large": {
      const size = `${lines(payload.content_lines)}${payload.file_exists ? "" : ", new file"}`;
      return { title: `Write: ${path} (${size})`, question: "Write this file?", more: "view all" };
    }
    case "edit":
      return {
        title: `Edit: ${path} (line ${payload.match_line})`,
        question: "Apply this edit?",
        more: "view full file",
      };
    case "patch": {
      const [first, second] = payload.hunks;
      const several = first ? counted(payload.hunks.length, "place") : "no change";
      const where = first && !second ? `line ${first.old_start}` : several;
      const question =
        payload.edit_count === 1 ? "Apply this edit?" : `Apply these ${counted(payload.edit_count, "edit")}?`;
      return { title: `Edit: ${path} (${where})`, question, more: "view full file" };
    }
    case "move":
      return { title: `Move: ${path} → ${show(payload.to)}`, question: "Move this file?", more: "view full file" };
    case "delete": {
      const size = payload.file_lines === null ? "not text" : lines(payload.file_lines);
      return { title: `Delete: ${path} (${size})`, question: "Delete this file?", more: "view full file" };
    }
  }
  payload satisfies never;
}

function overwriting(payload: ChangePayload): string[] {
  if ((payload.type !== "write" && payload.type !== "write_large") || !payload.file_exists) return [];
  const was = lines(payload.existing_lines ?? 0);
  return [`This will overwrite existing file (was ${was}, now ${lines(payload.content_lines)})`];
}

function warningRows(message: string, { width, paint }: HeadingOptions): string[] {
  return wrapWords(message, Math.max(1, width - 2)).map((row, at) => paint.yellow(`${at === 0 ? "⚠" : " "} ${row}`));
}
