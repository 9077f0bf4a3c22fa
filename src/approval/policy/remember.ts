// Rules that a person asked to keep while answering. Paths here are names, never patterns: a file called `*.ts` is one
// file. A remembered rule can only allow, and only what the question it came with could have allowed.

import type { Frozen } from "../../base/index.ts";
import type * as z from "zod/mini";
import type { RememberSchema } from "../decision/decision-schema.ts";
import { below, sandboxOf } from "../names.ts";

/** What a person asks to keep. `path` is sandbox/relative, or the sandbox alone for a root or a tool. */
export type Remember = Frozen<z.infer<typeof RememberSchema>>;

/** This file, everything below this directory, everything in this root, or this tool anywhere in this root. */
export type Scope = Remember["scope"];

/** The same, kept: `id` is what it is revoked by. */
export type Remembered = Remember & { readonly id: string };

/** As a `session`: the one the question was asked in; the code that keeps the rule knows its name. */
export const THIS_SESSION = "this";

/** What was asked and answered with yes: the tool that would do it, and its paths. */
export type Asked = { readonly tool: string; readonly paths: readonly string[] };

/**
 * The rules that may be kept when this was approved, the narrowest first. None for a change that touches several paths
 * (a move, a link and where it leads): each of the narrow rules would cover only half of it.
 */
export function offersFor({ tool, paths }: Asked): readonly Remember[] {
  const [path] = paths;
  if (path === undefined || paths.length > 1 || !path.includes("/")) return [];
  const sandbox = sandboxOf(path);
  const folder = path.slice(0, path.lastIndexOf("/"));
  return [
    { effect: "allow", scope: "file", path, tool },
    ...(folder === sandbox ? [] : [{ effect: "allow", scope: "directory", path: folder, tool } as const]),
    { effect: "allow", scope: "tool", path: sandbox, tool },
    { effect: "allow", scope: "root", path: sandbox },
  ];
}

/** True when the wish is one of the offers for something that was approved. */
export function isOffered(wish: Remember, approved: readonly Asked[]): boolean {
  return approved.some((asked) =>
    offersFor(asked).some(
      (offer) =>
        wish.effect === "allow" &&
        offer.scope === wish.scope &&
        offer.path === wish.path &&
        (offer.tool ?? null) === (wish.tool ?? null),
    ),
  );
}

/** Does the rule let this tool do what it wants to this path? */
export function covers(rule: Remember, tool: string, path: string): boolean {
  if (rule.effect !== "allow") return false;
  if (rule.tool === undefined ? rule.scope !== "root" : rule.tool !== tool) return false;
  if (sandboxOf(path) !== sandboxOf(rule.path)) return false;
  switch (rule.scope) {
    case "file":
      return path === rule.path;
    case "directory":
      return path.startsWith(`${rule.path}/`);
    case "root":
    case "tool":
      return rule.path === sandboxOf(rule.path);
    default:
      return rule.scope satisfies never;
  }
}

/** "edit_file on every file below ws/src", for lists and reasons. */
export function describeRemembered(rule: Remember): string {
  // Commands have no remembered rules: see policyForCommand.
  const tool = rule.tool ?? "every file tool (rm too)";
  switch (rule.scope) {
    case "file":
      return `${tool} on ${rule.path}`;
    case "directory":
      return `${tool} on everything below ${rule.path}`;
    case "root":
    case "tool":
      return `${tool} anywhere in ${rule.path}`;
    default:
      return rule.scope satisfies never;
  }
}

/** The path below the sandbox; "" for the sandbox itself. */
export function restOf(path: string): string {
  return path.includes("/") ? below(path) : "";
}
