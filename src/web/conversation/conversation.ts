// The conversation of the page: one at a time, for every tab. Its turns run here whether or not a page is open, and what
// they ask goes to the inbox. A follow-up is offered by the events and never sent from here.

import {
  addFiles,
  approvalBy,
  dropFiles,
  dropPrompt,
  exitCodeOf,
  runEnd,
  RunTally,
  type EndedRun,
  runWithApprovals,
  type Model,
  type RunEvent,
  type Session,
} from "../../agent/index.ts";
import { isFailure, messageOf, newId, type WorkspacePath } from "../../base/index.ts";
import { inboxReviewer, waitingNote } from "../../inbox/index.ts";
import { warnOfLoss } from "../../workspace/index.ts";
import type { EventLog } from "../events/event-log.ts";
import type { WebHost } from "../host.ts";
import { Refusal } from "../http/refusal.ts";
import type { SelectedPath, SelectionBody, SelectionReply, TurnEvent } from "../protocol.ts";
import type { WebConversation, WebModels, WebSession } from "../protocol.ts";
import type { ChatHost } from "./chat-host.ts";
import { recalledTurns } from "./recalled-turns.ts";
import { turnDisplay } from "./turn-display.ts";
import { TurnRecord } from "./turn-record.ts";

export type ConversationOptions = { readonly host: WebHost; readonly log: EventLog };

type Turn = { readonly stop: AbortController; readonly done: Promise<void> };

/** Opens the configured model where there is one; a conversation without a model is possible. */
export async function openConversation(options: ConversationOptions): Promise<Conversation> {
  const chat = await options.host.chat();
  const { session, notes } = await chat.openSession(null);
  const conversation = new Conversation(options, chat, session);
  try {
    conversation.model = await chat.openModel(null);
  } catch (error) {
    if (!isFailure(error)) throw error;
    conversation.note(error.message);
  }
  for (const note of notes) conversation.note(note);
  return conversation;
}

export class Conversation {
  model: Model | null = null;
  readonly #host: WebHost;
  readonly #chat: ChatHost;
  readonly #log: EventLog;
  #session: Session;
  #record = new TurnRecord();
  #turn: Turn | null = null;
  /** Blocks, once a model turned out to have no tools. */
  #mode: "auto" | "blocks" = "auto";
  /** Why the conversation cannot be kept is said once. */
  #isUnkept = false;
  readonly #autoAdded = new Set<WorkspacePath>();

  constructor({ host, log }: ConversationOptions, chat: ChatHost, session: Session) {
    this.#host = host;
    this.#chat = chat;
    this.#log = log;
    this.#session = session;
  }

  state(): WebConversation {
    return {
      session_id: this.#session.id,
      model: this.model?.name ?? null,
      busy: this.#turn !== null,
      events: this.#record.events(),
      next: this.#record.next,
    };
  }

  /** What can be chosen now, as far as that is known at once, or with the servers on this machine. */
  async models({ ask }: { readonly ask: boolean }): Promise<WebModels> {
    const { available, advice } = ask ? await this.#chat.models() : this.#chat.knownModels();
    const current = this.model?.name ?? null;
    const names = new Set(current === null ? available : [current, ...available]);
    return { current, available: [...names], advice: current === null ? advice : null };
  }

  sessions(): Promise<readonly WebSession[]> {
    return this.#chat.sessions();
  }

