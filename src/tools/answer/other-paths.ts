// For an edit of a file that is not there, the one file that its path must mean: with the letters in another case or Unicode
// form, with or without leading folders, in the folder next to it, or without the lines or the remark after its name. Proposed only when there is exactly one and the edit fits it.
// Never decides between two. For a whole file it is looked for where it is not certain that it is meant to be new: its
// name was unclear, or most of its lines are in the other file.

import type { WorkspacePath } from "../../base/index.ts";
import { findAll, type BlockResult } from "../../commit/index.ts";
import { pathsOf, planEdits, type Candidate, type Edit, type EditId, type Found } from "../../edits/index.ts";
import { lookAlikes, unifiedDiff, type Text } from "../../text/index.ts";
import type { ToolContext } from "../context.ts";
import type { Row } from "./answer-rows.ts";

/** The rule that places such an edit. */
export const PATH_RULE = "path";

export type Corrected = {
  readonly rows: readonly Row[];
  readonly found: ReadonlyMap<WorkspacePath, Found>;
  /** Edits that --lenient moved to the file they must mean. */
  readonly rules: ReadonlyMap<EditId, string>;
  /** What is said of an edit that stays without a file. */
  readonly hints: ReadonlyMap<EditId, Hint>;
};
export type Hint = { readonly paths: readonly string[]; readonly candidate: Candidate | null };

type Options = {
  readonly lenient: boolean;
  readonly canConfirm: boolean;
  readonly context: Pick<ToolContext, "readable" | "approved" | "show" | "signal">;
};

export async function correctPaths(
  rows: readonly Row[],
  found: ReadonlyMap<WorkspacePath, Found>,
  options: Options,
): Promise<Corrected> {
  const lost = lostEdits(rows, found);
  const same = { rows, found, rules: new Map(), hints: new Map() };
  if (lost.size === 0) return same;
  const alike = await filesLike([...lost.keys()], options);
  const rules = new Map<EditId, string>();
  const hints = new Map<EditId, Hint>();
  const moved = new Map<EditId, Edit>();
  const files = new Map(found);
  const lines = new Map(rows.flatMap((row) => (row.kind === "edit" ? [[row.edit.id, row.line] as const] : [])));
  for (const [path, edits] of lost) {
    const paths = alike.get(path) ?? [];
    if (paths.length === 0) continue;
    const shown = paths.map((other) => options.context.show(other));
    for (const { id } of edits) hints.set(id, { paths: shown, candidate: null });
    for (const edit of edits.filter((each) => isWhole(each) && each.likely === undefined)) {
      const inner = paths.filter((other) => isSuffix(path, other));
      if (inner.length > 0) moved.set(edit.id, elsewhereAt(edit, inner, { ...options, line: lines.get(edit.id)! })); // Every edit has a row.
    }
    const [only, ...others] = paths;
    if (only === undefined || others.length > 0) continue;
    for (const [at, each] of await findAll([only], options.context.approved)) files.set(at, each);
    const text = textAt(files, only);
    for (const edit of edits.filter(isWhole)) {
      const line = lines.get(edit.id)!; // Every edit has a row.
      if (edit.likely === undefined && isMostlyIn(edit, text))
        moved.set(edit.id, copyAt(edit, only, { ...options, line }));
      else if (edit.likely === undefined && isSameToEyes(path, only))
        moved.set(edit.id, alikeAt(edit, only, { ...options, line }));
      else if (edit.likely !== undefined && options.canConfirm)
        moved.set(edit.id, wholeAt(edit, only, options.context.show));
    }
    for (const { edit, candidate } of fitting(edits, only, { files, show: options.context.show })) {
      if (options.lenient) rules.set(edit.id, PATH_RULE);
      if (options.lenient || options.canConfirm)
        moved.set(edit.id, placedAt(edit, only, { candidate, line: lines.get(edit.id)!, ...options }));
      else hints.set(edit.id, { paths: shown, candidate });
    }
  }
  const changed = rows.map((row): Row => {
    const edit = row.kind === "edit" ? moved.get(row.edit.id) : undefined;
    return edit === undefined || row.kind !== "edit" ? row : { ...row, edit };
  });
  return { rows: changed, found: files, rules, hints };
}

