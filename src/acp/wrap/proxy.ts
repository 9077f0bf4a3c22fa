// Between an editor and another agent. Well-formed messages pass as they came, in order, except what the agent asks of the
// editor that changes something: that is reviewed first, and what then goes to the editor is written by us, never the
// agent's bytes. Lines of the agent that are no messages are not passed on. Nothing the agent sends can reach the editor as
// one of our own answers, and no answer of the editor to us reaches the agent.

import type { Readable, Writable } from "node:stream";
import { fieldOf, type Peer } from "../editor.ts";
import { INVALID_REQUEST, readAgentLine, type AgentMessage } from "./agent-line.ts";
import { keyOf, lineOf, readEditorLine, type Id, type Message } from "./message.ts";
import { handlingOf, type ReviewedMethod } from "./methods.ts";
import { OwnRequests } from "./own-requests.ts";
import { LineWriter, readLines } from "./pipe.ts";
import { cancelled, type Reviewed } from "./reviewed.ts";

export type Ends = {
  readonly editor: { readonly input: Readable; readonly output: Writable };
  readonly agent: { readonly input: Readable; readonly output: Writable };
};

/** A request that is reviewed. */
export type Request = { readonly id: Id; readonly method: ReviewedMethod; readonly params: unknown };

export type Watch = {
  /** `signal`: it was cancelled, by the agent or with its session. */
  readonly review: (request: Request, signal: AbortSignal) => Promise<Reviewed>;
  /** Sees what else passes, before it does. */
  readonly fromEditor: (message: Message) => void;
  readonly fromAgent: (message: AgentMessage) => void;
  /** Gets a sentence about a line that was dropped and could not be answered. */
  readonly note: (note: string) => void;
};

/** Which end closed first; `error` where it broke. */
export type End = { readonly by: "editor" | "agent" | "signal"; readonly error: unknown };

function ended(by: End["by"], reading: Promise<void>): Promise<End> {
  return reading.then(
    () => ({ by, error: null }),
    (error: unknown) => ({ by, error }),
  );
}

type Refusal = { readonly id: Id | undefined; readonly code: number; readonly message: string };
type Open = { readonly stop: AbortController; readonly sessionId: unknown };

export class Proxy {
  /** Our own requests to the editor. */
  readonly editor: Peer;
  readonly #own: OwnRequests;
  readonly #ends: Ends;
  readonly #toEditor: LineWriter;
  readonly #toAgent: LineWriter;
  /** Requests of the agent that are being reviewed, by id. */
  readonly #open = new Map<string, Open>();
  /** Requests of the agent that the editor has not answered, with what is done before its answer is passed on. */
  readonly #sent = new Map<string, (() => Promise<void>) | null>();
  readonly #work = new Set<Promise<void>>();

  constructor(ends: Ends) {
    this.#ends = ends;
    this.#toEditor = new LineWriter(ends.editor.output);
    this.#toAgent = new LineWriter(ends.agent.output);
    this.#own = new OwnRequests((message) => void this.#toEditor.write(lineOf(message)));
    this.editor = this.#own.peer;
  }

