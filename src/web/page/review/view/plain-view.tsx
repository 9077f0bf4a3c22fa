// A question that is no change of a file: a command with every character of it, a file to be read, or a type this version
// does not know, by its description.

import type { VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import {
  describePlace,
  describeServer,
  lines,
  type ApprovalPayload,
  type ShellPayload,
} from "../../../../approval/index.ts";
import { counted } from "../../../../base/index.ts";
import { outlineOf, type PlainPage, type Review } from "../../../../review/index.ts";
import { Path, Revealed } from "../../text.tsx";
import { drawnLines } from "../rows/drawn-lines.ts";
import { pageRows } from "../rows/page-rows.ts";
import type { PageRow, PageRows } from "../rows/segments.ts";
import type { Dispatch } from "./action-bar.tsx";
import { LineText } from "./line.tsx";
import { VirtualList, type ListControl, type Painted } from "./virtual-list.tsx";

type PlainViewProps = {
  readonly review: Review;
  readonly page: PlainPage;
  readonly dispatch: Dispatch;
  readonly lead: VNode;
  readonly control: { current: ListControl | null };
};

export function PlainView({ review, page, dispatch, lead, control }: PlainViewProps): VNode {
  const { payload } = page;
  const text = payload.type === "shell" ? payload.command : payload.type === "call" ? payload.arguments : null;
  const outline = useMemo(
    // The added line break ends the last line: a command that ends in one has an empty line more.
    () =>
      outlineOf({ path: "", before: null, after: text === null ? "" : `${text}\n` }, { as: "whole", reading: "exact" }),
    [text],
  );
  const rows = useMemo(() => (text === null ? NO_ROWS : pageRows(outline, { headings: false })), [outline, text]);
  const pieces = useMemo(() => drawnLines(outline, { path: "", exact: true }), [outline]);
  const reported = useRef("");
  const onPainted = ({ from, to, rows: count, height }: Painted): void => {
    const said = `${review.at} ${from} ${to} ${count}`;
    if (review.painted && reported.current === said) return;
    reported.current = said;
    dispatch({
      kind: "page-painted",
      page: review.at,
      view: "change",
      layout: "plain",
      rows: count,
      lead: 0,
      height,
      from,
      to,
      isAnswerable: to > from,
    });
  };
  const draw = (at: number): VNode => {
    if (at === 0)
      return (
        <div key="lead" class="lead">
          {lead}
          <About payload={payload} />
        </div>
      );
    const row: PageRow = rows.row(at - 1);
    if (row.kind !== "line") return <div key={`w${at}`}>{row.kind === "words" ? row.part.text : ""}</div>;
    return (
      <div key={`l${at}`} class="ln context">
        <span class="no" aria-hidden="true">
          {row.span.from === 0 ? row.numbers.new : "·"}
        </span>
        <LineText kind="context" pieces={pieces(row)} isCut={row.isCut} isFirst={false} />
      </div>
    );
  };
  return (
    <div class="diff wraps plain">
      <VirtualList
        class="code"
        label={LABELS[payload.type] ?? "The question"}
        count={rows.count + 1}
        layout="plain"
        guess={(at, width) =>
          at === 0 ? 120 : 20 * Math.max(1, Math.ceil((rows.lengthAt(at - 1) * 7.83) / Math.max(80, width - 80)))
        }
        draw={draw}
        version={page.payload}
        keyOf={(at) => String(at)}
        rowOf={Number}
        onPainted={onPainted}
        control={control}
      />
    </div>
  );
}

const LABELS: Readonly<Record<string, string>> = { shell: "The command", call: "What is sent" };

const NO_ROWS: Pick<PageRows, "count" | "row" | "lengthAt"> = {
  count: 0,
  row: () => ({ kind: "unended", of: "context", hunk: null }),
  lengthAt: () => 0,
};

function About({ payload }: { readonly payload: ApprovalPayload }): VNode {
  switch (payload.type) {
    case "shell":
      return <AboutCommand payload={payload} />;
    case "call":
      return (
        <p class="notice warn">
          <Revealed text={describeServer(payload)} reading="exact" />
        </p>
      );
    case "read":
      return (
        <>
          <p class="plain-text">
            <Revealed text={payload.description} />
          </p>
          {payload.file_lines !== null && (
            <p class="dim">
              {lines(payload.file_lines)}, {counted(payload.file_bytes ?? 0, "byte")}
            </p>
          )}
        </>
      );
    default:
      return (
        <p class="plain-text">
          “<Revealed text={payload.description} />” – Approve?
        </p>
      );
  }
}

function AboutCommand({ payload }: { readonly payload: ShellPayload }): VNode {
  const added = Object.entries(payload.environment);
  return (
    <>
      <p class={payload.where === "host" ? "notice warn" : "notice"}>
        <Revealed text={`${describePlace(payload)}.`} />
      </p>
      <p class="dim small">
        In <Path path={payload.cwd} />, for at most {Math.round(payload.timeout_ms / 1000)} s.
      </p>
      {added.map(([name, value]) => (
        <p class="small" key={name}>
          with{" "}
          <code>
            <Revealed text={`${name}=${value}`} reading="exact" tabs spaces />
          </code>
        </p>
      ))}
    </>
  );
}
