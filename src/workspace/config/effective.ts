// What counts in the end, and where each value comes from: the person's file, then the project's, then defaults.
// A project may only tighten: of what it says, only what asks more or allows less counts; the rest is refused by name.
// Pure; the same value makes the workspace and is shown by `galley config`.

import type { Rule } from "../../approval/index.ts";
import type { Config, SandboxConfig } from "./schema.ts";
import { KEYS, SANDBOX_KEYS, TIMEOUTS, type EffectiveValue, type Key, type KeyName, type TimeoutName } from "./keys.ts";
import { narrowed, type FLAG_NAMES, type From, type Limits, type Refused, type Sourced } from "./limits.ts";

export type EffectiveSandbox = {
  readonly name: string;
  /** Where its files are, as the config says it; null for the folder galley was started in. */
  readonly place: Pick<SandboxConfig, "root" | "memory" | "container"> | null;
  readonly limits: Limits;
};

/** `key` is its path in its own file. */
export type RuleEntry = { readonly key: string; readonly from: From; readonly rule: Rule };

/** Each key of keys.ts, with its value. */
type Values = { readonly [Name in KeyName]: Sourced<EffectiveValue<(typeof KEYS)[Name]>> };

export type Effective = Values & {
  /** There is no config with sandboxes: the folder itself is the one sandbox. */
  readonly implicit: boolean;
  readonly sandboxes: readonly EffectiveSandbox[];
  readonly timeouts: Readonly<Record<TimeoutName, Sourced<number>>>;
  readonly shell: Sourced<NonNullable<Config["shell"]> | null>;
  /** By name. Only the user's own. */
  readonly mcp_servers: Sourced<NonNullable<Config["mcp_servers"]>>;
  /** The team's server that is asked; null: this user's own inbox. Only the user's own. */
  readonly inbox: Sourced<NonNullable<Config["inbox"]> | null>;
  /** By name. Only the user's own. */
  readonly models: Sourced<NonNullable<Config["models"]>>;
  /** The person's rules, then the project's. */
  readonly policy: readonly RuleEntry[];
  /** What configs say about protected paths: the person's patterns and removals, then what the project adds. */
  readonly protected: readonly ProtectedSetting[];
  readonly refused: readonly Refused[];
};

/** `pattern` begins with ! when it takes an entry away. */
export type ProtectedSetting = { readonly key: string; readonly from: From; readonly pattern: string };

export type Own = { readonly config: Config; readonly from: "given" | "user" };

const IMPLICIT = "workspace";

export function effectiveConfig(own: Own | null, project: Config | null): Effective {
  const mine = own?.config ?? {};
  const from = own?.from ?? "default";
  const refused: Refused[] = [];
  const values = valuesOf({ mine, from, project, refused });
  const { confirm_edits } = values;
  const configured = Object.entries(mine.sandboxes ?? {});
  const implicit = configured.length === 0;
  const named: readonly (readonly [string, SandboxConfig])[] = implicit ? [[IMPLICIT, {}]] : configured;
  for (const name of Object.keys(project?.sandboxes ?? {})) {
    if (!named.some(([known]) => known === name))
      refused.push({ key: `sandboxes.${name}`, why: "a project cannot add a sandbox" });
  }
  const sandboxes = named.map(([name, config]): EffectiveSandbox => {
    const wishes = Object.entries(project?.sandboxes ?? {}).find(([wished]) => wished === name)?.[1] ?? {};
    const result = narrowed(limitsOf(config, from, confirm_edits), config, wishes);
    refused.push(...result.refused.map(({ key, why }) => ({ key: `sandboxes.${name}.${key}`, why })));
    return { name, place: implicit ? null : config, limits: result.limits };
  });
  return {
    implicit,
    sandboxes,
    ...values,
    ...(implicit && mine.default_sandbox === undefined && { default_sandbox: { value: IMPLICIT, from: "default" } }),
    timeouts: timeoutsOf({ mine, from, project, refused }),
    shell: shellOf(mine.shell === undefined ? UNSET : { value: mine.shell, from }, project?.shell, refused),
    mcp_servers: serversOf({ mine, from, project, refused }),
    inbox: inboxOf({ mine, from, project, refused }),
    models: modelsOf({ mine, from, project, refused }),
    policy: [...(mine.policy ?? []).map((rule, at) => entryOf(rule, at, from)), ...projectRules(project, refused)],
    protected: [
      ...(mine.protected ?? []).map((pattern, at): ProtectedSetting => ({ key: `protected[${at}]`, from, pattern })),
      ...projectProtected(project, refused),
    ],
    refused,
  };
}

const UNSET = { value: null, from: "default" } as const;
const YOURS = "this is yours to choose";

type Said = {
  readonly mine: Config;
  readonly from: From;
  readonly project: Config | null;
  readonly refused: Refused[];
};

function valuesOf(said: Said): Values {
  const entries = Object.entries<Key>(KEYS).map(([name, spec]) => [name, valueOf(name as KeyName, spec, said)]);
  return Object.fromEntries(entries) as Values; // Each value was checked by the schema of its own key.
}

