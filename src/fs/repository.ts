// The port to a git repository, for staging what was written and for reading what differs from a commit. An implementation runs no program that the repository
// names and touches nothing outside the repository. Types only.

/** Finds the repository that a folder of this machine belongs to. Starts nothing where there is none. */
export type OpenRepository = (root: string) => Promise<FoundRepository>;

export type FoundRepository =
  | { readonly kind: "none" }
  /** There is one, and it is not used. `why` completes "Nothing was staged in git: …". */
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "repository"; readonly repository: Repository };

/** Paths are relative to the repository's folder. Every method may throw RepositoryError. */
export interface Repository {
  /** The root below the repository's folder: "" or "packages/a/". */
  readonly prefix: string;
  readonly facts: RepositoryFacts;
  /** Why a path is not git's to stage here: it leads through a link, or into another repository. Null when it is. */
  misplaced(path: string): string | null;
  /** Only the attributes that are set in some way; an attribute that is not listed is not set. */
  attributes(paths: readonly string[]): Promise<ReadonlyMap<string, Attributes>>;
  ignored(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Is a regular file with the attributes of this folder there ("" for the repository's own)? */
  hasAttributesFile(folder: string): boolean;
  /** The object name of these bytes as they are. */
  objectName(bytes: Uint8Array): string;
  /** The object name after git's own conversions (line endings, encoding, keywords). No filter takes part. */
  convertedName(path: string, bytes: Uint8Array): Promise<string>;
  /** Reads the index, and writes what `decide` makes of it in one step; decides again when the index has changed. */
  update(decide: (index: GitIndex) => Promise<readonly IndexChange[]>): Promise<void>;
  /** What the last commit has. */
  head(): Promise<Head>;
  /** Throws RepositoryError when no commit can be made: git does not know the user's name, or a merge is not finished. */
  requireCommittable(): Promise<void>;
  /**
   * Records a commit and moves the branch to it. Neither the index nor a file is touched, and no hook, filter or signing
   * program runs. Gives its name. Throws RepositoryError when the last commit is not `parent` any more.
   */
  commit(commit: NewCommit): Promise<string>;
  /** The files of the work tree that may differ from a revision; null: from the last commit. Changes nothing. */
  changedSince(revision: string | null): Promise<ChangedSince>;
  /** What the objects are in a work tree, after git's own conversions, in the order asked for. No filter takes part. */
  contents(
    wanted: readonly WantedContent[],
    options: { readonly mostBytes: number },
  ): Promise<readonly StoredContent[]>;
  close(): void;
}

/** `commit` null: there is none yet. `isDetached`: HEAD is on no branch, so that no branch gets a commit. */
export type Head = { readonly commit: string | null; readonly isDetached: boolean; readonly entries: GitIndex };

/** A commit that differs from its parent in these entries only. */
export type NewCommit = {
  readonly changes: readonly IndexChange[];
  readonly parent: string | null;
  readonly message: string;
};

export type ChangedSince =
  | { readonly kind: "unknown-revision" }
  /** `hasCommit` false: nothing was committed yet, so every file is new. In the order of paths. */
  | { readonly kind: "changes"; readonly hasCommit: boolean; readonly files: readonly ChangedFile[] };

/** Whether the bytes differ is for the caller to see: git knows only that the file was touched. */
export type ChangedFile = {
  readonly path: string;
  /** What the revision has at the path; null when it has nothing. */
  readonly before: Pick<IndexEntry, "kind" | "objectName"> | null;
  /** The entry in git's index; null for a file that git does not track. */
  readonly tracked: IndexEntry | null;
  /** Its name is not UTF-8, so no path leads to it; `path` shows the odd bytes as \xHH, and nothing else is known. */
  readonly isUnnamed?: true;
};

export type WantedContent = { readonly path: string; readonly objectName: string };

export type StoredContent =
  | { readonly kind: "content"; readonly bytes: Uint8Array }
  /** A program of the repository's choosing would convert it, and is not run. */
  | { readonly kind: "filtered" }
  | { readonly kind: "too-large" };

/** By name, with the value as git writes it. "set" and "unset" may also be the text of a value. */
export type Attributes = ReadonlyMap<string, string>;

export type RepositoryFacts = {
  /** Does git convert line endings where no attribute says anything? */
  readonly autocrlf: boolean;
  /** Do permissions of files say which ones are programs? */
  readonly fileMode: boolean;
  readonly sparse: boolean;
  /** The names of the filters that are configured. */
  readonly filters: ReadonlySet<string>;
};

export interface GitIndex {
  entry(path: string): IndexEntry | null;
  hasEntriesBelow(folder: string): boolean;
}

export type IndexEntry = {
  readonly kind: "file" | "program" | "link" | "submodule" | "folder";
  readonly objectName: string;
  readonly state: "plain" | "conflict" | "intent-to-add" | "skip-worktree" | "assume-unchanged";
};

/** `put` null removes the entry. An object that is named and not given must be in the repository. */
export type IndexChange = {
  readonly path: string;
  readonly put: ({ readonly kind: "file" | "program" } & IndexContent) | null;
};
export type IndexContent = { readonly bytes: Uint8Array } | { readonly objectName: string };

/** Git failed, or the repository is in a state that staging leaves alone. The message completes "…: ". */
export class RepositoryError extends Error {}
