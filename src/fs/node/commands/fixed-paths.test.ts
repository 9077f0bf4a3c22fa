import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fixedBelow, foldersOf } from "./fixed-paths.ts";

test("what exists is fixed; what a link leads to is not mounted", () => {
  const root = fs.mkdtempSync(join(tmpdir(), "galley-fixed-"));
  fs.mkdirSync(join(root, ".git/hooks"), { recursive: true });
  fs.mkdirSync(join(root, ".galley"));
  fs.writeFileSync(join(root, ".envrc"), "");
  fs.symlinkSync("/etc", join(root, ".vscode"));
  fs.symlinkSync(".git", join(root, ".github"));
  fs.mkdirSync(join(root, ".git/workflows"));
  expect(fixedBelow(root)).toEqual([".git/hooks", ".galley", ".envrc"]);
  fs.rmSync(root, { recursive: true });
});

test("the folders between are held in their place", () => {
  expect(foldersOf([".git/config", ".git/hooks", ".envrc", "a/b/c"])).toEqual([".git", "a", "a/b"]);
});
