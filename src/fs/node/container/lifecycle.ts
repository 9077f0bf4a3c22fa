// The life of one container and of the program in it: started when first needed, that program started again once when
// it dies, every call answered, or failed with what became of it. Runs in a thread of its own (bridge-worker.ts).

import { failure, type GalleyError } from "../../../base/index.ts";
import { findEngine, type Engine } from "./engine.ts";
import { isRemoved, isStopped, placesOf, startKeeper, removeOrphans, type RunningContainer } from "./keeper.ts";
import { makeResidentFiles, type ResidentFiles } from "./resident-files.ts";
import { residentArguments, type ContainerSettings } from "./launch.ts";
import { machineFacts } from "./machine-facts.ts";
import { startLink, type Link } from "./resident-link.ts";
import {
  errorToWire,
  isRecord,
  METHODS,
  WITHOUT_TIMEOUT,
  type Call,
  type FromResident,
  type WireError,
} from "./wire.ts";

export type LifecycleSettings = {
  readonly container: ContainerSettings;
  readonly name: string;
  readonly owner: string;
  /** Files of this machine that are mounted. */
  readonly resident: string;
  readonly ripgrep: string | null;
  /** The runtime that another container of this process was started with; null = the engine's default. */
  readonly runtime: string | null;
};

/** `gone`: the container is; `died`: the program in it did; `silent`: it gave no answer in time. */
export type LossReason = "gone" | "died" | "silent";

export type LifecycleMessage =
  | Exclude<FromResident, { kind: "hello" }>
  /** The call was sent, and its result is unknown. */
  | { readonly kind: "lost"; readonly id: number; readonly how: LossReason };

export type LifecycleHooks = {
  readonly emit: (message: LifecycleMessage, body: Uint8Array | undefined) => void;
  readonly judge: (owners: readonly string[]) => Promise<readonly string[]>;
  /** The container runs, with this engine and runtime. */
  readonly onStart: (engine: Engine) => void;
};

type Open = { readonly call: Call; readonly body: Uint8Array | undefined; sent: number; timer: NodeJS.Timeout | null };
type Running = { readonly engine: Engine; readonly residentFiles: ResidentFiles; readonly container: RunningContainer };

const ANSWER_PATIENCE_MS = 60_000;
const CANCEL_PATIENCE_MS = 5_000;
/** The engine reports a container's end a moment after the program in it has ended. */
const GONE_PATIENCE_MS = 500;
/** Its keeper ends soon after the engine has said so. */
const KEEPER_PATIENCE_MS = 10_000;
/** The largest answer is a file, twice in the worst case of JSON, and the list around it. */
const FRAME_ROOM = 16 * 1024 * 1024;

export class Lifecycle {
  readonly #settings: LifecycleSettings;
  readonly #hooks: LifecycleHooks;
  readonly #open = new Map<number, Open>();
  #running: Promise<Running> | null = null;
  /** The last one, whether it still runs or not. */
  #begun: Promise<Running> | null = null;
  #link: Promise<Link> | null = null;
  /** Without an answer in between. */
  #deaths = 0;
  #isGone = false;
  #runtime: string | null;

  constructor(settings: LifecycleSettings, hooks: LifecycleHooks) {
    this.#settings = settings;
    this.#runtime = settings.runtime;
    this.#hooks = hooks;
  }

  call(call: Call, body: Uint8Array | undefined): void {
    const open: Open = { call, body, sent: 0, timer: null };
    this.#open.set(call.id, open);
    void this.#send(open);
  }

