// The program that stays in a container: reads calls from its input, answers on its output, ends when its input does.
// Bundled into one file and mounted into the container together with Node (docs/decisions/0007).

import { openHostFiles } from "../host.ts";
import { endOthers } from "./end-others.ts";
import { FrameReader, frameOf } from "./frames.ts";
import { runCommand, type CommandEnd, type CommandOptions } from "./run-command.ts";
import { answer } from "./serve.ts";
import { errorToWire, type Call, type FromResident, type ToResident } from "./wire.ts";

/** The one argument, as JSON. */
export type ResidentOptions = {
  readonly root: string;
  readonly symlinks: "within" | "deny";
  readonly maxFileBytes: number;
  /** null = search with the built-in engine. */
  readonly ripgrep: string | null;
  /** How this very Node was started. */
  readonly node: readonly string[];
};

const run = (options: CommandOptions): Promise<CommandEnd> => runCommand({ ...options, endOthers });

function serve(options: ResidentOptions): void {
  const { root, symlinks, maxFileBytes, ripgrep } = options;
  let opened: ReturnType<typeof openHostFiles> | null = null;
  const search = ripgrep === null ? "never" : ({ binary: ripgrep, when: "large" } as const);
  const files = () => (opened ??= openHostFiles({ root, symlinks, maxFileBytes, ripgrep: search }));
  const running = new Map<number, AbortController>();

  const send = (header: FromResident, body?: Uint8Array): void => {
    process.stdout.cork();
    for (const piece of frameOf(header, body)) process.stdout.write(piece);
    process.stdout.uncork();
  };
  const take = async (call: Call, body: Uint8Array): Promise<void> => {
    const { id } = call;
    const abort = new AbortController();
    running.set(id, abort);
    try {
      const onOutput = (stream: "stdout" | "stderr", bytes: Uint8Array) => send({ kind: "output", id, stream }, bytes);
      const given = { files: files(), signal: abort.signal, body, onOutput, runCommand: run, root, node: options.node };
      const { value, body: bytes } = await answer(call, given);
      send({ kind: "value", id, value }, bytes);
    } catch (error) {
      send({ kind: "error", id, error: errorToWire(error) });
    } finally {
      running.delete(id);
    }
  };

  // What we are sent was made by our own side; a limit guards against a broken pipe only.
  const reader = new FrameReader(2 ** 32);
  process.stdin.on("data", (chunk: Buffer) => {
    for (const { header, body } of reader.push(chunk)) {
      const message = header as ToResident; // Only our own side holds the other end.
      if (message.kind === "cancel") running.get(message.id)?.abort();
      else void take(message, body);
    }
  });
  process.stdin.on("end", () => process.exit(0));
  process.stdout.on("error", () => process.exit(0));
  // A program that was stuck and given up must not wake later and do what it was asked; nor may what it had started.
  void endOthers().then(() => send({ kind: "hello" }));
}

serve(JSON.parse(process.argv[2] ?? "{}") as ResidentOptions); // Written by launch.ts.
