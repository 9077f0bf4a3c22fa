// The main thread's end of a container: calls that are awaited, and calls that are waited for. The second kind exists
// because a path must sometimes be judged before anything else may run; the thread behind keeps working meanwhile.

import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from "node:worker_threads";
import { Bug, failure, must } from "../../../base/index.ts";
import { requireNotAborted } from "../../pages.ts";
import type { Engine } from "./engine.ts";
import type { LifecycleMessage, LifecycleSettings, LossReason } from "./lifecycle.ts";
import { errorFromWire, type Call, type Method, type Stream } from "./wire.ts";

export type BridgeData = {
  readonly settings: LifecycleSettings;
  readonly port: MessagePort;
  readonly bell: SharedArrayBuffer;
};
export type ToBridge =
  | { readonly kind: "call"; readonly call: Call; readonly body?: Uint8Array }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "judged"; readonly dead: readonly string[] }
  | { readonly kind: "close" };
export type FromBridge =
  | { readonly kind: "message"; readonly message: LifecycleMessage; readonly body?: Uint8Array }
  | { readonly kind: "judge"; readonly owners: readonly string[] }
  | { readonly kind: "started"; readonly engine: Engine }
  | { readonly kind: "broken"; readonly why: string }
  | { readonly kind: "closed"; readonly isRemoved: boolean };

export type BridgeOptions = {
  /** Asked for when the container is first needed. */
  readonly settings: () => LifecycleSettings;
  readonly onStart: (engine: Engine) => void;
  /** The bundled thread. */
  readonly worker: string;
  readonly isDead: (owner: string) => boolean;
  /** The error for a call whose result is unknown. */
  readonly lost: (call: Call, how: LossReason) => Error;
};

export type Reply = { readonly value: unknown; readonly body: Uint8Array };
export type CallOptions = {
  readonly body?: Uint8Array;
  readonly signal?: AbortSignal | undefined;
  readonly onOutput?: (stream: Stream, bytes: Uint8Array) => void;
};

type Pending = {
  readonly call: Call;
  readonly onOutput: CallOptions["onOutput"];
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
};

/** Longer than the thread's own patience with engine and program together. */
const WAIT_MS = 200_000;

export class Bridge {
  readonly #options: BridgeOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #rings = new Int32Array(new SharedArrayBuffer(4));
  #port: MessagePort | null = null;
  #closed: ((isRemoved: boolean) => void) | null = null;
  #next = 1;
  #isOpen = true;

  constructor(options: BridgeOptions) {
    this.#options = options;
  }

  get isStarted(): boolean {
    return this.#port !== null;
  }

  /** Throws the call's own error, or the one that says that its fate is not known. */
  call(method: Method, args: readonly unknown[], { body, signal, onOutput }: CallOptions = {}): Promise<Reply> {
    return new Promise((resolve, reject) => {
      requireNotAborted(signal);
      const call = this.#post(method, args, body);
      const cancel = () => this.#send({ kind: "cancel", id: call.id });
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          signal?.removeEventListener("abort", cancel);
          then(value);
        };
      signal?.addEventListener("abort", cancel, { once: true });
      this.#pending.set(call.id, { call, onOutput, resolve: settle(resolve), reject: settle(reject) });
      this.#started().ref();
    });
  }

  /** The same, without letting anything else run meanwhile. For questions about a single path only. */
  callNow(method: Method, args: readonly unknown[]): unknown {
    const ends: ({ readonly value: unknown } | { readonly error: unknown })[] = [];
    const call = this.#post(method, args, undefined);
    const resolve = ({ value }: Reply) => ends.push({ value });
    this.#pending.set(call.id, { call, onOutput: undefined, resolve, reject: (error) => ends.push({ error }) });
    const until = performance.now() + WAIT_MS;
    for (;;) {
      const heard = Atomics.load(this.#rings, 0);
      this.#drain();
      const [end] = ends;
      if (end !== undefined) {
        if ("error" in end) throw end.error;
        return end.value;
      }
      const left = until - performance.now();
      if (left <= 0) {
        this.#pending.delete(call.id);
        throw failure("IO", "The container gave no answer in time.");
      }
      Atomics.wait(this.#rings, 0, heard, left);
    }
  }

  /** Nothing may be asked afterwards. True when nothing of the container is left. */
  async close(): Promise<boolean> {
    this.#isOpen = false;
    const port = this.#port;
    if (port === null) return true;
    port.ref();
    const isRemoved = await new Promise<boolean>((resolve) => {
      this.#closed = resolve;
      this.#send({ kind: "close" });
    });
    port.close();
    this.#port = null;
    return isRemoved;
  }

  #post(method: Method, args: readonly unknown[], body: Uint8Array | undefined): Call {
    must(this.#isOpen, "a closed container was used");
    const call: Call = { kind: "call", id: this.#next, method, args };
    this.#next += 1;
    this.#send(body === undefined || body.length === 0 ? { kind: "call", call } : { kind: "call", call, body });
    return call;
  }

  #send(message: ToBridge): void {
    this.#started().postMessage(message);
  }

  #started(): MessagePort {
    if (this.#port !== null) return this.#port;
    const { port1, port2 } = new MessageChannel();
    const { settings, worker } = this.#options;
    const data: BridgeData = { settings: settings(), port: port2, bell: this.#rings.buffer };
    const thread = new Worker(worker, { workerData: data, transferList: [port2] });
    thread.on("error", (error) => this.#break(error.message));
    // Neither the thread nor an open line keeps a finished program from ending.
    thread.unref();
    port1.on("message", (message: FromBridge) => this.#take(message));
    port1.unref();
    this.#port = port1;
    return port1;
  }

  #drain(): void {
    for (;;) {
      const received = receiveMessageOnPort(this.#started());
      if (received === undefined) return;
      this.#take(received.message as FromBridge); // The other end of the channel is bridge-worker.ts.
    }
  }

  #take(message: FromBridge): void {
    switch (message.kind) {
      case "judge":
        this.#send({ kind: "judged", dead: message.owners.filter((owner) => this.#options.isDead(owner)) });
        return;
      case "started":
        this.#options.onStart(message.engine);
        return;
      case "closed":
        this.#closed?.(message.isRemoved);
        return;
      case "broken":
        this.#break(message.why);
        return;
      case "message":
        this.#onMessage(message.message, message.body ?? NOTHING);
        return;
      default:
        message satisfies never;
    }
  }

  #onMessage(message: LifecycleMessage, body: Uint8Array): void {
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    if (message.kind === "output") {
      pending.onOutput?.(message.stream, body);
      return;
    }
    this.#pending.delete(message.id);
    if (this.#pending.size === 0) this.#port?.unref();
    if (message.kind === "value") pending.resolve({ value: message.value, body });
    else if (message.kind === "error") pending.reject(errorFromWire(message.error));
    else pending.reject(this.#options.lost(pending.call, message.how));
  }

  #break(why: string): void {
    const error = new Bug(`the thread of a container broke: ${why}`);
    const open = [...this.#pending.values()];
    this.#pending.clear();
    this.#port?.unref();
    for (const { reject } of open) reject(error);
    this.#closed?.(false);
  }
}

const NOTHING = new Uint8Array(0);
