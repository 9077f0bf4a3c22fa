// A file system that lives in memory for one session, through the same gate, the same journal and the same receipts as
// a folder on disk. It never touches the person's files.

import { LIMITS } from "../base/index.ts";
import { NO_RULES, type Policy, type SandboxFlags } from "../approval/index.ts";
import { createSessionRules } from "../ask/index.ts";
import { createMemoryFiles, createSandbox, type MemoryFiles, type MemoryOptions } from "../fs/index.ts";
import type { State } from "../state/index.ts";
import type { ToolWorkspace } from "../tools/index.ts";
import { createToolWorkspace } from "../workspace/index.ts";
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

/**
 * A section with files in memory for one conversation. Unless `flags` ask, nothing in it needs approval; no file of the
 * user's is reached.
 */
export function vfsSection(options: VfsOptions): Section {
  return {
    title: "Virtual Filesystem",
    key: NAME,
    tools: FILESYSTEM_TOOLS,
    prompt: () =>
      "You work on a virtual file system that exists for this conversation only. Nothing in it is on the user's disk.",
    open: (session) => session.install(ActiveFiles, vfsWorkspace(options), "the section vfs"),
  };
}

export function vfsWorkspace({ files = {}, state, flags = FREE, policy = NO_RULES }: VfsOptions): ToolWorkspace {
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
  return createToolWorkspace({
    sandbox,
    names: [NAME],
    defaultName: NAME,
    gate: { policy, session: createSessionRules(), flagsOf: () => flags },
    state: async () => state,
    openRoot: () => null,
  });
}

const MAX_BYTES = LIMITS.fileBytes.value;

function isMemory(files: NonNullable<VfsOptions["files"]>): files is MemoryFiles {
  return "staging" in files && typeof files.staging === "object";
}
