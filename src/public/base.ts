// `galley/base`: errors with their codes, checked paths, versions, ids. Runs anywhere.

export {
  Bug,
  EditNotFoundError,
  EditNotUniqueError,
  EditRejectedError,
  FileNotFoundError,
  GalleyError,
  PathNotInSandboxError,
  PathNotWritableError,
  StaleContentError,
  asReal,
  failure,
  isFailure,
  newId,
  parsePath,
  versionOf,
} from "../base/index.ts";
export type { Code, Digest, NewId, ParsedPath, RealPath, Target, Version, WorkspacePath } from "../base/index.ts";
