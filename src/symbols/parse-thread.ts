// The thread that parses: one file after another, as they are sent. Says when a grammar was loaded, so that this does
// not count as parsing. Bundled into a file of its own for the command line.

import { parentPort } from "node:worker_threads";
import { createSymbolParser } from "./parse.ts";
import type { FromThread, Job, ToThread } from "./thread.ts";

const say = (message: FromThread): void => parentPort?.postMessage(message);

/** A grammar was asked for since this file began. */
let isLoading = false;
const wanted = new Map<string, { resolve(bytes: Uint8Array): void; reject(error: Error): void }>();
const parser = createSymbolParser({
  treeSitter: async () => (await import("@vscode/tree-sitter-wasm")).default,
  grammar: (name) =>
    new Promise((resolve, reject) => {
      isLoading = true;
      wanted.set(name, { resolve, reject });
      say({ kind: "grammar", name });
    }),
});

async function parse({ id, path, text }: Job): Promise<void> {
  let isStarted = false;
  isLoading = false;
  const started = (): void => {
    isStarted = true;
    if (isLoading) say({ kind: "started", id });
  };
  try {
    const symbols = await parser.parse(path, text, { started });
    say({
      kind: "parsed",
      id,
      symbols: symbols && { definitions: symbols.definitions, words: symbols.words.join(" ") },
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say({ kind: "failed", id, why, isBroken: isStarted });
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
