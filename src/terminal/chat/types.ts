// What a conversation shows and what the person can want, for a whole terminal and for one line after another.
// The code that runs the conversation needs no more of a terminal than this.

import type { MenuEntry, MenuKind } from "./menu/menu.ts";
import type { Resizing } from "./resizing.ts";

/** Something that no longer changes. Texts are made safe where they are drawn. */
export type Item =
  /** What the person said. */
  | { readonly kind: "person"; readonly text: string }
  | { readonly kind: "call"; readonly tool: string; readonly summary: string }
  | { readonly kind: "panel"; readonly title: string; readonly text: string; readonly more: string | null }
  | { readonly kind: "outcome"; readonly tone: "good" | "bad" | "open"; readonly text: Message }
  | { readonly kind: "note"; readonly text: Message }
  | { readonly kind: "words"; readonly text: Message }
  | { readonly kind: "markdown"; readonly text: string }
  /** What was changed. Of more rows than `most` the first are shown, and how many more there are. */
  | { readonly kind: "diff"; readonly files: readonly FileDiff[]; readonly most: number | null };

/** One file before and after. Null: it is not there. */
export type FileDiff = {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Why its content is not shown, or null. */
  readonly instead: string | null;
};

/** A sentence of ours, or the lines of one. A line break inside a line is a name's, and is shown as a mark. */
export type Message = string | readonly string[];

/** A change that the model writes into its answer, while it comes. */
export type EditEvent =
  | { readonly kind: "edit-start"; readonly path: string | null }
  | { readonly kind: "edit-text"; readonly section: "old" | "new"; readonly text: string }
  | { readonly kind: "edit-end"; readonly problem: string | null };

declare const typed: unique symbol;

/** A message of which every character was typed here, key by key. Only the prompt on a terminal makes one. */
export type TypedText = string & { readonly [typed]: true };

export type ChatRequest =
  /** `typed` is the same text; null when a part of it was pasted, recalled from elsewhere, completed, or put there. */
  | {
      readonly kind: "sent";
      readonly text: string;
      /** As it was seen: with a mark in place of a folded paste. */
      readonly shown: string;
      readonly typed: TypedText | null;
      readonly mentions: readonly SentMention[];
    }
  | { readonly kind: "interrupt" }
  | { readonly kind: "edit-last" }
  /** The text of the prompt, in the user's editor. */
  | { readonly kind: "edit-prompt"; readonly text: string }
  /** The next of the permissions; may come while something is being done. */
  | { readonly kind: "permissions" }
  /** To before an earlier turn. */
  | { readonly kind: "go-back" }
  /** The image in the clipboard; may come while something is being done. */
  | { readonly kind: "paste-image" }
  | { readonly kind: "leave" }
  /** The person has gone. */
  | { readonly kind: "gone" };

/** A name after an @. One that came with pasted text was not written by the person. */
export type SentMention = { readonly name: string; readonly isPasted: boolean };

/** What a menu has to choose from. Asked when it opens, and never while a key is handled. */
export type MenuSource = {
  /** `changed` is called when there are other entries. */
  readonly open: (changed: () => void) => void;
  /** Those there are now, the best first; another list when they changed. */
  readonly entries: () => readonly MenuEntry[];
  /** Null, or what to know about them: that they are still being read. */
  readonly note: () => string | null;
};

/** What can replace a part of the typed text. */
export type Completion = { readonly from: number; readonly to: number; readonly choices: readonly string[] };

export type FooterPart = { readonly text: string; readonly weight: number };

export interface ChatScreen {
  /** Its keys, and what each of them does. */
  readonly keys: readonly (readonly [key: string, does: string])[];
  /** What is put back can be edited; otherwise it is only shown. */
  readonly hasPrompt: boolean;
  show(item: Item): void;
  /** Words of the answer, as Markdown, cut anywhere. */
  say(delta: string): void;
  edit(event: EditEvent): void;
  /** What has arrived of the answer so far no longer changes. */
  settle(): void;
  /** What a running command prints; only its end is shown, and only until `settle`. */
  output(text: string): void;
  /** What is being done, while nothing can be sent; null when the person can go on. */
  busy(doing: string | null): void;
  /** Nothing has come for this long. Shown where the time that something takes is not shown anyway. */
  waiting(silentMs: number): void;
  /** A word before the prompt, such as "plan"; "" for none. */
  mark(word: string): void;
  /** The line below the prompt. Where it is too long, what weighs least is left out. */
  footer(parts: readonly FooterPart[]): void;
  /** Puts a text back into the prompt for editing. What is typed there already is kept: then it comes with a key. */
  putBack(text: string): void;
  /** Another text in place of what is in the prompt. */
  replace(text: string): void;
  /** Puts a text into an empty prompt and opens a menu at its end. False where there are no menus. */
  pick(text: string, menu: MenuKind): boolean;
  /** What was typed and not sent, cleared texts too, the oldest first. */
  unsent(): readonly string[];
  /** The next thing the person wants. */
  next(): Promise<ChatRequest>;
  /**
   * Resolves when the person is not in the middle of typing, or the signal fires: a question that opens under their
   * fingers would take their letters for answers.
   */
  pause(signal: AbortSignal | undefined): Promise<void>;
  /** Another program has the terminal for a while. */
  away<T>(work: () => Promise<T>): Promise<T>;
  clear(): void;
  close(): void;
}

export type ChatOptions = {
  readonly colour: boolean;
  /** The terminal marks what is pasted. Where it does not, no text counts as typed. */
  readonly marksPastes: boolean;
  /** What the terminal does with rows when it is resized. */
  readonly resizing: Resizing;
  /** What was typed before, the oldest first. */
  readonly past: readonly string[];
  /** Names after an @ for a pasted text that is the paths of dropped files; null for any other text. */
  readonly dropped: (text: string) => string | null;
  readonly complete: (text: string, at: number) => Promise<Completion | null>;
  /** Called when typing pauses, with what is only in the prompt: what waits to be sent, and the text. */
  readonly keepDraft: (texts: readonly string[]) => void;
  readonly menus: Readonly<Record<Exclude<MenuKind, "history">, MenuSource>>;
};
