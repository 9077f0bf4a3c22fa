// The walk where /proc is missing: by names, each looked at without following, and looked at again after use.
// The strictest check Node allows without descriptors of folders. A process that exchanges a folder for a link
// and back between two of our looks, several times in a row and always in step, is not caught by it.

import { joinPath, must, ROOT, type WorkspacePath } from "../../base/index.ts";
import { pathError } from "../error-messages.ts";
import { isErrno } from "./errno.ts";
import { exchanged, under, type Entry, type Folder, type RootFolder, type Name } from "./folder.ts";
import { O_NOFOLLOW, O_NONBLOCK, O_RDONLY, type FileStats, type HostOps, release } from "./ops.ts";

// Each round leaves a swapper that runs at random about a quarter of its chance.
const ROUNDS = 10;

/** Throws the system's error when the root cannot be used. */
export function openNames(root: string, ops: HostOps): RootFolder {
  return new Names(ops.realpathSync(root), ops);
}

type NamedFolder = Folder & { readonly stats: FileStats; readonly parent: NamedFolder | null };

class Names implements RootFolder {
  readonly address: string;
  readonly maxDepth = 256;
  readonly #ops: HostOps;
  readonly #root: NamedFolder;
  #open = true;

  constructor(address: string, ops: HostOps) {
    this.address = address;
    this.#ops = ops;
    this.#root = this.#folder(null, ROOT, ops.lstatSync(address));
    if (!this.#root.stats.isDirectory()) throw pathError("NOT_DIR", { path: ROOT });
  }

  root(): Folder {
    must(this.#open, "the files of a closed root were used");
    return this.#root;
  }

  recall(path: WorkspacePath): Folder | null {
    return path === ROOT ? this.root() : null;
  }

  enter(parent: Folder, name: Name): Folder | "other" | "absent" {
    const stats = this.#ops.lstatSync(parent.at(name), { throwIfNoEntry: false });
    if (stats === undefined) return "absent";
    if (!stats.isDirectory()) return "other";
    return this.#folder(parent as NamedFolder, joinPath(parent.path, String(name)), stats); // This walk makes no other kind.
  }

  peek(parent: Folder, name: string): Entry | null {
    const self = parent.at(name);
    const stats = this.#look(self);
    if (stats === null) return null;
    return {
      stats,
      self,
      open: () => {
        const fd = this.#ops.openSync(self, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
        try {
          for (let round = 0; round < ROUNDS; round += 1) {
            this.confirm(parent);
            const now = this.#look(self);
            if (now === null || !isSame(now, stats)) throw exchanged(joinPath(parent.path, name));
          }
          if (!isSame(this.#ops.fstatSync(fd), stats)) throw exchanged(joinPath(parent.path, name));
          return fd;
        } catch (error) {
          release(this.#ops, fd);
          throw error;
        }
      },
      release: () => {},
    };
  }

  confirm(folder: Folder): void {
    for (let at: NamedFolder | null = folder as NamedFolder; at !== null; at = at.parent) {
      const now = this.#look(at.self);
      if (now === null || !now.isDirectory() || !isSame(now, at.stats)) throw exchanged(folder.path);
    }
  }

  close(): void {
    this.#open = false;
  }

  #look(self: string): FileStats | null {
    try {
      return this.#ops.lstatSync(self);
    } catch (error) {
      if (isErrno(error, "ENOENT", "ENOTDIR")) return null;
      throw error;
    }
  }

  #folder(parent: NamedFolder | null, path: WorkspacePath, stats: FileStats): NamedFolder {
    const top = this.address === "/" ? "" : this.address;
    const self = path === ROOT ? this.address : `${top}/${path}`;
    const at = under(`${path === ROOT ? top : self}/`);
    return { path, self, stats, parent, at, release: () => {}, close: () => {} };
  }
}

function isSame(one: FileStats, other: FileStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}
