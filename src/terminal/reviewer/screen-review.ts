// One question on a whole screen: shows it page by page and brings back what the person decided.
// A key counts only after what it answers was painted; a terminal that dies, or Ctrl-C, is a no to everything.

import { WITHOUT_REASON, type ApprovalPayload, type Decision, type ReviewPurpose } from "../../approval/index.ts";
import {
  contentOf,
  FEW_FILES,
  isLeft,
  hunkText,
  openReview,
  pageOf,
  reduce,
  type Edited,
  type Review,
  type ReviewEvent,
} from "../../review/index.ts";
import { joinPrintable, plain, printable, revealPath } from "../../text/index.ts";
import { createPaint, wantsColour } from "../paint.ts";
import { wrapWords } from "../wrap.ts";
import { actionFor, type Window } from "./bindings.ts";
import type { Key } from "./keys.ts";
import { overviewScreen } from "./overview-screen.ts";
import type { PageView } from "./page-view.ts";
import { PageViews } from "./page-views.ts";
import { showInPager } from "./pager.ts";
import { Painter } from "./painter.ts";
import { chooseCommentLine, type CommentAction } from "./reading/comment-line.ts";
import {
  changeContext,
  changeHere,
  foldAgain,
  follow,
  startSearch,
  switchColumns,
  toChange,
  unfold,
  type Looking,
} from "./reading/moves.ts";
import type { ScreenReviewerOptions } from "./reviewer-options.ts";
import { pageWidth, screenOf, wideWidth, type Screen } from "./screen.ts";
import { traceOf } from "./trace.ts";
import type { RawTerminal } from "./tty.ts";

type QuestionOptions = ScreenReviewerOptions & {
  readonly askedFrom: string | null;
  readonly notice: string | null;
  readonly purpose: ReviewPurpose;
};

/** One question from its first paint to its answer. */
export class ScreenReview {
  readonly #terminal: RawTerminal;
  readonly #options: QuestionOptions;
  readonly #painter: Painter;
  readonly #views = new PageViews();
  readonly #paint;
  #review: Review;
  #window: Window = { height: 1, isCut: false };
  /** The row of the line that a comment is being placed on. */
  #line = 0;
  #isInterrupted = false;
  /** Another program had the screen since the last paint. */
  #wasAway = false;

