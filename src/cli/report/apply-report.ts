// What `apply` reports to the user: one line per block, what to do about the rest, how to take it back. A failure that
// the text for the model explains below is named here and explained there.

import { counted } from "../../base/index.ts";
import type { BlockResult } from "../../commit/index.ts";
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
} from "../../text/index.ts";
import { countOutcomes, outcomesOf, type ApplyReport, type BlockOutcome, type RetryPrompt } from "../../tools/index.ts";
import { isDiffRow, isDone } from "../../edits/index.ts";
import { groupRows, type ResultRow } from "./group-rows.ts";
import type { Paint } from "../../terminal/index.ts";

export type ReportOptions = {
  readonly paint: Paint;
  /** The same results in words for the user; the report's own unless given. */
  readonly forUser?: readonly BlockResult[];
  readonly retry: RetryPrompt | null;
  readonly retryFile: string | null;
  readonly quiet: boolean;
  /** A row for every edit, however many there are. */
  readonly verbose?: boolean;
  readonly atomic?: boolean;
  /** Results that were shown above: they are counted, and not listed again. */
  readonly above?: readonly BlockResult[];
  /** Cuts prose at words to the terminal's width. Without it lines stay whole. */
  readonly fold?: Fold | null;
};

/** `indent` cells come before every row, `used` more before the first. */
export type Fold = (text: Plain, options: { readonly indent: number; readonly used?: number }) => Plain[];

export function describeReport(report: ApplyReport, options: ReportOptions): Printable {
  const { paint, retry, retryFile, quiet, atomic = false } = options;
  const fold = options.fold ?? ((text: Plain): Plain[] => [text]);
  const outcomes = outcomesOf(report.results, { mode: report.mode, atomic });
  const below = retryFile === null && !quiet ? retry : null;
  const rows = wordsFor(report.results, options).map((words, at): ResultRow | null => {
    if (words === null || (quiet && isDone(words))) return null;
    const entry = below?.entries.get(at);
    const isExplained = entry?.message === words.message;
    return {
      outcome: outcomes[at]!,
      result: isExplained ? { ...words, message: `Not applied: see ${entry.number} below.` } : words,
    };
  });
  const shown = rows.filter((row) => row !== null);
  const { single, groups } = options.verbose ? { single: shown, groups: [] } : groupRows(shown);
  const width = single.reduce((most, { result }) => Math.max(most, Math.min(40, nameOf(result).length)), 0);
  const lines: Printable[] = [
    ...single.flatMap((row) => resultLines(row, { width, paint, fold })),
    ...groups.flatMap(({ outcome, words }) => {
      const [first = plain``, ...more] = fold(reveal(words), { indent: 2 });
      return [printable`${mark(outcome, paint)} ${first}`, ...more.map((row) => plain`  ${row}`)];
    }),
    ...(groups.length === 0 ? [] : [paint.dim(plain`-v lists every file.`)]),
  ];
  for (const warning of report.warnings) {
    const rows = fold(reveal(warning, { keepMarks: true }), { indent: 2 });
    lines.push(...rows.map((row, at) => paint.yellow(plain`${at === 0 ? plain`!` : plain` `} ${row}`)));
  }
  const isWritten = retry !== null && retryFile !== null;
  if (!quiet) lines.push(plain``, ...sumRows(report, { outcomes, fold, nothing: isWritten ? "" : NOTHING }));
  if (isWritten) {
    const where = plain`A message for the model about the rest is in ${revealPath(retryFile)}.`;
    lines.push(...fold(report.mode === "dry-run" ? plain`${where} Nothing else was written.` : where, { indent: 0 }));
  } else if (below !== null)
    lines.push(
      plain``,
      paint.bold(plain`To send back to the model:`),
      plain``,
      revealLines(below.text, { reading: "code", keepMarks: true }),
    );
  const text = trimEndOf(joinPrintable(lines, plain`\n`));
  return text === "" ? text : printable`${text}\n`;
}

/** What will not be applied, before the rest is asked about or written. `whole`: with the lines below the first. */
export function describeNotApplied(results: readonly BlockResult[], given: Fold | null): Plain {
  const fold = given ?? ((text: Plain): Plain[] => [text]);
  const lines = results.flatMap(({ file_path, message }) => {
    const name = revealPath(file_path ?? NO_PATH);
    const [first = plain``, ...rest] = splitPlain(revealLines(message, { keepMarks: true }), "\n");
    const [head = plain``, ...more] = fold(first, { indent: INDENT.length, used: name.length });
    const below = rest.flatMap((line) => (isDiffRow(line) ? [line] : fold(line, { indent: INDENT.length })));
    return [plain`  ${name}  ${head}`, ...[...more, ...below].map((line) => plain`${INDENT}${line}`)];
  });
  return plain`Not applied:\n${joinPrintable(lines, plain`\n`)}\n`;
}

/** Each result in words for the user; null for one that was shown before. */
export function wordsFor(
  results: readonly BlockResult[],
  { above = [], forUser = results }: Pick<ReportOptions, "above" | "forUser">,
): readonly (BlockResult | null)[] {
  const keyOf = ({ file_path, message }: BlockResult): string => JSON.stringify([file_path, message]);
  const known = new Set(above.map(keyOf));
  return results.map((result, at) => (known.has(keyOf(result)) ? null : (forUser[at] ?? result)));
}

