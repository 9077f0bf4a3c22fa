// A display that turns its calls into events for another process.

import type { Display } from "./display.ts";
import { NO_USAGE, type Price, type Usage } from "../model.ts";
import { estimateCost } from "../providers/prices.ts";
import type { RunEvent } from "./run-events.ts";
import type { TurnResult } from "../turn/types.ts";

/** A display that turns what happens into events, one per call of `emit`, as `galley run --json` prints them. */
export function eventDisplay(emit: (event: RunEvent) => void): Required<Display> {
  return {
    onTextDelta: (text) => emit({ type: "text-delta", text }),
    onTextCommit: (text) => emit({ type: "text-commit", text }),
    onReasoningDelta: (text) => emit({ type: "reasoning-delta", text }),
    onToolCall: ({ id, tool, args }) => emit({ type: "tool-call", call_id: id, tool, args }),
    // For a person, not for a program: an event says that something happened.
    onWaiting: () => undefined,
    onApproval: ({ call, paths, autoApproved, reason }) =>
      emit({
        type: "approval",
        call_id: call.id,
        tool: call.tool,
        paths: [...paths],
        auto_approved: autoApproved,
        reason,
      }),
    onToolOutput: ({ id, tool }, stream, text) => emit({ type: "tool-output", call_id: id, tool, stream, text }),
    onToolResult: ({ id, tool, receipt, content, result }) =>
      emit({ type: "tool-result", call_id: id, tool, receipt, content, result: result as WireResult }),
    onBlock: (event) => {
      if (event.kind === "block-start") emit({ type: "block-start", path: event.path });
      if (event.kind === "block-text") emit({ type: "block-text", section: event.section, text: event.text });
      if (event.kind === "block-end") {
        const { proposed } = event;
        emit({ type: "block-end", path: proposed.path, broken: proposed.kind === "broken" ? proposed.message : null });
      }
    },
    onNotApplied: (results) => emit({ type: "edits-not-applied", results: results as WireReport["results"] }),
    onApplied: (report) => emit({ type: "edits-applied", report: report as WireReport }),
    onFilesChanged: (files) => emit({ type: "filesChanged", files: [...files] }),
    onStreamComplete: (complete) => emit({ type: "streamComplete", ...(complete as WireComplete) }),
    onRetry: ({ attempt, waitMs, code, message, discarded }) =>
      emit({ type: "retry", attempt, wait_ms: waitMs, code, message, discarded }),
    onUsage: (usage, sum) => emit({ type: "usage", request: wireUsage(usage), sum: wireUsage(sum) }),
    onNote: (message) => emit({ type: "note", message }),
  };
}

// The same shapes; the schema's are writable, ours are not.
type WireResult = Extract<RunEvent, { type: "tool-result" }>["result"];
type WireReport = Extract<RunEvent, { type: "edits-applied" }>["report"];
type WireComplete = Omit<Extract<RunEvent, { type: "streamComplete" }>, "type">;

/** Without a price there is no cost. */
export type EndedRun = {
  readonly sessionId: string;
  readonly model: string;
  readonly exitCode: number;
  readonly price?: Price | null;
};

type RunEnd = Extract<RunEvent, { type: "run-end" }>;

export function runEnd(result: TurnResult, run: EndedRun): RunEnd {
  const { kind, text, requests, usage, receipts, report, notes } = result;
  return {
    type: "run-end",
    session_id: run.sessionId,
    outcome: kind,
    exit_code: run.exitCode,
    code: kind === "failed" ? result.code : kind === "limit" ? result.limit : null,
    message: kind === "failed" || kind === "limit" ? result.message : null,
    text,
    requests,
    usage: wireUsage(usage),
    cost_usd: estimateCost(run.price, usage),
    receipts: receipts.map(({ id, tool, receipt }) => ({ call_id: id, tool, receipt })),
    report: report as WireReport | null,
    notes: [...notes],
  };
}

/** What the events of a run add up to. A run that breaks has no result, and its reader gets an end all the same. */
export class RunTally {
  readonly #receipts = new Map<string, RunEnd["receipts"][number]>();
  readonly #notes: string[] = [];
  #report: RunEnd["report"] = null;
  #usage: Usage = NO_USAGE;
  #requests = 0;
  #text = "";
  #isAnswered = false;

  see(event: RunEvent): void {
    switch (event.type) {
      case "text-commit":
        this.#text = this.#isAnswered ? event.text : this.#text + event.text;
        this.#isAnswered = false;
        break;
      case "usage": {
        const { input_tokens: input, output_tokens: output, cached_tokens: cached } = event.sum;
        this.#usage = { input, output, cached };
        this.#requests += 1;
        this.#isAnswered = true;
        break;
      }
      case "retry":
        this.#text = "";
        break;
      case "tool-call":
        this.#receipts.set(event.call_id, { call_id: event.call_id, tool: event.tool, receipt: "unknown" });
        break;
      case "tool-result":
        this.#receipts.set(event.call_id, { call_id: event.call_id, tool: event.tool, receipt: event.receipt });
        break;
      case "edits-applied":
        this.#report = event.report;
        break;
      case "note":
        this.#notes.push(event.message);
        break;
      default: // The others add nothing to what an end reports.
    }
  }

  /** The end of a run that broke here. */
  brokenEnd(problem: { readonly code: string; readonly message: string }, run: EndedRun): RunEnd {
    return {
      type: "run-end",
      session_id: run.sessionId,
      outcome: "failed",
      exit_code: run.exitCode,
      ...problem,
      text: this.#text,
      requests: this.#requests,
      usage: wireUsage(this.#usage),
      cost_usd: estimateCost(run.price, this.#usage),
      receipts: [...this.#receipts.values()],
      report: this.#report,
      notes: this.#notes,
    };
  }
}

function wireUsage({ input, output, cached }: Usage): {
  input_tokens: number | null;
  output_tokens: number | null;
  cached_tokens: number | null;
} {
  return { input_tokens: input, output_tokens: output, cached_tokens: cached };
}
