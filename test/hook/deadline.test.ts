// A host writes the file when a hook does not answer in time, so the hook ends before that, whatever it is busy with.

import { spawn, spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureBuilt, program } from "../built.ts";
import { Place } from "../support/galley.ts";

beforeAll(ensureBuilt);

let place: Place;
beforeEach(() => {
  place = new Place({ "a.txt": "one\ntwo\n" });
  const policy = [{ effect: "allow", path: "workspace/**" }];
  place.put(join("..", "config", "galley", "config.json"), JSON.stringify({ policy }));
});

const message = (tool: string, input: unknown): string =>
  JSON.stringify({
    session_id: "s",
    cwd: place.folder,
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: input,
    tool_use_id: "c",
    transcript_path: "/t",
  });

const env = (): Record<string, string> => ({ XDG_CONFIG_HOME: join(place.base, "config") });

const edits = (count: number): unknown[] =>
  Array.from({ length: count }, () => ({ old_string: "two", new_string: "two" }));

const additions = (count: number): string =>
  Array.from({ length: count }, (_, at) => `*** Add File: f${at}.txt\n+x\n`).join("");

describe("what no one can review in one call is denied at once, with the reason", () => {
  test.each([
    ["edits", "claude-code", "MultiEdit", () => ({ file_path: "a.txt", edits: edits(6000) })],
    ["lines", "claude-code", "Write", () => ({ file_path: "n.txt", content: "x\n".repeat(300_000) })],
    ["characters", "claude-code", "Write", () => ({ file_path: "n.txt", content: "x".repeat(20_000_000) })],
    ["changes", "codex", "apply_patch", () => ({ command: `*** Begin Patch\n${additions(5000)}*** End Patch\n` })],
    [
      "changes",
      "codex",
      "Bash",
      () => ({ command: `apply_patch <<'EOF'\n*** Begin Patch\n${additions(5000)}*** End Patch\nEOF` }),
    ],
  ])("too many %s: %s, %s", (what, host, tool, input) => {
    const ran = place.galley(["hook", host], { input: message(tool, input()), env: env() });
    const { hookSpecificOutput: answer } = JSON.parse(ran.out) as { hookSpecificOutput: Record<string, string> };
    expect(answer["permissionDecision"]).toBe("deny");
    expect(answer["permissionDecisionReason"]).toMatch(new RegExp(`has \\d+ ${what}, and at most`));
  });
});

test("a large call is answered like a small one", () => {
  const input = { file_path: join(place.folder, "n.txt"), content: "x\n".repeat(50_000) };
  const ran = place.galley(["hook", "claude-code"], { input: message("Write", input), env: env() });
  expect({ code: ran.code, err: ran.err }).toEqual({ code: 0, err: "" });
  expect(JSON.parse(ran.out)).toMatchObject({ hookSpecificOutput: { permissionDecision: "allow" } });
});

test("planning that takes longer than the host waits ends in a denial before that", async () => {
  // One small edit of a file that takes much longer to plan than the limit.
  writeFileSync(join(place.folder, "big.txt"), "abcdefghij\n".repeat(3_000_000) + "only\n");
  const started = performance.now();
  const child = spawn(process.execPath, [program, "hook", "claude-code", "--limit", "2"], {
    env: { PATH: process.env["PATH"], HOME: place.base, ...env() },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => void (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => void (err += chunk.toString()));
  const input = { file_path: join(place.folder, "big.txt"), old_string: "only", new_string: "ONLY" };
  child.stdin.end(message("Edit", input));
  const code = await new Promise((resolve) => child.on("close", resolve));
  // A machine that is fast enough may answer, but never after the limit.
  if (code === 0) return expect(performance.now() - started).toBeLessThan(2000);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("does not wait longer");
});

describe("a pipe in the place of a file is not waited for", () => {
  const edit = (): unknown => ({ file_path: join(place.folder, "a.txt"), old_string: "two", new_string: "TWO" });

  test.each([
    ["the user's config", join("..", "config", "galley", "config.json")],
    ["the project's config", join(".galley", "config.json")],
    ["the file itself", "a.txt"],
    ["git's settings", join(".git", "config")],
    ["git's list of ignored files", ".gitignore"],
    ["remembered rules", join("..", "state", "galley", "rules")],
    ["the journal", join("..", "state", "galley", "journal", "00000001.delegated.x")],
    ["the log", join("..", "state", "galley", "log.jsonl")],
    ["the lock", join("..", "state", "galley", "lock")],
  ])("%s", async (_, name) => {
    place.put(name, "");
    rmSync(join(place.folder, name));
    expect(spawnSync("mkfifo", [join(place.folder, name)]).status).toBe(0);
    const child = spawn(process.execPath, [program, "hook", "claude-code", "--limit", "40"], {
      env: { PATH: process.env["PATH"], HOME: place.base, XDG_STATE_HOME: join(place.base, "state"), ...env() },
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => void (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => void (err += chunk.toString()));
    child.stdin.end(message("Edit", edit()));
    const code = await new Promise((resolve) => child.on("close", resolve));
    // Whatever it answers, it is an answer, and not the clock's.
    expect(err).not.toContain("does not wait longer");
    expect(code === 2 ? err : out).not.toBe("");
  });
});
