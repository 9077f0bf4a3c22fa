import fs from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderWith } from "../../../../test/support/folder-with.ts";
import type { PathRules } from "../../commands.ts";
import { changesBetween, surveyFolder, type Survey } from "./changed-files.ts";

const survey = (
  files: Record<string, string>,
  more: { guarded?: Record<string, string>; hidden?: readonly string[]; complete?: boolean; searched?: boolean } = {},
): Survey => ({
  files: new Map(Object.entries(files)),
  guarded: new Map(Object.entries(more.guarded ?? {})),
  setId: new Map(),
  hidden: new Set(more.hidden ?? []),
  complete: more.complete ?? true,
  searched: more.searched ?? true,
});
const none = { created: [], modified: [], deleted: [] };

test.each<[string, Survey, Survey, ReturnType<typeof changesBetween>]>([
  [
    "created, modified, deleted",
    survey({ a: "1", b: "1", c: "1" }),
    survey({ b: "2", c: "1", d: "1" }),
    { created: ["d"], modified: ["b"], deleted: ["a"], guarded: none, complete: true, searched: true },
  ],
  [
    "what was hidden before and after was nobody's to change",
    survey({ a: "1" }, { hidden: ["data"] }),
    survey({ b: "1" }, { hidden: ["data"] }),
    { created: ["b"], modified: [], deleted: ["a"], guarded: none, complete: true, searched: true },
  ],
  [
    "what a command hid is not said to be deleted, and may be anything",
    survey({ "d/x": "1", a: "1" }),
    survey({}, { hidden: ["d"] }),
    {
      created: [],
      modified: [],
      deleted: ["a"],
      guarded: { ...none, modified: ["d/"] },
      complete: false,
      searched: true,
    },
  ],
  [
    "a cut survey proves nothing about what is missing",
    survey({ a: "1", b: "1" }, { complete: false, searched: true }),
    survey({ b: "2", c: "1" }),
    { created: [], modified: ["b"], deleted: [], guarded: none, complete: false, searched: true },
  ],
  [
    "protected names are complete all the same",
    survey({ a: "1" }, { guarded: { ".envrc": "1", "x/.npmrc": "1" }, complete: false, searched: true }),
    survey({}, { guarded: { ".envrc": "2", ".vscode/": "f", ".vscode/t": "1" }, complete: false, searched: true }),
    {
      ...none,
      guarded: { created: [".vscode/"], modified: [".envrc"], deleted: ["x/.npmrc"] },
      complete: false,
      searched: true,
    },
  ],
  [
    "of a new protected folder the name says everything",
    survey({}),
    survey({ ".git/HEAD": "1", a: "1" }, { guarded: { ".git/": "f", ".git/config": "1", ".git/hooks/x": "1" } }),
    {
      created: ["a"],
      modified: [],
      deleted: [],
      guarded: { ...none, created: [".git/"] },
      complete: true,
      searched: true,
    },
  ],
])("%s", (_, before, after, expected) => expect(changesBetween(before, after)).toEqual(expected));

const rules: PathRules = {
  isProtected: (path) => path.split("/").some((name) => name === ".git" || name === ".envrc"),
  access: (path) => ({ read: "allow", write: path.startsWith("locked/") ? "deny" : "allow" }),
};

test("however many files there are, a protected name is seen; git's data is no setting", async () => {
  const root = folderWith({
    "a/1": "",
    "a/2": "",
    "a/3": "",
    ".git/config": "",
    ".git/index": "",
    "b/.envrc": "",
  });
  const look = () => surveyFolder(root, { rules, maxFiles: 2 });
  const before = await look();
  fs.writeFileSync(join(root, "b/.envrc"), "changed");
  fs.writeFileSync(join(root, ".git/config"), "changed");
  fs.mkdirSync(join(root, "locked"));
  fs.writeFileSync(join(root, "locked/x"), "");
  fs.mkdirSync(join(root, "c/.git"), { recursive: true });
  fs.writeFileSync(join(root, "c/.git/config"), "");
  const { guarded, complete } = changesBetween(before, await look());
  expect(complete).toBe(false);
  expect(guarded).toEqual({ created: ["c/.git/", "locked/x"], modified: [".git/config", "b/.envrc"], deleted: [] });
  const all = await surveyFolder(root, { rules });
  expect([...all.files.keys()].toSorted()).toEqual([".git/index", "a/1", "a/2", "a/3"]);
});
