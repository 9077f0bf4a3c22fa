// Names of files that are beside a target until they take its place.

import { hasHidden, must, newId } from "../base/index.ts";

/** A name that no other file uses, hidden by its dot. */
export function tempName(): string {
  return `.galley-${newId()}.tmp`;
}

/** A temp is one plain name; a caller of ours that says otherwise is wrong. */
export function requireTempName(temp: string): string {
  const plain = temp !== "" && temp !== "." && temp !== ".." && !temp.includes("/") && !hasHidden(temp);
  must(plain, "a temporary file is named by one plain name");
  return temp;
}
