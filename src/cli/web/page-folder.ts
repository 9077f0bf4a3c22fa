// Where the build put the page of `galley web`.

import { dirname, join } from "node:path";

declare const __filename: string; // The command line is bundled as CommonJS, which knows its own name.

export function pageFolder(): string {
  return join(dirname(__filename), "..", "web");
}
