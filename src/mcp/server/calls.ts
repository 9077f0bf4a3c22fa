// The calls of one client: started here, found again by the ids that were given out, ended together. Every call goes
// through the library's own `callTool`; who is asked is decided in `reviewer.ts`.

import type { Reviewer } from "../../approval/index.ts";
import { digestOf, failure, isFailure, newId } from "../../base/index.ts";
import { failed, READ_ONLY_TOOLS, type Tool, type ToolResult } from "../../tools/index.ts";
import { callTool, type LocalWorkspace } from "../../workspace/index.ts";
import { Call } from "./call.ts";
import type { Finished } from "./results.ts";

export type CallsOptions = {
  readonly workspace: LocalWorkspace;
  readonly yes: boolean;
  /** Null: no one is asked. */
  readonly reviewerOf: ((call: Call, heard: Heard) => Reviewer) | null;
  /** Hears of what broke in galley itself. */
  readonly onBug: (error: unknown) => void;
};

/** What the rules have said about a call so far. */
export type Heard = { readonly personOnly: () => boolean };

// A client that asks more than this at once is broken, and every question waits for a person.
const MOST_OPEN = 200;
// Results that a client may ask for again.
const MOST_KEPT = 1000;

export class Calls {
  readonly #options: CallsOptions;
  readonly #open = new Map<Call, Promise<void>>();
  /** Those that a client may ask for, by every id that was given out. The oldest come first. */
  readonly #known = new Map<string, Call>();
  #isOver = false;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  start(tool: Tool, args: unknown): Call {
    if (this.#isOver && !READ_ONLY_TOOLS.has(tool.name)) throw failure("ABORTED", "The client has disconnected.");
    if (this.#open.size >= MOST_OPEN)
      throw failure("FORBIDDEN", `${MOST_OPEN} calls are waiting already. Wait for their results before making more.`);
    const call = new Call({ id: newId(), tool: tool.name, key: keyOf(tool.name, args) });
    const running = this.#run(call, tool, args).finally(() => this.#open.delete(call));
    this.#open.set(call, running);
    return call;
  }

  /** The call that continues under a state that was given out, if it has not ended. */
  open(id: string): Call | null {
    return [...this.#open.keys()].find((call) => call.id === id) ?? null;
  }

  get all(): readonly Call[] {
    return [...this.#open.keys()];
  }

  /** The id that a client gets for a call that is not finished: that of its question, where it has one. */
  give(call: Call): string {
    const id = call.inInbox?.id ?? call.id;
    this.#known.set(id, call);
    for (const [oldest, one] of this.#known) {
      if (this.#known.size <= MOST_KEPT) break;
      if (one.isFinished) this.#known.delete(oldest);
    }
    return id;
  }

  given(id: string): Call | null {
    return this.#known.get(id) ?? null;
  }

  /** No one asks, writes or waits for an answer from now on; what only reads may still finish. */
  disconnect(): void {
    this.#isOver = true;
    for (const call of this.#open.keys())
      if (!READ_ONLY_TOOLS.has(call.tool) || call.inInbox !== null || call.isAskedInClient) call.end();
  }

  /** Ends what still runs. Resolves when nothing does. */
  async close(): Promise<void> {
    this.disconnect();
    for (const call of this.#open.keys()) call.end();
    await Promise.all(this.#open.values());
  }

  async #run(call: Call, tool: Tool, args: unknown): Promise<void> {
    const { workspace, yes, reviewerOf } = this.#options;
    let personOnly = false;
    const reviewer = reviewerOf?.(call, { personOnly: () => personOnly }) ?? null;
    let receipt: string | null = null;
    const finish = (result: ToolResult): void => {
      const finished: Finished = { tool: tool.name, result, receipt };
      call.waitsInInbox(null);
      call.finish(finished);
    };
    try {
      const result = await callTool(workspace, tool, {
        args,
        reviewer: reviewer && {
          ask: async (payload, reviewing) => {
            if (this.#isOver) throw failure("ABORTED", "The client has disconnected.");
            return reviewer.ask(payload, reviewing);
          },
        },
        yes,
        signal: call.signal,
        judged: async ({ verdict }) => {
          personOnly ||= verdict.personOnly;
          return null;
        },
        effects: [{ changed: (id) => (receipt = id ?? receipt) }],
      });
      finish(result);
    } catch (error) {
      if (!isFailure(error)) this.#options.onBug(error);
      finish(failed(isFailure(error) ? error : failure("IO", "galley failed because of a bug in galley itself.")));
    }
  }
}

/** The same tool with the same arguments, whatever the order of their names. */
export function keyOf(tool: string, args: unknown): string {
  return digestOf([tool, JSON.stringify(args, sorted) ?? ""]);
}

function sorted(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
