// One tool call of a model: checked, asked about, run, answered. Whatever happens the call gets an answer the model can
// act on, and a receipt that says whether it had its effect. Never runs the same call twice.

import { failure, type Code, type GalleyError } from "../base/index.ts";
import { runTool, type ToolContext, type ToolResult } from "../tools/index.ts";
import { approvalOf, reviewerFor, type ToolApprovalCallback, type CallReviewer } from "./approve.ts";
import { toolContextOf } from "./backend.ts";
import { isObject } from "./collect.ts";
import type { GuardedDisplay, Receipt, ShownCall } from "./display.ts";
import type { CallPart, CallResult } from "./messages.ts";
import { renderResult } from "./render-result.ts";
import { INTERRUPTED } from "./repair.ts";
import type { Session } from "./session.ts";
import { withSight } from "./sight.ts";

export type CallOptions = {
  readonly session: Session;
  readonly display: GuardedDisplay;
  /** Null: nobody is there, whatever needs a yes is denied. */
  readonly approve: ToolApprovalCallback | null;
  readonly yes: boolean;
  readonly signal: AbortSignal;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

export type CallOutcome = {
  readonly result: CallResult;
  readonly receipt: Receipt;
  /** The person asked to end the run. */
  readonly stop: boolean;
  /** What the tool threw and no tool may throw. The call is answered all the same; the run must not hide it. */
  readonly bug: { readonly error: unknown } | null;
};

// A tool that was told to stop and is still busy after this is left behind; its effect is then unknown.
const GRACE_MS = 10_000;

export async function runCall(call: CallPart, options: CallOptions): Promise<CallOutcome> {
  const { display } = options;
  const shown: ShownCall = { id: call.id, tool: call.tool, args: call.args };
  display.tell("onToolCall", shown);
  const reviewer = options.approve === null ? null : reviewerFor(shown, options.approve, display);
  const ran = await run(call, shown, reviewer, options).catch((error: unknown) => broken(call.tool, error));
  const { result, receipt } = ran;
  const content = receipt === "not-started" ? `${INTERRUPTED} Nothing was done.` : renderResult(call.tool, result);
  display.tell("onToolResult", { ...shown, result, content, receipt });
  const shows = ran.shows.length > 0 ? { shows: ran.shows } : {};
  return {
    result: { id: call.id, tool: call.tool, content, isError: !result.success, ...shows },
    receipt,
    stop: reviewer?.stopped() ?? false,
    bug: ran.bug ?? null,
  };
}

type Ran = {
  readonly result: ToolResult;
  readonly receipt: Receipt;
  readonly shows: readonly string[];
  readonly bug?: { readonly error: unknown };
};

async function run(
  call: CallPart,
  shown: ShownCall,
  reviewer: CallReviewer | null,
  options: CallOptions,
): Promise<Ran> {
  const { session, signal, yes } = options;
  const wrong = argumentsTrouble(call);
  const tool = wrong === null ? await session.tool(call.tool) : null;
  if (tool === null) return refused(wrong ?? unknownTool(call.tool, session.toolNames()));
  if (signal.aborted) return { ...refused(failure("ABORTED", INTERRUPTED)), receipt: "not-started" };

  let doubtful = false;
  const base = toolContextOf(session.backend(), { reviewer, yes, signal });
  const context: ToolContext = {
    ...base,
    carryOut: async (plan) => {
      const outcomes = await base.carryOut(plan);
      doubtful ||= outcomes.some(({ kind }) => kind === "unknown");
      return outcomes;
    },
    judged: judging(shown, reviewer, options),
    output: printing(shown, options),
  };
  const sighted = withSight(context, session.seen, { required: session.requireSeen });
  const result = await withinGrace(runTool(tool, call.args, sighted.context), options);
  if (result === "left-behind") {
    const gone = failure(
      "ABORTED",
      `${call.tool} did not stop in time. Whether it had its effect is not known; look before you try again.`,
    );
    return { ...refused(gone), receipt: "unknown" };
  }
  return {
    result,
    receipt: doubtful ? "unknown" : receiptOf(result, signal),
    shows: result.success ? sighted.shown() : [],
  };
}

/** What is wrong with the arguments before any schema has seen them. */
function argumentsTrouble({ tool, args, unparsed }: CallPart): GalleyError | null {
  if (unparsed !== undefined)
    return failure(
      "INVALID_ARG",
      `The arguments of ${tool} are not JSON, or are nested without end, so it was not run. Send one JSON object. They began: ${JSON.stringify(unparsed.slice(0, 200))}`,
    );
  if (!isObject(args))
    return failure("INVALID_ARG", `The arguments of ${tool} must be one JSON object, so it was not run.`);
  return null;
}

function unknownTool(name: string, known: readonly string[]): GalleyError {
  const list = known.length === 0 ? "There are none here." : `There are: ${known.join(", ")}.`;
  return failure("INVALID_ARG", `There is no tool ${JSON.stringify(name)}. ${list}`);
}

function refused(error: GalleyError): Ran {
  const { code, name, data, message } = error;
  return {
    result: { success: false, message, value: null, error: { code, name, data } },
    receipt: "failed",
    shows: [],
  };
}

/** The model is told what is true: the tool broke, nobody interrupted it. How far it came nobody knows. */
function broken(tool: string, error: unknown): Ran {
  const message = `${tool} broke through a mistake in galley itself (${describeBug(error)}). Whether it had its effect is not known; look before you try again.`;
  const result: ToolResult = { success: false, message, value: null, error: { code: "IO", name: "Bug", data: {} } };
  return { result, receipt: "unknown", shows: [], bug: { error } };
}

const MAX_BUG_CHARS = 300;

/** In a line. Of a system error not its words, which name folders of this machine. */
export function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, MAX_BUG_CHARS).toWellFormed();
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && syscall !== undefined) return `${code} in ${syscall}`;
  const [first = ""] = error.message.split("\n", 1);
  return `${error.name}: ${first}`.slice(0, MAX_BUG_CHARS).toWellFormed();
}

