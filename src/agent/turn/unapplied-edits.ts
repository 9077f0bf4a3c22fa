// Edits that a model writes in the words of its answers while it works with tools. They are not made; at the end of the
// turn whatever its calls have not made either is reported. Never reads a file that no answer names.

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
    if (!this.#session.hasFiles) return;
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

  /** Null when nothing is left. */
  report(): ApplyReport | null {
    return reportTextEdits(this.#answers.flatMap(({ open }) => open));
  }
}
