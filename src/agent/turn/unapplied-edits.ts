// Edits that a model writes in the words of its answers while it works with tools. They are not made; at the end of the
// turn whatever its calls have not made either is reported. Never reads a file that no answer names.

import type { Session } from "../session.ts";
import { editsInText, reportTextEdits, type ApplyReport, type TextEdit } from "../../tools/index.ts";

type Answer = { readonly text: string; open: readonly TextEdit[] };

export class UnappliedEdits {
  readonly #session: Session;
  #answers: Answer[] = [];

  constructor(session: Session) {
    this.#session = session;
  }

  /** Takes the words of an answer, before its calls are made. */
  async take(text: string): Promise<void> {
    const open = await this.#look(text);
    if (open.length > 0) this.#answers.push({ text, open });
  }

  /** Calls were made: what is in place now counts as made, whatever becomes of it later. */
  async settle(): Promise<void> {
    for (const answer of this.#answers) {
      const now = new Set((await this.#look(answer.text)).map(({ line }) => line));
      answer.open = answer.open.filter(({ line }) => now.has(line));
    }
    this.#answers = this.#answers.filter(({ open }) => open.length > 0);
  }

  /** Null when nothing is left. */
  report(): ApplyReport | null {
    return reportTextEdits(this.#answers.flatMap(({ open }) => open));
  }

  async #look(text: string): Promise<readonly TextEdit[]> {
    // Nearly every answer is only text: then no file is read.
    return this.#session.hasFiles ? editsInText(text, this.#session.workspace()) : [];
  }
}
