// Every tool through the command line as it is built and cached: what is loaded late must be loadable there too.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const bin = join(import.meta.dirname, "..", "bin", "galley.js");
let place: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "galley-tools-"));
  mkdirSync(join(place, "w", "src"), { recursive: true });
  writeFileSync(join(place, "w", "src", "a.ts"), "export function greet(name: string) {\n  return name;\n}\n");
  writeFileSync(join(place, "w", "src", "b.ts"), 'import { greet } from "./a.ts";\ngreet("x");\n');
});
afterAll(() => rmSync(place, { recursive: true }));

function galley(...args: readonly string[]): {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
} {
  const ran = spawnSync(process.execPath, [bin, ...args], {
    cwd: join(place, "w"),
    encoding: "utf8",
    input: "",
    env: { ...process.env, XDG_STATE_HOME: join(place, "state"), XDG_CONFIG_HOME: join(place, "config") },
  });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

describe("tools", () => {
  test.each<[string, object, object]>([
    ["ls", { path: "src" }, { message: expect.stringContaining("2") }],
    ["read_file", { path: "src/b.ts" }, { value: { total_lines: 2 } }],
    ["glob", { pattern: "**/*.ts" }, { value: [{ path: "workspace/src/a.ts" }, { path: "workspace/src/b.ts" }] }],
    [
      "grep",
      { pattern: "greet\\(" },
      { value: { matches: [{ path: "workspace/src/a.ts", line_number: 1 }, { line_number: 2 }] } },
    ],
    ["write_file", { path: "c.txt", content: "c\n" }, { value: 2 }],
    ["edit_file", { path: "c.txt", old_string: "c", new_string: "d" }, { value: { replacements_made: 1 } }],
    ["edit", { path: "c.txt", oldText: "d", newText: "e" }, {}],
    ["rm", { path: "c.txt" }, { value: 1 }],
  ])("%s", (name, args, expected) => {
    const { code, out, err } = galley("tool", name, JSON.stringify(args), "--yes");
    expect({ code, err, ...(JSON.parse(out) as object) }).toMatchObject({
      code: 0,
      err: "",
      success: true,
      ...expected,
    });
  });
});

describe("map", () => {
  test("definitions that others use come first; the second time nothing is parsed", () => {
    const first = JSON.parse(galley("map", "--json").out) as { text: string; parsed: number };
    expect([first.text, first.parsed]).toEqual(["src/a.ts\n  1  export function greet(name: string) {\n", 2]);
    expect(JSON.parse(galley("map", "--json").out)).toEqual({ ...first, parsed: 0 });
  });

  test("a bad budget is a usage error", () => {
    expect(galley("map", "--tokens", "many")).toMatchObject({ code: 2 });
  });

  test("a folder without sources says so", () => {
    mkdirSync(join(place, "w", "empty"), { recursive: true });
    expect(galley("map", "empty")).toMatchObject({ code: 0, out: "", err: expect.stringContaining("No source file") });
  });
});
