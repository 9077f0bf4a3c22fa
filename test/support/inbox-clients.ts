// Processes that share an inbox on files, inside one test: each has its own owner, and can be killed.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFileInbox, type FileInboxOptions, type Inbox } from "../../src/inbox/index.ts";
import { nodeOps, type Liveness, type Owner, type Processes, type StateOps } from "../../src/state/index.ts";
import type { InboxClient, InboxSubject } from "../../src/testing/index.ts";

/** Fast enough for tests. All clients share one event loop, which can be busy for longer than a process's own. */
export const TEST_TIMING = { beatMs: 20, pollMs: 20, silenceMs: 400 };

export type Clients = InboxSubject & {
  readonly directory: string;
  readonly connect: (options?: Partial<FileInboxOptions>) => InboxClient;
  readonly close: () => Promise<void>;
};

/** `elsewhere`: no process can look another one up, as across pid namespaces. */
export function inboxClients({ elsewhere = false } = {}): Clients {
  const directory = join(mkdtempSync(join(tmpdir(), "galley-inbox-")), "state");
  const dead = new Set<number>();
  const opened: Inbox[] = [];
  let pids = 100;
  const lifeOf = ({ pid }: Owner): Liveness => {
    if (elsewhere) return "unknown";
    return dead.has(pid) ? "dead" : "alive";
  };
  return {
    directory,
    connect(options: Partial<FileInboxOptions> = {}) {
      const pid = (pids += 1);
      const self: Owner = { pid, start: "1", boot: "b", space: "s", machine: "m" };
      const processes: Processes = { self, lifeOf };
      const ops = whileAlive(options.ops ?? nodeOps, () => !dead.has(pid));
      const inbox = openFileInbox({ directory, processes, timing: TEST_TIMING, ...options, ops });
      opened.push(inbox);
      return { inbox, kill: () => void dead.add(pid) };
    },
    async close() {
      for (const inbox of opened) await inbox.close();
      rmSync(join(directory, ".."), { recursive: true });
    },
  };
}

/** A killed process does nothing more: its calls fail before they have an effect. */
function whileAlive(ops: StateOps, isAlive: () => boolean): StateOps {
  const guarded = Object.entries(ops as object).map(([name, call]: [string, (...args: unknown[]) => unknown]) => [
    name,
    (...args: unknown[]) => {
      if (!isAlive()) throw Object.assign(new Error("EIO: the process is dead"), { code: "EIO" });
      return call(...args);
    },
  ]);
  return Object.fromEntries(guarded) as StateOps; // The same names with the same signatures.
}
