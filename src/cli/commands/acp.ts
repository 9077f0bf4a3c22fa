// `galley acp`: our agent for editors, on standard input and output; with --wrap, a reviewer between an editor and another
// agent. Answers come from the editor, so it does not run where an agent would answer for itself.

import { Readable, Writable } from "node:stream";
import { wrapAgent, type AcpHost } from "../../acp/index.ts";
import { loadAcpHost } from "../acp/load-host.ts";
import { startAgent } from "../acp/start-agent.ts";
import { refuseAgents } from "../agent-environment.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { settingsOf, type Settings } from "../settings.ts";
import { isTerminalOutput, protocolStreams } from "../text-io.ts";

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  const wrapped = args.values.get("--wrap") ?? null;
  if (args.words.length > 0)
    throw new UsageError(`acp takes no arguments, because your editor starts it; got ${args.words.join(" ")}`);
  if (settings.yes) throw new UsageError("acp asks in the editor; --yes has no meaning for it");
  const unused = ["--model", "--mode"].find((name) => args.values.has(name));
  if (wrapped !== null && unused !== undefined) throw new UsageError(`${unused} has no meaning for another agent`);
  if (isTerminalOutput())
    throw new UsageError(
      "acp speaks to an editor, which starts it; the help has the setting for one, and docs/guides/acp.md those for others",
    );
  refuseAgents(settings.environment);
  const host = await loadAcpHost(args, settings);
  const code = wrapped === null ? await serve(host, settings) : await wrap(wrapped, host, settings);
  protocolStreams().input.destroy();
  return settings.signal.aborted ? 130 : code;
}

async function serve(host: AcpHost, { signal }: Settings): Promise<number> {
  const { input, output } = protocolStreams();
  const { serveAcp } = await import("../../acp/index.ts"); // With the protocol's SDK, which a proxy does not need.
  await serveAcp(host, {
    input: Readable.toWeb(input) as ReadableStream<Uint8Array>, // A stream of Buffers.
    output: Writable.toWeb(output) as WritableStream<Uint8Array>,
    signal,
  });
  return 0;
}

/** The agent's exit code, if it ended first: it ended for a reason of its own. */
async function wrap(command: readonly string[], host: AcpHost, { environment, signal }: Settings): Promise<number> {
  const agent = await startAgent(command, environment);
  try {
    const first = await wrapAgent(host, { editor: protocolStreams(), agent }, { signal });
    await agent.stop();
    return first === "agent" ? ((await agent.ended) ?? 1) : 0;
  } finally {
    await agent.stop();
  }
}
