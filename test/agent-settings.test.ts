// galley hook and mcp: install, uninstall and status on real settings files, as a user and a script run them.

import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { HOOK_HOSTS, installed } from "../src/install/index.ts";
import { program } from "./built.ts";
import { OTHER_USER, whyNoOtherUser as why } from "./support/another-user.ts";
import { Place } from "./support/galley.ts";

const OTHERS = '{\n\t"model": "opus",\n\t"hooks": { "PreToolUse": [] }   \n}\r\n';

/** The settings of Claude Code in the home folder of a place. */
class Settings extends Place {
  readonly file = join(this.base, ".claude", "settings.json");

  write(text: string): void {
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, text);
  }

  text(): string {
    return readFileSync(this.file, "utf8");
  }
}

describe("galley hook install", () => {
  test("without a person it changes nothing and leaves no folder", () => {
    const place = new Settings();
    const { code, out, err } = place.galley(["hook", "install", "claude-code"]);
    expect([code, out, existsSync(dirname(place.file))]).toEqual([1, "", false]);
    expect(err).toMatch(
      /settings\.json: No one can be asked here\. Run it in a terminal to see the change, or pass --yes\.$/m,
    );
  });

  test("adds the hook and keeps everything else; uninstall brings the old bytes back", () => {
    const place = new Settings();
    place.write(OTHERS);
    const first = place.galley(["hook", "install", "claude-code", "--yes"]);
    expect([first.code, first.err]).toEqual([0, ""]);
    expect(first.out).toMatch(/^Claude Code asks galley now\. \(.*settings\.json\)\n/);
    const text = place.text();
    expect(text).toMatch(/"command":\s*"\/bin\/sh -c '.*exit 2; }' sh .* hook claude-code --limit 600"/);
    expect(text.startsWith('{\n\t"model": "opus",\n\t"hooks": { "PreToolUse": [')).toBe(true);
    expect(place.galley(["hook", "install", "claude-code", "--yes"]).out).toMatch(/^Claude Code asks galley already\./);
    expect(place.text()).toBe(text);
    expect(place.galley(["hook", "uninstall", "claude-code", "--yes"]).code).toBe(0);
    expect(place.text()).toBe(OTHERS);
    expect(place.galley(["hook", "uninstall", "claude-code", "--yes"]).out).toMatch(/does not ask galley\./);
  });

  test.each([
    ["hook", "claude-code", "Without one, Claude Code asks you itself."],
    ["hook", "codex", "Without one, edits are denied."],
    ["mcp", "zed", "in galley inbox or galley web: keep one of them open."],
  ])("%s install %s says where its questions are answered", (command, name, words) => {
    expect(new Settings().galley([command, "install", name, "--yes"]).out).toContain(words);
  });

  test("undo takes the install back, and uninstall deletes a file that was not there", () => {
    const place = new Settings();
    const { value } = place.json(["hook", "install", "claude-code", "--yes"]);
    const { receipt_id } = value as { receipt_id: string };
    expect(value).toMatchObject({ success: true, changed: true, path: place.file });
    expect(place.galley(["undo", receipt_id]).code).toBe(0);
    expect(existsSync(place.file)).toBe(false);
    place.galley(["hook", "install", "claude-code", "--yes"]);
    place.galley(["hook", "uninstall", "claude-code", "--yes"]);
    expect(existsSync(place.file)).toBe(false);
  });

  test("what the user changed afterwards stays when it is uninstalled", () => {
    const place = new Settings();
    place.write('{\n  "model": "opus"\n}\n');
    place.galley(["hook", "install", "claude-code", "--yes"]);
    writeFileSync(place.file, place.text().replace('"opus"', '"sonnet"'));
    place.galley(["hook", "uninstall", "claude-code", "--yes"]);
    expect(place.text()).toBe('{\n  "model": "sonnet"\n}\n');
  });

  test("--project is for this folder, and a link is kept", () => {
    const place = new Settings({ "dotfiles/claude.json": "{}\n" });
    mkdirSync(join(place.folder, ".claude"));
    symlinkSync("../dotfiles/claude.json", join(place.folder, ".claude", "settings.json"));
    const { out } = place.galley(["hook", "install", "claude-code", "--project", "--yes"]);
    expect(out).toMatch(/\.claude\/settings\.json → .*dotfiles\/claude\.json\)/);
    expect(place.read("dotfiles/claude.json")).toContain("hook claude-code");
    expect(existsSync(place.file)).toBe(false);
  });

  test.each([
    ["a syntax error", '{ "hooks": ', 1, /Line 1 is not valid JSON/],
    ["bytes that are no text", "{\u0000}", 2, /is not UTF-8 text/],
    ["another shape", '{ "hooks": [] }', 1, /is something else already/],
  ])("%s: nothing is written", (_, text, exit, message) => {
    const place = new Settings();
    place.write(text);
    const { code, err } = place.galley(["hook", "install", "claude-code", "--yes"]);
    expect([code, place.text()]).toEqual([exit, text]);
    expect(err).toMatch(message);
  });

  test("a folder in the place of the settings is left alone", () => {
    const place = new Settings();
    mkdirSync(place.file, { recursive: true });
    const { code, err } = place.galley(["hook", "install", "claude-code", "--yes"]);
    expect([code, err]).toEqual([2, expect.stringContaining("is not a regular file")]);
  });

  describe.skipIf(why !== null)(`as a user who may not write the settings${why === null ? "" : ` (${why})`}`, () => {
    const own = (...paths: readonly string[]): void =>
      paths.forEach((path) => chownSync(path, OTHER_USER.uid, OTHER_USER.gid));
    const install = (place: Settings, command: string) =>
      spawnSync(process.execPath, [program, command, "install", "claude-code", "--yes"], {
        ...OTHER_USER,
        cwd: place.folder,
        env: { PATH: process.env["PATH"], HOME: place.base, XDG_STATE_HOME: join(place.base, "state") },
        encoding: "utf8",
      });

    test.each([
      ["the file is another user's", (place: Settings) => own(dirname(place.file))],
      [
        "the file is read-only",
        (place: Settings) => (own(dirname(place.file), place.file), chmodSync(place.file, 0o444)),
      ],
      ["the folder is another user's", (place: Settings) => own(place.file)],
    ])("%s: they stay as they are, and the message says what to do", (_, prepare) => {
      const place = new Settings();
      place.write(OTHERS);
      mkdirSync(join(place.base, "state"));
      own(join(place.base, "state"));
      for (const folder of [place.base, dirname(place.file)]) chmodSync(folder, 0o755);
      prepare(place);
      const { status, stdout, stderr } = install(place, "hook");
      expect([status, stdout, place.text()]).toEqual([1, "", OTHERS]);
      expect(stderr).toContain(`You may not write ${place.file}, so nothing was changed. Look at its owner`);
      expect(stderr).not.toMatch(/workspace|⟨LF⟩/);
    });

    test("a folder cannot be made", () => {
      const place = new Settings();
      chmodSync(place.base, 0o755);
      mkdirSync(join(place.base, "state"));
      own(join(place.base, "state"));
      const { status, stderr } = install(place, "hook");
      expect([status, existsSync(dirname(place.file))]).toEqual([1, false]);
      expect(stderr).toContain(`You may not write ${dirname(place.file)}`);
      expect(install(place, "mcp")).toMatchObject({ status: 1, stderr: expect.stringContaining("You may not write") });
    });
  });

  test("an agent may neither install nor uninstall", () => {
    const place = new Settings();
    const env = { CLAUDECODE: "1" };
    for (const action of ["install", "uninstall"]) {
      const { code, err } = place.galley(["hook", action, "claude-code", "--yes"], { env });
      expect([code, err]).toEqual([2, expect.stringContaining("CLAUDECODE")]);
    }
  });

  test("an unknown name is a usage error that names the nearest one", () => {
    const { code, err } = new Place().galley(["hook", "install", "claude"]);
    expect([code, err]).toEqual([2, expect.stringContaining("(did you mean claude-code?)")]);
  });

  test.each(HOOK_HOSTS.map(({ name }) => [name]))("%s: installed, listed, uninstalled", (name) => {
    const place = new Place();
    expect(place.galley(["hook", "install", name, "--yes"]).code).toBe(0);
    const status = place.json(["hook", "status", name]).value as { installed: unknown[]; problems: string[] };
    expect(status).toMatchObject({ name, installed: [{ scope: "user" }], problems: [] });
    expect(place.galley(["hook", "uninstall", name, "--yes"]).code).toBe(0);
    expect(place.json(["hook", "status", name])).toMatchObject({ code: 1, value: { installed: [] } });
  });

  test("status of one agent says what is not enforced", () => {
    const place = new Place();
    place.galley(["hook", "install", "gemini", "--yes"]);
    const { out } = place.galley(["hook", "status", "gemini"]);
    expect(out).toContain("- Commands that the agent runs can change files without a review");
    expect(out).toContain("- `gemini --acp` runs no hooks");
    expect(place.galley(["hook", "status"]).out).not.toContain("Commands that the agent runs");
  });

  test("install and status say when hooks are switched off", () => {
    const place = new Settings();
    place.write('{ "disableAllHooks": true }');
    const { out } = place.galley(["hook", "install", "claude-code", "--yes"]);
    expect(out).toMatch(
      /is set up, but not in force\. .*settings\.json: "disableAllHooks" is set: Claude Code runs no hooks\./,
    );
    expect(out).not.toContain("asks galley now");
    const { code, value } = place.json(["hook", "status", "claude-code"]);
    expect([code, value]).toMatchObject([1, { problems: [expect.stringContaining("disableAllHooks")] }]);
  });

  test.each([
    ["claude-code", ".claude/settings.json", "// mine\n{}", "a comment: remove the one on line 1"],
    ["claude-code", ".claude/settings.json", '{\n"a": 1,\n}', "a trailing comma: remove the one on line"],
    ["codex", ".codex/hooks.json", "{ /* mine */ }", "a comment: remove the one on line 1"],
    ["copilot", ".copilot/hooks/galley.json", "\uFEFF{}", "a byte order mark: remove the one on line 1"],
    ["gemini", ".gemini/settings.json", '{\n"a": [1,],\n"b": 1 }', "a trailing comma: remove the one on line 2"],
  ])("%s: a file that it would skip is refused, and reported when it becomes one", (name, file, text, words) => {
    const place = new Place();
    const path = join(place.base, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    const { code, err } = place.galley(["hook", "install", name, "--yes"]);
    expect([code, readFileSync(path, "utf8")]).toEqual([1, text]);
    expect(err).toContain(`does not read a file with ${words}`);
    writeFileSync(path, "{}");
    expect(place.galley(["hook", "install", name, "--yes"]).code).toBe(0);
    const installedText = readFileSync(path, "utf8");
    writeFileSync(path, installedText.replace(/}\s*$/, ",}"));
    const status = place.galley(["hook", "status", name]);
    expect([status.code, status.out]).toEqual([
      1,
      expect.stringContaining("does not read a file with a trailing comma"),
    ]);
    expect(status.out).toContain(": set up, with problems");
    expect(place.galley(["hook", "uninstall", name, "--yes"]).code).toBe(0);
  });

  test("comments stay where the agent reads them", () => {
    const place = new Place();
    const path = join(place.base, ".gemini/settings.json");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '{ // mine\n "ui": {} }');
    expect(place.galley(["hook", "install", "gemini", "--yes"]).code).toBe(0);
    expect(readFileSync(path, "utf8")).toContain("{ // mine\n");
  });

  test.each([
    ["claude-code", ".claude/settings.json", '{ "disableAllHooks": true }'],
    ["claude-code", ".claude/settings.local.json", '{ "disableAllHooks": true }'],
    ["gemini", ".gemini/settings.json", '{ "hooksConfig": { "enabled": false } }'],
    ["gemini", ".gemini/settings.json", '{ "hooksConfig": { "disabled": ["galley-before"] } }'],
    ["copilot", ".github/copilot/settings.json", '{ "disableAllHooks": true }'],
    ["copilot", ".github/copilot/settings.local.json", '{ "disableAllHooks": true }'],
    ["copilot", ".claude/settings.json", '{ "disableAllHooks": true }'],
  ])("%s: %s of the project can switch the hooks of its user off: %s", (name, file, text) => {
    const place = new Place();
    place.galley(["hook", "install", name, "--yes"]);
    expect(place.galley(["hook", "status", name]).code).toBe(0);
    const path = join(place.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    const { code, out } = place.galley(["hook", "status", name]);
    expect([code, out]).toEqual([1, expect.stringContaining(`! ${path}: "`)]);
    expect(place.galley(["hook", "install", name, "--yes"]).out).toContain("is set up, but not in force.");
  });

  test.each([
    ['{ "version": 2 }', '"version" is not 1'],
    ['{ "hooks": { "sessionStart": 5 } }', '"hooks.sessionStart" is not a list'],
    ['{ "disableAllHooks": true }', '"disableAllHooks" is set'],
  ])("copilot: of a file with %s it runs no hook", (text, words) => {
    const place = new Place();
    const path = join(place.base, ".copilot/hooks/galley.json");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    place.galley(["hook", "install", "copilot", "--yes"]);
    expect(place.galley(["hook", "status", "copilot"]).out).toContain(words);
  });

  test("status finds an event that galley does not know", () => {
    const place = new Settings();
    place.galley(["hook", "install", "claude-code", "--yes"]);
    const settings = JSON.parse(place.text()) as { hooks: Record<string, unknown> };
    writeFileSync(
      place.file,
      JSON.stringify({ hooks: { ...settings.hooks, PermissionRequest: settings.hooks["PreToolUse"], Stop: [] } }),
    );
    const { code, out } = place.galley(["hook", "status", "claude-code"]);
    expect(code).toBe(1);
    expect(out).toContain("the event PermissionRequest starts galley too");
    expect(out).not.toContain("the event Stop");
  });

  test("status finds an entry that an older galley wrote, and lists every agent without a name", () => {
    const place = new Settings();
    place.galley(["hook", "install", "claude-code", "--yes"]);
    writeFileSync(place.file, place.text().replace('"timeout": 604800', '"timeout": 600'));
    expect(place.json(["hook", "status", "claude-code"]).value).toMatchObject({
      problems: [expect.stringContaining("Run install again")],
    });
    const all = place.json(["hook", "status"]).value as { name: string }[];
    expect(all.map(({ name }) => name)).toEqual(HOOK_HOSTS.map(({ name }) => name));
  });
});

