// Who answers a hook's question: someone in the inbox, within the host's time. Where no one does, that is doubt, and what
// doubt means depends on the host: its own question where that is enforced, else no. In a team's inbox it is a no: the
// host's user is not the team.

import { refuseAll, type Actor, type ApprovalPayload, type Decision, type Reviewer } from "../approval/index.ts";
import type { AskingInbox } from "../inbox/index.ts";
import { NO_REVIEWER } from "./doubt.ts";
import type { HookCall, Host } from "./types.ts";

export type PersonReviewer = Reviewer & {
  /** Why no person has answered, as a clause; null when one has, or no one was asked. */
  readonly doubt: () => string | null;
};

export type PersonOptions = {
  readonly host: Host;
  readonly call: HookCall;
  readonly callKey: string;
  /** How many approvals of this call are used up. */
  readonly settled: () => Promise<number>;
  /** When the host made the call: an answer from before is for another one. */
  readonly since: number;
  readonly root: string;
  readonly openInbox: () => Promise<AskingInbox>;
  /** How long a question may wait from now on. */
  readonly remainingMs: () => number;
};

export function personReviewer(options: PersonOptions): PersonReviewer {
  const { host, call, callKey, settled, since, root, openInbox, remainingMs } = options;
  let doubt: string | null = null;
  const doubted = async (payload: ApprovalPayload, why: string, team: string | null): Promise<Decision> => {
    doubt = why;
    return host.asks !== "never" && team === null ? leftToHost(payload, host) : refuseAll(payload, why);
  };
  return {
    doubt: () => doubt,
    ask: async (payload, asked) => {
      const { inbox, team } = await openInbox();
      const { inboxReviewer } = await import("../inbox/index.ts"); // Most calls are answered by a rule.
      if (team === null && (await inbox.reviewers()).length === 0) return doubted(payload, NO_REVIEWER, team);
      // Two hooks of one call share an answer (decision 0116). When it was used, the same name means another call.
      const used = await settled();
      const name = used === 0 ? callKey : `${callKey}/after-${used}`;
      const reviewer = inboxReviewer({
        inbox,
        asker: {
          door: doorOf(host),
          host: process.getBuiltinModule("node:os").hostname(),
          root,
          session: call.session === "" ? null : call.session,
        },
        callKey: call.sentAt === null ? name : `${name}@${call.sentAt}`,
        withinMs: Math.max(1, remainingMs()),
        reusableSince: since,
      });
      const decision = await reviewer.ask(payload, asked);
      const [first] = decision.items;
      return first?.by.kind === "nobody" ? doubted(payload, first.by.why, team) : decision;
    },
  };
}

/** As in asker.door, in the log and in the journal. */
export function doorOf({ name }: Host): string {
  return `hook:${name}`;
}

/** The host's user decides in its own question; what they agree to is compared and can be undone like any other change. */
async function leftToHost(payload: ApprovalPayload, { name }: Host): Promise<Decision> {
  const { answerWhole } = await import("../review/index.ts");
  const by: Actor = { kind: "hook", hook: name };
  const answered = answerWhole(payload, { kind: "apply" });
  if (answered.kind === "refused") return refuseAll(payload, answered.why);
  return { ...answered.decision, items: answered.decision.items.map((item) => ({ ...item, by })) };
}
