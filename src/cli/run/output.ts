// Where `galley run` prints: events as JSON lines, or words and reports. Lines are printed in the order they were given, however
// slowly the reader takes them. An output that cannot be written interrupts the run; it never breaks it.

import {
  eventDisplay,
  runEnd,
  RunTally,
  type Display,
  type EndedRun,
  type RunEvent,
  type TurnResult,
} from "../../agent/index.ts";
import { counted, isFailure } from "../../base/index.ts";
import { createPaint, wantsColour } from "../../terminal/index.ts";
import { joinPrintable, plain, reveal, revealJson, RevealStream, type Printable } from "../../text/index.ts";
import { describeInterruption } from "./interruption.ts";
import { describeUsage, runDisplay, waitingLine, type RunDisplayOptions } from "./display.ts";
import type { Settings } from "../settings.ts";
import { isTerminalOutput, printContent, printError, printNote, printWhileRead } from "../text-io.ts";

export type Output = {
  readonly display: Display;
  /** Fires when something could not be written. */
  readonly broken: AbortSignal;
  readonly start: (event: Extract<RunEvent, { type: "run-start" }>) => void;
  /** Resolves when everything printed so far is written: what a question is about is above it. */
  readonly written: () => Promise<void>;
  /**
   * Prints the end and waits for all of it. False: not everything could be written. A reader that has gone wants no
   * more: what it did not read counts as written, and the exit code says what became of the work.
   */
  readonly end: (result: TurnResult, run: EndedRun) => Promise<boolean>;
  /** The same for a run that threw. The error itself is the caller's to report, on standard error. */
  readonly breakOff: (error: unknown, run: EndedRun) => Promise<boolean>;
};

export function openOutput(settings: Settings): Output {
  const queue = openQueue();
  return settings.json ? jsonOutput(queue, settings) : textOutput(queue, settings);
}

type Queue = {
  readonly out: (text: Printable) => void;
  readonly err: (text: Printable) => void;
  /** The model's words, for the reader of standard output. */
  readonly words: (text: string) => void;
  readonly broken: AbortSignal;
  readonly written: () => Promise<void>;
  readonly end: () => Promise<boolean>;
};

/**
 * Why a run stops whose reader has gone, as `head -1` goes. That is no error to report. Only a write to the pipe finds it out,
 * so events stop a run at the next one, words at the next word.
 */
const READER_GONE = new Error("the reader of the output has gone");

type Waiting =
  | { readonly to: "out" | "err"; readonly text: Printable }
  /** Exactly as it came, where the reader is no terminal. */
  | { readonly to: "reader"; readonly text: string };

function openQueue(): Queue {
  const broken = new AbortController();
  const waiting: Waiting[] = [];
  let isWriting = false;
  let written = Promise.resolve();
  const put = (next: Waiting): void => {
    const last = waiting.at(-1);
    // Events come faster than a slow reader takes them.
    if (last?.to === "reader" && next.to === "reader")
      waiting.splice(-1, 1, { to: "reader", text: last.text + next.text });
    else if (last !== undefined && last.to !== "reader" && last.to === next.to)
      waiting.splice(-1, 1, { to: next.to, text: joinPrintable([last.text, next.text], plain``) });
    else waiting.push(next);
    if (!isWriting) written = write();
  };
  const write = async (): Promise<void> => {
    isWriting = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (broken.signal.aborted) continue;
      try {
        if (next.to === "err") printError(next.text);
        else if (!(await (next.to === "out" ? printWhileRead(next.text) : printContent(next.text))))
          broken.abort(READER_GONE);
      } catch (error) {
        broken.abort(error);
      }
    }
    isWriting = false;
  };
  // A terminal that is gone reports here; without a listener that would end the process before the session is kept.
  process.stderr.on("error", (error) =>
    broken.abort((error as NodeJS.ErrnoException).code === "EPIPE" ? READER_GONE : error),
  );
  return {
    out: (text) => put({ to: "out", text }),
    err: (text) => put({ to: "err", text }),
    words: (text) => put({ to: "reader", text }),
    broken: broken.signal,
    written: () => written,
    end: async () => {
      await written;
      if (!broken.signal.aborted) return true;
      const { reason } = broken.signal as { readonly reason: unknown };
      if (reason === READER_GONE) return true;
      const why = reason instanceof Error ? reason.message : String(reason);
      printNote(`The output could not be written, so the run was interrupted: ${why}`);
      return false;
    },
  };
}

function jsonOutput({ out, err, broken, written, end }: Queue, { quiet }: Settings): Output {
  const tally = new RunTally();
  const emit = (event: RunEvent): void => {
    tally.see(event);
    out(plain`${revealJson(event)}\n`);
  };
  return {
    // Progress is for a person who looks at the terminal; the events are on standard output.
    display: { ...eventDisplay(emit), onWaiting: (ms) => (quiet ? undefined : err(plain`${waitingLine(ms)}\n`)) },
    broken,
    start: emit,
    written,
    end: (result, run) => {
      emit(runEnd(result, run));
      return end();
    },
    breakOff: (error, run) => {
      const message = error instanceof Error ? error.message : String(error);
      emit(tally.brokenEnd({ code: isFailure(error) ? error.code : "BUG", message }, run));
      return end();
    },
  };
}

function textOutput(
  { out, err, words, broken, written, end }: Queue,
  { colour, environment, quiet, verbose }: Settings,
): Output {
  const paint = createPaint(colour && wantsColour(environment, { isTTY: process.stderr.isTTY }));
  return {
    display: runDisplay({ ...wordsTo({ out, words }), err, paint, quiet, verbose }),
    broken,
    start: () => undefined,
    written,
    end: (result, run) => {
      const ending = describeEnding(result, run.sessionId);
      if (ending !== null) err(plain`galley: ${reveal(ending, { keepMarks: true })}\n`);
      const usage = reveal(`${describeUsage(result, run)} · session ${run.sessionId}`);
      if (!quiet) err(joinPrintable([paint.dim(usage), plain``], plain`\n`));
      return end();
    },
    breakOff: () => end(),
  };
}

/** On a terminal words are revealed as they come; a pipe gets them as they are. */
function wordsTo({ out, words }: Pick<Queue, "out" | "words">): Pick<RunDisplayOptions, "words" | "endWords"> {
  if (!isTerminalOutput()) return { words, endWords: () => undefined };
  const stream = new RevealStream();
  return { words: (text) => out(stream.push(text)), endWords: () => out(stream.end()) };
}

function describeEnding(result: TurnResult, session: string): string | null {
  switch (result.kind) {
    case "done": {
      const denied = result.receipts.filter(({ receipt }) => receipt === "denied").length;
      return denied === 0
        ? null
        : `${counted(denied, "call was", "calls were")} denied. --approve ask asks you, --approve all says yes to all but protected paths.`;
    }
    case "interrupted":
      return describeInterruption(result, "galley undo");
    case "stopped":
      return "Stopped at your request.";
    case "limit":
      return `${result.message} Run: galley run --resume ${session} continue`;
    case "failed":
      return result.message;
  }
  return result satisfies never;
}
