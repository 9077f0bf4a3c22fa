// The parts that the symbol map needs from this machine: tree-sitter, its grammars, and a place to remember.
// Loaded from the installed packages when first needed; they are too large for the bundle.

import { readFile } from "node:fs/promises";
import type { SymbolSource } from "../agent/index.ts";
import { openParserThreads, openSymbolCache, type ParserThread, type StoredCache } from "../symbols/index.ts";
import type { LocalWorkspace } from "../workspace/index.ts";

declare const require: NodeJS.Require; // load-pack.ts gives it to each chunk.

/** On threads of its own, which start with the first files that are not known yet. */
export function openSymbolParser(options: { readonly most?: number } = {}): ParserThread {
  return openParserThreads({
    ...options,
    grammar: (name) => readFile(require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)),
  });
}

/** One memory for each set of sandboxes: what another folder's files hold is not asked for here. */
export async function openWorkspaceCache(workspace: LocalWorkspace): Promise<StoredCache> {
  const roots = [...workspace.addresses].map(([name, address]) => [name, address]);
  return openSymbolCache((await workspace.state()).caches, `symbols ${JSON.stringify(roots)}`);
}

/** For a session: opened with its first map, then kept. */
export function symbolsOf(workspace: LocalWorkspace): SymbolSource {
  let opened: ReturnType<SymbolSource["open"]> | null = null;
  const open = async (): ReturnType<SymbolSource["open"]> => {
    const cache = await openWorkspaceCache(workspace);
    return { parser: openSymbolParser(), cache, save: cache.save };
  };
  return { open: () => (opened ??= open()) };
}
