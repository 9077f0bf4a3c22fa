// The agents whose hooks galley can answer: where each keeps its settings, what is added there, and what it does not
// enforce. What was measured is in docs/guides/agents.md.

import { join } from "node:path";
import type { JsonValue } from "./json-text.ts";
import { denyingHookCommand, hookCommand, startsHook, userFoldersIn, type UserFolders } from "./launch.ts";
import { isOpenCodePlugin, openCodePlugin } from "./opencode-plugin.ts";
import type { Change, Integration, IsOurs, JsonEntry, Launch, Place } from "./types.ts";

const COMMANDS_LIMIT =
  "Commands that the agent runs can change files without a review, unless your policy asks about them.";

/** Seconds that galley has: a person reads and decides, or files are compared. */
const [ASKING, COMPARING] = [600, 60];

/**
 * Seconds that the agent itself waits for an answer before an edit. Galley always answers, and is killed when it does not, so
 * this only has to be long: an agent that was stopped (Ctrl-Z) finds its own limit over when it goes on, and Codex, Gemini CLI
 * and Copilot CLI then write the edit, whatever galley answered meanwhile. Claude Code and Gemini CLI wait with setTimeout, which takes at
 * most 24 days.
 */
const WAITING = 7 * 24 * 3600;

const asking = (launch: Launch, host: string, place: Place): string =>
  denyingHookCommand({ launch, host, seconds: ASKING, folders: foldersOf(place) });
const comparing = (launch: Launch, host: string, place: Place): string =>
  hookCommand({ launch, host, seconds: COMPARING, folders: foldersOf(place) });

/** A project's `.env` must not choose them. Settings of a project may be shared, and name no folder of one user. */
const foldersOf = ({ scope, environment }: Place): UserFolders | null =>
  scope === "user" ? userFoldersIn(environment) : null;

