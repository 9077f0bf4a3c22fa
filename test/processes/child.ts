// A galley process for the tests that need real ones: it does as it is told in a file and prints JSON.
// Bundled by bundle.ts, so that it runs as any user, without the sources.

import { readFileSync, writeFileSync } from "node:fs";
import { carryOut, prepare, recover, type OpenRoot } from "../../src/commit/index.ts";
import type { Ask } from "../../src/ask/index.ts";
import type { Change } from "../../src/edits/index.ts";
import { nodeOps as hostOps, openHostFiles } from "../../src/fs/node/index.ts";
import { nodeOps as stateOps, openState, type State } from "../../src/state/index.ts";
import { toolEdits } from "../support/tool-edits.ts";
import { changesTo, nameOf } from "./contents.ts";

export type Order = { readonly root: string; readonly state: string } &
  /**
   * Writes version after version of `files` files until it is killed; waits for a line, says when it writes.
   * `dieAt` from 0 to 1: kills itself that far into the calls of its second batch.
   */
  (
    | { readonly kind: "loop"; readonly files: number; readonly dieAt: number | null }
    /** Adds a line `NAME NUMBER` before the last line of every path, `count` times. */
    | { readonly kind: "add"; readonly name: string; readonly count: number; readonly paths: readonly string[] }
    /** Makes these changes once and prints the receipt. */
    | { readonly kind: "once"; readonly changes: readonly (readonly [string, Change])[]; readonly atomic?: boolean }
    /** Takes the lock `count` times; inside, adds one to the number in `root`, slowly and unsafely. */
    | { readonly kind: "count"; readonly count: number }
  );

const yes: Ask = async (plan) => ({
  approval_id: "yes",
  items: plan.files.map(({ digest, after }) => ({
    digest,
    after,
    action: "apply",
    by: { kind: "flag", flag: "--yes" },
  })),
});

async function run(order: Order): Promise<void> {
  const calls = new Calls();
  const state = openState({ directory: order.state, ops: calls.counted(stateOps) });
  if (order.kind === "count") return count(order.root, state, order.count);
  const files = openHostFiles({ root: order.root, ops: calls.counted(hostOps) });
  const openRoot: OpenRoot = ({ kind }) => (kind === "host" ? files.staging : null);
  const carry = async (changes: readonly (readonly [string, Change])[], atomic = false) => {
    const plan = await prepare(toolEdits(changes), files.real);
    if (order.kind === "loop") process.stdout.write("writing\n");
    return carryOut({ plan, files, state, openRoot, atomic, ask: yes });
  };
  if (order.kind === "loop") await new Promise<void>((resolve) => void process.stdin.once("data", () => resolve()));
  await recover({ state, openRoot });
  switch (order.kind) {
    case "once":
      process.stdout.write(JSON.stringify((await carry(order.changes, order.atomic)).receipt));
      return;
    case "add":
      for (let number = 0; number < order.count; number += 1) {
        const put = `${order.name} ${number}\nend\n`;
        const change: Change = { kind: "replace", find: "end\n", put, match: "lines", all: false };
        const { receipt } = await carry(order.paths.map((path) => [path, change] as const));
        const failed = receipt.files.filter(({ kind }) => kind !== "written");
        if (failed.length > 0) process.stdout.write(`${JSON.stringify(failed)}\n`);
      }
      return;
    case "loop":
      for (let version = await latest(); ; version += 1) {
        const before = calls.count;
        await carry(changesTo(version + 1, order.files));
        if (order.dieAt !== null) calls.dieAt = calls.count + Math.ceil((calls.count - before) * order.dieAt);
      }
  }

  async function latest(): Promise<number> {
    return Number((await files.read(nameOf(0))).content.split("\n")[0]);
  }
}

/** Counts file calls, and ends the process before the one it is told. */
class Calls {
  count = 0;
  dieAt = Infinity;

  counted<Table extends object>(table: Table): Table {
    const wrapped = Object.entries(table).map(([name, call]: [string, (...args: unknown[]) => unknown]) => [
      name,
      (...args: unknown[]) => {
        this.count += 1;
        if (this.count >= this.dieAt) process.kill(process.pid, "SIGKILL");
        return call(...args);
      },
    ]);
    return Object.fromEntries(wrapped) as Table; // The same names with the same signatures.
  }
}

async function count(path: string, state: State, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await state.withLock({}, async () => {
      const number = Number(readFileSync(path, "utf8"));
      await new Promise((resolve) => setImmediate(resolve));
      writeFileSync(path, String(number + 1));
    });
  }
}

await run(JSON.parse(readFileSync(process.argv[2]!, "utf8")) as Order);
