// What is written is staged in git the same way on every surface, one key or option turns it off, and the report says so.

import { execFileSync } from "node:child_process";
import { chmodSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openWorkspace } from "../src/workspace/index.ts";
import type { Step } from "../src/testing/index.ts";
import { BLOCK, EDIT, READ, Running } from "./agent/running.ts";
import { block, Place } from "./support/galley.ts";
import { without } from "./support/installed.ts";

const { missing, note } = without("git");

let place: Place;
const git = (...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
    cwd: place.folder,
    encoding: "utf8",
  });
const staged = (): string[] => git("diff", "--cached", "--name-only").split("\n").filter(Boolean);

type Surface = readonly [string, readonly string[], string, readonly string[]];

/** Name, arguments, standard input, and the paths that are staged then. */
const SURFACES: readonly Surface[] = [
  ["apply", ["apply", "--yes"], block("a.txt", "1\n", "2\n"), ["a.txt"]],
  ["tool write_file", ["tool", "write_file", "--yes"], `{"path":"new.txt","content":"x"}`, ["new.txt"]],
  ["tool edit_file", ["tool", "edit_file", "--yes"], `{"path":"a.txt","old_string":"1","new_string":"2"}`, ["a.txt"]],
  ["tool edit", ["tool", "edit", "--yes"], `{"path":"a.txt","oldText":"1","newText":"2"}`, ["a.txt"]],
  ["tool rm", ["tool", "rm", "--yes"], `{"path":"sub"}`, ["sub/b.txt", "sub/c.txt"]],
];

describe.skipIf(missing)(`in a repository${note}`, () => {
  beforeEach(() => {
    place = new Place({ "a.txt": "1\n", "sub/b.txt": "b\n", "sub/c.txt": "c\n" });
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "first");
  });

  test.each(SURFACES)("%s stages what it wrote, and undo takes that back", (_, args, input, paths) => {
    const { out } = place.galley(args, { input });
    expect(staged()).toEqual(paths);
    expect(out).toMatch(/staged in git/i);
    place.galley(["undo"]);
    expect([staged(), git("status", "--porcelain")]).toEqual([[], ""]);
  });

  test.each(SURFACES)("%s --no-stage", (_, args, input) => {
    const { out } = place.galley([...args, "--no-stage"], { input });
    expect(staged()).toEqual([]);
    expect(git("status", "--porcelain")).not.toBe("");
    expect(out).not.toMatch(/staged/i);
  });

  test.each(SURFACES)("%s with stage: false in the project's config", (_, args, input) => {
    place.put(".galley/config.json", JSON.stringify({ stage: false }));
    place.galley(args, { input });
    expect(staged()).toEqual([]);
  });

  test("a project cannot turn it on again", () => {
    place.put(".galley/config.json", JSON.stringify({ stage: true }));
    place.put("../config/galley/config.json", JSON.stringify({ stage: false }));
    place.galley(["tool", "write_file", "--yes"], { input: `{"path":"new.txt","content":"x"}` });
    expect(staged()).toEqual([]);
  });

  test("what is not staged has its reason in the result of a tool, and it is named as tools name it", () => {
    place.put("a.txt", "1\nmine\n");
    const { value } = place.json(["tool", "edit_file", "--yes"], {
      input: `{"path":"a.txt","old_string":"1","new_string":"2"}`,
    });
    expect(value).toMatchObject({
      success: true,
      message: expect.stringMatching(/workspace\/a\.txt was not staged in git: /) as string,
    });
    expect(staged()).toEqual([]);
  });

  test("edit-last", () => {
    place.galley(["apply", "--yes", "--no-stage"], { input: block("a.txt", "1\n", "2\n") });
    git("add", "a.txt");
    place.put("../editor", '#!/bin/sh\nfor file; do :; done\nsleep 0.4\necho mine > "$file"\n');
    chmodSync(join(place.base, "editor"), 0o755);
    const env = { EDITOR: join(place.base, "editor") };
    const { out, err } = place.galley(["edit-last", "--yes", "--json"], { env });
    expect(err).toBe("");
    expect(JSON.parse(out)).toMatchObject({
      status: "written",
      message: expect.stringContaining("Staged in git.") as string,
    });
    expect(git("show", ":a.txt")).toBe("mine\n");
  });

  test("the library's tools", async () => {
    const environment = { PATH: process.env["PATH"], XDG_STATE_HOME: join(place.base, "state"), HOME: place.base };
    const workspace = await openWorkspace({
      root: realpathSync(place.folder),
      config: {},
      environment,
      approve: async () => ({ action: "apply" }),
    });
    await workspace.call("write_file", { path: "new.txt", content: "x\n" });
    expect(staged()).toEqual(["new.txt"]);
  });

  test("the report of apply says how many files were staged", () => {
    expect(place.galley(["apply", "--yes"], { input: block("a.txt", "1\n", "2\n") }).out).toContain(
      "1 file changed and staged in git.",
    );
    place.put("sub/b.txt", "b\nmine\n");
    const two = block("a.txt", "2\n", "3\n") + block("sub/b.txt", "b\n", "B\n");
    expect(place.galley(["apply", "--yes"], { input: two }).out).toContain("2 files changed, 1 staged in git.");
  });
});

describe.skipIf(missing)(`galley run${note}`, () => {
  let running: Running;
  beforeEach(() => {
    running = new Running();
    const folder = join(running.folder, "work");
    const person = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
    for (const args of [
      ["init", "-q"],
      ["add", "-A"],
      [...person, "commit", "-qm", "first"],
    ])
      execFileSync("git", args, { cwd: folder });
  });
  afterEach(() => running.close());
  const stagedThere = (): string =>
    execFileSync("git", ["diff", "--cached", "--name-only"], { cwd: join(running.folder, "work"), encoding: "utf8" });

  test.each<[string, readonly Step[], readonly string[]]>([
    ["with tools", [READ, EDIT, { text: "Done." }], []],
    ["in blocks", [{ text: BLOCK }], ["--mode", "blocks", "--context", "a.txt"]],
  ])("%s", async (_, script, more) => {
    const env = await running.serve(script);
    const { out, err } = await running.run(["--approve", "all", "edit it", ...more], env);
    expect(stagedThere()).toBe("a.txt\n");
    expect(out + err).toMatch(/staged in git/i);
  });

  test.each<[string, readonly Step[], readonly string[]]>([
    ["with tools", [READ, EDIT, { text: "Done." }], []],
    ["in blocks", [{ text: BLOCK }], ["--mode", "blocks", "--context", "a.txt"]],
  ])("%s, --no-stage", async (_, script, more) => {
    const env = await running.serve(script);
    await running.run(["--approve", "all", "--no-stage", "edit it", ...more], env);
    expect([stagedThere(), running.content()]).toEqual(["", "one\nTWO\n"]);
  });
});

test("outside a repository nothing is said about it", () => {
  place = new Place({ "a.txt": "1\n" });
  const { out } = place.galley(["apply", "--yes"], { input: block("a.txt", "1\n", "2\n") });
  expect(out).toContain("1 file changed. Undo");
});
