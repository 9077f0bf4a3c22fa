// One repository as staging sees it. What git has to compute it computes in a git dir of our own; what has to be in the
// repository (new objects, the new index) is put there by us, through the same safe walk as every other file.

import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { isFailure, type RealPath } from "../../../base/index.ts";
import {
  RepositoryError,
  type Attributes,
  type FoundRepository,
  type OpenRepository,
  type Repository,
  type RepositoryFacts,
} from "../../repository.ts";
import { isSystemError } from "../errno.ts";
import { openHostFiles, type HostFiles } from "../host.ts";
import { findProgram, searchPath } from "../programs.ts";
import { factsIn, settingsIn, type Configuration } from "./configuration.ts";
import { confirmLayout, replacedObjects, type Ask } from "./confirm.ts";
import { locateRepository, type RepositoryLayout } from "./locate.ts";
import { openOwnGitDir, requireSuccess, type OwnGitDir } from "./own-git-dir.ts";
import { readHead, recordCommit, requireCommittable } from "./record-commit.ts";
import { requirePlainRules } from "./rule-files.ts";
import { gitEnvironment, gitRunner, givenConfiguration, type RunGit } from "./run-git.ts";
import { updateIndex } from "./update-index.ts";
import { changedSince, readContents, type Treatment } from "./work-tree.ts";

export type RepositoryOptions = {
  readonly environment: NodeJS.ProcessEnv;
  /** Our own folder on this machine, closed to others, as the place for a git dir of our own. It exists. */
  readonly scratch: string;
  /** Folders that git is not taken from, in addition to those of the root and of its repository. */
  readonly outside?: readonly string[];
  readonly git?: RunGit;
};

const TIMEOUT_MS = 10_000;
/** No index is larger: this many bytes are about ten million files. */
const MAX_BYTES = 1024 ** 3;

/** Git is never taken from a folder of the root or of its repository, whatever PATH says. */
export function repositoryOpener(options: RepositoryOptions): OpenRepository {
  return async (root) => {
    try {
      return await guarded(async () => {
        const located = locateRepository(root, options.environment);
        if (located.kind !== "located") return located;
        const search = {
          path: options.environment["PATH"],
          outside: [...(options.outside ?? []), root, located.layout.top],
        };
        const program = findProgram("git", search);
        if (program !== null) return open(located.layout, { ...options, program, search });
        const isInside = findProgram("git", { ...search, outside: [] }) !== null;
        return isInside ? { kind: "refused", why: "PATH names git only inside this folder" } : { kind: "none" };
      });
    } catch (error) {
      if (!(error instanceof RepositoryError) && !isFailure(error)) throw error;
      return { kind: "refused", why: error.message };
    }
  };
}

/** What the system refuses (a full disk, a folder that is gone) is a reason like any other. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isSystemError(error) ? new RepositoryError(`the system refused it (${error.code})`) : error;
  }
}

type Found = RepositoryOptions & { readonly program: string; readonly search: Parameters<typeof searchPath>[0] };

async function open(layout: RepositoryLayout, options: Found): Promise<FoundRepository> {
  const { environment, scratch, program, git = gitRunner({ timeoutMs: TIMEOUT_MS }) } = options;
  const files = openHostFiles({ root: layout.base, symlinks: "within", maxFileBytes: MAX_BYTES, ripgrep: "never" });
  let own: OwnGitDir | null = null;
  try {
    for (const name of ["config", "config.worktree", "HEAD"]) await readPlain({ files, layout }, name);
    const clean = gitEnvironment(environment, searchPath(options.search));
    const ask: Ask = (args) =>
      git({
        program,
        args: ["-c", "safe.bareRepository=explicit", ...args],
        cwd: layout.top,
        environment: { ...clean, ...givenConfiguration(environment) },
      });
    const confirmed = await confirmLayout(layout, ask);
    if (confirmed === null) {
      files.close();
      return { kind: "none" };
    }
    const { objectFormat, configuration } = confirmed;
    const facts = factsIn(configuration);
    requirePlainRules(configuration, layout.top, environment);
    const settings = settingsIn(configuration);
    own = openOwnGitDir({ git, program, environment: clean, scratch, objectFormat, settings });
    for (const name of ["info/attributes", "info/exclude"]) {
      const rules = await readPlain({ files, layout }, name);
      if (rules !== null) own.put(name, rules);
    }
    const replaced = (): Promise<ReadonlySet<string>> => replacedObjects(ask);
    const parts = { layout, files, own, facts, objectFormat, replaced, ask, configuration };
    return { kind: "repository", repository: repositoryOf(parts) };
  } catch (error) {
    own?.remove();
    files.close();
    throw error;
  }
}

type Opened = { readonly layout: RepositoryLayout; readonly files: HostFiles };

/** Below the base, whatever it is: a path of the git dir, or of what worktrees share. Resolved once; no later link counts. */
function pathIn({ files, layout }: Opened, name: string): RealPath {
  const { base, gitDir, commonDir } = layout;
  const isOwn = name === "index" || name === "HEAD" || name === "config.worktree";
  const path = relative(base, join(isOwn ? gitDir : commonDir, name))
    .split(sep)
    .join("/");
  try {
    return files.real.resolve(path).real;
  } catch (error) {
    if (!isFailure(error)) throw error;
    throw new RepositoryError(`${path} is not a plain file of the repository`);
  }
}

