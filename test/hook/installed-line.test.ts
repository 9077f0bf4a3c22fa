// What a project's own variables cannot change about the line that install writes: which Node runs galley, and where the
// user's config is.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt, program } from "../built.ts";
import { Place } from "../support/galley.ts";

beforeAll(() => ensureBuilt());

class Installed extends Place {
  readonly path = `${join(this.base, "bin")}:${process.env["PATH"]}`;
  readonly config = join(this.base, "config");

  constructor() {
    super({ "a.txt": "one\n", "secret/b.txt": "two\n" });
    mkdirSync(join(this.base, "bin"));
    symlinkSync(program, join(this.base, "bin", "galley"));
  }

  /** The command before a tool, as it is in the settings. */
  command(env: Record<string, string> = {}): string {
    this.galley(["hook", "install", "claude-code", "--yes"], { env: { PATH: this.path, ...env } });
    const settings = JSON.parse(readFileSync(join(this.base, ".claude/settings.json"), "utf8")) as {
      hooks: { PreToolUse: { hooks: { command: string }[] }[] };
    };
    return settings.hooks.PreToolUse[0]!.hooks[0]!.command;
  }

  run(command: string, input: object, env: Record<string, string> = {}) {
    const own = {
      PATH: this.path,
      HOME: this.base,
      XDG_STATE_HOME: join(this.base, "state"),
      XDG_CONFIG_HOME: this.config,
    };
    const options = {
      input: JSON.stringify(input),
      encoding: "utf8",
      env: { ...own, ...env },
      cwd: this.folder,
    } as const;
    return spawnSync("/bin/sh", ["-c", command], options);
  }
}

const before = (cwd: string, tool: string, input: object): object => ({
  session_id: "s",
  cwd,
  hook_event_name: "PreToolUse",
  tool_name: tool,
  tool_input: input,
  tool_use_id: "1",
});

test("a node that the project puts on the PATH is not run in place of Node", () => {
  const place = new Installed();
  place.put("planted/node", "#!/bin/sh\nexit 0\n");
  chmodSync(join(place.folder, "planted/node"), 0o755);
  const ran = place.run(place.command(), {}, { PATH: `planted:${join(place.folder, "planted")}:${place.path}` });
  expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining("This is no message of a hook of Claude Code")]);
});

test("Node is named by its place on the PATH, which stays through updates, but not by one in the project", () => {
  const place = new Installed();
  place.put("bin/.keep", "");
  for (const folder of [join(place.folder, "bin"), join(place.base, "bin")])
    symlinkSync(process.execPath, join(folder, "node"));
  const command = place.command({ PATH: `${join(place.folder, "bin")}:${place.path}` });
  expect(command).toContain(
    ` ${join(place.base, "bin", "node")} ${join(place.base, "bin", "galley")} hook claude-code `,
  );
});

test("a variable of the project does not lead to other rules: the folders are those of install", () => {
  const place = new Installed();
  const file = join(place.config, "galley", "config.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{ "policy": [{ "effect": "deny", "path": "workspace/secret/**" }] }');
  const read = before(place.folder, "Read", { file_path: join(place.folder, "secret/b.txt") });
  const elsewhere = { XDG_CONFIG_HOME: "/nonexistent", XDG_STATE_HOME: "/nonexistent" };
  const command = place.command();
  for (const env of [{}, elsewhere]) {
    const ran = place.run(command, read, env);
    expect([ran.status, ran.stdout]).toEqual([0, expect.stringContaining('"permissionDecision":"deny"')]);
  }
});

test("a misspelled action is named, with the one it may mean", () => {
  const { code, err } = new Place().galley(["hook", "instal", "codex"]);
  expect([code, err]).toEqual([2, expect.stringContaining('unknown action "instal" (did you mean install?)')]);
});

test("settings of a project, which may be shared, name no folder", () => {
  const place = new Installed();
  place.galley(["hook", "install", "claude-code", "--project", "--yes"], { env: { PATH: place.path } });
  expect(place.read(".claude/settings.json")).not.toContain("XDG_CONFIG_HOME=");
});
