// A command that a person typed for themselves: their own shell, environment and folder, with nothing confined. It has no
// terminal, so nothing it starts can read the keys of the program it was typed into. Never for text of a model.

import * as fs from "node:fs";
import { isAbsolute } from "node:path";
import { runCommand } from "../container/run-command.ts";
import { KeptOutput } from "./kept-output.ts";

export type OwnCommand = {
  readonly text: string;
  readonly cwd: string;
  /** All of it: what the person's shell would have. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onOutput: (bytes: Uint8Array) => void;
};

export type OwnCommandEnd = {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly isCancelled: boolean;
  /** Both streams, in the order in which they came, in bounded memory; what was left out is named in the text. */
  readonly output: string;
  readonly truncated: boolean;
};

// The longest that a timer can wait: a person ends their own command themselves.
const NO_LIMIT_MS = 2 ** 31 - 1;

/** NOT_FOUND when the folder is gone. Everything it started ends with it, also when the signal fires. */
export async function runOwnCommand({ text, cwd, environment, signal, onOutput }: OwnCommand): Promise<OwnCommandEnd> {
  const kept = new KeptOutput();
  const known = Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const { exitCode, ended } = await runCommand({
    argv: [shellOf(environment), "-c", text],
    cwd,
    environment: Object.fromEntries(known) as Record<string, string>, // Of pairs of text.
    inherit: false,
    timeoutMs: NO_LIMIT_MS,
    maxBytes: Infinity,
    input: new Uint8Array(),
    signal,
    onOutput: (_, bytes) => {
      kept.push(bytes);
      onOutput(bytes);
    },
  });
  const { text: output, truncated } = kept.text();
  return { exitCode, isCancelled: ended === "cancelled", output, truncated };
}

function shellOf({ SHELL: own }: OwnCommand["environment"]): string {
  return own !== undefined && isAbsolute(own) && fs.existsSync(own) ? own : "/bin/sh";
}