  /** Until one end closes, or breaks. Then nothing is open any more, and nothing more is passed on. */
  async run(watch: Watch, signal: AbortSignal): Promise<End> {
    const { editor, agent } = this.#ends;
    const aborted = new Promise<End>((resolve) => {
      const stop = (): void => resolve({ by: "signal", error: null });
      if (signal.aborted) stop();
      signal.addEventListener("abort", stop, { once: true });
    });
    const end = await Promise.race([
      ended(
        "editor",
        readLines(editor.input, (line) => this.#fromEditor(line, watch)),
      ),
      ended(
        "agent",
        readLines(agent.input, (line) => this.#fromAgent(line, watch)),
      ),
      aborted,
    ]);
    this.#own.close();
    for (const { stop } of this.#open.values()) stop.abort();
    await Promise.allSettled(this.#work);
    return end;
  }

  async #fromEditor(line: Uint8Array, watch: Watch): Promise<void> {
    const message = readEditorLine(line);
    if (this.#own.take(message)) return;
    watch.fromEditor(message);
    if (message.kind === "notification" && message.method === "session/cancel") {
      const sessionId = fieldOf(message.params, "sessionId");
      for (const open of this.#open.values()) if (open.sessionId === sessionId) open.stop.abort();
    }
    const after = message.kind === "response" ? this.#takeAfter(message.id) : null;
    if (after !== null) return this.#start(after().then(() => this.#toAgent.write(line)));
    await this.#toAgent.write(line);
  }

  async #fromAgent(line: Uint8Array, watch: Watch): Promise<void> {
    const read = readAgentLine(line);
    if (read.kind === "blank") return;
    if (read.kind === "malformed") {
      const { id, code, why } = read;
      return this.#refuse({ id, code, message: `Invalid message: ${why}.` }, watch);
    }
    const { message } = read;
    if (message.kind === "notification" && message.method === "$/cancel_request") {
      const id = fieldOf(message.params, "requestId");
      const open = typeof id === "string" || typeof id === "number" ? this.#open.get(keyOf(id)) : undefined;
      // The editor was not asked yet.
      if (open !== undefined) return open.stop.abort();
    }
    if (message.kind !== "response") {
      const id = message.kind === "request" ? message.id : undefined;
      const handling = handlingOf(message.method);
      if (handling.kind === "refuse") return this.#refuse({ id, code: NO_METHOD, message: handling.why }, watch);
      if (handling.kind === "review") {
        const { method } = handling;
        if (id !== undefined) return this.#review({ id, method, params: message.params }, watch);
        const why = `${method} is a request; sent as a notification, it is not passed on to the editor.`;
        return this.#refuse({ id, code: INVALID_REQUEST, message: why }, watch);
      }
    }
    if (message.kind === "request") {
      if (this.#isOpen(message.id)) return this.#refuse(stillOpen(message.id), watch);
      this.#sent.set(keyOf(message.id), null);
    }
    watch.fromAgent(message);
    await this.#toEditor.write(line);
  }

  /** A request gets an error; without an id there is no one to answer. */
  async #refuse(refusal: Refusal, { note }: Watch): Promise<void> {
    const { id, code, message } = refusal;
    if (id !== undefined) await this.#toAgent.write(lineOf({ id, error: { code, message } }));
    else note(`A line of the agent was dropped. ${message}`);
  }

  /** Others pass meanwhile: a question may stay open for long, and a cancellation must get through. */
  async #review(request: Request, watch: Watch): Promise<void> {
    const { id, method, params } = request;
    const key = keyOf(id);
    if (this.#isOpen(id)) return this.#refuse(stillOpen(id), watch);
    const stop = new AbortController();
    this.#open.set(key, { stop, sessionId: fieldOf(params, "sessionId") });
    const work = watch
      .review(request, stop.signal)
      .finally(() => this.#open.delete(key))
      // An approval does not outlive its cancellation.
      .then((given) => (given.kind === "pass" && stop.signal.aborted ? cancelled() : given))
      .then((outcome) => {
        switch (outcome.kind) {
          case "answer":
            return this.#toAgent.write(lineOf({ id, result: outcome.result }));
          case "refuse":
            return this.#refuse({ id, code: outcome.code, message: outcome.message }, watch);
          case "pass":
            this.#sent.set(key, outcome.after ?? null);
            return this.#toEditor.write(lineOf({ id, method, params: outcome.params }));
          default:
            return outcome satisfies never;
        }
      });
    this.#start(work);
  }

  /** Two of one id could not be cancelled, answered or compared one by one. */
  #isOpen(id: Id): boolean {
    return this.#open.has(keyOf(id)) || this.#sent.has(keyOf(id));
  }

  #takeAfter(id: Id): (() => Promise<void>) | null {
    const after = this.#sent.get(keyOf(id)) ?? null;
    this.#sent.delete(keyOf(id));
    return after;
  }

  #start(work: Promise<void>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work)).catch(() => undefined); // A review reports its own failures.
  }
}

function stillOpen(id: Id): Refusal {
  return { id, code: INVALID_REQUEST, message: "A request with this id is still open." };
}

const NO_METHOD = -32601;
