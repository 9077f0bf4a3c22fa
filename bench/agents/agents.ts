// The agents: which package, how it is set up with hooks, how it is started without a terminal, and the call by which its
// model edits a file.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openCodePlugin } from "../../src/install/index.ts";
import type { Case, Outcome } from "./cases.ts";
import type { Step } from "./model-server.ts";

export type Lab = {
  readonly home: string;
  readonly project: string;
  readonly port: number;
  /** Where its packages are. */
  readonly modules: string;
  /** The commands of hooks before and after a tool, in the order in which they are set up. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly limitSeconds: number;
  readonly program: string;
  readonly root: string;
  /** False: the user has confirmed nothing that the agent asks for before it runs hooks. */
  readonly isTrusted: boolean;
};

export type Agent = {
  readonly name: string;
  readonly title: string;
  readonly packages: string;
  readonly steps: (edit: { readonly path: string; readonly find: string; readonly put: string }) => readonly Step[];
  readonly setUp: (lab: Lab) => void;
  readonly command: (lab: Lab) => readonly string[];
  /** How it is started as an ACP agent that `galley acp --wrap` controls, where the same package has one. */
  readonly acp?: (lab: Lab) => readonly string[];
  readonly env: (lab: Lab) => Readonly<Record<string, string>>;
  /** Another hook's answer that writes something else; null where there are no other hooks (see run.ts). */
  readonly otherAnswer: (edit: { readonly path: string; readonly find: string; readonly put: string }) => object | null;
  /** What becomes of an edit that is not approved, as docs/guides/agents.md says. */
  readonly installed: Readonly<Record<Case, Outcome>>;
};

const KEPT: Readonly<Record<Case, Outcome>> = {
  working: "kept",
  stopped: "kept",
  "agent-stopped": "kept",
  "all-stopped": "kept",
  untrusted: "kept",
  project: "kept",
};

const put = (path: string, content: object | string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
};
const bin = ({ modules }: Lab, name: string): string => join(modules, ".bin", name);
const url = ({ port }: Lab): string => `http://127.0.0.1:${port}`;
const signed = (sign: string, text: string): string => text.replaceAll(/^/gm, sign);
const patch = (find: string, fresh: string): string =>
  `*** Begin Patch\n*** Update File: a.txt\n@@\n${signed("-", find)}\n${signed("+", fresh)}\n*** End Patch\n`;
const specific = (output: object): object => ({ hookSpecificOutput: { hookEventName: "PreToolUse", ...output } });
const groups = (commands: readonly string[], timeout: number, matcher?: string): readonly object[] =>
  commands.length === 0
    ? []
    : [{ ...(matcher && { matcher }), hooks: commands.map((command) => ({ type: "command", command, timeout })) }];

const claude: Agent = {
  name: "claude-code",
  title: "Claude Code 2.1.325",
  packages: "@anthropic-ai/claude-code@2.1.325",
  steps: ({ path, find, put: fresh }) => [
    { tool: "Read", input: { file_path: path } },
    { tool: "Edit", input: { file_path: path, old_string: find, new_string: fresh } },
  ],
  setUp: ({ home, before, after, limitSeconds }) =>
    put(join(home, ".claude/settings.json"), {
      hooks: {
        PreToolUse: groups(before, limitSeconds, "Edit|MultiEdit|Write|NotebookEdit|Bash|Read"),
        PostToolUse: groups(after, limitSeconds, "Edit|MultiEdit|Write|NotebookEdit"),
      },
    }),
  command: (lab) => [bin(lab, "claude"), "-p", "edit", "--output-format", "json", "--permission-mode", "acceptEdits"],
  env: (lab) => ({
    ANTHROPIC_BASE_URL: url(lab),
    ANTHROPIC_API_KEY: "none",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
  }),
  otherAnswer: ({ path, find, put: fresh }) =>
    specific({
      permissionDecision: "allow",
      updatedInput: { file_path: path, old_string: find, new_string: fresh, replace_all: false },
    }),
  installed: KEPT,
};

const codex: Agent = {
  name: "codex",
  title: "Codex 0.166.0",
  packages: "@openai/codex@0.166.0",
  steps: ({ find, put: fresh }) => [{ tool: "apply_patch", input: patch(find, fresh) }],
  setUp: (lab) => {
    put(
      join(lab.home, ".codex/config.toml"),
      `model = "gpt-5.5"
model_provider = "local"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.local]
name = "local"
base_url = "${url(lab)}/v1"
wire_api = "responses"
env_key = "LOCAL_KEY"
request_max_retries = 0
stream_max_retries = 0
`,
    );
    const hooks = {
      PreToolUse: groups(lab.before, lab.limitSeconds),
      PostToolUse: groups(lab.after, lab.limitSeconds),
    };
    put(join(lab.home, ".codex/hooks.json"), { hooks });
  },
  command: (lab) => [
    bin(lab, "codex"),
    "exec",
    "--json",
    "-s",
    "workspace-write",
    ...(lab.isTrusted ? ["--dangerously-bypass-hook-trust"] : []),
    "edit",
  ],
  env: () => ({ LOCAL_KEY: "none" }),
  otherAnswer: ({ find, put: fresh }) =>
    specific({ permissionDecision: "allow", updatedInput: { command: patch(find, fresh) } }),
  installed: { ...KEPT, untrusted: "written", project: "written" },
};

