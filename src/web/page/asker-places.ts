// Where the asker works, in words. What comes from outside is drawn revealed by the caller.

import type { QuestionSummary } from "../protocol.ts";

export type Here = { readonly host: string; readonly root: string };

/** The folder, the machine and the session, as far as they are not this page's own; all of them where that is not known. */
export function placesOf(
  { host, root, session, door }: QuestionSummary["asker"],
  here: Here | null,
): readonly string[] {
  return [
    ...(root === here?.root ? [] : [root]),
    ...(host === here?.host ? [] : [`on ${host}`]),
    // The session of a task of this page says nothing to a person.
    ...(session === null || door === "web" || door === "review" ? [] : [`session ${session}`]),
  ];
}
