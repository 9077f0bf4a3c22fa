// The thread that parses: one file after another, as they are sent. Says when it begins with a file, so that loading a
// grammar does not count as parsing. Bundled into a file of its own for the command line.

import { parentPort } from "node:worker_threads";
import { createSymbolParser } from "./parse.ts";
import type { FromThread, Job, ToThread } from "./thread.ts";

const say = (message: FromThread): void => parentPort?.postMessage(message);

const wanted = new Map<string, { resolve(bytes: Uint8Array): void; reject(error: Error): void }>();
const parser = createSymbolParser({
  treeSitter: async () => (await import("@vscode/tree-sitter-wasm")).default,
  grammar: (name) =>
    new Promise((resolve, reject) => {
      wanted.set(name, { resolve, reject });
      say({ kind: "grammar", name });
    }),
});

async function parse({ id, path, text }: Job): Promise<void> {
  try {
    const symbols = await parser.parse(path, text, { started: () => say({ kind: "started", id }) });
    say({ kind: "parsed", id, symbols });
  } catch (error) {
    say({ kind: "failed", id, why: error instanceof Error ? error.message : String(error) });
  }
}

let last: Promise<void> = Promise.resolve();
parentPort?.on("message", (message: ToThread) => {
  switch (message.kind) {
    case "parse":
      last = last.then(() => parse(message));
      return;
    case "grammar":
      if ("bytes" in message) wanted.get(message.name)?.resolve(message.bytes);
      else wanted.get(message.name)?.reject(new Error(message.why));
      return;
    default:
      message satisfies never;
  }
});
