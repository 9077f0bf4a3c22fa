// A page for what is no change of a file and no command: a read, or a type of a later version.

import { counted } from "../../base/index.ts";
import { lines as linesOf, type ApprovalPayload } from "../../approval/index.ts";
import { plain, reveal, type Plain } from "../../text/index.ts";
import { continuedRows } from "../view/continued.ts";
import { revealTarget } from "../view/target-path.ts";
import { wrapWords } from "../wrap.ts";
import { NO_LINES, type PageView, type ViewOptions } from "./page-view.ts";

/** What it says about itself. */
export function plainView(payload: ApprovalPayload, { width, paint, show }: ViewOptions): PageView {
  const asked = asking(payload, show);
  const warnings = payload.risks
    .flatMap((risk) => wrapWords(plain`⚠ ${reveal(risk.message, { keepMarks: true })}`, width))
    .map((row) => paint.yellow(row));
  const rows = [...warnings, ...asked.rows.flatMap((row) => continuedRows(row, { width }))];
  return {
    title: asked.title,
    width,
    count: rows.length,
    lead: warnings.length,
    row: (at) => rows[at]!,
    question: asked.question,
    more: null,
    layout: String(width),
    ...NO_LINES,
  };
}

type Asking = { readonly title: Plain; readonly rows: readonly Plain[]; readonly question: Plain };

function asking(payload: ApprovalPayload, show: (path: string) => string): Asking {
  const one = (text: string): Plain => reveal(text);
  switch (payload.type) {
    case "read": {
      const size =
        payload.file_lines === null
          ? []
          : [one(`${linesOf(payload.file_lines)}, ${counted(payload.file_bytes ?? 0, "byte")}`)];
      const rows = [one(payload.description), ...size];
      return { title: plain`Read: ${revealTarget(payload, show)}`, rows, question: plain`Let it read this?` };
    }
    default: {
      const description = one(payload.description);
      return { title: plain`Approve`, rows: [description], question: plain`"${description}" - Approve?` };
    }
  }
}