  async selection(): Promise<readonly SelectedPath[]> {
    const { workspace } = this.#host;
    const paths = [...this.#session.context];
    return Promise.all(
      paths.map(async (path) => ({
        path: workspace.show(path),
        size: await sizeOf(path, workspace),
        auto_added: this.#autoAdded.has(path),
      })),
    );
  }

  /** Starts a turn. Throws Refusal while one is running, or without a model. */
  say(prompt: string): void {
    const model = this.model;
    if (this.#turn !== null) throw new Refusal(409, "INVALID_ARG", "The model is still answering. Stop it first.");
    if (model === null) throw new Refusal(409, "INVALID_ARG", "No model is chosen. Choose one first.");
    const stop = new AbortController();
    this.#emit({ type: "user-message", text: prompt });
    const done = this.#run(prompt, model, stop.signal).finally(() => (this.#turn = null));
    this.#turn = { stop, done };
  }

  /** Interrupts the turn; what was written stays. */
  async stop(): Promise<void> {
    this.#turn?.stop.abort();
    await this.#turn?.done;
  }

  /** Another session takes the place of this one; a new one keeps the selected files. */
  async restart(resume: string | null): Promise<void> {
    const next = await this.#chat.openSession(resume);
    await this.stop();
    const old = this.#session;
    this.#session = next.session;
    this.#host.workspace.gate.session?.clear();
    this.#record = new TurnRecord();
    this.#isUnkept = false;
    if (resume === null) {
      for (const path of old.context) next.session.context.add(path);
      for (const [path, real] of old.targets) next.session.targets.set(path, real);
    } else this.#autoAdded.clear();
    await old.close();
    for (const event of recalledTurns(next.session.messages)) this.#record.add(event);
    this.#tellOpened();
    for (const note of next.notes) this.note(note);
    await this.#tellSelection();
  }

  /** INVALID_ARG when it cannot be used; then the one before stays. */
  async choose(name: string): Promise<void> {
    if (this.#turn !== null) throw new Refusal(409, "INVALID_ARG", "The model is still answering. Stop it first.");
    this.model = await this.#chat.openModel(name);
    this.#mode = "auto";
    this.#tellOpened();
  }

  async select({ add = [], remove = [] }: SelectionBody, signal: AbortSignal): Promise<SelectionReply> {
    for (const path of remove) {
      dropFiles(this.#session, path);
      this.#forgetAutoAdded();
    }
    const refused: { readonly path: string; readonly message: string }[] = [];
    for (const given of add)
      for (const outcome of await addFiles(this.#session, given, { by: "person", signal }))
        if (outcome.kind === "refused") refused.push({ path: outcome.path, message: outcome.message });
    await this.#keep([]);
    return { selection: await this.#tellSelection(), refused };
  }

  /** The user did something to files: the model hears of it, and looks again before it edits them. */
  changed(paths: readonly string[], what: string): void {
    if (paths.length === 0) return;
    for (const path of paths) this.#session.seen.forget(this.#session.workspace().resolve(path));
    this.#session.note(`Meanwhile the user has ${what}: ${paths.join(", ")}.`);
  }

  /** For the user, in the conversation. */
  note(message: string): void {
    this.#emit({ type: "note", message });
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#session.close();
  }

  async #run(prompt: string, model: Model, signal: AbortSignal): Promise<void> {
    const { workspace, report } = this.#host;
    const session = this.#session;
    const { messages, earlier, lost } = session;
    const before = { messages, earlier, lost, notes: [...session.notes] };
    const tally = new RunTally();
    const emit = (event: RunEvent): void => {
      tally.see(event);
      this.#follow(event);
      this.#emit(event);
    };
    const run = (exitCode: number): EndedRun => ({
      sessionId: session.id,
      model: model.name,
      price: model.price ?? null,
      exitCode,
    });
    try {
      emit({ type: "run-start", session_id: session.id, model: model.name, mode: this.#mode });
      for (const message of [...warnOfLoss(workspace.passing), ...(await workspace.recover())])
        emit({ type: "note", message });
      const turn = runWithApprovals({
        model,
        session,
        prompt,
        approve: approvalBy(this.#reviewer()),
        display: turnDisplay(emit),
        checkpoint: (unfinished) => this.#keep(unfinished),
        mode: this.#mode,
        signal,
      });
      // Kept whatever comes of it: the prompt, and what was done before a failure of our own, are not lost with it.
      const [ended] = await Promise.allSettled([turn]);
      // The page offers the words again.
      if (ended.status === "fulfilled" && (ended.value.kind === "interrupted" || ended.value.kind === "failed"))
        dropPrompt(session, before);
      await this.#keep([]);
      const result = await turn;
      for (const message of workspace.notes()) emit({ type: "note", message });
      if (result.complete !== null) this.#mode = "blocks";
      emit(runEnd(result, run(exitCodeOf(result))));
    } catch (error) {
      if (!isFailure(error)) report(error);
      emit(tally.brokenEnd({ code: isFailure(error) ? error.code : "BUG", message: messageOf(error) }, run(2)));
    }
  }

  #tellOpened(): void {
    this.#log.add({
      type: "conversation-opened",
      session_id: this.#session.id,
      model: this.model?.name ?? null,
    });
  }

  #reviewer(): ReturnType<typeof inboxReviewer> {
    const { asking, host, root } = this.#host;
    return inboxReviewer({
      inbox: asking.inbox,
      asker: { door: "web", host, root, session: this.#session.id },
      callKey: newId,
      withinMs: null,
      onWaiting: ({ id }) => {
        // The page shows the user's own questions, and not the team's.
        if (asking.team !== null) this.note(waitingNote(id, { ...asking, isAttached: true }));
      },
    });
  }

  /** What an event means for the selection. */
  #follow(event: RunEvent): void {
    if (event.type === "streamComplete")
      for (const path of event.files_auto_added) this.#autoAdded.add(this.#host.workspace.resolve(path));
    if (event.type === "filesChanged" || event.type === "streamComplete") void this.#tellSelection();
  }

  #forgetAutoAdded(): void {
    for (const path of this.#autoAdded) if (!this.#session.context.has(path)) this.#autoAdded.delete(path);
  }

  async #tellSelection(): Promise<readonly SelectedPath[]> {
    const selection = await this.selection();
    this.#log.add({ type: "selection", selection });
    return selection;
  }

  async #keep(unfinished: readonly string[]): Promise<void> {
    const tell = (note: string): void => this.note(note);
    const problem = await this.#chat.keepSession(this.#session, { model: this.model?.name ?? "", tell, unfinished });
    if (problem !== null && !this.#isUnkept) this.note(problem);
    this.#isUnkept ||= problem !== null;
  }

  #emit(event: TurnEvent): void {
    const index = this.#record.add(event);
    this.#log.add({ type: "conversation", session_id: this.#session.id, index, event });
  }
}

/** 0 for a file that cannot be read now. */
async function sizeOf(path: WorkspacePath, { approved }: WebHost["workspace"]): Promise<number> {
  try {
    return (await approved.readBytes(approved.resolve(path))).bytes.length;
  } catch (error) {
    if (isFailure(error)) return 0;
    throw error;
  }
}
