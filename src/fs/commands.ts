// What it means to run a command in a place: a container, a confined corner of this machine, or the machine itself.
// Neutral: types only. Whoever implements it bounds the output and ends everything the command started.

export type CommandPlace = {
  readonly where: "container" | "confined" | "host";
  /** Throws NOT_FOUND when the folder or the program is not there. */
  readonly run: (call: CommandCall) => Promise<CommandResult>;
};

export type CommandCall = {
  /** The program and its arguments, each as it is. */
  readonly argv: readonly string[];
  /** The folder below the sandbox's root; "" is the root. */
  readonly cwd: string;
  /** On top of the few variables every command gets. */
  readonly environment: Readonly<Record<string, string>>;
  /** "system": no program of the sandbox's own is found by its name, though PATH may name a folder there. */
  readonly programs?: "system";
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
  /** What it did to the sandbox's files; null where nobody could look. */
  readonly changed: ChangedFiles | null;
};

export type ChangedFiles = {
  readonly created: readonly string[];
  readonly modified: readonly string[];
  readonly deleted: readonly string[];
  /** False when there were too many files to look at all of them. */
  readonly complete: boolean;
};
