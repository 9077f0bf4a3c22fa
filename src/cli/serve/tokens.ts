// `galley serve token`: makes, lists and revokes the tokens of machines. A token is shown once: on standard output, or in a
// file that only its user can read.

import * as fs from "node:fs";
import { counted, failure, isFailure } from "../../base/index.ts";
import { compileCover } from "../../fs/index.ts";
import type { MachineToken, TeamStore } from "../../team/index.ts";
import { plain, reveal, type Plain } from "../../text/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import type { Settings } from "../settings.ts";
import { print, printJson, printLines, printNote } from "../text-io.ts";
import { day, withStore, type Action } from "./administer.ts";

const OF_CREATE = ["--owner", "--repository", "--out"];

export async function administerTokens(args: Arguments, settings: Settings, { url, words }: Action): Promise<number> {
  const [action, name, ...more] = words;
  const isMade = action === "create" || action === "revoke";
  if ((action !== "list" && !isMade) || isMade === (name === undefined) || more.length > 0)
    throw new UsageError("serve token takes create NAME, list, or revoke NAME");
  if (action !== "create" && OF_CREATE.some((option) => args.values.has(option)))
    throw new UsageError("--owner, --repository and --out belong to serve token create");
  return withStore(url, async (store) => {
    if (action === "list") return listTokens(settings, await store.machines.list());
    if (action === "revoke") return revokeToken(settings, store, name!); // Checked above.
    return createToken(args, settings, { store, name: checkedName(name!) }); // Checked above.
  });
}

async function createToken(
  { values }: Arguments,
  settings: Settings,
  { store, name }: { readonly store: TeamStore; readonly name: string },
): Promise<number> {
  const owner = values.get("--owner")?.[0] ?? null;
  if (owner !== null) requireId(owner);
  const repositories = values.get("--repository") ?? null;
  for (const pattern of repositories ?? []) requirePattern(pattern);
  const out = values.get("--out")?.[0] ?? null;
  // Before there is a token: one that cannot be written down would be of no use to anyone.
  if (out !== null) makePrivate(out);
  try {
    const made = await store.machines.create({ name, owner, repositories });
    if (made.kind === "taken")
      throw new UsageError(`a token with the name ${name} is in use; revoke it, or choose another`);
    const { token, ...rest } = made;
    if (out !== null) await writeToken(out, token, () => store.machines.revoke(made.machine.id));
    if (settings.json) await printJson(out === null ? made : { ...rest, out });
    else if (out === null) await print(plain`${reveal(token)}\n`);
    if (!settings.json && !settings.quiet)
      for (const note of [whereItIs(out), ...(await ownerNotes(store, owner))]) printNote(note);
    return 0;
  } catch (error) {
    if (out !== null) fs.rmSync(out, { force: true });
    throw error;
  }
}

function whereItIs(out: string | null): string {
  return out === null
    ? "This token is shown once. It can ask, and never answer. Keep it in a file that only its user can read."
    : `The token is in ${out}, which only you can read, and nowhere else. It can ask, and never answer.`;
}

/** What a rule with `"own": "deny"` will make of this token: it can only hold back someone it knows. */
async function ownerNotes({ people }: TeamStore, owner: string | null): Promise<readonly string[]> {
  if (owner === null)
    return [
      'It has no owner, so rules with "own": "deny" keep no one from answering what it asks. --owner ID sets one.',
    ];
  if ((await people.list()).some((one) => one.id === owner)) return [];
  return [`No one with the id ${owner} has signed in yet. Rules about the owner count once someone with exactly this id does.`]; // prettier-ignore
}

/** An empty file for its user alone, and never in the place of another one. */
function makePrivate(path: string): void {
  try {
    fs.writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === "EEXIST" ? `${path} exists; --out needs the name of a new file` : `--out cannot be written (${code})`,
    );
  }
}

async function writeToken(path: string, token: string, undo: () => Promise<unknown>): Promise<void> {
  try {
    fs.writeFileSync(path, `${token}\n`, { flag: "r+", flush: true });
  } catch (error) {
    await undo();
    throw failure("IO", "The file of --out cannot be written. The token was revoked.", { cause: error });
  }
}

async function revokeToken(settings: Settings, { machines }: TeamStore, name: string): Promise<number> {
  const done = await machines.revoke(name);
  if (settings.json) await printJson({ revoked: done !== null, questions_closed: done?.closed ?? 0 });
  else if (done === null)
    printNote(`No token in use has the name or id ${name}. See them with: galley serve token list`);
  else if (!settings.quiet)
    await printLines([reveal(`The token ${name} is revoked. Open questions closed: ${done.closed}.`)]);
  return done === null ? 1 : 0;
}

/** As sign-ins name people: one who has not signed in yet may be meant, but not something that is no id at all. */
function requireId(id: string): void {
  if (/^\S+ [\x21-\x7e]{1,255}$/.test(id)) return;
  throw new UsageError(
    `--owner needs a person's id: the issuer, a space and the subject, such as "https://id.example.com 8f14e45f"; galley serve people lists them`,
  );
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
  else {
    await printLines(tokens.map(tokenLine));
    const without = tokens.filter(({ owner, revoked_at }) => owner === null && revoked_at === null).length;
    if (without > 0 && !quiet)
      printNote(`${counted(without, "token has", "tokens have")} no owner: rules with "own": "deny" keep no one from answering what they ask.`); // prettier-ignore
  }
  return 0;
}

function tokenLine({ id, name, owner, repositories, created_at, last_used_at, revoked_at }: MachineToken): Plain {
  const state = revoked_at === null ? `last used ${day(last_used_at)}` : `revoked ${day(revoked_at)}`;
  const limits = repositories === null ? [] : [`for ${repositories.join(" ")}`];
  const whose = owner === null ? "no owner" : `owner ${owner}`;
  return reveal([id, name, `created ${day(created_at)}`, state, whose, ...limits].join("  "));
}