  cancel(id: number): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    if (open.sent === 0) {
      this.#fail(open, errorToWire(failure("ABORTED", "It was cancelled before it began.")));
      return;
    }
    void this.#link
      ?.then((link) => {
        link.send({ kind: "cancel", id }, undefined);
        this.#expect(open, link, CANCEL_PATIENCE_MS);
      })
      .catch(() => {}); // It died: reported already.
  }

  /** True when nothing of the container is left. */
  async close(): Promise<boolean> {
    const running = await this.#begun?.catch(() => null);
    if (running === null || running === undefined) return true;
    running.container.release();
    return isRemoved(running.engine, this.#settings.name);
  }

  async #send(open: Open): Promise<void> {
    const { call, body } = open;
    try {
      const link = await this.#linked();
      // Cancelled while everything was being started.
      if (!this.#open.has(call.id)) return;
      open.sent += 1;
      link.send(call, body);
      const patience = patienceWith(call);
      if (patience !== null) this.#expect(open, link, patience);
    } catch (error) {
      this.#fail(open, errorToWire(error));
    }
  }

  /** An answer within this time, or the program is taken for stuck and ended. */
  #expect(open: Open, link: Link, milliseconds: number): void {
    if (open.timer !== null) clearTimeout(open.timer);
    open.timer = setTimeout(() => {
      this.#lose(open, "silent");
      link.stop();
    }, milliseconds);
  }

  #linked(): Promise<Link> {
    if (this.#link !== null) return this.#link;
    const made = this.#connect();
    this.#link = made;
    made.catch(() => {
      if (this.#link === made) this.#link = null;
    });
    return made;
  }

  async #connect({ again = false } = {}): Promise<Link> {
    if (this.#deaths > 1) {
      this.#deaths = 1;
      throw failure("IO", "The program in the container died again right after it was started. Nothing was done.");
    }
    const { engine, residentFiles, container } = await this.#container();
    const [first, ...others] = residentFiles.nodes;
    try {
      return await this.#start({ engine, residentFiles, node: first! }); // There is one at least.
    } catch (error) {
      // Removed behind our back, and we hear of it only now: a new one serves as well, or says that it cannot.
      if (!again && (await isGone({ engine, container, name: this.#settings.name })))
        return this.#connect({ again: true });
      for (const node of others) {
        const link = await this.#start({ engine, residentFiles, node }).catch(() => null); // The first reason is the better one.
        if (link !== null) return link;
      }
      throw error;
    }
  }

  #start({
    engine,
    residentFiles,
    node,
  }: {
    engine: Engine;
    residentFiles: ResidentFiles;
    node: readonly string[];
  }): Promise<Link> {
    const { container: settings, name } = this.#settings;
    return startLink({
      engine,
      args: residentArguments({ settings, residentFiles, name }, node),
      maxBytes: 2 * settings.maxFileBytes + FRAME_ROOM,
      hide: placesOf({ settings, residentFiles }),
      onMessage: (message, body) => this.#take(message, body),
      onEnd: () => void this.#ended(),
    });
  }

  #container(): Promise<Running> {
    if (this.#isGone) return Promise.reject(goneForGood());
    this.#running ??= this.#begun = this.#begin();
    return this.#running;
  }

  async #begin(): Promise<Running> {
    const { container: settings, name, owner, resident, ripgrep } = this.#settings;
    try {
      const { engine: wanted, outside } = settings;
      const found = { ...findEngine({ wanted, environment: process.env, outside }), runtime: this.#runtime };
      const machine = machineFacts(found.program, settings);
      await removeOrphans(found, this.#hooks.judge);
      const residentFiles = makeResidentFiles({ resident, ripgrep });
      const { container, engine } = await startKeeper(found, { settings, residentFiles, name, owner, machine });
      this.#runtime = engine.runtime;
      this.#hooks.onStart(engine);
      void container.gone.then(() => {
        this.#running = null;
        // The folder's files are on this machine: a new container serves as well. The image's would be the old ones.
        this.#isGone = settings.holds.kind === "image";
      });
      return { engine, residentFiles, container };
    } catch (error) {
      this.#running = null;
      throw error;
    }
  }

  #take(message: FromResident, body: Uint8Array): void {
    if (message.kind === "hello" || !this.#open.has(message.id)) return;
    this.#deaths = 0;
    if (message.kind !== "output") this.#done(message.id);
    this.#hooks.emit(message, body.length === 0 ? undefined : body);
  }

  async #ended(): Promise<void> {
    this.#link = null;
    this.#deaths += 1;
    const lost = [...this.#open.values()].filter(({ sent }) => sent > 0);
    for (const { timer } of lost) if (timer !== null) clearTimeout(timer);
    if (lost.length === 0) return;
    const running = await this.#running?.catch(() => null);
    const how = !running || (await isGone({ ...running, name: this.#settings.name })) ? "gone" : "there";
    for (const open of lost) {
      // What only reads is asked again, once.
      if (how === "there" && METHODS[open.call.method] === "reads" && open.sent === 1) void this.#send(open);
      else this.#lose(open, how === "gone" ? "gone" : "died");
    }
  }

  #lose(open: Open, how: LossReason): void {
    if (!this.#open.has(open.call.id)) return;
    this.#done(open.call.id);
    this.#hooks.emit({ kind: "lost", id: open.call.id, how }, undefined);
  }

  #fail(open: Open, error: WireError): void {
    if (!this.#open.has(open.call.id)) return;
    this.#done(open.call.id);
    this.#hooks.emit({ kind: "error", id: open.call.id, error }, undefined);
  }

  #done(id: number): void {
    const timer = this.#open.get(id)?.timer;
    if (timer) clearTimeout(timer);
    this.#open.delete(id);
  }
}

/** The keeper may hear of it late on a busy machine, so the engine is asked too. */
async function isGone({ engine, container, name }: Pick<Running, "engine" | "container"> & { readonly name: string }) {
  const heard = container.gone.then(() => true);
  const asked = Promise.all([isStopped(engine, name), pause(GONE_PATIENCE_MS)]).then(([stopped]) => stopped);
  if (!(await Promise.race([heard, asked]))) return false;
  await Promise.race([heard, pause(KEEPER_PATIENCE_MS)]); // Only then is a new container started.
  return true;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** null = as long as it takes. A command has a limit of its own, which the program in the container keeps. */
function patienceWith({ method, args: [first] }: Call): number | null {
  if (method === "run" && isRecord(first)) return Number(first["timeoutMs"]) + ANSWER_PATIENCE_MS;
  return WITHOUT_TIMEOUT.has(method) ? null : ANSWER_PATIENCE_MS;
}

function goneForGood(): GalleyError {
  return failure(
    "IO",
    "The container was removed or stopped by someone else, and the files in it are lost. Start galley again for a fresh one.",
  );
}
