// A simple model of what an inbox is, and random operations by several processes that are compared with it. Every store
// is compared with the same model.

import * as fc from "fast-check";
import { expect } from "vitest";
import type { Decided, Put, Settled } from "../../src/inbox/index.ts";
import { asker, changeQuestion, noTo, type InboxClient } from "../../src/testing/index.ts";

/** A store that several processes use, as the model needs it. */
export type Platform = {
  readonly connect: () => InboxClient;
  /** Time passes, which may be less than none. */
  readonly pass: (hours: number) => Promise<void> | void;
  /** A process was killed: others have noticed when this returns, where the store is eager. */
  readonly noticeKill: () => Promise<void> | void;
  /** What is over is closed at once, and not when someone looks. */
  readonly isEager: boolean;
  readonly close: () => Promise<void> | void;
};

const CLIENTS = 3;
const HOUR_MS = 3_600_000;

type Client = 0 | 1 | 2;
type End = "expired" | "withdrawn" | "asker-ended";
type State = { kind: "open" } | { kind: "answered"; reason: string } | { kind: "closed"; because: End };

/** One question: its call may have had others before it. */
type Asked = {
  readonly id: string;
  readonly text: string;
  /** Which connection put it. */
  readonly owner: number;
  readonly deadlineMs: number | null;
  /** How many callers each connection has. */
  readonly callers: Map<number, number>;
  isOrphan: boolean;
  state: State;
};

export type Step =
  | { kind: "put"; client: Client; call: number; text: string; limited: boolean }
  | { kind: "decide"; client: Client; question: number; reason: string; isForeign: boolean }
  | { kind: "settle"; client: Client; question: number }
  | { kind: "kill" | "close"; client: Client }
  | { kind: "pass"; hours: number }
  | { kind: "list"; client: Client };

const client = fc.constantFrom<Client>(0, 1, 2);
const question = fc.nat({ max: 5 });
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("put" as const),
      client,
      call: fc.nat({ max: 1 }),
      text: fc.constantFrom("a\n", "a\n", "a\n", "b\n"),
      limited: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("decide" as const),
      client,
      question,
      reason: fc.constantFrom("x", "y"),
      isForeign: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("settle" as const), client, question }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("kill" as const, "close" as const), client }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("pass" as const), hours: fc.integer({ min: -1, max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("list" as const), client }) },
);

// A call that was answered is answered for ever: after so many steps there are new ones.
const STEPS_PER_CALL = 15;

export class World {
  readonly #platform: Platform;
  /** Of the model; only differences count. */
  #nowMs = 0;
  #steps = 0;
  #connections = 0;
  readonly #connected: { readonly number: number; readonly client: InboxClient }[] = [];
  readonly #calls = new Map<string, Asked[]>();
  /** Every question that was ever put, in order. */
  readonly #all: Asked[] = [];

  constructor(platform: Platform) {
    this.#platform = platform;
    for (let at = 0; at < CLIENTS; at += 1) this.#connect(at);
  }

