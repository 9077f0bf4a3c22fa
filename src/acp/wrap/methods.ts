// What becomes of a message of the agent, by its method. Only what is known to change nothing is passed on: an editor may
// carry out methods that no one here has heard of, and compare names more leniently than we do.

export const REVIEWED = ["fs/write_text_file", "terminal/create", "session/request_permission"] as const;
export type ReviewedMethod = (typeof REVIEWED)[number];

// Those of version 1 of the protocol that an editor carries out and that write no file. A method that is missing here gets
// the answer that every agent has to expect: not every editor has every method.
const PASSED: ReadonlySet<string> = new Set([
  "session/update",
  "fs/read_text_file",
  "terminal/output",
  "terminal/wait_for_exit",
  "terminal/kill",
  "terminal/release",
  "elicitation/create",
  "elicitation/complete",
  "auth/status_update",
  "$/cancel_request",
]);

export type Handling =
  | { readonly kind: "review"; readonly method: ReviewedMethod }
  | { readonly kind: "pass" }
  | { readonly kind: "refuse"; readonly why: string };

/** `method` is a name that `isMethodName` accepts. */
export function handlingOf(method: string): Handling {
  const reviewed = REVIEWED.find((name) => name === method);
  if (reviewed !== undefined) return { kind: "review", method: reviewed };
  if (PASSED.has(method)) return { kind: "pass" };
  return { kind: "refuse", why: `Galley does not know the method ${method}, so it was not passed on to the editor.` };
}

/** Visible ASCII without spaces: nothing that looks like another name, or that a lenient reader cuts off. */
export function isMethodName(method: string): boolean {
  return /^[!-~]{1,200}$/.test(method);
}