const gemini: Agent = {
  name: "gemini",
  title: "Gemini CLI 0.61.0",
  packages: "@google/gemini-cli@0.61.0",
  steps: ({ path, find, put: fresh }) => [
    { tool: "replace", input: { file_path: path, instruction: "edit", old_string: find, new_string: fresh } },
  ],
  setUp: ({ home, before, after, limitSeconds, isTrusted }) =>
    put(join(home, ".gemini/settings.json"), {
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: !isTrusted } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      hooks: {
        BeforeTool: groups(before, limitSeconds * 1000, ".*"),
        AfterTool: groups(after, limitSeconds * 1000, ".*"),
      },
    }),
  command: (lab) => [bin(lab, "gemini"), "-p", "edit", "-m", "gemini-2.5-flash", "--approval-mode", "yolo"],
  acp: (lab) => [bin(lab, "gemini"), "--acp", "-m", "gemini-2.5-flash"],
  env: (lab) => ({
    GEMINI_API_KEY: "none",
    GOOGLE_GEMINI_BASE_URL: url(lab),
    ...(lab.isTrusted && { GEMINI_CLI_TRUST_WORKSPACE: "true" }),
  }),
  otherAnswer: ({ path, find, put: fresh }) => ({
    decision: "allow",
    hookSpecificOutput: {
      hookEventName: "BeforeTool",
      tool_input: { file_path: path, instruction: "edit", old_string: find, new_string: fresh },
    },
  }),
  installed: KEPT,
};

const copilot: Agent = {
  name: "copilot",
  title: "Copilot CLI 1.0.102",
  packages: "@github/copilot@1.0.102",
  steps: ({ path, find, put: fresh }) => [
    { tool: "view", input: { path } },
    { tool: "edit", input: { path, old_str: find, new_str: fresh } },
  ],
  setUp: ({ home, before, after, limitSeconds }) => {
    const all = (commands: readonly string[]): readonly object[] =>
      commands.map((bash) => ({ type: "command", bash, timeoutSec: limitSeconds }));
    put(join(home, ".copilot/hooks/galley.json"), {
      version: 1,
      hooks: { preToolUse: all(before), postToolUse: all(after) },
    });
  },
  command: (lab) => [
    bin(lab, "copilot"),
    "-p",
    "edit",
    "--allow-all-tools",
    ...(lab.isTrusted ? ["--trust-folder"] : []),
    "--no-auto-update",
  ],
  acp: (lab) => [bin(lab, "copilot"), "--acp", "--no-auto-update"],
  env: (lab) => ({
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
    COPILOT_PROVIDER_BASE_URL: `${url(lab)}/v1`,
    COPILOT_PROVIDER_API_KEY: "none",
    COPILOT_MODEL: "scripted",
  }),
  otherAnswer: ({ path, find, put: fresh }) => ({
    permissionDecision: "allow",
    modifiedArgs: { path, old_str: find, new_str: fresh },
  }),
  installed: { ...KEPT, project: "written" },
};

const opencode: Agent = {
  name: "opencode",
  title: "opencode 1.18.33",
  packages: "opencode-ai@1.18.33",
  steps: ({ path, find, put: fresh }) => [
    { tool: "read", input: { filePath: path } },
    { tool: "edit", input: { filePath: path, oldString: find, newString: fresh } },
  ],
  setUp: (lab) => {
    const options = { baseURL: `${url(lab)}/v1`, apiKey: "none" };
    const models = { scripted: { name: "scripted", tool_call: true } };
    put(join(lab.home, ".config/opencode/opencode.json"), {
      autoupdate: false,
      share: "disabled",
      model: "local/scripted",
      small_model: "local/scripted",
      provider: { local: { npm: "@ai-sdk/openai-compatible", name: "local", options, models } },
    });
    // The plugin starts one program, without a shell.
    const [ours, other = ""] = lab.before;
    if (ours === undefined) return;
    const start = `exec ${ours} "$@" --limit ${lab.limitSeconds}`;
    put(join(lab.home, "galley"), `#!/bin/sh\n${other}${start}\n`);
    const plugin = readFileSync(join(lab.root, "integrations/opencode/galley.js"), "utf8");
    put(
      join(lab.project, ".opencode/plugins/galley.js"),
      openCodePlugin(plugin, { launch: [join(lab.home, "galley")], folders: null }),
    );
  },
  command: (lab) => [bin(lab, "opencode"), "run", "--format", "json", "--title", "t", "edit"],
  env: (lab) => ({
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    npm_config_registry: url(lab),
    npm_config_fetch_retries: "0",
  }),
  otherAnswer: () => null,
  installed: KEPT,
};

export const AGENTS: readonly Agent[] = [claude, codex, gemini, copilot, opencode];

/** The folder that start.mjs installed the packages into. */
export function modulesOf(cache: string, { name }: Agent): string {
  const folder = readdirSync(cache).find((each) => each.startsWith(`${name}-`));
  if (folder === undefined) throw new Error(`${name} is not installed`);
  return join(cache, folder, "node_modules");
}
