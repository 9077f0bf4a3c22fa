// What the explanations of one plan share: how paths are shown, whether content may be, softened lines, and a budget.

import type { WorkspacePath } from "../../base/index.ts";
import type { Draft } from "../plan/draft/draft.ts";
import { SoftLines } from "./soften.ts";

export type ExplainOptions = {
  /** False if the reader of the messages may not read the files: then no message quotes a line of one. Default: true. */
  readonly disclose?: boolean;
  /** How a path is written in messages. Default: unchanged. */
  readonly show?: (path: WorkspacePath) => string;
};

/** At most this many misses of one plan are explained; the rest only report that they missed. */
export const MOST_EXPLAINED = 200;

/** At most this many blocks with several readings are tried on copies of their file; the rest are refused. */
const MOST_UNCLEAR = 100;

export class ExplainContext {
  readonly disclose: boolean;
  readonly show: (path: WorkspacePath) => string;
  readonly #soft = new Map<Draft, SoftLines>();
  #left = MOST_EXPLAINED;
  #readingsLeft = MOST_UNCLEAR;

  constructor({ disclose = true, show = (path) => path }: ExplainOptions) {
    this.disclose = disclose;
    this.show = show;
  }

  soft(draft: Draft): SoftLines {
    let soft = this.#soft.get(draft);
    if (soft === undefined) this.#soft.set(draft, (soft = new SoftLines(draft)));
    return soft;
  }

  /** Takes one block with several readings out of the budget; false when none is left. */
  takeReadings(): boolean {
    this.#readingsLeft -= 1;
    return this.#readingsLeft >= 0;
  }

  /** Takes one explanation out of the budget; false when none is left. */
  take(): boolean {
    this.#left -= 1;
    return this.#left >= 0;
  }
}
