// From the events of turns to the items of a conversation. Pure; any number of events can be taken at once, and how they
// are cut into calls changes nothing. An event that was seen already is passed over, a missing one is reported.

import type { TurnEvent, WebConversation } from "../../protocol.ts";
import type { BlockItem, CallItem, Conversation, Item, WordsItem } from "./item-types.ts";

export type IndexedEvent = { readonly index: number; readonly event: TurnEvent };

export type Reduced =
  | { readonly kind: "reduced"; readonly conversation: Conversation }
  /** Events before these never came. */
  | { readonly kind: "gap" };

export function openConversation({ session_id, model, busy, events, next }: WebConversation): Conversation {
  const draft: Draft = { model, isBusy: busy, usage: null, items: [], nextKey: 0, answerFrom: 0 };
  for (const event of events) take(draft, event);
  // Another model may have been chosen since the last turn.
  return { sessionId: session_id, next, ...draft, model, isBusy: busy };
}

export function reduceConversation(conversation: Conversation, events: readonly IndexedEvent[]): Reduced {
  const { sessionId, items, model, isBusy, usage, nextKey, answerFrom } = conversation;
  let { next } = conversation;
  const draft: Draft = { model, isBusy, usage, items: [...items], nextKey, answerFrom };
  for (const { index, event } of events) {
    if (index < next) continue;
    if (index > next) return { kind: "gap" };
    take(draft, event);
    next += 1;
  }
  return { kind: "reduced", conversation: { sessionId, next, ...draft } };
}

type Draft = {
  model: Conversation["model"];
  isBusy: boolean;
  usage: Conversation["usage"];
  /** Only for this call: items in it are replaced, never changed. */
  items: Item[];
  nextKey: number;
  answerFrom: number;
};

type Unkeyed<One> = One extends Item ? Omit<One, "key"> : never;

// More of what a command prints is in its result, or in the terminal.
const MAX_OUTPUT = 64_000;

function take(draft: Draft, event: TurnEvent): void {
  if (isEmptyDelta(event)) return;
  if (event.type !== "reasoning-delta") close(draft, "thoughts");
  switch (event.type) {
    case "user-message":
      draft.isBusy = true;
      add(draft, { kind: "user", text: event.text });
      return beginAnswer(draft);
    case "run-start":
      draft.isBusy = true;
      draft.model = event.model;
      return beginAnswer(draft);
    case "text-delta":
      return addText(draft, "words", event.text);
    case "reasoning-delta":
      return addText(draft, "thoughts", event.text);
    case "text-commit":
      return commit(draft, event.text);
    case "tool-call": {
      const { call_id: callId, tool, args } = event;
      return add(draft, {
        kind: "call",
        callId,
        tool,
        args,
        approval: null,
        output: "",
        isOutputCut: false,
        result: null,
      });
    }
    case "approval": {
      const { auto_approved: auto, reason, paths } = event;
      return change(draft, event.call_id, (call) => ({ ...call, approval: { auto, reason, paths } }));
    }
    case "tool-output":
      return change(draft, event.call_id, (call) => withOutput(call, event.text));
    case "tool-result": {
      const { receipt, content, result } = event;
      const { success, message } = result;
      return change(draft, event.call_id, (call) => ({ ...call, result: { receipt, content, success, message } }));
    }
    case "edits-not-applied":
      return addResults(draft, { kind: "results", results: event.results, report: null });
    case "edits-applied":
      return addResults(draft, { kind: "results", results: event.report.results, report: event.report });
    case "streamComplete": {
      const { note, retry, files_auto_added: added } = event;
      return note === null && retry === null
        ? undefined
        : add(draft, { kind: "follow-up", note: note ?? "", retry, added });
    }
    case "retry": {
      const { message, wait_ms: waitMs, discarded } = event;
      const kept = draft.items.slice(draft.answerFrom).filter(({ kind }) => !ANSWER.has(kind));
      draft.items.splice(draft.answerFrom, Infinity, ...kept);
      add(draft, { kind: "retry", message, waitMs, isDiscarded: discarded !== "" });
      return beginAnswer(draft);
    }
    case "usage":
      draft.usage = event.sum;
      return beginAnswer(draft);
    case "note":
      // A follow-up said it already, with its button.
      if (isSaid(draft.items.at(-1), event.message)) return;
      return add(draft, { kind: "note", message: event.message });
    case "run-end": {
      close(draft, "words");
      draft.isBusy = false;
      draft.usage = event.usage;
      const { outcome, message, usage, cost_usd: costUsd } = event;
      return add(draft, { kind: "end", outcome, message, usage, costUsd });
    }
    case "block-start":
      return add(draft, { kind: "block", path: event.path, old: "", new: "", isOpen: true, broken: null });
    case "block-text":
      return changeBlock(draft, (block) => ({ ...block, [event.section]: block[event.section] + event.text }));
    case "block-end":
      return changeBlock(draft, (block) => ({
        ...block,
        path: event.path ?? block.path,
        broken: event.broken,
        isOpen: false,
      }));
    case "recalled-result": {
      const { content, failed } = event;
      const receipt = failed ? "failed" : "applied";
      return change(draft, event.call_id, (call) => ({
        ...call,
        result: { receipt, content, success: !failed, message: content },
      }));
    }
    // The selection comes as an event of its own.
    case "filesChanged":
      return;
    default:
      // A newer server may have events that this page does not know.
      event satisfies never;
  }
}

