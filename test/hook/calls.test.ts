// What the hook answers to calls of every kind, without a reviewer: rules, refusals, and what is left to the host.

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureBuilt, program } from "../built.ts";
import { Place } from "../support/galley.ts";
import { field } from "./hosts/host.ts";

beforeAll(ensureBuilt);

let place: Place;
let calls = 0;
beforeEach(() => {
  place = new Place({ "a.txt": "one\ntwo\n", "sub/b.txt": "b\n", ".git/HEAD": "ref: refs/heads/main\n" });
});

const configured = (config: object): void =>
  place.put(join("..", "config", "galley", "config.json"), JSON.stringify(config));
const allow = (tool = "edit_file"): void => configured({ policy: [{ effect: "allow", tool, path: "workspace/**" }] });

const env = (): Record<string, string> => ({ XDG_CONFIG_HOME: join(place.base, "config") });

type Answer = { readonly kind: string; readonly reason?: string; readonly input?: unknown };

/** A call of Claude Code's or Codex's tools, and the decision. */
function answerTo(tool: string, input: unknown, { host = "claude-code", cwd = place.folder } = {}): Answer {
  calls += 1;
  const message = { session_id: "s", cwd, hook_event_name: "PreToolUse", tool_name: tool, tool_input: input };
  const sent = JSON.stringify({ ...message, tool_use_id: `c${calls}`, transcript_path: "/t" });
  const ran = place.galley(["hook", host], { input: sent, env: env() });
  if (ran.code !== 0) return { kind: `exit ${ran.code}`, reason: ran.err };
  if (ran.out === "") return { kind: "nothing" };
  const output = field(JSON.parse(ran.out), "hookSpecificOutput");
  const decision = String(field(output, "permissionDecision"));
  const changed = field(output, "updatedInput");
  return {
    kind: decision,
    ...(typeof field(output, "permissionDecisionReason") === "string" && {
      reason: String(field(output, "permissionDecisionReason")),
    }),
    ...(changed !== undefined && { input: changed }),
  };
}

const edit = (path: string, find = "two", put = "TWO"): unknown => ({
  file_path: path,
  old_string: find,
  new_string: put,
  replace_all: false,
});
const patch = (sections: string): unknown => ({ command: `*** Begin Patch\n${sections}*** End Patch\n` });

describe("paths", () => {
  test.each([
    ["absolute", () => edit(join(place.folder, "a.txt"))],
    ["relative", () => edit("a.txt")],
    ["with dots", () => edit("./sub/../a.txt")],
  ])("%s", (_, input) => {
    allow();
    expect(answerTo("Edit", input())).toEqual({ kind: "allow" });
  });

  test("relative to a folder below the root", () => {
    allow();
    expect(answerTo("Edit", edit("b.txt", "b", "B"), { cwd: join(place.folder, "sub") })).toEqual({ kind: "allow" });
  });

  test.each([
    ["a file elsewhere", () => edit(join(place.base, "else.txt"))],
    ["a file above", () => edit("../else.txt")],
  ])("outside of every sandbox: %s", (_, input) => {
    writeFileSync(join(place.base, "else.txt"), "two\n");
    configured({ policy: [{ effect: "allow" }] });
    expect(answerTo("Edit", input()).kind).toBe("ask");
    const section = "*** Update File: ../else.txt\n@@\n-two\n+TWO\n";
    expect(answerTo("apply_patch", patch(section), { host: "codex" }).kind).toBe("deny");
  });

  test("a link that leads out is refused", () => {
    configured({ policy: [{ effect: "allow" }] });
    writeFileSync(join(place.base, "else.txt"), "two\n");
    symlinkSync("../else.txt", join(place.folder, "link.txt"));
    expect(answerTo("Edit", edit("link.txt")).kind).not.toBe("allow");
  });

  test("a protected path needs a person, whatever a rule says", () => {
    configured({ policy: [{ effect: "allow" }] });
    const head = edit(join(place.folder, ".git/HEAD"), "main", "other");
    expect(answerTo("Edit", head)).toMatchObject({ kind: "ask" });
  });

  test("a folder is denied", () => {
    allow();
    mkdirSync(join(place.folder, "dir"));
    expect(answerTo("Edit", edit("dir")).kind).toBe("deny");
  });
});

