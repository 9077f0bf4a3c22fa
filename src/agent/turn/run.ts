// The loop: ask the model, run what it calls, report the results to it, until it has nothing more to call. Knows no
// terminal, no vendor and no disk. Whatever ends it, the person's words survive and the history is valid.

import { failure } from "../../base/index.ts";
import { toolSpec, type ApplyReport, type ToolSpec } from "../../tools/index.ts";
import { Answering } from "./answering.ts";
import { applyBlocks, type Applied, type Blocks } from "./block-turn.ts";
import { describeBug, runCall, type CallOptions, type CallOutcome } from "./call.ts";
import type { StreamComplete } from "../context/complete.ts";
import { mapForTurn } from "../context/symbol-map.ts";
import { FailedChanges } from "./failed-changes.ts";
import { guardDisplay, SILENT, type GuardedDisplay } from "../display/display.ts";
import { flattenCalls } from "../history/flatten.ts";
import { DEFAULT_LIMITS, limitReached, type Limits } from "./limits.ts";
import { callsOf, type AssistantPart, type CallPart, type CallResult, type Message } from "../history/messages.ts";
import { addUsage, NO_USAGE, type Usage } from "../model.ts";
import { makePrompt, type Prompt } from "../prompt.ts";
import { INTERRUPTED, repairHistory } from "../history/repair.ts";
import { askModel, DEFAULT_RETRIES, sleep, type Asked } from "./request.ts";
import type { Session } from "../session.ts";
import type { CallReceipt, Ending, RunOptions, TurnResult } from "./types.ts";
import { UnappliedEdits } from "./unapplied-edits.ts";
import { trimHistory, withLeftOut } from "../history/trim.ts";
import { describeWindow, historyChars } from "../window.ts";
import { TurnClock } from "./turn-clock.ts";

/**
 * One turn. Approvals come strictly one after another; a denial is an answer to the model and the turn goes on. Throws
 * only for a bug, and for a session that is busy; the session's history is valid even then.
 */
export function runWithApprovals(options: RunOptions): Promise<TurnResult> {
  return options.session.exclusively(() => new Turn(options).run());
}

/** What the model learns of an answer that is not whole. */
export const CUT_OFF = "(Your last answer was cut off, so none of it was carried out.)";
const AFTER_BUG = "An earlier call of this answer failed because of a bug in galley, so this one was not started.";
const LOOK_FIRST = "Some of them may have been written; check the files first.";

const NO_ANSWER: Extract<Asked, { kind: "interrupted" }>["partial"] = {
  parts: [],
  text: "",
  usage: NO_USAGE,
  reason: "other",
};

