// A conversation against a server on this machine that speaks a vendor's wire format. Shared by the tests of this folder.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  chooseModel,
  openModel,
  runWithApprovals,
  Session,
  vfsSection,
  type Model,
  type RunOptions,
  type TurnResult,
} from "../../src/agent/index.ts";
import { openState } from "../../src/state/index.ts";
import { DisplayBuffer, startModelServer, type ModelServer, type Script } from "../../src/testing/index.ts";

export type Wire = "openai" | "responses" | "anthropic" | "compatible" | "google";
/** Those that carry arguments as text. */
export const WIRES: readonly Wire[] = ["openai", "responses", "anthropic", "compatible"];

export type Talk = {
  readonly server: ModelServer;
  readonly session: Session;
  readonly model: Model;
  readonly display: DisplayBuffer;
  say(prompt: string, more?: Partial<RunOptions>): Promise<TurnResult>;
  read(path: string): Promise<string>;
};

export type TalkOptions = {
  readonly files?: Record<string, string | Uint8Array>;
  readonly key?: string;
  readonly given?: string;
  readonly modelName?: string;
};

const ASKING = { read_approval: false, write_approval: true, edit_approval: true };

/** Starts a server with the script, talks, and cleans up whatever happens. */
export async function withTalk(
  wire: Wire,
  script: Script,
  talk: (talk: Talk) => Promise<void>,
  { files = { "a.txt": "one\ntwo\n" }, key = "sk-test-key-0001", given, modelName }: TalkOptions = {},
): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), "galley-talk-"));
  // OpenAI's other protocol is used for models that speak no other.
  const served = wire === "responses" ? "test-codex" : "test-model";
  const protocol = wire === "compatible" ? "openai" : wire;
  const server = await startModelServer({ wire: protocol, script, key: "sk-test-key-0001", model: served });
  try {
    const environment = { ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key, GALLEY_API_KEY: key, GEMINI_API_KEY: key };
    const provider = wire === "responses" ? "openai" : wire;
    const config = { model: `${provider}/${modelName ?? served}`, base_url: server.baseUrl };
    const model = openModel(chooseModel({ given: given ?? null, environment, config })!, environment);
    const session = new Session();
    await session.add(vfsSection({ files, state: openState({ directory: place }), flags: ASKING }));
    const display = new DisplayBuffer();
    await talk({
      server,
      session,
      model,
      display,
      say: (prompt, more = {}) =>
        runWithApprovals({
          model,
          session,
          prompt,
          approve: () => true,
          display,
          patience: { firstWaitMs: 1 },
          ...more,
        }),
      read: async (path) => {
        const { files } = session.workspace();
        return (await files.read(files.resolve(`vfs/${path}`))).content;
      },
    });
  } finally {
    await server.close();
    rmSync(place, { recursive: true });
  }
}
