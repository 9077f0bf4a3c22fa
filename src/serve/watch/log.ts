// The server's log: one object per event, written as a line of JSON by who started the server. It names requests,
// people and machines by their ids, and never holds a token, a header, a path of a file, or content.

import { isFailure, messageOf } from "../../base/index.ts";

export type LogLine = {
  readonly level: "info" | "warning" | "error";
  readonly event: string;
} & Readonly<Record<string, string | number | boolean | null>>;

export type Log = (line: LogLine) => void;

/** What is known of an error that may quote anything: our own messages, and for others their kind and place. */
export function errorFacts(error: unknown): {
  readonly error: string;
  readonly cause?: string;
  readonly stack?: string;
} {
  if (isFailure(error)) {
    const { cause } = error;
    return { error: `${error.code}: ${error.message}`, ...(cause !== undefined && { cause: messageOf(cause) }) };
  }
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return { error: error.name, stack: frames.slice(0, 8).join(" ").replaceAll(/\s+/g, " ") };
}
