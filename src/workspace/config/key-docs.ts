// Config keys as docs/configuration.md lists them: those of keys.ts, and a line for each that holds more than one value.
// No command loads this file.

import { KEYS, SANDBOX_KEYS, TIMEOUTS, type Key } from "./keys.ts";

/** A key as the docs show it. */
export type ConfigKey = {
  readonly name: string;
  /** The default; Markdown. */
  readonly shown: string;
  /** What a project may set; Markdown. Missing: nothing. */
  readonly project?: string;
  readonly means: string;
};

// Keys that hold more than one value. Their shapes are in schema.ts.
const GROUPS = {
  sandboxes: {
    shown: "the folder itself, as `workspace`",
    project: "[stricter values](#what-a-project-may-do)",
    means: "named roots; a path is `name/relative`",
  },
  policy: { shown: "no rules", project: "`ask` and `deny` rules", means: "rules, [see below](#rules)" },
  protected: {
    shown: "[the table below](#protected-paths)",
    project: "patterns to add",
    means: "patterns to add to the protected paths, or to remove with `!`",
  },
  shell: {
    shown: "confined, always asks",
    project: '`unasked: "never"`',
    means: "where commands run and what they may do, [see commands](commands.md)",
  },
  mcp_servers: {
    shown: "none",
    means: "MCP servers whose tools `chat` and `run` may call, [see the guide](guides/mcp-servers.md)",
  },
  inbox: {
    shown: "your own inbox",
    means: "the server of a team that is asked instead: `url` and `token_file`, [see the guide](guides/team.md)",
  },
  models: {
    shown: "none",
    means: "settings of single models, by name, [see the guide](guides/agent.md#settings-of-a-model)",
  },
  timeouts: { shown: "[below](#every-key)", means: "how many seconds a model's server may stay silent" },
} as const satisfies Readonly<Record<string, Omit<ConfigKey, "name">>>;

const PLACES = {
  root: { shown: "–", means: "a folder on this machine; one of `root`, `memory`, `container` is needed" },
  memory: {
    shown: "–",
    means:
      "files in memory for one command or conversation, filled from `mounts`; nothing is written back, and every command that writes there says so",
  },
  container: {
    shown: "–",
    means: "files and commands in a [container](containers.md); with a `root`, that folder is mounted into it",
  },
} as const satisfies Readonly<Record<string, Omit<ConfigKey, "name">>>;

/** Every key of a config, of its `timeouts`, and of each sandbox. */
export const CONFIG_KEYS = {
  top: [...named(GROUPS), ...described(KEYS)],
  timeouts: described(TIMEOUTS),
  sandbox: [...named(PLACES), ...described(SANDBOX_KEYS)],
} satisfies Readonly<Record<string, readonly ConfigKey[]>>;

function named(table: Readonly<Record<string, Omit<ConfigKey, "name">>>): readonly ConfigKey[] {
  return Object.entries(table).map(([name, key]) => ({ name, ...key }));
}

function described(table: Readonly<Record<string, Key>>): readonly ConfigKey[] {
  return Object.entries(table).map(([name, { default: value, shown, project, means }]) => ({
    name,
    shown: shown ?? (value === null ? "none" : `\`${JSON.stringify(value)}\``),
    ...(project === undefined ? {} : { project: `\`${JSON.stringify(project.only)}\`` }),
    means,
  }));
}
