// What a reviewed request comes to: it is passed on, answered, or refused with the reason for the agent.

import { isFailure } from "../../base/index.ts";

/** What a reviewed request comes to. */
export type Reviewed =
  /** It goes to the editor with these parameters. `after` is called before its answer is passed on, and must not fail. */
  | { readonly kind: "pass"; readonly params: object; readonly after?: () => Promise<void> }
  | { readonly kind: "answer"; readonly result: unknown }
  | { readonly kind: "refuse"; readonly code: number; readonly message: string };

// Free for programs: no other method of the protocol answers with it.
const NOT_APPROVED = -32010;
const INVALID_PARAMS = -32602;
const CANCELLED = -32800;

export function notApproved(message: string): Reviewed {
  return { kind: "refuse", code: NOT_APPROVED, message };
}

export function cancelled(): Reviewed {
  return { kind: "refuse", code: CANCELLED, message: "Request cancelled" };
}

export function invalid(message: string): Reviewed {
  return { kind: "refuse", code: INVALID_PARAMS, message };
}

const PATHS: readonly string[] = ["INVALID_ARG", "INVALID_PATH", "ESCAPE", "UNKNOWN_SANDBOX", "SYMLINK", "IS_DIR"];

/** Null for what is no failure of ours but a bug. */
export function refusalOf(error: unknown): Reviewed | null {
  if (!isFailure(error)) return null;
  if (error.code === "ABORTED") return cancelled();
  return PATHS.includes(error.code) ? invalid(error.message) : notApproved(error.message);
}
