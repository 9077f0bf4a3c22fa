// Who answers in a turn, and how: the model and its mode, and what is tried when it cannot answer as it was asked. What
// is changed is always said.

import { isFailure, withFullStop } from "../../base/index.ts";
import { learnNoImages, measure } from "../measure.ts";
import type { Model, ModelError } from "../model.ts";
import type { Mode } from "../prompt.ts";
import type { Session } from "../session.ts";
import type { Asked } from "./request.ts";
import type { RunOptions } from "./types.ts";

/** Models that said they cannot call tools: they are not asked again. */
const WITHOUT_TOOLS = new WeakSet<Model>();

export type GoingOn = {
  /** Something was changed before in this turn. */
  readonly hasWritten: boolean;
  readonly signal: AbortSignal;
};

export class Answering {
  readonly #options: RunOptions;
  readonly #session: Session;
  readonly #note: (text: string) => void;
  #mode: Mode;
  #model: Model;

  constructor(options: RunOptions, note: (text: string) => void) {
    this.#options = options;
    this.#session = options.session;
    this.#note = note;
    this.#model = options.model;
    const isKnownWithout = (options.mode ?? "auto") === "auto" && WITHOUT_TOOLS.has(options.model);
    this.#mode = options.mode === "blocks" || isKnownWithout ? "blocks" : "tools";
  }

  get model(): Model {
    return this.#model;
  }

  get mode(): Mode {
    return this.#mode;
  }

  /** How much the model takes decides how much is sent. */
  measure(signal: AbortSignal): Promise<void> {
    return measure(this.#session, this.#model, signal);
  }

  /** Whether it is asked again, in another way: without what it cannot do, or another model. */
  async goesOn(asked: Extract<Asked, { kind: "failed" }>, going: GoingOn): Promise<boolean> {
    return this.#leavesImages(asked.error) || this.#leavesTools(asked.error) || this.#changesModel(asked, going);
  }

  #leavesImages(error: ModelError): boolean {
    if (error.code !== "no-images" || !learnNoImages(this.#session, this.#model)) return false;
    this.#note(`${withFullStop(error.message)} It is asked again without them.`);
    return true;
  }

  /** A model without tools is asked again in block mode, once. */
  #leavesTools(error: ModelError): boolean {
    if (error.code !== "no-tools" || this.#mode === "blocks" || this.#options.mode === "tools") return false;
    this.#mode = "blocks";
    WITHOUT_TOOLS.add(this.#model);
    this.#note("This model cannot call tools, so it is asked to write edit blocks instead.");
    return true;
  }

  /** The fallback answers, once a turn and only where nothing of an answer has come. */
  async #changesModel(
    { error, partial }: Extract<Asked, { kind: "failed" }>,
    { hasWritten, signal }: GoingOn,
  ): Promise<boolean> {
    const next = this.#model === this.#options.model && partial.parts.length === 0 ? openFallback(this.#model) : null;
    if (next === null) return false;
    if ("problem" in next) {
      this.#note(next.problem);
      return false;
    }
    const done = hasWritten ? " What was changed before in this turn stays." : "";
    this.#note(
      `${this.#model.name} cannot answer: ${withFullStop(error.message)} ${next.name} answers instead.${done}`,
    );
    this.#model = next;
    await this.measure(signal);
    return true;
  }
}

/** Null when there is none. */
function openFallback(model: Model): Model | { readonly problem: string } | null {
  try {
    return model.fallback?.() ?? null;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { problem: `The fallback cannot be used: ${error.message}` };
  }
}
