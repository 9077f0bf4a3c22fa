// A request that cannot be done as asked, and every other failure, as the reply the page gets.

import type { Code } from "../../base/index.ts";
import { isFailure } from "../../base/index.ts";
import type { WebError } from "../protocol.ts";

export class Refusal extends Error {
  readonly status: number;
  readonly code: Code;

  constructor(status: number, code: Code, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "Refusal";
    this.status = status;
    this.code = code;
  }
}

/** 403 is only ever said to those who are not signed in. */
export function replyTo(error: unknown): { readonly status: number; readonly body: WebError } | null {
  if (error instanceof Refusal) return { status: error.status, body: bodyOf(error) };
  if (!isFailure(error)) return null;
  return { status: STATUS[error.code] ?? 409, body: bodyOf(error) };
}

const STATUS: Partial<Readonly<Record<Code, number>>> = { NOT_FOUND: 404, INVALID_ARG: 400, TOO_LARGE: 413 };

function bodyOf({ code, message }: { readonly code: string; readonly message: string }): WebError {
  return { error: { code, message } };
}