describe("galley mcp install", () => {
  test.each([
    ["claude-code", [".claude.json"]],
    ["codex", [".codex", "config.toml"]],
    ["cursor", [".cursor", "mcp.json"]],
  ])("%s", (name, path) => {
    const place = new Place();
    expect(place.galley(["mcp", "install", name, "--yes"]).code).toBe(0);
    const file = join(place.base, ...path);
    expect(readFileSync(file, "utf8")).toMatch(/galley/);
    expect(place.galley(["mcp", "uninstall", name, "--yes"]).code).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  test.each([
    ["cursor", [".cursor", "mcp.json"]],
    ["codex", [".codex", "config.toml"]],
    ["windsurf", [".codeium", "windsurf", "mcp_config.json"]],
  ])("%s with --root works in that folder, and status says so from anywhere", (name, path) => {
    const place = new Place();
    const folder = join(place.base, "elsewhere");
    mkdirSync(folder);
    expect(place.galley(["mcp", "install", name, "--yes", "--root", folder]).code).toBe(0);
    expect(readFileSync(join(place.base, ...path), "utf8")).toMatch(/"mcp",\s*"--root",\s*".*\/elsewhere"/);
    const status = place.json(["mcp", "status", name]).value;
    expect(status).toMatchObject({ installed: [{ scope: "user", root: folder }], problems: [] });
    expect(place.galley(["mcp", "uninstall", name, "--yes"]).code).toBe(0);
    expect(existsSync(join(place.base, ...path))).toBe(false);
  });

  test("in a project's settings, which may be shared, no folder of this machine is named", () => {
    const place = new Place();
    expect(place.galley(["mcp", "install", "cursor", "--project", "--yes", "--root", place.folder]).code).toBe(0);
    expect(place.read(".cursor/mcp.json")).not.toContain("--root");
  });

  test("a program without settings in a project says so", () => {
    const { code, err } = new Place().galley(["mcp", "install", "windsurf", "--project"]);
    expect([code, err]).toEqual([2, expect.stringContaining("has no settings file in a project")]);
  });
});

test("the plugin for Claude Code has the hooks that install writes", () => {
  const hooks = readFileSync(join(import.meta.dirname, "../integrations/claude-code/hooks/hooks.json"), "utf8");
  const change = HOOK_HOSTS.find(({ name }) => name === "claude-code")!.change(["galley"], {
    scope: "project",
    home: "/",
    root: "/",
    isRootNamed: false,
    platform: "linux",
    environment: {},
    packaged: () => "",
  });
  expect(installed(change, null)).toEqual({ kind: "text", text: hooks });
});
