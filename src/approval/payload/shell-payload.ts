// The question before a command runs: the command, where, with what, and for how long at most.

import { digestOf, type Target } from "../../base/index.ts";
import { withTarget } from "./describe.ts";
import { sandboxOf } from "../names.ts";
import type { ShellPayload } from "../schema.ts";
import { targetField } from "./target-field.ts";

export function shellPayload(call: {
  readonly approvalId: string;
  readonly tool: "shell" | "eval";
  readonly command: string;
  /** sandbox/relative, or the sandbox alone, and where it leads. */
  readonly cwd: Target;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly place: Pick<ShellPayload, "where" | "image" | "network" | "workspace">;
}): ShellPayload {
  const { tool, command, environment, timeoutMs } = call;
  const { where, image, network, workspace } = call.place;
  const { path: cwd, real } = call.cwd;
  const sorted = Object.entries(environment).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    type: "shell",
    description: `${tool === "shell" ? "Run" : "Run as JavaScript"} ${PLACES[where]} in ${withTarget(cwd, real)}: ${command}`,
    path: cwd,
    ...targetField(call.cwd),
    sandbox: sandboxOf(cwd),
    approval_id: call.approvalId,
    digest: digestOf([
      tool,
      command,
      cwd,
      real,
      JSON.stringify(sorted),
      String(timeoutMs),
      JSON.stringify([where, image, network, workspace]),
    ]),
    risks:
      where === "host"
        ? [{ kind: "unconfined", message: "It runs with all your rights: nothing confines it.", line: null }]
        : [],
    tool,
    command,
    cwd,
    environment,
    timeout_ms: timeoutMs,
    where,
    image,
    network,
    workspace,
  };
}

/** Where a command runs and what it can reach there, as a sentence without its full stop. */
export function describePlace(payload: Pick<ShellPayload, "where" | "image" | "network" | "workspace">): string {
  const { where, image } = payload;
  if (where === "host") return "On this machine, not confined: it can do whatever you can, network included";
  const limits = `workspace ${payload.workspace}, ${payload.network ? "network allowed" : "no network"}`;
  return where === "container"
    ? `In a container of ${image ?? "an unnamed image"}: ${limits}`
    : `On this machine, confined by bubblewrap: ${limits}`;
}

const PLACES: Readonly<Record<ShellPayload["where"], string>> = {
  container: "in the container",
  confined: "confined on this machine",
  host: "on this machine, not confined,",
};
