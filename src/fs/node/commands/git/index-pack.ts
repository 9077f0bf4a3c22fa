// Checks a pack of git that a command made: git computes the name of every object from its content and writes an index of
// its own, as it does with what it fetches. No repository and no settings have a say.

import { runCommand } from "../../container/run-command.ts";
import { DEFAULT_PATH, findProgram, OF_THE_SYSTEM } from "../../programs.ts";
import type { Confined } from "../confine.ts";
import type { IndexPack } from "./objects.ts";

const MAX_OUTPUT = 4096;

/** `confined` makes the arguments that run something where it can write nothing but the folder. */
export function packIndexer(root: string, confined: (folder: string, argv: readonly string[]) => Confined): IndexPack {
  return async (folder, { format, timeoutMs }) => {
    const git = findProgram("git", { path: process.env["PATH"], outside: [root], only: OF_THE_SYSTEM });
    if (git === null) return null;
    const settings = ["GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_DIR=/nowhere", "LC_ALL=C"];
    const index = [git, "index-pack", `--object-format=${format}`, "-o", "pack.idx", "pack.pack"];
    const output: Uint8Array[] = [];
    const { exitCode, ended } = await runCommand({
      ...confined(folder, ["/usr/bin/env", ...settings, ...index]),
      cwd: folder,
      environment: { PATH: DEFAULT_PATH },
      inherit: false,
      timeoutMs,
      maxBytes: MAX_OUTPUT,
      input: new Uint8Array(0),
      signal: new AbortController().signal,
      onOutput: (stream, bytes) => (stream === "stdout" ? output.push(bytes) : undefined),
    });
    const name = Buffer.concat(output).toString("latin1").trim();
    return exitCode === 0 && ended === "by itself" && /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(name) ? name : null;
  };
}
