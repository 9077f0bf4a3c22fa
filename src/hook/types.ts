// The nouns of a hook: what another agent is about to do, what its own tool would write, and what it is answered.

import type { Text } from "../text/index.ts";

/** One replacement of an editing tool. */
export type Replacement = { readonly find: string; readonly put: string; readonly all: boolean };

/** What a call of a host's tool does, whatever the host calls its parameters. Paths are as the host sent them. */
export type ToolCall =
  | { readonly kind: "edit"; readonly path: string; readonly edits: readonly Replacement[] }
  | { readonly kind: "write"; readonly path: string; readonly content: string }
  | { readonly kind: "delete"; readonly path: string }
  /** `folder`: the paths of the patch are relative to it; null: to where the agent is. */
  | { readonly kind: "patch"; readonly text: string; readonly folder: string | null }
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "read"; readonly path: string }
  /** Shows lines or names of files below these paths, or patterns of paths; none: below where the agent is. */
  | { readonly kind: "search"; readonly paths: readonly string[]; readonly shows: Shown }
  /** It may change these files, and what it will write cannot be known. `why` is a sentence. */
  | { readonly kind: "unpredictable"; readonly paths: readonly string[]; readonly why: string }
  | { readonly kind: "other" };

/** What a tool of a host does, and what it calls the parts. `may`: further parameters that change nothing about what is written. */
export type ToolSpec = { readonly may?: readonly string[] } & (
  | {
      readonly does: "edit";
      readonly path: string;
      readonly find: string;
      readonly put: string;
      readonly all: string | null;
    }
  | {
      readonly does: "edits";
      readonly path: string;
      readonly edits: string;
      readonly find: string;
      readonly put: string;
      readonly all: string | null;
    }
  | { readonly does: "write"; readonly path: string; readonly content: string }
  | { readonly does: "delete"; readonly path: string }
  /** `text` null: the input is the patch itself. */
  | { readonly does: "patch"; readonly text: string | null }
  | { readonly does: "command"; readonly command: string }
  | { readonly does: "read"; readonly path: string }
  /** `paths`: parameters that may each have a path, a pattern of paths, or a list of these. `patterns`: of names below them. */
  | {
      readonly does: "search";
      readonly paths: readonly string[];
      readonly patterns?: readonly string[];
      readonly shows: Shown;
    }
  | { readonly does: "unpredictable"; readonly path: string }
);

export type Shown = "lines" | "names";

/** What the host reported, in terms that all hosts share. */
export type HookCall = {
  /** `other`: an event that is about no call. `unknown`: one that may be, and that we do not know. */
  readonly event: "before" | "after" | "other" | "unknown";
  readonly session: string;
  /** The host's own id of the call; null where it has none. */
  readonly callId: string | null;
  /** Where the host keeps a record of the session; null where it does not say. */
  readonly transcript: string | null;
  /** When the host sent it; null where it does not say. Distinguishes calls without an id. */
  readonly sentAt: string | null;
  /** Null where the host does not say. */
  readonly cwd: string | null;
  /** The folders that the host has open as projects, where it says so. */
  readonly opened?: readonly string[];
  readonly tool: string;
  readonly input: unknown;
  /** The answer has the shape of another host's hooks, because the host read that one's settings. */
  readonly dialect?: "claude";
};

/** What the hook answers. `note` is for the agent. */
export type HookAnswer =
  /** The host proceeds as it would without the hook. */
  | { readonly kind: "nothing" }
  | { readonly kind: "allow"; readonly note: string | null }
  /** `input` is complete. */
  | { readonly kind: "allow-modified"; readonly input: unknown; readonly note: string | null }
  | { readonly kind: "deny"; readonly reason: string }
  /** The host's own question, about the call as it was sent or with another complete input. */
  | { readonly kind: "ask"; readonly reason: string; readonly input?: unknown }
  /** After the tool has run: it left something else than was approved. */
  | { readonly kind: "report"; readonly message: string };

