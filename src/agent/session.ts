// One conversation: its messages, its files, what the model has seen, what it may call. Sections bring the parts; the
// orchestrator advances it. A session asks no one, shows nothing and writes nothing.

import { failure, grouped, newId, type WorkspacePath } from "../base/index.ts";
import { loadTool, READ_ONLY_TOOLS, readingOnly, type Tool, type ToolWorkspace } from "../tools/index.ts";
import { callsOf, countTurns, type Message } from "./history/messages.ts";
import { addUsage, NO_USAGE, type Usage } from "./model.ts";
import type { ShownImage } from "./context/image.ts";
import { SeenFiles } from "./seen.ts";
import { PLAN_ONLY_READS, type Permissions } from "./permissions.ts";
import { ActiveFiles, Services, type Service } from "./services.ts";
import { DEFAULT_WINDOW, type ModelWindow } from "./window.ts";

export type SessionOptions = {
  readonly id?: string;
  /** Tools may edit only what the model has read. Default: true. */
  readonly requireSeen?: boolean;
};

/** What a session is made of: files, text in the prompt, names of tools. It lives as long as the session. */
export type Section = {
  readonly title: string;
  readonly key: string;
  /** Names of what the model may call. */
  readonly tools: readonly string[];
  /** Tools of its own; null, or without it, the tool of that name in the tools room. */
  readonly load?: (name: string) => Promise<Tool | null>;
  /** Its part of the prompt, rebuilt for every request. */
  readonly prompt: (session: Session) => string | Promise<string>;
  /** Makes what it needs and installs it. */
  readonly open: (session: Session) => void | Promise<void>;
  readonly close?: () => void | Promise<void>;
};

/**
 * A conversation with its files: messages, sections with their tools, and which version of each file the model has
 * seen.
 */
export class Session {
  readonly requireSeen: boolean;
  readonly seen = new SeenFiles();
  /** The files whose content every request shows, in the order they were added. */
  readonly context = new Set<WorkspacePath>();
  /** Where each of them led when it was selected. One that leads elsewhere now is not shown. */
  readonly targets = new Map<WorkspacePath, string>();
  /** Images from elsewhere that every request shows, by name. A saved session has their names only. */
  readonly attached = new Map<string, ShownImage>();
  /** What was said first, once a summary has taken its place. */
  title: string | null = null;
  /** May change while a turn runs: it counts for every call from then on. */
  permissions: Permissions = "ask";
  /** How much of the model that answers can be filled. */
  window: ModelWindow = DEFAULT_WINDOW;
  /** Tokens of the last request, as the provider counted them; null before one. */
  lastInput: number | null = null;
  readonly #services = new Services();
  readonly #sections: Section[] = [];
  #written: readonly string[] = [];
  #messages: readonly Message[] = [];
  #earlier: readonly Message[] = [];
  #lost = 0;
  #notes: string[] = [];
  #usage: Usage = NO_USAGE;
  #busy = false;
  #guarded: ToolWorkspace | null = null;
  #id: string;

  constructor({ id = newId(), requireSeen = true }: SessionOptions = {}) {
    this.#id = id;
    this.requireSeen = requireSeen;
  }

  get id(): string {
    return this.#id;
  }

