// Whether this process was started by an agent: then it must not answer for a person. A hint, not a wall: an agent that
// runs commands as this user can remove a variable (docs/threat-model.md).

import { failure } from "../base/index.ts";

const MARKS: readonly string[] = [
  "CLAUDECODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "GEMINI_CLI",
  "CURSOR_AGENT",
  "OPENCODE",
  "AI_AGENT",
  "AGENT",
  "CLINE_ACTIVE",
  "GOOSE_TERMINAL",
  "QWEN_CODE",
  "AUGMENT_AGENT",
  "CRUSH",
  // Set for every command that galley itself runs.
  "GALLEY_COMMAND",
];

const PREFIXES: readonly string[] = ["CODEX_", "COPILOT_", "OPENCODE_"];

// People set these for their agents in their own shells.
const SETTING =
  /_(HOME|DIR|PATH|CONFIG|MODEL|OFFLINE|AUTO_UPDATE|[A-Z_]*(KEY|TOKEN|URL))$|_(CONFIG|DISABLE|ENABLE|EXPERIMENTAL|PROVIDER)_/;

/** The name of a variable that an agent sets for its commands; null when there is none. */
export function agentVariable(environment: Readonly<Record<string, string | undefined>>): string | null {
  const isMark = (name: string): boolean =>
    MARKS.includes(name) || (PREFIXES.some((prefix) => name.startsWith(prefix)) && !SETTING.test(name));
  const isSet = (name: string): boolean => !/^(?:|0|false|no|off)$/i.test(environment[name] ?? "");
  return Object.keys(environment).find((name) => isMark(name) && isSet(name)) ?? null;
}

/** FORBIDDEN where an agent runs this command: one that answers its own questions has no reviewer. */
export function refuseAgents(environment: Readonly<Record<string, string | undefined>>): void {
  const variable = agentVariable(environment);
  if (variable === null) return;
  throw failure(
    "FORBIDDEN",
    `Only a person may answer here, and ${variable} says that an agent runs this command. ` +
      "Answer in a terminal of your own.",
    { data: { variable } },
  );
}
