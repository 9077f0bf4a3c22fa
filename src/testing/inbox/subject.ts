// What the contract suite of inboxes needs of a store, and the questions and answers its cases use.
// Knows no runner: describe, test and expect are handed in.

import { versionOf, type Digest, type Version } from "../../base/index.ts";
import type { ApprovalPayload, Decision } from "../../approval/index.ts";
import type { Asker, Inbox, InboxEvent, Put } from "../../inbox/index.ts";

/** An inbox as one process has it. */
export type InboxClient = {
  readonly inbox: Inbox;
  /** Ends the process without a word, as kill -9 does. From then on its calls may fail in any way. */
  readonly kill: () => void;
};

/** A fresh, empty store. */
export type InboxSubject = {
  /** Another process on the same store. */
  readonly connect: () => InboxClient;
  readonly close?: () => Promise<void> | void;
};

/** Runs a case with a fresh store and closes it. */
export type InboxCase = (name: string, body: (subject: InboxSubject) => Promise<void>) => void;

/** A change of one file; `text` is what would be written. Two texts are two questions. */
export function changeQuestion(path = "ws/a.txt", text = "new\n", before = "old\n"): ApprovalPayload {
  const digest = versionOf(encode(JSON.stringify([path, before, text])));
  return {
    type: "patch",
    description: `Edit ${path}`,
    path,
    sandbox: "ws",
    approval_id: `approval of ${digest}`,
    digest,
    risks: [],
    hunks: [{ index: 0, old_start: 1, old_lines: 1, new_start: 1, new_lines: 1 }],
    original_content: before,
    suggested_content: text,
    after: versionOf(encode(text)),
    unified_diff: `-${before}+${text}`,
    diff_lines: 2,
    file_lines: 1,
    file_bytes: encode(before).length,
    edit_count: 1,
  };
}

export function asker(callKey: string, more: Partial<Asker> = {}): Asker {
  return { door: "mcp", host: "here", root: "/work", session: "s1", call_key: callKey, ...more };
}

export function yesTo(payload: ApprovalPayload): Decision {
  const after = "after" in payload ? (payload.after as Version | null) : null; // Made with versionOf.
  return {
    approval_id: payload.approval_id,
    items: [{ action: "apply", digest: payload.digest as Digest, by: { kind: "person" }, after }], // Made above.
  };
}

export function noTo(payload: ApprovalPayload, reason: string): Decision {
  return {
    approval_id: payload.approval_id,
    items: [{ action: "reject", digest: payload.digest as Digest, by: { kind: "person" }, reason }], // Made above.
  };
}

/** Asks with no deadline; throws unless the question is new. */
export async function ask(inbox: Inbox, callKey: string, payload = changeQuestion()): Promise<string> {
  return idOf(await inbox.put({ payload, asker: asker(callKey), withinMs: null }));
}

export function idOf(put: Put): string {
  if (put.kind !== "asked") throw new Error(`expected a new question, got ${JSON.stringify(put)}`);
  return put.id;
}

export async function openIds(inbox: Inbox): Promise<readonly string[]> {
  return (await inbox.open()).questions.map(({ id }) => id);
}

/** Waits for what another process causes in its own time. */
export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Reads events one by one, drawn as "question ID", "answered ID", "gone ID why", "snapshot ID ID". */
export class EventReader {
  readonly #events: AsyncIterator<InboxEvent>;
  readonly #ending = new AbortController();
  cursor = "";

  constructor(inbox: Inbox, options: { readonly root?: string; readonly cursor?: string } = {}) {
    this.#events = inbox.watch({ ...options, signal: this.#ending.signal })[Symbol.asyncIterator]();
  }

  async next(): Promise<string> {
    const { done, value } = await this.#events.next();
    if (done === true) return "end";
    this.cursor = value.cursor;
    switch (value.kind) {
      case "snapshot":
        return ["snapshot", ...value.open.map(({ id }) => id)].join(" ");
      case "question":
      case "answered":
        return `${value.kind} ${value.question.id}`;
      case "gone":
        return `gone ${value.question.id} ${value.because}`;
      default:
        return value satisfies never;
    }
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#events.return?.();
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
