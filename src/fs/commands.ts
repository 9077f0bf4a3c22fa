// What it means to run a command in a place: a container, a confined corner of this machine, or the machine itself.
// Neutral: types only. An implementation bounds the output and ends everything the command started.

export type CommandPlace = {
  readonly where: "container" | "confined" | "host";
  /** The container's image; null elsewhere. */
  readonly image: string | null;
  /** Whether a command that was approved can use the network, and whether it can write below the root. */
  readonly network: boolean;
  readonly workspace: "writable" | "read-only";
  /**
   * Why a command must be asked about here, in words that follow "because", or null. Looks at the sandbox's files:
   * a file that no one may read without a question has to be one that can be masked.
   */
  readonly whyAsk: () => Promise<string | null>;
  /** Throws NOT_FOUND when the folder or the program is not there, FORBIDDEN when it cannot be run as it must be. */
  readonly run: (call: CommandCall) => Promise<CommandResult>;
};

/** What the rules say about paths below a sandbox's root. */
export type PathRules = {
  /** Only a person may change it: commands find it read-only. */
  readonly isProtected: (path: string) => boolean;
  /** Files, as `device:inode`, that are protected under whatever name they have below the root. */
  readonly files?: ReadonlySet<string>;
  /** What may be seen and changed there; null when no rule restricts anything. */
  readonly access: ((path: string) => { readonly read: Effect; readonly write: Effect }) | null;
};

type Effect = "allow" | "ask" | "deny";

export type CommandCall = {
  /** The program and its arguments, each as it is. */
  readonly argv: readonly string[];
  /** The folder below the sandbox's root; "" is the root. */
  readonly cwd: string;
  /** On top of the few variables every command gets. */
  readonly environment: Readonly<Record<string, string>>;
  /** "read-only": nothing below the root can change. */
  readonly workspace: "writable" | "read-only";
  /** False: no one said yes to this call. Then files whose reading would ask are masked too. */
  readonly asked: boolean;
  readonly input: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly onOutput?: (stream: "stdout" | "stderr", bytes: Uint8Array) => void;
};

export type CommandResult = {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The middle of an output was left out; the text says so at its place. */
  readonly truncated: boolean;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** Why it is not known how it ended; null when it is. */
  readonly lost: string | null;
  /** Comes first in every report, and whole. */
  readonly warnings: readonly string[];
  /** What it did to the sandbox's files; null where that could not be found out. */
  readonly changed: ChangedFiles | null;
  /** What else a model and a person should know: what was masked, what of a repository was not kept. */
  readonly notes: readonly string[];
};

export type ChangedFiles = Changes & {
  /** Of protected paths and paths that a rule denies to change; in none of the other lists. A folder ends with "/". */
  readonly guarded: Changes;
  /** False when there were too many files to look at all of them. */
  readonly complete: boolean;
  /** False when not every folder could be searched for such paths. */
  readonly searched: boolean;
};

export type Changes = {
  readonly created: readonly string[];
  readonly modified: readonly string[];
  readonly deleted: readonly string[];
};
