// A session of the wrapped agent, as far as we review it: its folder, opened when something is reviewed first, and what was
// approved there and not written yet.

import { randomUUID } from "node:crypto";
import type { Reviewer } from "../../approval/index.ts";
import { failure, isFailure, newId, type Version, type WorkspacePath } from "../../base/index.ts";
import { inboxReviewer, waitingNote } from "../../inbox/index.ts";
import type { DelegatedCall } from "../../state/index.ts";
import type { Text } from "../../text/index.ts";
import type { Editor } from "../editor.ts";
import { fileNames, hostFile, spelledBelow } from "../file-names.ts";
import type { AcpHost, Place } from "../host.ts";
import { callIdOf, editorReviewer } from "../permission.ts";
import { ShownCalls } from "./shown-calls.ts";

/** An approval that the agent was given for a change it will ask the editor to write. */
export type Grant = {
  readonly path: WorkspacePath;
  /** What the agent showed. */
  readonly proposed: Version;
  /** What was there; null = absent. */
  readonly base: Version | null;
  /** What was approved. */
  readonly content: Text;
  readonly to: DelegatedCall;
};

export class WrappedSession {
  readonly id: string;
  readonly editor: Editor;
  readonly calls = new ShownCalls();
  /** The agent has asked the editor to write: what is approved of a change can be enforced there. */
  writesThroughEditor = false;
  readonly #host: AcpHost;
  readonly #folder: string;
  readonly #grants: Grant[] = [];
  #place: Promise<Place> | null = null;
  #buffered: Promise<Place> | null = null;

  constructor(id: string, folder: string, { host, editor }: { readonly host: AcpHost; readonly editor: Editor }) {
    this.id = id;
    this.editor = editor;
    this.#host = host;
    this.#folder = folder;
  }

  /** The files on disk. INVALID_ARG when the folder cannot be opened. */
  place(): Promise<Place> {
    // One that failed is tried again: the user may have corrected the config.
    return (this.#place ??= this.#open(null).catch((error: unknown) => {
      this.#place = null;
      throw error;
    }));
  }

  /**
   * The file or folder that the editor opens by this path. INVALID_PATH for every other spelling of it: we would read
   * "link/../x" as text and the editor would follow the link, and the name of a sandbox is another folder to the editor.
   */
  async resolve(path: string, kind?: "file"): Promise<WorkspacePath> {
    const { workspace, realFolder } = await this.place();
    const resolved = workspace.resolve(path, kind);
    const file = hostFile(resolved, workspace);
    if (file !== null && (path === file || path === spelledBelow(file, { realFolder, folder: this.#folder })))
      return resolved;
    throw failure(
      "INVALID_PATH",
      `${path} is not the absolute path of a file of the project, without ".", ".." and empty parts.`,
    );
  }

  /** The same files as the editor has them, unsaved text included; it is the editor that writes. */
  buffered(): Promise<Place> {
    let realFolder = "";
    const spelled = (file: string): string => spelledBelow(file, { realFolder, folder: this.#folder });
    return (this.#buffered ??= this.#open(this.editor.buffers(() => this.id, spelled)).then((place) => {
      ({ realFolder } = place);
      return place;
    }));
  }

  /**
   * Asks in the inbox where a reviewer is attached, or where it is a team's; else in the editor, under a name that the
   * agent cannot know: an update of a call that it knows could show something else below our options. `done` ends the
   * calls of its questions, one for each file.
   */
  async asking(): Promise<{
    readonly reviewer: Reviewer;
    readonly done: (isApproved: boolean, files?: number) => void;
  }> {
    const toolCallId = `galley-${randomUUID()}`;
    return {
      reviewer: await this.#reviewer(toolCallId),
      done: (isApproved, files = 1) => {
        for (let at = 0; at < files; at += 1)
          this.editor.update(this.id, {
            sessionUpdate: "tool_call_update",
            toolCallId: callIdOf(toolCallId, at),
            status: isApproved ? "completed" : "failed",
          });
      },
    };
  }

  async #reviewer(toolCallId: string): Promise<Reviewer> {
    const { asking, host } = this.#host;
    const { inbox, team } = asking;
    const place = await this.place();
    const inInbox = inboxReviewer({
      inbox,
      asker: { door: "acp", host, root: place.root, session: this.id },
      callKey: newId(),
      withinMs: null,
      onWaiting: ({ id, reviewers }) => this.note(waitingNote(id, { ...asking, isAttached: reviewers.length > 0 })),
    });
    const inEditor = editorReviewer({
      toolCallId,
      fileOf: fileNames(place, this.#folder).fileAt,
      request: (request, signal) => this.editor.requestPermission({ ...request, sessionId: this.id }, signal),
      askReason:
        this.editor.askReason === null ? null : (signal) => this.editor.askReason!(this.id, toolCallId, signal),
      inbox: inInbox,
    });
    return {
      ask: async (payload, options) =>
        (team !== null || (await inbox.reviewers()).length > 0 ? inInbox : inEditor).ask(payload, options),
    };
  }

  grant(grant: Grant): void {
    this.#grants.push(grant);
  }

  /** Each counts once. */
  takeGrant(path: WorkspacePath, proposed: Version): Grant | null {
    const at = this.#grants.findIndex((grant) => grant.path === path && grant.proposed === proposed);
    return at < 0 ? null : this.#grants.splice(at, 1)[0]!;
  }

  /** The user has cancelled the turn: what is written from now on is asked about. */
  cancel(): void {
    this.#grants.length = 0;
  }

  /** The agent writes something else than it was approved, or a later question was answered with no. */
  async withdrawGrants(path: WorkspacePath): Promise<void> {
    const unused = this.#grants.filter((grant) => grant.path === path);
    for (const grant of unused) {
      this.#grants.splice(this.#grants.indexOf(grant), 1);
      await this.settle(grant.to);
    }
  }

  /** Compares what was written with what was approved, and says when it is something else. */
  async settle(to: DelegatedCall): Promise<void> {
    try {
      await this.#compare(to);
    } catch (error) {
      if (isFailure(error))
        this.note(`What was written could not be compared with what was approved: ${error.message}`);
      else this.#host.report(error);
    }
  }

  async #compare(to: DelegatedCall): Promise<void> {
    const { workspace } = await this.place();
    const settled = await workspace.settleDelegated(to);
    if (settled?.state !== "differs") return;
    const paths = settled.files
      .filter(({ outcome }) => outcome !== "as-approved")
      .map(({ path }) => workspace.show(path));
    this.note(
      `${paths.join(", ")}: what is on disk now is not what was approved. "galley undo ${settled.receipt}" restores what was there before.`,
    );
  }

  note(sentence: string): void {
    this.editor.note(this.id, sentence);
  }

  async close(): Promise<void> {
    for (const opened of await Promise.allSettled([this.#place, this.#buffered])) {
      if (opened.status !== "fulfilled" || opened.value === null) continue;
      await Promise.all([...opened.value.workspace.containers.values()].map((container) => container.close()));
    }
  }

  async #open(buffers: ReturnType<Editor["buffers"]> | null): Promise<Place> {
    const place = await this.#host.openPlace(this.#folder, { buffers, note: (note) => this.note(note) });
    if (buffers === null) for (const note of await place.workspace.recover()) this.note(note);
    return place;
  }
}
