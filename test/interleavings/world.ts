// Two galley processes, a person and a crash on a simulated disk, run in one chosen order from start to end.
// Processes run one at a time; each stops before its next call on the workspace, and a choice says who goes on.
//
// Not every order is worth a run of its own. Two calls that touch different things may be exchanged without anybody
// noticing, so: a person's save is tried right before every call on the same file, and once at the very end; a process
// that waits for the lock is woken when the lock is free; a crash is tried before every call that changes something.

import { asReal, digestOf, versionOf } from "../../src/base/index.ts";
import { carryOut, recover, undo, type Carried, type OpenRoot, type Recovered } from "../../src/commit/index.ts";
import type { ChangePlan, Edit, FilePlan } from "../../src/edits/index.ts";
import type { Filesystem, Seen } from "../../src/fs/index.ts";
import { openState, type LogEntry, type Owner, type State } from "../../src/state/index.ts";
import {
  Killed,
  SimulatedDisk,
  startProcess,
  type DiskEvent,
  type PowerCut,
  type SimulatedCall,
  type SimulatedProcess,
} from "../../src/testing/index.ts";
import type { Text } from "../../src/text/index.ts";
import { toolEdits } from "../support/tool-edits.ts";
import type { Choices } from "./explore.ts";

export const PATHS = ["a.txt", "b.txt"] as const;
export type Path = (typeof PATHS)[number];
const ROOT = "/w";
const START = "start\n";
const PERSON = "person\n";

export type Setting = {
  readonly atomic: boolean;
  /** Ways to crash, one of which may happen once: null = one process is killed, else the power is cut. */
  readonly crashes: readonly (PowerCut | null)[];
  readonly choices: Choices;
};

export type Approval = { readonly by: string; readonly path: string; readonly from: string; readonly to: string };

export type Undone = {
  readonly id: string;
  readonly restored: readonly string[];
  readonly skipped: readonly string[];
};

export type Story = {
  readonly atomic: boolean;
  readonly saved: Path | null;
  readonly crash: "none" | "killed" | "power cut";
  readonly approvals: readonly Approval[];
  readonly carried: ReadonlyMap<string, Carried>;
  readonly recovered: readonly Recovered[];
  readonly log: readonly LogEntry[];
  /** Everything that happened to the files, recovery included. */
  readonly events: readonly DiskEvent[];
  /** After recovery: the files, and what lies around that should not. */
  readonly texts: Readonly<Record<string, string | null>>;
  readonly litter: readonly string[];
  /** Then every batch is taken back, newest first. */
  readonly undone: readonly Undone[];
  readonly textsAfterUndo: Readonly<Record<string, string | null>>;
};

type Actor = {
  readonly name: string;
  readonly process: SimulatedProcess;
  /** All that its calls told it: what it knows. */
  memory: string;
  /** What it waits to do; null while it runs or when it is done. */
  waiting: { readonly call: SimulatedCall | "lock"; readonly go: () => void } | null;
};

export async function play(setting: Setting): Promise<Story> {
  const world = new World(setting);
  await world.run();
  return world.end();
}

class World {
  readonly #setting: Setting;
  readonly #disk = new SimulatedDisk();
  readonly #approvals: Approval[] = [];
  readonly #carried = new Map<string, Carried>();
  readonly #actors: Actor[] = [];
  readonly #failures: unknown[] = [];
  #saved: Path | null = null;
  #crash: Story["crash"] = "none";
  /** Called when the running actor stops or ends. */
  #stopped: () => void = () => {};

  constructor(setting: Setting) {
    this.#setting = setting;
    for (const path of PATHS) this.#disk.save(`${ROOT}/${path}`, START, "start");
  }

