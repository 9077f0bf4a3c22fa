// What the review screen is given. The types of the protocol, by the names this folder uses.

import type { Decision } from "../../../../approval/index.ts";
import type { AnswerReply, WebOutcome, WebQuestion } from "../../../protocol.ts";
import type { Here } from "../../asker-places.ts";
import type { KeyScope } from "../../keys.ts";

/** A question, whole, with who asks. */
export type Question = Extract<WebQuestion, { readonly kind: "question" }>["question"];

export type Asker = Question["asker"];

/** What became of an answer; `refused`: it counts for nothing, and the question is as it was. */
export type Answered = AnswerReply | { readonly kind: "refused"; readonly reason: string };

export type ReviewScreenProps = {
  /** Whole, from GET /api/questions/ID. */
  readonly question: Question;
  /** This page's own folder and machine, which need no words; null: they are not known. */
  readonly here: Here | null;
  /** Set when it was answered or closed meanwhile, here or elsewhere. */
  readonly outcome: WebOutcome | null;
  /** Offline: answers are inert, and the screen says so. */
  readonly connection: "online" | "offline";
  /** Why this person may only read it: answers are inert, and the screen says so. Null where anyone may answer. */
  readonly mayNot?: string | null;
  /** Of a team: the issuer of the one who is signed in, which goes without saying in names. */
  readonly home?: string | null;
  /** In the inbox; `at` counts from 1. */
  readonly position: { readonly at: number; readonly of: number } | null;
  readonly answer: (decision: Decision) => Promise<Answered>;
  /** Back to the inbox or the start screen. */
  readonly onClose: () => void;
  readonly keys: KeyScope;
};
