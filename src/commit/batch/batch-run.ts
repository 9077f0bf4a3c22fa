// The life of one batch while it is carried out: what was seen, what was staged, what became of each change.
// write-batch.ts shows the order of these steps and why; nothing else may use them.

import { must, type Version } from "../../base/index.ts";
import { glanceAt, type Glance } from "../../fs/index.ts";
import type { BatchDraft, Held, Listed } from "../../state/index.ts";
import { directoryKey, flushParents, missingParents, parentKey, removeEmpty, type Directory } from "./directories.ts";
import { draftOf, logLineOf, type Modes } from "./journal-draft.ts";
import { groupsOf, Scratch } from "./groups.ts";
import { rollBack } from "./roll-back.ts";
import { reasonOf } from "./reason.ts";
import { compareWith, versionSeen, type Step } from "./step.ts";
import type { BatchOutcome, BatchRequest, WriteResult } from "./batch.ts";
import { writeStep } from "./write-step.ts";

// Pruning looks at every kept batch: now and then is enough.
const PRUNE_EVERY = 16;

type Change = readonly [number, readonly Step[]];

export class BatchRun {
  readonly #held: Held;
  readonly #request: BatchRequest;
  readonly #changes: ReadonlyMap<number, readonly Step[]>;
  readonly #results = new Map<number, WriteResult>();
  readonly #modes = new Map<Step, Modes>();
  readonly #seen = new Map<Step, Glance>();
  /** Steps whose temp file may lie beside its target. */
  readonly #staged = new Set<Step>();
  /** Steps in whose directory a name was made or removed. */
  readonly #touched = new Set<Step>();
  readonly #missing = new Map<string, Directory>();
  /** For each folder of new files, by its key: whether it is there now, made by this batch or found. */
  readonly #made = new Map<string, Promise<boolean>>();
  readonly #warnings: string[] = [];
  /** A temp file of something put back may be left. */
  #untidy = false;
  #draft: BatchDraft | null = null;
  #pending: Listed | null = null;
  #state: "done" | "interrupted" = "done";

  constructor(held: Held, request: BatchRequest) {
    this.#held = held;
    this.#request = request;
    const changes = new Map<number, Step[]>();
    for (const step of request.steps) changes.set(step.change, [...(changes.get(step.change) ?? []), step]);
    this.#changes = changes;
  }