  /** Continues under a new id: what was kept under the old one belongs to another process now. */
  branch(): void {
    this.#id = newId();
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** The turns before `messages` that had no room any more: not sent to the model, kept for the user. */
  get earlier(): readonly Message[] {
    return this.#earlier;
  }

  /** Turns before `earlier` that are not kept at all. */
  get lost(): number {
    return this.#lost;
  }

  /** All turns before `messages`: what a request lacks. */
  get leftOut(): number {
    return this.#lost + countTurns(this.#earlier);
  }

  /** Beyond a size that a file can hold, the oldest go; they are counted with `lost`, those that went before. */
  replaceEarlier(messages: readonly Message[], { lost }: { readonly lost: number }): void {
    let from = messages.length;
    for (let size = 0; from > 0; from -= 1) {
      size += JSON.stringify(messages[from - 1]).length;
      if (size > MOST_EARLIER_CHARS) break;
    }
    this.#earlier = messages.slice(from);
    this.#lost = lost + countTurns(messages.slice(0, from));
  }

  /**
   * The receipts of what was changed in it, by the model or by the user's own edit of such a change, oldest first; also of
   * what was undone since. An undo is none of them.
   */
  get written(): readonly string[] {
    return this.#written;
  }

  wrote(receipts: readonly string[]): void {
    this.#written = [...this.#written, ...receipts];
  }

  /** Tokens of the whole conversation. */
  get usage(): Usage {
    return this.#usage;
  }

  get sections(): readonly Section[] {
    return this.#sections;
  }

  /** INVALID_ARG when the session has one already. */
  install<Value>(service: Service<Value>, value: Value, by = "the program"): void {
    this.#services.install(service, value, by);
  }

  find<Value>(service: Service<Value>): Value | null {
    return this.#services.find(service);
  }

  /** Whether some section has brought files to work on. */
  get hasFiles(): boolean {
    return this.#services.find(ActiveFiles) !== null;
  }

  /** The files it works on; in plan mode nothing in them can be changed. INVALID_ARG when no section has brought any. */
  workspace(): ToolWorkspace {
    const workspace = this.#services.find(ActiveFiles);
    if (workspace === null)
      throw failure("INVALID_ARG", "This session has no files. Add a section that provides them, such as a workspace.");
    this.#guarded ??= readingOnly(workspace, this.whyReadsOnly);
    return this.#guarded;
  }

  /** Opens the section and takes its tools and its words. INVALID_ARG for a second one of the same key. */
  async add(section: Section): Promise<void> {
    if (this.#sections.some(({ key }) => key === section.key))
      throw failure("INVALID_ARG", `This session already has a section ${JSON.stringify(section.key)}.`);
    await section.open(this);
    this.#sections.push(section);
  }

  /** Names of everything the model may call now, each once. */
  toolNames(): readonly string[] {
    const names = [...new Set(this.#sections.flatMap(({ tools }) => tools))];
    return this.permissions === "plan" ? names.filter((name) => READ_ONLY_TOOLS.has(name)) : names;
  }

  /** Why it only reads now; null when it may change something. */
  readonly whyReadsOnly = (): string | null => (this.permissions === "plan" ? PLAN_ONLY_READS : null);

  /** Null for a name that no section brought. */
  async tool(name: string): Promise<Tool | null> {
    const section = this.#sections.find(({ tools }) => tools.includes(name));
    return section === undefined ? null : ((await section.load?.(name)) ?? loadTool(name));
  }

  append(...messages: readonly Message[]): void {
    this.#messages = [...this.#messages, ...messages];
  }

  /** For repair and trimming, and for resuming. */
  replaceMessages(messages: readonly Message[]): void {
    this.#messages = [...messages];
  }

  /** Something for the model to read before the person's next message. */
  note(text: string): void {
    this.#notes.push(boundedNote(text));
  }

  /** Notes that no request has carried yet; taking them empties the list. */
  takeNotes(): readonly string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  get notes(): readonly string[] {
    return this.#notes;
  }

  count(usage: Usage): void {
    this.#usage = addUsage(this.#usage, usage);
  }

  /** Names of all calls so far. */
  callIds(): ReadonlySet<string> {
    return new Set(
      this.#messages.flatMap((message) =>
        message.role === "assistant" ? callsOf(message.parts).map(({ id }) => id) : [],
      ),
    );
  }

  /** One run at a time: two would mix their messages. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy) throw failure("INVALID_ARG", "This session is already answering. Wait, or interrupt it first.");
    this.#busy = true;
    try {
      return await work();
    } finally {
      this.#busy = false;
    }
  }

  /** Closes its sections, the last one first; each is closed even when another fails. */
  async close(): Promise<void> {
    const troubles: unknown[] = [];
    for (const section of this.#sections.toReversed()) {
      try {
        await section.close?.();
      } catch (error) {
        troubles.push(error);
      }
    }
    if (troubles.length > 0) throw troubles[0];
  }
}

const MOST_EARLIER_CHARS = 8_000_000;

/** A change of thousands of files has a line for each; a request has no room for that. */
const MOST_NOTE_CHARS = 20_000;

function boundedNote(text: string): string {
  if (text.length <= MOST_NOTE_CHARS) return text;
  const end = text.lastIndexOf("\n", MOST_NOTE_CHARS);
  const kept = text.slice(0, end > 0 ? end : MOST_NOTE_CHARS).toWellFormed();
  const left = text.length - kept.length;
  return `${kept}\n(${grouped(left)} more characters of this note are left out. Look at the files for the rest.)`;
}
