// What the explanations of one plan share: how paths are shown, whether content may be, softened lines, and a budget.

import type { WorkspacePath } from "../../base/index.ts";
import type { Draft } from "../plan/draft.ts";
import { SoftLines } from "./soften.ts";

export type DeskOptions = {
  /** False: whoever reads the messages may not read the files, so no message holds a line of one. True unless said. */
  readonly disclose?: boolean;
  /** How a path is called in messages; as it is unless said. */
  readonly show?: (path: WorkspacePath) => string;
};

/** So many misses of one plan are looked into; the rest only say that they missed. */
export const MOST_EXPLAINED = 200;

/** So many blocks with several readings are tried on copies of their file; the rest are refused. */
const MOST_UNCLEAR = 100;

export class Desk {
  readonly disclose: boolean;
  readonly show: (path: WorkspacePath) => string;
  readonly #soft = new Map<Draft, SoftLines>();
  #left = MOST_EXPLAINED;
  #readingsLeft = MOST_UNCLEAR;

  constructor({ disclose = true, show = (path) => path }: DeskOptions) {
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
