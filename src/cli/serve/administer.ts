// What administrators do to a team's database: make its tables, block people. Tokens of machines are in tokens.ts.

import { personLabel } from "../../approval/index.ts";
import { counted } from "../../base/index.ts";
import type { KnownPerson, TeamStore } from "../../team/index.ts";
import { migratePostgres, openPostgresStore } from "../../team/postgres/index.ts";
import { plain, reveal, type Plain } from "../../text/index.ts";
import { UsageError } from "../arguments.ts";
import type { Settings } from "../settings.ts";
import { printJson, printLines, printNote } from "../text-io.ts";

export type Action = { readonly url: string; readonly words: readonly string[] };

export async function migrateStore({ json, quiet }: Settings, url: string): Promise<number> {
  const steps = await migratePostgres(url);
  if (json) await printJson({ steps });
  else if (!quiet)
    await printLines([
      steps === 0 ? plain`The tables are up to date.` : plain`Migrated: ${reveal(counted(steps, "step"))}.`,
    ]);
  return 0;
}

export async function administerPeople(settings: Settings, { url, words }: Action): Promise<number> {
  const [action = "list", id, ...more] = words;
  const isChange = action === "block" || action === "unblock";
  if ((action !== "list" && !isChange) || isChange === (id === undefined) || more.length > 0)
    throw new UsageError("serve people takes list, block ID or unblock ID");
  return withStore(url, async ({ people }) => {
    if (!isChange) return listPeople(settings, await people.list());
    const done = await people[action](id!); // Checked above.
    const now = action === "block" ? "blocked" : "unblocked";
    if (settings.json) await printJson({ [now]: done !== null, votes_lapsed: done?.lapsed ?? 0 });
    else if (done === null) printNote(`No one has the id ${id}. See them with: galley serve people`);
    else if (!settings.quiet) {
      const who = personLabel({ id: id!, name: done.name }, { home: null }); // It has one: see above.
      const was = `${who} ${done.isChanged ? "is" : "was"} ${now}${done.isChanged ? "" : " already"}.`;
      await printLines([reveal(`${was} ${NEXT[action]} Votes taken back: ${done.lapsed}.`)]);
    }
    return done === null ? 1 : 0;
  });
}

const NEXT = {
  block: "They can neither read nor answer.",
  unblock: "They can read and answer; where they had voted, they have to vote again.",
} as const;

/** Closes the store in the end. */
export async function withStore(url: string, work: (store: TeamStore) => Promise<number>): Promise<number> {
  const store = await openPostgresStore({ url, connections: 2 });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
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

/** "2026-11-18", or "never". */
export function day(time: string | null): string {
  return time === null ? "never" : time.slice(0, 10);
}
