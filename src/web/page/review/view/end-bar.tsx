// In the place of the action bar once no answer can be given here: what became of the question, and what to do next.
// What was written so far (comments, an edited text) can still be taken along.

import type { VNode } from "preact";
import { peopleLabel } from "../../../../approval/index.ts";
import type { WebOutcome } from "../../../protocol.ts";
import { Revealed } from "../../text.tsx";
import { endingOf, type Ending } from "../asking/endings.ts";
import type { Sending, UseReview } from "../state/use-review.ts";

type EndBarProps = {
  readonly home: string | null;
  readonly outcome: WebOutcome | null;
  readonly sending: Sending;
  readonly isOnDisk: boolean;
  readonly isOffline: boolean;
  readonly resend: UseReview["resend"];
  readonly reopen: UseReview["reopen"];
  readonly onClose: () => void;
  /** Comments that were made, to be copied; null when there are none. */
  readonly onCopy: (() => void) | null;
};

export function EndBar(props: EndBarProps): VNode {
  const { home, outcome, sending, isOnDisk, isOffline, resend, reopen, onClose, onCopy } = props;
  const ended = outcome ?? outcomeOf(sending);
  if (ended !== null) {
    const isOwn = sending.kind === "replied" && sending.reply.kind === "won";
    return (
      <Bar ending={endingOf(ended, isOnDisk)} where={isOwn ? null : ended} home={home}>
        {onCopy !== null && !isOwn && (
          <button type="button" onClick={onCopy}>
            Copy your comments
          </button>
        )}
        <button type="button" class="main" onClick={onClose}>
          Continue
        </button>
      </Bar>
    );
  }
  if (sending.kind === "replied" && sending.reply.kind === "voted") {
    const { agreeing, needed } = sending.reply;
    const next = `${agreeing} of ${needed} people agree so far. It is applied when someone else gives the same answer.`;
    return (
      <Bar ending={{ title: "Your vote counts.", next, tone: "good" }}>
        <button type="button" class="main" onClick={onClose}>
          Continue
        </button>
      </Bar>
    );
  }
  if (sending.kind === "replied")
    return (
      <Bar ending={{ title: "Your answer was refused.", next: refusalOf(sending), tone: "warn" }}>
        <button type="button" onClick={onClose}>
          Back
        </button>
        <button type="button" class="main" onClick={reopen}>
          Change your answer
        </button>
      </Bar>
    );
  if (sending.kind === "unsent")
    return (
      <Bar ending={unsentEnding(sending, isOffline)}>
        <button type="button" onClick={reopen}>
          Change your answer
        </button>
        <button type="button" class="main" onClick={resend} disabled={isOffline}>
          Send again
        </button>
      </Bar>
    );
  return (
    <footer class="actions" aria-label="Answer">
      <p class="actions-note dim" role="status">
        Sending your answer…
      </p>
    </footer>
  );
}

function unsentEnding({ message, isRefused }: Extract<Sending, { kind: "unsent" }>, isOffline: boolean): Ending {
  if (isRefused)
    return {
      title: "Your answer was not saved.",
      next: `${message} It is kept here; nothing was written.`,
      tone: "warn",
    };
  return {
    title: "Your answer may not have arrived.",
    next: `${isOffline ? "You are offline." : "The connection was lost."} The answer is kept here. Send it again: if it arrived, that one counts.`,
    tone: "warn",
  };
}

type BarProps = {
  readonly ending: Ending;
  readonly where?: WebOutcome | null;
  readonly home?: string | null;
  readonly children: VNode | (VNode | false)[];
};

function Bar({ ending, where = null, home = null, children }: BarProps): VNode {
  return (
    <footer class={`actions ended ${ending.tone}`} aria-label="What became of this question">
      <p class="actions-note" role="status">
        <strong>{ending.title}</strong>
        {where?.kind === "answered" && (
          <span>
            {" "}
            Answered{" "}
            {where.by !== undefined && where.by.length > 0 ? (
              <>
                by <Revealed text={peopleLabel(where.by, { home })} />
              </>
            ) : where.from === null ? (
              "elsewhere"
            ) : (
              <>
                in <Revealed text={where.from} />
              </>
            )}{" "}
            at {new Date(where.at).toLocaleTimeString()}.
          </span>
        )}{" "}
        <span class="dim">
          <Revealed text={ending.next} />
        </span>
      </p>
      <div class="actions-buttons">{children}</div>
    </footer>
  );
}

/** What the server's reply says became of the question; null when it is still open. */
function outcomeOf(sending: Sending): WebOutcome | null {
  if (sending.kind !== "replied") return null;
  const at = new Date().toISOString();
  const { reply } = sending;
  switch (reply.kind) {
    case "won":
      return { kind: "answered", decision: reply.decision, at, from: "this page" };
    case "lost":
      return {
        kind: "answered",
        decision: reply.decision,
        at,
        from: null,
        ...("by" in reply && { by: reply.by }),
      };
    case "closed":
      return { kind: "closed", because: reply.because, at };
    case "refused":
    case "voted":
      return null;
    default:
      return reply satisfies never;
  }
}

function refusalOf(sending: Extract<Sending, { kind: "replied" }>): string {
  const { reply } = sending;
  return reply.kind === "refused" ? reply.reason : "";
}
