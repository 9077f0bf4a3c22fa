// The plugin for opencode, as it is installed: a copy of the one in the package that starts this galley. A copy still
// denies edits when the package is gone; an import of it would be skipped, and the edits written.

import { must } from "../base/index.ts";
import type { UserFolders } from "./launch.ts";
import type { Launch } from "./types.ts";

const START = /^const GALLEY = .*;$/m;
const FOLDERS = /^const FOLDERS = .*;$/m;

/** Whether this is the plugin, of any version. */
export function isOpenCodePlugin(text: string): boolean {
  return START.test(text);
}

export type PluginStart = { readonly launch: Launch; readonly folders: UserFolders | null };

/** `plugin` is the text of the packaged file. */
export function openCodePlugin(plugin: string, { launch, folders }: PluginStart): string {
  must(START.test(plugin) && FOLDERS.test(plugin), "the plugin says in one line each how and where galley is started");
  return plugin
    .replace(START, () => `const GALLEY = ${JSON.stringify(launch)};`)
    .replace(FOLDERS, () => `const FOLDERS = ${JSON.stringify(folders)};`);
}
