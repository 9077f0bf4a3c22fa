// The state that a client carries between asking and answering: which call, which question. Signed with a key that
// only this process has, valid once and for a limited time, and bound to the tool, its arguments and what was shown.

import { randomBytes } from "node:crypto";
import { createRequestStateCodec, type RequestStateCodec } from "@modelcontextprotocol/server";
import type { Call, ClientQuestion } from "./call.ts";

/** How long a client may take to answer. */
export const ANSWER_SECONDS = 600;

export type CarriedState = {
  readonly call: string;
  readonly question: string;
  /** Of the tool and its arguments. */
  readonly key: string;
  /** Of what was shown. */
  readonly digest: string;
};

export function createStates(): RequestStateCodec<CarriedState> {
  return createRequestStateCodec<CarriedState>({ key: randomBytes(32), ttlSeconds: ANSWER_SECONDS });
}

export function stateOf(call: Call, { id, payload }: ClientQuestion): CarriedState {
  return { call: call.id, question: id, key: call.key, digest: payload.digest };
}

/** The question that the state belongs to, if it is open and this request is for the same call. */
export function questionOf(
  state: CarriedState,
  { call, key }: { readonly call: Call | null; readonly key: string },
): ClientQuestion | null {
  const question = call?.questionOf(state.question) ?? null;
  if (call === null || question === null) return null;
  const isSame =
    state.call === call.id && state.key === key && call.key === key && state.digest === question.payload.digest;
  return isSame ? question : null;
}
