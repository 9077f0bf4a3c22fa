// The view of each kind of page, laid out once.

import type { CallPayload, ShellPayload } from "../../approval/index.ts";
import type { Page, Review } from "../../review/index.ts";
import { callView, commandView } from "../view/command-view.ts";
import type { Rows } from "../view/types.ts";
import { changeView } from "./change-view.ts";
import { NO_LINES, type PageView, type ViewOptions } from "./page-view.ts";
import { placeView } from "./place-view.ts";
import { plainView } from "./plain-view.ts";

/** Keeps what was laid out last: scrolling must not lay out a file again. */
export class PageViews {
  #key: readonly unknown[] = [];
  #rows: Rows | null = null;
  #shown: CallPayload | ShellPayload | null = null;
  #view: PageView | null = null;

  of(review: Review, page: Page, options: ViewOptions): PageView {
    switch (page.kind) {
      case "change":
        return changeView(review, page, { ...options, layOut: (key, make) => this.#layOut(key, make) });
      case "open":
        return placeView(page, options);
      case "plain":
        return page.payload.type === "shell" || page.payload.type === "call"
          ? this.#command(page.payload, options)
          : plainView(page.payload, options);
      default:
        return page satisfies never;
    }
  }

  #command(payload: CallPayload | ShellPayload, { width, paint }: ViewOptions): PageView {
    if (this.#view === null || this.#view.layout !== String(width) || this.#shown !== payload) {
      const view =
        payload.type === "call" ? callView(payload, { width, paint }) : commandView(payload, { width, paint });
      this.#view = {
        ...view,
        width,
        lead: 0,
        more: null,
        layout: String(width),
        ...NO_LINES,
      };
      this.#shown = payload;
    }
    return this.#view;
  }

  #layOut(key: readonly unknown[], make: () => Rows): Rows {
    if (this.#rows === null || key.some((part, at) => part !== this.#key[at])) {
      this.#rows = make();
      this.#key = key;
    }
    return this.#rows;
  }
}
