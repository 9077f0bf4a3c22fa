// One tool call of a model: checked, asked about, run, answered. Whatever happens the call gets an answer the model can
// act on, and a receipt that says whether it had its effect. Never runs the same call twice.

import { failure, messageOf, type GalleyError } from "../../base/index.ts";
import { IN_DOUBT, runTool, type ToolContext, type ToolResult } from "../../tools/index.ts";
import { approvalOf, reviewerFor, type ToolApprovalCallback, type CallReviewer } from "../approve.ts";
import { CallEffects } from "./call-effects.ts";
import { isObject } from "./collect.ts";
import type { GuardedDisplay, Receipt, ShownCall } from "../display/display.ts";
import type { CallPart, CallResult } from "../history/messages.ts";
import { renderResult } from "./render-result.ts";
import { INTERRUPTED } from "../history/repair.ts";
import type { Session } from "../session.ts";
import { trackReads } from "../track-reads.ts";

export type CallOptions = {
  readonly session: Session;
  readonly display: GuardedDisplay;
  /** Null: no reviewer is there, whatever needs a yes is denied. */
  readonly approve: ToolApprovalCallback | null;
  readonly yes: boolean;
  readonly signal: AbortSignal;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** What the model said in the answer that makes the call. */
  readonly words?: string;
};

export type CallOutcome = {
  readonly result: CallResult;
  readonly receipt: Receipt;
  /** The receipts of what it wrote, for undo. */
  readonly written: readonly string[];
  /** The user asked to end the run. */
  readonly stop: boolean;
  /** What the tool threw and no tool may throw. The call is answered all the same; the run must not hide it. */
  readonly bug: { readonly error: unknown } | null;
};

// A tool that was asked to stop and is still busy after this is left behind; its effect is then unknown.
const GRACE_MS = 10_000;

export async function runCall(call: CallPart, options: CallOptions): Promise<CallOutcome> {
  const { display } = options;
  const shown: ShownCall = { id: call.id, tool: call.tool, args: call.args };
  display.tell("onToolCall", shown);
  const reviewer = options.approve === null ? null : reviewerFor(shown, options.approve, options);
  const ran = await run(call, shown, reviewer, options).catch((error: unknown) => broken(call.tool, error));
  const { result, receipt } = ran;
  const content = receipt === "not-started" ? `${INTERRUPTED} Nothing was done.` : renderResult(call.tool, result);
  display.tell("onToolResult", { ...shown, result, content, receipt });
  const shows = ran.shows.length > 0 ? { shows: ran.shows } : {};
  return {
    result: { id: call.id, tool: call.tool, content, isError: !result.success, ...shows },
    receipt,
    written: ran.written ?? [],
    stop: reviewer?.stopped() ?? false,
    bug: ran.bug ?? null,
  };
}

type Ran = {
  readonly result: ToolResult;
  readonly receipt: Receipt;
  readonly shows: readonly string[];
  readonly written?: readonly string[];
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
  const why = session.whyReadsOnly();
  if (why !== null && !session.toolNames().includes(call.tool))
    return { ...refused(failure("FORBIDDEN", `${call.tool} is not allowed now: ${why}.`)), receipt: "denied" };
  if (signal.aborted) return { ...refused(failure("ABORTED", INTERRUPTED)), receipt: "not-started" };

  const effects = new CallEffects();
  const workspace = session.workspace();
  const tracked = trackReads(workspace.files, session.seen, { required: session.requireSeen });
  const context: ToolContext = {
    ...workspace,
    ...tracked.parts,
    reviewer,
    yes,
    signal,
    judged: judging(shown, reviewer, options),
    output: effects.printing((stream, text) => options.display.tell("onToolOutput", shown, stream, text)),
    effects: [effects.listener, tracked.effects],
  };
  const result = await withinGrace(runTool(tool, call.args, context), options);
  if (result === "left-behind") {
    const gone = failure("ABORTED", `${call.tool} did not stop in time. ${IN_DOUBT}`, { data: effects.printed() });
    return { ...refused(gone), receipt: "unknown", written: effects.written() };
  }
  return {
    result,
    receipt: effects.receiptOf(result, signal),
    shows: result.success ? tracked.shown() : [],
    written: effects.written(),
  };
}

/** What is wrong with the arguments before any schema has seen them. */
function argumentsTrouble({ tool, args, unparsed }: CallPart): GalleyError | null {
  if (unparsed !== undefined)
    return failure(
      "INVALID_ARG",
      `The arguments of ${tool} are not JSON, or are nested too deeply, so it was not run. Send one JSON object. They began: ${JSON.stringify(unparsed.slice(0, 200))}`,
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

/** The model learns what is true: the tool failed, it was not interrupted, and how far it came is unknown. */
function broken(tool: string, error: unknown): Ran {
  const message = `${tool} failed because of a bug in galley (${describeBug(error)}). ${IN_DOUBT}`;
  const result: ToolResult = { success: false, message, value: null, error: { code: "IO", name: "Bug", data: {} } };
  return { result, receipt: "unknown", shows: [], bug: { error } };
}

/** In one line. */
export function describeBug(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${messageOf(error)}` : messageOf(error);
}

/** Reports what the rules say. What they allow may still be objected to. */
function judging(
  call: ShownCall,
  reviewer: CallReviewer | null,
  { display, yes, signal }: CallOptions,
): NonNullable<ToolContext["judged"]> {
  return async ({ verdict, call: { targets } }) => {
    const approval = approvalOf(call, verdict, { paths: targets.map(({ path }) => path), yes });
    display.tell("onApproval", approval);
    return approval.autoApproved && reviewer !== null ? reviewer.object(verdict.reason, signal) : null;
  };
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
