// What MCP adds to a tool call: the same call through `galley mcp`, by the SDK's client over standard streams, and
// through the library in this process. A read, and an edit that a rule allows.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { openWorkspace } from "../src/workspace/index.ts";
import type { BenchRow } from "./rows.ts";

const PROGRAM = join(process.cwd(), "bin", "galley.js");
const CALLS = 300;
const MOST_MS = 3;

export async function benchMcp(): Promise<BenchRow[]> {
  const scratch = mkdtempSync(join(tmpdir(), "galley-bench-mcp-"));
  const [root, state, config] = ["work", "state", "config"].map((name) => join(scratch, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [root, join(config, "galley")]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, "a.txt"), `call 0\n${"a line of code, about as long as most are\n".repeat(98)}`);
  const rules = { policy: [{ effect: "allow", tool: "edit_file" }] };
  writeFileSync(join(config, "galley", "config.json"), JSON.stringify(rules));
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: scratch,
    XDG_STATE_HOME: state,
    XDG_CONFIG_HOME: config,
  };
  const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [PROGRAM, "mcp"], cwd: root, env: environment }),
  );
  const workspace = await openWorkspace({ root, config: rules, environment });
  try {
    return [
      await rowOf("read_file", () => ({ path: "a.txt" }), { client, workspace }),
      await rowOf("edit_file", counting(), { client, workspace }),
    ];
  } finally {
    await client.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

type Both = { readonly client: Client; readonly workspace: Awaited<ReturnType<typeof openWorkspace>> };

/** One call after the other, each through both, so that whatever slows the machine slows both. */
async function rowOf(tool: string, args: () => object, { client, workspace }: Both): Promise<BenchRow> {
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let call = 0; call < CALLS; call += 1) {
    let started = performance.now();
    const { isError } = await client.callTool({ name: tool, arguments: { ...args() } });
    ours.push(performance.now() - started);
    started = performance.now();
    const { success } = await workspace.call(tool, args());
    floor.push(performance.now() - started);
    if (isError === true || !success) throw new Error(`${tool} failed`);
  }
  const [mcp, library] = [median(ours), median(floor)];
  return {
    name: `MCP tool call, ${tool}, ms`,
    ours: mcp,
    rival: library,
    rivalName: "library call",
    limit: `≤ ${MOST_MS} ms over it`,
    ok: mcp <= library + MOST_MS,
  };
}

/** Another edit each time: of the first line, which each one changes. */
function counting(): () => object {
  let count = 0;
  return () => {
    count += 1;
    return { path: "a.txt", old_string: `call ${count - 1}\n`, new_string: `call ${count}\n` };
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
