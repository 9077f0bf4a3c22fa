// What `apply` tells a person: one line per block, what to do about the rest, how to take it back.

import { counted } from "../base/index.ts";
import type { BlockResult } from "../commit/index.ts";
import { reveal } from "../text/index.ts";
import type { ApplyReport } from "../tools/index.ts";
import type { Paint } from "../terminal/index.ts";

export type ReportOptions = {
  readonly paint: Paint;
  readonly retry: string | null;
  readonly retryFile: string | null;
  readonly quiet: boolean;
  readonly atomic?: boolean;
  /** Cuts prose at words to the terminal's width. Without it lines stay whole. */
  readonly fold?: Fold | null;
};

/** `indent` cells stand before every row, `used` more before the first. */
export type Fold = (text: string, options: { readonly indent: number; readonly used?: number }) => string[];

export function describeReport(report: ApplyReport, options: ReportOptions): string {
  const { paint, retry, retryFile, quiet, atomic } = options;
  const fold = options.fold ?? ((text: string): string[] => [text]);
  const shown = quiet ? report.results.filter((result) => !isGood(result)) : report.results;
  const width = Math.min(40, Math.max(0, ...shown.map((result) => (result.file_path ?? NO_PATH).length)));
  const lines = shown.flatMap((result) => resultLines(result, { width, paint, fold }));
  for (const warning of report.warnings) {
    const rows = fold(reveal(warning, { keepMarks: true }), { indent: 2 });
    lines.push(...rows.map((row, at) => paint.yellow(`${at === 0 ? "!" : " "} ${row}`)));
  }
  if (!quiet) lines.push("", ...sumRows(report, { atomic: atomic ?? false, fold }));
  if (retry !== null && retryFile !== null)
    lines.push(...fold(`A text for the model about the rest is in ${retryFile}.`, { indent: 0 }));
  else if (retry !== null && !quiet)
    lines.push("", paint.bold("To send back to the model:"), "", reveal(retry, { keepMarks: true }));
  const text = lines.join("\n").trimEnd();
  return text === "" ? "" : `${text}\n`;
}

const NO_PATH = "(no path)";

type Columns = { readonly width: number; readonly paint: Paint; readonly fold: Fold };

function resultLines(result: BlockResult, { width, paint, fold }: Columns): string[] {
  const path = reveal(result.file_path ?? NO_PATH, { oneLine: true }).padEnd(width);
  const [first = "", ...rest] = reveal(result.message, { keepMarks: true }).split("\n");
  // The first row has a sign and the path where the others have their indentation.
  const used = Math.max(0, path.length + 4 - INDENT.length);
  const [head = "", ...more] = fold(first, { indent: INDENT.length, used });
  const below = rest.flatMap((line) => (isProse(line) ? fold(line, { indent: INDENT.length }) : [line]));
  return [`${mark(result, paint)} ${path}  ${head}`.trimEnd(), ...[...more, ...below].map((line) => INDENT + line)];
}

const INDENT = "    ";

/** Lines of the file keep their shape; sentences of ours do not need theirs. */
function isProse(line: string): boolean {
  return /^[A-Z]/.test(line);
}

function mark(result: BlockResult, paint: Paint): string {
  if (isGood(result)) return paint.green("✓");
  return result.status === "FAILED" ? paint.red("✗") : paint.yellow("–");
}

function isGood({ status }: BlockResult): boolean {
  return status === "APPLIED" || status === "VALIDATED" || status === "ALREADY_APPLIED";
}

/** The command to take it back is never cut in two: it is to be copied. */
function sumRows(report: ApplyReport, { atomic, fold }: { readonly atomic: boolean; readonly fold: Fold }): string[] {
  const sentences = sums(report, atomic);
  const together = fold(sentences.join(" "), { indent: 0 });
  return together.length === 1 ? together : sentences.flatMap((line) => fold(line, { indent: 0 }));
}

function sums(report: ApplyReport, atomic: boolean): string[] {
  const { results } = report;
  const having = (wanted: BlockResult["status"]): number => results.filter(({ status }) => status === wanted).length;
  const already = having("ALREADY_APPLIED");
  const all = counted(results.length, "edit");
  if (results.length === 0) return ["There was nothing to do. Nothing was written."];
  if (report.mode === "dry-run") {
    const there = already === 0 ? "" : ` ${counted(already, "is", "are")} already applied.`;
    return [`Dry run: ${having("VALIDATED")} of ${all} would apply.${there} Nothing was written.`];
  }
  const written = report.files_created.length + report.files_modified.length + report.files_deleted.length;
  if (written === 0) {
    if (already === results.length) return ["Everything was already in place. Nothing was written."];
    const isHeld = atomic && having("VALIDATED") > 0;
    return [isHeld ? "Nothing was written: --atomic is set and not every edit could be made." : "Nothing was written."];
  }
  const undo = report.receipt_id === null ? [] : [`Take it back with: galley undo ${report.receipt_id}`];
  const there = already === 0 ? "" : `, ${counted(already, "was", "were")} already applied`;
  return [`${having("APPLIED")} of ${all} applied${there}, ${counted(written, "file")} changed.`, ...undo];
}
