// The files a session works on, with everything a tool needs around them: rules, asking, writing. A workspace on disk
// and a memory file system look the same from here. Nothing in this room writes by itself.

import { newId, type NewId, type WorkspacePath } from "../base/index.ts";
import type { Reviewer } from "../approval/index.ts";
import { askOnce, type Gate, type Keep, type Objecting } from "../ask/index.ts";
import { findAll, planRemoval, prepare, type Carried, type Removal, type Removed } from "../commit/index.ts";
import type { ChangePlan } from "../edits/index.ts";
import type { RealFiles } from "../fs/index.ts";
import { mayRead, type ApplyContext, type ToolContext } from "../tools/index.ts";

/** Who answers: a reviewer (null: nobody is there), or `yes` for everything that is not protected. */
export type Asking = {
  readonly reviewer: Reviewer | null;
  readonly yes: boolean;
  readonly signal: AbortSignal;
  /** May say no to what needs no question; missing where somebody is told before. */
  readonly object?: Objecting;
};

export type Backend = {
  /** All roots, for reading: without what a rule hides, and searches leave out what needs a yes. */
  readonly files: RealFiles;
  /** The same once somebody said yes, and for planning what a person is shown; `files` unless given. */
  readonly approved?: RealFiles;
  /** Only what may be read without asking, for the map; `files` unless given. */
  readonly readable?: RealFiles;
  /** The canonical sandbox/relative path, or a GalleyError. A `file` may not be spelled as a folder. */
  readonly resolve: (path: unknown, kind?: "file") => WorkspacePath;
  readonly requireWritable: (path: WorkspacePath) => void;
  /** Whether something stands at a path, however it is spelled. */
  readonly known: (path: string) => boolean;
  /** Bare for the default sandbox, name/rel for others. */
  readonly show: (path: string) => string;
  readonly gate: Gate;
  readonly keep?: Keep;
  /** Asks, writes, journals: commit's road. */
  readonly carryOut: (plan: ChangePlan, options: Asking & { readonly atomic: boolean }) => Promise<Carried>;
  readonly remove: (removal: Removal, options: Asking) => Promise<Removed>;
  /** Stages what a receipt wrote; missing where there is nothing to stage in. */
  readonly stage?: (
    receipt: string,
  ) => Promise<{ readonly staged: readonly WorkspacePath[]; readonly warnings: readonly string[] }>;
  /** Where commands run; without it there are none. */
  readonly commands?: Pick<ToolContext, "place" | "unasked" | "home">;
  readonly newId?: NewId;
};

/** What the tools of one call are given. */
export function toolContextOf(backend: Backend, asking: Asking): ToolContext {
  const { keep } = backend;
  const approved = backend.approved ?? backend.files;
  return {
    // A yes to everything is a yes to what searches would have to ask for.
    files: asking.yes ? approved : backend.files,
    approved,
    resolve: backend.resolve,
    requireWritable: backend.requireWritable,
    gate: backend.gate,
    hasReviewer: asking.reviewer !== null,
    answersYes: asking.yes,
    confirm: (payload, { verdict, call }) =>
      askOnce(payload, verdict, {
        ...asking,
        remember: { call, keep: keep ?? NOWHERE, session: backend.gate.session },
      }),
    prepare: (edits, options) => prepare(edits, approved, options),
    carryOut: (plan) => backend.carryOut(plan, { ...asking, atomic: false }),
    planRemoval: (target) => planRemoval(target, approved),
    remove: (removal) => backend.remove(removal, asking),
    ...backend.commands,
    newId: backend.newId ?? newId,
    signal: asking.signal,
  };
}

const NOWHERE: Keep = async () => undefined;

/** What an answer with edit blocks is applied with. */
export function applyContextOf(backend: Backend, asking: Asking): ApplyContext {
  let receipt: string | null = null;
  return {
    resolve: backend.resolve,
    requireWritable: backend.requireWritable,
    known: backend.known,
    find: (paths) => findAll(paths, backend.approved ?? backend.files),
    mayRead: async (target) => asking.yes || mayRead(target, backend),
    carryOut: async (plan, { atomic }) => {
      const carried = await backend.carryOut(plan, { ...asking, atomic });
      receipt = carried.receipt.id;
      return carried;
    },
    stage: async () =>
      receipt === null || backend.stage === undefined ? { staged: [], warnings: [] } : backend.stage(receipt),
    show: backend.show,
  };
}