describe("rules", () => {
  test("a rule that forbids the change is a denial", () => {
    configured({ policy: [{ effect: "deny", tool: "edit_file", path: "workspace/a.txt" }] });
    expect(answerTo("Edit", edit("a.txt"))).toMatchObject({
      kind: "deny",
      reason: expect.stringContaining("rule") as string,
    });
  });

  test("one that forbids edits also forbids what the host makes of an edit", () => {
    place.put("a.txt", "one\ntwo");
    configured({
      policy: [
        { effect: "allow", tool: "write_file", path: "workspace/**" },
        { effect: "deny", tool: "edit_file", path: "workspace/**" },
      ],
    });
    const section = "*** Update File: a.txt\n@@\n-one\n+ONE\n";
    expect(answerTo("apply_patch", patch(section), { host: "codex" }).kind).toBe("deny");
  });

  test("--yes has no effect", () => {
    const message = { session_id: "s", cwd: place.folder, hook_event_name: "PreToolUse", tool_name: "Edit" };
    const input = JSON.stringify({ ...message, tool_input: edit("a.txt"), tool_use_id: "yes" });
    expect(place.galley(["hook", "codex", "--yes"], { input, env: env() }).out).toBe(
      place.galley(["hook", "codex"], { input, env: env() }).out,
    );
    expect(place.galley(["hook", "claude-code", "--yes"], { input, env: env() }).out).toContain('"ask"');
  });

  test("reads pass, unless a rule says otherwise", () => {
    expect(answerTo("Read", { file_path: join(place.folder, "a.txt") })).toEqual({ kind: "nothing" });
    expect(answerTo("Read", { file_path: "/etc/hostname" })).toEqual({ kind: "nothing" });
    configured({ policy: [{ effect: "deny", path: "workspace/a.txt" }] });
    expect(answerTo("Read", { file_path: join(place.folder, "a.txt") }).kind).toBe("deny");
    configured({ policy: [{ effect: "ask", tool: "read_file", path: "workspace/a.txt" }] });
    expect(answerTo("Read", { file_path: join(place.folder, "a.txt") }).kind).toBe("ask");
  });

  test("commands are left to the host, unless a rule names them", () => {
    expect(answerTo("Bash", { command: "ls" })).toEqual({ kind: "nothing" });
    configured({ policy: [{ effect: "deny", path: "workspace/a.txt" }] });
    expect(answerTo("Bash", { command: "ls" })).toEqual({ kind: "nothing" });
    configured({ policy: [{ effect: "deny", tool: "shell" }] });
    expect(answerTo("Bash", { command: "ls" }).kind).toBe("deny");
    configured({ policy: [{ effect: "ask", tool: "shell" }] });
    expect(answerTo("Bash", { command: "ls" }).kind).toBe("ask");
    expect(answerTo("Bash", { command: "ls" }, { host: "codex" }).kind).toBe("deny");
  });
});