/** Edits that change a file, by its path, where there is none and no edit of the answer makes one. */
function lostEdits(rows: readonly Row[], found: ReadonlyMap<WorkspacePath, Found>): ReadonlyMap<WorkspacePath, Edit[]> {
  const made = new Set<string>();
  const isFew = rows.filter((row) => row.kind === "edit" && isWhole(row.edit)).length <= MOST_NAMES;
  const lost = new Map<WorkspacePath, Edit[]>();
  for (const row of rows) {
    if (row.kind !== "edit" || row.other !== null) continue;
    const { path, change } = row.edit;
    const isChange = change.kind === "replace" || change.kind === "patch" || change.kind === "either";
    const isBare = path.indexOf("/") === path.lastIndexOf("/"); // The first folder is the sandbox.
    const isLost = isChange || (isWhole(row.edit) && (row.edit.likely !== undefined || isFew || isBare));
    if (!isLost || (change.kind === "patch" && change.inQuote === true)) made.add(path);
    else if (found.get(path)?.kind === "absent" && !made.has(path)) {
      const edits = lost.get(path) ?? [];
      edits.push(row.edit);
      lost.set(path, edits);
    }
    if ((change.kind === "patch" || change.kind === "move") && change.to !== null) made.add(change.to);
  }
  return lost;
}

function isWhole({ change }: Edit): boolean {
  return change.kind === "overwrite";
}

function textAt(files: ReadonlyMap<WorkspacePath, Found>, path: WorkspacePath): Text | null {
  const there = files.get(path);
  return there?.kind === "text" ? there.snapshot.text : null;
}

const MOST_OF = 0.5;

/** Whether half or more of the lines that say something are in the text, in any order. */
function isMostlyIn({ change }: Edit, text: Text | null): boolean {
  if (change.kind !== "overwrite" || text === null) return false;
  const own = new Set(text.split("\n").map((line) => line.trim()));
  const lines = change.content.split("\n").map((line) => line.trim());
  const telling = lines.filter((line) => /\p{L}.*\p{L}/u.test(line));
  return telling.length > 0 && telling.filter((line) => own.has(line)).length >= MOST_OF * telling.length;
}

/** What would be a new file, and is mostly another one that its path may mean. */
function copyAt(
  edit: Edit,
  path: WorkspacePath,
  { line, canConfirm, context }: Options & { readonly line: number },
): Edit {
  const [asked, meant] = [context.show(edit.path), context.show(path)];
  const reading = `${asked} does not exist, and most of these lines are in ${meant}`;
  const why = `${asked} does not exist, and most of these lines are in ${meant}, so that file may be meant. Send the change with the path of the file, or an edit that creates the new one.`;
  return { ...edit, path, likely: { reading, line, why, canConfirm } };
}

/**
 * What would be a new file, whose path is the end of another one's, or ends in it: names in answers are often relative to
 * a folder, or begin with the project's own. The only such file is offered; an answer that calls its file new means that.
 */
function elsewhereAt(
  edit: Edit,
  paths: readonly WorkspacePath[],
  { line, canConfirm, context }: Options & { readonly line: number },
): Edit {
  const asked = context.show(edit.path);
  const [only, ...others] = paths as readonly [WorkspacePath, ...WorkspacePath[]]; // There is one.
  const names = paths.slice(0, MOST).map((path) => context.show(path));
  const more = paths.length > MOST ? ` and ${paths.length - MOST} more` : "";
  const reading = `${asked} does not exist, and ${names.join(", ")}${more} ${others.length === 0 ? "does" : "do"}`;
  const why = `${reading}, so another file than a new one may be meant. Send the change with the whole path of the file, or an edit that creates the new one.`;
  const isNew = others.length > 0 || NEW.test(edit.explanation ?? "");
  return { ...edit, path: isNew ? edit.path : only, likely: { reading, line, why, canConfirm } };
}