class Turn {
  readonly #options: RunOptions;
  readonly #session: Session;
  readonly #display: GuardedDisplay;
  readonly #signal: AbortSignal;
  readonly #limits: Limits;
  readonly #receipts: CallReceipt[] = [];
  readonly #notes: string[] = [];
  readonly #written: string[] = [];
  readonly #spoken: UnappliedEdits;
  readonly #changes: FailedChanges;
  readonly #clock = new TurnClock();
  readonly #answering: Answering;
  #usage: Usage = NO_USAGE;
  #requests = 0;
  #text = "";
  #streamed = false;
  #report: ApplyReport | null = null;
  #complete: StreamComplete | null = null;
  /** Drawn once a turn: its words decide what comes first, and a prompt that stays the same is cheaper. */
  #map: string | null = null;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#session = options.session;
    this.#display = guardDisplay(options.display ?? SILENT);
    this.#spoken = new UnappliedEdits(options.session);
    this.#changes = new FailedChanges(options.session);
    this.#signal = options.signal ?? new AbortController().signal;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#answering = new Answering(options, (text) => this.#note(text));
  }

  async run(): Promise<TurnResult> {
    const { prompt } = this.#options;
    if (prompt === null && (this.#session.messages.at(-1)?.role ?? "assistant") === "assistant")
      throw failure("INVALID_ARG", "There is nothing to continue: the last message is already the model's.");
    const notes = prompt === null ? [] : this.#session.takeNotes();
    if (prompt !== null) this.#session.append({ role: "user", text: prompt, ...(notes.length > 0 ? { notes } : {}) });
    await this.#checkpoint();
    try {
      await this.#answering.measure(this.#signal);
      const ending = await this.#loop();
      this.#reportSpoken();
      for (const file of this.#changes.unmade())
        this.#note(`${file} was not changed as the model intended: its last call for it failed.`);
      return this.#result(ending);
    } finally {
      this.#session.replaceMessages(repairHistory(this.#session.messages));
    }
  }

  async #loop(): Promise<Ending> {
    for (;;) {
      if (this.#signal.aborted) return { kind: "interrupted" };
      const reached = this.#limitReached();
      if (reached !== null) return reached;
      const { mode } = this.#answering;
      const prompt = await makePrompt(this.#session, mode, await this.#drawMap());
      this.#tidyHistory(prompt);
      for (const note of [...prompt.news, ...prompt.left]) this.#noteOnce(note);
      const isEditing = mode === "blocks" && this.#session.whyReadsOnly() === null;
      const blocks = isEditing ? applyBlocks(this.#callOptions(), prompt.shown) : null;
      const asked = await this.#ask(prompt, blocks);
      if (asked.kind === "failed" && (await this.#goesOn(asked))) continue;
      if (asked.kind !== "answered") return this.#breakOff(asked);
      const ending = await this.#actOn(asked.answer, blocks);
      if (ending !== null) return ending;
    }
  }

  /** Of a cut answer the words are kept; calls in it have not been started, and its reasoning may lack its end. */
  #breakOff(asked: Exclude<Asked, { kind: "answered" }>): Ending {
    const { parts, text } = asked.partial;
    this.#keep(parts.filter((part) => part.kind === "text"));
    this.#text = text;
    for (const { id, tool } of callsOf(parts)) this.#receipts.push({ id, tool, receipt: "not-started" });
    if (parts.length > 0) this.#session.note(CUT_OFF);
    if (asked.kind === "interrupted")
      return (this.#signal.aborted ? null : this.#limitReached()) ?? { kind: "interrupted" };
    return { kind: "failed", code: asked.error.code, message: asked.error.message };
  }

  /** Null: the model is to hear what came of its calls. */
  async #actOn(answer: Extract<Asked, { kind: "answered" }>["answer"], blocks: Blocks | null): Promise<Ending | null> {
    this.#keep(answer.parts);
    this.#text = answer.text;
    if (answer.reason === "length") this.#note("The response was cut off: the model hit its output limit.");
    if (answer.reason === "filtered") this.#note("The provider withheld part of the response.");
    if (blocks !== null) return this.#applyBlocks(answer.text, blocks);
    const calls = callsOf(answer.parts);
    await this.#spoken.take(answer.text);
    if (calls.length > 0) {
      const ending = await this.#runCalls(calls);
      await this.#spoken.settle();
      return ending;
    }
    if (answer.text.trim() === "") this.#note("The model returned an empty response.");
    return { kind: "done" };
  }

  async #ask({ system, images }: Prompt, blocks: Blocks | null): Promise<Asked> {
    const { patience, random } = this.#options;
    const tools = this.#answering.mode === "tools" ? await this.#tools() : [];
    // What was interrupted before it was sent is no request.
    if (this.#signal.aborted) return { kind: "interrupted", partial: NO_ANSWER };
    const messages = withLeftOut(this.#session.messages, this.#session.leftOut);
    const { ms } = this.#limits;
    const late = ms === null ? [] : [AbortSignal.timeout(Math.max(0, Math.ceil(ms - this.#clock.ms())))];
    const asked = await askModel({
      model: this.#answering.model,
      request: { system, images, messages: tools.length > 0 ? messages : flattenCalls(messages), tools },
      display: this.#display,
      used: this.#session.callIds(),
      patience: { ...DEFAULT_RETRIES, ...patience },
      signal: AbortSignal.any([this.#signal, ...late]),
      sleep: this.#options.sleep ?? sleep,
      random: random ?? Math.random,
      ...(blocks && { blocks }),
    });
    const { usage, text } = asked.kind === "answered" ? asked.answer : asked.partial;
    this.#streamed ||= text !== "";
    this.#requests += 1;
    this.#usage = addUsage(this.#usage, usage);
    this.#session.count(usage);
    if (usage.input !== null) this.#session.lastInput = usage.input;
    if (asked.kind === "answered") this.#display.tell("onUsage", usage, this.#usage);
    return asked;
  }

  async #tools(): Promise<readonly ToolSpec[]> {
    const specs: ToolSpec[] = [];
    for (const name of this.#session.toolNames()) {
      const tool = await this.#session.tool(name);
      if (tool !== null) specs.push(toolSpec(tool));
    }
    return specs;
  }

  async #runCalls(calls: readonly CallPart[]): Promise<Ending | null> {
    const { messages } = this.#session;
    await this.#checkpoint();
    const results: CallResult[] = [];
    let stop = false;
    let bug: CallOutcome["bug"] = null;
    for (const call of calls) {
      const { id, tool } = call;
      const because = bug !== null ? AFTER_BUG : stop || this.#signal.aborted ? INTERRUPTED : null;
      if (because !== null) {
        results.push({ id, tool, content: `${because} Nothing was done.`, isError: true });
        this.#receipts.push({ id, tool, receipt: "not-started" });
        continue;
      }
      const outcome = await runCall(call, { ...this.#callOptions(), words: this.#text });
      results.push(outcome.result);
      this.#receipts.push({ id, tool, receipt: outcome.receipt });
      this.#changes.see(call, outcome.receipt);
      this.#written.push(...outcome.written);
      this.#session.wrote(outcome.written);
      stop ||= outcome.stop;
      bug = outcome.bug;
      this.#session.replaceMessages([...messages, { role: "tool", results: [...results] }]);
      await this.#checkpoint();
    }
    this.#session.replaceMessages([...messages, { role: "tool", results }]);
    if (bug !== null) throw bug.error;
    if (stop) return { kind: "stopped" };
    return this.#signal.aborted ? { kind: "interrupted" } : null;
  }

  /** Edits in the words of a model that works with tools: they are not applied, and both the person and the model learn of it. */
  #reportSpoken(): void {
    const shown = this.#spoken.note();
    if (shown !== null) this.#note(shown);
    const report = this.#spoken.report();
    if (report === null) return;
    this.#report = report;
    const files = [...new Set(report.results.map(({ file_path }) => file_path ?? "no file"))].join(", ");
    this.#session.note(
      `(Your answers contain edits in their text (${files}). None of them was applied: only your tool calls change files.)`,
    );
    this.#display.tell("onNotApplied", report.results);
  }

  async #applyBlocks(text: string, blocks: Blocks): Promise<Ending> {
    if (this.#signal.aborted) return { kind: "interrupted" };
    await this.#checkpoint([`(Galley ended while it applied the edits of your last answer. ${LOOK_FIRST})`]);
    const { report, complete, stop, notes } = await this.#applied(text, blocks);
    for (const note of notes) this.#note(note);
    this.#report = report;
    this.#complete = complete;
    if (report !== null && report.receipt_id !== null) {
      this.#written.push(report.receipt_id);
      this.#session.wrote([report.receipt_id]);
    }
    if (complete !== null && complete.note !== null) this.#note(complete.note);
    if (report === null && text.trim() === "") this.#note("The model returned an empty response.");
    if (stop) return { kind: "stopped" };
    return this.#signal.aborted ? { kind: "interrupted" } : { kind: "done" };
  }

  /** A bug of ours is reported to the model with the user's next message, and is rethrown. */
  async #applied(text: string, blocks: Blocks): Promise<Applied> {
    try {
      return await blocks.apply(text);
    } catch (error) {
      this.#session.note(
        `(Galley failed while it applied the edits of your last answer, because of a bug in galley (${describeBug(error)}). ${LOOK_FIRST})`,
      );
      throw error;
    }
  }

  #limitReached(): Ending | null {
    return limitReached(this.#limits, { requests: this.#requests, usage: this.#usage, ms: this.#clock.ms() });
  }

  #callOptions(): CallOptions {
    const { yes = false } = this.#options;
    const approve = this.#options.approve && this.#clock.without(this.#options.approve);
    const [session, display, signal] = [this.#session, this.#display, this.#signal];
    return { session, display, approve, yes, signal, sleep: this.#options.sleep ?? sleep };
  }

  async #checkpoint(unfinished: readonly string[] = []): Promise<void> {
    await this.#options.checkpoint?.(unfinished);
  }

  #goesOn(asked: Extract<Asked, { kind: "failed" }>): Promise<boolean> {
    return this.#answering.goesOn(asked, { hasWritten: this.#written.length > 0, signal: this.#signal });
  }

  #tidyHistory({ system, shown }: Prompt): void {
    const { leftOut, earlier, lost } = this.#session;
    const limit = this.#limits.historyChars ?? historyChars(this.#session.window, system.length);
    const { messages, dropped, left } = trimHistory(repairHistory(this.#session.messages), { limit, leftOut });
    this.#session.replaceMessages(messages);
    if (dropped.length > 0) this.#session.replaceEarlier([...earlier, ...dropped], { lost });
    // What the prompt shows, the model still sees.
    const visible: ReadonlySet<string> = shown;
    for (const path of left.files) if (!visible.has(path)) this.#session.seen.forget(path);
    if (left.message === null) return;
    const { window } = this.#session;
    this.#note(window.from === "assumed" ? `${left.message} For this model ${describeWindow(window)}.` : left.message);
  }

  #keep(parts: readonly AssistantPart[]): void {
    if (parts.length > 0) this.#session.append({ role: "assistant", parts } satisfies Message);
  }

  async #drawMap(): Promise<string> {
    if (this.#map !== null) return this.#map;
    const { text, problem } = await mapForTurn(this.#session, this.#options.prompt ?? "", this.#signal);
    if (problem !== null) this.#note(problem);
    this.#map = text;
    return text;
  }

  #noteOnce(text: string): void {
    if (!this.#notes.includes(text)) this.#note(text);
  }

  #note(text: string): void {
    this.#notes.push(text);
    this.#display.tell("onNote", text);
  }

  #result(ending: Ending): TurnResult {
    const problem = this.#display.problem();
    return {
      text: this.#text,
      streamed: this.#streamed,
      usage: this.#usage,
      requests: this.#requests,
      receipts: this.#receipts,
      unmade: this.#changes.unmade(),
      written: this.#written,
      report: this.#report,
      complete: this.#complete,
      notes: problem === null ? this.#notes : [...this.#notes, problem],
      ...ending,
    };
  }
}
