// Rules that a person asked to keep while answering. Paths and commands here are names, never patterns: a file called
// `*.ts` is one file, and a command is compared letter by letter. Such a rule can only allow.

import type { Frozen } from "../../base/index.ts";
import type * as z from "zod/mini";
import type { RememberSchema } from "../decision/decision-schema.ts";
import { below, isForeignTool, sandboxOf } from "../names.ts";

/** What a person asks to keep. `path` is sandbox/relative, or the sandbox alone for a root or a tool. */
export type Remember = Frozen<z.infer<typeof RememberSchema>>;

/**
 * This file, everything below this directory, everything in this root, this tool anywhere in this root, edits below
 * this directory, or this command in this directory.
 */
export type Scope = Remember["scope"];

/** The same, kept: `id` is what it is revoked by. */
export type Remembered = Remember & { readonly id: string };

/** As a `session`: the one the question was asked in; the code that keeps the rule knows its name. */
export const THIS_SESSION = "this";

/** What was asked and answered with yes: the tool that would do it, and its paths. */
export type Asked = {
  readonly tool: string;
  readonly paths: readonly string[];
  /** Of a command that a rule can be for; its path is the folder it runs in. */
  readonly command?: AskedCommand | undefined;
};

/** A command as it is, and where it runs. There are no rules for commands that nothing confines. */
export type AskedCommand = {
  readonly text: string;
  readonly where: "container" | "confined";
  readonly image: string | null;
};

/** `hasWarnings` is asked only where a rule depends on it; missing: it has some. */
type Operation = Asked & { readonly hasWarnings?: (() => boolean) | undefined };

/** Does the rule let this be done? */
export function allows(rule: Remember, { tool, paths, command, hasWarnings }: Operation): boolean {
  if (rule.effect !== "allow" || paths.length === 0) return false;
  if (rule.scope === "command") {
    return (
      command !== undefined &&
      command.text === rule.command &&
      command.where === rule.where &&
      command.image === rule.image &&
      tool === rule.tool &&
      paths.every((path) => path === rule.path)
    );
  }
  // A rule about files says nothing about programs, which can do anything to any of them.
  if (command !== undefined || RUNNING.has(tool)) return false;
  if (isForeignTool(tool) && rule.scope !== "tool") return false;
  if (!paths.every((path) => covers(rule, tool, path))) return false;
  return rule.scope !== "edits" || hasWarnings?.() === false;
}

/** Does the rule let this tool do what it wants to this path? */
export function covers(rule: Remember, tool: string, path: string): boolean {
  if (rule.effect !== "allow" || sandboxOf(path) !== sandboxOf(rule.path)) return false;
  switch (rule.scope) {
    case "file":
      return rule.tool === tool && path === rule.path;
    case "directory":
      return rule.tool === tool && (path.startsWith(`${rule.path}/`) || (LOOKING.has(tool) && path === rule.path));
    case "tool":
      return rule.tool === tool && rule.path === sandboxOf(rule.path);
    case "root":
      return (rule.tool ?? tool) === tool && rule.path === sandboxOf(rule.path);
    case "edits":
      return EDITING.has(tool) && path.startsWith(`${rule.path}/`);
    case "command":
      return false; // It is about no file.
    default:
      return rule satisfies never;
  }
}

export const RUNNING: ReadonlySet<string> = new Set(["shell", "eval"]);
/** Tools whose path is the folder they look into. */
export const LOOKING: ReadonlySet<string> = new Set(["ls", "glob", "grep"]);
export const EDITING: ReadonlySet<string> = new Set(["edit_file", "write_file"]);

/** "edit_file on everything below ws/src", for lists and reasons. A command is in it letter by letter. */
export function describeRemembered(rule: Remember): string {
  switch (rule.scope) {
    case "file":
      return `${toolOf(rule)} on ${rule.path}`;
    case "directory":
      return LOOKING.has(rule.tool ?? "")
        ? `${toolOf(rule)} in ${rule.path} and everything below it`
        : `${toolOf(rule)} on everything below ${rule.path}`;
    case "tool":
    case "root":
      return isForeignTool(rule.tool ?? "")
        ? `${toolOf(rule)} with any arguments, in ${rule.path}`
        : `${toolOf(rule)} anywhere in ${rule.path}`;
    case "edits":
      return `edits and new files below ${rule.path} that have no warning (no removals, no moves)`;
    case "command": {
      const where = rule.where === "confined" ? "confined on this machine" : `in a container of ${rule.image ?? "?"}`;
      return `${rule.tool} ${quoted(rule.command)} in ${rule.path}, ${where}, with the workspace read-only`;
    }
    default:
      return rule satisfies never;
  }
}

function toolOf({ tool }: { readonly tool?: string }): string {
  return tool ?? "every file tool (rm too)";
}

/** Where the command ends must be seen. */
function quoted(command: string): string {
  return /[`\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(command) ? JSON.stringify(command) : `\`${command}\``;
}

/** The path below the sandbox; "" for the sandbox itself. */
export function restOf(path: string): string {
  return path.includes("/") ? below(path) : "";
}
