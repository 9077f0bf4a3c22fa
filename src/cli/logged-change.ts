// How commands write a change of the log: its time in UTC, to the second, and its files with where a link led.

import { below } from "../approval/index.ts";
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
