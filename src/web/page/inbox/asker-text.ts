// Who is asking and how a question ended, in words. What comes from outside is drawn revealed by the caller.

import type { Decision } from "../../../approval/index.ts";
import { counted } from "../../../base/index.ts";
import type { ClosedBecause, QuestionSummary, WebOutcome } from "../../protocol.ts";

type Asker = QuestionSummary["asker"];

/** Where the asker works, unless it is here: machine, folder, session. */
export function placesOf(
  { host, root, session, door }: Asker,
  here: { readonly host: string; readonly root: string },
): readonly string[] {
  return [
    ...(host === here.host ? [] : [`on ${host}`]),
    ...(root === here.root ? [] : [root]),
    // The session of a task of this page says nothing to a person.
    ...(session === null || door === "web" || door === "review" ? [] : [`session ${session}`]),
  ];
}

export type Ended = { readonly title: string; readonly advice: string };

export function describeOutcome(outcome: WebOutcome): Ended {
  if (outcome.kind === "closed") return CLOSED[outcome.because];
  return {
    title: `${describeDecision(outcome.decision)}${outcome.from === null ? "" : `, from ${outcome.from}`}`,
    advice: "The first answer counts. There is nothing left to decide here.",
  };
}

export function describeDecision({ items, places = [] }: Decision): string {
  if (items.length === 0 && places.length > 0) return "The place was chosen";
  const applied = items.filter(({ action }) => action !== "reject").length;
  if (applied === 0) return "Rejected";
  return applied === items.length ? "Approved" : `${applied} of ${counted(items.length, "file")} approved`;
}

const CLOSED: Readonly<Record<ClosedBecause, Ended>> = {
  expired: {
    title: "No one answered in time",
    advice: "Nothing was written. Let the agent try again, and it asks again.",
  },
  withdrawn: {
    title: "The asker withdrew this question",
    advice: "Nothing was written for it. If it asks again, the question appears here.",
  },
  "asker-ended": {
    title: "The process that asked has ended",
    advice: "Nothing was written. Start it again to be asked again.",
  },
  damaged: {
    title: "This question cannot be read",
    advice: "Its file in the state directory is damaged. Nothing was written; let the agent try again.",
  },
  removed: {
    title: "This question is gone",
    advice: "Its file is no longer in the state directory. Nothing was written; let the agent try again.",
  },
};

/** What kind of question it is, in a word. */
export function wordForType(type: string): string {
  return TYPES[type] ?? type;
}

const TYPES: Readonly<Record<string, string>> = {
  edit: "edit",
  write: "write",
  write_large: "write",
  patch: "patch",
  delete: "delete",
  move: "move",
  read: "read",
  shell: "command",
  batch: "several files",
};
