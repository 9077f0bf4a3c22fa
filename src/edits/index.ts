export { isMarker } from "./damage.ts";
export type { DeskOptions } from "./desk.ts";
export { isPlaceholder } from "./elision.ts";
export { suggest } from "./explain.ts";
export { locate } from "./locate.ts";
export type { Located, LocateOptions, Place } from "./locate.ts";
export { pathsOf, planEdits } from "./plan.ts";
export type {
  Candidate,
  Cause,
  Change,
  ChangePlan,
  Chunk,
  Diagnostics,
  Edit,
  EditId,
  EditPlan,
  ErrorType,
  FilePlan,
  Format,
  Found,
  Hunk,
  Miss,
  Proposed,
  Source,
} from "./types.ts";