  constructor(terminal: RawTerminal, payload: ApprovalPayload, options: QuestionOptions) {
    this.#terminal = terminal;
    this.#options = options;
    this.#painter = new Painter(terminal);
    this.#paint = createPaint(options.colour && wantsColour(options.environment, { isTTY: true }));
    const { askedFrom, editorNoChange } = options;
    const notice = [askedFrom === null ? [] : `From ${askedFrom}.`, options.notice ?? []].flat().join(" ");
    const { purpose } = options;
    this.#review = openReview(payload, {
      notice,
      purpose,
      staysOpen: askedFrom !== null,
      ...(editorNoChange === undefined ? {} : { editorNoChange }),
    });
  }

  async run(signal?: AbortSignal): Promise<Decision> {
    this.#terminal.enter();
    try {
      for (;;) {
        const { stage } = this.#review;
        if (stage.kind === "settled") return stage.decision;
        if (!this.#isInterrupted) this.#draw();
        if (this.#isInterrupted) {
          this.#review = reduce(this.#review, { kind: "review-cut", reason: WITHOUT_REASON.interrupted });
          continue;
        }
        const input = await this.#terminal.next(signal);
        if (input.kind === "gone") {
          const reason = signal?.aborted ? WITHOUT_REASON.interrupted : WITHOUT_REASON.gone;
          this.#review = reduce(this.#review, { kind: "review-cut", reason });
        } else if (input.kind === "resized") {
          this.#painter.reset();
        } else {
          this.#isInterrupted ||= input.keys.some(isInterrupt);
          for (const key of this.#isInterrupted ? [] : input.keys) {
            const before = this.#review;
            await this.#act(actionFor(key, before, this.#window), signal);
            // What was typed along with an answer was typed before the next page was there.
            if (this.#review.at !== before.at || !this.#review.painted || this.#wasAway) break;
          }
        }
      }
    } finally {
      this.#painter.reset();
      this.#terminal.leave();
      this.#leaveTrace();
      if (this.#isInterrupted) this.#options.interrupt();
    }
  }

  async #act(action: ReturnType<typeof actionFor>, signal?: AbortSignal): Promise<void> {
    switch (action.kind) {
      case "event":
        this.#review = follow(reduce(this.#review, action.event), action.event.kind, this.#looking());
        return;
      case "edit":
        await this.#edit({ kind: "editor-opened" }, signal);
        return;
      case "edit-change":
        await this.#edit({ kind: "editor-opened", hunk: changeHere(this.#review, this.#looking()) }, signal);
        return;
      case "comment":
      case "comment-line":
        this.#comment(action);
        return;
      case "to-change":
        this.#review = toChange(this.#review, action.by, this.#looking());
        return;
      case "columns":
        this.#review = switchColumns(this.#review, this.#looking());
        return;
      case "search":
        this.#review = startSearch(this.#review, this.#looking());
        return;
      case "context":
        this.#review = changeContext(this.#review, action.by, this.#looking());
        return;
      case "unfold":
        this.#review = unfold(this.#review, this.#looking());
        return;
      case "fold":
        this.#review = foldAgain(this.#review, this.#looking());
        return;
      case "pager": {
        let problem: string | null = null;
        await this.#giveAway(() => {
          const page = pageOf(this.#review);
          const view = this.#view(this.#review);
          const rows = Array.from({ length: page === null ? 0 : view.count }, (_, at) => view.row(at));
          problem = showInPager([view.title, plain``, ...rows], this.#options.pager);
        });
        if (problem !== null) this.#review = reduce(this.#review, { kind: "notice-given", text: problem });
        return;
      }
      case "redraw":
        this.#painter.reset();
        return;
      case "suspend":
        await this.#giveAway(async () => {
          process.kill(0, "SIGTSTP"); // The whole job, as the terminal itself would do it.
        });
        return;
      case "none":
        return;
      default:
        action satisfies never;
    }
  }

  #comment(action: CommentAction): void {
    const chosen = chooseCommentLine(this.#review, action, { ...this.#looking(), line: this.#line });
    this.#review = chosen.review;
    this.#line = chosen.line;
  }

  async #edit(event: Extract<ReviewEvent, { kind: "editor-opened" }>, signal?: AbortSignal): Promise<void> {
    this.#review = reduce(this.#review, event);
    const page = pageOf(this.#review);
    const { stage } = this.#review;
    if (stage.kind !== "editing" || page?.kind !== "change") return;
    const hunk = stage.hunk === undefined ? null : hunkText(page, stage.hunk);
    const content = hunk === null ? contentOf(page)! : hunk.text; // The editor is opened only where there is text.
    const original = hunk === null ? page.before : hunk.original;
    const { path } = page.payload;
    let outcome: Edited = { kind: "failed", message: "The editor returned nothing." };
    await this.#giveAway(async () => {
      // For an editor with a window of its own; one in this terminal covers it.
      const closing =
        hunk !== null ? NOT_APPLIED : this.#review.editorNoChange === "apply" ? CLOSED_APPLIES : SAVED_APPLIES;
      const what = hunk === null ? plain`` : plain`one change of `;
      const notice = plain`Your editor has ${what}${revealPath(this.#options.show(path))}. ${closing}`;
      this.#terminal.write(plain`${joinPrintable(wrapWords(notice, this.#terminal.columns), plain`\n`)}\n`);
      const whole = hunk === null ? {} : { whole: hunk.whole };
      outcome = await this.#options.edit({ content, original, path, ...whole, ...(signal ? { signal } : {}) });
    });
    this.#review = reduce(this.#review, { kind: "editor-closed", outcome });
  }

  /** Another program has the screen for a while. */
  async #giveAway(work: () => Promise<void> | void): Promise<void> {
    this.#painter.reset();
    this.#terminal.leave();
    try {
      await work();
    } finally {
      this.#terminal.enter();
      this.#wasAway = true;
    }
  }

  #view(review: Review): PageView {
    const page = pageOf(review)!; // A question has at least one page.
    const [width, wide] = [pageWidth(this.#terminal.columns), wideWidth(this.#terminal.columns)];
    return this.#views.of(review, page, { width, wide, paint: this.#paint, show: this.#options.show });
  }

  #looking(): Looking {
    return { viewOf: (review) => this.#view(review), height: this.#window.height };
  }

  /** On a fresh page the question is written when the page is there and what was typed before is thrown away. */
  #draw(): void {
    if (this.#review.showing === "overview") return this.#drawOverview();
    const { columns, rows } = this.#terminal;
    const view = this.#view(this.#review);
    const screen = screenOf(this.#review, view, { columns, rows, paint: this.#paint, show: this.#options.show });
    this.#put(screen);
    const page = pageOf(this.#review);
    this.#review = reduce(this.#review, {
      kind: "page-painted",
      page: this.#review.at,
      view: page?.kind === "change" ? page.view : "change",
      layout: view.layout,
      rows: view.count,
      lead: view.lead,
      height: screen.height,
      from: screen.from,
      to: screen.to,
      isAnswerable: screen.isAnswerable,
    });
    this.#review = reduce(this.#review, { kind: "help-scrolled", to: screen.top });
  }

  #drawOverview(): void {
    const { columns, rows } = this.#terminal;
    const screen = overviewScreen(this.#review, { columns, rows, paint: this.#paint, show: this.#options.show });
    this.#put(screen);
    const { from, height, isAnswerable } = screen;
    this.#review = reduce(this.#review, { kind: "overview-painted", from, height, isAnswerable });
    this.#review = reduce(this.#review, { kind: "help-scrolled", to: screen.top });
  }

  #put(screen: Screen): void {
    const isFresh = !this.#review.painted || this.#wasAway;
    this.#wasAway = false;
    const held = !isFresh ? null : { last: screen.foot, between: () => this.#forget() };
    this.#painter.paint(screen.rows, held);
    this.#window = { height: screen.height, isCut: screen.isCut };
  }

  /** What was typed before the question answers nothing, but a request to stop is obeyed. */
  #forget(): void {
    this.#isInterrupted ||= this.#terminal.take().some(isInterrupt);
    this.#terminal.drop();
  }

  #leaveTrace(): void {
    const { stage } = this.#review;
    if (stage.kind !== "settled") return;
    // What was left stays open in the inbox; a line that calls it rejected would be wrong.
    if (this.#options.askedFrom !== null && isLeft(stage.decision)) return;
    const { show, verbose = false, isReported: notesOnly = false, isIndented = false } = this.#options;
    // Of what is on disk, the report says that every file stays as it is.
    if (isLeft(stage.decision) && this.#review.purpose === "work-tree") return;
    // A batch that was cancelled is one line of the report.
    if (isLeft(stage.decision) && this.#review.pages.length > FEW_FILES && !verbose) return;
    const left = traceOf(this.#review, stage.decision, { paint: this.#paint, show, verbose, notesOnly });
    const rows = isIndented ? left.map((row) => printable`  ${row}`) : left;
    if (rows.length > 0) this.#terminal.write(printable`${joinPrintable(rows, plain`\n`)}\n`);
  }
}

/** Typed together with other keys it counts alone: a no to everything. */
function isInterrupt(key: Key): boolean {
  return key.kind === "named" && key.name === "ctrl-c";
}

const NOT_APPLIED = plain`Close it to come back; nothing is applied yet.`;
const CLOSED_APPLIES = plain`Close it to come back; closed unchanged, the change is applied as it was shown.`;
const SAVED_APPLIES = plain`Close it to come back. Saved unchanged, the change is applied as it was shown; closed without saving, nothing is answered.`;