  async run(one: Step): Promise<void> {
    this.#steps += 1;
    switch (one.kind) {
      case "put":
        return this.#put(one);
      case "decide":
        return this.#decide(one);
      case "settle":
        return this.#settle(one);
      case "kill":
      case "close":
        return this.#end(one.client, one.kind);
      case "pass":
        this.#nowMs += one.hours * HOUR_MS;
        await this.#platform.pass(one.hours);
        return this.#notice();
      case "list":
        expect((await this.#inbox(one.client).open()).questions.map(({ id }) => id).sort()).toEqual(
          this.#all
            .filter((asked) => this.#stateOf(asked).kind === "open")
            .map(({ id }) => id)
            .sort(),
        );
        return;
      default:
        one satisfies never;
    }
  }

  async close(): Promise<void> {
    await this.#platform.close();
  }

  async #put({ client: at, call, text, limited }: Extract<Step, { kind: "put" }>): Promise<void> {
    const number = this.#connected[at]!.number;
    const payload = changeQuestion("ws/a.txt", text);
    const withinMs = limited ? HOUR_MS : null;
    const key = `call ${call} of ${Math.floor(this.#steps / STEPS_PER_CALL)}`;
    const put = await this.#inbox(at).put({ payload, asker: asker(key), withinMs });
    const asked = this.#calls.get(key) ?? [];
    const current = asked.find((each) => {
      const state = this.#stateOf(each);
      return state.kind !== "closed" || state.because === "expired";
    });
    if (current === undefined) {
      if (put.kind !== "asked") throw new Error(JSON.stringify(put));
      expect(this.#all.map(({ id }) => id)).not.toContain(put.id);
      const deadlineMs = withinMs === null ? null : this.#nowMs + withinMs;
      const fresh: Asked = {
        id: put.id,
        text,
        owner: number,
        deadlineMs,
        callers: new Map([[number, 1]]),
        isOrphan: false,
        state: { kind: "open" },
      };
      this.#calls.set(key, [...asked, fresh]);
      this.#all.push(fresh);
      return;
    }
    const state = this.#stateOf(current);
    if (current.text !== text) return expect(draw(put)).toBe(`conflict ${current.id}`);
    if (state.kind !== "open") return expect(draw(put)).toBe(`settled ${current.id} ${drawState(state)}`);
    expect(draw(put)).toBe(`joined ${current.id}`);
    current.callers.set(number, (current.callers.get(number) ?? 0) + 1);
  }

  async #decide({ client: at, question: index, reason, isForeign }: Extract<Step, { kind: "decide" }>): Promise<void> {
    const asked = this.#all.at(-1 - index);
    if (asked === undefined) return;
    const answer = noTo(changeQuestion("ws/a.txt", isForeign ? "foreign\n" : asked.text), reason);
    const decided = await this.#inbox(at).decide(asked.id, answer);
    const state = this.#stateOf(asked);
    if (state.kind === "answered") return expect(drawDecided(decided)).toBe(`lost ${state.reason}`);
    if (state.kind === "closed") return expect(drawDecided(decided)).toBe(`closed ${state.because}`);
    if (isForeign) return expect(drawDecided(decided)).toBe("refused");
    expect(drawDecided(decided)).toBe(`won ${reason}`);
    asked.state = { kind: "answered", reason };
  }

  async #settle({ client: at, question: index }: Extract<Step, { kind: "settle" }>): Promise<void> {
    const asked = this.#all.at(-1 - index);
    if (asked === undefined) return;
    const number = this.#connected[at]!.number;
    const settled = await this.#inbox(at).settle(asked.id);
    const callers = asked.callers.get(number) ?? 0;
    if (callers > 1) {
      asked.callers.set(number, callers - 1);
      return expect(drawSettled(settled)).toBe("shared");
    }
    // Settling does not look at clocks or askers; what is written down counts.
    asked.callers.delete(number);
    if (asked.state.kind === "open" && callers === 1 && asked.owner === number)
      asked.state = { kind: "closed", because: "withdrawn" };
    expect(drawSettled(settled)).toBe(asked.state.kind === "open" ? "shared" : `settled ${drawState(asked.state)}`);
  }

  async #end(at: Client, how: "kill" | "close"): Promise<void> {
    const { number, client: ending } = this.#connected[at]!;
    if (how === "kill") ending.kill();
    else await ending.inbox.close();
    for (const asked of this.#all) {
      asked.callers.delete(number);
      if (asked.owner !== number || asked.state.kind !== "open") continue;
      if (how === "kill") asked.isOrphan = true;
      else asked.state = { kind: "closed", because: "withdrawn" };
    }
    if (how === "kill") await this.#platform.noticeKill();
    this.#notice();
    this.#connect(at);
  }

  #notice(): void {
    if (this.#platform.isEager) for (const asked of this.#all) this.#stateOf(asked);
  }

  /** Whoever looks at a question closes it when its asker is dead or its time is over. */
  #stateOf(asked: Asked): State {
    if (asked.state.kind !== "open") return asked.state;
    if (asked.isOrphan) asked.state = { kind: "closed", because: "asker-ended" };
    else if (asked.deadlineMs !== null && this.#nowMs >= asked.deadlineMs)
      asked.state = { kind: "closed", because: "expired" };
    return asked.state;
  }

  #connect(at: number): void {
    this.#connections += 1;
    this.#connected[at] = { number: this.#connections, client: this.#platform.connect() };
  }

  #inbox(at: Client) {
    return this.#connected[at]!.client.inbox;
  }
}

function draw(put: Put): string {
  if (put.kind === "too-large") return put.kind;
  if (put.kind !== "settled") return `${put.kind} ${put.id}`;
  const { outcome } = put;
  return `settled ${put.id} ${outcome.kind === "answered" ? reasonOf(outcome.decision) : outcome.because}`;
}

function drawState(state: State): string {
  if (state.kind === "open") return "open";
  return state.kind === "answered" ? state.reason : state.because;
}

function drawDecided(decided: Decided): string {
  if (decided.kind === "won" || decided.kind === "lost") return `${decided.kind} ${reasonOf(decided.decision)}`;
  return decided.kind === "closed" ? `closed ${decided.because}` : decided.kind;
}

function drawSettled(settled: Settled): string {
  if (settled.kind !== "settled") return settled.kind;
  const { outcome } = settled;
  return `settled ${outcome.kind === "answered" ? reasonOf(outcome.decision) : outcome.because}`;
}

function reasonOf({ items: [answer] }: Extract<Decided, { kind: "won" }>["decision"]): string {
  return answer?.action === "reject" ? (answer.reason ?? "") : "applied";
}
