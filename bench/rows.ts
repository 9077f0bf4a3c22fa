// What a benchmark hands back, and how rows are shown. Ratios count: absolute times belong to one machine.
// Nothing here judges a test run; a missed limit is printed, never thrown.

export type BenchRow = {
  /** What was measured, with its unit: "apply one block, ms". */
  readonly name: string;
  readonly ours: number;
  /** The same work done by another program in the same run; null when there is none to compare with. */
  readonly rival: number | null;
  readonly rivalName: string;
  /** The promise in words: "≤ 2×". Empty when none was made. */
  readonly limit: string;
  readonly ok: boolean;
};

const WIDTHS = { name: 52, ours: 10, rival: 10, ratio: 8 };

export const HEADING = line(["what", "ours", "rival", "ratio", "limit"]);

export function drawRow(row: BenchRow): string {
  const ratio = row.rival === null || row.rival === 0 ? "" : `${digits(row.ours / row.rival)}×`;
  const verdict = row.ok ? "" : "  MISS";
  const limit = [row.limit, row.rivalName === "" ? "" : `(${row.rivalName})`].filter((part) => part !== "").join(" ");
  return line([row.name, digits(row.ours), row.rival === null ? "–" : digits(row.rival), ratio, limit + verdict]);
}

function line([name, ours, rival, ratio, rest]: readonly [string, string, string, string, string]): string {
  const cells = [
    name.padEnd(WIDTHS.name),
    ours.padStart(WIDTHS.ours),
    rival.padStart(WIDTHS.rival),
    ratio.padStart(WIDTHS.ratio),
  ];
  return `${cells.join(" ")}  ${rest}`.trimEnd();
}

function digits(value: number): string {
  if (value === 0) return "0";
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