const ANSWER: ReadonlySet<Item["kind"]> = new Set(["words", "thoughts", "block"]);

/** What comes now is taken back by a retry. */
function beginAnswer(draft: Draft): void {
  draft.answerFrom = draft.items.length;
}

function changeBlock(draft: Draft, to: (block: BlockItem) => BlockItem): void {
  const at = draft.items.findLastIndex(({ kind }) => kind === "block");
  const item = draft.items[at];
  if (item?.kind === "block" && item.isOpen) draft.items[at] = to(item);
}

function add(draft: Draft, item: Unkeyed<Item>): void {
  draft.items.push({ ...item, key: draft.nextKey } as Item); // An item without its key, and a key.
  draft.nextKey += 1;
}

function isSaid(item: Item | undefined, message: string): boolean {
  return item?.kind === "follow-up" && item.note === message;
}

function isOpen(item: Item | undefined, kind: WordsItem["kind"]): item is WordsItem {
  return item?.kind === kind && item.isOpen;
}

function addText(draft: Draft, kind: WordsItem["kind"], text: string): void {
  const last = draft.items.at(-1);
  if (isOpen(last, kind)) draft.items[draft.items.length - 1] = { ...last, text: last.text + text };
  else if (text !== "") add(draft, { kind, text, isOpen: true });
}

/** What was shown and what counts can differ; then it is another item, because an open one only grows. */
function commit(draft: Draft, text: string): void {
  const last = draft.items.at(-1);
  if (!isOpen(last, "words")) return text === "" ? undefined : add(draft, { kind: "words", text, isOpen: false });
  if (last.text === text) return close(draft, "words");
  draft.items.pop();
  if (text !== "") add(draft, { kind: "words", text, isOpen: false });
}

function close(draft: Draft, kind: WordsItem["kind"]): void {
  const last = draft.items.at(-1);
  if (isOpen(last, kind)) draft.items[draft.items.length - 1] = { ...last, isOpen: false };
}

function change(draft: Draft, callId: string, to: (call: CallItem) => CallItem): void {
  // A call is near the end; block mode names the answer, which is no call.
  for (let at = draft.items.length - 1; at >= 0; at -= 1) {
    const item = draft.items[at]!; // Below the length.
    if (item.kind === "user") return;
    if (item.kind !== "call" || item.callId !== callId) continue;
    draft.items[at] = to(item);
    return;
  }
}

function withOutput(call: CallItem, text: string): CallItem {
  const output = call.output + text;
  if (output.length <= 2 * MAX_OUTPUT) return { ...call, output };
  return { ...call, output: output.slice(-MAX_OUTPUT), isOutputCut: true };
}

/** The whole report takes the place of what was known before. */
function addResults(draft: Draft, item: Unkeyed<Extract<Item, { kind: "results" }>>): void {
  const last = draft.items.at(-1);
  if (last?.kind === "results" && last.report === null && item.report !== null) draft.items.pop();
  add(draft, item);
}

/** Nothing was said: what was being written goes on. */
function isEmptyDelta(event: TurnEvent): boolean {
  return (event.type === "text-delta" || event.type === "reasoning-delta") && event.text === "";
}
