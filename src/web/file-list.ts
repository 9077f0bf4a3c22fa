// The files of the workspace as the page lists them. The first list is begun before a page asks for it: in a large
// project it is ready sooner than the browser is.

import type { WorkspacePath } from "../base/index.ts";
import { readGitStates, type LocalWorkspace } from "../workspace/index.ts";
import type { EventLog } from "./events/event-log.ts";
import type { StateFollower } from "./events/follow-state.ts";
import type { WebFile, WebFiles } from "./protocol.ts";

const MOST_FILES = 100_000;
// A list that was begun earlier than this may no longer be what is on disk.
const FRESH_MS = 2_000;

export type FileListOptions = {
  readonly workspace: LocalWorkspace;
  readonly follower: Pick<StateFollower, "changedBy">;
  readonly log: Pick<EventLog, "cursor">;
  /** Fires when the server stops. */
  readonly signal: AbortSignal;
  readonly now?: () => number;
};

export class FileList {
  readonly #options: FileListOptions;
  readonly #now: () => number;
  #begun: { readonly at: number; readonly cursor: string; readonly files: Promise<WebFiles> } | null = null;

  constructor(options: FileListOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** For the next request, if it comes soon. */
  begin(): void {
    const files = listFiles(this.#options);
    // It is said to the page that asks, which reads again.
    files.catch(() => undefined);
    this.#begun = { at: this.#now(), cursor: this.#options.log.cursor, files };
  }

  /** A list that was begun is given once, while it is fresh and nothing has happened since. Throws what reading throws. */
  async read(): Promise<WebFiles> {
    const begun = this.#begun;
    this.#begun = null;
    const isFresh = begun !== null && this.#now() - begun.at <= FRESH_MS && begun.cursor === this.#options.log.cursor;
    return isFresh ? begun.files.catch(() => listFiles(this.#options)) : listFiles(this.#options);
  }
}

async function listFiles({ workspace, follower, signal }: FileListOptions): Promise<WebFiles> {
  const [listing, states] = await Promise.all([
    workspace.approved.glob("**", { mostEntries: MOST_FILES, signal }),
    readGitStates(workspace),
  ]);
  const row = (path: WorkspacePath, size: number): WebFile => {
    const shown = workspace.show(path);
    return { path: shown, size, git: states?.get(path) ?? null, changed_by: follower.changedBy(shown) };
  };
  const listed = listing.entries.map(({ path, size_bytes }) => row(path as WorkspacePath, size_bytes ?? 0)); // A listing gives canonical paths.
  const gone = [...(states ?? [])].flatMap(([path, state]) => (state === "deleted" ? [row(path, 0)] : []));
  const unusable = (listing.skipped?.named ?? []).map((path): WebFile => ({
    path: workspace.show(path),
    size: 0,
    git: null,
    changed_by: null,
    unusable: true,
  }));
  const files = [...listed, ...gone, ...unusable].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, truncated: listing.truncated };
}
