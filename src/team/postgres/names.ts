// Names that the database can hold whatever characters the original has.

import { versionOf } from "../../base/index.ts";

export function sha256Of(text: string): string {
  return versionOf(new TextEncoder().encode(text));
}
