// Commands in a container, as the shell and eval tools ask for them. What they changed is looked for inside, by the
// program that runs them.

import type { CommandCall, CommandPlace, CommandResult } from "../../commands.ts";
import { KeptStreams } from "../commands/kept-output.ts";
import type { Container } from "./container.ts";

/** Beyond this an output is not even sent out; what is kept of it is far less. */
const MAX_SENT = 16 * 1024 * 1024;

export function openContainerPlace(container: Pick<Container, "run">): CommandPlace {
  return { where: "container", run: (call) => run(container, call) };
}

async function run(container: Pick<Container, "run">, call: CommandCall): Promise<CommandResult> {
  const [program, ...args] = call.argv;
  // The image need not have a Node; ours is there.
  const isNode = program === "/usr/bin/env" && args[0] === "node";
  const kept = new KeptStreams(call);
  const end = await container.run({
    argv: isNode ? args.slice(1) : call.argv,
    ...(isNode ? { node: true } : {}),
    cwd: call.cwd,
    environment: { TERM: "dumb", PAGER: "cat", GIT_PAGER: "cat", ...call.environment },
    input: new TextEncoder().encode(call.input),
    timeoutMs: call.timeoutMs,
    maxBytes: MAX_SENT,
    ...(call.signal ? { signal: call.signal } : {}),
    onOutput: kept.onOutput,
  });
  return kept.resultOf(end, end.changed);
}
