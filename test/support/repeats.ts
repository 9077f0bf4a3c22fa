// How often a test with random input or a race repeats itself. GALLEY_RUNS multiplies the usual number, for a nightly run.

export function repeats(usual: number): number {
  const times = Number(process.env["GALLEY_RUNS"] ?? 1);
  if (!(times > 0)) throw new Error(`GALLEY_RUNS must be a number above 0, not ${process.env["GALLEY_RUNS"]}`);
  return Math.ceil(usual * times);
}
