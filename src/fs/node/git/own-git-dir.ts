// A git dir of our own, in a folder that only we can reach: a few lines of configuration, a copy of the index, no hooks,
// no remotes, no filters. Git works here and nowhere else, so a repository's configuration has nothing to say while
// anything is computed, whatever keys that git or a later one may know.

import * as fs from "node:fs";
import { join } from "node:path";
import { RepositoryError } from "../../repository.ts";
import type { GitAnswer, RunGit } from "./run-git.ts";

export type OwnGitDir = {
  /** Runs git on the copy. `cwd` is the work tree whose files it may look at. */
  run(
    args: readonly string[],
    options: {
      readonly cwd: string;
      readonly input?: string | Uint8Array;
      /** A folder of objects to read in place of our own. */
      readonly objects?: string;
      /** Such as the name of an author. */
      readonly environment?: Readonly<Record<string, string>>;
    },
  ): Promise<GitAnswer>;
  /** `modified`: when the original was written, in milliseconds. */
  putIndex(bytes: Uint8Array | null, modified: number): void;
  readIndex(): Uint8Array;
  /** Files such as info/attributes, below the git dir. */
  put(path: string, bytes: Uint8Array): void;
  /** The objects of these contents, unchanged by any conversion, as git stores them. */
  storeObjects(contents: readonly Uint8Array[]): Promise<readonly StoredObject[]>;
  /** Every object that is only here. */
  newObjects(): readonly StoredObject[];
  remove(): void;
};

export type StoredObject = { readonly name: string; readonly stored: Uint8Array };

export type OwnGitDirOptions = {
  readonly git: RunGit;
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A folder of ours on this machine, closed to others. */
  readonly scratch: string;
  readonly objectFormat: "sha1" | "sha256";
  /** Settings that only say how names and texts are read; a null value is a key without one, which means true. */
  readonly settings: ReadonlyMap<string, string | null>;
};

const PREFIX = "git-";
const ABANDONED_MS = 24 * 60 * 60 * 1000;

export function openOwnGitDir(options: OwnGitDirOptions): OwnGitDir {
  const { git, program, scratch, objectFormat } = options;
  removeAbandoned(scratch);
  const folder = fs.mkdtempSync(join(scratch, PREFIX));
  const gitDir = join(folder, "git");
  const index = join(folder, "index");
  for (const path of ["git/objects/info", "git/refs", "git/info", "contents"])
    fs.mkdirSync(join(folder, path), { recursive: true });
  fs.writeFileSync(join(gitDir, "HEAD"), "ref: refs/heads/none\n");
  fs.writeFileSync(join(gitDir, "config"), CONFIGURATION[objectFormat]);
  const settings = [...options.settings].flatMap(([key, value]) => ["-c", value === null ? key : `${key}=${value}`]);
  const run: OwnGitDir["run"] = (args, { cwd, input, objects, environment }) =>
    git({
      program,
      args: [...settings, ...args],
      cwd,
      environment: {
        ...options.environment,
        ...environment,
        GIT_DIR: gitDir,
        GIT_WORK_TREE: cwd,
        GIT_INDEX_FILE: index,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        ...(objects === undefined ? {} : { GIT_OBJECT_DIRECTORY: objects }),
      },
      ...(input === undefined ? {} : { input }),
    });
  return {
    run,
    putIndex(bytes, modified) {
      fs.rmSync(index, { force: true });
      if (bytes === null) return;
      fs.writeFileSync(index, bytes);
      // Git compares the times of files with that of the index to see which it has to look into; too early is safe.
      const seconds = (Math.floor(modified) - 1) / 1000;
      fs.utimesSync(index, seconds, seconds);
    },
    readIndex: () => fs.readFileSync(index),
    put: (path, bytes) => fs.writeFileSync(join(gitDir, path), bytes),
    storeObjects: async (contents) => {
      contents.forEach((bytes, at) => fs.writeFileSync(join(folder, "contents", String(at)), bytes));
      const input = contents.map((_, at) => `${at}\n`).join("");
      const args = ["hash-object", "-w", "--no-filters", "--stdin-paths"];
      const answer = requireSuccess(await run(args, { cwd: join(folder, "contents"), input }));
      const names = answer.stdout.toString("latin1").split("\n").slice(0, -1);
      if (names.length !== contents.length) throw new RepositoryError("git did not store the new content");
      return names.map((name) => ({
        name,
        stored: fs.readFileSync(join(gitDir, "objects", name.slice(0, 2), name.slice(2))),
      }));
    },
    newObjects: () =>
      fs
        .readdirSync(join(gitDir, "objects"))
        .filter((name) => /^[0-9a-f]{2}$/.test(name))
        .flatMap((start) =>
          fs.readdirSync(join(gitDir, "objects", start)).map((rest) => ({
            name: start + rest,
            stored: fs.readFileSync(join(gitDir, "objects", start, rest)),
          })),
        ),
    remove: () => removeFolder(folder),
  };
}

const CONFIGURATION = {
  sha1: "[core]\n\trepositoryformatversion = 0\n",
  sha256: "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n",
};

/** Of processes that were killed. */
function removeAbandoned(scratch: string): void {
  for (const name of fs.readdirSync(scratch)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(scratch, name);
    const stats = fs.lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() && stats.mtimeMs < Date.now() - ABANDONED_MS) removeFolder(path);
  }
}

function removeFolder(path: string): void {
  try {
    fs.rmSync(path, { recursive: true, force: true });
  } catch {
    // Later calls try again; it holds nothing but copies.
  }
}

export function requireSuccess(answer: GitAnswer): Extract<GitAnswer, { kind: "ran" }> {
  if (answer.kind === "ran" && answer.exitCode === 0) return answer;
  throw new RepositoryError(troubleIn(answer));
}

function troubleIn(answer: GitAnswer): string {
  if (answer.kind === "not-started") return "git cannot be run";
  if (answer.kind === "timeout") return "git did not answer in time";
  if (answer.stderr.includes("dubious ownership")) return "the repository belongs to another user, and git refuses it";
  const first =
    answer.stderr.split("\n").find((line) => line.trim() !== "") ?? `git ended with code ${answer.exitCode}`;
  return `git says: ${first.slice(0, 200).replace(/[.\s]+$/, "")}`;
}
