// What a hook loads before a rule answers. The agent waits for each one; times are for npm run bench, this looks at causes.

import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { ensureBuilt, program } from "../built.ts";
import { Place } from "../support/galley.ts";

beforeAll(ensureBuilt);

let place: Place;
beforeEach(() => {
  place = new Place({ "a.txt": "one\ntwo\n" });
  const policy = ["read_file", "edit_file"].map((tool) => ({ effect: "allow", tool }));
  place.put(join("..", "config", "galley", "config.json"), JSON.stringify({ policy }));
});

const READ = {};
const EDIT = { old_string: "two", new_string: "2", replace_all: false };

const message = (tool: string, input: object): string =>
  JSON.stringify({
    session_id: "s",
    cwd: place.folder,
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: { file_path: join(place.folder, "a.txt"), ...input },
    tool_use_id: "1",
  });

/** A module that runs before galley, and writes down what was loaded when the process ends. */
const watcher = (more = ""): string => {
  const path = join(place.base, "watch.cjs");
  writeFileSync(
    path,
    `const fs = require("node:fs");
const { readFileSync } = fs;
const read = [];
fs.readFileSync = (path, ...rest) => (read.push(String(path)), readFileSync(path, ...rest));
${more}
process.on("exit", () => fs.writeFileSync(${JSON.stringify(join(place.base, "loaded.json"))}, JSON.stringify({ read, modules: process.moduleLoadList })));
`,
  );
  return path;
};

const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  HOME: place.base,
  XDG_CONFIG_HOME: join(place.base, "config"),
  XDG_STATE_HOME: join(place.base, "state"),
});

/** A process of its own, whose standard input is a socket, as agents in Node make it. */
function answer(text: string, more = "") {
  const args = ["--require", watcher(more), program, "hook", "claude-code"];
  const ran = spawnSync(process.execPath, args, { input: text, env: environment(), encoding: "utf8" });
  const loaded = JSON.parse(readFileSync(join(place.base, "loaded.json"), "utf8")) as {
    read: string[];
    modules: string[];
  };
  const packs = loaded.read.filter((path) => path.includes("/dist/cli/")).map((path) => basename(path));
  const decision = /"permissionDecision":"(\w+)"/.exec(ran.stdout)?.[1] ?? "nothing";
  return { result: { code: ran.status, err: ran.stderr, decision }, packs, modules: loaded.modules };
}

test.each([
  ["a read", "Read", READ, "nothing", ["hook"]],
  ["an edit", "Edit", EDIT, "allow", ["hook", "change"]],
])("%s that a rule allows loads only the packs of hooks", (_, tool, input, decision, packs) => {
  const found = answer(message(tool, input));
  expect(found.result).toEqual({ code: 0, err: "", decision });
  expect(found.packs).toEqual(["main-hook.js", ...packs.flatMap((name) => [`${name}.js`, `${name}.js.cache`])]);
});

// Streams take as long as the rest of a hook that a rule answers.
test("the message is read without Node's streams", () => {
  const { modules } = answer(message("Read", READ));
  expect(modules).toContain("NativeModule fs");
  expect(modules.filter((name) => /^NativeModule (?:net|tty|stream|os|crypto)$/.test(name))).toEqual([]);
});

test.each([
  ["is not there", "delete process.binding;"],
  ["may not be used", 'process.binding = () => { throw new Error("no"); };'],
  ["fails", "process.binding = () => ({ Pipe: class { open() { return -22; } } });"],
  ["is another one", "process.binding = () => ({ Pipe: class { open() {} } });"],
])("Node's own handle %s: the message is read all the same", (_, more) => {
  const found = answer(message("Edit", EDIT), more);
  expect(found.result).toEqual({ code: 0, err: "", decision: "allow" });
  expect(found.modules).toContain("NativeModule net");
});

test.each([["socket"], ["pipe"]])("a message in pieces, through a %s", async (kind) => {
  const args = [program, "hook", "claude-code"];
  const [command, words] =
    kind === "pipe" ? ["sh", ["-c", 'cat | "$@"', "sh", process.execPath, ...args]] : [process.execPath, args];
  const child = spawn(command, words, { env: environment(), stdio: ["pipe", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => void (out += chunk.toString()));
  const text = Buffer.from(message("Edit", { ...EDIT, new_string: "zwölf ".repeat(40_000) }));
  for (let at = 0; at < text.length; at += 70_001) {
    child.stdin.write(text.subarray(at, at + 70_001));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.stdin.end();
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ hookSpecificOutput: { permissionDecision: "allow" } });
});

test("standard input that never ends is a denial before the host's limit", async () => {
  const child = spawn(process.execPath, [program, "hook", "claude-code", "--limit", "4"], { env: environment() });
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => void (err += chunk.toString()));
  child.stdin.write('{"session_id":');
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(2);
  expect(err).toContain("does not wait longer");
});

test.each([
  ["XDG_CONFIG_HOME", "/proc/self/cwd/cfg"],
  ["XDG_CONFIG_HOME", "cfg"],
  ["HOME", "home"],
])("a project whose %s names a folder of its own (%s) does not write the user's rules", (name, folder) => {
  place.put("cfg/galley/config.json", '{ "policy": [{ "effect": "allow" }] }');
  place.put("home/.config/galley/config.json", '{ "policy": [{ "effect": "allow" }] }');
  const path = folder.startsWith("/") ? folder : join(place.folder, folder);
  const { XDG_CONFIG_HOME: _, ...others } = environment();
  const env = { ...(name === "HOME" ? others : environment()), [name]: path };
  const ran = spawnSync(process.execPath, [program, "hook", "claude-code"], {
    input: message("Edit", EDIT),
    cwd: place.folder,
    env,
    encoding: "utf8",
  });
  expect([ran.status, ran.stdout]).toEqual([2, ""]);
  expect(ran.stderr).toContain(`${name} leads into the project`);
});
