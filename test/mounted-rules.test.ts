// A memory sandbox that is filled from the folder of another sandbox: the rules of that one hold for what is copied.

import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { Place } from "./support/galley.ts";

beforeAll(ensureBuilt);

const FILES = { "app/secrets/k.txt": "HUNTER2\n", "app/a.txt": "plain\n", "other/b.txt": "plain\n" };
const DENY = [{ effect: "deny", path: "app/secrets/**" }];

test.each<[string, object, object, readonly string[], string]>([
  ["the whole root", { from: "app" }, { policy: DENY }, ["a.txt"], ""],
  ["the folder itself", { from: "app/secrets" }, { policy: DENY }, [], ""],
  ["a folder above", { from: "." }, { policy: DENY }, ["app/a.txt", "other/b.txt"], ""],
  ["through a link", { from: "link" }, { policy: DENY }, ["a.txt"], ""],
  ["in another letter case", { from: "app" }, { policy: [{ effect: "deny", path: "app/SECRETS/**" }] }, ["a.txt"], ""],
  ["what asks", { from: "app" }, { policy: [{ effect: "ask", path: "app/secrets/**" }] }, ["a.txt"], ""],
  ["a sandbox that asks before reading", { from: "app" }, {}, [], "read_approval"],
  ["a folder of no sandbox", { from: "other" }, { policy: DENY }, ["b.txt"], ""],
])("%s", (_, mount, more, expected, flag) => {
  const place = new Place(FILES);
  symlinkSync("app", join(place.folder, "link"));
  const config = {
    sandboxes: {
      app: { root: "app", ...(flag === "" ? {} : { [flag]: true }) },
      scratch: { memory: { mounts: [{ exclude: ["config.json"], ...mount }] } },
    },
    ...more,
  };
  writeFileSync(join(place.folder, "config.json"), JSON.stringify(config));
  const tool = (name: string, args: object): string =>
    place.galley(["tool", name, JSON.stringify(args), "--config", "config.json"]).out;
  const found = JSON.parse(tool("glob", { pattern: "**", path: "scratch" })) as { value: readonly { path: string }[] };
  expect(found.value.map(({ path }) => path)).toEqual(expected.map((path) => `scratch/${path}`));
  for (const path of ["secrets/k.txt", "k.txt", "app/secrets/k.txt"])
    expect(tool("read_file", { path: `scratch/${path}` })).not.toContain("HUNTER2");
  expect(tool("grep", { pattern: "HUNTER2", path: "scratch" })).not.toContain("k.txt");
});
