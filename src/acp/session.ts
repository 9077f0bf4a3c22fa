// One session of an editor: a conversation with the model about the files of one folder. One turn at a time; it can be
// cancelled at any moment, and what was said and done until then is kept.

import type { ContentBlock, PromptResponse, SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk";
import {
  addFiles,
  runWithApprovals,
  type Ending,
  type Model,
  type Session,
  type ToolApprovalCallback,
} from "../agent/index.ts";
import type { Decision } from "../approval/index.ts";
import { failure, newId } from "../base/index.ts";
import { inboxReviewer, waitingNote } from "../inbox/index.ts";
import { warnOfLoss } from "../workspace/index.ts";
import type { Editor } from "./editor.ts";
import { fileNames, type FileNames } from "./file-names.ts";
import type { AcpHost, Place } from "./host.ts";
import { approvalIn, type ModeId } from "./modes.ts";
import { callIdOf, editorReviewer } from "./permission.ts";
import { linksIn, promptText } from "./prompt-text.ts";
import { replayOf } from "./replay.ts";
import { text } from "./shown-question.ts";
import { turnDisplay } from "./turn-display.ts";

export type EditorSessionOptions = {
  readonly id: string;
  readonly host: AcpHost;
  readonly place: Place;
  readonly session: Session;
  readonly editor: Editor;
  /** The folder as the editor names it. */
  readonly folder: string;
};

const BUFFERED = "Written through the editor: galley undo does not cover it. Undo it in the editor.";

export class EditorSession {
  mode: ModeId = "ask";
  readonly #options: EditorSessionOptions;
  readonly #names: FileNames;
  /** By call: what a question has shown, where exactly that was applied. */
  readonly #applied = new Map<string, readonly ToolCallContent[]>();
  #turn: { readonly stop: AbortController; readonly done: Promise<unknown> } | null = null;
  #model: Model | null = null;
  #isUnkept = false;

  constructor(options: EditorSessionOptions) {
    this.#options = options;
    const { place, folder } = options;
    this.#names = fileNames(place, folder);
  }

  get root(): string {
    return this.#options.place.root;
  }

  /** INVALID_ARG for a prompt that cannot be sent, while another is answered, and without a model. */
  async prompt(blocks: readonly ContentBlock[]): Promise<PromptResponse> {
    if (this.#turn !== null)
      throw failure("INVALID_ARG", "This session is already answering. Wait, or cancel it first.");
    const prompt = promptText(blocks, this.#names.nameOf);
    const stop = new AbortController();
    const done = this.#run(prompt, { linked: linksIn(blocks), signal: stop.signal });
    this.#turn = { stop, done };
    try {
      return { stopReason: await done };
    } finally {
      this.#turn = null;
    }
  }

  cancel(): void {
    this.#turn?.stop.abort();
  }

  /** The model learns of it with the user's next words. */
  switchTo(mode: ModeId): void {
    if (mode === this.mode) return;
    this.mode = mode;
    const { session } = this.#options;
    if (mode === "plan") session.note("(The session is in plan mode now: read, and describe what you would change.)");
    else session.note("(The session is no longer in plan mode: changes can be made.)");
  }

  /** Sends what was said before. */
  replay(): void {
    const { session } = this.#options;
    for (const update of replayOf(session.messages, this.#names.fileOf)) this.#send(update);
  }

  note(sentence: string): void {
    this.#options.editor.note(this.#options.id, sentence);
  }

  async close(): Promise<void> {
    this.cancel();
    await Promise.allSettled([this.#turn?.done]);
    const { place, session } = this.#options;
    await session.close();
    await Promise.all([...place.workspace.containers.values()].map((container) => container.close()));
  }

  async #run(
    prompt: string,
    { linked, signal }: { readonly linked: readonly string[]; readonly signal: AbortSignal },
  ): Promise<PromptResponse["stopReason"]> {
    const { place, session, editor } = this.#options;
    const { workspace } = place;
    const model = (this.#model ??= await place.openModel());
    this.#applied.clear();
    for (const note of [...warnOfLoss(workspace.passing), ...(await workspace.recover())]) this.note(note);
    await this.#select(linked, signal);
    const turn = runWithApprovals({
      model,
      session,
      prompt,
      approve: approvalIn(() => this.mode, this.#approve),
      display: turnDisplay({
        send: (update) => this.#send(update),
        note: (note) => this.note(note),
        fileOf: this.#names.fileOf,
        shownFor: (id) => this.#applied.get(id) ?? null,
        aboutChanges: editor.hasFiles ? BUFFERED : "",
      }),
      checkpoint: (unfinished) => this.#keep(model, unfinished),
      mode: place.mode,
      signal,
    });
    // Kept whatever comes of it: the prompt, and what was done before a failure of our own, are not lost with it.
    await Promise.allSettled([turn]);
    await this.#keep(model, []);
    const result = await turn;
    for (const note of workspace.notes()) this.note(note);
    return stopReasonOf(result);
  }

  /** A file that the user refers to is shown to the model, as one given with --context is. */
  async #select(uris: readonly string[], signal: AbortSignal): Promise<void> {
    const files = uris.flatMap((uri) => this.#names.workspaceFile(uri) ?? []);
    for (const file of files) {
      for (const added of await addFiles(this.#options.session, file, { by: "person", signal }))
        if (added.kind === "refused") this.note(added.message);
    }
  }

  readonly #approve: ToolApprovalCallback = async (question, options) => {
    if (question.autoApproved) return true;
    const { id, host, editor } = this.#options;
    const { payload } = question;
    const shown: ToolCallContent[] = [];
    const { inbox, team } = host.asking;
    const inInbox = inboxReviewer({
      inbox,
      asker: { door: "acp", host: host.host, root: this.root, session: this.#options.session.id },
      callKey: newId(),
      withinMs: null,
      onWaiting: ({ id: questionId, reviewers }) => this.#showWaiting(question.id, questionId, reviewers.length > 0),
    });
    const inEditor = editorReviewer({
      toolCallId: question.id,
      fileOf: this.#names.fileAt,
      request: async (request, signal) => {
        shown.push(...(request.toolCall.content ?? []).filter(({ type }) => type === "diff"));
        return editor.requestPermission({ ...request, sessionId: id }, signal);
      },
      askReason: editor.askReason === null ? null : (signal) => editor.askReason!(id, question.id, signal),
      inbox: inInbox,
    });
    // The user of the editor is not the team.
    const decision = await (team === null ? inEditor : inInbox).ask(payload, options);
    if (isWhole(decision)) this.#applied.set(question.id, shown);
    if (question.tool === "apply") this.#endCalls(question.id, decision);
    return decision;
  };

  /** An answer's edits are no calls of the model: nothing else says that they are answered. */
  #endCalls(id: string, { items }: Decision): void {
    for (const [at, { action }] of items.entries()) {
      const status = action === "reject" ? "failed" : "completed";
      this.#send({ sessionUpdate: "tool_call_update", toolCallId: callIdOf(id, at), status });
    }
  }

  #showWaiting(toolCallId: string, question: string, isAttached: boolean): void {
    const content = [text(waitingNote(question, { ...this.#options.host.asking, isAttached }))];
    this.#send({ sessionUpdate: "tool_call_update", toolCallId, content });
  }

  async #keep(model: Model, unfinished: readonly string[]): Promise<void> {
    const { place, session } = this.#options;
    const tell = (note: string): void => this.note(note);
    const problem = await place.keepSession(session, { model: model.name, tell, unfinished });
    if (problem !== null && !this.#isUnkept) this.note(problem);
    this.#isUnkept ||= problem !== null;
  }

  #send(update: SessionUpdate): void {
    this.#options.editor.update(this.#options.id, update);
  }
}

function isWhole({ items }: Decision): boolean {
  return items.every((item) => item.action === "apply" && item.hunks === undefined);
}

/** A failure of the model is the failure of the request. */
function stopReasonOf(ending: Ending): PromptResponse["stopReason"] {
  switch (ending.kind) {
    case "done":
      return "end_turn";
    case "interrupted":
    case "stopped":
      return "cancelled";
    case "limit":
      return ending.limit === "requests" ? "max_turn_requests" : "max_tokens";
    case "failed":
      throw failure("IO", ending.message);
    default:
      return ending satisfies never;
  }
}
