// A workspace for tests that go through every room: sandboxes over memory or a real folder, real state, a scripted
// reviewer. What the command line builds, without the command line.

import { join } from "node:path";
import type {
  Answer,
  ApprovalPayload,
  ChangePayload,
  Policy,
  Reviewer,
  SandboxFlags,
} from "../../src/approval/index.ts";
import { createAsk, type Gate } from "../../src/ask/index.ts";
import { newId, type Digest, type Version } from "../../src/base/index.ts";
import { carryOut, remove } from "../../src/commit/index.ts";
import { compileGlob, createMemoryFiles, createSandbox, type Filesystem, type Sandbox } from "../../src/fs/index.ts";
import { openState, type State } from "../../src/state/index.ts";
import type { ToolContext } from "../../src/tools/index.ts";
import { scratchFolder } from "./temporary-folder.ts";

export type Options = {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly backend?: Filesystem;
  readonly mode?: "ro" | "rw";
  readonly flags?: Partial<SandboxFlags>;
  readonly policy?: Partial<Policy>;
  readonly reviewer?: Reviewer | null;
  readonly yes?: boolean;
  readonly signal?: AbortSignal;
};

export type Sandboxed = ToolContext & {
  readonly sandbox: Sandbox;
  readonly backend: Filesystem;
  readonly state: State;
};

export function sandboxed(options: Options = {}): Sandboxed {
  const backend = options.backend ?? createMemoryFiles({ files: options.files ?? {} });
  const sandbox = createSandbox({
    roots: [
      { name: "workspace", files: backend, mode: options.mode ?? "rw", suffixes: null, maxFileBytes: 33_554_432 },
    ],
    defaultRoot: "workspace",
    implicit: true,
  });
  const state = openState({ directory: join(scratchFolder("state"), "state") });
  const flags: SandboxFlags = { read_approval: false, write_approval: true, edit_approval: true, ...options.flags };
  const gate: Gate = {
    policy: {
      user: [],
      project: [],
      remembered: [],
      matches: (glob, path) => compileGlob(glob).matches(path),
      ...options.policy,
    },
    flagsOf: () => flags,
  };
  const reviewer = options.reviewer ?? null;
  const yes = options.yes ?? false;
  const ask = createAsk({ gate, reviewer, yes, newId });
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  return {
    sandbox,
    backend,
    state,
    files: sandbox.real,
    approved: sandbox.real,
    readable: sandbox.real,
    resolve: (path) => sandbox.resolve(path).path,
    requireWritable: (path) => sandbox.requireWritable(path),
    known: (path) => sandbox.kindOf(sandbox.resolve(path).path) !== null,
    show: (path) => path,
    gate,
    reviewer,
    yes,
    carryOut: (plan, { verdicts }) =>
      carryOut({
        plan,
        files: sandbox,
        state,
        ask: createAsk({ gate, reviewer, yes, newId, ...(verdicts && { verdicts }) }),
        ...signal,
      }),
    remove: (removal) => remove({ removal, files: sandbox, state, ask, ...signal }),
    stage: null,
    commands: null,
    newId,
    ...signal,
  };
}

export type Reply =
  | "apply"
  | "reject"
  | { readonly reason: string }
  | { readonly content: string; readonly after: Version };

/** Answers every change with the same word and keeps the payloads it was shown. */
export function scripted(
  reply: Reply | ((change: ChangePayload) => Reply),
): Reviewer & { readonly seen: ApprovalPayload[] } {
  const seen: ApprovalPayload[] = [];
  const answer = (change: ChangePayload): Answer => {
    const said = typeof reply === "function" ? reply(change) : reply;
    const head = { digest: change.digest as Digest, by: { kind: "person" } as const };
    if (said === "apply") return { ...head, action: "apply", after: change.after as Version | null };
    if (said === "reject") return { ...head, action: "reject" };
    return "reason" in said
      ? { ...head, action: "reject", reason: said.reason }
      : { ...head, action: "modify", ...said };
  };
  return {
    seen,
    async ask(payload) {
      seen.push(payload);
      if (payload.type === "read" || payload.type === "shell" || payload.type === "call")
        return { approval_id: payload.approval_id, items: [readAnswer(payload, reply)] };
      const items = payload.type === "batch" ? payload.items : [payload];
      return { approval_id: payload.approval_id, items: items.map(answer) };
    },
  };
}

function readAnswer(payload: ApprovalPayload, reply: Reply | ((change: ChangePayload) => Reply)): Answer {
  const head = { digest: payload.digest as Digest, by: { kind: "person" } as const };
  return reply === "apply" ? { ...head, action: "apply", after: null } : { ...head, action: "reject" };
}
