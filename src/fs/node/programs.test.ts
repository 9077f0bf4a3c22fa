import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findProgram, searchPath } from "./programs.ts";

let place: string;
let cwd: string;
beforeEach(() => {
  cwd = process.cwd();
  place = realpathSync(mkdtempSync(join(tmpdir(), "galley-programs-")));
  for (const folder of ["ws/bin", "ws/other", "system", "home"]) mkdirSync(join(place, folder), { recursive: true });
  program("ws/bin/tool");
  program("system/tool");
  symlinkSync("ws", join(place, "alias"));
  symlinkSync("../ws/bin", join(place, "home/bin"));
  symlinkSync("../system", join(place, "ws/system"));
  symlinkSync("ws/system", join(place, "around"));
  symlinkSync("system", join(place, "linked-system"));
  mkdirSync(join(place, "home/links"));
  symlinkSync("../../ws/bin/tool", join(place, "home/links/tool"));
});
afterEach(() => {
  process.chdir(cwd);
  rmSync(place, { recursive: true, force: true });
});

function program(path: string): void {
  writeFileSync(join(place, path), "#!/bin/sh\n");
  chmodSync(join(place, path), 0o755);
}

const search = (...folders: readonly string[]) => ({ path: folders.join(":"), outside: [join(place, "ws")] });

describe("a program is never taken from the workspace", () => {
  test.each([
    ["a folder of it", "ws/bin"],
    ["a folder of it, with dots", "system/../ws/./bin/"],
    ["a folder under another name of the workspace", "alias/bin"],
    ["a folder outside that is a link into it", "home/bin"],
    ["a program outside that is a link into it", "home/links"],
    ["a folder of it that is a link to a folder outside", "ws/system"],
    ["a link outside that leads through it to a folder outside", "around"],
  ])("%s", (_, folder) => {
    expect(findProgram("tool", search(join(place, folder)))).toBeNull();
    expect(findProgram("tool", search(join(place, folder), join(place, "system")))).toBe(join(place, "system/tool"));
  });

  test.each([
    ["an empty entry", ""],
    ["a dot", "."],
    ["a relative folder", "bin"],
    ["a relative folder from above", "../ws/bin"],
  ])("%s means the current folder", (_, entry) => {
    process.chdir(join(place, "ws"));
    program("ws/tool");
    expect(findProgram("tool", search(entry))).toBeNull();
    expect(searchPath(search(entry, join(place, "system")))).toBe(join(place, "system"));
  });

  test("PATH that is empty finds nothing, also in the current folder", () => {
    process.chdir(join(place, "ws/bin"));
    expect(findProgram("tool", { path: "", outside: [] })).toBeNull();
  });

  test("the workspace is the whole disk: there is no program", () => {
    expect(findProgram("tool", { path: join(place, "system"), outside: ["/"] })).toBeNull();
  });
});

test("a path is the person's own choice", () => {
  process.chdir(join(place, "ws"));
  expect(findProgram("bin/tool", search(join(place, "system")))).toBe(join(place, "ws/bin/tool"));
  expect(findProgram(join(place, "ws/bin/tool"), search())).toBe(join(place, "ws/bin/tool"));
  expect(findProgram(join(place, "ws/bin/missing"), search())).toBeNull();
});

test("only a regular file that may be run is a program", () => {
  mkdirSync(join(place, "home/path/tool"), { recursive: true });
  mkdirSync(join(place, "home/plain"));
  writeFileSync(join(place, "home/plain/tool"), "");
  const folders = ["home/path", "home/plain", "linked-system"].map((folder) => join(place, folder));
  expect(findProgram("tool", search(...folders))).toBe(join(place, "linked-system/tool"));
  expect(findProgram("", search(...folders))).toBeNull();
});

test("a loop of links ends", () => {
  symlinkSync("b", join(place, "a"));
  symlinkSync("a", join(place, "b"));
  expect(findProgram("tool", search(join(place, "a")))).toBeNull();
});
