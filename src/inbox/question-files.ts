// The files of a question, by name: ID.question is the question, ID.outcome what became of it, ID.settled says that its
// asker took the answer. A question is open exactly when the first is there and the second is not.
// Every outcome, a withdrawal included, is the creation of the same name: that is why there is only one.

import type { ApprovalPayload } from "../approval/index.ts";
import { LIMITS, failure, isFailure } from "../base/index.ts";
import type { Records } from "../state/index.ts";
import { isQuestionId } from "./question-id.ts";
import {
  decodeHead,
  decodeOutcome,
  decodeQuestion,
  encodeOutcome,
  encodeQuestion,
  type Found,
  type Head,
} from "./record-format.ts";
import type { ClosedBecause, Outcome, Question } from "./types.ts";

export type QuestionFiles = {
  /** Ids with a question and no outcome, in no order. */
  readonly openIn: (names: ReadonlySet<string>) => readonly string[];
  /** Ids with an outcome. */
  readonly closedIn: (names: ReadonlySet<string>) => readonly string[];
  readonly isOpenIn: (names: ReadonlySet<string>, id: string) => boolean;
  readonly readHead: (id: string) => Found<Head> | null;
  readonly readQuestion: (id: string) => Found<{ readonly head: Head; readonly question: Question }> | null;
  /** Null while there is none. One that cannot be read is no answer. */
  readonly readOutcome: (id: string) => Outcome | null;
  readonly isSettledIn: (names: ReadonlySet<string>, id: string) => boolean;
  /** "taken": there is such a question. Bytes: so large that it was not created. Throws IO. */
  readonly create: (head: Head, payload: ApprovalPayload) => "created" | "taken" | { readonly bytes: number };
  /** The outcome that counts, which may be an earlier one, and whether it is this one. Throws IO. */
  readonly conclude: (id: string, outcome: Outcome) => { readonly outcome: Outcome; readonly isOurs: boolean };
  readonly close: (id: string, because: ClosedBecause) => Outcome;
  readonly markSettled: (id: string) => void;
  /** Takes the question away and leaves its outcome, if it has one. */
  readonly discard: (id: string) => void;
  /** Takes away everything. */
  readonly remove: (id: string) => void;
};

/** A question of this size still fits into memory a few times over. */
export const MAX_QUESTION_BYTES: number = LIMITS.questionBytes.value;

export function questionFiles(records: Records, options: { now: () => string; newNonce: () => string }): QuestionFiles {
  const { now, newNonce } = options;
  const idsIn = (names: ReadonlySet<string>, ending: string): readonly string[] => {
    const ids: string[] = [];
    for (const name of names) {
      const id = name.endsWith(ending) ? name.slice(0, -ending.length) : "";
      if (isQuestionId(id)) ids.push(id);
    }
    return ids;
  };
  const isOpenIn = (names: ReadonlySet<string>, id: string): boolean =>
    names.has(`${id}.question`) && !names.has(`${id}.outcome`);
  const reading = (id: string) => (range: { readonly from: number; readonly length: number }) =>
    records.read(`${id}.question`, range);

  const readOutcome = (id: string): Outcome | null => {
    const bytes = records.read(`${id}.outcome`);
    if (bytes === null) return null;
    const found = decodeOutcome(bytes);
    return found.kind === "whole" ? found.value : { kind: "closed", at: now(), because: "damaged" };
  };

  const conclude: QuestionFiles["conclude"] = (id, outcome) => {
    // Another's may be removed as too old between the two calls, but not again and again.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const created = records.create(`${id}.outcome`, encodeOutcome(outcome, newNonce()));
      if (created === "created") return { outcome, isOurs: true };
      const found = readOutcome(id);
      if (found !== null) return { outcome: found, isOurs: false };
    }
    throw failure("IO", `The outcome of question ${id} can be neither read nor written.`, { data: { id } });
  };

  return {
    openIn: (names) => idsIn(names, ".question").filter((id) => !names.has(`${id}.outcome`)),
    closedIn: (names) => idsIn(names, ".outcome"),
    isOpenIn,
    readHead: (id) => orUnreadable(() => decodeHead(reading(id))),
    readQuestion: (id) => orUnreadable(() => decodeQuestion(reading(id))),
    readOutcome,
    isSettledIn: (names, id) => names.has(`${id}.settled`),
    conclude,
    close: (id, because) => conclude(id, { kind: "closed", at: now(), because }).outcome,

    create(head, payload) {
      const parts = encodeQuestion(head, payload);
      const bytes = parts.reduce((sum, part) => sum + part.length, 0);
      if (bytes > MAX_QUESTION_BYTES) return { bytes };
      return records.create(`${head.summary.id}.question`, parts) === "created" ? "created" : "taken";
    },

    discard: (id) => records.remove(`${id}.question`),

    markSettled: (id) => void records.create(`${id}.settled`, []),

    // The outcome last: without it the question would be open again.
    remove(id) {
      for (const kind of ["question", "settled", "outcome"]) records.remove(`${id}.${kind}`);
    },
  };
}

/** One file that cannot be read must not hide the others. */
function orUnreadable<T>(read: () => Found<T> | null): Found<T> | null {
  try {
    return read();
  } catch (error) {
    if (!isFailure(error, "IO")) throw error;
    return { kind: "unreadable", reason: error.message };
  }
}
