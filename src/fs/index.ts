export type { ChangedFiles, Changes, CommandCall, CommandPlace, CommandResult, PathRules } from "./commands.ts";
export { compileFileGlob, compileGlob } from "./search/glob.ts";
export type { Glob } from "./search/glob.ts";
export { compileCover } from "./search/cover.ts";
export type { Cover, Reach } from "./search/cover.ts";
export { alternativesOutside, compileRule } from "./search/glob.ts";
export { globIn, grepIn } from "./search/search.ts";
export type { Searched } from "./search/searched.ts";
export { realWithoutLinks } from "./memory/without-links.ts";
export { pathError } from "./error-messages.ts";
export { ignoredIn, isIgnoredFile } from "./search/ignored-file.ts";
export { createMemoryFiles, MAX_FILE_BYTES } from "./memory/memory.ts";
export type { MemoryFiles, MemoryOptions } from "./memory/memory.ts";
export type {
  EntryKind,
  FileBytes,
  FileContent,
  FileEntry,
  Files,
  Filesystem,
  Glance,
  GrepMatch,
  GrepOptions,
  GrepResult,
  Hidden,
  Listing,
  ReadOptions,
  RealFiles,
  RealGrepOptions,
  RealSearchOptions,
  RootAddress,
  SearchOptions,
  Seen,
  Skipped,
  Staging,
} from "./protocol.ts";
export { RepositoryError } from "./repository.ts";
export type {
  Attributes,
  ChangedFile,
  FoundRepository,
  GitIndex,
  Head,
  IndexChange,
  IndexEntry,
  OpenRepository,
  Repository,
  RepositoryFacts,
  StoredContent,
} from "./repository.ts";
export { throughBuffers } from "./sandbox/buffers.ts";
export type { Buffers, BufferedFiles } from "./sandbox/buffers.ts";
export { createSandbox, findOverlap } from "./sandbox/sandbox.ts";
export type { Sandbox, SandboxOptions } from "./sandbox/sandbox.ts";
export type { Resolved } from "./sandbox/paths.ts";
export type { SandboxRoot } from "./sandbox/root.ts";
export { glanceAt } from "./sandbox/staging.ts";
export { requireShown, visibleFiles } from "./sandbox/visible.ts";
export type { View, VisibleOptions } from "./sandbox/visible.ts";
