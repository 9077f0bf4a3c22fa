// From a question to the state of its review. A type this version does not know becomes a page with one line.

import { countNotShown } from "../approval/index.ts";
import type { ApprovalPayload, ChangePayload, NotShown, OpenEdit, ReviewPurpose } from "../approval/index.ts";
import { counted } from "../base/index.ts";
import { asText, type LineChange, type Text } from "../text/index.ts";
import { removalOf } from "./bulk.ts";
import { USUAL_CONTEXT } from "./diff/parts.ts";
import { firstKey } from "./overview.ts";
import { UNSEEN } from "./seen.ts";
import { foldedAtFirst, inTreeOrder, pathOf, treeOf } from "./tree.ts";
import type { ChangePage, EditorNoChange, OpenPage, Overview, Page, PlainPage, Review } from "./types.ts";

export type OpenOptions = {
  readonly purpose?: ReviewPurpose;
  readonly staysOpen?: boolean;
  readonly editorNoChange?: EditorNoChange;
  /** Shown once above the question, before why it comes again. */
  readonly notice?: string;
};

/** A `write_large` must have been made whole first (whole.ts); else its page can only be answered by its first part. */
export function openReview(payload: ApprovalPayload, options: OpenOptions = {}): Review {
  const listed = pagesOf(payload);
  const isBatch = listed.length > FEW_FILES;
  const pages = isBatch ? inTreeOrder(treeOf(listed.map(pathOf))).map((at) => listed[at]!) : listed;
  const notShown = payload.not_shown === undefined ? null : moreNotShown(payload.not_shown);
  // The overview says it for as long as it is there.
  const missing = isBatch ? null : notShown;
  const review: Review = {
    approvalId: payload.approval_id,
    purpose: options.purpose ?? "approve",
    staysOpen: options.staysOpen ?? false,
    pages,
    at: 0,
    showing: isBatch ? "overview" : "page",
    overview: overviewFor(pages),
    columns: "auto",
    stage: { kind: "reading" },
    painted: false,
    notice: [options.notice ?? [], missing ?? [], noticeOf(payload) ?? []].flat().join(" ") || null,
    notShown,
    remember: null,
    editorNoChange: options.editorNoChange ?? "ask",
  };
  const bulk = removalOf(review);
  return bulk === null ? review : { ...review, showing: "overview", stage: { kind: "bulk", bulk } };
}

/** A sentence; null when there is none. */
function moreNotShown(changes: NotShown): string | null {
  const count = countNotShown(changes);
  if (count === 0) return null;
  const names = changes.files.slice(0, MOST_NAMES).map(({ path }) => path);
  const more = count > names.length ? ` and ${count - names.length} more` : "";
  return `${counted(count, "more change is not shown here", "more changes are not shown here")}: ${names.join(", ")}${more}.`;
}

const MOST_NAMES = 4;

/** More pages than this start with the overview, in its order. */
export const FEW_FILES = 6;
// A larger tree starts folded: its folders are what fits on a screen.
const OPEN_ROWS = 40;

function overviewFor(pages: readonly Page[]): Overview {
  const tree = treeOf(pages.map(pathOf));
  return { tree, cursor: firstKey(tree), top: 0, height: 1, filter: "", folded: foldedAtFirst(tree, OPEN_ROWS) };
}

/** Why this question comes again. */
function noticeOf(payload: ApprovalPayload): string | null {
  if (payload.type !== "batch" || payload.supersedes === null) return null;
  switch (payload.because) {
    case "placed":
      return "This is the file with the edit as you chose it.";
    case "changed":
    case null:
      return "The file changed on disk while you were deciding. This is the edit on what is there now.";
    default:
      return payload.because satisfies never;
  }
}

/** Edits without a place come right before the file they are about: choosing one means that file is asked again. */
function pagesOf(payload: ApprovalPayload): readonly Page[] {
  switch (payload.type) {
    case "batch": {
      const open = new Map<string, OpenEdit[]>();
      for (const edit of payload.open_edits) open.set(edit.path, [...(open.get(edit.path) ?? []), edit]);
      const paths = new Set(payload.items.map((item) => item.path));
      return [
        ...payload.items.flatMap((item) => [...(open.get(item.path) ?? []).map(openPage), changePage(item)]),
        ...payload.open_edits.filter((edit) => !paths.has(edit.path)).map(openPage),
      ];
    }
    case "write":
    case "edit":
    case "patch":
    case "move":
    case "delete":
      return [changePage(payload)];
    case "write_large":
      return [plainPage(payload)];
    default:
      // Read, shell, and whatever a later version sends.
      return [plainPage(payload)];
  }
}

function changePage(payload: ChangePayload): ChangePage | PlainPage {
  const before = textOf(payload.original_content);
  const proposal = textOf(payload.suggested_content);
  // Content that was not sent cannot be shown, so it is not a change page.
  if (proposal === null && payload.type !== "delete") return plainPage(payload);
  const changes = payload.hunks.map(changeOf);
  return {
    kind: "change",
    payload,
    shown: payload,
    before,
    proposal,
    edited: false,
    comments: [],
    context: USUAL_CONTEXT,
    isExplained: false,
    ...untouched(changes),
  };
}

/** A page that has not been read or answered: every change is chosen, none was on the screen. */
export function untouched(
  changes: readonly LineChange[],
): Pick<
  ChangePage,
  "changes" | "unsplit" | "chosen" | "hunk" | "isMarked" | "view" | "opened" | "top" | "seen" | "answer" | "notes"
> {
  const chosen = new Set(changes.keys());
  return {
    changes,
    unsplit: changes,
    chosen,
    hunk: 0,
    isMarked: false,
    view: "change",
    opened: [],
    top: 0,
    seen: UNSEEN,
    answer: null,
    notes: [],
  };
}

function changeOf(hunk: ChangePayload["hunks"][number]): LineChange {
  const oldFrom = hunk.old_start - 1;
  const newFrom = hunk.new_start - 1;
  return {
    old: { from: oldFrom, to: oldFrom + hunk.old_lines },
    new: { from: newFrom, to: newFrom + hunk.new_lines },
  };
}

function openPage(edit: OpenEdit): OpenPage {
  return { kind: "open", edit, place: 0, top: 0, seen: UNSEEN, answer: null };
}

function plainPage(payload: ApprovalPayload): PlainPage {
  return { kind: "plain", payload, top: 0, seen: UNSEEN, answer: null };
}

/** Null for nothing, and for what has no UTF-8 bytes. */
function textOf(content: string | null | undefined): Text | null {
  return content === null || content === undefined ? null : asText(content);
}
