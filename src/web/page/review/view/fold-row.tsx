// Where equal lines are left out: how many, and buttons that show some of them or all.

import type { VNode } from "preact";
import { nounFor } from "../../../../base/index.ts";
import type { Words } from "../../../../review/index.ts";
import type { Dispatch } from "./action-bar.tsx";

type Fold = Extract<Words, { kind: "fold" }>;

// As many as one click shows.
const MORE = 20;

export function FoldRow({ fold, dispatch }: { readonly fold: Fold; readonly dispatch: Dispatch }): VNode {
  const { hidden, text } = fold;
  if (hidden === null) return <div class="words fold">{text}</div>;
  const { old, count, isLast } = hidden;
  const open = (from: number, to: number) => (): void => void dispatch({ kind: "fold-opened", from, to });
  const isFirst = old === 0;
  const isLong = count > MORE;
  const lines = `${count.toLocaleString("en")} ${nounFor(count, "unchanged line")}`;
  return (
    <div class="words fold">
      {isLong && !isLast && (
        <button type="button" class="quiet small-button" onClick={open(old + count - MORE, old + count)}>
          ↑ {MORE} more
        </button>
      )}
      {isLong && !isFirst && (
        <button type="button" class="quiet small-button" onClick={open(old, old + MORE)}>
          ↓ {MORE} more
        </button>
      )}
      <button
        type="button"
        class="quiet small-button"
        aria-label={`Show all ${lines}`}
        onClick={open(old, old + count)}
      >
        All {lines}
      </button>
    </div>
  );
}
