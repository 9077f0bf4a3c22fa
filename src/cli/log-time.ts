// How commands write the time of a change: UTC, to the second.

/** `at` is ISO 8601, UTC. */
export function timeOf(at: string): string {
  return at.slice(0, 19).replace("T", " ");
}
