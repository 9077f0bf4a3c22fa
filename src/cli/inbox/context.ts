// What every part of `galley inbox` works with.

import type { AskingInbox, Filter } from "../../inbox/index.ts";
import type { Settings } from "../settings.ts";

export type InboxContext = {
  readonly settings: Settings;
  /** Of a team's inbox this machine sees what it has asked itself, and answers nothing. */
  readonly inbox: AskingInbox["inbox"];
  readonly team: string | null;
  /** Only this folder, where --root was given. */
  readonly filter: Filter;
};
