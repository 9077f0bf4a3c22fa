// With nothing to review: paste an answer, review what is on disk, drop a file, try a sample; and the latest changes, each
// with Undo.

import type { VNode } from "preact";
import { useApp, useData } from "../app/context.ts";
import { reviewDisk } from "../app/tasks.ts";
import { counted } from "../../../base/index.ts";
import { Receipts } from "../history/receipts.tsx";
import { InboxList } from "../inbox/inbox-list.tsx";
import { Glyph } from "../layout/glyphs.tsx";
import { useResource } from "../store/resource.ts";
import { Revealed } from "../text.tsx";
import { useKeys } from "../use-keys.ts";
import { PasteBox } from "./paste-box.tsx";
import { RunningTasks } from "./running-tasks.tsx";

// More are in the history.
const LATEST = 5;

export function StartScreen(): VNode {
  const warnings = useData(({ warnings }) => warnings);
  return (
    <div class="screen start">
      <h1>What should be reviewed?</h1>
      {warnings.map((warning) => (
        <p class="notice warn" key={warning}>
          <Glyph name="warn" />
          <span>
            <Revealed text={warning} />
          </span>
        </p>
      ))}
      <Waiting />
      <RunningTasks />
      <PasteBox />
      <ReviewDisk />
      <LatestChanges />
    </div>
  );
}

/** Where the rail is not in sight, this is the way to the questions. */
function Waiting(): VNode | null {
  const count = useData(({ questions }) => questions.length);
  if (count === 0) return null;
  return (
    <section aria-label="Waiting for you">
      <h2 class="section-head">{count === 1 ? "A question waits for you" : `${count} questions wait for you`}</h2>
      <div class="listing">
        <InboxList />
      </div>
    </section>
  );
}

function ReviewDisk(): VNode {
  const app = useApp();
  const { value, error } = useResource(
    app.resources.workTree,
    useData(({ changed }) => changed.files),
  );
  const start = (): void => void reviewDisk(app);
  useKeys(app.keys, { "review-disk": start });
  const changed = value?.changed;
  const says =
    error !== null
      ? error
      : changed === undefined
        ? "Counting changed files…"
        : changed === null
          ? "This folder is no git repository, so there is nothing to compare with."
          : changed === 0
            ? "No file differs from the last commit."
            : `${counted(changed, "file")} changed since the last commit.`;
  return (
    <section class="start-disk card" aria-label="Review what is on disk">
      <div class="grow">
        <h2>Review what is on disk</h2>
        <p class="dim">
          <Revealed text={says} />
        </p>
      </div>
      <button type="button" onClick={start} disabled={changed === null || changed === 0}>
        {changed !== undefined && changed !== null && changed > 0 ? `Review ${counted(changed, "file")}` : "Review"}
      </button>
    </section>
  );
}

function LatestChanges(): VNode | null {
  const { resources, go } = useApp();
  const { value } = useResource(
    resources.log,
    useData(({ changed }) => changed.log),
  );
  if (value === null || value.length === 0) return null;
  return (
    <section aria-label="Latest changes">
      <h2 class="section-head">
        <span class="grow">Latest changes</span>
        <button type="button" class="link" onClick={() => go({ kind: "history" })}>
          History
        </button>
      </h2>
      <Receipts entries={value.slice(0, LATEST)} />
    </section>
  );
}
