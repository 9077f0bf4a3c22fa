// Where the package is installed, and what ships in it.

import { dirname, join } from "node:path";

declare const __filename: string; // The command line is bundled as CommonJS, which knows its own name.

/** The folder with package.json. */
function packageFolder(): string {
  return join(dirname(__filename), "..", "..");
}

/** Where the build put the page of `galley web`. */
export function pageFolder(): string {
  return join(packageFolder(), "dist", "web");
}

/** What `galley` runs. */
export function programFile(): string {
  return join(packageFolder(), "bin", "galley.js");
}

/** A file for another program, from the folder `integrations`. */
export function integrationFile(name: string): string {
  return join(packageFolder(), "integrations", name);
}