describe("what cannot be known is never let through", () => {
  test.each([
    ["a notebook", "NotebookEdit", { notebook_path: "a.ipynb", new_source: "x" }],
    ["a parameter that is new", "Edit", { file_path: "a.txt", old_string: "two", new_string: "2", mode: "regex" }],
    ["a tool that is new", "SuperEdit", { file_path: "a.txt", content: "x" }],
    ["an input without its parameters", "Edit", { file_path: "a.txt" }],
    ["no input", "Write", null],
  ])("%s", (_, tool, input) => {
    allow();
    expect(answerTo(tool, input).kind).toBe("ask");
  });

  test.each([
    ["a notebook", "NotebookEdit", () => ({ notebook_path: "n.ipynb", new_source: "x" })],
    ["a notebook in another folder", "NotebookEdit", () => ({ notebook_path: "sub/../n.ipynb", new_source: "x" })],
    ["a parameter that is new", "Edit", () => ({ ...(edit("a.txt") as object), mode: "regex" })],
    ["a tool that is new", "SuperEdit", () => ({ file_path: "a.txt", content: "x" })],
    ["the second file of one", "SuperEdit", () => ({ path: "sub/b.txt", files: [{ path: "a.txt", content: "x" }] })],
    ["lines that end in different ways", "Edit", () => edit("mixed.txt")],
  ])("and a rule that forbids the change is a denial: %s", (_, tool, input) => {
    place.put("mixed.txt", "one\r\ntwo\nthree\r\n");
    for (const name of ["edit_file", "write_file"]) {
      const paths = ["workspace/a.txt", "workspace/*.ipynb", "workspace/mixed.txt"];
      configured({ policy: paths.map((path) => ({ effect: "deny", tool: name, path })) });
      expect(answerTo(tool, input())).toMatchObject({
        kind: "deny",
        reason: expect.stringContaining("rule") as string,
      });
    }
  });

  test("a deletion and a patch by tools that are new", () => {
    configured({ policy: [{ effect: "allow" }] });
    for (const input of [{ target_file: "a.txt" }, { path: join(place.folder, "a.txt") }])
      expect(answerTo("delete_file", input).kind).toBe("ask");
    const text = "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n";
    expect(answerTo("patch", { patchText: text }, { host: "codex" }).kind).toBe("deny");
    expect(answerTo("patch", text, { host: "codex" }).kind).toBe("deny");
  });

  test("a command of a tool that is new is one for the rules", () => {
    expect(answerTo("write_stdin", { session_id: 1, chars: "rm x\n" }, { host: "codex" })).toEqual({ kind: "nothing" });
    configured({ policy: [{ effect: "deny", tool: "shell" }] });
    expect(answerTo("write_stdin", { session_id: 1, chars: "rm x\n" }, { host: "codex" }).kind).toBe("deny");
    expect(answerTo("write_stdin", { session_id: 1 }, { host: "codex" })).toEqual({ kind: "nothing" });
  });

  test("an object with two members of one name", () => {
    allow();
    const message = { session_id: "s", cwd: place.folder, hook_event_name: "PreToolUse", tool_name: "Edit" };
    const sent = JSON.stringify({ ...message, tool_input: edit("sub/b.txt", "b", "B"), tool_use_id: "twice" });
    const input = sent.replace('"file_path"', '"file_path":"a.txt","file_path"');
    const ran = place.galley(["hook", "claude-code"], { input, env: env() });
    expect(ran).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("two members of the same name") as string,
    });
  });

  test("a patch with a parameter that is new", () => {
    allow();
    const section = "*** Update File: a.txt\n@@\n-two\n+TWO\n";
    expect(answerTo("apply_patch", patch(section), { host: "codex" })).toEqual({ kind: "nothing" });
    expect(answerTo("apply_patch", { ...(patch(section) as object), workdir: "sub" }, { host: "codex" })).toMatchObject(
      {
        kind: "deny",
        reason: expect.stringContaining('"workdir"') as string,
      },
    );
  });

  test.each([
    ["a command as a list", "Bash", { command: ["rm", "-rf", "x"] }, "deny"],
    ["a command that is an object", "Bash", { command: { run: "x" } }, "ask"],
    ["parameters as JSON", "Bash", JSON.stringify({ command: "rm x" }), "deny"],
    ["a list of files", "Read", { file_path: ["a.txt"] }, "ask"],
    ["a read without a name", "Read", null, "ask"],
  ])("a rule is not passed by another shape: %s", (_, tool, input, kind) => {
    configured({ policy: [{ effect: "deny", tool: "shell" }] });
    expect(answerTo(tool, input).kind).toBe(kind);
  });

  test("a path in a patch with whitespace around it", () => {
    configured({ policy: [{ effect: "allow", path: "workspace/**" }] });
    for (const name of ["c.txt ", "c.txt\u00a0", " c.txt"]) {
      const section = `*** Update File: a.txt\n*** Move to: ${name}\n@@\n-two\n+TWO\n`;
      expect(answerTo("apply_patch", patch(section), { host: "codex" })).toMatchObject({
        kind: "deny",
        reason: expect.stringContaining("whitespace") as string,
      });
    }
  });

  test('".." after a link', () => {
    allow();
    mkdirSync(join(place.folder, "deep", "er"), { recursive: true });
    writeFileSync(join(place.folder, "deep", "a.txt"), "two\n");
    symlinkSync("deep/er", join(place.folder, "link"));
    expect(answerTo("Edit", edit("link/../a.txt")).kind).toBe("deny");
    expect(answerTo("Edit", edit("deep/../a.txt"))).toEqual({ kind: "allow" });
  });

  test.each([
    ["no session", { input: { tool: "bash", callID: "c" }, output: { args: { command: "x" } } }],
    ["no arguments", { input: { tool: "bash", sessionID: "s", callID: "c" }, output: {} }],
  ])("a message of opencode with %s", (_, message) => {
    const ran = place.galley(["hook", "opencode"], { input: JSON.stringify({ cwd: place.folder, ...message }) });
    expect({ code: ran.code, out: ran.out }).toEqual({ code: 2, out: "" });
  });

  test("lines that end in different ways", () => {
    place.put("a.txt", "one\r\ntwo\nthree\r\n");
    allow();
    expect(answerTo("Edit", edit("a.txt")).kind).toBe("ask");
  });

  test("a tool that changes no file is none of our business", () => {
    expect(answerTo("Task", { prompt: "x" })).toEqual({ kind: "nothing" });
    expect(answerTo("WebFetch", { url: "x", content: "y" })).toEqual({ kind: "nothing" });
  });
});

