// The programs that can use galley's MCP server: where each keeps its list of servers, and how an entry looks there.

import { join } from "node:path";
import { readJsonValue, type JsonPath } from "./json-text.ts";
import { startsMcp } from "./launch.ts";
import { readTomlValue } from "./toml-text.ts";
import type { Integration, JsonObject, Launch, Place } from "./types.ts";

type Row = {
  readonly name: string;
  readonly title: string;
  readonly user: (place: Place) => string;
  /** Below the project's root; null where it has no such file. */
  readonly project: string | null;
  readonly path: JsonPath;
  readonly entry?: (program: string, args: readonly string[]) => JsonObject;
  /** It starts servers in no particular folder, so the entry names the project. */
  readonly namesRoot?: true;
  readonly program: string | null;
};

const TOOLS_LIMIT =
  "The agent's own file tools stay available to it: this server reviews only what goes through its tools.";

const plainEntry = (program: string, args: readonly string[]): JsonObject => ({ command: program, args });
const typed =
  (type: string) =>
  (program: string, args: readonly string[]): JsonObject => ({ type, command: program, args });

const ROWS: readonly Row[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    user: ({ home }) => join(home, ".claude.json"),
    project: ".mcp.json",
    path: ["mcpServers", "galley"],
    entry: typed("stdio"),
    program: "claude",
  },
  {
    name: "claude-desktop",
    title: "Claude Desktop",
    user: (place) => join(applicationFolder(place), "Claude", "claude_desktop_config.json"),
    project: null,
    path: ["mcpServers", "galley"],
    namesRoot: true,
    program: null,
  },
  {
    name: "cursor",
    title: "Cursor",
    user: ({ home }) => join(home, ".cursor", "mcp.json"),
    project: join(".cursor", "mcp.json"),
    path: ["mcpServers", "galley"],
    program: "cursor-agent",
  },
  {
    name: "vscode",
    title: "VS Code",
    user: (place) => join(applicationFolder(place), "Code", "User", "mcp.json"),
    project: join(".vscode", "mcp.json"),
    path: ["servers", "galley"],
    entry: typed("stdio"),
    program: "code",
  },
  {
    name: "gemini",
    title: "Gemini CLI",
    user: ({ home }) => join(home, ".gemini", "settings.json"),
    project: join(".gemini", "settings.json"),
    path: ["mcpServers", "galley"],
    program: "gemini",
  },
  {
    name: "copilot",
    title: "Copilot CLI",
    user: ({ home }) => join(home, ".copilot", "mcp-config.json"),
    project: null,
    path: ["mcpServers", "galley"],
    entry: (program, args) => ({ type: "local", command: program, args, tools: ["*"] }),
    program: "copilot",
  },
  {
    name: "opencode",
    title: "opencode",
    user: ({ home, environment }) =>
      join(environment["XDG_CONFIG_HOME"] || join(home, ".config"), "opencode", "opencode.json"),
    project: "opencode.json",
    path: ["mcp", "galley"],
    entry: (program, args) => ({ type: "local", command: [program, ...args], enabled: true }),
    program: "opencode",
  },
  {
    name: "zed",
    title: "Zed",
    user: ({ home, platform, environment }) =>
      platform === "darwin"
        ? join(home, ".config", "zed", "settings.json")
        : join(environment["XDG_CONFIG_HOME"] || join(home, ".config"), "zed", "settings.json"),
    project: join(".zed", "settings.json"),
    path: ["context_servers", "galley"],
    program: "zed",
  },
  {
    name: "windsurf",
    title: "Windsurf",
    user: ({ home }) => join(home, ".codeium", "windsurf", "mcp_config.json"),
    project: null,
    path: ["mcpServers", "galley"],
    namesRoot: true,
    program: null,
  },
];

/** An entry that starts `galley mcp`; another server may have that name, too. */
function isServer(value: unknown): boolean {
  return typeof value === "object" && value !== null && startsMcp(wordsOf(value));
}

function wordsOf(entry: object): readonly unknown[] {
  const { command, args } = entry as { readonly command?: unknown; readonly args?: unknown }; // Any of them may be anything.
  return Array.isArray(command) ? command : [command, ...(Array.isArray(args) ? args : [])];
}

/** Where desktop programs keep their settings. */
function applicationFolder({ home, platform, environment }: Place): string {
  return platform === "darwin"
    ? join(home, "Library", "Application Support")
    : environment["XDG_CONFIG_HOME"] || join(home, ".config");
}

/** A project's settings may be shared, so they name no folder of this machine. */
function argumentsFor(
  launch: Launch,
  { scope, root, isRootNamed }: Place,
  { namesRoot = false },
): readonly [string, readonly string[]] {
  const [program, ...first] = launch;
  const names = namesRoot || (isRootNamed && scope === "user");
  return [program, [...first, "mcp", ...(names ? ["--root", root] : [])]];
}

/** Of an entry that starts `galley mcp`. */
function rootOf(entry: unknown): string | null {
  const words = isServer(entry) ? wordsOf(entry as object) : [];
  const at = words.indexOf("--root");
  const root = at < 0 ? undefined : words[at + 1];
  return typeof root === "string" ? root : null;
}

const CODEX: Integration = {
  name: "codex",
  title: "Codex",
  file: ({ scope, home, environment }) =>
    scope === "project" ? null : join(environment["CODEX_HOME"] || join(home, ".codex"), "config.toml"),
  change: (launch, place) => {
    const [program, args] = argumentsFor(launch, place, {});
    // A JSON string, or a list of them, is the same in TOML.
    const lines = [`command = ${JSON.stringify(program)}`, `args = ${JSON.stringify(args)}`];
    return { kind: "toml", path: ["mcp_servers", "galley"], lines, isOurs: isServer };
  },
  rootIn: (text) => rootOf(readTomlValue(text, ["mcp_servers", "galley"])),
  steps: ["Restart codex."],
  limits: [TOOLS_LIMIT],
  program: { name: "codex", tried: null },
};

export const MCP_CLIENTS: readonly Integration[] = [
  ...ROWS.map(({ name, title, user, project, path, entry = plainEntry, namesRoot = false, program }): Integration => ({
    name,
    title,
    file: (place) => (place.scope === "user" ? user(place) : project === null ? null : join(place.root, project)),
    change: (launch, place) => {
      const value = entry(...argumentsFor(launch, place, { namesRoot }));
      return { kind: "json", entries: [{ kind: "member", path, value, isOurs: isServer }] };
    },
    rootIn: (text) => rootOf(readJsonValue(text, path)),
    steps: [`Restart ${title}, and allow the server when it asks.`],
    limits: [TOOLS_LIMIT],
    program: program === null ? null : { name: program, tried: null },
  })),
  CODEX,
].toSorted((a, b) => (a.name < b.name ? -1 : 1));
