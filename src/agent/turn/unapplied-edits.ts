// Edits that a model writes in the words of its answers while it works with tools. They are not made; at the end of the
// turn whatever its calls have not made either is reported. An answer without a certain edit explains: of what only looks
// like edits in it there is a note, and no report. Never reads a file that no answer names.

import type { Session } from "../session.ts";
import {
  openTextEdits,
  readTextEdits,
  reportTextEdits,
  type ApplyReport,
  type TextEdit,
  type TextWithEdits,
} from "../../tools/index.ts";

type Answer = { readonly words: TextWithEdits; open: readonly TextEdit[] };

export class UnappliedEdits {
  readonly #session: Session;
  #answers: Answer[] = [];

  constructor(session: Session) {
    this.#session = session;
  }

  /** Takes the words of an answer, before its calls are made. */
  async take(text: string): Promise<void> {
    // Where no edit is possible, none is meant.
    if (!this.#session.hasFiles || this.#session.whyReadsOnly() !== null) return;
    const words = readTextEdits(text, this.#session.workspace());
    // Nearly every answer is only text: then no file is read.
    if (words === null) return;
    const open = await openTextEdits(words, this.#session.workspace());
    if (open.length > 0) this.#answers.push({ words, open });
  }

  /** Calls were made: what is in place now counts as made, whatever becomes of it later. */
  async settle(): Promise<void> {
    for (const answer of this.#answers) {
      const now = new Set((await openTextEdits(answer.words, this.#session.workspace())).map(({ line }) => line));
      answer.open = answer.open.filter(({ line }) => now.has(line));
    }
    this.#answers = this.#answers.filter(({ open }) => open.length > 0);
  }

  /** Null when no answer has a certain edit left. */
  report(): ApplyReport | null {
    const answers = this.#answers.filter(({ open }) => open.some(({ isCertain }) => isCertain));
    return reportTextEdits(answers.flatMap(({ open }) => open));
  }

  /** One sentence on what only looks like edits, in all answers without a certain one; null when there is none. */
  note(): string | null {
    const shown = this.#answers.flatMap(({ open }) => (open.some(({ isCertain }) => isCertain) ? [] : open));
    if (shown.length === 0) return null;
    const files = [...new Set(shown.flatMap(({ path }) => path ?? []))];
    const about = files.length === 0 ? "" : ` (${files.join(", ")})`;
    return `Code in the answer may be meant as a change${about}. It is not applied: only the model's tool calls change files.`;
  }
}
