// The bar at the bottom of a review: what a click will do, in words, and what else can be done. Nothing in it answers
// before what it answers was painted and stayed (use-gate.ts).

import type { VNode } from "preact";
import { canChoose, contentOf, type Page, type Review, type ReviewEvent } from "../../../../review/index.ts";
import { Revealed } from "../../text.tsx";
import { afterAnswer, labelsOf, labelsToCome } from "../asking/labels.ts";
import type { UseGate } from "../asking/use-gate.ts";

export type Dispatch = (...events: readonly ReviewEvent[]) => Review;

type ActionBarProps = {
  readonly review: Review;
  readonly page: Page;
  readonly dispatch: Dispatch;
  readonly gate: UseGate;
  /** Said once: a key that does not fit here, a version that was made. */
  readonly notice: string | null;
  readonly isOffline: boolean;
  readonly mayNot: string | null;
  readonly onEdit: () => void;
  readonly onComment: () => void;
  /** Comments as a prompt, to the clipboard; null when there are none. */
  readonly onCopy: (() => void) | null;
};

export function ActionBar({
  review,
  page,
  dispatch,
  gate,
  notice,
  isOffline,
  mayNot,
  onEdit,
  onComment,
  onCopy,
}: ActionBarProps): VNode {
  const labels = labelsOf(review, page);
  const toCome = labelsToCome(review, page);
  const next = afterAnswer(review);
  const canEdit = page.kind === "change" && contentOf(page) !== null;
  const isNeeded = page.kind === "plain" && !page.seen.end;
  const why = isOffline
    ? OFFLINE
    : review.stage.kind === "searching"
      ? SEARCHING
      : mayNot !== null
        ? MAY_NOT
        : (labels.nothing ?? (isNeeded ? "Scroll to the end first." : next));
  const canApply = gate.isOpen && labels.nothing === null && !isNeeded;
  const given = page.answer?.kind ?? null;
  return (
    <footer class="actions" aria-label="Answer">
      <p class="actions-note dim small" role="status">
        {notice !== null && (
          <strong class="actions-said">
            <Revealed text={notice} keepMarks reading="prose" />{" "}
          </strong>
        )}
        {given !== null && <strong>{GIVEN[given]} </strong>}
        {review.remember?.pages.includes(review.at) === true && <strong>A rule is kept with it. </strong>}
        {why}
      </p>
      <div class="actions-more">
        {canEdit && (
          <button type="button" onClick={onEdit} title="e">
            Edit
          </button>
        )}
        {page.kind === "change" && !page.edited && !canChoose(page) && (
          <button type="button" class="quiet" onClick={onComment} title="c">
            Comment
          </button>
        )}
        {review.purpose === "work-tree" && page.kind === "change" && (
          <button type="button" class="quiet" disabled={onCopy === null} onClick={() => onCopy?.()}>
            Copy comments
          </button>
        )}
        {canRemember(page) && review.purpose === "approve" && (
          <button type="button" class="quiet" title="a" onClick={() => dispatch({ kind: "always-asked", all: false })}>
            Always…
          </button>
        )}
        {page.kind !== "open" && review.purpose === "approve" && (
          <button
            type="button"
            class="quiet"
            title="Reject with a reason (r)"
            aria-label="Reject with reason…"
            onClick={() => dispatch({ kind: "reason-asked" })}
          >
            Reason…
          </button>
        )}
      </div>
      <div class="actions-buttons">
        <button
          type="button"
          data-testid="reject"
          title="n or d"
          aria-disabled={!gate.isOpen}
          onPointerDown={gate.onPointerDown}
          onClick={gate.byClick(() => dispatch({ kind: "page-rejected", reason: null }))}
        >
          <Sized label={labels.reject} others={toCome.map(({ reject }) => reject)} />
        </button>
        <button
          type="button"
          class="main"
          data-testid="apply"
          title="Enter or y"
          aria-disabled={!canApply}
          onPointerDown={gate.onPointerDown}
          onClick={gate.byClick(() => canApply && dispatch({ kind: "page-applied" }))}
        >
          <Sized label={labels.apply} others={toCome.map(({ apply }) => apply)} />
        </button>
      </div>
    </footer>
  );
}

/** A label in the room that the longest of its others needs: a button does not move when what it says changes. */
function Sized({ label, others }: { readonly label: string; readonly others: readonly string[] }): VNode {
  return (
    <span class="sized">
      <span>{label}</span>
      {[...new Set(others)].map((other) => (
        <span class="sizer" key={other} aria-hidden="true" data-label={other} />
      ))}
    </span>
  );
}

/** Of what a rule can be about, where rules are kept at all. Whether one is on offer is said when it is asked for. */
function canRemember(page: Page): boolean {
  if (page.kind === "open" || page.payload.rules?.kept === "none") return false;
  return page.kind === "change" || (page.kind === "plain" && REMEMBERED.has(page.payload.type));
}

const REMEMBERED: ReadonlySet<string> = new Set(["read", "shell", "call"]);

const SEARCHING = "Close the search to answer.";
const MAY_NOT = "You can read this, and not answer it: see above.";
const OFFLINE = "Offline. Your choices and comments are kept; you can answer when the connection is back.";

const GIVEN = {
  apply: "You chose to apply this.",
  reject: "You chose to reject this.",
  place: "You chose this place.",
  left: "You chose to leave this out.",
} as const;
