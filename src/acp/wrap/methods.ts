// What becomes of a message of the agent, by its method. An editor may compare names more leniently than we do, so a name
// that is one of ours but for its case is refused, not passed on.

export const REVIEWED = ["fs/write_text_file", "terminal/create", "session/request_permission"] as const;
export type ReviewedMethod = (typeof REVIEWED)[number];

export type Handling =
  | { readonly kind: "review"; readonly method: ReviewedMethod }
  | { readonly kind: "pass" }
  | { readonly kind: "refuse"; readonly why: string };

/** `method` is a name that `isMethodName` accepts. */
export function handlingOf(method: string): Handling {
  const reviewed = REVIEWED.find((name) => name === method);
  if (reviewed !== undefined) return { kind: "review", method: reviewed };
  const folded = method.toLowerCase();
  // Reading changes nothing. Another method for files may write, and Galley would not know what.
  const isUnknownForFiles = folded.startsWith("fs/") && method !== "fs/read_text_file";
  if (!isUnknownForFiles && !REVIEWED.some((name) => name === folded)) return { kind: "pass" };
  return { kind: "refuse", why: `Galley does not know the method ${method}, so it was not passed on to the editor.` };
}

/** Visible ASCII without spaces: nothing that looks like another name, or that a lenient reader cuts off. */
export function isMethodName(method: string): boolean {
  return /^[!-~]{1,200}$/.test(method);
}
