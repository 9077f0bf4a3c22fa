// Rules that hide Galley's own state and the user's config from everything that shows files, where a sandbox contains
// them: the state has content of files that other rules hide. Changing them is another question: see own-paths.ts.

import * as path from "node:path";
import { hasHidden } from "../base/index.ts";
import type { RootAddress } from "../fs/index.ts";
import type { RuleEntry } from "./config/effective.ts";
import { realPath } from "./own-places.ts";
import { configFolder, stateFolder } from "./user-folders.ts";

export type OwnRulesOptions = {
  readonly addresses: ReadonlyMap<string, RootAddress>;
  readonly environment: NodeJS.ProcessEnv;
};

/** None for a sandbox that is one of the folders itself: the user chose to work there. */
export function ownRules({ addresses, environment }: OwnRulesOptions): readonly RuleEntry[] {
  const folders = [stateFolder(environment), configFolder(environment)].flatMap((folder) =>
    folder === null ? [] : [realPath(folder)],
  );
  return [...addresses].flatMap(([name, address]) =>
    address.kind === "host" ? folders.flatMap((folder) => ruleFor(name, path.relative(address.root, folder))) : [],
  );
}

function ruleFor(sandbox: string, relative: string): readonly RuleEntry[] {
  const names = relative.split(path.sep);
  if (relative === "" || names[0] === ".." || path.isAbsolute(relative)) return [];
  const pattern = [sandbox, ...names].map(literally).join("/");
  const rule = { effect: "deny", tool: "read_file", path: pattern, origin: "galley itself" } as const;
  return [{ key: "", from: "user", rule }];
}

/** A glob for exactly this name, or for a few more where a glob cannot spell it. */
function literally(name: string): string {
  return Array.from(name, (char) =>
    char === "\\" || hasHidden(char) ? "?" : /[*?[{]/.test(char) ? `[${char}]` : char,
  ).join("");
}
