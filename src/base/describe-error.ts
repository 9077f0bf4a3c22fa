// The message of an error from code that is not ours, fit for a model and for one line of a screen: bounded, and without
// the paths of this machine that system errors carry.

const MAX_CHARS = 300;

/** The first line of the message; of a system error its code and call. Also for what is thrown and is no Error. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return bounded(String(error));
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown } & Error;
  if (typeof code === "string" && typeof syscall === "string") return `${code} in ${syscall}`;
  return bounded(error.message) || error.name;
}

function bounded(text: string): string {
  const [first = ""] = text.split("\n", 1);
  return first.slice(0, MAX_CHARS).toWellFormed();
}
