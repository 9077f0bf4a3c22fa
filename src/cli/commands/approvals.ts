// `galley approvals`: the rules a person asked to remember, listed and revoked. The person's own screen, so folders of
// this machine are named here and nowhere else.

import { describeRemembered } from "../../approval/index.ts";
import { plain, reveal } from "../../text/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { keptRule, openLocal, type KeptRule, type LocalWorkspace } from "../../workspace/index.ts";
import { settingsOf, type Settings } from "../settings.ts";
import { printJson, printLines } from "../text-io.ts";

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  const [action, id, ...more] = args.words;
  const all = args.flags.has("--all");
  if ((action === undefined || action === "list") && id === undefined) return list(settings, { all });
  if (action === "revoke" && more.length === 0) {
    if (all === (id !== undefined)) throw new UsageError("approvals revoke needs the id of one rule, or --all");
    return revoke(settings, id === undefined ? "all" : { id });
  }
  throw new UsageError("approvals takes list, revoke ID or revoke --all");
}

async function list(settings: Settings, { all }: { readonly all: boolean }): Promise<number> {
  const workspace = await openLocal(settings);
  const { rules, problem } = (await workspace.state()).rules.list();
  const shown = rules.map((rule) => keptRule(rule, workspace).wire).filter((rule) => all || rule.sandbox !== null);
  const elsewhere = rules.length - shown.length;
  if (settings.json) {
    await printJson({ rules: shown, elsewhere, problem });
    return problem === null ? 0 : 1;
  }
  const lines = shown.map((rule) => reveal(lineOf(rule)));
  if (!settings.quiet) {
    if (shown.length === 0) lines.push(all ? plain`No rule is remembered.` : plain`No rule is remembered here.`);
    else {
      const every = shown.every(({ counts, sandbox }) => counts || sandbox === null);
      const what = every
        ? plain`Each of these is done without asking.`
        : plain`Those in force are done without asking.`;
      lines.push(plain``, plain`${what} Revoke one with: galley approvals revoke ID`);
    }
    if (elsewhere > 0) lines.push(plain`${elsewhere} more in other folders: galley approvals list --all`);
  }
  if (problem !== null) lines.push(plain`! ${reveal(problem)}`);
  await printLines(lines);
  return problem === null ? 0 : 1;
}

async function revoke(settings: Settings, which: { readonly id: string } | "all"): Promise<number> {
  const workspace = await openLocal(settings);
  const state = await workspace.state();
  const known = state.rules.list();
  const isThere = known.rules.some(({ id }) => which === "all" || id === which.id);
  // The lock makes the state directory; looking must not.
  const { revoked, problem } =
    isThere || known.problem !== null
      ? await state.withLock({ signal: settings.signal }, async (held) => state.rules.revoke(held, which))
      : { revoked: [], problem: null };
  const shown = revoked.map((rule) => keptRule(rule, workspace).wire);
  const done = which === "all" || shown.length > 0;
  if (settings.json) {
    await printJson({ revoked: shown, problem });
    return done ? 0 : 1;
  }
  const lines = settings.quiet ? [] : shown.map((rule) => plain`✓ ${reveal(rule.description)}  needs approval again`);
  if (which !== "all" && !done)
    lines.push(plain`No remembered rule has the id ${reveal(which.id)}. See them with: galley approvals list --all`);
  else if (shown.length === 0 && !settings.quiet) lines.push(plain`No rule was remembered.`);
  const aside = which === "all" ? plain` It was set aside just now.` : plain``;
  if (problem !== null) lines.push(plain`! ${reveal(problem)}${aside}`);
  await printLines(lines);
  return done ? 0 : 1;
}

/** The rules that hold here, each with its id, for a conversation: those of its session too; then what is wrong with the file of the others. */
export async function rulesHere(workspace: LocalWorkspace): Promise<readonly string[]> {
  const { rules, problem } = (await workspace.state()).rules.list();
  const here = rules.map((rule) => keptRule(rule, workspace).wire).filter(({ sandbox }) => sandbox !== null);
  const session = workspace.gate.session?.rules() ?? [];
  const ofSession = session.map((rule) => `${rule.id}  until this conversation ends  ${describeRemembered(rule)}`);
  return [...here.map(lineOf), ...ofSession, ...(problem === null ? [] : [`! ${problem}`])];
}

function lineOf(rule: KeptRule["wire"]): string {
  return `${rule.id}  ${rule.at.slice(0, 10)}  ${rule.description}`;
}
