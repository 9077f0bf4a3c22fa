// An absolute path of the machine that an answer comes from: /repo/src/a.ts, C:\Users\me\project\src\a.ts. Pasted tool calls
// have such paths. What its end names here may be meant; only a person can say so.

/** Its longest end that is something here, else one whose folder is here; null when there is none, or it is not absolute. */
export function endHere(path: string, known: (path: string) => boolean): string | null {
  const rest = /^(?:\/|[a-z]:[\\/])(.+)$/isu.exec(path)?.[1];
  if (rest === undefined) return null;
  const parts = rest.split(/[\\/]+/u).slice(-MOST_PARTS);
  if (parts.includes("..") || parts.includes("")) return null;
  const ends = parts.map((_, at) => parts.slice(at));
  const there = ends.find((end) => known(end.join("/")));
  const found = there ?? ends.find((end) => end.length > 1 && known(end.slice(0, -1).join("/")));
  return found?.join("/") ?? null;
}

/** Each is looked for on disk. */
const MOST_PARTS = 40;
