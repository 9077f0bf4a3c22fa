// The nouns of the overview: the tree of files, and a question about several of them. Plain data.

/** A folder, or one page of the review. */
export type TreeNode = TreeFolder | TreeFile;

export type TreeFolder = {
  readonly kind: "folder";
  /** Of the folder, as paths of the question are written; what a folded folder is known by. */
  readonly path: string;
  /** The names below the parent: several where each folder holds only the next one. */
  readonly name: string;
  readonly children: readonly TreeNode[];
};

export type TreeFile = {
  readonly kind: "file";
  readonly path: string;
  readonly name: string;
  /** Index into the pages. */
  readonly page: number;
};

/** Why a page is only ever approved on its own screen. */
export type Separate = "protected" | "likely" | "risky" | "unplaced" | "unshown";

export type BulkScope =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "folder"; readonly path: string }
  /** Everything without an answer; with a filter, of what matches. */
  | { readonly kind: "rest" };

/** A question about several pages at once. Nothing is answered until it was painted and confirmed. */
export type Bulk = {
  readonly action: "apply" | "reject";
  readonly scope: BulkScope;
  readonly filter: string;
  /** Indexes of the pages that get the answer. */
  readonly pages: readonly number[];
  readonly notViewed: number;
  readonly partlyViewed: number;
  readonly deleted: number;
  /** Of the deleted files: their size where they are text, and how many are not. */
  readonly deletedBytes: number;
  readonly deletedBinary: number;
  /** It is the whole question: a no rejects everything. */
  readonly isWhole: boolean;
  /** Some of their changes are left out. */
  readonly inPart: number;
  readonly edited: number;
  /** Rejected here, and applied before. */
  readonly reversed: number;
  /** Not part of it: to be decided one by one. */
  readonly separate: Readonly<Record<Separate, number>>;
};
