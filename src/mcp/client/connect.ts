// One connection to a server: started or reached, its tools listed, calls with a time limit. A server that dies or never
// answers fails the call that waits for it, and nothing else.

import { Client, ProtocolError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { CallToolResult, ClientOptions, Tool, Transport } from "@modelcontextprotocol/client";
import { failure, messageOf } from "../../base/index.ts";
import { throughProxy } from "../../network/index.ts";
import type { McpServerConfig } from "../../workspace/index.ts";
import { LineTransport } from "../line-transport.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { startChild, type Child } from "./child.ts";

export type ConnectOptions = {
  readonly version: string;
  readonly environment: NodeJS.ProcessEnv;
  /** A program outside the workspace. */
  readonly findProgram: (name: string) => string | null;
  /** Where a server runs unless its config says: outside the workspace, whose files could change what it does. */
  readonly home: string;
};

export type Connection = {
  readonly name: string;
  readonly tools: readonly Tool[];
  readonly call: (tool: string, args: Record<string, unknown>, signal?: AbortSignal) => Promise<CallToolResult>;
  readonly close: () => Promise<void>;
  /** At once, for when this process ends. */
  readonly kill: () => void;
};

const CONNECT_MS = 10_000;
const CALL_SECONDS = 60;
// Clients of a server that keeps adding pages stop somewhere.
const MOST_PAGES = 16;

// What programs need to run at all. Keys and tokens of the user's shell are not among it.
const PASSED = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"];

/** Rejects with a GalleyError that says why there is no connection. */
export async function connect(name: string, config: McpServerConfig, options: ConnectOptions): Promise<Connection> {
  const first = await attempt(name, config, options, {});
  if (first.kind === "connected") return first.connection;
  // A server that answers and refuses the older handshake may know only the newer revision.
  const isRefused = ProtocolError.isInstance(first.error);
  const second = isRefused ? await attempt(name, config, options, MODERN) : first;
  if (second.kind === "connected") return second.connection;
  const words = first.lastWords === "" ? "" : ` It printed: ${first.lastWords}`;
  throw failure("IO", `The MCP server ${name} cannot be used: ${whyOf(first.error)}.${words}`);
}

/** The SDK lists what is wrong with a result over many lines. */
export function whyOf(error: unknown): string {
  return messageOf(error).replace(/^(Invalid result for \S+): [^]*$/, "$1, which the protocol does not allow");
}

const MODERN: ClientOptions = { versionNegotiation: { mode: { pin: "2026-07-28" } } };

type Attempt =
  | { readonly kind: "connected"; readonly connection: Connection }
  | { readonly kind: "failed"; readonly error: unknown; readonly lastWords: string };

async function attempt(
  name: string,
  config: McpServerConfig,
  { version, ...options }: ConnectOptions,
  revision: ClientOptions,
): Promise<Attempt> {
  const child = config.url === undefined ? await start(name, config, options) : null;
  const transport = child === null ? reach(config, options) : new LineTransport(child.streams);
  const client = new Client({ name: "galley", version }, { ...revision, listMaxPages: MOST_PAGES });
  const close = async (): Promise<void> => {
    await client.close().catch(() => undefined); // It may be gone already.
    await child?.end();
  };
  const timeout = (config.timeout ?? CALL_SECONDS) * 1000;
  try {
    await client.connect(transport as Transport, { timeout: CONNECT_MS });
    const { tools } = client.getServerCapabilities()?.tools
      ? await client.listTools({}, { timeout: CONNECT_MS })
      : { tools: [] };
    const connection: Connection = {
      name,
      tools,
      call: (tool, args, signal) =>
        client.callTool(
          { name: tool, arguments: args },
          { timeout, maxTotalTimeout: timeout, ...(signal && { signal }) },
        ),
      close,
      kill: () => child?.kill(),
    };
    return { kind: "connected", connection };
  } catch (error) {
    await close();
    return { kind: "failed", error, lastWords: child?.lastWords() ?? "" };
  }
}

function start(
  name: string,
  { command = "", args = [], env = {}, cwd }: McpServerConfig,
  { environment, findProgram, home }: Omit<ConnectOptions, "version">,
): Promise<Child> {
  const program = findProgram(command);
  if (program === null)
    throw failure("NOT_FOUND", `The MCP server ${name} cannot be used: ${command} is not installed.`);
  const passed = PASSED.flatMap((key) => (environment[key] === undefined ? [] : [[key, environment[key]] as const]));
  return startChild({ program, args, cwd: cwd ?? home, env: { ...Object.fromEntries(passed), ...env } });
}

function reach(
  { url }: McpServerConfig,
  { environment }: Pick<ConnectOptions, "environment">,
): StreamableHTTPClientTransport {
  const fetching = boundedFetch(throughProxy(fetch, { environment }));
  return new StreamableHTTPClientTransport(new URL(url!), { fetch: fetching }); // A config has a command or an address.
}
