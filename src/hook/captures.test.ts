// Messages that were captured from the agents themselves. They are not part of this repository.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { findHost, senderOf } from "./hosts/table.ts";
import { toolCallOf } from "./tool-input.ts";
import type { Message } from "./types.ts";

const captures = resolve(import.meta.dirname, "../../../shared/agents/hook-inputs");
const hasCaptures = existsSync(captures);

const HOST_OF: Readonly<Record<string, string>> = {
  claude: "claude-code",
  codex: "codex",
  gemini: "gemini",
  copilot: "copilot",
  opencode: "opencode",
};
const KINDS: Readonly<Record<string, string>> = {
  Edit: "edit",
  edit: "edit",
  replace: "edit",
  Write: "write",
  write: "write",
  write_file: "write",
  create: "write",
  apply_patch: "patch",
  Bash: "command",
  "Bash-apply_patch_heredoc": "command",
  bash: "command",
  run_shell_command: "command",
  Read: "read",
  read: "read",
  view: "read",
};

const names = hasCaptures ? readdirSync(captures).filter((name) => !name.startsWith("acp-")) : [];

describe.skipIf(!hasCaptures)("captured messages (skipped where they are not beside this repository)", () => {
  test("are all here", () => expect(names.length).toBe(49));

  test.each(names)("%s", (name) => {
    const parts = basename(name, ".json")
      .replace(/-(?:2\.1\.197|codemode|pascalcase)/, "")
      .split("-");
    const [agent, event, ...rest] = parts as [string, string, ...string[]];
    const message = JSON.parse(readFileSync(join(captures, name), "utf8")) as Message;
    // Copilot sends this to hooks that are set up for Claude Code.
    const named = findHost(name.includes("pascalcase") ? "claude-code" : HOST_OF[agent]!)!;
    const host = senderOf(message, named);
    expect(host.name).toBe(HOST_OF[agent]);
    const call = host.read(message)!;
    if (event.startsWith("event.")) return expect(call.event).toBe("other");
    expect(call.event).toBe(/^(?:pre|before|tool\.execute\.before)/i.test(event) ? "before" : "after");
    expect(call.session).not.toBe("");
    expect(call.cwd).toBe(agent === "opencode" ? null : "/project");
    expect(toolCallOf(host, call).kind).toBe(KINDS[rest.join("-")]);
    if (agent === "claude" || agent === "codex" || agent === "opencode") expect(call.callId).not.toBe(null);
  });
});
