// What is added to another program's settings so that it asks galley, and where those settings are.

import type { JsonPath, JsonSyntax, JsonValue } from "./json-text.ts";

/** `user`: for everything this user does. `project`: for one folder, in files that may be shared with others. */
export type Scope = "user" | "project";

/** Where to look for settings. All folders are absolute. */
export type Place = {
  readonly scope: Scope;
  readonly home: string;
  readonly root: string;
  /** The user named the root, so an entry in their own settings is about it. */
  readonly isRootNamed: boolean;
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The text of a file in the package's folder `integrations`. */
  readonly packaged: (file: string) => string;
};

/** How galley is started: the program and its first arguments. */
export type Launch = readonly [program: string, ...args: string[]];

/** One thing in a settings file that is ours. */
export type JsonEntry =
  /** An element of the list at `path`, among those of others. */
  | { readonly kind: "element"; readonly path: JsonPath; readonly value: JsonValue; readonly isOurs: IsOurs }
  /**
   * The same for `{ hooks: [ … ] }`, a group that may hold hooks of others as well: `isOurs` is about one of its hooks.
   */
  | { readonly kind: "group"; readonly path: JsonPath; readonly value: JsonValue; readonly isOurs: IsOurs }
  /** A member with a name that someone else may use, too; further members of it are the user's own. */
  | { readonly kind: "member"; readonly path: JsonPath; readonly value: JsonObject; readonly isOurs: IsOurs }
  /** Needed by the program that reads the file, and left there afterwards if others have something in it. */
  | { readonly kind: "constant"; readonly path: JsonPath; readonly value: JsonValue };

export type JsonObject = { readonly [key: string]: JsonValue };

export type IsOurs = (value: unknown) => boolean;

/** A table of a TOML file. */
export type TomlTable = {
  readonly path: readonly string[];
  readonly lines: readonly string[];
  readonly isOurs: IsOurs;
};

/** What is changed in a settings file. */
export type Change =
  | { readonly kind: "json"; readonly entries: readonly JsonEntry[] }
  /** A file of our own; `isOurs` recognises older versions of it. */
  | { readonly kind: "file"; readonly content: string; readonly isOurs: (text: string) => boolean }
  | ({ readonly kind: "toml" } & TomlTable);

/** One program that can be set up to ask galley. */
export type Integration = {
  readonly name: string;
  readonly title: string;
  /** Null when it has no such scope. */
  readonly file: (place: Place) => string | null;
  readonly change: (launch: Launch, place: Place) => Change;
  /** The folder that the entry in these settings names; null when it names none, or there is no entry. */
  readonly rootIn?: (text: string) => string | null;
  /** What the user has to do before it counts. */
  readonly steps: readonly string[];
  /** The same for a project's settings, where galley cannot see whether it was done. */
  readonly projectTrust?: string;
  /** What the program takes in this file beside strict JSON; missing where that is not known. */
  readonly syntax?: JsonSyntax;
  /** A setting that keeps the program from asking galley, as a sentence; null when there is none. */
  readonly disabledBy?: (settings: unknown) => string | null;
  /** Other files in which the program reads the same settings: `disabledBy` is asked about each. */
  readonly alsoReads?: (place: Place) => readonly string[];
  /** What galley does not see or cannot enforce. */
  readonly limits: readonly string[];
  /** The program itself: its name, and the version this was tried with; null when it was only read about. */
  readonly program: { readonly name: string; readonly tried: string | null } | null;
};
