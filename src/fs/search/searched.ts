// What a search needs of a backend: its eyes, sizes, and perhaps a finder that is faster than walking.

import type { WorkspacePath } from "../../base/index.ts";
import type { Finder } from "./finder.ts";
import type { OwnPath } from "../pages.ts";
import type { Tree } from "./tree.ts";

/** Where a search starts: the path asked for, and what it really is when links are followed to it. */
export type Base = { readonly real: WorkspacePath; readonly kind: "directory" | "file" };

/** What `globIn` and `grepIn` need of a backend that holds its own bytes. Every method answers at once. */
export interface Searched extends Tree {
  /** NOT_FOUND, SYMLINK, STALE, NOT_REGULAR. */
  base(own: OwnPath): Base;
  /** Of a regular file, else null. */
  size(path: WorkspacePath): number | null;
  /** The same for many paths, cheaper when they come in order. */
  sizes?(): Sizes;
  /** The backend's own limit, for a finder. */
  readonly maxFileBytes?: number;
  readonly finder?: Finder;
}

export type Sizes = {
  size(path: WorkspacePath): number | null;
  /** Lets go of what is held. Call it before waiting and at the end. */
  rest(): void;
};
