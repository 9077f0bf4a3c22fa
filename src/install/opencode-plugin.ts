// The plugin for opencode, as it is installed: a copy of the one in the package that starts this galley. A copy still
// denies edits when the package is gone; an import of it would be skipped, and the edits written.

import { must } from "../base/index.ts";
import type { Launch } from "./types.ts";

const START = /^const GALLEY = .*;$/m;

/** Whether this is the plugin, of any version. */
export function isOpenCodePlugin(text: string): boolean {
  return START.test(text);
}

/** `plugin` is the text of the packaged file. */
export function openCodePlugin(plugin: string, launch: Launch): string {
  must(START.test(plugin), "the plugin says in one line how galley is started");
  return plugin.replace(START, () => `const GALLEY = ${JSON.stringify(launch)};`);
}
