// Which files a model wanted to change and did not: a call that failed, with no later one that worked on the same file.
// A failed read changes nothing, and a command reports its own outcome.

import { isFailure } from "../../base/index.ts";
import type { Receipt } from "../display/display.ts";
import type { CallPart } from "../history/messages.ts";
import type { Session } from "../session.ts";

const CHANGING: ReadonlySet<string> = new Set(["write_file", "edit_file", "edit", "rm"]);

export class FailedChanges {
  readonly #session: Session;
  /** How a person writes each path that the last call for it did not change. */
  readonly #failed = new Map<string, string>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Takes what became of a call, in the order of the calls. */
  see({ tool, args }: CallPart, receipt: Receipt): void {
    const path = (args as { readonly path?: unknown } | null)?.path; // Whatever the model sent; only a text names a file.
    if (!CHANGING.has(tool) || typeof path !== "string") return;
    const { key, shown } = this.#named(path);
    if (receipt === "applied") this.#failed.delete(key);
    else if (receipt === "failed") this.#failed.set(key, shown);
  }

  unmade(): readonly string[] {
    return [...this.#failed.values()];
  }

  /** One file may be called by several names. */
  #named(path: string): { readonly key: string; readonly shown: string } {
    if (!this.#session.hasFiles) return { key: path, shown: path };
    const { resolve, show } = this.#session.workspace();
    try {
      const resolved = resolve(path);
      return { key: resolved, shown: show(resolved) };
    } catch (error) {
      if (!isFailure(error)) throw error;
      return { key: path, shown: path };
    }
  }
}
