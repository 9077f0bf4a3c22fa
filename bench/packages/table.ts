// How the outcome is shown: a line for each package, then everything that was left out, then everything that differs.
// Nothing is cut.

import type { Format } from "../../src/edits/index.ts";
import type { Pair } from "./list.ts";
import type { Finding } from "./tree.ts";

export const FORMATS: readonly Format[] = ["edit-block", "search-replace", "udiff", "apply-patch", "whole-file"];

export type FormatOutcome = {
  readonly format: Format;
  /** The paths the answer changed, protected ones not counted. */
  readonly said: readonly string[];
  readonly leftOut: readonly { readonly path: string; readonly because: string }[];
  readonly wrong: readonly Finding[];
  /** The same answer, its format found by --format auto. */
  readonly wrongByAuto: readonly Finding[];
};

export type PackageOutcome = {
  readonly pair: Pair;
  readonly files: number;
  readonly changed: number;
  readonly formats: readonly FormatOutcome[];
};

const WIDTHS = { name: 28, count: 9, format: 18 };

export const HEADING = [
  "Changed paths: same / differs / left out; * = and no less when --format auto has to find the format.",
  row("package", ["files", "changed"], FORMATS),
].join("\n");

export function drawPackage({ pair, files, changed, formats }: PackageOutcome): string {
  const cells = formats.map(({ said, wrong, leftOut, wrongByAuto }) => {
    const differs = new Set(wrong.map(({ path }) => path));
    const same = said.filter((path) => !differs.has(path)).length;
    return `${same} / ${differs.size} / ${leftOut.length}${wrongByAuto.length === 0 ? "*" : ""}`;
  });
  return row(nameOf(pair), [String(files), String(changed)], cells);
}

/** Reasons first, paths below them; formats that leave out the same for the same reason share a line. */
export function drawLeftOut(outcomes: readonly PackageOutcome[]): string {
  const reasons = new Map<string, Map<string, Format[]>>();
  for (const { pair, formats } of outcomes)
    for (const { format, leftOut } of formats)
      for (const { path, because } of leftOut) {
        const paths = reasons.get(because) ?? new Map<string, Format[]>();
        reasons.set(because, paths);
        const name = `${pair.name} ${path}`;
        paths.set(name, [...(paths.get(name) ?? []), format]);
      }
  if (reasons.size === 0) return "Nothing was left out.";
  const lines = Array.from(reasons, ([because, paths]) => [
    `${because} (${paths.size})`,
    ...Array.from(paths, ([name, formats]) => `  ${name}  [${formats.join(", ")}]`),
  ]);
  return ["Left out, and as before on disk:", ...lines.flat()].join("\n");
}

export function drawWrong(outcomes: readonly PackageOutcome[]): string {
  const lines = outcomes.flatMap(({ pair, formats }) =>
    formats.flatMap(({ format, wrong, wrongByAuto }) => [
      ...wrong.map((finding) => `${nameOf(pair)}, ${format}: ${told(finding)}`),
      ...wrongByAuto.map((finding) => `${nameOf(pair)}, ${format} found by auto: ${told(finding)}`),
    ]),
  );
  return lines.length === 0
    ? "Every applied tree is the new version, and every undone tree the old one, byte for byte."
    : ["What differs:", ...lines].join("\n");
}

export function isRight(outcome: PackageOutcome): boolean {
  return outcome.formats.every(({ wrong, wrongByAuto }) => wrong.length === 0 && wrongByAuto.length === 0);
}

function told({ path, what }: Finding): string {
  return path === null ? what : `${path}: ${what}`;
}

function nameOf(pair: Pair): string {
  return `${pair.name} ${pair.old} → ${pair.new}`;
}

function row(name: string, counts: readonly string[], cells: readonly string[]): string {
  const parts = [name.padEnd(WIDTHS.name), ...counts.map((count) => count.padStart(WIDTHS.count))];
  return [...parts, ...cells.map((cell) => cell.padStart(WIDTHS.format))].join("");
}
