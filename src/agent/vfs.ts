// A file system that lives in memory for one session, through the same gate, the same journal and the same receipts as
// a folder on disk. It never touches the person's files.

import { failure, isFailure, newId, type WorkspacePath } from "../base/index.ts";
import { below, sandboxOf, type Policy, type SandboxFlags } from "../approval/index.ts";
import { createAsk, createSessionRules, visibilityOf, type Gate } from "../ask/index.ts";
import { carryOut, remove } from "../commit/index.ts";
import {
  createMemoryFiles,
  createSandbox,
  visibleFiles,
  type EntryKind,
  type MemoryFiles,
  type MemoryOptions,
  type Sandbox,
} from "../fs/index.ts";
import type { State } from "../state/index.ts";
import type { Backend } from "./backend.ts";
import { FILESYSTEM_TOOLS } from "./sections.ts";
import { ActiveFiles } from "./services.ts";
import type { Section } from "./session.ts";

export type VfsOptions = {
  /** What it starts with: path → content. Or the memory itself, for a program that looks at it too. */
  readonly files?: NonNullable<MemoryOptions["files"]> | MemoryFiles;
  /** Where its batches are kept until they are done. */
  readonly state: State;
  /** What has to be asked; by default nothing, since nothing of the person's is at stake. */
  readonly flags?: SandboxFlags;
  readonly policy?: Policy;
};

const NAME = "vfs";
const FREE: SandboxFlags = { read_approval: false, write_approval: false, edit_approval: false };
const NO_RULES: Policy = { user: [], project: [], remembered: [], matches: () => false };

export function vfsSection(options: VfsOptions): Section {
  return {
    title: "Virtual Filesystem",
    key: NAME,
    tools: FILESYSTEM_TOOLS,
    prompt: () =>
      "You work on a virtual file system that exists for this conversation only. Nothing in it is on the person's disk.",
    open: (session) => session.install(ActiveFiles, vfsBackend(options), "the section vfs"),
  };
}

export function vfsBackend({ files = {}, state, flags = FREE, policy = NO_RULES }: VfsOptions): Backend {
  const sandbox = createSandbox({
    roots: [
      {
        name: NAME,
        files: isMemory(files) ? files : createMemoryFiles({ files }),
        mode: "rw",
        suffixes: null,
        maxFileBytes: MAX_BYTES,
      },
    ],
    defaultRoot: NAME,
    implicit: true,
  });
  const gate: Gate = { policy, session: createSessionRules(), flagsOf: () => flags };
  const openRoot = () => null;
  const view = visibilityOf(gate, [NAME]);
  const approved = visibleFiles(sandbox, view, { asks: "included" });
  const written = { real: approved, staging: sandbox.staging };
  const resolve: Backend["resolve"] = (given, kind) => resolveIn(sandbox, given, kind);
  return {
    files: visibleFiles(sandbox, view, { asks: "left-out" }),
    approved,
    readable: visibleFiles(sandbox, view, { asks: "unread" }),
    resolve,
    requireWritable: (path) => sandbox.requireWritable(path),
    known: (path) => isKnown(() => approved.kindOf(approved.resolve(resolve(path), { last: "keep" }))),
    show: (path) => (sandboxOf(path) === NAME && path.includes("/") ? below(path) : path),
    gate,
    carryOut: (plan, { atomic, signal, ...who }) => {
      const ask = createAsk({ gate, newId, ...who });
      return carryOut({ plan, files: written, state, openRoot, atomic, signal, ask });
    },
    remove: (removal, { signal, ...who }) => {
      const ask = createAsk({ gate, newId, ...who });
      return remove({ removal, files: written, state, openRoot, signal, ask });
    },
  };
}

const MAX_BYTES = 33_554_432;

function isMemory(files: NonNullable<VfsOptions["files"]>): files is MemoryFiles {
  return "staging" in files && typeof files.staging === "object";
}

function resolveIn(sandbox: Sandbox, given: unknown, kind: "file" | undefined): WorkspacePath {
  const { path, directory } = sandbox.resolve(given);
  if (kind === "file" && directory)
    throw failure("IS_DIR", `${path} is written as a folder, with a slash at its end. Name a file.`, {
      data: { path },
    });
  return path;
}

function isKnown(kindOf: () => EntryKind | null): boolean {
  try {
    return kindOf() !== null;
  } catch (error) {
    if (isFailure(error)) return false;
    throw error;
  }
}
