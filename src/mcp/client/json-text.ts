// Values of a server or a model as JSON. What is nested deeply enough to overflow whatever walks through it is not taken.

/** Real schemas, arguments and results have a few levels. */
const MOST_LEVELS = 100;

/** Null for what is nested too deeply. */
export function jsonText(value: unknown): string | null {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_LEVELS) return null;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return JSON.stringify(value);
}
