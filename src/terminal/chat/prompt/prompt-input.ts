// The keys of a conversation's prompt: what each does to the text, what it asks for, and what the menus below it look for.
// Keys that follow wait for what one of them asks for.

import type { Key } from "../../reviewer/keys.ts";
import { completeInTime } from "./complete.ts";
import { unsentOf } from "./draft.ts";
import { KeptDraft } from "./kept-draft.ts";
import type { ChatKey } from "./keys.ts";
import { MenuLookup } from "../menu/lookup.ts";
import { isCurrent, type MenuKind } from "../menu/menu.ts";
import { press, replaceText } from "./prompt.ts";
import { withFound, withOpenMenu } from "./prompt-menu.ts";
import { newPrompt, type MenuKey, type Pressed, type Prompt } from "./prompt-state.ts";
import { putBack, sendWaiting } from "./sending.ts";
import { TypingTimes } from "./typing-times.ts";
import type { ChatOptions, ChatRequest } from "../types.ts";

export type PromptInputOptions = Pick<
  ChatOptions,
  "past" | "menus" | "dropped" | "complete" | "marksPastes" | "keepDraft"
> & {
  /** Something is being done, so nothing can be sent. */
  readonly isDoing: () => boolean;
  /** The prompt is another: now, or when there is time for it. */
  readonly draw: () => void;
  readonly drawSoon: () => void;
  readonly wish: (request: ChatRequest) => void;
  readonly clear: () => void;
  readonly suspend: () => void;
};

export class PromptInput {
  readonly times = new TypingTimes();
  readonly #options: PromptInputOptions;
  readonly #menus: MenuLookup;
  readonly #kept: KeptDraft;
  /** Texts that are stored elsewhere: those of earlier conversations, and what was sent. */
  readonly #stored: Set<string>;
  #prompt: Prompt;

  constructor(options: PromptInputOptions) {
    this.#options = options;
    this.#prompt = newPrompt(options.past);
    this.#stored = new Set(options.past);
    this.#kept = new KeptDraft(options.keepDraft);
    this.#menus = new MenuLookup({
      menus: options.menus,
      past: () => this.#prompt.draft.past,
      onNews: () => this.lookUp(),
      onFound: (found) => {
        if (this.#prompt.menu === null) return;
        this.#set(withFound(this.#prompt, found));
        options.draw();
      },
    });
  }

  get prompt(): Prompt {
    return this.#prompt;
  }

  noteOf(menu: MenuKind): string | null {
    return this.#menus.noteOf(menu);
  }

  async handle(keys: readonly Key<ChatKey>[]): Promise<void> {
    for (const key of keys) await this.#pressed(this.#press(key));
  }

  /** What waits longest is sent, if anything waits. */
  sendWaiting(): void {
    void this.#pressed(sendWaiting(this.#prompt));
  }

  putBack(text: string): void {
    this.#set(putBack(this.#prompt, text));
  }

  replace(text: string): void {
    this.#set(replaceText(this.#prompt, text));
  }

  pick(text: string, menu: MenuKind): void {
    this.putBack(text);
    if (this.#prompt.draft.text === text)
      this.#set(withOpenMenu(this.#prompt, menu, { from: text.length, prefix: "" }));
    this.lookUp();
  }

  unsent(): readonly string[] {
    const { draft } = this.#prompt;
    const texts = new Set([...draft.past, ...unsentOf(draft)]);
    return [...texts].filter((text) => !this.#stored.has(text));
  }

  lookUp(): void {
    if (!this.#menus.look(this.#prompt.menu)) this.#options.drawSoon();
  }

  close(): void {
    this.#kept.close();
  }

  #set(prompt: Prompt): void {
    this.#prompt = prompt;
    this.#kept.follow(prompt, this.#stored);
  }

  #press(key: Key<ChatKey>): Pressed {
    if (key.kind === "paste") this.times.pasted();
    const isPasted = this.times.isPasting;
    const dropped = key.kind === "paste" ? this.#options.dropped(key.text) : null;
    // Also while what waits is about to be sent: nothing overtakes it.
    const isBusy = this.#options.isDoing() || this.#prompt.waiting.length > 0;
    return press(this.#prompt, key, { isBusy, isPasted, dropped });
  }

  async #pressed({ prompt, effect }: Pressed): Promise<void> {
    this.#set(prompt);
    if (effect === null) return;
    switch (effect.kind) {
      case "complete":
        return this.#complete();
      case "search":
        return this.#pressWhenFound(effect.key);
      case "redraw":
        return this.#options.clear();
      case "suspend":
        return this.#options.suspend();
      case "sent":
        this.#stored.add(effect.text);
        this.#kept.now();
        return this.#options.wish(this.#options.marksPastes ? effect : { ...effect, typed: null });
      default:
        this.#options.wish(effect);
    }
  }

  /** What a key chooses is what was found for all that was typed before it, however fast. */
  async #pressWhenFound(name: MenuKey): Promise<void> {
    const { menu: asked } = this.#prompt;
    this.lookUp();
    await this.#menus.found();
    const { menu } = this.#prompt;
    // Closed by a signal, or replaced by another menu: the key was for neither.
    if (menu === null || menu.anchor !== asked?.anchor || !isCurrent(menu)) return;
    return this.#pressed(this.#press({ kind: "named", name }));
  }

  async #complete(): Promise<void> {
    const asked = this.#prompt;
    const found = await completeInTime(asked.draft, this.#options.complete);
    if (found !== null && this.#prompt === asked) this.#set({ ...asked, ...found });
  }
}
