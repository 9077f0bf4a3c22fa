// After a commit: `git add` for what we wrote, so that a person sees it beside their own work and not mixed with it.
// It only warns, never fails, and never stages what a person had changed themselves: a file is staged when git's index
// held exactly the bytes that we replaced. Files with a clean filter are left alone, because staging them would run a
// program that the repository names.

import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { isFailure, type WorkspacePath } from "../base/index.ts";
import { nodeOps, type Batch, type BatchFile, type Blob, type State, type StoredAddress } from "../state/index.ts";
import { gitRunner, type GitAnswer, type RunGit } from "./git.ts";

export type Staged = {
  /** Paths as the batch shows them. */
  readonly staged: readonly WorkspacePath[];
  readonly warnings: readonly string[];
};

export type StageOptions = {
  readonly state: State;
  /** The receipt of the commit; null (nothing was written) stages nothing. */
  readonly receipt: string | null;
  readonly git?: RunGit;
  /** How a warning writes a path; as it is unless given. */
  readonly show?: (path: string) => string;
};

const TIMEOUT_MS = 10_000;

/** Never throws for anything git does; what could not be staged is in the warnings. Silent outside a repository. */
export async function stageInGit({
  state,
  receipt,
  git = gitRunner({ timeoutMs: TIMEOUT_MS }),
  show = (path) => path,
}: StageOptions): Promise<Staged> {
  const staged: WorkspacePath[] = [];
  const warnings: string[] = [];
  try {
    const batch = receipt === null ? null : state.journal.read(receipt);
    if (batch?.kind !== "batch" || !batch.header.roots.some(mayBeInRepository)) return { staged, warnings };
    const entry = state.log.list().entries.find((each) => each.receipt_id === receipt);
    const written = batch.header.files.filter((_, index) => entry?.details[index]?.outcome === "written");
    for (const [index, root] of batch.header.roots.entries()) {
      const files = written.filter((file) => file.root === index);
      const job = { cwd: hostDirectory(root), batch, files, git, warnings, show };
      if (job.cwd !== null && files.length > 0) staged.push(...(await stageRoot({ ...job, cwd: job.cwd })));
    }
  } catch (error) {
    if (!isFailure(error) && !(error instanceof GitTrouble)) throw error;
    warnings.push(`Nothing was staged in git: ${error.message}`);
  }
  return { staged, warnings };
}

/** False only where git would find no repository either: asking it costs more than writing a hundred files. */
function mayBeInRepository(root: StoredAddress): boolean {
  if (process.env["GIT_DIR"] !== undefined) return true;
  for (
    let folder = hostDirectory(root);
    folder !== null;
    folder = dirname(folder) === folder ? null : dirname(folder)
  ) {
    // A folder with a HEAD may be a repository without a work tree, about which git has something to say.
    if (mayBeThere(join(folder, ".git")) || mayBeThere(join(folder, "HEAD"))) return true;
  }
  return false;
}

function mayBeThere(path: string): boolean {
  try {
    nodeOps.statSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ENOENT");
  }
}

type Job = {
  readonly cwd: string;
  readonly batch: Batch;
  readonly files: readonly BatchFile[];
  readonly git: RunGit;
  readonly warnings: string[];
  readonly show: (path: string) => string;
};

class GitTrouble extends Error {}

function hostDirectory(root: StoredAddress): string | null {
  return root["kind"] === "host" ? (root["root"] ?? null) : null;
}

async function stageRoot(job: Job): Promise<readonly WorkspacePath[]> {
  const before = await indexEntries(job, job.files);
  if (before === null) return [];
  const filtered = await filteredPaths(job);
  const ignored = await ignoredPaths(job);
  const willing: BatchFile[] = [];
  for (const file of job.files) {
    const why = reasonNotToStage(job, file, { before, filtered, ignored });
    if (why === null) willing.push(file);
    else job.warnings.push(`${job.show(file.path)} was not staged in git: ${why}.`);
  }
  if (willing.length === 0) return [];
  const added = await ran(job, ["add", "--pathspec-from-file=-", "--pathspec-file-nul"], nulls(willing));
  const after = (await indexEntries(job, willing)) ?? new Map<string, IndexEntry>();
  return willing
    .filter((file) => isStaged(job, file, { before, after, added }))
    .map((file) => file.path as WorkspacePath); // It was one when the batch was kept.
}

type IndexEntry = { readonly mode: string; readonly oid: string; readonly conflict: boolean };
type Index = ReadonlyMap<string, IndexEntry>;

// One call names at most this many paths: a command line is bounded.
const PATHS_AT_ONCE = 300;

/** What the index holds for these files; null outside a repository. */
async function indexEntries(job: Job, files: readonly BatchFile[]): Promise<Index | null> {
  const entries = new Map<string, IndexEntry>();
  for (let from = 0; from < files.length; from += PATHS_AT_ONCE) {
    const paths = files.slice(from, from + PATHS_AT_ONCE).map((file) => file.at);
    const answer = await job.git(["ls-files", "--stage", "-z", "--", ...paths], { cwd: job.cwd });
    if (answer.kind === "no-git" || (answer.kind === "ran" && isNoRepository(answer))) return null;
    for (const line of linesOf(orTrouble(answer))) {
      const parts = /^(\d+) ([0-9a-f]+) ([0-3])\t(.*)$/s.exec(line);
      if (parts !== null) entries.set(parts[4]!, { mode: parts[1]!, oid: parts[2]!, conflict: parts[3] !== "0" });
    }
  }
  return entries;
}

