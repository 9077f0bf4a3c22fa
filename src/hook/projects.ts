// The projects that a call belongs to: where the agent was started, and where it is now, which a command can change, or the model.
// A project's folder may hold another one. The call is reviewed in one of them, and the rules of all of them count.

import { isAbsolute, resolve } from "node:path";
import type { Verdict } from "../approval/index.ts";
import type { LocalWorkspace } from "../workspace/index.ts";
import type { HookCall, Host, ToolCall } from "./types.ts";
import { isInside } from "./call-targets.ts";

export type Project = { readonly workspace: LocalWorkspace; readonly root: string };

export type OpenProject = (folder: string, otherRules: () => Verdict | null) => Promise<Project>;

export type ProjectOptions = {
  /** Where the hook was started. Absolute. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The project of a folder. */
  readonly rootOf: (folder: string) => Promise<string>;
  readonly open: OpenProject;
};

// A multi-root workspace may have many; opening one takes time.
const MOST = 6;

/**
 * Folders of the projects, the one where the agent was started first. A host whose hooks start there sends it as `cwd` too, except
 * with commands, which have no log: so that one is enough.
 */
export function foldersOf(
  { startedIn }: Host,
  call: HookCall,
  { folder, environment }: Pick<ProjectOptions, "folder" | "environment">,
): readonly string[] {
  const cwd = call.cwd ?? folder;
  if (startedIn === "hook-folder") return [...new Set([cwd, folder])];
  const started = startedIn === "cwd" ? [] : [environment[startedIn.variable] ?? ""];
  const known = [...started, ...(call.opened ?? [])].filter((each) => isAbsolute(each));
  return [...new Set([...known.slice(0, MOST - 1), cwd])];
}

/** One per project, in the order of the folders. */
export async function openProjects(
  folders: readonly string[],
  { rootOf, open }: Pick<ProjectOptions, "rootOf" | "open">,
  otherRules: () => Verdict | null,
): Promise<readonly [Project, ...Project[]]> {
  const [first, ...more] = folders;
  const roots = more.length === 0 ? [] : await Promise.all(folders.map(rootOf));
  const others = more.filter((_, at) => roots.indexOf(roots[at + 1]!) === at + 1);
  const opened = await Promise.all(others.map((folder) => open(folder, otherRules)));
  return [await open(first!, otherRules), ...opened]; // There is always the current folder.
}

/** The project that a call is reviewed in: the first that has all of its files. */
export function ownProject(projects: readonly [Project, ...Project[]], tool: ToolCall, cwd: string): Project {
  const [first] = projects;
  if (projects.length === 1) return first;
  const paths = namesIn(tool).map((name) => resolve(cwd, name));
  return projects.find(({ workspace }) => paths.every((path) => isInside(path, workspace))) ?? first;
}

/** A command is where it runs. */
function namesIn(tool: ToolCall): readonly string[] {
  if ("path" in tool) return [tool.path];
  if (tool.kind === "patch") return [...tool.text.matchAll(PATCHED)].map(([, name]) => name!);
  return "paths" in tool && tool.paths.length > 0 ? tool.paths : ["."];
}

const PATCHED = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\s*$/gm;
