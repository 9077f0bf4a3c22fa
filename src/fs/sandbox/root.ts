// One named root and what may be done in it: mode, suffixes, size. Says no before the backend is asked,
// and reports the backend's errors under the root's own name.

import { joinPath, ROOT, type WorkspacePath } from "../../base/index.ts";
import type { FileEntry, Filesystem, GrepOptions } from "../protocol.ts";
import { renamePathIn, pathError, type PathErrorFacts } from "../error-messages.ts";
import { requireSize } from "../pages.ts";
import { endsAsAllowed } from "../suffixes.ts";

/** One root of a sandbox: its name, its backend and its limits. */
export type SandboxRoot = {
  readonly name: string;
  readonly files: Filesystem;
  readonly mode: "ro" | "rw";
  /** Only files whose name ends in one of these exist here, for reading too. null = every name. */
  readonly suffixes: readonly string[] | null;
  /** null = the backend's own limit applies. */
  readonly maxFileBytes: number | null;
  /** More spellings of the folder of this machine that is the root: as it was configured, maybe through a link. */
  readonly hostFolders?: readonly string[];
};

export type RootNames = { readonly readable: readonly string[]; readonly writable: readonly string[] };

/** A path of the sandbox taken apart; `given` is what the backend is asked with. null is above all roots. */
export type At = { readonly ruled: RuledRoot | null; readonly rel: WorkspacePath; readonly given: WorkspacePath };

/** How a list of the roots shows one. */
export function rootEntry(name: string): FileEntry {
  return { path: name, kind: "directory", size_bytes: null };
}

/** A root with its rules, asked by every operation of the sandbox. Paths are below the root. */
export class RuledRoot {
  readonly root: SandboxRoot;
  readonly #names: RootNames;

  constructor(root: SandboxRoot, names: RootNames) {
    this.root = root;
    this.#names = names;
  }

  /** Is there a rule that needs the whole file? Not if the backend enforces the size limit by itself. */
  get isRestricted(): boolean {
    const { suffixes, maxFileBytes, files } = this.root;
    return suffixes !== null || (files.maxFileBytes ?? Infinity) > (maxFileBytes ?? Infinity);
  }

  named(rel: string): WorkspacePath {
    const name = this.root.name as WorkspacePath; // Checked when the sandbox was made: one plain name.
    return rel === ROOT ? name : joinPath(name, rel);
  }

  requireRw(rel: WorkspacePath): void {
    if (this.root.mode === "rw") return;
    throw pathError("READ_ONLY", { path: this.named(rel), writable: this.#names.writable });
  }

  requireSuffix(rel: WorkspacePath): void {
    if (this.allows(rel)) return;
    throw pathError("SUFFIX", { path: this.named(rel), suffixes: this.root.suffixes ?? [] });
  }

  /** The suffix rule again for where a link leads. */
  requireTarget(rel: WorkspacePath, target: string): void {
    if (target === rel || this.allows(target)) return;
    const why = "a link on the way leads to a name that is not allowed here";
    throw pathError("SYMLINK", { path: this.named(rel), why, readable: this.#names.readable });
  }

  requireSize(rel: WorkspacePath, size: number): void {
    if (this.root.maxFileBytes !== null) requireSize(this.named(rel), size, this.root.maxFileBytes);
  }

  allows(path: string): boolean {
    const { suffixes } = this.root;
    return suffixes === null || endsAsAllowed(path, suffixes);
  }

  /** What a search may see. */
  get searchRules(): Pick<GrepOptions, "accept" | "suffixes" | "maxFileBytes"> {
    const { suffixes, maxFileBytes } = this.root;
    return {
      ...(suffixes === null ? {} : { suffixes, accept: (path: string) => this.allows(path) }),
      ...(maxFileBytes === null ? {} : { maxFileBytes }),
    };
  }

  shows({ path, kind }: FileEntry): boolean {
    return kind !== "file" || this.allows(path);
  }

  /** Runs a call of the backend; its errors come out under this root's name. */
  async withOwnPaths<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw this.renamed(error);
    }
  }

  toldNow<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      throw this.renamed(error);
    }
  }

  /** The backend's error under this root's name. */
  renamed(error: unknown): unknown {
    const code = (error as { code?: unknown } | null)?.code;
    const roots: Partial<PathErrorFacts> =
      code === "READ_ONLY"
        ? { writable: this.#names.writable }
        : code === "SYMLINK" || code === "ESCAPE"
          ? { readable: this.#names.readable }
          : {};
    return renamePathIn(error, (path) => this.named(path), roots);
  }
}