/** The user's value, unless the project's is the strict one. */
function valueOf(name: KeyName, spec: Key, { mine, from, project, refused }: Said): Sourced<unknown> {
  const own =
    mine[name] === undefined ? { value: spec.default, from: "default" as const } : { value: mine[name], from };
  const wish = project?.[name];
  if (wish === undefined) return own;
  if (spec.project === undefined) {
    refused.push({ key: name, why: YOURS });
    return own;
  }
  const { only, why } = spec.project;
  if (wish !== only && own.value === only) refused.push({ key: `${name}: ${wish}`, why });
  return wish === only && own.value !== only ? { value: only, from: "project" } : own;
}

function timeoutsOf({ mine, from, project, refused }: Said): Effective["timeouts"] {
  if (project?.timeouts !== undefined) refused.push({ key: "timeouts", why: YOURS });
  const timeout = (name: TimeoutName): Sourced<number> => {
    const value = mine.timeouts?.[name];
    return value === undefined ? { value: TIMEOUTS[name].default, from: "default" } : { value, from };
  };
  return { connect: timeout("connect"), first_byte: timeout("first_byte"), idle: timeout("idle") };
}

function serversOf({ mine, from, project, refused }: Said): Effective["mcp_servers"] {
  if (project?.mcp_servers !== undefined)
    refused.push({ key: "mcp_servers", why: "a project cannot choose programs to start" });
  return mine.mcp_servers === undefined ? { value: {}, from: "default" } : { value: mine.mcp_servers, from };
}

function inboxOf({ mine, from, project, refused }: Said): Effective["inbox"] {
  if (project?.inbox !== undefined) refused.push({ key: "inbox", why: "a project cannot choose who is asked" });
  return mine.inbox === undefined ? { value: null, from: "default" } : { value: mine.inbox, from };
}

function modelsOf({ mine, from, project, refused }: Said): Effective["models"] {
  if (project?.models !== undefined) refused.push({ key: "models", why: YOURS });
  return mine.models === undefined ? { value: {}, from: "default" } : { value: mine.models, from };
}

/** Completes "the rule … in …". */
export const ORIGIN: Readonly<Record<From, string>> = {
  given: "the config given with --config",
  user: "your config",
  project: "the project's .galley/config.json",
  default: "the defaults",
};

function limitsOf(config: SandboxConfig, from: From, confirm: Sourced<boolean>): Limits {
  const entries = Object.entries<Key>(SANDBOX_KEYS).map(([name, spec]) => {
    const value = config[name as keyof Limits];
    return [name, value === undefined ? { value: spec.default, from: "default" } : { value, from }];
  });
  const limits = Object.fromEntries(entries) as Limits; // As above.
  const write_approval = config.write_approval === undefined ? confirm : limits.write_approval;
  const edit_approval = config.edit_approval === undefined ? write_approval : limits.edit_approval;
  return { ...limits, write_approval, edit_approval };
}

/** A project may have every command asked about, and nothing else. */
function shellOf(own: Effective["shell"], wish: Config["shell"], refused: Refused[]): Effective["shell"] {
  for (const [key, value] of Object.entries(wish ?? {}))
    if (key !== "unasked" || value !== "never") refused.push({ key: `shell.${key}`, why: YOURS });
  const isTighter = wish?.unasked === "never" && own.value?.unasked === "read-only";
  return isTighter ? { value: { ...own.value, unasked: "never" }, from: "project" } : own;
}

function projectRules(project: Config | null, refused: Refused[]): readonly RuleEntry[] {
  return (project?.policy ?? []).flatMap((rule, at) => {
    if (rule.effect !== "allow") return [entryOf(rule, at, "project")];
    refused.push({ key: `policy[${at}]`, why: "a project cannot allow itself anything" });
    return [];
  });
}

function projectProtected(project: Config | null, refused: Refused[]): readonly ProtectedSetting[] {
  return (project?.protected ?? []).flatMap((pattern, at): readonly ProtectedSetting[] => {
    const key = `protected[${at}]`;
    if (!pattern.startsWith("!")) return [{ key, from: "project", pattern }];
    refused.push({ key: `${key}: ${pattern}`, why: "a project cannot take protection away" });
    return [];
  });
}

function entryOf({ effect, tool, path }: NonNullable<Config["policy"]>[number], at: number, from: From): RuleEntry {
  const key = `policy[${at}]`;
  const origin = `${ORIGIN[from]} (${key})`;
  return {
    key,
    from,
    rule: { effect, ...(tool === undefined ? {} : { tool }), ...(path === undefined ? {} : { path }), origin },
  };
}

/** Where each flag of a sandbox comes from, for the reason of a verdict. */
export function flagOrigins(limits: Limits): Record<(typeof FLAG_NAMES)[number], string> {
  const words = ({ from }: Sourced<boolean>): string => (from === "default" ? "by default" : `in ${ORIGIN[from]}`);
  return {
    read_approval: words(limits.read_approval),
    write_approval: words(limits.write_approval),
    edit_approval: words(limits.edit_approval),
  };
}
