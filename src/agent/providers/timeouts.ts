// How long a model's server may stay silent, in seconds. From the user's config only: a project has no say in it.

import { TIMEOUTS } from "../../workspace/index.ts";

export type Timeouts = {
  /** Until there is a connection, encrypted where the address says so. */
  readonly connect: number;
  /** From the request to the first byte of the answer: a large prompt on a slow machine takes minutes. */
  readonly firstByte: number;
  /** Between two pieces of an answer. */
  readonly idle: number;
};

/** Those of the config key `timeouts`. */
export const DEFAULT_TIMEOUTS: Timeouts = {
  connect: TIMEOUTS.connect.default,
  firstByte: TIMEOUTS.first_byte.default,
  idle: TIMEOUTS.idle.default,
};

/** A server that said nothing for too long. */
export class ServerSilence extends Error {
  readonly phase: keyof Timeouts;
  readonly seconds: number;

  constructor(phase: keyof Timeouts, seconds: number) {
    super(`no answer within ${seconds} s`);
    this.phase = phase;
    this.seconds = seconds;
  }
}

/** What the config calls them. */
export const TIMEOUT_KEYS: Readonly<Record<keyof Timeouts, string>> = {
  connect: "timeouts.connect",
  firstByte: "timeouts.first_byte",
  idle: "timeouts.idle",
};
