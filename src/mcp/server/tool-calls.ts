// One tools/call request: it starts a call, brings an answer to one, or waits for one. It is answered within the limit
// whatever the user does: with the result, with a question for the client, or with "pending".

import { inputRequired, inputResponse, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type {
  CallToolResult,
  InputRequiredResult,
  RequestStateCodec,
  ServerContext,
} from "@modelcontextprotocol/server";
import { failure, isFailure } from "../../base/index.ts";
import type { Call } from "./call.ts";
import { keyOf, type Calls } from "./calls.ts";
import { startProgress } from "./progress.ts";
import { questionOf, stateOf, type CarriedState } from "./request-state.ts";
import { failedResult, finishedResult, pendingResult } from "./results.ts";
import { AWAIT_DECISION, offeredTool } from "./tool-list.ts";

type Given = { readonly name: string; readonly arguments?: Record<string, unknown> | undefined };

export type CallHandling = {
  readonly calls: Calls;
  readonly states: RequestStateCodec<CarriedState>;
  readonly waitMs: number;
};

const ANSWER = "answer";

export async function handleCall(
  { name, arguments: args = {} }: Given,
  context: ServerContext,
  handling: CallHandling,
): Promise<CallToolResult | InputRequiredResult> {
  const { calls } = handling;
  const state = context.mcpReq.requestState<CarriedState>();
  if (name === AWAIT_DECISION) {
    const call = typeof args["id"] === "string" ? calls.given(args["id"]) : null;
    if (call === null) return failedResult(failure("NOT_FOUND", UNKNOWN_ID));
    // A question that came up while this waited is answered by calling it again, as the one that began the call is.
    if (state !== undefined && !call.isFinished) takeAnswer(state, { call, key: call.key }, context);
    return attend(call, context, handling);
  }
  const tool = await offeredTool(name);
  if (tool === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
  // It may have been cancelled while its tool was loaded. Then nothing starts, and no answer it brings counts.
  const { signal } = context.mcpReq;
  if (signal.aborted) return failedResult(failure("ABORTED", "The call was cancelled."));
  if (state !== undefined) {
    const call = takeAnswer(state, { call: calls.open(state.call), key: keyOf(name, args) }, context);
    signal.addEventListener("abort", () => call.end(), { once: true });
    return attend(call, context, handling);
  }
  try {
    const call = calls.start(tool, args);
    signal.addEventListener("abort", () => call.end(), { once: true });
    return await attend(call, context, handling);
  } catch (error) {
    if (isFailure(error)) return failedResult(error);
    throw error;
  }
}

const UNKNOWN_ID =
  "No call has this id here. Ids are those of pending results of this server; they end with it, and old ones are dropped.";

/** The client comes back with what its user said. A state that is not for an open question of this very call is refused. */
function takeAnswer(
  state: CarriedState,
  { call, key }: { readonly call: Call | null; readonly key: string },
  { mcpReq }: ServerContext,
): Call {
  const question = questionOf(state, { call, key });
  if (call === null || question === null)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState", {
      reason: "invalid_request_state",
    });
  const response = inputResponse(mcpReq.inputResponses, ANSWER);
  // Without an answer in it, attending shows the same question again.
  if (response.kind === "elicit") call.answer(question.id, response);
  return call;
}

async function attend(
  call: Call,
  context: ServerContext,
  { calls, states, waitMs }: CallHandling,
): Promise<CallToolResult | InputRequiredResult> {
  const stop = startProgress(context, call);
  try {
    const step = await call.next({ withinMs: waitMs, signal: context.mcpReq.signal });
    switch (step.kind) {
      case "finished":
        return finishedResult(step.finished);
      case "asks":
        return inputRequired({
          inputRequests: { [ANSWER]: inputRequired.elicit(step.question.form) },
          requestState: await states.mint(stateOf(call, step.question)),
        });
      case "waits":
        return pendingResult(calls.give(call), whyPending(call));
      default:
        return step satisfies never;
    }
  } finally {
    stop();
  }
}

function whyPending({ inInbox, isAskedInClient, tool }: Call): string {
  if (isAskedInClient) return `${tool} waits for the user's answer in this client.`;
  if (inInbox === null) return `${tool} is not finished.`;
  if (inInbox.team !== null) return `${tool} waits for the team's answer at ${inInbox.team}.`;
  return inInbox.hasReviewer
    ? `${tool} waits for the user's answer in galley's inbox.`
    : `${tool} waits for the user's answer in galley's inbox, and no reviewer is open. Ask the user to run galley inbox or galley web.`;
}
