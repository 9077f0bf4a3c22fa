// What administrators do to a team's database: make its tables, make and revoke tokens of machines, block people.

import { isFailure } from "../../base/index.ts";
import { compileCover } from "../../fs/index.ts";
import type { KnownPerson, MachineToken, TeamStore } from "../../team/index.ts";
import { migratePostgres, openPostgresStore } from "../../team/postgres/index.ts";
import { plain, reveal, type Plain } from "../../text/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import type { Settings } from "../settings.ts";
import { print, printJson, printLines, printNote } from "../text-io.ts";

type Action = { readonly url: string; readonly words: readonly string[] };

export async function migrateStore({ json, quiet }: Settings, url: string): Promise<number> {
  const steps = await migratePostgres(url);
  if (json) await printJson({ steps });
  else if (!quiet)
    await printLines([steps === 0 ? plain`The tables are up to date.` : plain`Migrated: ${steps} steps.`]);
  return 0;
}

export async function administerTokens(
  { values }: Arguments,
  settings: Settings,
  { url, words }: Action,
): Promise<number> {
  const [action, name, ...more] = words;
  const isMade = action === "create" || action === "revoke";
  if ((action !== "list" && !isMade) || isMade === (name === undefined) || more.length > 0)
    throw new UsageError("serve token takes create NAME, list, or revoke NAME");
  if (action !== "create" && (values.has("--owner") || values.has("--repository")))
    throw new UsageError("--owner and --repository belong to serve token create");
  return withStore(url, async (store) => {
    if (action === "list") return listTokens(settings, await store.machines.list());
    if (action === "revoke") {
      const isDone = await store.machines.revoke(name!); // Checked above.
      if (settings.json) await printJson({ revoked: isDone });
      else if (!isDone) printNote(`No token in use has the name or id ${name}. See them with: galley serve token list`);
      return isDone ? 0 : 1;
    }
    const owner = values.get("--owner")?.[0] ?? null;
    if (owner !== null) await requirePerson(store, owner);
    const repositories = values.get("--repository") ?? null;
    for (const pattern of repositories ?? []) requirePattern(pattern);
    const made = await store.machines.create({ name: checkedName(name!), owner, repositories }); // Checked above.
    if (made.kind === "taken")
      throw new UsageError(`a token with the name ${name} is in use; revoke it, or choose another`);
    if (settings.json) await printJson(made);
    else {
      await print(plain`${reveal(made.token)}\n`);
      if (!settings.quiet)
        printNote(
          "This token is shown once. It can ask, and never answer. Keep it in a file that only its user can read.",
        );
    }
    return 0;
  });
}

export async function administerPeople(settings: Settings, { url, words }: Action): Promise<number> {
  const [action = "list", id, ...more] = words;
  const isChange = action === "block" || action === "unblock";
  if ((action !== "list" && !isChange) || isChange === (id === undefined) || more.length > 0)
    throw new UsageError("serve people takes list, block ID or unblock ID");
  return withStore(url, async ({ people }) => {
    if (!isChange) return listPeople(settings, await people.list());
    const isDone = await people[action](id!); // Checked above.
    if (settings.json) await printJson({ [action === "block" ? "blocked" : "unblocked"]: isDone });
    else if (!isDone) printNote(`No one has the id ${id}. See them with: galley serve people`);
    return isDone ? 0 : 1;
  });
}

/** Closes the store in the end. */
export async function withStore(url: string, work: (store: TeamStore) => Promise<number>): Promise<number> {
  const store = await openPostgresStore({ url, connections: 2 });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** A rule about owners would not count for a name that no one has. */
async function requirePerson({ people }: TeamStore, id: string): Promise<void> {
  if ((await people.list()).some((one) => one.id === id)) return;
  throw new UsageError(`no one with the id ${id} has signed in yet; see ids with: galley serve people`);
}

/** A token for a pattern that can match nothing could ask about nothing. */
function requirePattern(pattern: string): void {
  try {
    compileCover(pattern);
  } catch (error) {
    if (!isFailure(error)) throw error;
    throw new UsageError(`--repository cannot be used: ${error.message}`);
  }
}

function checkedName(name: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._@/ -]{0,99}$/u.test(name)) return name;
  throw new UsageError("a token's name is letters, digits, spaces and . _ @ / -, at most 100");
}

async function listTokens({ json, quiet }: Settings, tokens: readonly MachineToken[]): Promise<number> {
  if (json) await printJson({ tokens });
  else if (tokens.length === 0 && !quiet)
    await printLines([plain`There is no token. Make one with: galley serve token create NAME`]);
  else await printLines(tokens.map(tokenLine));
  return 0;
}

function tokenLine({ id, name, owner, repositories, created_at, last_used_at, revoked_at }: MachineToken): Plain {
  const state = revoked_at === null ? `last used ${day(last_used_at)}` : `revoked ${day(revoked_at)}`;
  const limits = [owner === null ? "" : `owner ${owner}`, repositories === null ? "" : `for ${repositories.join(" ")}`];
  return reveal([id, name, `created ${day(created_at)}`, state, ...limits].filter((text) => text !== "").join("  "));
}

async function listPeople({ json, quiet }: Settings, people: readonly KnownPerson[]): Promise<number> {
  if (json) await printJson({ people });
  else if (people.length === 0 && !quiet) await printLines([plain`No one has signed in yet.`]);
  else await printLines(people.map(personLine));
  return 0;
}

function personLine({ id, name, groups, last_seen, blocked_at }: KnownPerson): Plain {
  const blocked = blocked_at === null ? "" : `  blocked ${day(blocked_at)}`;
  return reveal(`${JSON.stringify(id)}  ${name}  [${groups.join(", ")}]  seen ${day(last_seen)}${blocked}`);
}

function day(time: string | null): string {
  return time === null ? "never" : time.slice(0, 10);
}
