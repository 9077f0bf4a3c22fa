// What a key means in each stage. A key that means nothing here does nothing; pasted text is a key only where text is
// typed.

import { WITHOUT_REASON } from "../../approval/index.ts";
import { pageOf, type Review, type ReviewEvent } from "../../review/index.ts";
import { graphemesOf } from "../graphemes.ts";
import { does, NONE, scrollBy, type Action } from "./actions.ts";
import type { Key } from "./keys.ts";
import { overviewAction, readingAction } from "./purpose-keys.ts";

/** Which rows of a page or of the help are shown. */
export type Window = {
  /** How many rows fit: what a page up or down moves by. */
  readonly height: number;
  /** There are more rows than fit. */
  readonly isCut: boolean;
};

export function actionFor(key: Key, review: Review, window: Window): Action {
  const { height } = window;
  const name = nameOf(key);
  if (name === "ctrl-c") return does({ kind: "review-cut", reason: WITHOUT_REASON.interrupted });
  if (name === "ctrl-z") return { kind: "suspend" };
  if (name === "ctrl-l") return { kind: "redraw" };
  const { stage } = review;
  switch (stage.kind) {
    case "reading":
      if (review.showing === "overview") return overviewAction(name, review, height);
      return readingAction(name, review, height) ?? scrolling(name, review, height);
    case "choosing":
      return choosing(name, review, height);
    case "reason":
      return typing(key, stage.text, REASON);
    case "filtering":
      return typing(key, review.overview.filter, FILTER);
    case "bulk":
      return confirming(name);
    case "searching":
      return stage.isTyping ? typing(key, stage.text, SEARCH) : goingThrough(name, review, height);
    case "remembering":
      return remembering(name);
    case "stopping":
      return stopping(name);
    case "commenting":
      return stage.text === null ? choosingLines(name) : typing(key, stage.text, COMMENT);
    case "help":
      return helping(name, stage.top, window);
    case "editing":
    case "settled":
      return NONE;
    default:
      return stage satisfies never;
  }
}

/** The name of a named key, the character of another; null for a paste. */
function nameOf(key: Key): string | null {
  return key.kind === "named" ? key.name : key.kind === "character" ? key.text : null;
}

function scrolling(name: string | null, review: Review, height: number): Action {
  switch (name) {
    case "page-up":
    case "b":
      return scrollBy(review, 1 - height);
    case "page-down":
    case "f":
      return scrollBy(review, height - 1);
    case "home":
    case "g":
      return does({ kind: "page-scrolled", to: 0 });
    case "end":
    case "G":
      return does({ kind: "page-scrolled", to: Number.MAX_SAFE_INTEGER });
    default:
      return NONE;
  }
}

function choosing(name: string | null, review: Review, height: number): Action {
  const page = pageOf(review);
  const hunk = page?.kind === "change" ? page.hunk : 0;
  switch (name) {
    case " ":
    case "x":
      return does({ kind: "hunk-switched", hunk });
    case "s":
      return does({ kind: "hunk-split", hunk });
    case "S":
      return does({ kind: "hunks-joined" });
    case "down":
    case "j":
    case "tab":
      return does({ kind: "hunk-moved", by: 1 });
    case "up":
    case "k":
    case "back-tab":
      return does({ kind: "hunk-moved", by: -1 });
    case "escape":
      return does({ kind: "stage-left" });
    case "enter":
    case "y":
      return does({ kind: "page-applied" });
    case "n":
      // A no to these changes being kept is not a yes to losing them all.
      if (review.purpose === "work-tree") return does({ kind: "stage-left" });
      return does({ kind: "page-rejected", reason: null });
    case "d":
      return does({ kind: "page-rejected", reason: null });
    case "e":
      return { kind: "edit" };
    case "E":
      return { kind: "edit-change" };
    case "?":
      return does({ kind: "help-asked" });
    case "{":
    case "}":
      return does({ kind: "hunk-moved", by: name === "{" ? -1 : 1 });
    default:
      return looking(name) ?? scrolling(name, review, height);
  }
}

/** From match to match. No key here answers: n is the next match, as in a pager. */
function goingThrough(name: string | null, review: Review, height: number): Action {
  switch (name) {
    case "n":
    case "enter":
    case "tab":
      return does({ kind: "search-moved", by: 1 });
    case "N":
    case "p":
    case "back-tab":
      return does({ kind: "search-moved", by: -1 });
    case "/":
      return { kind: "search" };
    case "escape":
    case "q":
      return does({ kind: "stage-left" });
    case "up":
    case "k":
      return scrollBy(review, -1);
    case "down":
    case "j":
      return scrollBy(review, 1);
    default:
      return looking(name) ?? scrolling(name, review, height);
  }
}

