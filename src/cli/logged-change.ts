// How commands write a change of the log: its time in UTC, to the second, its files with where a link led, and what became
// of it, in words.

import { below } from "../approval/index.ts";
import { findHost } from "../hook/index.ts";
import type { LogEntry } from "../state/index.ts";

/** `at` is ISO 8601, UTC. */
export function timeOf(at: string): string {
  return at.slice(0, 19).replace("T", " ");
}

/** A path of the entry as a person calls it; "in.lnk → src/a.ts" when what was written is not under that name. */
export function loggedName(
  path: string,
  { details }: Pick<LogEntry, "details">,
  show: (path: string) => string,
): string {
  const at = details.find((file) => file.path === path)?.at ?? null;
  const own = below(path);
  const isLink = at !== null && at !== own && path.endsWith(`/${own}`);
  return isLink ? `${show(path)} → ${show(path.slice(0, -own.length) + at)}` : show(path);
}

/**
 * "differs: Codex wrote something else than was approved". Null for a change that galley wrote itself, as approved. Of what
 * another program was to write, the state alone does not say who was asked, nor whether anything was written.
 */
export function stateInWords({ state, delegated_to, decided_by, files, details }: LogEntry): string | null {
  if (delegated_to === null || state === "undone") return state === "done" ? null : state;
  const writer = nameOfDoor(delegated_to);
  const isHandedOver = decided_by.split(", ").includes("hook");
  const asked = isHandedOver ? `left to ${writer}'s own question` : `approved for ${writer}`;
  switch (state) {
    case "done":
      return `done: ${isHandedOver ? `${writer} asked its own user and wrote it` : `${writer} wrote what was approved`}`;
    case "differs":
      return details.some(({ outcome }) => outcome === "unknown")
        ? `differs: ${asked}, and something else is there now`
        : `differs: ${writer} wrote something else than was approved`;
    case "delegated":
      return `delegated: ${asked}, not written so far`;
    case "interrupted":
      return `interrupted: ${asked}, ${files.length === 0 ? "never written" : "not known to be written"}`;
    default:
      return state satisfies never;
  }
}

/** "hook:codex" is Codex; an editor or another program has only its door. */
function nameOfDoor(door: string): string {
  const host = door.startsWith("hook:") ? findHost(door.slice("hook:".length)) : null;
  return host?.title ?? (door === "acp" ? "the editor or its agent" : door);
}
