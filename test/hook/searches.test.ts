// A rule against reading a file holds for the agents' own search tools: what would come across it is denied.

import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureBuilt } from "../built.ts";
import { Place } from "../support/galley.ts";
import { field } from "./hosts/host.ts";

beforeAll(ensureBuilt);

let place: Place;
beforeEach(() => {
  place = new Place({
    "a.txt": "one\n",
    "src/b.txt": "b\n",
    "src/inner/secret.txt": "s\n",
    "docs/c.txt": "c\n",
    ".gitignore": "kept/\n",
    "kept/.env": "k\n",
    ".git/HEAD": "ref: refs/heads/main\n",
  });
});

const rules = (...policy: object[]): void =>
  place.put(join("..", "config", "galley", "config.json"), JSON.stringify({ policy }));

let calls = 0;

/** "nothing" where the call passes, else the reason. */
function answerTo(tool: string, input: unknown, host = "claude-code"): string {
  calls += 1;
  const events = { "claude-code": "PreToolUse", codex: "PreToolUse", gemini: "BeforeTool", cursor: "preToolUse" };
  const event = events[host as keyof typeof events];
  const named = { session_id: "s", cwd: place.folder, hook_event_name: event, tool_name: tool, tool_input: input };
  const messages: Readonly<Record<string, unknown>> = {
    copilot: { sessionId: "s", cwd: place.folder, toolName: tool, toolArgs: input },
    opencode: { cwd: place.folder, input: { tool, sessionID: "s", callID: `c${calls}` }, output: { args: input } },
  };
  const message = messages[host] ?? { ...named, tool_use_id: `c${calls}`, transcript_path: "/t" };
  const ran = place.galley(["hook", host], { input: JSON.stringify(message) });
  expect(ran).toMatchObject({ code: 0, err: "" });
  const output: unknown = ran.out === "" ? null : JSON.parse(ran.out);
  const own = field(output, "hookSpecificOutput") ?? output;
  const decision = field(own, "permissionDecision") ?? field(own, "decision") ?? field(own, "permission") ?? "nothing";
  if (decision === "allow" || decision === "nothing") return "nothing";
  return String(field(own, "permissionDecisionReason") ?? field(own, "reason") ?? field(own, "agent_message"));
}

const CLOSED = "This search would reach files that may not be read";

