import { describe, expect, test } from "vitest";
import { agentVariable } from "./agent-environment.ts";

describe("a variable that agents set for their commands", () => {
  test.each([
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CODEX_SANDBOX",
    "CODEX_SANDBOX_NETWORK_DISABLED",
    "CODEX_THREAD_ID",
    "CODEX_CI",
    "GEMINI_CLI",
    "CURSOR_AGENT",
    "COPILOT_CLI",
    "COPILOT_AGENT_SESSION_ID",
    "OPENCODE",
    "OPENCODE_PID",
    "AI_AGENT",
    "AGENT",
    "CLINE_ACTIVE",
    "GOOSE_TERMINAL",
    "QWEN_CODE",
    "AUGMENT_AGENT",
    "CRUSH",
    "GALLEY_COMMAND",
  ])("%s", (name) => {
    expect(agentVariable({ PATH: "/bin", [name]: "1" })).toBe(name);
    for (const off of ["", "0", "false"]) expect(agentVariable({ PATH: "/bin", [name]: off })).toBe(null);
  });
});

describe("a variable that people set in their own shells", () => {
  test.each([
    "CODEX_HOME",
    "CODEX_API_KEY",
    "COPILOT_HOME",
    "COPILOT_MODEL",
    "COPILOT_GITHUB_TOKEN",
    "COPILOT_PROVIDER_BASE_URL",
    "COPILOT_AUTO_UPDATE",
    "OPENCODE_CONFIG",
    "OPENCODE_DISABLE_AUTOUPDATE",
    "GEMINI_API_KEY",
    "GALLEY_MODEL",
    "TERM",
    // Cursor sets it in the terminal that a person types in, too.
    "CURSOR_TRACE_ID",
  ])("%s", (name) => {
    expect(agentVariable({ [name]: "1" })).toBe(null);
  });
});