describe("misses", () => {
  test("a text that is not there is denied with the reason", () => {
    allow();
    expect(answerTo("Edit", edit("a.txt", "tow"))).toMatchObject({
      kind: "deny",
      reason: expect.stringContaining("not found") as string,
    });
  });

  test("a place that only the host's softer rules find is denied", () => {
    place.put("a.txt", "  one\n");
    allow();
    const section = "*** Update File: a.txt\n@@\n-one\n+ONE\n";
    expect(answerTo("apply_patch", patch(section), { host: "codex" }).kind).toBe("deny");
  });

  test("a patch that cannot be read is denied", () => {
    expect(answerTo("apply_patch", { command: "*** Begin Patch\nnonsense\n" }, { host: "codex" }).kind).toBe("deny");
    expect(answerTo("apply_patch", { command: "diff" }, { host: "codex" }).kind).toBe("deny");
  });
});

describe("patches", () => {
  const BOTH = "*** Update File: a.txt\n@@\n-two\n+TWO\n*** Update File: sub/b.txt\n@@\n-b\n+B\n";

  test("with every file allowed pass in silence", () => {
    allow();
    expect(answerTo("apply_patch", patch(BOTH), { host: "codex" })).toEqual({ kind: "nothing" });
  });

  test("with one file forbidden are rewritten to the other", () => {
    configured({
      policy: [
        { effect: "allow", tool: "edit_file", path: "workspace/**" },
        { effect: "deny", path: "workspace/sub/**", tool: "edit_file" },
      ],
    });
    expect(answerTo("apply_patch", patch(BOTH), { host: "codex" })).toMatchObject({
      kind: "allow",
      input: { command: "*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+TWO\n*** End Patch\n" },
    });
  });

  test("in a command are reviewed as edits", () => {
    const section = (path: string, old = "two"): string =>
      `apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: ${path}\n@@\n-${old}\n+TWO\n*** End Patch\nEOF`;
    const command = section(join(place.folder, "a.txt"));
    expect(answerTo("Bash", { command }, { host: "codex" }).kind).toBe("deny");
    allow();
    expect(answerTo("Bash", { command }, { host: "codex" })).toEqual({ kind: "nothing" });
    const other = ["bash", "-lc", section(join(place.folder, "sub/b.txt"), "b")];
    expect(answerTo("shell", { command: other }, { host: "codex" })).toEqual({ kind: "nothing" });
    expect(answerTo("Bash", { command: section("a.txt") }, { host: "codex" })).toMatchObject({
      kind: "deny",
      reason: expect.stringContaining("relative paths") as string,
    });
    expect(answerTo("exec_command", { cmd: section("a.txt") }, { host: "codex" }).kind).toBe("deny");
    expect(answerTo("Bash", { command: "apply_patch < x.patch" }, { host: "codex" }).kind).toBe("deny");
  });
});

test("an edit that the agent could not make and sends again is allowed, with nothing on standard error", () => {
  allow();
  const input = edit(join(place.folder, "a.txt"));
  expect(answerTo("Edit", input)).toEqual({ kind: "allow" });
  const again = { session_id: "s", cwd: place.folder, hook_event_name: "PreToolUse", tool_name: "Edit" };
  const sent = JSON.stringify({ ...again, tool_input: input, tool_use_id: "again", transcript_path: "/t" });
  const ran = place.galley(["hook", "claude-code"], { input: sent, env: env() });
  expect([ran.code, ran.err, ran.out]).toEqual([0, "", expect.stringContaining('"allow"')]);
});

test("a tool for several files that is not known is not taken for harmless", () => {
  allow();
  for (const input of [{ files: [{ path: "a.txt", content: "x" }] }, { file_path: "a.txt", edits: [{ with: "x" }] }])
    expect(answerTo("write_all", input)).toMatchObject({
      kind: "ask",
      reason: expect.stringContaining("does not know the tool") as string,
    });
});

test("several edits of one call are made one after the other", () => {
  allow();
  const edits = [
    { old_string: "one", new_string: "two" },
    { old_string: "two\ntwo", new_string: "three" },
  ];
  expect(answerTo("MultiEdit", { file_path: join(place.folder, "a.txt"), edits })).toEqual({ kind: "allow" });
});

