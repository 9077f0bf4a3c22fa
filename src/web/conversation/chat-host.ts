// What a conversation needs of the command line, which chooses models and keeps sessions.

import type { Model, Session } from "../../agent/index.ts";
import type { WebSession } from "../protocol.ts";

export type ListedModels = { readonly available: readonly string[]; readonly advice: string };

export type ChatHost = {
  /** `resume` is a session's id; null: a new one. INVALID_ARG, NOT_FOUND. */
  readonly openSession: (
    resume: string | null,
  ) => Promise<{ readonly session: Session; readonly notes: readonly string[] }>;
  /** Null, or why it could not be kept. */
  readonly keepSession: (
    session: Session,
    about: { readonly model: string; readonly tell: (note: string) => void; readonly unfinished: readonly string[] },
  ) => Promise<string | null>;
  /** Those of this folder, newest first. */
  readonly sessions: () => Promise<readonly WebSession[]>;
  /** The model of this name; null: the configured one, if there is one. INVALID_ARG when it cannot be used. */
  readonly openModel: (name: string | null) => Promise<Model | null>;
  /** `advice` is for when none is chosen. */
  readonly knownModels: () => ListedModels;
  /** The same with those of the servers on this machine, which are asked. */
  readonly models: () => Promise<ListedModels>;
};
