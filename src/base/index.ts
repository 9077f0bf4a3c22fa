export { Bug, must } from "./bug.ts";
export { coverOf, coversFolder, coversInside, coversPath } from "./covers.ts";
export type { PatternMatcher } from "./covers.ts";
export { ageOf } from "./age.ts";
export { counted, grouped, listed, nounFor, oneLine, sizeOf, withFullStop } from "./wording.ts";
export { didYouMean } from "./did-you-mean.ts";
export { hasDuplicateKeys } from "./duplicate-keys.ts";
export {
  AbortedError,
  BinaryFileError,
  CODES,
  EditNotFoundError,
  EditNotUniqueError,
  EditRejectedError,
  errorTypeOf,
  failure,
  FileExistsError,
  FileNotFoundError,
  FilesystemError,
  FileTooLargeError,
  GalleyError,
  InvalidArgumentError,
  InvalidPathError,
  IsADirectoryError,
  isFailure,
  NoChangeError,
  NotADirectoryError,
  NotARegularFileError,
  NotSeenError,
  PathNotInSandboxError,
  PathNotWritableError,
  PatternError,
  PendingError,
  StaleContentError,
} from "./errors.ts";
export type { Code, ErrorOptions, Facts } from "./errors.ts";
export type { Frozen } from "./frozen.ts";
export { describeIssue } from "./issues.ts";
export { messageOf } from "./describe-error.ts";
export { idMaker, newId, systemClock } from "./ids.ts";
export type { Clock, NewId } from "./ids.ts";
export {
  asReal,
  commonFolder,
  hasHidden,
  joinPath,
  nameOf,
  parentOf,
  parsePath,
  REAL_ROOT,
  refusal,
  requirePath,
  ROOT,
  targetBelow,
} from "./path.ts";
export { onFirstUse } from "./on-first-use.ts";
export { normalProblem } from "./normal-path.ts";
export type { ParsedPath, RealPath, Target, WorkspacePath } from "./path.ts";
export { digestOf, sha256, versionOf } from "./version.ts";
export type { Digest, Version } from "./version.ts";
export { homeFolder, ignoredFolders, userFolder } from "./user-folders.ts";
export type { FolderFacts } from "./user-folders.ts";
export { LIMITS, type Limit } from "./limits.ts";
