// The review of one question: the state of src/review on a screen. It answers only what was painted and stayed, and
// only through `answer`.

import { Component, type ComponentChildren, type VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { pageOf, type LinePlace, type Page } from "../../../review/index.ts";
import { messageOf } from "../../../base/index.ts";
import { Revealed } from "../text.tsx";
import { askedIn } from "./asking/asked.ts";
import { EditView } from "./edit/edit-view.tsx";
import { useGate } from "./asking/use-gate.ts";
import type { ViewRows } from "./rows/view-rows.ts";
import type { ReviewScreenProps } from "./state/types.ts";
import { useReview } from "./state/use-review.ts";
import { useReviewKeys } from "./state/use-review-keys.ts";
import { useShape } from "./state/use-shape.ts";
import { ActionBar } from "./view/action-bar.tsx";
import { ChangeView } from "./view/change-view.tsx";
import { EndBar } from "./view/end-bar.tsx";
import { Lead } from "./view/lead.tsx";
import { OpenView } from "./view/open-view.tsx";
import { Overview, RestBar } from "./view/overview.tsx";
import { PlainView } from "./view/plain-view.tsx";
import { SearchBar } from "./view/search-bar.tsx";
import { StagePanel } from "./view/stages.tsx";
import { TitleBar } from "./view/title-bar.tsx";
import type { ListControl } from "./view/virtual-list.tsx";

export type { Answered, ReviewScreenProps } from "./state/types.ts";

/** Another question is another screen: nothing of the one before is left in it. */
export function ReviewScreen(props: ReviewScreenProps): VNode {
  return (
    <Guarded key={props.question.id} onClose={props.onClose}>
      <OneReview {...props} />
    </Guarded>
  );
}

/** Shows nothing rather than something that is not what would be written. */
class Guarded extends Component<
  { readonly onClose: () => void; readonly children: ComponentChildren },
  { problem: string | null }
> {
  override state: { problem: string | null } = { problem: null };

  override componentDidCatch(error: unknown): void {
    this.setState({ problem: messageOf(error) });
  }

  override render(): ComponentChildren {
    const { problem } = this.state;
    if (problem === null) return this.props.children;
    return (
      <section class="state" data-testid="review" aria-label="Review">
        <h2>This question cannot be shown as it is</h2>
        <p class="dim">
          <Revealed text={problem} /> Nothing was answered. Reject it in a terminal with galley inbox, or ask the agent
          to try again.
        </p>
        <button type="button" onClick={this.props.onClose}>
          Back
        </button>
      </section>
    );
  }
}

function OneReview(props: ReviewScreenProps): VNode {
  const { question, here, outcome, connection, mayNot = null, home = null, position, answer, onClose, keys } = props;
  const purpose = question.asker.door === "review" ? "work-tree" : "approve";
  const { review, left, sending, dispatch, resend, reopen } = useReview(question, { purpose, answer, onDone: onClose });
  const control = useRef<ListControl>(null);
  const model = useRef<ViewRows>(null);
  const place = useRef<HTMLElement>(null);
  const [cursor, setCursor] = useState<LinePlace | null>(null);
  const { shape, setShape } = useShape(place);
  const isOver = outcome !== null || review.stage.kind === "settled";
  const isOffline = connection === "offline";
  const isSearching = review.stage.kind === "searching";
  const isHeld = isOver || isOffline || mayNot !== null || isSearching;
  const gate = useGate(isHeld ? null : askedIn(question.id, review));
  const page = pageOf(review);
  const goToLine = (line: number): void => {
    const row = model.current?.rowOfLine({ side: "new", line }) ?? null;
    if (row === null) return;
    control.current?.goTo(row, { always: true });
    setCursor({ side: "new", line });
  };
  const [now] = useState(() => Date.now());
  // Why the question comes again is said above it, as long as it is there; what is said later, next to the buttons.
  const opening = useRef(review.notice);
  const shown = page?.kind === "change" ? page.shown : page;
  const lead = useMemo(
    () => (
      <Lead
        question={question}
        here={here}
        page={review.showing === "overview" ? null : page}
        notice={opening.current}
        left={left}
        isOnDisk={purpose === "work-tree"}
        now={now}
        isOver={isOver}
        onLine={goToLine}
        onExplain={() => dispatch({ kind: "explanation-switched" })}
      />
    ),
    [question, isOver, shown, review.showing, review.at, page?.kind === "change" && page.isExplained],
  );
  const actions = useReviewKeys({
    keys,
    review,
    dispatch,
    gate,
    isOver,
    control,
    model,
    cursor,
    setCursor,
    setShape,
    shape,
    onClose,
  });
  const common = { review, dispatch, lead, control };
  const editedHunk = review.stage.kind === "editing" ? (review.stage.hunk ?? null) : null;
  const isEditing = review.stage.kind === "editing" && page?.kind === "change" && !isOver;
  return (
    <section ref={place} class="review" data-testid="review" aria-label="Review">
      <TitleBar
        review={review}
        page={page}
        position={position}
        dispatch={dispatch}
        onClose={onClose}
        shape={shape}
        onShape={setShape}
        isEditing={isEditing}
      />
      {isSearching && <SearchBar review={review} dispatch={dispatch} control={control} model={model} />}
      {isEditing ? (
        <EditView
          key={`edit ${review.at}`}
          page={page}
          hunk={editedHunk}
          onClose={(outcome) => dispatch({ kind: "editor-closed", outcome })}
        />
      ) : review.showing === "overview" ? (
        <Overview {...common} />
      ) : (
        <PageView
          key={`page ${review.at}`}
          {...common}
          page={page}
          cursor={cursor}
          onCursor={setCursor}
          model={model}
          wrap={shape.wrap}
          isSplit={shape.isSplit}
          onEditHunk={actions.editHunk}
          isOver={isOver}
        />
      )}
      {isEditing ? null : isOver ? (
        <EndBar
          home={home}
          outcome={outcome}
          sending={sending}
          isOnDisk={purpose === "work-tree"}
          isOffline={isOffline}
          resend={resend}
          reopen={reopen}
          onClose={onClose}
          onCopy={actions.copyComments}
        />
      ) : (
        (StagePanel({ review, dispatch, gate }) ??
        (review.showing === "overview" || page === null ? (
          <RestBar review={review} dispatch={dispatch} />
        ) : (
          <ActionBar
            review={review}
            page={page}
            dispatch={dispatch}
            gate={gate}
            notice={review.notice === opening.current ? null : review.notice}
            isOffline={isOffline}
            mayNot={mayNot}
            onEdit={actions.edit}
            onComment={actions.comment}
            onCopy={purpose === "work-tree" ? actions.copyComments : null}
          />
        )))
      )}
    </section>
  );
}

type PageViewProps = Omit<Parameters<typeof ChangeView>[0], "page"> & { readonly page: Page | null };

function PageView({ page, ...props }: PageViewProps): VNode {
  switch (page?.kind) {
    case "change":
      return <ChangeView {...props} page={page} />;
    case "open":
      return <OpenView {...props} page={page} />;
    case "plain":
      return <PlainView {...props} page={page} />;
    case undefined:
      return <p class="state">There is nothing to decide in this question.</p>;
    default:
      return page satisfies never;
  }
}
