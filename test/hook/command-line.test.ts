// The command line that install writes, given to shells as agents do: what it ends with when galley is not there.

import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { denyingHookCommand, HOOK_HOSTS, type Launch } from "../../src/install/index.ts";

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
