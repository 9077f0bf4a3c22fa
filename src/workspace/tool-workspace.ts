// Sandboxes, rules and state put together into what tools work on. Files in memory and files on disk look the same from
// here on. Everything is written through commit.

import { below, sandboxOf } from "../approval/index.ts";
import { visibilityOf, type Gate, type KeepRule } from "../ask/index.ts";
import { failure, isFailure, newId, parsePath, type Target, type WorkspacePath } from "../base/index.ts";
import type { FileOutcome, OpenRoot } from "../commit/index.ts";
import { requireShown, visibleFiles, type EntryKind, type Sandbox, type View } from "../fs/index.ts";
import type { State } from "../state/index.ts";
import { mayRead, type Commands, type StageReceipt, type ToolWorkspace } from "../tools/index.ts";

/** What a workspace is made of. */
export type WorkspaceParts = {
  readonly sandbox: Sandbox;
  /** The names of its roots. */
  readonly names: readonly string[];
  readonly defaultName: string | null;
  readonly gate: Gate;
  /** Opened when first needed. */
  readonly state: () => Promise<State>;
  readonly openRoot: OpenRoot;
  readonly keep?: KeepRule;
  readonly commands?: Commands;
  readonly stage?: StageReceipt;
  /** Whether a receipt of these outcomes can be used later. Default: yes. */
  readonly isLasting?: (outcomes: readonly FileOutcome[]) => boolean;
  /** Gets what the user has to know at once. */
  readonly note?: (note: string) => void;
};

/**
 * A workspace of your own sandbox, rules and state, for `runTool` and `applyAnswer`. Everything is written through
 * commit, after the rules and the reviewer of the call have answered.
 */
export function createToolWorkspace(parts: WorkspaceParts): ToolWorkspace & { readonly view: View | null } {
  const { sandbox, gate, state, openRoot, keep, isLasting = () => true, note = () => undefined } = parts;
  const view = visibilityOf(gate, [...parts.names]);
  const approved = visibleFiles(sandbox, view, { asks: "included" });
  const files = { real: approved, staging: sandbox.staging };
  const resolve: ToolWorkspace["resolve"] = (given, kind) => resolveIn(sandbox, given, { kind, view });
  const show = (path: string): string =>
    parts.defaultName !== null && sandboxOf(path) === parts.defaultName && path.includes("/") ? below(path) : path;
  const receiptOf = <T extends string>(id: T | null, outcomes: readonly FileOutcome[]): T | null =>
    isLasting(outcomes) ? id : null;
  return {
    view,
    files: visibleFiles(sandbox, view, { asks: "left-out" }),
    approved,
    readable: visibleFiles(sandbox, view, { asks: "unread" }),
    resolve,
    requireWritable: (path) => sandbox.requireWritable(path),
    known: (path) => isThere(() => approved.kindOf(approved.resolve(resolve(path), { last: "keep" }))),
    show,
    gate,
    ...(keep && { keep }),
    commands: parts.commands ?? null,
    stage: parts.stage ?? null,
    carryOut: async (plan, { atomic, signal, ...who }) => {
      const { carryOut } = await import("../commit/index.ts");
      const { createAsk } = await import("../ask/index.ts");
      const { followTyped } = await import("./typed-text.ts");
      const typed = who.reviewer === null ? null : followTyped(who.reviewer, show);
      const ask = createAsk({ gate, newId, ...(keep && { keep }), ...who, reviewer: typed?.reviewer ?? null });
      const disclose = async (target: Target): Promise<boolean> => who.yes || mayRead(target, { gate });
      const carried = await carryOut({
        plan,
        files,
        state: await state(),
        openRoot,
        atomic,
        ...(signal && { signal }),
        show,
        disclose,
        ask,
      });
      const { receipt } = carried;
      for (const kept of typed?.keepUnwritten(receipt.files) ?? []) note(kept);
      return { ...carried, receipt: { ...receipt, id: receiptOf(receipt.id, receipt.files) } };
    },
    remove: async (removal, { signal, ...who }) => {
      const { remove } = await import("../commit/index.ts");
      const { createAsk } = await import("../ask/index.ts");
      const ask = createAsk({ gate, newId, ...(keep && { keep }), ...who });
      const removed = await remove({ removal, files, state: await state(), openRoot, ...(signal && { signal }), ask });
      return { ...removed, receipt: receiptOf(removed.receipt, removed.outcomes) };
    },
  };
}

/** FORBIDDEN for what a rule hides. */
function resolveIn(
  sandbox: Sandbox,
  given: unknown,
  { kind, view }: { readonly kind?: "file" | undefined; readonly view: View | null },
): WorkspacePath {
  if (view !== null) requireShown(view, sandbox.resolve(withoutSlash(given)).path);
  const { path: resolved, directory } = sandbox.resolve(given);
  if (kind === "file" && directory)
    throw failure("IS_DIR", `${resolved} is written as a folder, with a slash at its end. Name a file.`, {
      data: { path: resolved },
    });
  return resolved;
}

/** The same path, not spelled as a folder, so that nothing looks whether it is one. */
function withoutSlash(given: unknown): unknown {
  const parsed = parsePath(given);
  return parsed.kind === "refused" || parsed.path === "" ? given : `${parsed.absolute ? "/" : ""}${parsed.path}`;
}

/** False for what cannot be looked at, too. */
export function isThere(kindOf: () => EntryKind | null): boolean {
  try {
    return kindOf() !== null;
  } catch (error) {
    if (isFailure(error)) return false;
    throw error;
  }
}
