// Who is asked about a call: the client's own form where that is allowed and shows everything, else the inbox. What
// only a person may approve never goes to the client, which may answer by itself (docs/decisions/0110).

import type { ApprovalPayload, Decision, Reviewer } from "../../approval/index.ts";
import { isFailure, newId } from "../../base/index.ts";
import { inboxReviewer, type AskingInbox, type InboxReviewerOptions } from "../../inbox/index.ts";
import { payloadForCaller, type LocalWorkspace } from "../../workspace/index.ts";
import type { Call } from "./call.ts";
import type { Heard } from "./calls.ts";
import { decisionBy, formFor, type FormAnswer } from "./elicitation.ts";

export type ReviewerOptions = {
  readonly workspace: Pick<LocalWorkspace, "gate">;
  readonly asking: AskingInbox;
  readonly asker: InboxReviewerOptions["asker"];
  readonly client: ClientForms;
};

/** What the client can be asked. */
export type ClientForms = {
  /** Null: it shows no forms, or the user wants every question in the inbox. */
  readonly name: () => string | null;
  /** The client's answer, or null when it brings none. Rejects with ABORTED when the call ends. */
  readonly ask: (call: Call, question: Parameters<Call["askClient"]>[0]) => Promise<FormAnswer | null>;
};

export function createReviewer(call: Call, heard: Heard, options: ReviewerOptions): Reviewer {
  const { asker, client } = options;
  const { inbox, team } = options.asking;
  let asked: ApprovalPayload | null = null;
  const inInbox = inboxReviewer({
    inbox,
    asker,
    callKey: call.id,
    withinMs: null,
    onWaiting: ({ id, reviewers }) =>
      call.waitsInInbox({ id, team, hasReviewer: reviewers.length > 0, payload: asked! }), // Set before it is asked.
  });
  return {
    async ask(payload, reviewing): Promise<Decision> {
      const name = client.name();
      const form = name === null || !call.isAttended || heard.personOnly() ? null : formFor(payload);
      if (name !== null && form !== null && (await payloadForCaller(payload, options.workspace)) === payload) {
        const answer = await client.ask(call, { id: newId(), payload, form });
        if (answer !== null) return decisionBy(name, payload, answer);
      }
      asked = payload;
      try {
        return await inInbox.ask(payload, reviewing);
      } catch (error) {
        // A client that ends takes its inbox with it: that is no failure of the disk.
        if (isFailure(error, "IO") && reviewing.signal?.aborted) return { approval_id: payload.approval_id, items: [] };
        throw error;
      } finally {
        call.waitsInInbox(null);
      }
    },
  };
}
