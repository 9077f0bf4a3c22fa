// A repository in a temporary folder, changes applied to it as the command line would, and their staging.

import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { carryOut, prepare, restoreIndex, stageInGit, undo } from "../../src/commit/index.ts";
import type { Change } from "../../src/edits/index.ts";
import { openHostFiles, repositoryOpener, type RunGit } from "../../src/fs/node/index.ts";
import { openState, type State } from "../../src/state/index.ts";
import { scriptedAsk } from "../../src/testing/index.ts";
import { toolEdits } from "./tool-edits.ts";

type Staged = Awaited<ReturnType<typeof stageInGit>>;

export class StagedRepository {
  readonly place = fs.mkdtempSync(join(tmpdir(), "galley-git-"));
  readonly scratch = join(this.place, "scratch");
  readonly state: State = openState({ directory: join(this.place, "state") });
  /** The root of the sandbox; a test may choose another one. */
  root = join(this.place, "repo");

  constructor() {
    fs.mkdirSync(this.root);
    fs.mkdirSync(this.scratch);
  }

  git(...args: readonly string[]): string {
    const person = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
    return execFileSync("git", [...person, ...args], { cwd: this.root, encoding: "utf8", stdio: "pipe" });
  }

  write(path: string, text: string): void {
    fs.mkdirSync(join(this.root, path, ".."), { recursive: true });
    fs.writeFileSync(join(this.root, path), text);
  }

  /** Starts the repository, with these files committed. */
  start(files: Readonly<Record<string, string>>, ...options: readonly string[]): void {
    this.git("init", "-q", ...options);
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", "first");
  }

  async apply(...changes: readonly (readonly [string, Change])[]): Promise<string | null> {
    const files = openHostFiles({ root: this.root });
    const { receipt } = await carryOut({
      plan: await prepare(toolEdits(changes), files.real),
      files,
      state: this.state,
      ask: scriptedAsk(() => "apply"),
    });
    files.close();
    return receipt.id;
  }

  async undo(receipt: string | null): Promise<string | null> {
    const files = openHostFiles({ root: this.root });
    const { undo_id } = await undo({ state: this.state, receipt, openRoot: () => files.staging });
    files.close();
    return undo_id;
  }

  stage(receipt: string | null, { git, environment = process.env, ...more }: StagingOptions = {}): Promise<Staged> {
    const open = repositoryOpener({ environment, scratch: this.scratch, ...(git ? { git } : {}) });
    return stageInGit({ state: this.state, receipt, open, ...more });
  }

  /** What an undo does to git's index; gives the warnings. */
  async restore(undoReceipt: string | null): Promise<readonly string[]> {
    const open = repositoryOpener({ environment: process.env, scratch: this.scratch });
    return restoreIndex({ state: this.state, receipt: undoReceipt, open });
  }

  /** What `git status --porcelain` lists. */
  status(): readonly string[] {
    const listed = this.git("-c", "core.quotePath=false", "status", "--porcelain", "--untracked-files=all");
    return listed.split("\n").filter((line) => line !== "");
  }
}

type StagingOptions = {
  readonly git?: RunGit;
  readonly environment?: NodeJS.ProcessEnv;
  readonly show?: (path: string) => string;
};

export const replace = (find: string, put: string): Change => ({
  kind: "replace",
  find,
  put,
  match: "chars",
  all: false,
});
