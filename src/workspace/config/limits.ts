// One sandbox's limits, narrowed by what a project wishes. Every key in one direction only; saying again what already
// holds changes nothing and is no offence.

import type { EffectiveValue, SANDBOX_KEYS } from "./keys.ts";
import type { SandboxConfig } from "./schema.ts";

/** `given` is the file of --config, `user` the person's own one; at most one of the two is read. */
export type From = "given" | "user" | "project" | "default";

export type Sourced<Value> = { readonly value: Value; readonly from: From };

/** Each key of a sandbox, with its value. */
export type Limits = {
  readonly [Name in keyof typeof SANDBOX_KEYS]: Sourced<Readonly<EffectiveValue<(typeof SANDBOX_KEYS)[Name]>>>;
};

/** Something a project's config says that would loosen, or that is not its business. */
export type Refused = { readonly key: string; readonly why: string };

export const FLAG_NAMES = ["read_approval", "write_approval", "edit_approval"] as const;

const PLACES: ReadonlySet<string> = new Set(["root", "memory", "container"]);
/** What `narrowed` has a rule for. */
const NARROWED: ReadonlySet<string> = new Set(["mode", "suffixes", "max_file_bytes", "symlinks", ...FLAG_NAMES]);

/** `own` is the person's entry: an edit_approval they did not set follows write_approval. */
export function narrowed(
  limits: Limits,
  own: SandboxConfig,
  wishes: SandboxConfig,
): { readonly limits: Limits; readonly refused: readonly Refused[] } {
  const refused: Refused[] = [];
  for (const key of Object.keys(wishes)) {
    if (PLACES.has(key)) refused.push({ key, why: "a project cannot say where files are" });
    else if (!NARROWED.has(key)) refused.push({ key, why: "this is yours to choose" });
  }

  const write_approval = askMore(limits.write_approval, wishes.write_approval);
  const inherited = own.edit_approval === undefined ? write_approval : limits.edit_approval;
  const flags = {
    read_approval: askMore(limits.read_approval, wishes.read_approval),
    write_approval,
    edit_approval: askMore(inherited, wishes.edit_approval),
  };
  for (const name of FLAG_NAMES)
    if (wishes[name] === false && flags[name].value) refused.push({ key: `${name}: false`, why: "it would ask less" });

  return {
    limits: {
      ...limits,
      mode: mode(limits.mode, wishes.mode, refused),
      suffixes: suffixes(limits.suffixes, wishes.suffixes, refused),
      max_file_bytes: maxFileBytes(limits.max_file_bytes, wishes.max_file_bytes, refused),
      symlinks: symlinks(limits.symlinks, wishes.symlinks, refused),
      ...flags,
    },
    refused,
  };
}

function askMore(held: Sourced<boolean>, wish: boolean | undefined): Sourced<boolean> {
  return wish === true && !held.value ? { value: true, from: "project" } : held;
}

function mode(held: Limits["mode"], wish: "ro" | "rw" | undefined, refused: Refused[]): Limits["mode"] {
  if (wish === "rw" && held.value === "ro") refused.push({ key: "mode: rw", why: "the sandbox is read-only" });
  return wish === "ro" && held.value === "rw" ? { value: "ro", from: "project" } : held;
}

function symlinks(held: Limits["symlinks"], wish: "within" | "deny" | undefined, refused: Refused[]) {
  if (wish === "within" && held.value === "deny")
    refused.push({ key: "symlinks: within", why: "the sandbox follows no link" });
  return wish === "deny" && held.value === "within" ? ({ value: "deny", from: "project" } as const) : held;
}

function maxFileBytes(held: Sourced<number>, wish: number | undefined, refused: Refused[]): Sourced<number> {
  if (wish === undefined || wish === held.value) return held;
  if (wish < held.value) return { value: wish, from: "project" };
  refused.push({ key: `max_file_bytes: ${wish}`, why: `the limit is ${held.value}` });
  return held;
}

/** What both allow: ".tar.gz" is a narrower ".gz". An empty list allows no file at all. */
function suffixes(held: Limits["suffixes"], wish: readonly string[] | undefined, refused: Refused[]) {
  if (wish === undefined) return held;
  const lower = (text: string): string => text.toLowerCase();
  const allowed = held.value;
  const kept = wish.filter(
    (suffix) => allowed === null || allowed.some((known) => lower(suffix).endsWith(lower(known))),
  );
  const wider = wish.filter((suffix) => !kept.includes(suffix));
  if (wider.length > 0)
    refused.push({ key: `suffixes: ${wider.join(", ")}`, why: `only ${allowed?.join(", ")} may be used` });
  // Of what the person allows, the project may also list more than all of it; then nothing became narrower.
  const isNarrower =
    allowed === null || !allowed.every((known) => kept.some((suffix) => lower(suffix) === lower(known)));
  return isNarrower ? { value: kept, from: "project" as const } : held;
}
