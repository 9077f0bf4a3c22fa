// The diffs that CONTRIBUTING.md shows as recipes still apply, and touch no more files than it says.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./built.ts";

test.each([
  ["format", 4],
  ["config-key", 2],
  ["review-key", 2],
  ["provider", 1],
])("docs/recipes/%s.diff applies and touches %i files", (name, files) => {
  const path = join(root, "docs", "recipes", `${name}.diff`);
  const ran = spawnSync("git", ["apply", "--check", path], { cwd: root, encoding: "utf8" });
  expect(ran).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(path, "utf8").match(/^diff --git /gm)).toHaveLength(files);
});
