// What the surface is given by the command line, which chooses folders, models and config, and keeps sessions. Nothing
// here decides.

import type { Mode, Model, Session } from "../agent/index.ts";
import type { AskingInbox } from "../inbox/index.ts";
import type { Buffers } from "../fs/index.ts";
import type { LocalWorkspace } from "../workspace/index.ts";

export type AcpHost = {
  readonly version: string;
  /** This machine's name. */
  readonly host: string;
  readonly asking: AskingInbox;
  /** Opens the folder that the editor names. INVALID_ARG when it cannot be used. */
  readonly openPlace: (folder: string, options: PlaceOptions) => Promise<Place>;
  /** Kept sessions, newest first; of this folder, or of every one. */
  readonly sessions: (folder: string | null) => Promise<readonly ListedSession[]>;
  /** Forgets a kept session; nothing happens when there is none. */
  readonly removeSession: (id: string) => Promise<void>;
  /** Gets a sentence for the editor's log. */
  readonly note: (note: string) => void;
  /** Gets what is no failure but a bug. */
  readonly report: (error: unknown) => void;
};

export type PlaceOptions = {
  /** Where the files are read and written instead of the disk; null: the disk. */
  readonly buffers: Buffers | null;
  /** Shows the user a note. */
  readonly note: (note: string) => void;
};

/** A folder, opened for one session. */
export type Place = {
  /** Absolute, and one name for it however it was reached. */
  readonly root: string;
  /** The session's folder, without links: the root, or a folder below it. */
  readonly realFolder: string;
  readonly workspace: LocalWorkspace;
  /** `resume` is a session's id; null: a new one. INVALID_ARG, NOT_FOUND. */
  readonly openSession: (
    resume: string | null,
  ) => Promise<{ readonly session: Session; readonly notes: readonly string[] }>;
  /** Null, or why it could not be kept. */
  readonly keepSession: (session: Session, about: Keeping) => Promise<string | null>;
  /** How the model proposes changes. */
  readonly mode: Mode | "auto";
  /** The configured model. INVALID_ARG says what to do when there is none. */
  readonly openModel: () => Promise<Model>;
};

export type Keeping = {
  readonly model: string;
  readonly tell: (note: string) => void;
  readonly unfinished: readonly string[];
};

export type ListedSession = {
  readonly id: string;
  readonly root: string;
  readonly savedAt: string;
  readonly title: string;
};