  async run(): Promise<void> {
    const { choices } = this.#setting;
    for (const name of ["P", "Q"]) await this.#start(name);
    for (let moves = this.#moves(); moves.length > 0; moves = this.#moves()) {
      choices.arrive(() => this.#key());
      const move = moves[choices.choose(moves.length)]!;
      if (move.save !== null) this.#save(move.save);
      await this.#resume(move.actor);
    }
    choices.arrive(() => this.#key());
    const last = this.#saved === null ? ([null, ...PATHS] as const)[choices.choose(1 + PATHS.length)]! : null;
    if (last !== null) this.#save(last);
    choices.arrive(() => `end ${this.#key()}`);
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  async end(): Promise<Story> {
    const state = this.#stateOf("R", startProcess(this.#disk, { name: "R" }).ops);
    const openRoot: OpenRoot = () => startProcess(this.#disk, { name: "R" }).staging(ROOT);
    const recovered = await recover({ state, openRoot });
    const log = state.log.list().entries;
    const events = [...this.#disk.events];
    const texts = this.#texts();
    const litter = [...this.#disk.files(ROOT), ...this.#disk.files("/state")].filter(
      // What the dead leave of a lock is replaced or removed by whoever locks next.
      (path) => !/^\/w\/[ab]\.txt$|\/log\.jsonl$|\.(done|interrupted)$|^\/state\/lock/.test(path),
    );
    const undone: Undone[] = [];
    for (const { receipt_id } of log.filter((entry) => entry.files.length > 0)) {
      const { restored, skipped } = await undo({ state, receipt: receipt_id, openRoot });
      undone.push({ id: receipt_id, restored, skipped: skipped.map(({ path }) => path) });
    }
    return {
      atomic: this.#setting.atomic,
      saved: this.#saved,
      crash: this.#crash,
      approvals: this.#approvals,
      carried: this.#carried,
      recovered,
      log,
      events,
      texts,
      litter,
      undone,
      textsAfterUndo: this.#texts(),
    };
  }

  #texts(): Record<string, string | null> {
    return Object.fromEntries(PATHS.map((path) => [path, this.#disk.text(`${ROOT}/${path}`)]));
  }

  /** All that can still make a difference, and all that the promises are about. */
  #key(): string {
    const actors = this.#actors.map(({ name, process, memory, waiting }) => {
      if (!process.isAlive()) return "dead";
      return waiting === null ? (this.#carried.get(name)?.receipt ?? null) : [memory, waiting.call];
    });
    const flushed = this.#crash === "none" && this.#setting.crashes.some((power) => power !== null);
    return JSON.stringify([this.#disk.fingerprint({ flushed }), actors, this.#disk.events, this.#saved, this.#crash]);
  }

  #moves(): readonly { readonly actor: Actor; readonly save: Path | null }[] {
    return this.#actors.flatMap((actor) => {
      const call = actor.waiting?.call;
      if (call === undefined || !actor.process.isAlive()) return [];
      if (call === "lock") return this.#lockIsFree() ? [{ actor, save: null }] : [];
      const touched = PATHS.filter((path) => this.#saved === null && call.path === `${ROOT}/${path}`);
      return [null, ...touched].map((save) => ({ actor, save }));
    });
  }

  /** Free, or its owner is dead. */
  #lockIsFree(): boolean {
    const content = this.#disk.text("/state/lock");
    return content === null || !this.#isAlive((JSON.parse(content) as Owner).pid);
  }

  #isAlive(pid: number): boolean {
    return pid === 3 || this.#actors[pid - 1]?.process.isAlive() === true;
  }

  #save(path: Path): void {
    this.#saved = path;
    this.#disk.save(`${ROOT}/${path}`, this.#disk.text(`${ROOT}/${path}`)! + PERSON);
  }

  async #start(name: string): Promise<void> {
    const process = startProcess(this.#disk, {
      name,
      // Swapping the names of P and Q gives the stories in which Q is the victim.
      onCall: (call) => name === "P" && this.#maybeCrash(process, call),
      turn: (call) => this.#wait(actor, call),
    });
    const actor: Actor = { name, process, memory: "", waiting: null };
    this.#actors.push(actor);
    const stopped = new Promise<void>((resolve) => (this.#stopped = resolve));
    this.#live(actor)
      .catch((error: unknown) => this.#failures.push(error))
      .finally(() => this.#stopped());
    await stopped;
  }

  /** A kill before a flush is a kill before the call after it; a power cut is not. */
  #maybeCrash(victim: SimulatedProcess, { changes, flushes }: SimulatedCall): void {
    const { choices } = this.#setting;
    const crashes = this.#setting.crashes.filter((power) => changes || (power !== null && flushes === true));
    if (this.#crash !== "none" || crashes.length === 0) return;
    const chosen = choices.choose(1 + crashes.length);
    if (chosen === 0) return;
    const power = crashes[chosen - 1]!;
    this.#crash = power === null ? "killed" : "power cut";
    victim.kill();
    if (power === null) return;
    for (const actor of this.#actors) actor.process.kill();
    this.#disk.cutPower(power);
  }

  #wait(actor: Actor, call: SimulatedCall | "lock"): Promise<void> {
    return new Promise((resolve) => {
      actor.waiting = { call, go: resolve };
      this.#stopped();
    });
  }

  async #resume(actor: Actor): Promise<void> {
    const { go } = actor.waiting!;
    actor.waiting = null;
    const stopped = new Promise<void>((resolve) => (this.#stopped = resolve));
    go();
    await stopped;
  }

  async #live(actor: Actor): Promise<void> {
    const { name, process } = actor;
    const note = (told: string) => void (actor.memory += `${told};`);
    const staging = noting(process.staging(ROOT), note);
    const files = { staging } as Filesystem; // All that carryOut uses when `prepare` is given.
    const edits = toolEdits(PATHS.map((path) => [path, { kind: "overwrite", content: name }]));
    const prepare = async (wanted: readonly Edit[]): Promise<ChangePlan> => {
      const texts: string[] = [];
      for (const edit of wanted) {
        const seen = await staging.look(asReal(edit.path));
        texts.push(seen.kind === "file" ? new TextDecoder().decode(seen.bytes) : "");
      }
      return planOf(wanted, texts, `${name}\n`);
    };
    try {
      const carried = await carryOut({
        plan: planOf(edits, [START, START], `${name}\n`),
        prepare,
        files,
        state: this.#stateOf(name, noting(process.ops, note), () => this.#wait(actor, "lock")),
        openRoot: () => noting(process.staging(ROOT, { as: "R" }), note),
        atomic: this.#setting.atomic,
        ask: async (plan) => {
          await this.#wait(actor, "lock");
          return this.#approve(name, plan);
        },
      });
      this.#carried.set(name, carried);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }

  #approve(by: string, { files }: ChangePlan) {
    for (const { path, before, result } of files) this.#approvals.push({ by, path, from: before!, to: result! });
    const items = files.map(({ digest, after }) => ({ digest, after, by: YES, action: "apply" as const }));
    return { approval_id: "q", items };
  }

  #stateOf(name: string, ops: SimulatedProcess["ops"], sleep: () => Promise<void> = async () => {}): State {
    const pid = name === "P" ? 1 : name === "Q" ? 2 : 3;
    let ids = 0;
    return openState({
      directory: "/state",
      ops,
      newId: () => `${name}${(ids += 1)}`,
      clock: () => new Date(Date.UTC(2026, 0, 1)),
      processes: {
        self: { pid, start: String(pid), boot: "b", space: "s", machine: "m" },
        lifeOf: (owner) => (this.#isAlive(owner.pid) ? "alive" : "dead"),
      },
      sleep,
    });
  }
}

const YES = { kind: "person" } as const;

/** The same calls; what each one told its caller is noted. */
function noting<Table extends object>(table: Table, note: (told: string) => void): Table {
  const told = (name: string, result: unknown) =>
    note(`${name} ${isSeenFile(result) ? `${result.version} ${result.mode}` : (JSON.stringify(result) ?? "")}`);
  const wrapped = Object.entries(table).map(([name, call]: [string, (...args: unknown[]) => unknown]) => [
    name,
    (...args: unknown[]) => {
      try {
        const result = call(...args);
        if (result instanceof Promise) return result.finally(() => {}).then((value) => (told(name, value), value));
        told(name, name === "readSync" ? new TextDecoder().decode(args[1] as Uint8Array) : result);
        return result;
      } catch (error) {
        told(name, error instanceof Error ? error.message : "");
        throw error;
      }
    },
  ]);
  return Object.fromEntries(wrapped) as Table; // The same names with the same signatures.
}

function isSeenFile(result: unknown): result is Extract<Seen, { kind: "file" }> {
  return typeof result === "object" && result !== null && "version" in result;
}

/** Every plan appends a line, so that any order of changes can be read off the text. */
function planOf(edits: readonly Edit[], texts: readonly string[], line: string): ChangePlan {
  const version = (text: string) => versionOf(new TextEncoder().encode(text));
  const files = edits.map(({ id, path }, index): FilePlan => {
    const before = texts[index]! as Text; // ASCII.
    const result = (before + line) as Text;
    const [base, after] = [version(before), version(result)];
    const real = asReal(path);
    const digest = digestOf([path, null, real, null, base, after]);
    const bare = { mode: 0o644, links: 1, hunks: [], edits: [id], digest };
    return { path, to: null, real, toReal: null, base, after, before, result, ...bare };
  });
  const results = edits.map(({ id }) => ({ edit: id, ...CHANGE }));
  return { edits, files, results };
}

const CHANGE = { kind: "change", line: 1, matchLine: 1, linesChanged: 1, replacements: 1 } as const;
