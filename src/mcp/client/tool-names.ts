// Names of other servers' tools as a model and a rule write them: `server__tool`, in the letters that every provider
// takes, short enough, each once. What a server calls its tools is its own and may be anything.

import { foreignTool } from "../../approval/index.ts";

/** One name for each tool, in their order. */
export function foreignNames(server: string, tools: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return tools.map((tool) => {
    for (let count = 1; ; count += 1) {
      const name = foreignTool(server, tool, count);
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  });
}
