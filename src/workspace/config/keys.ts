// Every config key once: its type, its default, what a project may set it to, and what it means. The schema, the
// effective values, `galley config`, schema/config.json and the tables in docs/configuration.md are derived from it.
// Plain data: it is read by every command, before any schema is loaded.

import { LIMITS } from "../../base/index.ts";

/** A text, true or false, a number of seconds or bytes, a list of texts, or one of these words. */
export type KeyType = "text" | "flag" | "seconds" | "bytes" | "texts" | readonly string[];

export type Key = {
  readonly type: KeyType;
  /** Null: there is no value. */
  readonly default: string | boolean | number | null;
  /** The default in words, where the value alone does not say it; Markdown. */
  readonly shown?: string;
  /**
   * The strict value: a project may set this one and no other. `why` is the reason to refuse another. Missing: the key is
   * for the user's own config only.
   */
  readonly project?: { readonly only: string | boolean; readonly why: string };
  /** For the docs; Markdown. */
  readonly means: string;
};

export const KEYS = {
  default_sandbox: {
    type: "text",
    default: null,
    shown: "none; `workspace` without `sandboxes`",
    means: "the sandbox of a path that names none",
  },
  confirm_edits: {
    type: "flag",
    default: true,
    project: { only: true, why: "it would ask less" },
    means: "`false` turns `write_approval` and `edit_approval` off where they are not set",
  },
  read_before_edit: {
    type: "flag",
    default: true,
    project: { only: true, why: "a model could edit what it has not read" },
    means:
      "a model's tools can edit only files that it has read, as they are now; `false` lets them edit any text that is found",
  },
  stage: {
    type: "flag",
    default: true,
    project: { only: false, why: "you chose not to stage" },
    means: "`false`: nothing that Galley writes is staged in git, by no command, as with `--no-stage`",
  },
  model: {
    type: "text",
    default: null,
    means: "the model that `chat` and `run` use; `galley models` shows what is available here",
  },
  base_url: { type: "text", default: null, means: "the address of the model's server" },
  editor: {
    type: "text",
    default: null,
    means: "the editor for [editing changes](guides/editing.md), after `VISUAL` and `EDITOR`",
  },
  editor_unchanged: {
    type: ["ask", "apply"],
    default: "ask",
    means:
      'what closing the editor without saving means in a review: `"ask"` returns to the question, `"apply"` applies the change',
  },
  pager: {
    type: "text",
    default: null,
    shown: "`$PAGER`, else `less -R`",
    means: "shows long changes; a program and its options, no shell",
  },
} as const satisfies Readonly<Record<string, Key>>;

/** `timeouts`, in seconds: how long a model's server may stay silent. */
export const TIMEOUTS = {
  connect: { type: "seconds", default: 30, means: "until a model's server accepts a connection" },
  first_byte: { type: "seconds", default: 600, means: "until its answer begins" },
  idle: { type: "seconds", default: 300, means: "between two pieces of its answer" },
} as const satisfies Readonly<Record<string, Key>>;

/** What each sandbox may set, beside where its files are. limits.ts has what a project may tighten. */
export const SANDBOX_KEYS = {
  mode: { type: ["rw", "ro"], default: "rw", means: "`ro`: nothing is written" },
  suffixes: {
    type: "texts",
    default: null,
    shown: "any",
    means:
      "tools can read, write or find only files that end like this; a command sees every file and is always asked about",
  },
  max_file_bytes: { type: "bytes", default: LIMITS.fileBytes.value, means: "larger files are refused" },
  symlinks: {
    type: ["within", "deny"],
    default: "within",
    means: "follows links that stay in the root; `deny`: follows none",
  },
  read_approval: { type: "flag", default: false, means: "asks before reading, listing and searching" },
  write_approval: {
    type: "flag",
    default: true,
    shown: "`confirm_edits`",
    means: "asks before creating, replacing, moving and deleting",
  },
  edit_approval: { type: "flag", default: true, shown: "`write_approval`", means: "asks before changing a file" },
} as const satisfies Readonly<Record<string, Key>>;

export type KeyName = keyof typeof KEYS;
export type TimeoutName = keyof typeof TIMEOUTS;

/** What a config may hold for a key. */
export type ValueOf<Type extends KeyType> = Type extends "text"
  ? string
  : Type extends "flag"
    ? boolean
    : Type extends "seconds" | "bytes"
      ? number
      : Type extends "texts"
        ? string[]
        : Type extends readonly (infer Word)[]
          ? Word
          : never;

/** What counts in the end for a key: a value, or null where the default is null. */
export type EffectiveValue<Spec extends Key> = ValueOf<Spec["type"]> | (Spec["default"] extends null ? null : never);

/** The part of a config that a table describes. */
export type FromKeys<Table extends Readonly<Record<string, Key>>> = {
  -readonly [Name in keyof Table]?: ValueOf<Table[Name]["type"]> | undefined;
};
