// The rule about how names must end, as data that can be sent to a backend in another process.

import { nameOf, type WorkspacePath } from "../base/index.ts";

/** Compared without regard to ASCII case. A name that is nothing but the suffix (".md") has none. */
export function endsAsAllowed(path: string, suffixes: readonly string[]): boolean {
  const name = lower(nameOf(path as WorkspacePath)); // Only the part after the last "/" counts.
  return suffixes.some((suffix) => name.endsWith(lower(suffix)) && name.length > suffix.length);
}

function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
