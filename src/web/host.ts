// What the server is given: the workspace, the inbox, and what only the command line chooses. The server itself decides
// nothing.

import type { AskingInbox, Inbox } from "../inbox/index.ts";
import type { LocalWorkspace } from "../workspace/index.ts";
import type { ChatHost } from "./conversation/chat-host.ts";
import type { WebConfig } from "./protocol.ts";

export type WebHost = {
  readonly version: string;
  /** The project's folder: absolute, and one name for it however it was reached. */
  readonly root: string;
  /** This machine's name. */
  readonly host: string;
  readonly workspace: LocalWorkspace;
  /** The user's own, which the page shows. */
  readonly inbox: Inbox;
  /** Where what a model proposes is asked: the same, or the team's. */
  readonly asking: AskingInbox;
  /** Loaded when it is first asked for. */
  readonly chat: () => Promise<ChatHost>;
  readonly config: () => Promise<WebConfig>;
  /** Whether a text is one of `galley prompt`, and no answer to it. */
  readonly isPrompt: (text: string) => boolean;
  /** Gets a sentence for the user of the terminal. */
  readonly note: (note: string) => void;
  /** Gets what is no failure but a bug. */
  readonly report: (error: unknown) => void;
};
