// `install`, `uninstall` and `status` of `galley hook` and `galley mcp`: sets another program up to ask galley, shows that
// change in our own review, and takes exactly it back. Only a person may: an agent that removes its hook has no reviewer.

import { didYouMean } from "../../base/index.ts";
import { findHost } from "../../hook/index.ts";
import { plain, reveal, revealPath, type Plain } from "../../text/index.ts";
import {
  HOOK_HOSTS,
  installed,
  MCP_CLIENTS,
  trustStep,
  uninstalled,
  unreadBecause,
  type Change,
  type Integration,
  type Launch,
  type Place,
  type Scope,
} from "../../install/index.ts";
import { refuseAgents } from "../agent-environment.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { configuredTeam, type ConfiguredTeam } from "../inbox/configured-team.ts";
import { settingsOf, type Settings } from "../settings.ts";
import { printError, printJson, printLines } from "../text-io.ts";
import { hookLaunchOf, launchOf, placeOf } from "./place.ts";
import { beforeLastChange, changeSettings, readSettings, type SettingsFile } from "./settings-file.ts";
import { unenforced } from "./unenforced.ts";
import { statusOf, type Status } from "./status.ts";

type Door = {
  readonly command: "hook" | "mcp";
  readonly integrations: readonly Integration[];
  /** What a program does that is set up, and one that is not. */
  readonly does: string;
  readonly doesNot: string;
};

const DOORS: Readonly<Record<Door["command"], Door>> = {
  hook: { command: "hook", integrations: HOOK_HOSTS, does: "asks galley", doesNot: "does not ask galley" },
  mcp: {
    command: "mcp",
    integrations: MCP_CLIENTS,
    does: "has galley's tools",
    doesNot: "does not have galley's tools",
  },
};

/** `args.words` begins with install, uninstall or status. */
export async function runInstall(args: Arguments, surface: Door["command"]): Promise<number> {
  const settings = settingsOf(args);
  const door = DOORS[surface];
  const [action = "", name, ...more] = args.words;
  const command = `${door.command} ${action}`;
  if (more.length > 0) throw new UsageError(`${command} takes one name; got ${[name, ...more].join(" ")}`);
  const place = placeOf(settings, args.flags.has("--project") ? "project" : "user");
  if (action === "status")
    return printStatus(name === undefined ? door.integrations : [find(name, door)], { door, place, settings });
  if (name === undefined) throw new UsageError(`${command} needs a name: ${namesOf(door)}`);
  refuseAgents(settings.environment);
  const job: Job = { ...door, settings, place, integration: find(name, door) };
  return action === "install" ? install(job) : uninstall(job);
}

function find(name: string, { integrations, command }: Door): Integration {
  const found = integrations.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = integrations.map((each) => each.name);
  throw new UsageError(
    `${command} does not know ${JSON.stringify(name)}${didYouMean(name, names)}. Known: ${names.join(", ")}`,
  );
}

function namesOf({ integrations }: Door): string {
  return integrations.map(({ name }) => name).join(", ");
}

type Job = Door & { readonly settings: Settings; readonly place: Place; readonly integration: Integration };

async function install(job: Job): Promise<number> {
  const { integration, place } = job;
  const { file, change } = fileOf(job);
  const next = installed(change, file.text);
  if (next.kind === "refused") return refuse(job, file, next.why);
  const steps = [
    ...rootStep(job),
    ...integration.steps,
    ...trustStep(integration, place.scope),
    answerStep(job, await configuredTeam(job.settings)),
    ...integration.limits,
  ];
  const text = next.kind === "same" ? file.text : next.text;
  const unread = unreadBecause(integration, file.text ?? "");
  if (unread !== null) return refuse(job, file, `${unread} Then try again. Nothing was changed.`);
  const [off] = unenforced(integration, place, { ...file, text });
  const done = (when: string): string =>
    off === undefined
      ? `${integration.title} ${job.does} ${when}.`
      : `${integration.title} is set up, but not in force. ${off}`;
  if (next.kind === "same") return report(job, { file, done: done("already"), steps, receipt: null, changed: false });
  const written = await changeSettings(file, next.text, job.settings);
  if (written.kind === "not-written") return refuse(job, file, written.message);
  return report(job, { file, done: done("now"), steps, receipt: written.receipt, changed: true });
}

/** The agent passes the folder that it works in to its hook. */
function rootStep({ command, place }: Job): readonly string[] {
  const isUnused = command === "hook" && place.scope === "user" && place.isRootNamed;
  return isUnused
    ? ["--root has no effect without --project: the hook works in the folder that the agent works in."]
    : [];
}

