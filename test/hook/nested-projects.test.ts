// A project in another one's folder: the agent was started in one of them, and a command, or an argument of the model, has moved
// it to the other. The rules of both count, and the stricter one decides.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureBuilt } from "../built.ts";
import { Place } from "../support/galley.ts";

beforeAll(() => ensureBuilt());

const HEAD = "ref: refs/heads/main\n";
let place: Place;
let calls = 0;
beforeEach(() => {
  place = new Place({
    ".git/HEAD": HEAD,
    "a.txt": "one\n",
    "inner/.git/HEAD": HEAD,
    "inner/b.txt": "one\n",
    "inner/deep/c.txt": "one\n",
    "secret/.git/HEAD": HEAD,
    "secret/k.txt": "one\n",
  });
});

function write(file: string, value: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}
const userConfig = (...policy: object[]): void =>
  write(join(place.base, "config", "galley", "config.json"), { policy });
const projectConfig = (folder: string, ...policy: object[]): void =>
  write(join(place.folder, folder, ".galley", "config.json"), { policy });

type Sent = {
  readonly host?: string;
  /** Where the agent was started, and where it is now; below the outer project. */
  readonly started: string;
  readonly now: string;
  readonly event?: string;
  readonly id?: string;
};

/** What is answered, by its first words. */
function answerTo(tool: string, input: object, { host = "claude-code", started, now, event, id }: Sent): string {
  calls += 1;
  const cwd = join(place.folder, now);
  const message = { session_id: "s", cwd, hook_event_name: event ?? "PreToolUse", tool_name: tool, tool_input: input };
  const own = { XDG_CONFIG_HOME: join(place.base, "config"), CLAUDE_PROJECT_DIR: join(place.folder, started) };
  const options = {
    input: JSON.stringify({ ...message, tool_use_id: id ?? `c${calls}`, transcript_path: "/t" }),
    env: host === "claude-code" ? own : { XDG_CONFIG_HOME: own.XDG_CONFIG_HOME },
    cwd: host === "claude-code" ? now : started,
  };
  const { code, out, err } = place.galley(["hook", host], options);
  if (code !== 0) return `exit ${code}: ${err}`;
  if (out === "") return "nothing";
  const { hookSpecificOutput: given } = JSON.parse(out) as {
    hookSpecificOutput: { permissionDecision: string; permissionDecisionReason?: string };
  };
  return `${given.permissionDecision}: ${given.permissionDecisionReason ?? ""}`;
}

const at = (name: string): string => join(place.folder, name);
const edit = (name: string): object => ({
  file_path: at(name),
  old_string: "one",
  new_string: "ONE",
  replace_all: false,
});

describe("started in the outer project, and now in the inner one", () => {
  const moved = { started: "", now: "secret" };

  test.each([
    ["Edit", () => edit("secret/k.txt")],
    ["Write", () => ({ file_path: at("secret/new.txt"), content: "x" })],
    ["Write", () => ({ file_path: "new.txt", content: "x" })],
    ["NotebookEdit", () => ({ notebook_path: at("secret/n.ipynb"), new_source: "x" })],
    ["Read", () => ({ file_path: at("secret/k.txt") })],
    ["Read", () => ({ file_path: "k.txt" })],
    ["Grep", () => ({ pattern: "one" })],
    ["Glob", () => ({ pattern: "*" })],
  ])("%s: a rule of the outer project still denies", (tool, input) => {
    userConfig({ effect: "deny", path: "workspace/secret/**" });
    expect(answerTo(tool, input(), moved)).toMatch(/^deny: .*the rule deny · any tool · workspace\/secret\/\*\*/s);
  });

  test("a rule about commands too", () => {
    projectConfig("", { effect: "deny", tool: "shell" });
    expect(answerTo("Bash", { command: "ls" }, moved)).toMatch(/^deny: Commands are not allowed here/);
    projectConfig("", { effect: "ask", tool: "shell" });
    expect(answerTo("Bash", { command: "ls" }, moved)).toMatch(/^ask: /);
  });

  test("what the inner project forbids is denied as well", () => {
    userConfig({ effect: "allow", path: "workspace/**" });
    projectConfig("inner", { effect: "deny", path: "workspace/deep/**" });
    const sent = { started: "", now: "inner" };
    expect(answerTo("Edit", edit("inner/deep/c.txt"), sent)).toMatch(/^deny: /);
    expect(answerTo("Edit", edit("inner/b.txt"), sent)).toBe("allow: ");
  });

  test("one that allows is no yes where the other asks", () => {
    userConfig({ effect: "allow", path: "workspace/deep/**" });
    expect(answerTo("Edit", edit("inner/deep/c.txt"), { started: "inner", now: "inner" })).toBe("allow: ");
    expect(answerTo("Edit", edit("inner/deep/c.txt"), { started: "", now: "inner" })).toMatch(/^ask: /);
    userConfig({ effect: "allow", path: "workspace/inner/**" });
    expect(answerTo("Edit", edit("inner/deep/c.txt"), { started: "", now: "inner" })).toMatch(/^ask: /);
  });

  test("the change is in the log of the project that the agent was started in, and is compared there", () => {
    userConfig({ effect: "allow", path: "workspace/**" });
    const sent = { started: "", now: "inner", id: "one" };
    expect(answerTo("Edit", edit("inner/b.txt"), sent)).toBe("allow: ");
    place.put("inner/b.txt", "ONE\n");
    expect(answerTo("Edit", edit("inner/b.txt"), { ...sent, now: "secret", event: "PostToolUse" })).toBe("nothing");
    expect(place.galley(["log"]).out).toContain("(done: Claude Code wrote what was approved)");
  });
});

describe("started in the inner project, and now in the outer one", () => {
  const moved = { started: "inner", now: "" };

  test("a rule of the inner project still denies", () => {
    userConfig({ effect: "allow", path: "workspace/**" });
    projectConfig("inner", { effect: "deny", path: "workspace/deep/**" });
    expect(answerTo("Edit", edit("inner/deep/c.txt"), moved)).toMatch(/^deny: /);
    expect(answerTo("Read", { file_path: at("inner/deep/c.txt") }, moved)).toMatch(/^deny: /);
    expect(answerTo("Grep", { pattern: "one", path: at("inner") }, moved)).toMatch(/^deny: /);
  });

  test("a file of the outer project alone is reviewed there, by its rules", () => {
    userConfig({ effect: "allow", path: "workspace/a.txt" });
    expect(answerTo("Edit", edit("a.txt"), moved)).toBe("allow: ");
  });
});

describe("Codex, whose message has the folder that the model chose for a command", () => {
  const sent = { host: "codex", started: "", now: "inner" };

  test("a rule about commands counts from where Codex was started", () => {
    projectConfig("", { effect: "deny", tool: "shell" });
    expect(answerTo("Bash", { command: "ls" }, sent)).toMatch(/^deny: Commands are not allowed here/);
  });

  test("and one about a patch in a command", () => {
    userConfig({ effect: "deny", path: "workspace/inner/deep/**" }, { effect: "allow", tool: "edit_file" });
    const patch = `*** Begin Patch\n*** Update File: ${at("inner/deep/c.txt")}\n@@\n-one\n+ONE\n*** End Patch\n`;
    expect(answerTo("Bash", { command: `apply_patch <<'EOF'\n${patch}EOF\n` }, sent)).toMatch(/^deny: /);
  });
});