/** How much is shown around the changes; the same in every stage that shows them. */
function looking(name: string | null): Action | null {
  switch (name) {
    case "+":
    case "=":
      return { kind: "context", by: 1 };
    case "-":
      return { kind: "context", by: -1 };
    case "z":
      return { kind: "unfold" };
    case "Z":
      return { kind: "fold" };
    case "|":
      return { kind: "columns" };
    default:
      return null;
  }
}

/** A help longer than the window scrolls; every other key closes it. */
function helping(name: string | null, top: number, { height, isCut }: Window): Action {
  const to = isCut ? helpTop(name, top, height) : null;
  if (to !== null) return does({ kind: "help-scrolled", to });
  return name === null ? NONE : does({ kind: "stage-left" });
}

function helpTop(name: string | null, top: number, height: number): number | null {
  switch (name) {
    case "up":
    case "k":
      return top - 1;
    case "down":
    case "j":
      return top + 1;
    case "page-up":
    case "b":
      return top - height;
    case "page-down":
    case "f":
    case " ":
      return top + height;
    case "home":
    case "g":
      return 0;
    case "end":
    case "G":
      return Number.MAX_SAFE_INTEGER;
    default:
      return null;
  }
}

type Typing = { readonly typed: (text: string) => ReviewEvent; readonly entered: (text: string) => ReviewEvent };

const REASON: Typing = {
  typed: (text) => ({ kind: "reason-typed", text }),
  entered: (text) => ({ kind: "page-rejected", reason: text.trim() }),
};
const FILTER: Typing = {
  typed: (text) => ({ kind: "filter-typed", text }),
  entered: () => ({ kind: "filter-kept" }),
};

const SEARCH: Typing = {
  typed: (text) => ({ kind: "search-typed", text }),
  entered: () => ({ kind: "search-kept" }),
};

const COMMENT: Typing = {
  typed: (text) => ({ kind: "comment-typed", text }),
  entered: () => ({ kind: "comment-saved" }),
};

function choosingLines(name: string | null): Action {
  switch (name) {
    case "down":
    case "j":
      return { kind: "comment-line", by: 1, extend: false };
    case "up":
    case "k":
      return { kind: "comment-line", by: -1, extend: false };
    case "J":
      return { kind: "comment-line", by: 1, extend: true };
    case "K":
      return { kind: "comment-line", by: -1, extend: true };
    case "enter":
    case "c":
      return does({ kind: "comment-opened" });
    case "escape":
    case "q":
      return does({ kind: "stage-left" });
    default:
      return NONE;
  }
}

function typing(key: Key, text: string, { typed, entered }: Typing): Action {
  if (key.kind === "character") return does(typed(text + key.text));
  if (key.kind === "paste") return does(typed(text + key.text.replaceAll(/[\r\n\t]+/g, " ")));
  switch (key.name) {
    case "enter":
      return does(entered(text));
    case "escape":
      return does({ kind: "stage-left" });
    case "backspace":
      return does(typed(withoutLast(text)));
    case "ctrl-u":
      return does(typed(""));
    case "ctrl-w":
      return does(typed(text.replace(/\S*\s*$/, "")));
    default:
      return NONE;
  }
}

/** Enter alone is no yes here: it is what opens a file one key before. */
function confirming(name: string | null): Action {
  switch (name) {
    case "y":
      return does({ kind: "bulk-confirmed" });
    case "n":
      return does({ kind: "bulk-declined" });
    case "escape":
      return does({ kind: "stage-left" });
    case "q":
      return does({ kind: "stop-asked" });
    default:
      return NONE;
  }
}

function remembering(name: string | null): Action {
  switch (name) {
    case "enter":
    case "y":
      return does({ kind: "offer-taken" });
    case "up":
    case "k":
      return does({ kind: "offer-moved", by: -1 });
    case "down":
    case "j":
      return does({ kind: "offer-moved", by: 1 });
    case "escape":
    case "n":
    case "q":
      return does({ kind: "stage-left" });
    default:
      return NONE;
  }
}

function stopping(name: string | null): Action {
  switch (name) {
    case "y":
      return does({ kind: "stop-confirmed", keep: true });
    case "n":
      return does({ kind: "stop-confirmed", keep: false });
    case "escape":
      return does({ kind: "stage-left" });
    default:
      return NONE;
  }
}

function withoutLast(text: string): string {
  const last = [...graphemesOf(text)].at(-1);
  return last === undefined ? text : text.slice(0, last.index);
}
