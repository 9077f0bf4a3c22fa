// What surrounds the rows of a change: its title, what to beware of, and what is asked. Our words; every name and
// quote in them is revealed.

import { counted } from "../../base/index.ts";
import { lines, type ChangePayload, type ReviewPurpose } from "../../approval/index.ts";
import { plain, reveal, type Plain, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { cells, wrapWords } from "../wrap.ts";
import { continuedRows } from "./continued.ts";
import { revealTarget } from "./target-path.ts";

export type Heading = {
  readonly title: Plain;
  /** Painted rows of at most `width` cells, above all others: a title too long for a border, then warnings. */
  readonly warnings: readonly Printable[];
  /** What the person is asked, without the keys. */
  readonly question: Plain;
  /** What the key v shows, as in "view full file". */
  readonly more: Plain;
};

export type HeadingOptions = {
  readonly width: number;
  readonly paint: Paint;
  /** How a canonical path is written on the screen. */
  readonly show: (path: string) => string;
  /** For a screen reader: words in place of signs. */
  readonly inWords?: boolean;
  /** `work-tree`: the change is on disk already. Default: it is proposed. */
  readonly purpose?: ReviewPurpose;
};

// A frame takes this many cells of a title's row, for its corners and for "[12/34] ".
const BESIDE_TITLE = 12;

export function headingOf(payload: ChangePayload, options: HeadingOptions): Heading {
  const isOnDisk = options.purpose === "work-tree";
  const asked = isOnDisk ? keeping(payload, options.show) : asking(payload, options.show);
  const full = options.inWords ? [] : fullTitle(asked.title, options);
  const risks = payload.risks.map((risk) => reveal(risk.message, { keepMarks: true }));
  const warnings = [...(isOnDisk ? [] : overwriting(payload)), ...risks].flatMap((message) =>
    warningRows(message, options),
  );
  return { ...asked, warnings: [...full, ...warnings] };
}

/** Rows for a title that a border has no room for: it shows the end, and no part of a path may be out of sight. */
export function fullTitle(title: Plain, { width, paint }: Pick<HeadingOptions, "width" | "paint">): Printable[] {
  return cells(title) <= width - BESIDE_TITLE ? [] : continuedRows(title, { width }).map(paint.bold);
}

function asking(payload: ChangePayload, show: (path: string) => string): Omit<Heading, "warnings"> {
  const path = revealTarget(payload, show);
  switch (payload.type) {
    case "write":
    case "write_large": {
      const size = plain`${reveal(lines(payload.content_lines))}${payload.file_exists ? plain`` : plain`, new file`}`;
      return { title: plain`Write: ${path} (${size})`, question: plain`Write this file?`, more: plain`view all` };
    }
    case "edit":
      return {
        title: plain`Edit: ${path} (line ${payload.match_line})`,
        question: plain`Apply this edit?`,
        more: plain`view full file`,
      };
    case "patch": {
      const [first, second] = payload.hunks;
      const several = first ? reveal(counted(payload.hunks.length, "place")) : plain`no change`;
      const where = first && !second ? plain`line ${first.old_start}` : several;
      const edits = reveal(counted(payload.edit_count, "edit"));
      const question = payload.edit_count === 1 ? plain`Apply this edit?` : plain`Apply these ${edits}?`;
      return { title: plain`Edit: ${path} (${where})`, question, more: plain`view full file` };
    }
    case "move": {
      const to = revealTarget({ path: payload.to, target: payload.to_target }, show);
      const isLinked = payload.target !== undefined || payload.to_target !== undefined;
      const title = plain`Move: ${path} ${isLinked ? plain`to` : plain`→`} ${to}`;
      return { title, question: plain`Move this file?`, more: plain`view full file` };
    }
    case "delete": {
      const size = payload.file_lines === null ? plain`not text` : reveal(lines(payload.file_lines));
      return {
        title: plain`Delete: ${path} (${size})`,
        question: plain`Delete this file?`,
        more: plain`view full file`,
      };
    }
  }
  payload satisfies never;
}

/** The same for a change that is on disk. */
function keeping(payload: ChangePayload, show: (path: string) => string): Omit<Heading, "warnings"> {
  const path = revealTarget(payload, show);
  const more = plain`view full file`;
  switch (payload.type) {
    case "delete":
      return { title: plain`Deleted: ${path}`, question: plain`Keep it deleted?`, more };
    case "move": {
      const to = revealTarget({ path: payload.to, target: payload.to_target }, show);
      if (payload.hunks.length === 0)
        return { title: plain`Renamed: ${path} → ${to}`, question: plain`Keep the new name?`, more };
      const question = plain`Keep the new name and ${these(payload)}?`;
      return { title: plain`Renamed: ${path} → ${to} (${placesOf(payload)})`, question, more };
    }
    case "write":
    case "write_large":
      if (!payload.file_exists) {
        const size = reveal(lines(payload.content_lines));
        return {
          title: plain`New: ${path} (${size})`,
          question: plain`Keep this new file? Reverting deletes it.`,
          more: plain`view all`,
        };
      }
      break;
    case "edit":
    case "patch":
      break;
    default:
      payload satisfies never;
  }
  return { title: plain`Changed: ${path} (${placesOf(payload)})`, question: plain`Keep ${these(payload)}?`, more };
}

function placesOf({ hunks }: ChangePayload): Plain {
  return reveal(counted(hunks.length, "place"));
}

function these({ hunks }: ChangePayload): Plain {
  return hunks.length === 1 ? plain`this change` : plain`these changes`;
}

function overwriting(payload: ChangePayload): Plain[] {
  if ((payload.type !== "write" && payload.type !== "write_large") || !payload.file_exists) return [];
  const [was, now] = [payload.existing_lines ?? 0, payload.content_lines].map((count) => reveal(lines(count)));
  return [plain`This will overwrite existing file (was ${was!}, now ${now!})`];
}

function warningRows(message: Plain, { width, paint, inWords }: HeadingOptions): Printable[] {
  return wrapWords(message, Math.max(1, width - 2)).map((row, at) =>
    paint.yellow(plain`${at > 0 ? plain` ` : inWords ? plain`Warning:` : plain`⚠`} ${row}`),
  );
}
