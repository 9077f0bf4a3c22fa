// What `apply` tells a person: one line per block, what to do about the rest, how to take it back.

import { counted } from "../base/index.ts";
import type { BlockResult } from "../commit/index.ts";
import {
  joinPrintable,
  plain,
  printable,
  reveal,
  revealLines,
  revealPath,
  spaces,
  splitPlain,
  trimEndOf,
  type Plain,
  type Printable,
} from "../text/index.ts";
import type { ApplyReport } from "../tools/index.ts";
import type { Paint } from "../terminal/index.ts";

export type ReportOptions = {
  readonly paint: Paint;
  readonly retry: string | null;
  readonly retryFile: string | null;
  readonly quiet: boolean;
  readonly atomic?: boolean;
  /** Results that were shown above: they are counted, and not listed again. */
  readonly above?: readonly BlockResult[];
  /** Cuts prose at words to the terminal's width. Without it lines stay whole. */
  readonly fold?: Fold | null;
};

/** `indent` cells stand before every row, `used` more before the first. */
export type Fold = (text: Plain, options: { readonly indent: number; readonly used?: number }) => Plain[];

export function describeReport(report: ApplyReport, options: ReportOptions): Printable {
  const { paint, retry, retryFile, quiet, atomic } = options;
  const fold = options.fold ?? ((text: Plain): Plain[] => [text]);
  const listed = withoutShown(report.results, options.above ?? []);
  const shown = quiet ? listed.filter((result) => !isGood(result)) : listed;
  const width = Math.min(40, Math.max(0, ...shown.map((result) => (result.file_path ?? NO_PATH).length)));
  const lines: Printable[] = shown.flatMap((result) => resultLines(result, { width, paint, fold }));
  for (const warning of report.warnings) {
    const rows = fold(reveal(warning, { keepMarks: true }), { indent: 2 });
    lines.push(...rows.map((row, at) => paint.yellow(plain`${at === 0 ? plain`!` : plain` `} ${row}`)));
  }
  if (!quiet) lines.push(plain``, ...sumRows(report, { atomic: atomic ?? false, fold }));
  if (retry !== null && retryFile !== null)
    lines.push(...fold(plain`A text for the model about the rest is in ${revealPath(retryFile)}.`, { indent: 0 }));
  else if (retry !== null && !quiet)
    lines.push(
      plain``,
      paint.bold(plain`To send back to the model:`),
      plain``,
      revealLines(retry, { reading: "code", keepMarks: true }),
    );
  const text = trimEndOf(joinPrintable(lines, plain`\n`));
  return text === "" ? text : printable`${text}\n`;
}

/** What will not be applied, before the rest is asked about or written. `whole`: with the lines below the first. */
export function describeNotApplied(results: readonly BlockResult[], { whole }: { readonly whole: boolean }): Plain {
  const lines = results.flatMap(({ file_path, message }) => {
    const [first = plain``, ...rest] = splitPlain(revealLines(message, { keepMarks: true }), "\n");
    const below = whole ? rest.map((line) => plain`${INDENT}${line}`) : [];
    return [plain`  ${revealPath(file_path ?? NO_PATH)}  ${first}`, ...below];
  });
  return plain`Not applied:\n${joinPrintable(lines, plain`\n`)}\n`;
}

/** The results that were not shown before in the same words. */
export function withoutShown(results: readonly BlockResult[], shown: readonly BlockResult[]): readonly BlockResult[] {
  const keyOf = ({ file_path, message }: BlockResult): string => JSON.stringify([file_path, message]);
  const known = new Set(shown.map(keyOf));
  return results.filter((result) => !known.has(keyOf(result)));
}

const NO_PATH = "(no path)";

type Columns = { readonly width: number; readonly paint: Paint; readonly fold: Fold };

function resultLines(result: BlockResult, { width, paint, fold }: Columns): Printable[] {
  const name = revealPath(result.file_path ?? NO_PATH);
  const path = plain`${name}${spaces(width - name.length)}`;
  const [first = plain``, ...rest] = splitPlain(revealLines(result.message, { keepMarks: true }), "\n");
  // The first row has a sign and the path where the others have their indentation.
  const used = Math.max(0, path.length + 4 - INDENT.length);
  const [head = plain``, ...more] = fold(first, { indent: INDENT.length, used });
  const below = rest.flatMap((line) => (isProse(line) ? fold(line, { indent: INDENT.length }) : [line]));
  return [
    trimEndOf(printable`${mark(result, paint)} ${path}  ${head}`),
    ...[...more, ...below].map((line) => plain`${INDENT}${line}`),
  ];
}

const INDENT = plain`    `;

/** Lines of the file keep their shape; sentences of ours do not need theirs. */
function isProse(line: string): boolean {
  return /^[A-Z]/.test(line);
}

function mark(result: BlockResult, paint: Paint): Printable {
  if (isGood(result)) return paint.green(plain`✓`);
  return result.status === "FAILED" ? paint.red(plain`✗`) : paint.yellow(plain`–`);
}

function isGood({ status }: BlockResult): boolean {
  return status === "APPLIED" || status === "VALIDATED" || status === "ALREADY_APPLIED";
}

/** The command to take it back is never cut in two: it is to be copied. */
function sumRows(report: ApplyReport, { atomic, fold }: { readonly atomic: boolean; readonly fold: Fold }): Plain[] {
  const sentences = sums(report, atomic).map((sentence) => reveal(sentence));
  const together = fold(joinPrintable(sentences, plain` `), { indent: 0 });
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