  /** Looks at every file that still has a chance; returns those that are not as they were approved. */
  async compare(): Promise<ReadonlyMap<number, Version | null>> {
    const stale = new Map(this.foundStale());
    for (const [change, steps] of this.#open()) {
      await this.#guard(change, async () => {
        const seen: Glance[] = [];
        for (const step of steps) seen.push(await this.#glance(step));
        const other = steps.findIndex(
          (step, index) => compareWith(step, seen[index]!) !== "before" || becameProgram(step, seen[index]!),
        );
        if (other >= 0) stale.set(change, versionSeen(seen[other]!));
        else await this.#noteModes(steps, seen);
      });
    }
    return stale;
  }

  /** From here on the next start finds and reports a crash. Null, or why the journal cannot be kept. */
  async keepJournal(): Promise<BatchOutcome | null> {
    const looked = new Set<string>();
    for (const [change, steps] of this.#open()) {
      await this.#guard(change, async () => {
        for (const step of steps.filter((step) => step.before === null)) {
          if (looked.has(parentKey(step))) continue;
          looked.add(parentKey(step));
          for (const directory of await missingParents(step)) this.#missing.set(directoryKey(directory), directory);
        }
      });
    }
    const { state, emptied } = this.#request;
    this.#draft = draftOf({
      ...this.#request,
      modes: this.#modes,
      directories: [...emptied, ...this.#missing.values()],
    });
    try {
      this.#pending = state.journal.begin(this.#held, this.#draft);
      return null;
    } catch (error) {
      return { kind: "refused", code: reasonOf(error).code, message: reasonOf(error).message };
    }
  }

  /** While the files of one group are flushed, those of the next are written. */
  async stageAll(): Promise<void> {
    let count = 0;
    const total = this.#request.steps.reduce((sum, { after }) => sum + (after?.length ?? 0), 0);
    const scratches = [new Scratch(total), new Scratch(total)] as const;
    let flushing: Promise<unknown> = Promise.resolve();
    for (const [at, group] of groupsOf(this.#open(), bytesOf).entries()) {
      if (this.isHopeless() || this.#request.signal?.aborted) break;
      const scratch = scratches[at % 2 === 0 ? 0 : 1];
      scratch.clear(); // The group that used it was waited for in the last turn.
      const staging = Promise.all(
        group.map(async ([change, steps]) => {
          await this.#guard(change, async () => {
            for (const step of steps) await this.#stage(step, scratch);
          });
          this.#tell("staged", steps[0]!, (count += 1));
        }),
      );
      await flushing;
      flushing = staging;
    }
    await flushing;
  }

  async writeAll(): Promise<void> {
    let count = 0;
    for (const [change, steps] of this.#open()) {
      this.#results.set(change, await this.#write(steps));
      this.#tell("written", steps[0]!, (count += 1));
      if (this.isHopeless()) return;
    }
  }

  /** All or nothing, and it will not be all. */
  isHopeless(): boolean {
    return this.#request.atomic && [...this.#results.values()].some((result) => result.kind !== "written");
  }

  /** Puts back what an all-or-nothing batch has written so far, newest first. */
  async rollBackAll(): Promise<void> {
    for (const [change, result] of [...this.#results].toReversed()) {
      if (result.kind !== "written") continue;
      this.#results.set(change, { kind: "held" });
      for (const step of this.#changes.get(change)!.toReversed()) {
        const rolledBack = await rollBack(step, this.#modes.get(step)?.before ?? null);
        if (rolledBack === "changed") {
          const message = `${step.path} was written and then changed by someone else, so it was not put back.`;
          this.#results.set(change, { kind: "unknown", message });
        }
        if (rolledBack === "failed") {
          this.#untidy = true;
          const message = `${step.path} was written, and putting it back failed. Check it before you continue.`;
          this.#results.set(change, { kind: "unknown", message });
        }
      }
    }
  }

  hasWork(): boolean {
    return this.#open().length > 0;
  }

  /** Changes that found other content than expected when they were to be written. */
  foundStale(): ReadonlyMap<number, Version | null> {
    return new Map(
      [...this.#results].flatMap(([change, result]) => (result.kind === "stale" ? [[change, result.found]] : [])),
    );
  }

  wroteSomething(): boolean {
    return [...this.#results.values()].some((result) => result.kind === "written" || result.kind === "unknown");
  }

  /** Makes it durable, writes the log, closes the journal. What fails here is a warning: the files are written. */
  async settle(): Promise<void> {
    const { state, emptied } = this.#request;
    const clean = await this.discardTemps();
    for (const message of await flushParents(this.#places()))
      this.#warnings.push(`Written, but a power cut could still undo it: ${message}`);
    const allWritten = [...this.#results.values()].every((result) => result.kind === "written");
    const mayGo = allWritten ? emptied : [...emptied, ...this.#missing.values()];
    this.#warnings.push(...(await removeEmpty(mayGo)));
    try {
      const outcomes = this.#request.steps.map((step) => loggedAs(this.#results.get(step.change)));
      const { at, left } = this.#request;
      state.log.append(this.#held, logLineOf(this.#draft!, { at, state: "done", outcomes, left }));
      // A batch with temp files left stays pending: the next start removes them.
      if (clean) state.journal.finish(this.#held, this.#pending!, "done");
    } catch (error) {
      this.#state = "interrupted";
      this.#warnings.push(reasonOf(error).message);
    }
    this.#prune();
  }

  /** Leaves no trace of a batch that wrote nothing. What cannot be removed is left to the next start. */
  async abandon(): Promise<void> {
    const clean = await this.discardTemps();
    await flushParents(this.#places());
    this.#warnings.push(...(await removeEmpty([...this.#missing.values()])));
    try {
      if (clean) this.#request.state.journal.abandon(this.#held, this.#pending!);
    } catch (error) {
      this.#warnings.push(reasonOf(error).message);
    }
  }

  /** False when a temp file may still be there. */
  async discardTemps(): Promise<boolean> {
    for (const step of [...this.#staged, ...this.#staged]) {
      try {
        if (this.#staged.has(step)) await step.staging.discard(step.at, step.temps.new);
        this.#staged.delete(step);
      } catch (error) {
        reasonOf(error); // Once more in the second turn; after that the next start removes it.
      }
    }
    const left = [...this.#staged].map((step) => step.path);
    if (left.length > 0)
      this.#warnings.push(`Temporary files stay until galley starts again, beside: ${left.join(", ")}.`);
    return left.length === 0 && !this.#untidy;
  }

  carried({ kept }: { readonly kept: boolean }): BatchOutcome {
    const results = new Map<number, WriteResult>();
    for (const change of this.#changes.keys()) results.set(change, this.#results.get(change) ?? { kind: "held" });
    return { kind: "carried", results, kept, state: this.#state, warnings: this.#warnings };
  }

  #open(): readonly Change[] {
    return [...this.#changes].filter(([change]) => !this.#results.has(change));
  }

  /** Every file is checked before the journal is kept and again before the first one is written. */
  async #glance(step: Step): Promise<Glance> {
    const seen = await glanceAt(step.staging, step.at, this.#seen.get(step));
    this.#seen.set(step, seen);
    return seen;
  }

  /** A failed call ends its change, not the batch. */
  async #guard(change: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { code, message } = reasonOf(error);
      // A link is on the way to what was approved: that is another file, to be planned and asked about again.
      this.#results.set(change, code === "STALE" ? { kind: "stale", found: null } : { kind: "failed", code, message });
    }
  }

  /** A moved file takes its mode along, so the mode seen may be that of the change's other step. */
  async #noteModes(steps: readonly Step[], seen: readonly Glance[]): Promise<void> {
    const modes = seen.map((each) => (each.kind === "file" ? each.mode : null));
    for (const [index, step] of steps.entries()) {
      const current = modes[index] ?? modes.find((mode) => mode !== null) ?? null;
      const kept = step.mode !== null && current === step.mode.ours ? step.mode.wanted : current;
      const noted = { before: modes[index]!, after: step.after === null ? null : kept };
      const earlier = this.#modes.get(step);
      this.#modes.set(step, noted);
      // The mode changed while the temp file was written: do not bring back the old one.
      if (this.#staged.has(step) && earlier?.after !== noted.after) {
        await step.staging.discard(step.at, step.temps.new);
        await this.#stage(step);
      }
    }
  }

  async #stage(step: Step, scratch?: Scratch): Promise<void> {
    if (step.after === null) return;
    this.#staged.add(step);
    this.#touch(step);
    if (step.before === null) await this.#makeParents(step);
    const bytes = step.after.bytes(scratch?.room(step.after.length));
    await step.staging.stage(step.at, step.temps.new, bytes, { mode: this.#modes.get(step)!.after });
  }

  /** Once for all files of a folder; when it failed for one of them, the next tries for itself. */
  async #makeParents(step: Step): Promise<void> {
    const key = parentKey(step);
    const made = this.#made.get(key);
    if (made !== undefined && (await made)) return; // Files of a group come here at the same time.
    const making = step.staging.makeParents(step.at);
    this.#made.set(
      key,
      making.then(
        () => true,
        () => false,
      ),
    );
    await making;
  }

  /** All steps of one change, or none: what came before a failed step is put back. */
  async #write(steps: readonly Step[]): Promise<WriteResult> {
    const done: Step[] = [];
    for (const step of steps) {
      this.#touch(step);
      const result = await writeStep(step);
      if (result.kind === "written") {
        done.push(step);
        if (!result.tempLeft) this.#staged.delete(step);
        continue;
      }
      for (const earlier of done.toReversed()) {
        const rolledBack = await rollBack(earlier, this.#modes.get(earlier)?.before ?? null);
        if (rolledBack === "back") continue;
        this.#untidy ||= rolledBack === "failed";
        const message = `${earlier.path} was written, ${step.path} was not, and the first could not be put back.`;
        return { kind: "unknown", message };
      }
      return result;
    }
    return { kind: "written" };
  }

  /** Where names were made or removed. */
  #places(): readonly (Step | Directory)[] {
    return [...this.#missing.values(), ...this.#touched];
  }

  #touch(step: Step): void {
    must(step.at !== "", "the root itself is never written");
    this.#touched.add(step);
  }

  #prune(): void {
    if (this.#pending!.sequence % PRUNE_EVERY !== 0) return;
    try {
      this.#request.state.prune(this.#held);
    } catch (error) {
      this.#warnings.push(`Old batches could not be removed: ${reasonOf(error).message}`);
    }
  }

  #tell(kind: "staged" | "written", step: Step, count: number): void {
    this.#request.onProgress?.({ kind, path: step.path, count, total: this.#changes.size });
  }
}

function bytesOf([, steps]: Change): number {
  return steps.reduce((sum, step) => sum + (step.after?.length ?? 0), 0);
}

function loggedAs(result: WriteResult | undefined): "written" | "not-written" | "unknown" {
  if (result?.kind === "written" || result?.kind === "unknown") return result.kind;
  return "not-written";
}

/** It can be run now, or run as another user, and could not when the change was approved. */
function becameProgram({ approved }: Step, seen: Glance): boolean {
  return approved !== null && seen.kind === "file" && ((seen.mode ?? 0) & ~approved & 0o6111) !== 0;
}
