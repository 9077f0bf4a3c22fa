// The walk on Linux: every step is opened from the descriptor of the folder above, as /proc/PID/fd/N/name with
// O_PATH|O_NOFOLLOW. A directory that is exchanged for a link at any moment is either seen as what it was or
// refused; no link is ever followed by the system.

import { joinPath, must, ROOT, type WorkspacePath } from "../../base/index.ts";
import { under, type Entry, type Folder, type RootFolder, type Name } from "./folder.ts";
import { isErrno } from "./errno.ts";
import { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_PATH, O_RDONLY, type HostOps, release } from "./ops.ts";

const MAX_REMEMBERED = 128;

/** Null where /proc does not show our descriptors. Throws the system's error when the root cannot be opened. */
export function openDescriptors(root: string, ops: HostOps): RootFolder | null {
  if (process.platform !== "linux") return null;
  const fd = ops.openSync(root, O_PATH | O_DIRECTORY);
  let shown: Shown | null = null;
  try {
    shown = shownIn(fd, ops);
  } finally {
    if (shown === null) release(ops, fd);
  }
  return shown === null ? null : new Descriptors(fd, shown, ops);
}

/** Where the system shows our descriptors, and the real path it shows for the root. */
type Shown = { readonly folder: string; readonly address: string };

function shownIn(fd: number, ops: HostOps): Shown | null {
  try {
    // Our own number spares the system one link on every call, but it may be another's in another namespace.
    const own = ops.readlinkSync("/proc/self") === String(process.pid) ? process.pid : "self";
    const folder = `/proc/${own}/fd/`;
    const address = ops.readlinkSync(folder + fd);
    const seen = ops.lstatSync(`${folder}${fd}/.`);
    const held = ops.fstatSync(fd);
    return seen.dev === held.dev && seen.ino === held.ino ? { folder, address } : null;
  } catch (error) {
    if (isErrno(error, "ENOENT", "EACCES", "EPERM", "ENOTDIR", "EINVAL", "ELOOP")) return null;
    throw error;
  }
}

/** A folder that may be kept open, with the real path it must have to be used again. */
type Kept = Folder & { readonly address: string };

class Descriptors implements RootFolder {
  readonly address: string;
  readonly maxDepth = Infinity;
  readonly #fds: string;
  readonly #ops: HostOps;
  readonly #root: Folder & { readonly fd: number };
  #open = true;
  /** Nothing was at the name that was looked for last. */
  #wasAbsent = false;

  /**
   * Folders kept open, by path, least recently used first. One is used again only if the system says that it
   * still lives at exactly that path below the root: the same as walking there anew, in one question instead
   * of one per step. The user of one takes it out, so it cannot be closed meanwhile.
   */
  readonly #remembered = new Map<WorkspacePath, Kept>();

  constructor(fd: number, { folder, address }: Shown, ops: HostOps) {
    this.address = address;
    this.#fds = folder;
    this.#ops = ops;
    const kept = (): void => {}; // The root stays open until the files are closed.
    this.#root = { path: ROOT, fd, self: folder + fd, at: under(`${folder}${fd}/`), release: kept, close: kept };
  }

  root(): Folder {
    must(this.#open, "the files of a closed root were used");
    return this.#root;
  }

  recall(path: WorkspacePath): Folder | null {
    if (path === ROOT) return this.root();
    const kept = this.#remembered.get(path);
    if (kept === undefined) return null;
    this.#remembered.delete(path);
    try {
      if (this.#ops.readlinkSync(kept.self) === kept.address) return kept;
    } catch (error) {
      kept.close();
      // Deeper than the system can say: walk there again.
      if (isErrno(error, "ENAMETOOLONG")) return null;
      throw error;
    }
    kept.close();
    return null;
  }

  enter(parent: Folder, name: Name): Folder | "other" | "absent" {
    try {
      const fd = this.#openIfThere(parent.at(name), O_PATH | O_NOFOLLOW | O_DIRECTORY);
      return fd === null ? "absent" : this.#folder(joinPath(parent.path, String(name)), fd);
    } catch (error) {
      if (isErrno(error, "ENOTDIR", "ELOOP")) return "other";
      throw error;
    }
  }

  peek(parent: Folder, name: string): Entry | null {
    const ops = this.#ops;
    const fd = this.#openIfThere(parent.at(name), O_PATH | O_NOFOLLOW);
    if (fd === null) return null;
    try {
      const stats = ops.fstatSync(fd);
      const self = this.#fds + fd;
      return {
        stats,
        self,
        // Through the descriptor: the very file whose kind was looked at. O_NONBLOCK in case it is a pipe after all.
        open: () => ops.openSync(self, O_RDONLY | O_NONBLOCK),
        release: () => release(ops, fd),
      };
    } catch (error) {
      release(ops, fd);
      throw error;
    }
  }

  confirm(): void {}

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    for (const kept of this.#remembered.values()) kept.close();
    this.#remembered.clear();
    release(this.#ops, this.#root.fd);
  }

  /**
   * Null when nothing is there. In a batch of new files that is the usual answer, and an error costs several times as
   * much as a look that has none: after a name that was absent, the next one is looked at before it is opened.
   */
  #openIfThere(at: Name, flags: number): number | null {
    const ops = this.#ops;
    if (this.#wasAbsent && ops.lstatSync(at, { throwIfNoEntry: false }) === undefined) return null;
    try {
      const fd = ops.openSync(at, flags);
      this.#wasAbsent = false;
      return fd;
    } catch (error) {
      this.#wasAbsent = isErrno(error, "ENOENT");
      if (this.#wasAbsent) return null;
      throw error;
    }
  }

  #folder(path: WorkspacePath, fd: number): Folder {
    const self = this.#fds + fd;
    const folder: Kept = {
      path,
      self,
      address: this.#nameOf(path),
      at: under(`${self}/`),
      release: () => this.#remember(folder),
      close: () => release(this.#ops, fd),
    };
    return folder;
  }

  #remember(folder: Kept): void {
    const { path, address } = folder;
    // The system marks a removed folder with " (deleted)", and Node shows odd bytes as U+FFFD: such names lie.
    const doubtful = path.endsWith(" (deleted)") || address.includes("\ufffd");
    if (doubtful || this.#remembered.has(path) || !this.#open) {
      folder.close();
      return;
    }
    this.#remembered.set(path, folder);
    if (this.#remembered.size <= MAX_REMEMBERED) return;
    const [oldest, old] = this.#remembered.entries().next().value!; // There are more than MAX_REMEMBERED.
    this.#remembered.delete(oldest);
    old.close();
  }

  #nameOf(path: WorkspacePath): string {
    return this.address === "/" ? `/${path}` : `${this.address}/${path}`;
  }
}
