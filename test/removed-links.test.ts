// Deleting links: the question says that it is about links and where they lead, and a protected one below a folder is a
// person's to delete, like a protected file.

import fs from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadTool, runTool } from "../src/tools/index.ts";
import { Exchanged } from "./support/exchanged.ts";
import { sandboxed, scripted } from "./support/sandboxed.ts";

let place: Exchanged;
beforeEach(() => {
  place = new Exchanged();
  fs.mkdirSync(place.at(".github"));
  fs.symlinkSync("../d", place.at(".github/workflows"));
  place.put("p/sub/note.txt", "x");
  fs.symlinkSync("../../d/config", place.at("p/sub/AGENTS.md"));
  fs.symlinkSync("d", place.at("l"));
  fs.mkdirSync(place.at("q"));
  fs.symlinkSync("/nowhere", place.at("q/out"));
});
afterEach(() => place.remove());

const isThere = (path: string): boolean => fs.lstatSync(place.at(path), { throwIfNoEntry: false }) !== undefined;

async function rm(path: string, context: ReturnType<typeof sandboxed>): Promise<unknown> {
  const result = await runTool((await loadTool("rm"))!, { path }, context);
  return result.success ? result.message : result.error.code;
}

test.each([
  [".github", ".github/workflows"],
  [".github/workflows", ".github/workflows"],
  ["p", "p/sub/AGENTS.md"],
])("--yes does not answer for a protected link: rm %s", async (path, link) => {
  const context = sandboxed({ backend: place.files, yes: true });
  expect(await rm(path, context)).toBe("PROTECTED");
  expect(isThere(link)).toBe(true);
});

test("with a terminal it asks, though --yes is set, and a no keeps everything", async () => {
  const reviewer = scripted("reject");
  const context = sandboxed({ backend: place.files, yes: true, reviewer });
  expect(await rm("p", context)).toBe("REJECTED");
  expect([reviewer.seen.length, isThere("p/sub/AGENTS.md"), isThere("p/sub/note.txt")]).toEqual([1, true, true]);
});

test.each([
  ["l", "Delete the link workspace/l → workspace/d", []],
  ["q", "Delete the link workspace/q/out, which leads out of the sandbox or to nothing", ["workspace/q/out"]],
  [
    "p",
    "Delete the link workspace/p/sub/AGENTS.md → workspace/d/config",
    ["workspace/p/sub", "workspace/p/sub/AGENTS.md"],
  ],
])("the question about %s says where the link leads, and what goes with it", async (path, description, below) => {
  const reviewer = scripted("apply");
  const context = sandboxed({ backend: place.files, reviewer });
  await rm(path, context);
  expect(reviewer.seen[0]).toMatchObject({
    type: "delete",
    description,
    below,
    risks: [{ kind: "link", message: "undo does not bring a link back." }],
  });
  expect(isThere(path)).toBe(false);
});

test("links of a folder are named up to a few", async () => {
  fs.mkdirSync(place.at("many"));
  for (let at = 0; at < 30; at += 1) fs.symlinkSync("../d", place.at(`many/${String(at).padStart(2, "0")}`));
  const reviewer = scripted("apply");
  await rm("many", sandboxed({ backend: place.files, reviewer }));
  const [asked] = reviewer.seen;
  expect(asked!.description).toMatch(/^Delete 30 links: workspace\/many\/00 → workspace\/d, .* and 20 more$/);
});
