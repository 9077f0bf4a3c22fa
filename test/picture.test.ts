// The picture in the README is what the screen shows now.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt, root } from "./built.ts";

beforeAll(ensureBuilt);

test("docs/review.svg shows the real screen; npm run picture makes it anew", () => {
  const ran = spawnSync(process.execPath, [join(root, "scripts", "picture.mjs"), "--check"], { encoding: "utf8" });
  expect(ran.stderr + ran.stdout).toBe("");
  expect(ran.status).toBe(0);
}, 120_000);

test("the README shows it", () => expect(readFileSync(join(root, "README.md"), "utf8")).toContain("(docs/review.svg)"));