function nameOf({ file_path }: BlockResult): string {
  return file_path ?? NO_PATH;
}

const NO_PATH = "(no path)";

type Columns = { readonly width: number; readonly paint: Paint; readonly fold: Fold };

function resultLines({ result, outcome }: ResultRow, { width, paint, fold }: Columns): Printable[] {
  const name = revealPath(result.file_path ?? NO_PATH);
  const path = plain`${name}${spaces(width - name.length)}`;
  const [first = plain``, ...rest] = splitPlain(revealLines(result.message, { keepMarks: true }), "\n");
  // The first row has a sign and the path where the others have their indentation.
  const used = Math.max(0, path.length + 4 - INDENT.length);
  const [head = plain``, ...more] = fold(first, { indent: INDENT.length, used });
  const below = rest.flatMap((line) => (isDiffRow(line) ? [line] : fold(line, { indent: INDENT.length })));
  return [
    trimEndOf(printable`${mark(outcome, paint)} ${path}  ${head}`),
    ...[...more, ...below].map((line) => plain`${INDENT}${line}`),
  ];
}

const INDENT = plain`    `;

function mark(outcome: BlockOutcome, paint: Paint): Printable {
  const sign = MARKS[outcome];
  return paint[COLOURS[sign]](SIGNS[sign]);
}

/** ✓ it is as asked, or would be; – left undone by a decision or a rule; ✗ it could not be done. */
export const MARKS = {
  applied: "✓",
  "in-part": "✓",
  already: "✓",
  "would-apply": "✓",
  "needs-person": "–",
  held: "–",
  skipped: "–",
  "not-seen": "–",
  failed: "✗",
} as const satisfies Record<BlockOutcome, string>;

const SIGNS = { "✓": plain`✓`, "–": plain`–`, "✗": plain`✗` } as const;
const COLOURS = { "✓": "green", "–": "yellow", "✗": "red" } as const;

type Summing = {
  readonly outcomes: readonly BlockOutcome[];
  readonly fold: Fold;
  /** What ends a dry run's sum; "" where something else was written. */
  readonly nothing: string;
};

const NOTHING = "Nothing was written.";

/** The command to take it back is never cut in two: it is to be copied. */
function sumRows(report: ApplyReport, summing: Summing): Plain[] {
  const { fold } = summing;
  const sentences = sums(report, summing)
    .filter((sentence) => sentence !== "")
    .map((sentence) => reveal(sentence));
  const together = fold(joinPrintable(sentences, plain` `), { indent: 0 });
  return together.length === 1 ? together : sentences.flatMap((line) => fold(line, { indent: 0 }));
}

function sums(report: ApplyReport, { outcomes, nothing }: Summing): string[] {
  const count = countOutcomes(outcomes);
  const all = counted(outcomes.length, "edit");
  const already = count("already");
  if (outcomes.length === 0) return ["There was nothing to do.", nothing];
  if (report.mode === "dry-run") {
    const there = already === 0 ? "" : `${counted(already, "is", "are")} already applied.`;
    if (count("held") > 0) return [`Dry run: nothing would be written: ${heldBy(outcomes)}.`, there, nothing];
    const person = count("needs-person");
    const asked = report.results.filter(({ approval }) => approval === "reviewer").length;
    const sum = `Dry run: ${count("would-apply", "needs-person")} of ${all} would apply.`;
    const needs = asked === 0 ? "" : `${counted(asked, "needs", "need")} approval.`;
    const alone =
      person === 0 ? "" : `${counted(person, "needs", "need")} a person's approval, which --yes does not give.`;
    return [sum, needs, alone, there, nothing];
  }
  const written = report.files_created.length + report.files_modified.length + report.files_deleted.length;
  if (written === 0) {
    if (already === outcomes.length) return ["Everything was already in place. Nothing was written."];
    return [count("held") > 0 ? `Nothing was written: ${heldBy(outcomes)}.` : "Nothing was written."];
  }
  const undo = report.receipt_id === null ? [] : [`Undo it with: galley undo ${report.receipt_id}`];
  const there = already === 0 ? "" : `, ${counted(already, "was", "were")} already applied`;
  const inPart = count("in-part");
  const applied = inPart === 0 ? "applied" : `applied in full, ${inPart} in part`;
  const files = `${counted(written, "file")} changed${stagedNote(report.staged.length, written)}`;
  return [`${count("applied")} of ${all} ${applied}${there}, ${files}.`, ...undo];
}

/** Outside a repository nothing is staged, and nothing is said about it. */
function stagedNote(staged: number, written: number): string {
  if (staged === 0) return "";
  return staged === written ? " and staged in git" : `, ${staged} staged in git`;
}

function heldBy(outcomes: readonly BlockOutcome[]): string {
  const count = countOutcomes(outcomes);
  const not = count("skipped", "not-seen", "failed");
  return `--atomic is set and ${not} of ${counted(outcomes.length, "edit")} could not be applied`;
}
