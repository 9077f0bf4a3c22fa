// Where a run shows what happens. The orchestrator knows no terminal: a surface passes in one of these.
// A display only receives events: it can neither change nor stop a run, not even by throwing.

import type { BlockEvent } from "../../edits/index.ts";
import type { ApplyReport, ToolResult } from "../../tools/index.ts";
import type { StreamComplete } from "../context/complete.ts";
import type { ModelErrorCode, Usage } from "../model.ts";

export type ShownCall = { readonly id: string; readonly tool: string; readonly args: unknown };

export type ShownResult = ShownCall & {
  readonly result: ToolResult;
  /** What the model receives. */
  readonly content: string;
  readonly receipt: Receipt;
};

/** What became of a call. `unknown`: it was stopped, or broke, and may or may not have had its effect. */
export type Receipt = "not-started" | "applied" | "denied" | "failed" | "unknown";

export type Approval = {
  /** Block mode: the answer, under the name of the tool that would make the change. */
  readonly call: ShownCall;
  /** What it concerns, as sandbox/relative. */
  readonly paths: readonly string[];
  /** The rules allowed it, no one had to be asked. */
  readonly autoApproved: boolean;
  readonly reason: string;
};

export type Retry = {
  readonly attempt: number;
  readonly waitMs: number;
  readonly code: ModelErrorCode;
  readonly message: string;
  /** All text that the broken attempt has shown. It does not count: the answer starts again. */
  readonly discarded: string;
};

/**
 * Where a run shows what happens, in order. Nothing here answers a question, and a method that throws does not end the
 * run.
 */
export interface Display {
  /** `inBlocks`: the same text also comes through onBlock, before this, with its edit blocks found. */
  onTextDelta(delta: string, options?: { readonly inBlocks: boolean }): void;
  /** The whole text since the last commit, also what a display may have held back. */
  onTextCommit(text: string): void;
  onToolCall(call: ShownCall): void;
  onToolResult(result: ShownResult): void;

  /** What a command prints while it runs. */
  onToolOutput?(call: ShownCall, stream: "stdout" | "stderr", text: string): void;
  onReasoningDelta?(delta: string): void;
  /** Block mode: the answer's text and its edit blocks while they stream; complete when onTextCommit or onRetry comes. */
  onBlock?(event: BlockEvent): void;
  /**
   * Edits in an answer that will not be applied, or were not: block mode says so before anything is asked about or
   * written, tools mode at the end of the turn.
   */
  onNotApplied?(results: ApplyReport["results"]): void;
  /** Block mode: what became of the answer's edits; `forUser` are the same results in words for the user. */
  onApplied?(report: ApplyReport, forUser?: ApplyReport["results"]): void;
  /** The selected files are others: the model is shown these from now on. */
  onFilesChanged?(paths: readonly string[]): void;
  /** Block mode: the answer is whole and its edits are done with. Comes after onApplied and onFilesChanged. */
  onStreamComplete?(complete: StreamComplete): void;
  /** The model's server has sent nothing for this long, in this request; repeats while that lasts. */
  onWaiting?(silentMs: number): void;
  onApproval?(approval: Approval): void;
  onRetry?(retry: Retry): void;
  /** After each request: what it took, and the sum of the run. */
  onUsage?(usage: Usage, sum: Usage): void;
  /** Something the person should know, as a sentence. */
  onNote?(note: string): void;
}

type Method = keyof Display;

export type GuardedDisplay = {
  readonly tell: <Name extends Method>(name: Name, ...args: Parameters<NonNullable<Display[Name]>>) => void;
  /** The first thing that went wrong in the display, as a sentence. */
  readonly problem: () => string | null;
};

/** Calls pass through; what the display throws, or rejects with, ends here and is reported at the end of the run. */
export function guardDisplay(display: Display): GuardedDisplay {
  let problem: string | null = null;
  const keep = (name: Method, error: unknown): void => {
    problem ??= `The display failed in ${name}: ${error instanceof Error ? error.message : String(error)}. The run continued without it.`;
  };
  return {
    tell(name, ...args) {
      try {
        const method = display[name] as ((...given: typeof args) => unknown) | undefined; // The same method, one type.
        const answer = method?.apply(display, args);
        if (answer instanceof Promise) answer.catch((error: unknown) => keep(name, error));
      } catch (error) {
        keep(name, error);
      }
    },
    problem: () => problem,
  };
}

/** Shows nothing. */
export const SILENT: Display = {
  onTextDelta: () => undefined,
  onTextCommit: () => undefined,
  onToolCall: () => undefined,
  onToolResult: () => undefined,
};
