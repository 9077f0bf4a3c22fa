// A call of a host's tool as our own plan, with the name the call has for each file. Reads files; decides nothing.

import { isAbsolute, resolve } from "node:path";
import { failure, type WorkspacePath } from "../base/index.ts";
import { gatherPatches, readPatchText, type Change, type ChangePlan, type Edit, type EditId } from "../edits/index.ts";
import type { Text } from "../text/index.ts";
import type { LocalWorkspace } from "../workspace/index.ts";
import { requireOneReading } from "./file-names.ts";
import { planChange, requireVisible, type ToolContext } from "../tools/index.ts";
import type { ChangingCall } from "./predict/predict.ts";
import type { Habits } from "./types.ts";

export type Proposal = {
  readonly plan: ChangePlan;
  /** The name that the call uses for each path. */
  readonly names: ReadonlyMap<WorkspacePath, string>;
};

export type ProposeOptions = {
  readonly cwd: string;
  readonly habits: Habits;
  /** The real path of an absolute one, its `..` resolved after links; null for what is not there. */
  readonly realPath: (path: string) => string | null;
  readonly resolveHost: LocalWorkspace["resolveHost"];
  readonly context: ToolContext;
};

type Named = { readonly name: string; readonly change: Change; readonly format: "tool" | "apply-patch" };

/**
 * Throws a GalleyError for a path that is outside of every sandbox, hidden or not writable, and INVALID_ARG for a patch
 * that cannot be read. Misses are in the plan.
 */
export async function propose(
  call: ChangingCall,
  { cwd, habits, realPath, resolveHost, context }: ProposeOptions,
): Promise<Proposal> {
  const folder = call.kind === "patch" && call.folder !== null ? resolve(cwd, call.folder) : cwd;
  const names = new Map<WorkspacePath, string>();
  const pathOf = (name: string): WorkspacePath => {
    requireOneReading(name, { folder, habits });
    if (name.split("/").includes("..")) requireSameFolder(isAbsolute(name) ? name : `${folder}/${name}`, realPath);
    const path = resolveHost(isAbsolute(name) ? resolve(name) : resolve(folder, name), "file");
    if (!names.has(path)) names.set(path, name);
    return path;
  };
  const edits: Edit[] = [];
  for (const { name, change, format } of changesOf(call)) {
    const path = pathOf(name);
    await requireVisible(context.files.resolve(path), context);
    context.requireWritable(path);
    const isMove = (change.kind === "patch" || change.kind === "move") && change.to !== null;
    const to = isMove ? pathOf(change.to!) : null;
    if (to !== null) context.requireWritable(to);
    const own = to === null ? change : { ...change, to };
    const id = String(edits.length + 1) as EditId;
    edits.push({ id, path, source: { format, from: 0, to: 0 }, change: own as Change }); // Only the type of `to` differs.
  }
  const disclose = (target: Parameters<typeof requireVisible>[0]): Promise<boolean> => requireVisible(target, context);
  const plan = await planChange(context, edits, { disclose });
  if (call.kind !== "edit" || !habits.edit.takesBreak) return { plan, names };
  const before = plan.files[0]?.before ?? null;
  const wider = before === null ? null : withBreaks(edits, before);
  return { plan: wider === null ? plan : await planChange(context, wider, { disclose }), names };
}

/** After a link, `..` is another folder for the system, and so for the host, than by the text of the name. */
function requireSameFolder(path: string, realPath: ProposeOptions["realPath"]): void {
  const parent = path.slice(0, path.lastIndexOf("/") + 1);
  const isUp = path.slice(parent.length) === "..";
  const real = isUp ? null : realPath(parent);
  if (real === null || real !== realPath(resolve(parent)))
    throw failure(
      "INVALID_ARG",
      `Which file ${JSON.stringify(path)} is depends on how ".." is read. Send the path without it.`,
    );
}

/** Each change of a call with the name it has for the file. Throws INVALID_ARG for a patch that cannot be read. */
export function changesOf(call: ChangingCall): readonly Named[] {
  switch (call.kind) {
    case "edit":
      return call.edits.map(({ find, put, all }) => ({
        name: call.path,
        format: "tool",
        change: find === "" ? { kind: "create", content: put } : { kind: "replace", find, put, match: "chars", all },
      }));
    case "write":
      return [{ name: call.path, format: "tool", change: { kind: "overwrite", content: call.content } }];
    case "delete":
      return [{ name: call.path, format: "tool", change: { kind: "delete" } }];
    case "patch": {
      const patch = readPatchText(call.text.trim());
      if (patch === null) throw failure("INVALID_ARG", 'The patch does not begin with "*** Begin Patch".');
      if (PADDED.test(call.text))
        throw failure("INVALID_ARG", "A path in the patch begins or ends with whitespace. Send it without.");
      if (patch.rest !== "")
        throw failure("INVALID_ARG", "Text comes after the end of the patch. Send only the patch.");
      return gatherPatches(patch.blocks).map((block) => {
        if (block.kind === "broken") throw failure("INVALID_ARG", block.message);
        return { name: block.path, format: "apply-patch", change: block.change };
      });
    }
    default:
      return call satisfies never;
  }
}

// Hosts disagree on whether it is part of the name.
const PADDED = /^[^\S\n]*\*\*\* (?:(?:Add|Update|Delete) File|Move to): (?:[^\S\n]|.*[^\S\r\n]\r?$)/m;

/** A host that deletes a text takes the line break after it, too: then that is what is meant. Null when it does not. */
function withBreaks(edits: readonly Edit[], before: Text): readonly Edit[] | null {
  const [edit, ...others] = edits;
  if (edit?.change.kind !== "replace" || others.length > 0) return null;
  const { find, put, all } = edit.change;
  const text = before.replaceAll("\r\n", "\n");
  const plain = find.replaceAll("\r\n", "\n");
  if (put !== "" || plain.endsWith("\n") || !text.includes(`${plain}\n`)) return null;
  if (!all && text.split(plain).length > 2) return null;
  return [{ ...edit, change: { ...edit.change, find: `${find}\n` } }];
}

/** The plan of exactly these files, where a host's tool makes more of a call than it says. */
export async function proposeExactly(
  files: readonly { readonly name: string; readonly path: WorkspacePath; readonly after: Text | null }[],
  context: ToolContext,
): Promise<ChangePlan> {
  const edits = files.map(({ path, after }, at): Edit => {
    const change: Change = after === null ? { kind: "delete" } : { kind: "overwrite", content: after };
    return { id: String(at + 1) as EditId, path, source: { format: "tool", from: 0, to: 0 }, change };
  });
  return planChange(context, edits, { disclose: false });
}
