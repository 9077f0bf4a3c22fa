// Measures contestants in turns (A B A B …), so that a busy moment of the machine falls on all of them alike.

/** Medians in milliseconds, in the order given. `before` runs ahead of every turn and is not counted. */
export async function race<const Runs extends readonly Contestant[]>(
  runs: Runs,
  rounds: number,
): Promise<{ readonly [Index in keyof Runs]: number }> {
  const times = runs.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { before, run }] of runs.entries()) {
      await before?.();
      const start = performance.now();
      await run();
      // The first round fills the caches of the machine.
      if (round > 0) times[index]!.push(performance.now() - start);
    }
  }
  return times.map(median) as { [Index in keyof Runs]: number }; // One median per contestant.
}

export type Contestant = { readonly before?: () => unknown; readonly run: () => unknown };

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
