// What every answer to a call is made with.

import type { ToolContext } from "../tools/index.ts";
import type { LocalWorkspace } from "../workspace/index.ts";
import type { PersonReviewer } from "./ask-person.ts";
import type { HookAnswer, HookCall, Host, HostFiles } from "./types.ts";

export type BeforeOptions = {
  readonly host: Host;
  readonly call: HookCall;
  readonly cwd: string;
  readonly callKey: string;
  readonly since: number;
  readonly realPath: (path: string) => string | null;
  readonly hostFiles: HostFiles;
  readonly workspace: LocalWorkspace;
  readonly person: PersonReviewer;
  readonly signal: AbortSignal;
};

export type Answering = {
  readonly context: ToolContext;
  /** The answer where something is not certain; `why` is a clause or a sentence. */
  readonly doubt: (why: string) => HookAnswer;
  readonly options: BeforeOptions;
};
