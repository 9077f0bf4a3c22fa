// A model that says what a script says, and remembers what it was asked. It streams like a real one: in small pieces,
// one event at a time, and stops where it is interrupted.

import { ModelError, type Model, type ModelEvent, type ModelRequest } from "../../agent/index.ts";

export type ScriptedCall = { readonly tool: string; readonly args: unknown; readonly id?: string };

/** One answer. A text is said; calls are made; an error ends the stream at that point; a function sees the request. */
export type Line =
  | string
  | ScriptedCall
  | ModelError
  | readonly (string | ScriptedCall | ModelError | ModelEvent)[]
  | ((request: ModelRequest) => Line);

/** A model that answers from a script and keeps the requests it was given. */
export type ScriptedModel = Model & { readonly requests: readonly ModelRequest[] };

export type ScriptOptions = {
  readonly name?: string;
  /** How many characters come at once. */
  readonly piece?: number;
  /** Awaited before every event: a demo sleeps here, a test looks. */
  readonly pace?: (event: ModelEvent, count: number) => void | Promise<void>;
};

/** Answers with the script's lines, one per request; after the last it has nothing more to say. */
export function scriptedModel(script: readonly Line[], options: ScriptOptions = {}): ScriptedModel {
  const requests: ModelRequest[] = [];
  const { name = "scripted/model", piece = 16, pace } = options;
  let calls = 0;
  let events = 0;
  return {
    name,
    requests,
    async stream(request, take) {
      requests.push(request);
      let line = script[requests.length - 1] ?? "";
      while (typeof line === "function") line = line(request);
      for (const event of eventsOf(line, { piece, newCallId: () => `call_${(calls += 1)}` })) {
        if (event instanceof ModelError) throw event;
        await pace?.(event, (events += 1));
        if (request.signal?.aborted === true) throw new ModelError("cut", "Interrupted.");
        take(event);
      }
    },
  };
}

function* eventsOf(
  line: Exclude<Line, (request: ModelRequest) => Line>,
  options: { readonly piece: number; readonly newCallId: () => string },
): Generator<ModelEvent | ModelError> {
  const parts = Array.isArray(line) ? (line as readonly (string | ScriptedCall | ModelError | ModelEvent)[]) : [line];
  let size = 0;
  let called = false;
  let finished = false;
  for (const part of parts as readonly (string | ScriptedCall | ModelError | ModelEvent)[]) {
    if (typeof part === "string") {
      size += part.length;
      for (let at = 0; at < part.length; at += options.piece)
        yield { kind: "text", delta: part.slice(at, at + options.piece) };
    } else if (part instanceof ModelError) yield part;
    else if ("kind" in part) {
      finished ||= part.kind === "finish";
      yield part;
    } else {
      called = true;
      const input = typeof part.args === "string" ? part.args : JSON.stringify(part.args);
      yield { kind: "call", id: part.id ?? options.newCallId(), tool: part.tool, input };
    }
  }
  if (finished) return;
  const output = Math.ceil(size / 4);
  yield { kind: "finish", reason: called ? "calls" : "stop", usage: { input: 100, output, cached: null } };
}
