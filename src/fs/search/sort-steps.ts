// Sorts many names in small steps, so that other work can have its turn between them: merge sort, in code-unit order as
// `toSorted` has it.

// Less than a millisecond each.
const RUN = 1_000;

export function* sortSteps(names: readonly string[]): Generator<null, readonly string[]> {
  let runs: (readonly string[])[] = [];
  for (let at = 0; at < names.length; at += RUN) {
    runs.push(names.slice(at, at + RUN).toSorted());
    yield null;
  }
  while (runs.length > 1) {
    const merged: (readonly string[])[] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merge(runs[at]!, runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge(one: readonly string[], other: readonly string[]): Generator<null, readonly string[]> {
  const merged: string[] = [];
  let [left, right] = [0, 0];
  while (left < one.length && right < other.length) {
    const isLeft = one[left]! <= other[right]!;
    merged.push(isLeft ? one[left]! : other[right]!);
    if (isLeft) left += 1;
    else right += 1;
    if (merged.length % RUN === 0) yield null;
  }
  return [...merged, ...one.slice(left), ...other.slice(right)];
}
