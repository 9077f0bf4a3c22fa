// The keys of a review while a change is shown, once: what each does, what the last row and the help say, what the docs
// say. bindings.ts, hints.ts, help.ts and docs/guides/reviewing.md are derived from this table, in its order.

import { canBeRemembered, canChoose, canSplit, type Page, type Review } from "../../review/index.ts";
import { plain, type Plain } from "../../text/index.ts";
import { does, scrollBy, type Action } from "./actions.ts";

/** What is on the screen when the key is pressed. */
export type Pressed = {
  readonly key: string;
  readonly review: Review;
  readonly page: Page | null;
  /** How many rows fit. */
  readonly height: number;
};

export type ReadingKey = {
  /** A character is itself; others have the names of keys.ts. */
  readonly keys: readonly string[];
  /** The keys as the help shows them. */
  readonly shown: Plain;
  readonly help: Plain;
  /** For docs/guides/reviewing.md; Markdown. */
  readonly docs: string;
  readonly does: (pressed: Pressed) => Action;
  /** In the last row; `says` gives null where the key is of no use. Missing: the help alone names it. */
  readonly hint?: { readonly key: Plain; readonly says: (at: Hinted) => Plain | null; readonly isPinned?: true };
};

/** `edit`: the words for the editor that fit. */
export type Hinted = { readonly review: Review; readonly page: Page | null; readonly edit: Plain };

/** Said of a question that is no change of a file. */
export const APPROVE = plain`approve`;