async function readPlain({ files, layout }: Opened, name: string): Promise<Uint8Array | null> {
  const path = pathIn({ files, layout }, name);
  const seen = await files.staging.look(path);
  if (seen.kind === "other") throw new RepositoryError(`${path} is not a plain file of the repository`);
  return seen.kind === "file" ? seen.bytes : null;
}

type Parts = Opened & {
  readonly own: OwnGitDir;
  readonly facts: RepositoryFacts;
  readonly objectFormat: "sha1" | "sha256";
  readonly replaced: () => Promise<ReadonlySet<string>>;
  readonly ask: Ask;
  readonly configuration: Configuration;
};

function repositoryOf({ layout, files, own, facts, objectFormat, replaced, ask, configuration }: Parts): Repository {
  const { top } = layout;
  const objectName = (bytes: Uint8Array): string =>
    createHash(objectFormat).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
  const place = {
    layout,
    files,
    own,
    objectName,
    replaced,
    nameBytes: objectFormat === "sha1" ? 20 : 32,
    paths: { index: pathIn({ files, layout }, "index"), objects: pathIn({ files, layout }, "objects") },
  } as const;
  const attributes: Repository["attributes"] = async (paths) => {
    const input = paths.map((path) => `${path}\0`).join("");
    const answer = requireSuccess(await own.run(["check-attr", "-a", "-z", "--stdin"], { cwd: top, input }));
    return readAttributes(answer.stdout);
  };
  return {
    prefix: layout.prefix,
    facts,
    misplaced: (path) => misplaced(top, path),
    hasAttributesFile: (folder) => statsAt(join(top, folder, ".gitattributes"))?.isFile() ?? false,
    objectName,
    attributes,
    ignored: async (paths) => {
      if (paths.length === 0) return new Set();
      // "./" in front, so that a name beginning with ":" is not taken for a pattern.
      const input = paths.map((path) => `./${path}\0`).join("");
      const answer = await own.run(["check-ignore", "-z", "--stdin"], { cwd: top, input });
      // Exit code 1 says that none is ignored.
      const none = answer.kind === "ran" && answer.exitCode === 1;
      return new Set(none ? [] : fieldsOf(requireSuccess(answer).stdout).map((path) => path.slice(2)));
    },
    convertedName: async (path, bytes) => {
      const answer = await own.run(["hash-object", "--stdin", `--path=${path}`], { cwd: top, input: bytes });
      return requireSuccess(answer).stdout.toString("latin1").trim();
    },
    update: (decide) => guarded(() => updateIndex(place, decide)),
    head: () => guarded(() => readHead(place, ask)),
    requireCommittable: () =>
      guarded(async () => {
        await requireCommittable(place, { ask, configuration });
      }),
    commit: (commit) => guarded(() => recordCommit(place, { ask, configuration }, commit)),
    changedSince: (revision) => guarded(() => changedSince(place, ask, revision)),
    contents: (wanted, { mostBytes }) =>
      guarded(async () => {
        const set = await attributes(wanted.map(({ path }) => path));
        const treatmentOf = (path: string): Treatment => treatment(set.get(path) ?? new Map(), facts);
        return readContents(place, wanted, { treatmentOf, mostBytes });
      }),
    close: () => {
      own.remove();
      files.close();
    },
  };
}

const CONVERTING = ["text", "eol", "crlf", "ident", "working-tree-encoding"];

function treatment(set: Attributes, { autocrlf, filters }: RepositoryFacts): Treatment {
  const filter = set.get("filter");
  // "unset" is also what git writes for a filter of that name.
  if (filter !== undefined && (filter !== "unset" || filters.has("unset"))) return "filtered";
  return autocrlf || CONVERTING.some((name) => set.has(name)) ? "converted" : "plain";
}

function readAttributes(listed: Buffer): ReadonlyMap<string, Attributes> {
  const found = new Map<string, Map<string, string>>();
  const fields = fieldsOf(listed);
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path, name, value] = fields.slice(at, at + 3) as [string, string, string]; // There are three.
    found.set(path, (found.get(path) ?? new Map<string, string>()).set(name, value));
  }
  return found;
}

function fieldsOf(listed: Buffer): readonly string[] {
  return listed.toString("utf8").split("\0").slice(0, -1);
}

/** A link on the way, or a repository of its own: git keeps neither's files here. */
function misplaced(top: string, path: string): string | null {
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    if (statsAt(join(top, folder))?.isSymbolicLink()) return "its path leads through a link";
    if (statsAt(join(top, folder, ".git")) !== null) return "it is in another repository, inside this one";
  }
  return null;
}

function statsAt(path: string): fs.Stats | null {
  try {
    return fs.lstatSync(path);
  } catch {
    return null; // Not there any more, or no folder above it.
  }
}
