// A workspace in which nothing can be changed while there is a reason for that: no file is written or removed, and no
// command runs, whatever tool or answer asks for it and whatever the rules allow.

import { failure } from "../base/index.ts";
import type { ToolWorkspace } from "./context.ts";

/** `why` is asked at every call: a clause, or null while changes are possible. */
export function readingOnly(workspace: ToolWorkspace, why: () => string | null): ToolWorkspace {
  const { commands } = workspace;
  // Verdicts that were given before count no more.
  const refusing = <Options extends Parameters<ToolWorkspace["remove"]>[1]>(options: Options): Options =>
    why() === null
      ? options
      : { ...options, verdicts: new Map(), judged: async () => `Not allowed: ${why() ?? GONE}.` };
  return {
    ...workspace,
    gate: { ...workspace.gate, readsOnly: why },
    carryOut: (plan, options) => workspace.carryOut(plan, refusing(options)),
    remove: (removal, options) => workspace.remove(removal, refusing(options)),
    commands: commands && {
      ...commands,
      place: async (sandbox, tool) => {
        const reason = why();
        if (reason !== null) throw failure("FORBIDDEN", `${tool} is not allowed here: ${reason}.`);
        return commands.place(sandbox, tool);
      },
    },
  };
}

const GONE = "only reading was allowed when this was asked for";
