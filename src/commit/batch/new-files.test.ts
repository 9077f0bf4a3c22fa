// How often a batch of many new files asks the disk: the folders they share are looked at and made once.

import { expect, test } from "vitest";
import { createMemoryFiles, type Staging } from "../../fs/index.ts";
import { openState } from "../../state/index.ts";
import { scriptedAsk, SimulatedDisk, startProcess } from "../../testing/index.ts";
import { toolEdits } from "../../../test/support/tool-edits.ts";
import { carryOut } from "../carry-out.ts";
import { prepare } from "../prepare.ts";

type Calls = Readonly<Record<string, number>>;

async function callsFor(count: number, change: (staging: Staging) => Partial<Staging> = () => ({})): Promise<Calls> {
  const files = createMemoryFiles({ files: {} });
  const calls: Record<string, number> = {};
  const own = change(files.staging);
  const staging = new Proxy(files.staging, {
    get(target, name: keyof Staging) {
      calls[name] = (calls[name] ?? 0) + 1;
      return own[name] ?? target[name];
    },
  });
  const state = openState({ directory: "/state", ops: startProcess(new SimulatedDisk(), { name: "p" }).ops });
  const paths = Array.from({ length: count }, (_, at) => `src/part${at % 2}/f${at}.txt`);
  const edits = toolEdits(paths.map((path) => [path, { kind: "create", content: path }]));
  const { receipt } = await carryOut({
    plan: await prepare(edits, files.real),
    ask: scriptedAsk(() => "apply"),
    files: { real: files.real, staging },
    state,
  });
  expect(receipt.files.every(({ kind }) => kind === "written")).toBe(true);
  for (const path of paths) expect((await files.read(path)).content).toBe(path);
  return calls;
}

test("folders are looked at and made once, whatever the number of files", async () => {
  const [few, many] = [await callsFor(4), await callsFor(200)];
  expect({ makeParents: many["makeParents"], flush: many["flush"] }).toEqual({
    makeParents: 2,
    flush: few["flush"],
  });
  // Each file is compared twice; what is left are the folders.
  expect(many["look"]! - 2 * 200).toBe(few["look"]! - 2 * 4);
});

test("a temp file is discarded only where it was left", async () => {
  expect((await callsFor(4))["discard"]).toBeUndefined();
  const leaving = (staging: Staging): Partial<Staging> => ({
    create: async (...args) => {
      const done = await staging.create(...args);
      return done === "done" ? "temp-left" : done;
    },
  });
  expect((await callsFor(4, leaving))["discard"]).toBe(4);
});
