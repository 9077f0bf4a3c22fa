// Names of other servers' tools as a model and a rule write them: `server__tool`, in the letters that every provider
// takes, short enough, each for one tool. What a server calls its tools is its own and may be anything.

import { foreignTool } from "../../approval/index.ts";

/** One for each tool, in their order; null where the name would mean two different tools, or the tool is listed already. */
export function foreignNames(server: string, tools: readonly string[]): readonly (string | null)[] {
  const meant = new Map<string, string>();
  const ambiguous = new Set<string>();
  const names = tools.map((tool) => {
    const name = foreignTool(server, tool);
    const other = meant.get(name);
    if (other === undefined) meant.set(name, tool);
    else if (other !== tool) ambiguous.add(name);
    return other === undefined ? name : null;
  });
  return names.map((name) => (name === null || ambiguous.has(name) ? null : name));
}
