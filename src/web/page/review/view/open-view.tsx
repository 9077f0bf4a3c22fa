// An edit without one exact place: why, where it could go, and what it would change there. The place that is chosen is
// asked about again with the whole file.

import type { VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { openWords, placeWords, type OpenPage, type Review } from "../../../../review/index.ts";
import { Revealed } from "../../text.tsx";
import type { Dispatch } from "./action-bar.tsx";
import { VirtualList, type ListControl, type Painted } from "./virtual-list.tsx";

type OpenViewProps = {
  readonly review: Review;
  readonly page: OpenPage;
  readonly dispatch: Dispatch;
  readonly lead: VNode;
  readonly control: { current: ListControl | null };
};

const SIGNS = { "+": "added", "-": "removed", "@": "fold" } as const;

export function OpenView({ review, page, dispatch, lead, control }: OpenViewProps): VNode {
  const { edit, place } = page;
  const diff = edit.places[place]?.unified_diff ?? "";
  const rows = useMemo(() => bodyOf(diff), [diff]);
  const reported = useRef("");
  const onPainted = ({ from, to, rows: count, height }: Painted): void => {
    const said = `${review.at} ${place} ${from} ${to} ${count}`;
    if (review.painted && reported.current === said) return;
    reported.current = said;
    dispatch({
      kind: "page-painted",
      page: review.at,
      view: "change",
      layout: `place ${place}`,
      rows: count,
      lead: 0,
      height,
      from,
      to,
      isAnswerable: to > from,
    });
  };
  const draw = (at: number): VNode =>
    at === 0 ? (
      <div key="lead" class="lead">
        {lead}
        <p class="open-why">
          <Revealed text={edit.message} keepMarks reading="prose" />
        </p>
        <Places page={page} dispatch={dispatch} />
      </div>
    ) : (
      <DiffRow key={`r${at}`} row={rows[at - 1]!} />
    );
  return (
    <div class="diff wraps">
      <VirtualList
        class="code"
        label="What it would change"
        count={rows.length + 1}
        layout={`place ${place}`}
        guess={(at) => (at === 0 ? 120 : 20)}
        draw={draw}
        version={page}
        keyOf={(at) => String(at)}
        rowOf={Number}
        onPainted={onPainted}
        control={control}
      />
    </div>
  );
}

function Places({ page, dispatch }: Pick<OpenViewProps, "page" | "dispatch">): VNode {
  const { places } = page.edit;
  if (places.length === 0)
    return <p class="notice">It matches nowhere. Leave it out, and the model is sent the reason.</p>;
  return (
    <fieldset class="places">
      <legend>{openWords(page.edit).question}</legend>
      {places.map((place, at) => (
        <label class="offer" key={at}>
          <input
            type="radio"
            name="place"
            checked={at === page.place}
            onChange={() => dispatch({ kind: "place-moved", by: at - page.place })}
          />
          <span>
            <Revealed text={placeWords(place)} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type Row = { readonly kind: "added" | "removed" | "context" | "fold"; readonly text: string };

/** The lines of a unified diff from its first range on. */
function bodyOf(diff: string): readonly Row[] {
  const lines = diff.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const first = Math.max(
    0,
    lines.findIndex((line) => line.startsWith("@@")),
  );
  return lines.slice(first).map((line): Row => {
    const kind = SIGNS[line[0] as keyof typeof SIGNS] ?? "context"; // Any other sign is an equal line.
    return { kind, text: kind === "fold" ? line : line.slice(1) };
  });
}

function DiffRow({ row }: { readonly row: Row }): VNode {
  if (row.kind === "fold") return <div class="words fold">{row.text}</div>;
  return (
    <div class={`ln ${row.kind}`}>
      <span class="sign" aria-hidden="true">
        {row.kind === "added" ? "+" : row.kind === "removed" ? "−" : " "}
      </span>
      <code class="tx">
        <Revealed text={row.text} reading="code" trailing={row.kind !== "context"} tabs />
      </code>
    </div>
  );
}