/** How a host's editing tools treat what they are not asked about. Measured on the host itself; see docs/guides/agents.md. */
export type Habits = {
  readonly names: {
    /** "%61" in a path is read as "a". */
    readonly decodes: boolean;
    /** A relative path may be looked for elsewhere than in the agent's folder. */
    readonly searches: boolean;
  };
  readonly edit: {
    /** "\r\n" in the new text, in a file whose lines end in "\n": kept, or made "\n". */
    readonly crlfInLf: "kept" | "file";
    /** "\r\n" in the new text, in a file whose lines end in "\r\n". */
    readonly crlfInCrlf: "file" | "unknown";
    /** An empty new text also takes the line break after the old one. */
    readonly takesBreak: boolean;
    /** Whether the file ends in a line break stays as it was, whatever the new text says. */
    readonly keepsFinalBreak: boolean;
    /** An empty old text makes a new file. */
    readonly creates: boolean;
  };
  readonly write: {
    /** A file that exists is refused. */
    readonly onlyNew: boolean;
    /** A file with a byte order mark keeps it when the new content has none. */
    readonly keepsBom: boolean;
    /** The content is written as it is, or with "\r\n" where the file had that. */
    readonly endings: "content" | "file";
    /** Text such as "\\n" in the content: written as it is, or perhaps as what it means in a program. */
    readonly escapes: "kept" | "unknown";
  };
  readonly patch: {
    /**
     * `first`: replaced lines get the ending of the file's first line. `all-first`: every line does. `raw`: lines are
     * split at "\n" only, and a "\r" is part of them.
     */
    readonly endings: "first" | "all-first" | "raw";
    /** A file always ends in a line break, or as it did. */
    readonly finalBreak: "added" | "kept";
    /** "*** Add File" replaces a file that exists. */
    readonly addReplaces: boolean;
    /** Whether a byte order mark is part of the first line. */
    readonly bom: "in-line" | "apart" | "unknown";
  } | null;
};

export type Host = {
  /** As in `galley hook NAME`. */
  readonly name: string;
  readonly title: string;
  /** How long the host waits for a hook by default. */
  readonly limitMs: number;
  /**
   * Whether the host asks its user when it is answered `ask`, and does not proceed without a yes. `any`: it shows its user
   * the new input that came with the answer.
   */
  readonly asks: "never" | "as-sent" | "any";
  readonly tools: Readonly<Record<string, ToolSpec>>;
  readonly habits: Habits;
  /** Where the host's files say more about this call than is always true. */
  readonly habitsFor?: (call: HookCall, files: HostFiles) => Habits;
  /**
   * Where the host was started, which its `cwd` does not say when a command, or an argument of the model, has changed that: a
   * variable that it sets for its hooks, or the folder that it starts them in.
   */
  readonly startedIn: { readonly variable: string } | "hook-folder" | "cwd";
  /** It runs the hooks of all calls of a turn before any of their tools. */
  readonly writesLater?: true;
  /** A command of the shell that is a patch for the host's own patch tool. */
  readonly patchCommands: boolean;
  /** Whether a message that was sent to another host's hook is from this one. */
  readonly recognises: (message: Message) => boolean;
  /** Null when it is no message of this host's hooks. */
  readonly read: (message: Message) => HookCall | null;
  /** What is printed; null: nothing. */
  readonly render: (answer: HookAnswer, call: HookCall) => object | null;
};

/** What a host has on disk beside the project. */
export type HostFiles = {
  readonly read: (path: string) => HostFile;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

export type HostFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "absent" }
  /** Not a plain file, too large, or not to be opened. */
  | { readonly kind: "unreadable" };

export type Message = Readonly<Record<string, unknown>>;

/** What the host's own tool would write, by the path as the call names it. */
export type Predicted =
  | { readonly kind: "files"; readonly files: readonly PredictedFile[] }
  /** The tool would refuse the call. */
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "unknown"; readonly why: string };

export type PredictedFile = {
  readonly path: string;
  readonly to: string | null;
  /** null = deleted. */
  readonly after: Text | null;
};
