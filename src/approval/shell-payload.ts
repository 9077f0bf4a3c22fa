// The question before a command runs: the command, where, with what, and for how long at most.

import { digestOf, type Target } from "../base/index.ts";
import { withTarget } from "./describe.ts";
import { sandboxOf } from "./names.ts";
import type { ShellPayload } from "./schema.ts";
import { targetField } from "./target-field.ts";

export function shellPayload(call: {
  readonly approvalId: string;
  readonly tool: "shell" | "eval";
  readonly command: string;
  /** sandbox/relative, or the sandbox alone, and where it leads. */
  readonly cwd: Target;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly where: ShellPayload["where"];
}): ShellPayload {
  const { tool, command, environment, timeoutMs, where } = call;
  const { path: cwd, real } = call.cwd;
  const sorted = Object.entries(environment).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    type: "shell",
    description: `${tool === "shell" ? "Run" : "Run as JavaScript"} ${PLACES[where]} in ${withTarget(cwd, real)}: ${command}`,
    path: cwd,
    ...targetField(call.cwd),
    sandbox: sandboxOf(cwd),
    approval_id: call.approvalId,
    digest: digestOf([tool, command, cwd, real, JSON.stringify(sorted), String(timeoutMs), where]),
    risks:
      where === "host"
        ? [{ kind: "unconfined", message: "It runs with all your rights: nothing confines it.", line: null }]
        : [],
    command,
    cwd,
    environment,
    timeout_ms: timeoutMs,
    where,
  };
}

const PLACES: Readonly<Record<ShellPayload["where"], string>> = {
  container: "in the container",
  confined: "confined on this machine",
  host: "on this machine, not confined,",
};
