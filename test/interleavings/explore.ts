// All runs of something that makes choices: depth first, from the start each time, and no state is entered twice.

export class Pruned extends Error {
  override readonly name = "Pruned";
}

export interface Choices {
  /** A number below `options`. */
  choose(options: number): number;
  /** Throws Pruned when a run that stood exactly here has gone on already. `key` must name everything that matters. */
  arrive(key: () => string): void;
}

/** Calls `run` for every sequence of choices that leads to a new end; gives how many ends there were. */
export async function explore(run: (choices: Choices) => Promise<void>): Promise<number> {
  const met = new Set<string>();
  let ends = 0;
  for (let prefix: readonly number[] | null = []; prefix !== null;) {
    const given: readonly number[] = prefix;
    const options: number[] = [];
    const choices: Choices = {
      choose(count) {
        options.push(count);
        return given[options.length - 1] ?? 0;
      },
      arrive(makeKey) {
        // Inside the prefix we are on a way that was gone before, on purpose.
        if (options.length < given.length) return;
        const key = makeKey();
        if (met.has(key)) throw new Pruned();
        met.add(key);
      },
    };
    try {
      await run(choices);
      ends += 1;
    } catch (error) {
      if (!(error instanceof Pruned)) throw error;
    }
    prefix = next(given, options);
  }
  return ends;
}

/** Like an odometer: the last choice with an option left moves on, what came after it starts over. */
function next(given: readonly number[], options: readonly number[]): readonly number[] | null {
  const made = options.map((_, index) => given[index] ?? 0);
  for (let index = made.length - 1; index >= 0; index -= 1) {
    if (made[index]! + 1 < options[index]!) return [...made.slice(0, index), made[index]! + 1];
  }
  return null;
}