describe("a file that a rule hides", () => {
  beforeEach(() => rules({ effect: "deny", tool: "read_file", path: "workspace/src/inner/**" }));

  test.each([
    ["claude-code", "Grep", { pattern: "s" }],
    ["claude-code", "Grep", { pattern: "s", path: "src", output_mode: "content" }],
    ["codex", "grep_files", { pattern: "s" }],
    ["gemini", "grep_search", { pattern: "s", dir_path: "src" }],
    ["gemini", "search_file_content", { pattern: "s" }],
    ["gemini", "read_many_files", { include: ["docs/*.txt", "src/**/*.txt"] }],
    ["copilot", "grep", { pattern: "s", path: "." }],
    ["copilot", "rg", { pattern: "s", paths: ["docs", "src"] }],
    ["cursor", "Grep", { pattern: "s" }],
    ["opencode", "grep", { pattern: "s" }],
    ["codex", "some_new_reader", { directory: "src" }],
    ["codex", "some_new_reader", { requests: [{ files: [{ path: "docs/c.txt" }, { path: "src" }] }] }],
    ["copilot", "some_new_reader", '{"folders":["src"]}'],
  ])("%s %s is denied", (host, tool, input) => {
    expect(answerTo(tool, input, host)).toContain(CLOSED);
  });

  test.each([
    ["claude-code", "Grep", { pattern: "s", path: "docs" }],
    ["claude-code", "Grep", { pattern: "s", path: "a.txt" }],
    ["claude-code", "Glob", { pattern: "**/*.txt" }],
    ["gemini", "read_many_files", { include: ["docs/*.txt", "a.txt"] }],
    ["gemini", "list_directory", { dir_path: "." }],
    ["opencode", "grep", { pattern: "s", path: "/etc" }],
    ["codex", "some_new_reader", { directory: "docs" }],
  ])("%s %s passes where there is none", (host, tool, input) => {
    expect(answerTo(tool, input, host)).toBe("nothing");
  });

  test("the reason says where to search instead, and names no hidden file", () => {
    const reason = answerTo("Grep", { pattern: "s" });
    expect(reason).toContain(
      'Search again with path set to one of these folders, one call for each: "docs", "kept"; in single files: ".gitignore", "a.txt", "src/b.txt". That is everything here that may be searched.',
    );
    expect(reason).not.toContain("inner");
    expect(answerTo("grep_search", { pattern: "s" }, "gemini")).toContain("Search again with dir_path set to");
  });

  test("with one hidden file at the top, every folder can be searched as a whole, and the calls it names pass", () => {
    rules({ effect: "deny", tool: "read_file", path: "workspace/a.txt" });
    const reason = answerTo("Grep", { pattern: "s" });
    expect(reason).toContain('"docs", "kept", "src"; in single files: ".gitignore". That is everything');
    for (const path of ["docs", "kept", "src", ".gitignore"])
      expect([path, answerTo("Grep", { pattern: "s", path })]).toEqual([path, "nothing"]);
  });

  test.each([
    ["from a folder above the project", () => dirname(place.folder)],
    ["from the root of the system", () => "/"],
    ["by a path with dots", () => "docs/../src"],
    ["by another spelling", () => " src"],
    ["by a link", () => "link"],
    ["of the hidden folder itself", () => "src/inner"],
    ["of the file itself", () => "src/inner/secret.txt"],
    ["by the folder of a process", () => "/proc/self/cwd/src"],
  ])("a search %s is denied", (_, path) => {
    symlinkSync("src", join(place.folder, "link"));
    expect(answerTo("Grep", { pattern: "s", path: path() })).not.toBe("nothing");
  });

  test.each([
    ["claude-code", "Glob", { pattern: "src/inner/**" }],
    ["claude-code", "Glob", { pattern: "inner/*", path: "src" }],
    ["claude-code", "Glob", { pattern: "./src//inner/*.txt" }],
    ["claude-code", "Glob", { pattern: "../inner/*", path: "src/other" }],
    ["gemini", "glob", { pattern: "src/inner/*.{txt,md}" }],
    ["copilot", "glob", { pattern: "src/inner/secret.txt" }],
    ["cursor", "Glob", { glob_pattern: "inner/**", target_directory: "src/" }],
    ["opencode", "glob", { pattern: "inner/*", path: "src" }],
  ])("%s %s of names in the hidden folder is denied", (host, tool, input) => {
    expect(answerTo(tool, input, host)).toMatch(/not (?:allowed|available)/);
  });

  test("a pattern with an absolute path counts as that path", () => {
    expect(answerTo("Glob", { pattern: join(place.folder, "src/inner/*"), path: "docs" })).toContain("not available");
    expect(answerTo("Glob", { pattern: "*", path: "docs" })).toBe("nothing");
  });

  test("a list of the hidden folder is denied", () =>
    expect(answerTo("LS", { path: "src/inner" })).not.toBe("nothing"));
});

test("a link that leads out is not listed, and keeps nothing else from being listed", () => {
  rules({ effect: "deny", tool: "read_file", path: "workspace/a.txt" });
  symlinkSync("/proc/self/cwd", join(place.folder, "away"));
  expect(answerTo("Grep", { pattern: "s" })).toMatch(/"docs", "kept", "src"; in single files: ".gitignore"/);
});

test("a file that may not be read is not read by a second name, or by a name inside the input", () => {
  rules({ effect: "deny", tool: "read_file", path: "workspace/src/inner/**" });
  const file = join(place.folder, "src", "inner", "secret.txt");
  const [plain, url] = [join(place.folder, "a.txt"), `file://${file}`];
  expect(answerTo("Read", { file_path: plain })).toBe("nothing");
  expect(answerTo("Read", { file_path: plain, path: file })).not.toBe("nothing");
  for (const input of [{ files: [{ path: file }] }, { a: { b: { file_paths: [file] } } }, { uri: url }])
    expect(answerTo("some_new_reader", input)).not.toBe("nothing");
});

test("files that git ignores count: a search may be told to read them", () => {
  rules({ effect: "deny", path: "**/.env" });
  expect(answerTo("Grep", { pattern: "k" })).toContain(CLOSED);
  expect(answerTo("Grep", { pattern: "k", path: "src" })).toBe("nothing");
});

test("a file that a rule asks about is not searched without a question", () => {
  rules({ effect: "ask", tool: "read_file", path: "workspace/docs/**" });
  expect(answerTo("Grep", { pattern: "c" })).toContain(CLOSED);
  expect(answerTo("Grep", { pattern: "c", path: "src" })).toBe("nothing");
});

test("an absolute path is a path of this machine, never the name of a sandbox", () => {
  rules({ effect: "allow" });
  mkdirSync(join(place.folder, "workspace"));
  const input = { file_path: "/workspace/a.txt", old_string: "one", new_string: "two", replace_all: false };
  expect(answerTo("Edit", input)).toContain("outside of the folders");
});