export const READING_KEYS: readonly ReadingKey[] = [
  {
    keys: ["enter", "y", "Y"],
    shown: plain`Enter y`,
    help: plain`apply what is shown`,
    docs: "applies what is shown",
    does: () => does({ kind: "page-applied" }),
    hint: {
      key: plain`Enter`,
      says: ({ page }) =>
        page?.kind === "open" ? plain`put it here` : page?.kind === "change" ? plain`apply` : APPROVE,
    },
  },
  {
    keys: ["up", "k", "down", "j"],
    shown: plain`↑ ↓ j k`,
    help: plain`scroll; PgUp PgDn b f by pages, g G to the ends`,
    docs: "scroll; `PgUp` `PgDn` `b` `f` by pages, `g` `G` to the ends",
    does: ({ key, page, review }) => {
      const by = key === "up" || key === "k" ? -1 : 1;
      return page?.kind === "open" ? does({ kind: "place-moved", by }) : scrollBy(review, by);
    },
    hint: { key: plain`↑↓`, says: ({ page }) => (page?.kind === "open" ? plain`place` : null) },
  },
  {
    keys: ["e"],
    shown: plain`e`,
    help: plain`edit in your editor; saved unchanged it applies, closed without saving it comes back`,
    docs: "opens it in [your editor](editing.md); your version is shown before it is written",
    does: () => ({ kind: "edit" }),
    hint: {
      key: plain`e`,
      says: ({ page, edit }) => (page?.kind === "change" && page.proposal !== null ? edit : null),
    },
  },
  {
    keys: ["n", "N", "d", "escape"],
    shown: plain`n d Esc`,
    help: plain`reject: nothing is written for this file`,
    docs: "rejects it; the file stays as it is",
    does: ({ key, page }) =>
      // Esc leaves what was opened last; the whole file was opened over the question.
      key === "escape" && page?.kind === "change" && page.view === "whole"
        ? does({ kind: "view-changed" })
        : does({ kind: "page-rejected", reason: null }),
    hint: { key: plain`d`, says: ({ page }) => (page?.kind === "open" ? plain`leave it out` : plain`reject`) },
  },
  {
    keys: ["left", "[", "right", "]"],
    shown: plain`[ ] ← →`,
    help: plain`the file before, the file after`,
    docs: "the previous file, the next file; an answer can be changed until the last one is given",
    does: ({ key }) => does({ kind: "page-turned", by: key === "left" || key === "[" ? -1 : 1 }),
    hint: { key: plain`[ ]`, says: ({ review }) => (review.pages.length > 1 ? plain`files` : null) },
  },
  {
    keys: ["o", "tab"],
    shown: plain`o Tab`,
    help: plain`the overview of all files; there one answer can be for many`,
    docs: "the [overview](#many-files) of all files, and back; there one answer can be for many",
    does: () => does({ kind: "overview-asked" }),
    hint: { key: plain`o`, says: ({ review }) => (review.pages.length > 1 ? plain`overview` : null) },
  },
  {
    keys: ["s", " "],
    shown: plain`s`,
    help: plain`choose changes: space selects or deselects one, s splits it, S joins them again`,
    docs: "chooses changes: arrows move, `space` selects or deselects one, `s` splits it into smaller ones, down to single lines, `S` undoes the splitting, `Enter` applies the selected ones; `space` starts it too, or scrolls",
    does: ({ key, page, review, height }) =>
      key === "s" || (page?.kind === "change" && canChoose(page))
        ? does({ kind: "choosing-asked" })
        : scrollBy(review, height - 1),
    hint: {
      key: plain`s`,
      says: ({ page }) => (page?.kind === "change" && (canChoose(page) || canSplit(page)) ? plain`choose` : null),
    },
  },
  {
    keys: ["r"],
    shown: plain`r`,
    help: plain`reject with a reason for the model`,
    docs: "rejects it with a reason that you type; the reason is sent to the model",
    does: () => does({ kind: "reason-asked" }),
    hint: { key: plain`r`, says: ({ page }) => (page?.kind === "open" ? null : plain`reason`) },
  },
  {
    keys: ["a"],
    shown: plain`a`,
    help: plain`apply, and always from now on; the rule is shown first`,
    docs: "applies it and keeps a [rule](../configuration.md#remembered-rules): the available rules are shown word for word, and you pick one; for reads and commands too",
    does: () => does({ kind: "always-asked", all: false }),
    hint: {
      key: plain`a`,
      says: ({ page }) => (page !== null && canBeRemembered(page) ? plain`always` : null),
    },
  },
  {
    keys: ["A"],
    shown: plain`A`,
    help: plain`in a chat or a run: apply everything, and keep a rule for this session, shown first`,
    docs: "applies everything in this question and keeps a rule until this session ends, such as for all edits in a folder; you pick it from a list. `apply` asks nothing afterwards, so it has no such rules",
    does: () => does({ kind: "always-asked", all: true }),
  },
  {
    keys: ["v", "w"],
    shown: plain`v w`,
    help: plain`the whole file; v or Esc goes back to the change`,
    docs: "shows the whole file as it would be; `v` or `Esc` returns to the change. The prompt offers it when the change is long",
    does: () => does({ kind: "view-changed" }),
    hint: {
      key: plain`v`,
      says: ({ page }) => (page?.kind !== "change" ? null : page.view === "whole" ? plain`change` : plain`whole file`),
    },
  },
  {
    keys: ["c"],
    shown: plain`c`,
    help: plain`comment on lines: arrows choose them, Enter starts typing; the model gets them with your answer`,
    docs: "comments on lines: arrows choose one, `J` and `K` more of them, `Enter` starts typing. The model gets them with your answer, whatever it is",
    does: () => ({ kind: "comment" }),
    hint: { key: plain`c`, says: ({ page }) => (page?.kind === "change" ? plain`comment` : null) },
  },
  {
    keys: ["{", "}"],
    shown: plain`{ }`,
    help: plain`the change before, the change after`,
    docs: "the previous change, the next change in this file",
    does: ({ key }) => ({ kind: "to-change", by: key === "{" ? -1 : 1 }),
    hint: {
      key: plain`{ }`,
      says: ({ page }) => (page?.kind === "change" && page.changes.length > 1 ? plain`changes` : null),
    },
  },
  {
    keys: ["/"],
    shown: plain`/`,
    help: plain`search this file's change, folded lines too; n and N go through the matches`,
    docs: "searches the change, folded lines too: `Enter` ends typing, `n` and `N` go to the next and the previous match, `Esc` returns to the question. Small letters also find capital ones",
    does: () => ({ kind: "search" }),
  },
  {
    keys: ["+", "=", "-"],
    shown: plain`+ -`,
    help: plain`more, fewer unchanged lines around each change, up to all`,
    docs: "more and fewer unchanged lines around each change, up to all of them",
    does: ({ key }) => ({ kind: "context", by: key === "-" ? -1 : 1 }),
  },
  {
    keys: ["z", "Z"],
    shown: plain`z Z`,
    help: plain`unfold the first fold on the screen; Z folds all again`,
    docs: "unfolds the first fold on the screen, 20 lines at a time where it is long; `Z` folds all of them again",
    does: ({ key }) => ({ kind: key === "z" ? "unfold" : "fold" }),
  },
  {
    keys: ["E"],
    shown: plain`E`,
    help: plain`edit one change alone: the one you went to, or the first on the screen`,
    docs: "opens one change alone in your editor: the one you went to, or the first on the screen; what you save replaces its lines, and is shown before it is written",
    does: () => ({ kind: "edit-change" }),
  },
  {
    keys: ["m"],
    shown: plain`m`,
    help: plain`all of the model's words about this file, or their beginning`,
    docs: "shows all of the model's words about this file, or only their beginning; every row of them starts with `model>`",
    does: () => does({ kind: "explanation-switched" }),
  },
  {
    keys: ["|"],
    shown: plain`|`,
    help: plain`side by side, or in one column; side by side needs 120 columns`,
    docs: "side by side, or in one column; from 120 columns on, a change that replaces lines starts side by side",
    does: () => ({ kind: "columns" }),
  },
  {
    keys: ["p"],
    shown: plain`p`,
    help: plain`pick a place for an edit that has none`,
    docs: "goes to an edit without one exact place; arrows choose the place",
    does: ({ page, review }) => (page?.kind === "open" ? does({ kind: "place-moved", by: 1 }) : toPlace(review)),
  },
  {
    keys: ["P"],
    shown: plain`P`,
    help: plain`open in the pager`,
    docs: "opens the page in `$PAGER`",
    does: () => ({ kind: "pager" }),
  },
  {
    keys: ["q"],
    shown: plain`q`,
    help: plain`cancel the run`,
    docs: "cancels the run; you then say whether files you already approved are written",
    does: () => does({ kind: "stop-asked" }),
    hint: { key: plain`q`, says: () => plain`cancel` },
  },
  {
    keys: ["?", "h"],
    shown: plain`? h`,
    help: plain`this list`,
    docs: "shows the list of keys",
    does: () => does({ kind: "help-asked" }),
    hint: { key: plain`?`, says: () => plain`help` },
  },
];

/** On to the next edit without a place, from here on and then from the start. */
function toPlace({ pages, at }: Review): Action {
  const order = pages.map((_, index) => (at + 1 + index) % pages.length);
  const found = order.find((index) => pages[index]!.kind === "open");
  return found === undefined
    ? does({ kind: "notice-given", text: "Every edit already has a place." })
    : does({ kind: "page-turned", by: found - at });
}
