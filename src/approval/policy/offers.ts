// Which rules may be kept when something was approved: never more than the question could have allowed, never for a
// command that nothing confines, and nothing that names only half of what was asked.

import { commonFolder } from "../../base/index.ts";
import { isForeignTool, sandboxOf } from "../names.ts";
import { EDITING, LOOKING, RUNNING, THIS_SESSION, type Asked, type Remember } from "./remember.ts";

// A rule is read before it is agreed to; no one reads more than this in a list of rules.
const MAX_COMMAND = 2000;

/**
 * The rules that may be kept when this was approved, the narrowest first. None for a change that touches several paths
 * (a move, a link and where it leads): each of the narrow rules would cover only half of it.
 */
export function offersFor({ tool, paths, command }: Asked): readonly Remember[] {
  const [path] = paths;
  if (path === undefined || path === "" || paths.length > 1) return [];
  if (RUNNING.has(tool) || command !== undefined) {
    if (command === undefined || command.text.length > MAX_COMMAND || (tool !== "shell" && tool !== "eval")) return [];
    const { text, where, image } = command;
    return [{ effect: "allow", scope: "command", path, tool, command: text, where, image }];
  }
  const sandbox = sandboxOf(path);
  const anywhere = { effect: "allow", scope: "tool", path: sandbox, tool } as const;
  // What another program does with its arguments is its own: a rule is for all of them.
  if (isForeignTool(tool)) return [anywhere];
  const below = (folder: string): readonly Remember[] =>
    folder === sandbox ? [] : [{ effect: "allow", scope: "directory", path: folder, tool }];
  if (LOOKING.has(tool)) return [...below(path), anywhere];
  if (path === sandbox) return [];
  const narrow: readonly Remember[] = [
    { effect: "allow", scope: "file", path, tool },
    ...below(folderOf(path)),
    anywhere,
  ];
  // To let something be read is not to let it be changed.
  return tool === "read_file" ? narrow : [...narrow, { effect: "allow", scope: "root", path: sandbox }];
}

/**
 * The rules that may be kept until the session ends when all of these were approved, the narrowest first; none when they
 * are in several sandboxes. One that is about several questions covers each of them.
 */
export function sessionOffersFor(all: readonly Asked[]): readonly Remember[] {
  const offers = all.map(offersFor);
  const [first] = offers;
  if (first === undefined || offers.some((each) => each.length === 0)) return [];
  const paths = all.flatMap((asked) => asked.paths);
  const sandbox = sandboxOf(paths[0]!); // What has offers has a path.
  if (paths.some((path) => sandboxOf(path) !== sandbox)) return [];
  const isEditing = all.every(({ tool }) => EDITING.has(tool));
  const folders = isEditing ? [...new Set([commonFolder(paths), sandbox])] : [];
  const edits = folders.map((path): Remember => ({ effect: "allow", scope: "edits", path }));
  const widest = first.at(-1)!; // It has some.
  const wide = isEditing || all.length > 1 ? (offers.every((each) => hasSame(each, widest)) ? [widest] : []) : first;
  return [...edits, ...wide].map((rule) => ({ ...rule, session: THIS_SESSION }));
}

/** True when the wish is one of the offers for something that was approved, or for all of it. */
export function isOffered(wish: Remember, approved: readonly Asked[]): boolean {
  if (wish.effect !== "allow") return false;
  const sets = approved.length > 1 ? [approved, ...approved.map((one) => [one])] : [approved];
  const isForSession = (wish.session ?? null) !== null;
  if (isForSession && sets.some((set) => hasSame(sessionOffersFor(set), wish))) return true;
  return approved.some((asked) => hasSame(offersFor(asked), wish));
}

function hasSame(offers: readonly Remember[], wish: Remember): boolean {
  return offers.some((offer) => isSameRule(offer, wish));
}

/** True when both allow the same, however long they are kept. */
export function isSameRule(one: Remember, other: Remember): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(rule: Remember): string {
  const tool = rule.scope === "edits" ? null : (rule.tool ?? null);
  const command = rule.scope === "command" ? [rule.command, rule.where, rule.image] : null;
  return JSON.stringify([rule.scope, rule.path, tool, command]);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
