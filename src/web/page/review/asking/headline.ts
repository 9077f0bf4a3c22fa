// The first line about what is asked: what kind of change, where, how much. Our own words; paths are drawn apart.

import { counted } from "../../../../base/index.ts";
import type { ApprovalPayload, ChangePayload, ReviewPurpose } from "../../../../approval/index.ts";
import { openWords, type Page } from "../../../../review/index.ts";
import { below, sandboxOf } from "../../../../approval/index.ts";

export type Headline = {
  /** "Edit", "New file", "Delete" … */
  readonly verb: string;
  readonly path: string | null;
  /** Where a move leads. */
  readonly to: string | null;
  /** "line 12", "150 lines". Null where there is nothing to add. */
  readonly detail: string | null;
};

export function headlineOf(page: Page, purpose: ReviewPurpose): Headline {
  switch (page.kind) {
    case "change":
      return purpose === "work-tree" ? onDisk(page.shown) : proposed(page.shown);
    case "open":
      return {
        verb: openWords(page.edit).question,
        path: page.edit.path,
        to: null,
        detail: openWords(page.edit).count,
      };
    case "plain":
      return plainHeadline(page.payload);
    default:
      return page satisfies never;
  }
}

function proposed(payload: ChangePayload): Headline {
  const { path } = payload;
  switch (payload.type) {
    case "write":
    case "write_large":
      return {
        verb: payload.file_exists ? "Overwrite" : "New file",
        path,
        to: null,
        detail: counted(payload.content_lines, "line"),
      };
    case "edit":
      return { verb: "Edit", path, to: null, detail: `line ${payload.match_line}` };
    case "patch":
      return { verb: "Edit", path, to: null, detail: placeOf(payload) };
    case "move":
      return { verb: "Move", path, to: payload.to, detail: null };
    case "delete":
      return {
        verb: "Delete",
        path,
        to: null,
        detail: payload.file_lines === null ? "not text" : counted(payload.file_lines, "line"),
      };
    default:
      return payload satisfies never;
  }
}

function placeOf({ hunks }: ChangePayload): string {
  const [first, second] = hunks;
  if (first === undefined) return "no change";
  return second === undefined ? `line ${Math.max(1, first.new_start)}` : counted(hunks.length, "place");
}

function onDisk(payload: ChangePayload): Headline {
  const { path } = payload;
  switch (payload.type) {
    case "delete":
      return { verb: "Deleted", path, to: null, detail: null };
    case "move":
      return { verb: "Renamed", path, to: payload.to, detail: payload.hunks.length === 0 ? null : placeOf(payload) };
    case "write":
    case "write_large":
      if (!payload.file_exists) return { verb: "New", path, to: null, detail: counted(payload.content_lines, "line") };
      break;
    case "edit":
    case "patch":
      break;
    default:
      payload satisfies never;
  }
  return { verb: "Changed", path, to: null, detail: placeOf(payload) };
}

function plainHeadline(payload: ApprovalPayload): Headline {
  switch (payload.type) {
    case "read":
      return {
        verb: "Read",
        path: payload.path,
        to: null,
        detail: payload.file_lines === null ? null : counted(payload.file_lines, "line"),
      };
    case "shell":
      return {
        verb: payload.tool === "eval" ? "Run JavaScript" : "Run a command",
        path: null,
        to: null,
        detail: PLACES[payload.where],
      };
    case "call":
      return { verb: "Call an MCP tool", path: null, to: null, detail: payload.tool };
    case "write":
    case "write_large":
    case "edit":
    case "patch":
    case "move":
    case "delete":
      return proposed(payload);
    default:
      return { verb: "Approve", path: null, to: null, detail: null };
  }
}

const PLACES = { container: "in a container", confined: "confined", host: "not confined" } as const;

/** Of a question with one sandbox its name is no part of the path that people know. */
export function shortPath(path: string, sandboxes: ReadonlySet<string>): string {
  return sandboxes.size > 1 || sandboxOf(path) === path ? path : below(path);
}

export type Overwrite = { readonly was: number; readonly now: number };

/** S0-40: a whole file that replaces one that is there. */
export function overwriteOf(page: Page): Overwrite | null {
  if (page.kind !== "change") return null;
  const { shown } = page;
  if ((shown.type !== "write" && shown.type !== "write_large") || !shown.file_exists) return null;
  return { was: shown.existing_lines ?? 0, now: shown.content_lines };
}