/** Whether one path ends in the other: the shorter one is a bare name only where that is what the answer has. */
function isSuffix(path: string, other: string): boolean {
  const [asked, there] = [path, other].map((each) => each.slice(each.indexOf("/") + 1)) as [string, string];
  return there.endsWith(`/${asked}`) || (there.includes("/") && asked.endsWith(`/${there}`));
}

/** What would be a new file next to one whose name looks the same. */
function alikeAt(
  edit: Edit,
  path: WorkspacePath,
  { line, canConfirm, context }: Options & { readonly line: number },
): Edit {
  const [asked, meant] = [context.show(edit.path), context.show(path)];
  const reading = `${asked} does not exist, and ${meant} differs from it only in letters that look alike or their case`;
  const why = `${reading}, so that file may be meant. Send the change with the path of the file, or an edit that creates the new one.`;
  return { ...edit, path, likely: { reading, line, why, canConfirm } };
}

/** Whether two paths differ only in the case of letters, or in letters of other alphabets that look like Latin ones. */
function isSameToEyes(given: string, there: string): boolean {
  const [path, other] = [given.normalize("NFC"), there.normalize("NFC")];
  const [one, two] = [[...path.toLowerCase()], [...other.toLowerCase()]];
  if (one.length !== two.length) return false;
  const odd = new Set(lookAlikes(path, "exact"));
  const units = [...path];
  let at = 0;
  return units.every((sign, index) => {
    const isOdd = odd.has(at);
    at += sign.length;
    return isOdd || one[index] === two[index];
  });
}

/** A line that calls the file new means a new one; the other is mentioned. Else the file that is there is meant. */
function wholeAt(edit: Edit, path: WorkspacePath, show: (path: string) => string): Edit {
  const likely = edit.likely!; // Only these are looked for.
  const [asked, meant] = [show(edit.path), show(path)];
  if (NEW.test(likely.reading))
    return { ...edit, likely: { ...likely, reading: `${likely.reading}; ${meant} exists` } };
  const reading = `${likely.reading}; ${asked} does not exist, and ${meant} is the only file it can mean`;
  return { ...edit, path, likely: { ...likely, reading } };
}

const NEW = /\b(?:new|create|creates|created|creating|add|adds|added|adding)\b/i;

/** The edits that fit the file as they are, each with what it would change there. */
function fitting(
  edits: readonly Edit[],
  path: WorkspacePath,
  { files, show }: { readonly files: ReadonlyMap<WorkspacePath, Found>; readonly show: (path: string) => string },
): readonly { readonly edit: Edit; readonly candidate: Candidate }[] {
  const there = edits.map(({ id, source, change }): Edit => ({ id, path, source, change }));
  const known = pathsOf(there).every((each) => files.has(each));
  if (!known) return [];
  const plan = planEdits(there, files, { show });
  const file = plan.files.find((each) => each.path === path);
  if (file?.before == null || file.result === null) return [];
  const shown = show(path);
  const unified_diff = unifiedDiff({ oldPath: shown, newPath: shown, before: file.before, after: file.result });
  return plan.results.flatMap((result, at) => {
    const { change } = plan.edits[at]!;
    if (result.kind !== "change" || (change.kind !== "replace" && change.kind !== "patch")) return [];
    return [{ edit: edits[at]!, candidate: { rule: PATH_RULE, line: result.line, unified_diff, change } }];
  });
}

function placedAt(
  edit: Edit,
  path: WorkspacePath,
  { candidate, line, lenient, context }: Options & { readonly candidate: Candidate; readonly line: number },
): Edit {
  if (lenient) {
    const choices = [{ rule: PATH_RULE, line: candidate.line }];
    return { ...edit, path, placed: { by: "flag", asked: edit.change, choices } };
  }
  const [asked, meant] = [context.show(edit.path), context.show(path)];
  const reading = `${asked} does not exist, and ${meant} is the only file it can mean`;
  const why = `File not found: ${asked}. The only file it can mean is ${meant}.`;
  const before = edit.likely;
  if (before === undefined) return { ...edit, path, likely: { reading, line, why, canConfirm: true } };
  return { ...edit, path, likely: { ...before, reading: `${before.reading}; ${reading}` } };
}

