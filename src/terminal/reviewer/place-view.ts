// A page for an edit that has no one exact place: what each place would change.

import { choiceWords, openWords, placeWords, type OpenPage } from "../../review/index.ts";
import { plain, reveal, type Printable } from "../../text/index.ts";
import { fullTitle } from "../view/heading.ts";
import { placeRows } from "../view/place-rows.ts";
import { revealTarget } from "../view/target-path.ts";
import { wrapWords } from "../wrap.ts";
import { NO_LINES, type PageView, type ViewOptions } from "./page-view.ts";

/** An edit that fits nowhere exactly, or in several places: what each place would change. */
export function placeView(page: OpenPage, { width, paint, show }: ViewOptions): PageView {
  const { edit, place } = page;
  const { question, count } = openWords(edit);
  const chosen = edit.places[place];
  const title = plain`${reveal(question)} ${revealTarget(edit, show)} (${reveal(count)})`;
  const full = fullTitle(title, { width, paint });
  const rows: readonly Printable[] = [
    ...full,
    ...wrapWords(reveal(edit.message, { keepMarks: true }), width),
    plain``,
    ...edit.places.flatMap((each, at) =>
      wrapWords(reveal(placeWords(each)), width - 2).map((row, part) =>
        at === place ? paint.bold(plain`${part === 0 ? plain`▸` : plain` `} ${row}`) : plain`  ${row}`,
      ),
    ),
    ...(edit.places.length === 0 ? [] : [plain``, ...placeRows(chosen?.unified_diff ?? "", { width, paint })]),
  ];
  return {
    title,
    width,
    count: rows.length,
    lead: full.length,
    row: (at) => rows[at]!,
    question: chosen === undefined ? plain`Leave this edit out?` : plain`${reveal(choiceWords(chosen))}?`,
    more: null,
    layout: `${width} ${place}`,
    ...NO_LINES,
  };
}
