// A conversation with a scripted model on a file system in memory. Shared by the tests of this folder.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  runWithApprovals,
  Session,
  vfsSection,
  type CallResult,
  type Message,
  type RunOptions,
  type ToolApprovalCallback,
} from "../../src/agent/index.ts";
import type { Answer, ApprovalPayload } from "../../src/approval/index.ts";
import { createMemoryFiles, type MemoryFiles } from "../../src/fs/index.ts";
import { openState, type State } from "../../src/state/index.ts";
import { DisplayBuffer, scriptedModel, type Line } from "../../src/testing/index.ts";

/** State in a folder that goes with the test. */
export function newState(): State {
  const place = mkdtempSync(join(tmpdir(), "galley-agent-"));
  onTestFinished(() => rmSync(place, { recursive: true }));
  return openState({ directory: place });
}

const ASKING = { read_approval: false, write_approval: true, edit_approval: true };

export async function newSession(
  files: Record<string, string | Uint8Array> = { "a.txt": "one\ntwo\n" },
): Promise<Session> {
  const session = new Session();
  const memory = createMemoryFiles({ files });
  memories.set(session, memory);
  await session.add(vfsSection({ files: memory, state: newState(), flags: ASKING }));
  return session;
}

const memories = new WeakMap<Session, MemoryFiles>();

/** The files behind a session of `newSession`, to change them from outside. */
export function memoryOf(session: Session): MemoryFiles {
  return memories.get(session)!; // newSession put it there.
}

export const by = { kind: "person" } as const;

export function answers(payload: ApprovalPayload, give: (digest: Answer["digest"], after: never) => Answer): Answer[] {
  const items = payload.type === "batch" ? payload.items : [payload];
  return items.map((item) => give(item.digest as Answer["digest"], ("after" in item ? item.after : null) as never));
}

export const approveAll: ToolApprovalCallback = async ({ payload }) => ({
  approval_id: payload?.approval_id ?? "",
  items: payload === null ? [] : answers(payload, (digest, after) => ({ action: "apply", digest, by, after })),
});

export async function turn(script: readonly Line[], more: Partial<RunOptions> = {}) {
  const model = scriptedModel(script);
  const display = new DisplayBuffer();
  const session = more.session ?? (await newSession());
  const result = await runWithApprovals({
    model,
    session,
    prompt: "please",
    approve: approveAll,
    display,
    patience: { firstWaitMs: 1 },
    ...more,
  });
  return { model, display, session, result };
}

export const READ = { tool: "read_file", args: { path: "a.txt" } };
export const EDIT = { tool: "edit_file", args: { path: "a.txt", old_string: "one", new_string: "1" } };

export async function read(session: Session, path = "a.txt"): Promise<string> {
  const { files } = session.workspace();
  return (await files.read(files.resolve(`vfs/${path}`))).content;
}

export function resultsIn(messages: readonly Message[]): readonly CallResult[] {
  return messages.flatMap((one) => (one.role === "tool" ? one.results : []));
}
