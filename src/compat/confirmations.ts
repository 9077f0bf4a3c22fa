// Requests for confirmation that come at the same time are put to the person one after another, in the order they came.
// Each settles exactly once: by its answer, or as a no when its call is aborted. None is ever overwritten by the next.

import type { ConfirmationResponse } from "../approval/index.ts";
import { failure } from "../base/index.ts";
import type { AbortableConfirmation } from "./confirming-reviewer.ts";
import {
  responseOf,
  type ConfirmationCallback,
  type EditConfirmationRequest,
  type ToolConfirmationRequired,
} from "./confirmation.ts";

export type Confirmations = {
  /** The callback for one tool call. Aborting the call takes its request out of the line. */
  readonly callbackFor: (call: ConfirmedCall) => ConfirmationCallback;
  /** How many wait, the one on the screen included. */
  readonly waiting: () => number;
};

export type ConfirmedCall = {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly signal?: AbortSignal;
};

type Entry = {
  readonly call: ConfirmedCall;
  readonly request: EditConfirmationRequest;
  readonly settle: (response: ConfirmationResponse) => void;
  readonly fail: (error: unknown) => void;
};

/** `emit` gets one event at a time: the next when the last one is resolved. */
export function createConfirmations(emit: (event: ToolConfirmationRequired) => void): Confirmations {
  const line: Entry[] = [];
  let asked = 0;

  const show = (): void => {
    const [entry] = line;
    if (entry === undefined) {
      asked = 0;
      return;
    }
    asked += 1;
    const { path, diff, originalContent, suggestedContent } = entry.request;
    const confirmation = {
      toolCallId: entry.call.toolCallId,
      toolName: entry.call.toolName,
      preview: { diff, path, originalContent, suggestedContent },
      index: asked,
      total: asked + line.length - 1,
      resolve: (result: Parameters<typeof responseOf>[0]) => entry.settle(responseOf(result)),
    };
    try {
      emit({ type: "tool_confirmation_required", confirmation });
    } catch (error) {
      entry.fail(error);
    }
  };

  const enter = (call: ConfirmedCall, request: EditConfirmationRequest): Promise<ConfirmationResponse> =>
    new Promise((resolve, reject) => {
      const { signal } = call;
      const leave = (then: () => void): void => {
        const at = line.indexOf(entry);
        if (at < 0) return;
        line.splice(at, 1);
        signal?.removeEventListener("abort", abort);
        then();
        if (at === 0) show();
      };
      const entry: Entry = {
        call,
        request,
        settle: (response) => leave(() => resolve(response)),
        fail: (error) => leave(() => reject(error as Error)),
      };
      const abort = (): void => entry.settle({ action: "reject", reason: ABORTED });
      if (signal?.aborted) {
        resolve({ action: "reject", reason: ABORTED });
        return;
      }
      signal?.addEventListener("abort", abort);
      line.push(entry);
      if (line.length === 1) show();
    });

  return { callbackFor: (call) => (request) => enter(call, request), waiting: () => line.length };
}

const ABORTED = "The run was cancelled before an answer.";

/**
 * The same callback, called for one request at a time; a request whose signal fired is not put to it any more. One
 * callback has one queue: two tools that were given the same callback share one person.
 */
export function oneAtATime(callback: ConfirmationCallback): AbortableConfirmation {
  const known = LINES.get(callback);
  if (known !== undefined) return known;
  let last: Promise<unknown> = Promise.resolve();
  const next: AbortableConfirmation = (request, signal) => {
    const turn = last.then((): ReturnType<ConfirmationCallback> => {
      if (signal?.aborted) throw failure("ABORTED", ABORTED);
      return callback(request);
    });
    last = turn.catch(() => undefined); // The caller gets the failure; the queue continues.
    return turn;
  };
  LINES.set(callback, next);
  return next;
}

const LINES = new WeakMap<ConfirmationCallback, AbortableConfirmation>();
