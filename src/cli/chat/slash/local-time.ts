// A time for people.

/** As the clock of this machine showed it. */
export function localTime(ms: number): string {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16).replace("T", " ");
}