function isNoRepository(answer: Extract<GitAnswer, { kind: "ran" }>): boolean {
  return answer.exitCode === 128 && /not a git repository|must be run in a work tree/.test(answer.stderr);
}

async function filteredPaths(job: Job): Promise<ReadonlySet<string>> {
  const answer = await ran(job, ["check-attr", "-z", "--stdin", "filter"], nulls(job.files));
  const fields = linesOf(answer);
  const filtered = new Set<string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    if (fields[at + 2] !== "unspecified" && fields[at + 2] !== "unset") filtered.add(fields[at]!);
  }
  return filtered;
}

async function ignoredPaths(job: Job): Promise<ReadonlySet<string>> {
  const created = job.files.filter((file) => file.before === null);
  if (created.length === 0) return new Set();
  // "./" in front, so that a name beginning with ":" is not taken for a pattern.
  const input = created.map((file) => `./${file.at}\0`).join("");
  const answer = await job.git(["check-ignore", "-z", "--stdin"], { cwd: job.cwd, input, literal: false });
  // Exit code 1 says that none is ignored.
  const ignored = answer.kind === "ran" && answer.exitCode === 1 ? [] : linesOf(orTrouble(answer));
  return new Set(ignored.map((path) => path.slice(2)));
}

type Known = { readonly before: Index; readonly filtered: ReadonlySet<string>; readonly ignored: ReadonlySet<string> };

/** Completes "was not staged in git: …". */
function reasonNotToStage(job: Job, file: BatchFile, { before, filtered, ignored }: Known): string | null {
  const entry = before.get(file.at);
  if (filtered.has(file.at)) return "a git filter is set for it, and galley does not run filters; stage it yourself";
  if (ignored.has(file.at)) return "git ignores it";
  if (entry === undefined) return file.before === null ? null : "git does not track it, so it may hold your own work";
  if (entry.conflict) return "it is in the middle of a merge";
  if (entry.mode === "120000" || entry.mode === "160000") return "git knows it as a link, not as a file";
  if (file.before === null) return "you had deleted it without staging that";
  return isContent(job, file.before, entry.oid)
    ? null
    : "it had changes that were not staged, perhaps your own, and they would be staged too";
}

/** After `git add`: the index holds our bytes, or what is in the way is said. */
function isStaged(
  job: Job,
  file: BatchFile,
  { before, after, added }: { readonly before: Index; readonly after: Index; readonly added: GitAnswer },
): boolean {
  const entry = after.get(file.at);
  if (entry === undefined ? file.after === null : file.after !== null && isContent(job, file.after, entry.oid))
    return true;
  if (entry?.oid === before.get(file.at)?.oid) {
    job.warnings.push(`${job.show(file.path)} was not staged in git: ${troubleIn(added)}.`);
    return false;
  }
  job.warnings.push(
    `${file.path} was staged in git, but not with the text galley wrote: it changed in between, or git converts it. Look at "git diff --cached".`,
  );
  return true;
}

/** The index may hold the bytes as they are, or with the line endings that git gives to text. */
function isContent({ batch }: Job, blob: Blob, oid: string): boolean {
  const bytes = batch.bytes(blob);
  if (objectId(bytes, oid.length) === oid) return true;
  return bytes.includes(13) && objectId(withoutReturns(bytes), oid.length) === oid;
}

function objectId(bytes: Uint8Array, length: number): string {
  const hash = createHash(length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

function withoutReturns(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => byte !== 13 || bytes[at + 1] !== 10);
}

async function ran(job: Job, args: readonly string[], input: string): Promise<GitAnswer> {
  const answer = await job.git(args, { cwd: job.cwd, input });
  if (answer.kind !== "ran") orTrouble(answer);
  return answer;
}

function orTrouble(answer: GitAnswer): GitAnswer {
  if (answer.kind === "ran" && answer.exitCode === 0) return answer;
  throw new GitTrouble(`${troubleIn(answer)}.`);
}

function troubleIn(answer: GitAnswer): string {
  if (answer.kind === "no-git") return "git cannot be run";
  if (answer.kind === "timeout") return "git did not answer in time";
  if (answer.stderr.includes("index.lock"))
    return "another git process is at work (index.lock); stage it when that is done";
  if (answer.stderr.includes("dubious ownership")) return "the repository belongs to another user, and git refuses it";
  const first =
    answer.stderr.split("\n").find((line) => line.trim() !== "") ?? `git ended with code ${answer.exitCode}`;
  return `git says: ${first.slice(0, 200).replace(/[.\s]+$/, "")}`;
}

function linesOf(answer: GitAnswer): readonly string[] {
  return answer.kind === "ran" ? answer.stdout.toString("utf8").split("\0").slice(0, -1) : [];
}

function nulls(files: readonly BatchFile[]): string {
  return files.map((file) => `${file.at}\0`).join("");
}