test("a change that the host would write with other line breaks is rewritten", () => {
  place.put("a.txt", "one\r\ntwo\r\n");
  allow();
  const sent = JSON.stringify({
    cwd: place.folder,
    input: { tool: "apply_patch", sessionID: "s", callID: "crlf" },
    output: {
      args: { patchText: "*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+TWO\n*** End Patch\n" },
    },
  });
  const ran = place.galley(["hook", "opencode"], { input: sent, env: env() });
  expect(JSON.parse(ran.out)).toEqual({
    decision: "allow",
    args: {
      patchText: "*** Begin Patch\n*** Update File: a.txt\n@@\n one\r\n-two\r\n+TWO\r\n*** End Patch\n",
    },
  });
});

test("new files, moves and deletions follow the rules for writing", () => {
  const sections =
    "*** Add File: new.txt\n+x\n*** Delete File: sub/b.txt\n*** Update File: a.txt\n*** Move to: c.txt\n@@\n-two\n+TWO\n";
  allow();
  expect(answerTo("apply_patch", patch(sections), { host: "codex" }).kind).toBe("deny");
  configured({ policy: [{ effect: "allow", path: "workspace/**" }] });
  expect(answerTo("apply_patch", patch(sections), { host: "codex" })).toEqual({ kind: "nothing" });
  expect(answerTo("Write", { file_path: join(place.folder, "n.txt"), content: "n\n" })).toEqual({ kind: "allow" });
});

test("a host that keeps standard input open is answered in time", async () => {
  const child = spawn(process.execPath, [program, "hook", "claude-code", "--limit", "2"], {
    env: { PATH: process.env["PATH"], HOME: place.base },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => void (err += chunk.toString()));
  child.stdin.write('{"session_id": "s"');
  const late = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const code = await new Promise((resolve) => child.on("exit", resolve));
  clearTimeout(late);
  expect(code).toBe(2);
  expect(err).toContain("does not wait longer");
});

test("an answer that no one can read is exit code 2", () => {
  configured({ policy: [{ effect: "deny" }] });
  const message = { session_id: "s", cwd: place.folder, hook_event_name: "PreToolUse", tool_name: "Edit" };
  const sent = JSON.stringify({ ...message, tool_input: edit("a.txt"), tool_use_id: "closed" });
  const ran = spawnSync("sh", ["-c", 'exec "$0" "$1" hook claude-code >&-', process.execPath, program], {
    env: { PATH: process.env["PATH"], HOME: place.base, ...env() },
    input: sent,
    encoding: "utf8",
  });
  expect(ran.status).toBe(2);
  expect(ran.stderr).toContain("Standard output is closed");
});

describe("an event that is not known", () => {
  const EDIT = { tool_name: "Edit", tool_input: { file_path: "a.txt", old_string: "two", new_string: "TWO" } };
  const send = (host: string, message: object) =>
    place.galley(["hook", host], {
      input: JSON.stringify({ session_id: "s", cwd: place.folder, ...message }),
      env: env(),
    });

  test.each([
    ["claude-code", { hook_event_name: "PermissionRequest", ...EDIT }],
    ["claude-code", { hook_event_name: "preToolUse", ...EDIT }],
    ["codex", { hook_event_name: "BeforeTool", ...EDIT }],
    ["gemini", { hook_event_name: "PreToolUse", ...EDIT }],
    ["cursor", { hook_event_name: "beforeMCPExecution", tool_name: "write", tool_input: "{}" }],
    [
      "cursor",
      { hook_event_name: "beforeFileEdit", file_path: "a.txt", edits: [{ old_string: "a", new_string: "b" }] },
    ],
    ["cursor", { hook_event_name: "constructor", ...EDIT }],
    ["copilot", { hook_event_name: "permissionRequest", ...EDIT }],
  ])("%s: one that may be about a change is denied, with what to do", (host, message) => {
    const { code, out, err } = send(host, message);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(`Galley does not know the event "${message.hook_event_name}"`);
    expect(err).toContain(`Run galley hook install ${host}`);
  });

  test.each([
    ["claude-code", { hook_event_name: "SessionStart", source: "startup", transcript_path: "/t" }],
    ["claude-code", { hook_event_name: "UserPromptSubmit", prompt: "edit a.txt" }],
    ["claude-code", { hook_event_name: "PostToolUseFailure", ...EDIT }],
    ["cursor", { hook_event_name: "afterFileEdit", file_path: "a.txt", edits: [] }],
    ["cursor", { hook_event_name: "stop", status: "completed" }],
  ])("%s: one that is about no call, or comes after it, passes", (host, message) => {
    expect(send(host, message)).toMatchObject({ code: 0, out: "", err: "" });
  });
});
