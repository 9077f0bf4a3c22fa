// Removing a path and all below it: every regular file through the journal, so that undo brings it back byte for byte;
// then the links and empty directories that are left, which undo does not bring back.

import {
  LIMITS,
  digestOf,
  failure,
  isFailure,
  targetBelow,
  type Code,
  type Target,
  type WorkspacePath,
} from "../base/index.ts";
import type { Ask } from "../ask/index.ts";
import type { ChangePlan, Edit, EditId, EditPlan, FilePlan } from "../edits/index.ts";
import type { RealFiles } from "../fs/index.ts";
import { decode } from "../text/index.ts";
import { carryOut, type CarryOutOptions } from "./carry-out.ts";
import type { FileOutcome, ReceiptId } from "./types.ts";

/** What would go, as it was found once: what is shown is what is removed, and nothing that came there since. */
export type Removal = {
  readonly target: Target;
  /** Every regular file, as deletions. */
  readonly plan: ChangePlan;
  readonly links: readonly FoundLink[];
  /** Outermost first. */
  readonly directories: readonly Target[];
};

/** `leads`: where it led then; null when that is out of the sandbox, hidden, or cannot be followed. */
export type FoundLink = { readonly target: Target; readonly leads: string | null };

export type RemoveOptions = Omit<CarryOutOptions, "plan" | "prepare" | "atomic"> & { readonly removal: Removal };

export type Removed = {
  readonly receipt: ReceiptId | null;
  /** Files and links that are gone. */
  readonly removed: number;
  /** Links among them: undo does not bring them back. */
  readonly links: number;
  readonly outcomes: readonly FileOutcome[];
  /** Links and directories that could not be removed after the files were. */
  readonly left: readonly Left[];
};

export type Left = { readonly path: WorkspacePath; readonly code: Code; readonly reason: string };

// More than this is not one reviewable change, and its bytes must fit in the journal.
const MAX_FILES = LIMITS.removedFiles.value;
const MAX_BYTES = LIMITS.removedBytes.value;

/**
 * What is at the target: nothing, a link, or files to delete. Resolve it with `last: "keep"`, so that a link means
 * itself. TOO_LARGE when it is more than one batch holds.
 */
export async function planRemoval(target: Target, files: RealFiles): Promise<Removal> {
  const below = await filesBelow(target, files);
  let bytes = 0;
  const plans: FilePlan[] = [];
  const edits: Edit[] = [];
  for (const [at, file] of below.files.entries()) {
    const { path, real } = file;
    const found = await files.readBytes(file);
    bytes += found.bytes.length;
    if (bytes > MAX_BYTES) throw tooMuch(target, `its files are larger than ${MAX_BYTES / 1024 ** 2} MiB together`);
    const id = String(at + 1) as EditId;
    const decoded = decode(found.bytes);
    edits.push({ id, path, source: { format: "tool", from: 0, to: 0 }, change: { kind: "delete" } });
    plans.push({
      path,
      to: null,
      real,
      toReal: null,
      base: found.version,
      after: null,
      before: decoded.kind === "text" ? decoded.text : null,
      ...(decoded.kind === "text" ? {} : { raw: found.bytes }),
      result: null,
      mode: found.mode,
      links: found.links,
      hunks: [],
      edits: [id],
      digest: digestOf([path, null, real, null, found.version, null]),
    });
  }
  const plan = { edits, files: plans, results: edits.map(deletion) };
  const links = below.links.map((link) => ({ target: link, leads: leadsTo(link, files) }));
  return { target, plan, links, directories: below.directories };
}

/**
 * Asks about every file, deletes what was approved; links and directories go only when everything else did. A person may
 * leave files out; when a rule forbids one, or there is no one to ask about it, none is deleted.
 */
