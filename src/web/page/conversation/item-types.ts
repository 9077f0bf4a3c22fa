// A conversation as the page shows it: items in order, each with a key that stays while the item grows.

import type { ApplyReport, RunEvent } from "../../protocol.ts";

type Keyed = { readonly key: number };
type EventOf<Type extends RunEvent["type"]> = Extract<RunEvent, { readonly type: Type }>;

export type UserItem = Keyed & { readonly kind: "user"; readonly text: string };

/** What the model says, or thinks. While it is open, text is only ever added at its end. */
export type WordsItem = Keyed & {
  readonly kind: "words" | "thoughts";
  readonly text: string;
  readonly isOpen: boolean;
};

/** An edit block of the answer, while it streams in and after. */
export type BlockItem = Keyed & {
  readonly kind: "block";
  readonly path: string | null;
  readonly old: string;
  readonly new: string;
  readonly isOpen: boolean;
  /** What is wrong with it; null when it is whole, or not known yet. */
  readonly broken: string | null;
};

export type CallItem = Keyed & {
  readonly kind: "call";
  readonly callId: string;
  readonly tool: string;
  readonly args: unknown;
  readonly approval: { readonly auto: boolean; readonly reason: string; readonly paths: readonly string[] } | null;
  /** What a command printed so far: its last part when it is long. */
  readonly output: string;
  readonly isOutputCut: boolean;
  readonly result: {
    readonly receipt: EventOf<"tool-result">["receipt"];
    readonly success: boolean;
    readonly message: string;
    readonly content: string;
  } | null;
};

/** One result per block. `report` is null while only what will not be applied is known. */
export type ResultsItem = Keyed & {
  readonly kind: "results";
  readonly results: ApplyReport["results"];
  readonly report: ApplyReport | null;
};

/** What to say next about files that the model edited without having seen them; never sent by itself. */
export type FollowUpItem = Keyed & {
  readonly kind: "follow-up";
  readonly note: string;
  readonly retry: string | null;
  readonly added: readonly string[];
};

export type NoteItem = Keyed & { readonly kind: "note"; readonly message: string };

export type RetryItem = Keyed & {
  readonly kind: "retry";
  readonly message: string;
  readonly waitMs: number;
  readonly isDiscarded: boolean;
};

export type EndItem = Keyed & {
  readonly kind: "end";
  readonly outcome: EventOf<"run-end">["outcome"];
  readonly message: string | null;
  readonly usage: Usage;
  readonly costUsd: number | null;
};

export type Item =
  | UserItem
  | WordsItem
  | BlockItem
  | CallItem
  | ResultsItem
  | FollowUpItem
  | NoteItem
  | RetryItem
  | EndItem;

export type Usage = EventOf<"usage">["sum"];

export type Conversation = {
  readonly sessionId: string;
  readonly model: string | null;
  readonly isBusy: boolean;
  readonly usage: Usage | null;
  readonly items: readonly Item[];
  /** The index of the event that comes next. */
  readonly next: number;
  readonly nextKey: number;
  /** Where the items of the answer begin that a retry would take back. */
  readonly answerFrom: number;
};
