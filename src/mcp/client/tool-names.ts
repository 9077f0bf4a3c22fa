// Names of other servers' tools as a model and a rule write them: `server__tool`, in the letters that every provider
// takes, short enough, each once. What a server calls its tools is its own and may be anything.

const MOST_CHARS = 64;

/** One name for each tool, in their order. */
export function foreignNames(server: string, tools: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return tools.map((tool) => {
    const plain = tool.replaceAll(/[^A-Za-z0-9_-]/g, "_").replaceAll(/_{2,}/g, "_") || "tool";
    for (let count = 1; ; count += 1) {
      const suffix = count === 1 ? "" : `_${count}`;
      const room = MOST_CHARS - server.length - 2 - suffix.length;
      const name = `${server}__${plain.slice(0, room)}${suffix}`;
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  });
}
