// What counts in the end, and where each value comes from: the person's file, then the project's, then defaults.
// A project may only tighten: of what it says, only what asks more or allows less counts; the rest is refused by name.
// Pure; the same value makes the workspace and is shown by `galley config`.

import type { Rule } from "../../approval/index.ts";
import type { Config, SandboxConfig } from "./schema.ts";
import { narrowed, type FLAG_NAMES, type From, type Limits, type Refused, type Sourced } from "./limits.ts";

export type EffectiveSandbox = {
  readonly name: string;
  /** Where its files are, as the config says it; null for the folder galley was started in. */
  readonly place: Pick<SandboxConfig, "root" | "memory" | "container"> | null;
  readonly limits: Limits;
};

/** `key` is where it stands in its own file. */
export type RuleEntry = { readonly key: string; readonly from: From; readonly rule: Rule };

export type Effective = {
  /** There is no config with sandboxes: the folder itself is the one sandbox. */
  readonly implicit: boolean;
  readonly sandboxes: readonly EffectiveSandbox[];
  readonly default_sandbox: Sourced<string | null>;
  readonly confirm_edits: Sourced<boolean>;
  /** A model has to have read a file, as it is now, before a tool of its may edit it. */
  readonly read_before_edit: Sourced<boolean>;
  readonly model: Sourced<string | null>;
  readonly base_url: Sourced<string | null>;
  /** In seconds: how long a model's server may stay silent. */
  readonly timeouts: Readonly<Record<TimeoutName, Sourced<number>>>;
  readonly editor: Sourced<string | null>;
  /** What an editor means that is closed without having saved: back to the question, or yes. */
  readonly editor_unchanged: Sourced<"ask" | "apply">;
  readonly pager: Sourced<string | null>;
  readonly shell: Sourced<NonNullable<Config["shell"]> | null>;
  /** Whether what was written is staged in git. */
  readonly stage: Sourced<boolean>;
  /** The person's rules, then the project's. */
  readonly policy: readonly RuleEntry[];
  /** What configs say about protected paths: the person's patterns and removals, then what the project adds. */
  readonly protected: readonly ProtectedSetting[];
  readonly refused: readonly Refused[];
};

/** `pattern` begins with ! when it takes an entry away. */
export type ProtectedSetting = { readonly key: string; readonly from: From; readonly pattern: string };

export type Own = { readonly config: Config; readonly from: "given" | "user" };

export type TimeoutName = "connect" | "first_byte" | "idle";

const DEFAULT_TIMEOUTS: Readonly<Record<TimeoutName, number>> = { connect: 30, first_byte: 600, idle: 300 };

export const MAX_FILE_BYTES = 33_554_432;
const IMPLICIT = "workspace";

export function effectiveConfig(own: Own | null, project: Config | null): Effective {
  const mine = own?.config ?? {};
  const from = own?.from ?? "default";
  const sourced = <Value>(value: Value | undefined): Sourced<Value | null> =>
    value === undefined ? { value: null, from: "default" } : { value, from };

  const timeout = (value: number | undefined, otherwise: number): Sourced<number> =>
    value === undefined ? { value: otherwise, from: "default" } : { value, from };

  const refused: Refused[] = [];
  const careful = (key: "confirm_edits" | "read_before_edit", why: string): Sourced<boolean> => {
    const wish = project?.[key];
    const own: Sourced<boolean> =
      mine[key] === undefined ? { value: true, from: "default" } : { value: mine[key], from };
    if (wish === false && own.value) refused.push({ key: `${key}: false`, why });
    return wish === true && !own.value ? { value: true, from: "project" } : own;
  };
  const confirm_edits = careful("confirm_edits", "it would ask less");
  const read_before_edit = careful("read_before_edit", "a model could edit what it has not read");
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
  for (const key of [
    "model",
    "base_url",
    "timeouts",
    "editor",
    "editor_unchanged",
    "pager",
    "default_sandbox",
  ] as const)
    if (project?.[key] !== undefined) refused.push({ key, why: "this is yours to choose" });

  return {
    implicit,
    sandboxes,
    default_sandbox:
      implicit && mine.default_sandbox === undefined
        ? { value: IMPLICIT, from: "default" }
        : sourced(mine.default_sandbox),
    confirm_edits,
    read_before_edit,
    model: sourced(mine.model),
    base_url: sourced(mine.base_url),
    timeouts: {
      connect: timeout(mine.timeouts?.connect, DEFAULT_TIMEOUTS.connect),
      first_byte: timeout(mine.timeouts?.first_byte, DEFAULT_TIMEOUTS.first_byte),
      idle: timeout(mine.timeouts?.idle, DEFAULT_TIMEOUTS.idle),
    },
    editor: sourced(mine.editor),
    editor_unchanged:
      mine.editor_unchanged === undefined ? { value: "ask", from: "default" } : { value: mine.editor_unchanged, from },
    pager: sourced(mine.pager),
    shell: shellOf(sourced(mine.shell), project?.shell, refused),
    stage: stageOf(
      mine.stage === undefined ? { value: true, from: "default" } : { value: mine.stage, from },
      project,
      refused,
    ),
    policy: [...(mine.policy ?? []).map((rule, at) => entryOf(rule, at, from)), ...projectRules(project, refused)],
    protected: [
      ...(mine.protected ?? []).map((pattern, at): ProtectedSetting => ({ key: `protected[${at}]`, from, pattern })),
      ...projectProtected(project, refused),
    ],
    refused,
  };
}

/** Completes "the rule … in …". */
export const ORIGIN: Readonly<Record<From, string>> = {
  given: "the config given with --config",
  user: "your config",
  project: "the project's .galley/config.json",
  default: "the defaults",
};

function limitsOf(config: SandboxConfig, from: From, confirm: Sourced<boolean>): Limits {
  const pick = <Value>(value: Value | undefined, otherwise: Sourced<Value>): Sourced<Value> =>
    value === undefined ? otherwise : { value, from };
  const plain = <Value>(value: Value): Sourced<Value> => ({ value, from: "default" });
  const write_approval = pick(config.write_approval, confirm);
  return {
    mode: pick(config.mode, plain("rw")),
    suffixes: pick<readonly string[] | null>(config.suffixes, plain(null)),
    max_file_bytes: pick(config.max_file_bytes, plain(MAX_FILE_BYTES)),
    symlinks: pick(config.symlinks, plain("within")),
    read_approval: pick(config.read_approval, plain(false)),
    write_approval,
    edit_approval: pick(config.edit_approval, write_approval),
  };
}

/** A project may have every command asked about, and nothing else. */
function shellOf(own: Effective["shell"], wish: Config["shell"], refused: Refused[]): Effective["shell"] {
  for (const [key, value] of Object.entries(wish ?? {}))
    if (key !== "unasked" || value !== "never") refused.push({ key: `shell.${key}`, why: "this is yours to choose" });
  const isTighter = wish?.unasked === "never" && own.value?.unasked === "read-only";
  return isTighter ? { value: { ...own.value, unasked: "never" }, from: "project" } : own;
}

function stageOf(own: Sourced<boolean>, project: Config | null, refused: Refused[]): Sourced<boolean> {
  const wish = project?.stage;
  if (wish === true && !own.value) refused.push({ key: "stage: true", why: "you chose not to stage" });
  return wish === false && own.value ? { value: false, from: "project" } : own;
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
