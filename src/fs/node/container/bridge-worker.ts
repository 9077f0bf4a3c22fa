// The thread that a container lives in. It lets the main thread wait for an answer where it must have one at once, and
// keeps the pipes going meanwhile. Bundled into a file of its own.

import { workerData } from "node:worker_threads";
import { Lifecycle } from "./lifecycle.ts";
import type { BridgeData, FromBridge, ToBridge } from "./bridge.ts";

function serve({ settings, port, bell }: BridgeData): void {
  const rings = new Int32Array(bell);
  const judging: ((dead: readonly string[]) => void)[] = [];
  const post = (message: FromBridge): void => {
    const body = message.kind === "message" ? message.body : undefined;
    port.postMessage(message, body === undefined ? [] : [body.buffer as ArrayBuffer]); // A frame owns its body.
    Atomics.add(rings, 0, 1);
    Atomics.notify(rings, 0);
  };
  const lifecycle = new Lifecycle(settings, {
    emit: (message, body) =>
      post(body === undefined ? { kind: "message", message } : { kind: "message", message, body }),
    judge: (owners) =>
      new Promise((resolve) => {
        judging.push(resolve);
        post({ kind: "judge", owners });
      }),
    onStart: (engine) => post({ kind: "started", engine }),
  });
  port.on("message", (message: ToBridge) => {
    switch (message.kind) {
      case "call":
        lifecycle.call(message.call, message.body);
        return;
      case "cancel":
        lifecycle.cancel(message.id);
        return;
      case "judged":
        judging.shift()?.(message.dead);
        return;
      case "close":
        void lifecycle.close().then(
          (isRemoved) => post({ kind: "closed", isRemoved }),
          () => post({ kind: "closed", isRemoved: false }),
        );
        return;
      default:
        message satisfies never;
    }
  });
  // A caller may be waiting for the bell: a bug here must not leave it waiting.
  process.on("uncaughtException", (error) => post({ kind: "broken", why: error.stack ?? error.message }));
}

serve(workerData as BridgeData); // Made by bridge.ts.
