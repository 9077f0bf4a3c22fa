// Whether a program is set up to ask galley, and what would keep it from doing so: an old entry, a galley that is gone,
// a hook that the program does not trust.

import { execFile } from "node:child_process";
import { isFailure } from "../../base/index.ts";
import { findProgram } from "../../fs/node/index.ts";
import {
  installed,
  readJsonValue,
  trustStep,
  uninstalled,
  type Change,
  type Integration,
  type Launch,
  type Place,
  type Scope,
} from "../../install/index.ts";
import type { Settings } from "../settings.ts";
import { readSettings } from "./settings-file.ts";
import { claudeProblems } from "./claude-doctor.ts";
import { untrustedHooks } from "./codex-trust.ts";
import { unenforced } from "./unenforced.ts";

export type Status = {
  readonly name: string;
  readonly title: string;
  readonly installed: readonly InstalledPlace[];
  /** Of the program itself; null when it was not found. */
  readonly version: string | null;
  /** The version that this was tried with; null when it was only read about. */
  readonly tried: string | null;
  readonly problems: readonly string[];
  /** What galley does not see or cannot enforce there, also when nothing is wrong. */
  readonly limits: readonly string[];
};

/** `root`: the folder that the entry names; null when it works where the program starts it. */
type InstalledPlace = { readonly scope: Scope; readonly path: string; readonly root: string | null };

export type StatusOptions = {
  readonly place: Place;
  readonly scopes: readonly Scope[];
  readonly launch: Launch;
  readonly settings: Settings;
};

export async function statusOf(integration: Integration, options: StatusOptions): Promise<Status> {
  const found: InstalledPlace[] = [];
  const problems: string[] = [];
  for (const scope of options.scopes) {
    const place = { ...options.place, scope };
    const path = integration.file(place);
    if (path === null || found.some((other) => other.path === path)) continue;
    const change = integration.change(options.launch, place);
    try {
      const file = readSettings(path);
      const { text } = file;
      const without = uninstalled(change, text);
      if (without.kind === "refused" && text !== null) problems.push(`${path}: ${without.why}`);
      if (without.kind !== "text") continue;
      problems.push(...unenforced(integration, place, file));
      problems.push(...otherEvents(change, text ?? "").map((event) => `${path}: ${unknownEvent(event)}`));
      // It may name another folder than this one.
      const root = integration.rootIn?.(text ?? "") ?? null;
      const own = root === null ? change : integration.change(options.launch, { ...place, root, isRootNamed: true });
      if (installed(own, text).kind !== "same")
        problems.push(`The entry in ${path} is not the one this galley would write. Run install again.`);
      found.push({ scope, path, root });
    } catch (error) {
      if (!isFailure(error)) throw error;
      problems.push(error.message);
    }
  }
  const { program } = integration;
  const { settings } = options;
  const file = program === null ? null : findProgram(program.name, programFolders(settings));
  const version = file === null ? null : await versionOf(file, settings);
  const asksCodex = integration.name === "codex" && found.some(({ path }) => path.endsWith("hooks.json"));
  if (asksCodex && file !== null) problems.push(...(await untrustedHooks(file, settings)));
  if (integration.name === "claude-code" && file !== null)
    problems.push(...(await claudeProblems(file, { files: found.map(({ path }) => path), settings })));
  if (found.length > 0 && found.every(({ scope }) => scope === "project"))
    problems.push(...trustStep(integration, "project"));
  return {
    name: integration.name,
    title: integration.title,
    installed: found,
    version,
    tried: program?.tried ?? null,
    problems,
    limits: integration.limits,
  };
}

/** Events other than those that install uses, for which the settings start our hook. */
function otherEvents(change: Change, text: string): readonly string[] {
  if (change.kind !== "json") return [];
  const known = change.entries.map(({ path }) => path.join("."));
  const isOurs = change.entries.flatMap((entry) => (entry.kind === "constant" ? [] : [entry.isOurs]));
  const holdsOurs = (value: unknown): boolean =>
    typeof value === "object" &&
    value !== null &&
    (isOurs.some((is) => is(value)) || Object.values(value).some(holdsOurs));
  const settings = readJsonValue(text) as { readonly hooks?: unknown } | null; // Any value; looked at by name.
  const hooks = typeof settings?.hooks === "object" ? settings.hooks : null;
  return Object.entries(hooks ?? {}).flatMap(([event, value]) =>
    !known.includes(`hooks.${event}`) && holdsOurs(value) ? [event] : [],
  );
}

function unknownEvent(event: string): string {
  return `the event ${event} starts galley too. Galley does not know it, and denies what may be a change of a file there; remove it.`;
}

/** Programs of the project itself are not started. */
function programFolders({ environment, root }: Settings): Parameters<typeof findProgram>[1] {
  return { path: environment["PATH"], outside: [root] };
}

const VERSION_LIMIT_MS = 10_000;

/** What `PROGRAM --version` says first. */
function versionOf(file: string, { environment, signal }: Settings): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { env: environment, signal, timeout: VERSION_LIMIT_MS, maxBuffer: 65_536 };
    execFile(file, ["--version"], options, (error, stdout) => {
      const version = /\d+\.\d+[\w.+-]*(?<![.+-])/.exec(stdout)?.[0] ?? null;
      resolve(error === null ? version : null);
    });
  });
}
