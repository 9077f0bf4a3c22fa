// What every part of `galley inbox` works with.

import type { Filter, Inbox } from "../../inbox/index.ts";
import type { Settings } from "../settings.ts";

export type InboxContext = {
  readonly settings: Settings;
  readonly inbox: Inbox;
  /** Only this folder, where --root was given. */
  readonly filter: Filter;
};
