// What a model is to us: a request goes in, a stream of events comes out. It never calls a tool and never retries;
// the orchestrator owns both.

import { oneLine } from "../base/index.ts";
import type { ShownImage } from "./context/image.ts";
import type { Message, ProviderData } from "./history/messages.ts";
import type { ToolSpec } from "../tools/index.ts";
import type { ModelWindow } from "./window.ts";

/** A language model: streams its answer to one request. Implement it to use a model that no provider here knows. */
export interface Model {
  /** As a person writes it: `provider/name`. */
  readonly name: string;
  /**
   * Hands over its answer event by event, as it comes, and resolves when there is no more. Rejects with a ModelError;
   * with anything else only when it has a bug. A call per event, not an iterator: an answer has tens of thousands.
   */
  stream(request: ModelRequest, take: (event: ModelEvent) => void): Promise<void>;
  /** The model that answers when this one cannot. INVALID_ARG when it cannot be used either. */
  fallback?(): Model;
  /** What it costs, where the user said it. */
  readonly price?: Price | null;
  /** How much it takes, as far as that can be found out. Asked before the first request; never rejects. */
  window?(signal?: AbortSignal): Promise<ModelWindow>;
}

/** Dollars for a million tokens. */
export type Price = {
  readonly input: number;
  readonly output: number;
  /** Of input that was read from the provider's cache; missing: as other input. */
  readonly cached?: number | undefined;
};

/** Everything a model is given for one answer. */
export type ModelRequest = {
  readonly system: string;
  /** Repaired: every call is answered, in order, directly after it. */
  readonly messages: readonly Message[];
  /** What the user selected to be looked at, as it is now. */
  readonly images?: readonly ShownImage[];
  /** Empty in block mode. */
  readonly tools: readonly ToolSpec[];
  readonly signal?: AbortSignal;
};

export type FinishReason = "stop" | "length" | "calls" | "filtered" | "other";

/** Numbers of tokens; null where the model does not report them. */
export type Usage = {
  readonly input: number | null;
  readonly output: number | null;
  /** The part of `input` that was read from the provider's cache. */
  readonly cached: number | null;
};

/** A part may be closed by its end event; a part of another kind closes it too. `finish` comes once, last. */
export type ModelEvent =
  | { readonly kind: "text"; readonly delta: string }
  | { readonly kind: "text-end"; readonly provider?: ProviderData }
  | { readonly kind: "reasoning"; readonly delta: string }
  | { readonly kind: "reasoning-end"; readonly provider?: ProviderData }
  /** The arguments as the model sent them: text that should be a JSON object. */
  | {
      readonly kind: "call";
      readonly id: string;
      readonly tool: string;
      readonly input: string;
      readonly provider?: ProviderData;
    }
  | { readonly kind: "finish"; readonly reason: FinishReason; readonly usage: Usage };

/**
 * `rate-limited`, `overloaded`, `network` and `cut` may pass by themselves; the rest will not.
 * `timeout` is a server that sent no answer for too long: it would be silent again. `cut` is an answer that ended early; `no-tools` a model that cannot call tools; `no-images` one
 * that was sent images and does not accept them;
 * `not-installed` a provider whose package the program that uses this library has not installed.
 */
export type ModelErrorCode =
  | "rate-limited"
  | "overloaded"
  | "network"
  | "timeout"
  | "cut"
  | "key"
  | "unknown-model"
  | "too-long"
  | "no-tools"
  | "no-images"
  | "refused"
  | "unreadable"
  | "not-installed";

const PASSING: ReadonlySet<ModelErrorCode> = new Set(["rate-limited", "overloaded", "network", "cut"]);

/** Why a model gave no answer, or only part of one. Callers branch on `code`; a passing failure may be tried again. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly code: ModelErrorCode;
  /** What the provider asked us to wait; null when it did not say. */
  readonly retryAfterMs: number | null;

  constructor(
    code: ModelErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly retryAfterMs?: number | null } = {},
  ) {
    super(oneLine(message), options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }

  /** Trying again may help. */
  get isPassing(): boolean {
    return PASSING.has(this.code);
  }
}

export const NO_USAGE: Usage = { input: null, output: null, cached: null };

export function addUsage(a: Usage, b: Usage): Usage {
  const sum = (x: number | null, y: number | null): number | null => (x === null ? y : y === null ? x : x + y);
  return { input: sum(a.input, b.input), output: sum(a.output, b.output), cached: sum(a.cached, b.cached) };
}