/** Tells what the rules say. What they allow may still be objected to. */
function judging(
  call: ShownCall,
  reviewer: CallReviewer | null,
  { display, yes, signal }: CallOptions,
): NonNullable<ToolContext["judged"]> {
  return async (verdict, { paths }) => {
    const approval = approvalOf(call, verdict, { paths, yes });
    display.tell("onApproval", approval);
    if (!approval.autoApproved || reviewer === null) return;
    const objection = await reviewer.object(verdict.reason, signal);
    if (objection !== null) throw failure("REJECTED", objection);
  };
}

/** Characters may be cut between two chunks of bytes. */
function printing(call: ShownCall, { display }: CallOptions): NonNullable<ToolContext["output"]> {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  return (stream, bytes) => {
    const text = decoders[stream].decode(bytes, { stream: true });
    if (text !== "") display.tell("onToolOutput", call, stream, text);
  };
}

const DENIED: ReadonlySet<Code> = new Set(["REJECTED", "FORBIDDEN", "PROTECTED"]);

function receiptOf(result: ToolResult, signal: AbortSignal): Receipt {
  if (result.success) return "applied";
  const { code } = result.error;
  // Whoever interrupts while a question is open has not answered it.
  if (code === "ABORTED" || (signal.aborted && code === "REJECTED")) return "not-started";
  return DENIED.has(code) ? "denied" : "failed";
}

/** Tools listen to the signal and stop where it is safe; one that does not is not waited for without end. */
async function withinGrace(
  work: Promise<ToolResult>,
  { signal, sleep }: CallOptions,
): Promise<ToolResult | "left-behind"> {
  const done = new AbortController();
  const late = new Promise<"left-behind">((resolve) => {
    const start = (): void => void sleep(GRACE_MS, done.signal).then(() => resolve("left-behind"));
    if (signal.aborted) start();
    else signal.addEventListener("abort", start, { signal: done.signal });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
    work.catch(() => undefined); // Left behind, it may still fail; its effect was reported as unknown.
  }
}
