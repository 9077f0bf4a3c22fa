// Sandboxes, rules and state put together into what tools work on. Files in memory and files on disk look the same from
// here on. Everything is written through commit.

import { below, sandboxOf } from "../approval/index.ts";
import type { SearchReach } from "./search-reach.ts";
import { visibilityOf, type Ask, type AskOptions, type Gate, type KeepRule } from "../ask/index.ts";
import { failure, isFailure, newId, parsePath, type Target, type WorkspacePath } from "../base/index.ts";
import type {
  Delegated,
  DelegateOptions,
  FileOutcome,
  OpenRoot,
  SettledDelegation,
  SettleOptions,
} from "../commit/index.ts";
import type { ChangePlan } from "../edits/index.ts";
import {
  requireShown,
  throughBuffers,
  visibleFiles,
  type Buffers,
  type EntryKind,
  type Sandbox,
  type View,
} from "../fs/index.ts";
import type { DelegatedCall, State } from "../state/index.ts";
import { mayRead, type Asking, type Commands, type StageReceipt, type ToolWorkspace } from "../tools/index.ts";

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
  /** An editor's text in place of the bytes on disk. What is written there has no receipt: no later process can undo it. */
  readonly buffers?: Buffers;
  /** Gets what the user has to know at once. */
  readonly note?: (note: string) => void;
};

/** For surfaces through which another program uses files itself. Tools never do that, so they do not have it. */
export type Delegating = {
  /**
   * The canonical path of an absolute path, as the other program would open it: never as the name of a sandbox.
   * UNKNOWN_SANDBOX for what no sandbox has; FORBIDDEN for what a rule hides.
   */
  readonly resolveHost: (path: string, kind?: "file") => WorkspacePath;
  /** Whether a search of its own, below an absolute path, would come across what it may not read. */
  readonly searchReach: (path: string) => Promise<SearchReach>;
  /** Asks about a plan that another program will write, and journals what was approved. Writes none of its files. */
  readonly delegate: (
    plan: ChangePlan,
    options: Asking & Pick<DelegateOptions, "to" | "since" | "writesLater">,
  ) => Promise<Delegated>;
  /** Compares what the other program left with what was approved. Null when nothing was delegated to this call. */
  readonly settleDelegated: (
    to: DelegatedCall,
    options?: Pick<SettleOptions, "signal" | "sharesName">,
  ) => Promise<SettledDelegation | null>;
  /** How many approvals of this call are used up. One more call by the same name has to be asked about anew. */
  readonly countSettled: (to: DelegatedCall) => Promise<number>;
};

/**
 * A workspace of your own sandbox, rules and state, for `runTool` and `applyAnswer`. Everything is written through
 * commit, after the rules and the reviewer of the call have answered.
 */
export function createToolWorkspace(
  parts: WorkspaceParts,
): ToolWorkspace & Delegating & { readonly view: View | null } {
  const { sandbox, gate, state, openRoot, keep, isLasting = () => true, note = () => undefined } = parts;
  const view = visibilityOf(gate, [...parts.names]);
  const seen = parts.buffers === undefined ? sandbox : throughBuffers(sandbox, parts.buffers);
  const approved = visibleFiles(seen, view, { asks: "included" });
  const files = { real: approved, staging: seen.staging };
  const resolve: ToolWorkspace["resolve"] = (given, kind) => resolveIn(sandbox, given, { kind, view });
  const resolveHost: Delegating["resolveHost"] = (given, kind) => {
    const place = sandbox.resolveHost(given);
    if (place === null)
      throw failure("UNKNOWN_SANDBOX", `${JSON.stringify(given)} is in none of the folders that galley works in.`);
    if (view !== null) requireShown(view, place.path);
    return fileNamed(place, kind);
  };
  const show = (path: string): string =>
    parts.defaultName !== null && sandboxOf(path) === parts.defaultName && path.includes("/") ? below(path) : path;
  const receiptOf = <T extends string>(id: T | null, outcomes: readonly FileOutcome[]): T | null =>
    parts.buffers === undefined && isLasting(outcomes) ? id : null;
  const askFor = async (who: Omit<AskOptions, "gate" | "newId" | "keep">): Promise<Ask> => {
    const { createAsk } = await import("../ask/index.ts");
    return createAsk({ gate, newId, ...(keep && { keep }), ...who });
  };
  const mayDisclose =
    ({ yes }: Pick<AskOptions, "yes">) =>
    async (target: Target): Promise<boolean> =>
      yes || mayRead(target, { gate });
  return {
    view,
    files: visibleFiles(seen, view, { asks: "left-out" }),
    approved,
    // The map looks at every file, which is too much to ask an editor for.
    readable: visibleFiles(sandbox, view, { asks: "unread" }),
    resolve,
    resolveHost,
    searchReach: async (path) => {
      const { reachOf } = await import("./search-reach.ts");
      const inside = sandbox.resolveHost(path);
      const roots = inside === null ? sandbox.rootsIn(path) : [inside.path];
      for (const root of roots) {
        const reach = await reachOf(seen.real, view, seen.real.resolve(root));
        // From above, the folders below one root are no answer.
        if (reach.kind === "closed") return inside === null ? { kind: "closed", free: null } : reach;
      }
      return { kind: "free" };
    },
    requireWritable: (path) => sandbox.requireWritable(path),
    known: (path) =>
      isThere(() => {
        const target = approved.resolve(resolve(path), { last: "keep" });
        return target.isAbsent === true ? null : approved.kindOf(target);
      }),
    show,
    gate,
    ...(keep && { keep }),
    commands: parts.commands ?? null,
    stage: parts.stage ?? null,
    carryOut: async (plan, { atomic, signal, ...who }) => {
      const { carryOut } = await import("../commit/index.ts");
      const { followTyped } = await import("./typed-text.ts");
      const typed = who.reviewer === null ? null : followTyped(who.reviewer, show);
      const ask = await askFor({ ...who, reviewer: typed?.reviewer ?? null });
      const carried = await carryOut({
        plan,
        files,
        state: await state(),
        openRoot,
        atomic,
        ...(signal && { signal }),
        show,
        disclose: mayDisclose(who),
        ask,
      });
      const { receipt } = carried;
      for (const kept of typed?.keepUnwritten(receipt.files) ?? []) note(kept);
      return { ...carried, receipt: { ...receipt, id: receiptOf(receipt.id, receipt.files) } };
    },
    delegate: async (plan, { to, since, writesLater = false, signal, ...who }) => {
      const { delegate } = await import("../commit/index.ts");
      const ask = await askFor(who);
      const asking = { plan, files, show, disclose: mayDisclose(who), ask, ...(signal && { signal }) };
      return delegate({ ...asking, state: await state(), openRoot, to, since, writesLater });
    },
    settleDelegated: async (to, options = {}) => {
      const { settleDelegated } = await import("../commit/index.ts");
      return settleDelegated(to, { state: await state(), openRoot, ...options });
    },
    countSettled: async (to) => {
      const { countSettled } = await import("../commit/index.ts");
      return countSettled(await state(), to);
    },
    remove: async (removal, { signal, ...who }) => {
      const { remove } = await import("../commit/index.ts");
      const ask = await askFor(who);
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
  return fileNamed(sandbox.resolve(given), kind);
}

function fileNamed({ path: resolved, directory }: ReturnType<Sandbox["resolve"]>, kind?: "file"): WorkspacePath {
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
