// What the options of chat and run say about a turn: its limits, and what is done without asking.

import type { Limits, Permissions, Session } from "../agent/index.ts";
import { failure } from "../base/index.ts";
import { THIS_SESSION } from "../approval/index.ts";
import type { LocalWorkspace } from "../workspace/index.ts";
import { UsageError, type Arguments } from "./arguments.ts";

/** Only what was given; the rest has its default. */
export function limitsOf(args: Arguments): Partial<Limits> {
  const requests = wholeNumber(args, "--max-requests");
  const tokens = wholeNumber(args, "--max-tokens");
  const seconds = wholeNumber(args, "--max-time");
  return {
    ...(requests !== null && { requests }),
    ...(tokens !== null && { tokens }),
    ...(seconds !== null && { ms: seconds * 1000 }),
  };
}

const MOST = 1_000_000;

function wholeNumber({ values }: Arguments, option: string): number | null {
  const text = values.get(option)?.[0];
  if (text === undefined) return null;
  const number = Number(text.replaceAll("_", ""));
  if (/^[\d_]+$/.test(text) && number >= 1 && number <= MOST * 1000) return number;
  throw new UsageError(`${option} needs a whole number from 1; got ${JSON.stringify(text)}`);
}

/** Null when the option was not given. */
export function permissionsOf({ values }: Arguments): Permissions | null {
  return (values.get("--permissions")?.[0] ?? null) as Permissions | null; // The option's choices are these.
}

/**
 * From now on the session has these permissions. `edits` is a visible rule for the session, the same that a person can
 * keep in a review: it never outranks a deny, a protected path, a rule that asks, or a warning. INVALID_ARG where no
 * folder is there to accept edits in, and where a team answers.
 */
export function setPermissions(session: Session, permissions: Permissions, { gate, commands }: LocalWorkspace): void {
  const known = gate.session?.rules().find(isAcceptingEdits(commands.home));
  if (permissions !== "edits") {
    if (known !== undefined) gate.session?.revoke(known.id);
  } else if (known === undefined) {
    if (gate.team !== undefined)
      throw failure("INVALID_ARG", answeredByTeam("Accepting edits without asking", gate.team));
    if (gate.session === undefined || commands.home === null)
      throw failure("INVALID_ARG", "There is no folder here whose edits could be accepted without asking.");
    gate.session.add({ effect: "allow", scope: "edits", path: commands.home, session: THIS_SESSION });
  }
  session.permissions = permissions;
}

/** Those a session was kept with; where a team answers now, `edits` is over. */
export function keptPermissions({ permissions }: Session, { gate }: LocalWorkspace): Permissions {
  return permissions === "edits" && gate.team !== undefined ? "ask" : permissions;
}

/** Throws UsageError for a flag that would answer a team's questions on this machine. */
export function requireNoTeam(flag: string, isGiven: boolean, { gate }: LocalWorkspace): void {
  if (isGiven && gate.team !== undefined) throw new UsageError(answeredByTeam(flag, gate.team));
}

function answeredByTeam(what: string, url: string): string {
  return `${what} would approve on this machine, and your config has every question answered by your team at ${url}. Run it again without that: the question is then asked there, and the command waits for the answer`;
}

/** A rule can be revoked like any other: then edits are asked about again. */
export function dropRevoked(session: Session, { gate, commands }: LocalWorkspace): void {
  if (session.permissions !== "edits" || gate.session?.rules().some(isAcceptingEdits(commands.home))) return;
  session.permissions = "ask";
}

type Rules = ReturnType<NonNullable<LocalWorkspace["gate"]["session"]>["rules"]>;

function isAcceptingEdits(home: string | null): (rule: Rules[number]) => boolean {
  return ({ scope, path }) => scope === "edits" && path === home;
}