/** `{ hooks: { EVENT: [ { matcher, hooks: [ { command } ] } ] } }`, as several agents write it. */
function nested(host: string, events: Readonly<Record<string, JsonValue>>): Change {
  const isOurs: IsOurs = (hook) => isRecord(hook) && startsHook(hook["command"], host);
  const entries = Object.entries(events).map(([event, value]): JsonEntry => ({
    kind: "group",
    path: ["hooks", event],
    value,
    isOurs,
  }));
  return { kind: "json", entries };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** In a folder of the home directory that a variable may move, or under the same name in the project. */
function inFolder(folder: string, file: string, variable?: string) {
  return ({ scope, home, root, environment }: Place): string =>
    scope === "project"
      ? join(root, folder, file)
      : join((variable === undefined ? undefined : environment[variable]) || join(home, folder), file);
}

const claudeFilesIn = (root: string): readonly string[] =>
  ["settings.json", "settings.local.json"].map((name) => join(root, ".claude", name));

function allHooksOff(settings: unknown, title: string): string | null {
  return isRecord(settings) && settings["disableAllHooks"] === true
    ? `"disableAllHooks" is set: ${title} runs no hooks.`
    : null;
}

function geminiHooksOff(settings: unknown): string | null {
  const config = isRecord(settings) ? settings["hooksConfig"] : null;
  if (!isRecord(config)) return null;
  if (config["enabled"] === false) return '"hooksConfig.enabled" is false: Gemini CLI runs no hooks.';
  const disabled = config["disabled"];
  return Array.isArray(disabled) && GEMINI_NAMES.some((name) => disabled.includes(name))
    ? '"hooksConfig.disabled" names galley\'s hook: Gemini CLI does not run it.'
    : null;
}

/** Of a file of hooks, Copilot CLI runs none when something in it is not as it expects. */
function copilotHooksOff(settings: unknown): string | null {
  if (!isRecord(settings)) return null;
  const { version, hooks } = settings;
  if (version !== undefined && version !== 1)
    return '"version" is not 1: Copilot CLI runs none of the hooks in this file.';
  const other = Object.entries(isRecord(hooks) ? hooks : {}).find(([, list]) => !Array.isArray(list));
  if (version === 1 && other !== undefined)
    return `"hooks.${other[0]}" is not a list: Copilot CLI runs none of the hooks in this file.`;
  return allHooksOff(settings, "Copilot CLI");
}

// The tools that src/hook/hosts knows; test/hook/matchers.test.ts compares. Where there is no matcher, all are sent.
const CLAUDE_CHANGES = "Edit|MultiEdit|Write|NotebookEdit|Bash";
const GEMINI_CHANGES = "replace|write_file|run_shell_command";
const GEMINI_NAMES = ["galley-before", "galley-after"] as const;
const GEMINI_READS = "read_file|read_many_files|grep_search|search_file_content|glob|list_directory";

export const HOOK_HOSTS: readonly Integration[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    file: inFolder(".claude", "settings.json", "CLAUDE_CONFIG_DIR"),
    change: (launch, place) => {
      const hook = (command: string, timeout: number): JsonValue => [
        // 2.1.295 and newer: also when it does not answer in time.
        { type: "command", command, timeout, onFailure: "block" },
      ];
      return nested("claude-code", {
        PreToolUse: {
          matcher: `${CLAUDE_CHANGES}|Read|NotebookRead|Grep|Glob|LS`,
          hooks: hook(asking(launch, "claude-code", place), WAITING),
        },
        PostToolUse: { matcher: CLAUDE_CHANGES, hooks: hook(comparing(launch, "claude-code", place), COMPARING) },
      });
    },
    steps: ["Restart Claude Code, or run /hooks in it, so that it reads its settings again."],
    syntax: { comments: false, mark: true },
    disabledBy: (settings) => allHooksOff(settings, "Claude Code"),
    alsoReads: ({ home, root, environment }) => [
      join(environment["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), "settings.json"),
      ...claudeFilesIn(root),
    ],
    limits: [COMMANDS_LIMIT],
    program: { name: "claude", tried: "2.1.325" },
  },
  {
    name: "codex",
    title: "Codex",
    file: inFolder(".codex", "hooks.json", "CODEX_HOME"),
    change: (launch, place) => {
      const hook = (command: string, timeout: number): JsonValue => ({
        hooks: [{ type: "command", command, timeout }],
      });
      return nested("codex", {
        PreToolUse: hook(asking(launch, "codex", place), WAITING),
        PostToolUse: hook(comparing(launch, "codex", place), COMPARING),
      });
    },
    syntax: { comments: false, mark: false },
    steps: ["Start codex and trust the hook with /hooks. Until then Codex skips it without a message."],
    limits: [COMMANDS_LIMIT],
    program: { name: "codex", tried: "0.166.0" },
  },
  {
    name: "gemini",
    title: "Gemini CLI",
    file: inFolder(".gemini", "settings.json"),
    change: (launch, place) => {
      const hook = (name: string, command: string, seconds: number): JsonValue => [
        { name, type: "command", command, timeout: seconds * 1000 },
      ];
      return nested("gemini", {
        BeforeTool: {
          matcher: `${GEMINI_CHANGES}|${GEMINI_READS}`,
          hooks: hook(GEMINI_NAMES[0], asking(launch, "gemini", place), WAITING),
        },
        AfterTool: {
          matcher: GEMINI_CHANGES,
          hooks: hook(GEMINI_NAMES[1], comparing(launch, "gemini", place), COMPARING),
        },
      });
    },
    syntax: { comments: true, mark: false },
    disabledBy: geminiHooksOff,
    alsoReads: ({ home, root }) => [home, root].map((folder) => join(folder, ".gemini", "settings.json")),
    steps: [],
    projectTrust: "Gemini CLI reads a project's settings only in a trusted folder.",
    limits: [COMMANDS_LIMIT, "`gemini --acp` runs no hooks: put galley acp --wrap in front of it."],
    program: { name: "gemini", tried: "0.61.0" },
  },
  {
    name: "cursor",
    title: "Cursor",
    file: inFolder(".cursor", "hooks.json"),
    change: (launch, place) => {
      const isOurs: IsOurs = (value) => isRecord(value) && startsHook(value["command"], "cursor");
      // It denies after its limit, so that need not be longer than it is known to take.
      const element = (event: string, command: string, timeout: number): JsonEntry => {
        const value = { command, failClosed: true, timeout };
        return { kind: "element", path: ["hooks", event], value, isOurs };
      };
      return {
        kind: "json",
        entries: [
          { kind: "constant", path: ["version"], value: 1 },
          element("preToolUse", asking(launch, "cursor", place), ASKING),
          element("postToolUse", comparing(launch, "cursor", place), COMPARING),
        ],
      };
    },
    steps: ["Restart Cursor. Settings > Hooks lists what it runs."],
    limits: [COMMANDS_LIMIT, "Cursor could not be run here: this follows its documentation."],
    program: { name: "cursor-agent", tried: null },
  },
  {
    name: "copilot",
    title: "Copilot CLI",
    file: ({ scope, home, root }) =>
      scope === "project"
        ? join(root, ".github", "hooks", "galley.json")
        : join(home, ".copilot", "hooks", "galley.json"),
    change: (launch, place) => {
      const isOurs: IsOurs = (value) => isRecord(value) && startsHook(value["bash"], "copilot");
      const element = (event: string, bash: string, timeoutSec: number): JsonEntry => {
        const value = { type: "command", bash, timeoutSec };
        return { kind: "element", path: ["hooks", event], value, isOurs };
      };
      return {
        kind: "json",
        entries: [
          { kind: "constant", path: ["version"], value: 1 },
          element("preToolUse", asking(launch, "copilot", place), WAITING),
          element("postToolUse", comparing(launch, "copilot", place), COMPARING),
        ],
      };
    },
    syntax: { comments: false, mark: false },
    disabledBy: copilotHooksOff,
    alsoReads: ({ root }) => [
      ...["settings.json", "settings.local.json"].map((name) => join(root, ".github", "copilot", name)),
      ...claudeFilesIn(root),
    ],
    steps: [],
    projectTrust:
      "Copilot CLI skips a project's hooks, without a message, until the folder is trusted: start it there once.",
    limits: [COMMANDS_LIMIT],
    program: { name: "copilot", tried: "1.0.102" },
  },
  {
    name: "opencode",
    title: "opencode",
    file: ({ scope, home, root, environment }) =>
      scope === "project"
        ? join(root, ".opencode", "plugins", "galley.js")
        : join(environment["XDG_CONFIG_HOME"] || join(home, ".config"), "opencode", "plugins", "galley.js"),
    change: (launch, place) => ({
      kind: "file",
      content: openCodePlugin(place.packaged("opencode/galley.js"), { launch, folders: foldersOf(place) }),
      isOurs: isOpenCodePlugin,
    }),
    steps: ["Restart opencode."],
    limits: [COMMANDS_LIMIT],
    program: { name: "opencode", tried: "1.18.33" },
  },
];
