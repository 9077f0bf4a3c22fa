export { filtersSystemCalls, hasBubblewrap, whyNotConfined } from "./commands/bubblewrap.ts";
export { openHostPlace, whyTooWide } from "./commands/host-place.ts";
export type { HostPlaceOptions } from "./commands/host-place.ts";
export { runOwnCommand } from "./commands/own-shell.ts";
export type { OwnCommand, OwnCommandEnd } from "./commands/own-shell.ts";
export { obeyedIn } from "./commands/obeyed-paths.ts";
export { openContainer } from "./container/container.ts";
export type {
  CommandOutcome,
  CommandRequest,
  Container,
  ContainerOptions,
  ContainerPrograms,
} from "./container/container.ts";
export type { ContainerFiles } from "./container/container-files.ts";
export { openContainerPlace } from "./container/container-place.ts";
export type { ContainerPlaceOptions } from "./container/container-place.ts";
export type { EngineSearch } from "./container/engine.ts";
export type { ContainerLayout, ContainerSettings } from "./container/launch.ts";
export { tryEngine } from "./container/trial.ts";
export type { Trial } from "./container/trial.ts";
export { repositoryOpener } from "./git/repository.ts";
export type { RepositoryOptions } from "./git/repository.ts";
export { gitRunner } from "./git/run-git.ts";
export type { GitAnswer, GitCall, RunGit } from "./git/run-git.ts";
export { openHostFiles } from "./host.ts";
export type { HostFiles, HostOptions } from "./host.ts";
export type { WalkKind } from "./host-root.ts";
export { loadMounts } from "./mounts.ts";
export type { LeftOut, Loaded, Mount, MountOptions } from "./mounts.ts";
export { nodeOps } from "./ops.ts";
export type { HostOps } from "./ops.ts";
export { findProgram, searchPath, stepsTo } from "./programs.ts";
export type { ProgramSearch } from "./programs.ts";
export { findRipgrep } from "./ripgrep/binary.ts";
export type { RipgrepChoice } from "./ripgrep/finder.ts";
export type { SymlinkPolicy } from "./resolve.ts";
