// Sends the pages what galley writes in this folder, whichever process did it: the log has a new entry, files
// changed, a rule was kept or revoked. Reads only.

import { isFailure, messageOf } from "../../base/index.ts";
import type { QuestionSummary } from "../../inbox/index.ts";
import type { State } from "../../state/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";
import type { EventLog } from "./event-log.ts";

// Writing one change touches the folder several times.
const SETTLE_MS = 40;
const MOST_DOORS = 10_000;

export type StateFollowerOptions = {
  readonly workspace: LocalWorkspace;
  readonly log: EventLog;
  readonly note: (note: string) => void;
};

export class StateFollower {
  readonly #options: StateFollowerOptions;
  /** Receipts with what is known of them, as they were at the last look. */
  #known: ReadonlyMap<string, string> | null = null;
  #rules: string | null = null;
  /** Who asked for changes that were approved, by the path as the user writes it. */
  readonly #doors = new Map<string, string>();
  readonly #changedBy = new Map<string, string>();
  #unwatch: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isClosed = false;

  constructor(options: StateFollowerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const state = await this.#options.workspace.state();
    this.#unwatch = state.watch(() => {
      this.#timer ??= setTimeout(() => void this.look(), SETTLE_MS);
    });
    await this.look();
  }

  /** Who changed the file through galley since the server started; null for no one. */
  changedBy(path: string): string | null {
    return this.#changedBy.get(path) ?? null;
  }

  /** A question about these files was approved: what is written next was asked for there. */
  approved({ asker, paths }: QuestionSummary): void {
    for (const path of paths) {
      this.#doors.delete(path);
      this.#doors.set(path, asker.door);
    }
    for (const path of this.#doors.keys()) {
      if (this.#doors.size <= MOST_DOORS) return;
      this.#doors.delete(path);
    }
  }

  async look(): Promise<void> {
    this.#timer = null;
    if (this.#isClosed) return;
    const { workspace, log, note } = this.#options;
    try {
      const state = await workspace.state();
      this.#lookAtRules(state);
      const { entries } = state.log.list(workspace.address === null ? {} : { root: workspace.address });
      const before = this.#known;
      this.#known = new Map(entries.map((entry) => [entry.receipt_id, `${entry.state} ${entry.restored.length}`]));
      if (before === null) return;
      const changed = entries.filter(
        (entry) => before.get(entry.receipt_id) !== `${entry.state} ${entry.restored.length}`,
      );
      if (changed.length === 0) return;
      const paths = new Set<string>();
      // Oldest first: the last one to change a file is named.
      for (const entry of changed.toReversed())
        for (const path of entry.files) {
          paths.add(workspace.show(path));
          this.#changedBy.set(workspace.show(path), this.#doors.get(path) ?? entry.decided_by);
        }
      log.add({ type: "log-changed" });
      log.add({ type: "files-changed", paths: [...paths] });
    } catch (error) {
      if (!isFailure(error, "IO")) throw error;
      note(`The log cannot be read: ${messageOf(error)}`);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#unwatch?.();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #lookAtRules(state: State): void {
    const { workspace, log } = this.#options;
    const session = workspace.gate.session?.rules() ?? [];
    const rules = JSON.stringify([...state.rules.list().rules, ...session].map(({ id }) => id));
    if (this.#rules !== null && this.#rules !== rules) log.add({ type: "rules-changed" });
    this.#rules = rules;
  }
}