export async function remove({ removal, files, ...options }: RemoveOptions): Promise<Removed> {
  const { receipt } = await carryOut({
    ...options,
    files,
    ask: wholeUnlessChosen(options.ask),
    plan: removal.plan,
    prepare: (edits) => planAgain(edits, files.real),
  });
  const written = receipt.files.filter((outcome) => outcome.kind === "written").length;
  const done = { receipt: receipt.id, outcomes: receipt.files };
  if (written < receipt.files.length) return { ...done, removed: written, links: 0, left: [] };
  const left: Left[] = [];
  let links = 0;
  for (const { target, leads } of removal.links) {
    const removed = await orLeft(target, async () => {
      if (files.real.kindOf(target) === "symlink" && leadsTo(target, files.real) !== leads)
        throw failure("STALE", `${target.path} leads elsewhere now. It was not removed; check it again.`);
      return files.staging.removeLink(target.real);
    });
    if (removed === true) links += 1;
  }
  for (const directory of removal.directories.toReversed())
    await orLeft(directory, () => files.staging.removeDirectory(directory.real));
  return { ...done, removed: written + links, links, left };

  /** The files are gone by now: what fails is reported beside them, it does not hide them. */
  async function orLeft<Value>({ path }: Target, work: () => Promise<Value>): Promise<Value | null> {
    try {
      return await work();
    } catch (error) {
      if (!isFailure(error)) throw error;
      left.push({ path, code: error.code, reason: error.message });
      return null;
    }
  }
}

/** A no that is not a person's counts for every file, so that nothing is left half removed. */
function wholeUnlessChosen(ask: Ask): Ask {
  const asking: Ask = async (plan, options) => {
    const decision = await ask(plan, options);
    const no = decision.items.find((item) => item.action === "reject" && item.by.kind !== "person");
    if (no?.action !== "reject") return decision;
    const path = plan.files.length === 1 ? null : plan.files.find(({ digest }) => digest === no.digest)?.path;
    const why = no.reason === undefined ? {} : { reason: path ? `${path}: ${no.reason}` : no.reason };
    const items = decision.items.map(({ digest }) => ({ action: "reject", digest, by: no.by, ...why }) as const);
    return { ...decision, items };
  };
  return Object.assign(asking, ask.placesEdits === undefined ? {} : { placesEdits: ask.placesEdits });
}

function leadsTo({ path }: Target, files: RealFiles): string | null {
  try {
    return files.resolve(path).real;
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}

async function planAgain(edits: readonly Edit[], files: RealFiles): Promise<ChangePlan> {
  const plans: ChangePlan[] = [];
  for (const { path } of edits) plans.push((await planRemoval(files.resolve(path, { last: "keep" }), files)).plan);
  return {
    edits,
    files: plans.flatMap((plan, at) => plan.files.map((file) => ({ ...file, edits: [edits[at]!.id] }))),
    results: edits.map(deletion),
  };
}

function deletion({ id }: Edit): EditPlan {
  return { edit: id, kind: "change", line: 1, matchLine: 1, linesChanged: 0, replacements: 1 };
}

type Below = { readonly files: Target[]; readonly links: Target[]; readonly directories: Target[] };

/** Everything at or below the target, directories outermost first. What is missing has nothing. */
async function filesBelow(target: Target, files: RealFiles): Promise<Below> {
  const below: Below = { files: [], links: [], directories: [] };
  switch (files.kindOf(target)) {
    case null:
      return below;
    case "symlink":
      below.links.push(target);
      return below;
    case "directory":
      break;
    default:
      below.files.push(target);
      return below;
  }
  const open = [target];
  for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
    below.directories.push(directory);
    const { entries, truncated } = await files.list(directory);
    if (truncated) throw tooMuch(target, "a directory in it has more entries than can be listed");
    for (const entry of entries) {
      const at = targetBelow(directory, entry.path);
      if (entry.kind === "directory") open.push(at);
      else (entry.kind === "symlink" ? below.links : below.files).push(at);
    }
    if (below.files.length > MAX_FILES) throw tooMuch(target, `it contains more than ${MAX_FILES} files`);
  }
  return below;
}

function tooMuch({ path }: Target, why: string): Error {
  return failure("TOO_LARGE", `${path} is too much to remove in one step: ${why}. Remove it in parts.`, {
    data: { path },
  });
}
