// One run of the resident program, seen from outside: calls go in, messages come out, and it may end at any time.
// A program in the container may also have taken it over, so what it says is bounded and checked.

import { spawn } from "node:child_process";
import { apart, collect, engineArguments, engineFailure, type Engine } from "./engine.ts";
import { FrameReader, frameOf } from "./frames.ts";
import { readMessage, type FromResident, type ToResident } from "./wire.ts";

export type Link = {
  send(message: ToResident, body: Uint8Array | undefined): void;
  stop(): void;
};

export type LinkOptions = {
  readonly engine: Engine;
  readonly args: readonly string[];
  /** No frame is larger than this. */
  readonly maxBytes: number;
  readonly hide: readonly string[];
  readonly onMessage: (message: FromResident, body: Uint8Array) => void;
  /** Called once, for a link that was made. */
  readonly onEnd: () => void;
};

const START_PATIENCE_MS = 30_000;

/** Rejects with IO when the program did not say hello. */
export function startLink({ engine, args, maxBytes, hide, onMessage, onEnd }: LinkOptions): Promise<Link> {
  const child = spawn(engine.program, engineArguments(engine, args), {
    ...apart(engine),
    stdio: ["pipe", "pipe", "pipe"],
  });
  const complaint = collect(child.stderr);
  const reader = new FrameReader(maxBytes);
  const stop = (): void => void child.kill("SIGKILL");
  child.stdin.on("error", () => {}); // It ended; "close" reports it.
  const link: Link = {
    send: (message, body) => {
      child.stdin.cork();
      for (const piece of frameOf(message, body)) child.stdin.write(piece);
      child.stdin.uncork();
    },
    stop,
  };
  return new Promise((resolve, reject) => {
    let isUp = false;
    const timer = setTimeout(stop, START_PATIENCE_MS);
    child.stdout.on("data", (chunk: Buffer) => {
      for (const [message, body] of messagesOf(reader, chunk) ?? (stop(), [])) {
        if (message.kind !== "hello") onMessage(message, body);
        else if (!isUp) {
          isUp = true;
          clearTimeout(timer);
          resolve(link);
        }
      }
    });
    const end = (said: string): void => {
      clearTimeout(timer);
      if (isUp) onEnd();
      else reject(engineFailure(engine, said, { doing: "start our program in the container", hide }));
    };
    child.once("error", (error) => end(error.message));
    child.once("close", () => end(complaint()));
  });
}

/** null when the other end does not speak our protocol (any more). */
function messagesOf(reader: FrameReader, chunk: Uint8Array): readonly (readonly [FromResident, Uint8Array])[] | null {
  try {
    return reader.push(chunk).map(({ header, body }) => {
      const message = readMessage(header);
      if (message === null) throw new Error("a message of no known kind");
      return [message, body] as const;
    });
  } catch {
    return null; // This is not our program; it is ended, which fails every open call.
  }
}
