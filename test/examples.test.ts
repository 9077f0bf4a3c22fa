// Every program in examples/ holds for a strict compiler and runs against the package as installed. Each checks itself.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compilerSays, ensureBuilt, installInto, root } from "./built.ts";

const folder = mkdtempSync(join(tmpdir(), "galley-examples-"));
const programs = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".ts"));

beforeAll(() => {
  ensureBuilt();
  installInto(folder, ["ai"]);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  // As they are in the package: what is not published is not tried.
  for (const name of programs) cpSync(join(folder, "node_modules", "galley", "examples", name), join(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("their types hold", () => {
  expect(compilerSays(folder, programs)).toBe("");
});

test.each(programs)("%s does what it says", (name) => {
  const code = transformSync(readFileSync(join(folder, name), "utf8"), { loader: "ts", target: "node20.19" }).code;
  writeFileSync(join(folder, "example.mjs"), code);
  const environment = { PATH: process.env["PATH"], HOME: folder };
  const out = execFileSync(process.execPath, ["example.mjs"], { cwd: folder, encoding: "utf8", env: environment });
  expect(out).not.toBe("");
});