/** The message and the diagnostics of an edit without a file, with the files it may mean. */
export function withHint(result: BlockResult, hint: Hint | undefined): BlockResult {
  if (hint === undefined || result.error_type !== "file_not_found") return result;
  const { paths, candidate } = hint;
  const more = paths.length > MOST ? ` and ${paths.length - MOST} more` : "";
  const names = `${paths.slice(0, MOST).join(", ")}${more}`;
  const fits = candidate === null ? "" : ", which this edit fits";
  const meant = paths.length === 1 ? `The only file it can mean is ${names}${fits}.` : `It may mean one of ${names}.`;
  const diagnostics =
    candidate === null ? {} : { diagnostics: { cause: "not_found", nearest: [], matches: [], candidate } as const };
  return { ...result, message: `${result.message} ${meant}`, ...diagnostics };
}

const MOST = 5;

/** Files that the paths may mean; none where not all could be listed. */
async function filesLike(
  paths: readonly WorkspacePath[],
  { context }: Options,
): Promise<ReadonlyMap<WorkspacePath, readonly WorkspacePath[]>> {
  const { readable, signal } = context;
  const byName = new Map<string, readonly WorkspacePath[]>();
  const nameOf = (path: string): string => lastOf(withoutRemark(path));
  for (const name of [...new Set(paths.map(nameOf))].slice(0, MOST_NAMES)) {
    const listing = await readable.glob(`**/${inAnyCase(name)}`, signal === undefined ? {} : { signal });
    const files = listing.entries.filter(
      ({ kind, path }) => kind === "file" && (lastOf(path) === name || isSameToEyes(name, lastOf(path))),
    );
    if (!listing.truncated)
      byName.set(
        name,
        files.map(({ path }) => path as WorkspacePath),
      ); // The workspace's own listing.
  }
  return new Map(
    paths.map((path) => [
      path,
      (byName.get(nameOf(path)) ?? []).filter((other) => isAlike(withoutRemark(path), other)),
    ]),
  );
}

/** "src/a.ts:9-12", "src/a.ts#L9" and "src/a.ts (modified)" are about src/a.ts, where they are no names of files. */
function withoutRemark(path: string): string {
  return path.replace(/(?::\d{1,7}(?:[-:,]\d{1,7}){0,3}|#L\d{1,7}(?:-L?\d{1,7})?| \([^()/]{1,40}\))$/, "");
}

/** Each name is searched for once; an answer with more that are not there has another problem. */
const MOST_NAMES = 20;

/** A pattern for the name; other signs and letters are any, since the names are compared after. */
function inAnyCase(name: string): string {
  return name.replaceAll(/[a-z]|[^\0-\x7f]+|[^a-z0-9._-]/gu, (each) =>
    /[a-z]/.test(each) ? `[${each}${each.toUpperCase()}]` : each.codePointAt(0)! > 0x7f ? "*" : "?",
  );
}

function lastOf(path: string): string {
  return path
    .slice(path.lastIndexOf("/") + 1)
    .normalize("NFC")
    .toLowerCase();
}

/** The names are the same; only the case of letters, leading folders or one folder differ. Both are in one sandbox. */
function isAlike(path: string, other: string): boolean {
  const [root, ...asked] = path.normalize("NFC").toLowerCase().split("/");
  const [otherRoot, ...there] = other.normalize("NFC").toLowerCase().split("/");
  if (root !== otherRoot) return false;
  if (isSameToEyes(path, other)) return true;
  const [one, two] = [asked.join("/"), there.join("/")];
  if (one === two || one.endsWith(`/${two}`) || two.endsWith(`/${one}`)) return true;
  return asked.length === there.length && asked.filter((part, at) => part !== there[at]).length === 1;
}
