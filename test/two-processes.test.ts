// Two real galley processes on the same files at the same time lose nothing of each other, and the lock between real
// processes holds even when its owners are killed.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openState } from "../src/state/index.ts";
import { bundleChild, ended, makePlace, startChild } from "./processes/bundle.ts";
import { randomNumbers } from "./support/random.ts";

let place: string;
let script: string;
beforeAll(async () => {
  place = makePlace("memory");
  script = await bundleChild(place);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

test(
  "both add lines to the same two files; every line is there, once, in its process's order",
  { timeout: 120_000 },
  async () => {
    const root = join(place, "w");
    const state = join(place, "s");
    const paths = ["a.txt", "b.txt"];
    const count = 60;
    mkdirSync(root);
    for (const path of paths) writeFileSync(join(root, path), "begin\nend\n");
    const ends = await Promise.all(
      ["P", "Q"].map((name) => ended(startChild(script, { kind: "add", root, state, name, count, paths }))),
    );
    // A file that changes faster than it can be asked about is stale, and says so: that line is not written.
    const lost = ends
      .flatMap(({ stdout }) => stdout.split("\n").filter((line) => line !== ""))
      .flatMap((line) => JSON.parse(line) as { readonly path: string; readonly kind: string }[]);
    expect(ends.map(({ code, stderr }) => ({ code, stderr }))).toEqual([0, 0].map((code) => ({ code, stderr: "" })));
    for (const path of paths) {
      const lines = readFileSync(join(root, path), "utf8").split("\n");
      const own = (name: string) =>
        lines.filter((line) => line.startsWith(`${name} `)).map((line) => Number(line.slice(2)));
      expect(lines.length).toBe(own("P").length + own("Q").length + 3);
      for (const name of ["P", "Q"]) expect(own(name)).toEqual(own(name).toSorted((a, b) => a - b));
      const stale = lost.filter((outcome) => outcome.path === path);
      expect(own("P").length + own("Q").length + stale.length).toBe(2 * count);
      expect(stale.every(({ kind }) => kind === "stale")).toBe(true);
    }
    const written = openState({ directory: state })
      .log.list()
      .entries.flatMap(({ files }) => files);
    expect(written.length + lost.length).toBe(2 * 2 * count);
  },
);

test("counting under the lock never misses, though holders are killed", { timeout: 120_000 }, async () => {
  const random = randomNumbers();
  const counter = join(place, "counter");
  const state = join(place, "lock-state");
  writeFileSync(counter, "0");
  const steady = [1, 2, 3].map(() => ended(startChild(script, { kind: "count", root: counter, state, count: 150 })));
  // Each of these is killed at some moment, most of them while they hold the lock or wait for it.
  for (let victim = 0; victim < 8; victim += 1) {
    const child = startChild(script, { kind: "count", root: join(place, "other"), state, count: 1_000_000 });
    writeFileSync(join(place, "other"), "0");
    const gone = ended(child);
    await new Promise((resolve) => setTimeout(resolve, 60 + random() * 100));
    child.kill("SIGKILL");
    await gone;
  }
  expect((await Promise.all(steady)).map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    [1, 2, 3].map(() => ({ code: 0, stderr: "" })),
  );
  expect(readFileSync(counter, "utf8")).toBe("450");
});