/** Where its questions are answered. */
function answerStep({ command, integration: { name, title } }: Job, found: ConfiguredTeam | null): string {
  if (found !== null)
    return `Your config names a team's inbox: each change is asked about at ${found.team.url}, and denied where no one there answers in time.`;
  if (command === "mcp")
    return "Changes are asked about in the client's own form, where it has one, else in galley inbox or galley web: keep one of them open.";
  const without = findHost(name)?.asks === "never" ? "edits are denied" : `${title} asks you itself`;
  return `Keep galley inbox (in a terminal) or galley web open: each edit is asked about there. Without one, ${without}.`;
}

async function uninstall(job: Job): Promise<number> {
  const { file, change } = fileOf(job);
  const next = uninstalled(change, file.text);
  const { title } = job.integration;
  if (next.kind === "refused") return refuse(job, file, next.why);
  if (next.kind === "same")
    return report(job, { file, done: `${title} ${job.doesNot}.`, steps: [], receipt: null, changed: false });
  const earlier = await beforeLastChange(file, job.settings);
  const isInverse = earlier !== null && uninstalled(change, earlier.text).kind === "same";
  const written = await changeSettings(file, isInverse ? earlier.text : next.text, job.settings);
  if (written.kind === "not-written") return refuse(job, file, written.message);
  const done = `${title} ${job.doesNot} any more.`;
  return report(job, { file, done, steps: [`Restart ${title}.`], receipt: written.receipt, changed: true });
}

function fileOf({ integration, place, command, settings }: Job): {
  readonly file: SettingsFile;
  readonly change: Change;
} {
  const path = integration.file(place);
  if (path === null)
    throw new UsageError(`${integration.title} has no settings file in a project; use ${command} without --project`);
  return { file: readSettings(path), change: integration.change(launchFor(command, settings), place) };
}

function launchFor(command: Door["command"], settings: Settings): Launch {
  return command === "hook" ? hookLaunchOf(settings) : launchOf(settings);
}

async function refuse({ settings }: Job, file: SettingsFile, why: string): Promise<number> {
  if (settings.json) await printJson({ success: false, path: file.path, message: why, receipt_id: null });
  else printError(plain`galley: ${revealPath(file.path)}: ${reveal(why)}\n`);
  return settings.signal.aborted ? 130 : 1;
}

type Done = {
  readonly file: SettingsFile;
  readonly done: string;
  readonly steps: readonly string[];
  readonly receipt: string | null;
  readonly changed: boolean;
};

async function report({ settings }: Job, { file, done, steps, receipt, changed }: Done): Promise<number> {
  if (settings.json) {
    await printJson({ success: true, path: file.path, message: done, receipt_id: receipt, changed, steps });
    return 0;
  }
  const where = file.real === file.path ? plain`` : plain` → ${revealPath(file.real)}`;
  const lines: Plain[] = [plain`${reveal(done)} (${revealPath(file.path)}${where})`];
  if (!settings.quiet) {
    lines.push(...steps.map((step) => plain`  - ${reveal(step)}`));
    if (receipt !== null) lines.push(plain`Take it back with: galley undo ${reveal(receipt)}`);
  }
  await printLines(lines);
  return 0;
}

async function printStatus(
  integrations: readonly Integration[],
  { door, place, settings }: { readonly door: Door; readonly place: Place; readonly settings: Settings },
): Promise<number> {
  const scopes: readonly Scope[] = ["user", "project"];
  const all = await Promise.all(
    integrations.map((integration) =>
      statusOf(integration, { place, scopes, launch: launchFor(door.command, settings), settings }),
    ),
  );
  const isEnforced = all.every(({ installed: places, problems }) => places.length > 0 && problems.length === 0);
  if (settings.json) await printJson(integrations.length === 1 ? all[0] : all);
  else await printLines(all.flatMap((status) => describe(status, { ...door, isAlone: integrations.length === 1 })));
  return integrations.length > 1 || isEnforced ? 0 : 1;
}

function describe(status: Status, { does, isAlone }: Door & { readonly isAlone: boolean }): readonly Plain[] {
  const { title, name, installed: places, version, tried, problems } = status;
  // Nearly the same for every program, so not in a list of them.
  const limits = isAlone && places.length > 0 ? status.limits : [];
  const found = version === null ? plain`` : plain` ${reveal(version)}`;
  const state = places.length === 0 ? "not set up" : problems.length === 0 ? does : "set up, with problems";
  const note = version !== null && tried !== null && version !== tried ? `, tried with ${tried}` : "";
  return [
    plain`${reveal(title)}${found} (${reveal(name)}): ${reveal(state + note)}`,
    ...places.map(
      ({ scope, path, root }) =>
        plain`    ${reveal(WHERE[scope])}: ${revealPath(path)}${root === null ? plain`` : plain`, in ${revealPath(root)}`}`,
    ),
    ...problems.map((problem) => plain`    ! ${reveal(problem)}`),
    ...limits.map((limit) => plain`    - ${reveal(limit)}`),
  ];
}

const WHERE: Readonly<Record<Scope, string>> = { user: "for you", project: "in this project" };
