// `galley/fs`: the Filesystem port, files in memory, named roots in one sandbox, and what a backend of your own needs.

export {
  compileGlob,
  createMemoryFiles,
  createSandbox,
  globIn,
  grepIn,
  pathError,
  realWithoutLinks,
} from "../fs/index.ts";
export type {
  EntryKind,
  FileBytes,
  FileContent,
  FileEntry,
  Files,
  Filesystem,
  GrepMatch,
  GrepOptions,
  GrepResult,
  Listing,
  MemoryFiles,
  ReadOptions,
  RealFiles,
  RootAddress,
  Sandbox,
  SandboxRoot,
  SearchOptions,
  Searched,
  Seen,
  Staging,
} from "../fs/index.ts";
