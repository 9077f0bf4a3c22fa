// The command line that install writes, given to shells as agents do: what it ends with when galley is not there.

import { spawnSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { denyingHookCommand, HOOK_HOSTS, type Launch } from "../../src/install/index.ts";
import { scratchFolder } from "../support/temporary-folder.ts";

const SHELLS = ["sh", "bash", "dash", "zsh", "fish"].filter((shell) => spawnSync(shell, ["-c", ":"]).status === 0);

/** `start`: the words that start galley. */
function run(shell: string, start: Launch, input = "") {
  const line = denyingHookCommand(start, "codex", 600);
  const { status, stdout, stderr } = spawnSync(shell, ["-c", line], { input, encoding: "utf8" });
  return { status, out: stdout, err: stderr };
}

test.each(SHELLS)("%s: what galley answers is passed on", (shell) => {
  expect(run(shell, ["sh", "-c", "cat; echo $*", "it's"], "the answer, ")).toEqual({
    status: 0,
    out: "the answer, hook codex --limit 600\n",
    err: "",
  });
});

describe.each(SHELLS)("%s denies", (shell) => {
  test.each<[string, Launch]>([
    ["is missing", ["/no/such/galley"]],
    ["cannot be run", ["/etc/passwd"]],
    ["fails", ["sh", "-c", "exit 1"]],
    ["is killed", ["sh", "-c", "kill -9 $$"]],
  ])("when galley %s: exit code 2 with a text, which every agent takes for a denial", (_, start) => {
    const { status, err } = run(shell, start);
    expect(status).toBe(2);
    expect(err).toContain("Galley did not allow this.");
  });
});

/** Only these programs can be found. */
function pathWith(...names: readonly string[]): string {
  const folder = scratchFolder("programs");
  for (const name of ["sh", "cat", ...names]) {
    const found = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
    symlinkSync(found, join(folder, name));
  }
  return folder;
}

const runWith = (programs: readonly string[], start: Launch, seconds: number) =>
  spawnSync("/bin/sh", ["-c", denyingHookCommand(start, "codex", seconds)], {
    input: "the answer, ",
    encoding: "utf8",
    env: { PATH: pathWith(...programs) },
  });

describe.each([[["perl"]], [["timeout"]], [["perl", "timeout"]]])("where there is %j", (programs) => {
  test("a galley that is stopped is killed in time, and denies", () => {
    const note = join(scratchFolder("stopped"), "process");
    const started = performance.now();
    const ran = runWith(programs, ["sh", "-c", `echo $$ > ${note}; kill -STOP $$`], 8);
    expect({ code: ran.status, out: ran.stdout }).toEqual({ code: 2, out: "" });
    expect(ran.stderr).toContain("Galley did not allow this.");
    // Not before the hook itself would have ended.
    expect(performance.now() - started).toBeGreaterThan(6500);
    // It has ended; whoever inherited it may not have noticed yet.
    const left = spawnSync("ps", ["-o", "stat=", "-p", readFileSync(note, "utf8").trim()], { encoding: "utf8" });
    expect(left.stdout).toMatch(/^Z|^$/);
  }, 60_000);
});

test.each([[["perl"]], [["timeout"]], [[]]])("where there is %j, an answer is passed on", (programs) => {
  const ran = runWith(programs, ["sh", "-c", "cat; echo $*", "it's"], 600);
  expect({ code: ran.status, out: ran.stdout, err: ran.stderr }).toEqual({
    code: 0,
    out: "the answer, hook codex --limit 600\n",
    err: "",
  });
});

test.each(["claude-code", "codex", "gemini", "copilot"])("%s: before a tool, and not after it", (name) => {
  const change = HOOK_HOSTS.find((host) => host.name === name)!.change(["galley"], {
    scope: "user",
    home: "/",
    root: "/",
    isRootNamed: false,
    platform: "linux",
    environment: {},
    packaged: () => "",
  });
  const entries = change.kind === "json" ? change.entries : [];
  const hooks = entries.map(({ path, value }) => ({ event: String(path.at(-1)), text: JSON.stringify(value) }));
  const isGuarded = hooks
    .filter(({ event }) => /tool/i.test(event))
    .map(({ event, text }) => [/^(?:pre|before)/i.test(event), text.includes("sh -c ")]);
  expect(isGuarded).toEqual([
    [true, true],
    [false, false],
  ]);
});
