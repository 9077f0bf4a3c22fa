// A unified diff of one file in an agent's own parameters (Copilot CLI sends it there, and no diff in the protocol's
// sense). Every line of it must be exactly where it says; what does not fit is no change that can be shown.

/** The whole new text; null when the diff does not fit this text exactly. `before` null: there is no file. */
export function applyRawDiff(before: string | null, diff: string): string | null {
  // The last one is empty where the text ends in a line break, and the diff counts it, too.
  const old = before === null ? [] : before.split("\n");
  const hunks = hunksIn(diff);
  if (hunks === null || hunks.length === 0) return null;
  const fresh: string[] = [];
  let at = 0;
  for (const { start, lines } of hunks) {
    if (start < at) return null;
    fresh.push(...old.slice(at, start));
    at = start;
    for (const { sign, text } of lines) {
      if (sign !== "+" && old[at] !== text) return null;
      if (sign !== "-") fresh.push(text);
      if (sign !== "+") at += 1;
    }
  }
  if (at > old.length) return null;
  return [...fresh, ...old.slice(at)].join("\n");
}

type Line = { readonly sign: "+" | "-" | " "; readonly text: string };
/** `start`: how many lines are before it. */
type Hunk = { readonly start: number; readonly lines: readonly Line[] };

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Null where a count is wrong or a line has no sign. */
function hunksIn(diff: string): readonly Hunk[] | null {
  const lines = diff.split("\n");
  const hunks: Hunk[] = [];
  let at = lines.findIndex((line) => HEADER.test(line));
  while (at >= 0 && at < lines.length) {
    const header = HEADER.exec(lines[at]!);
    if (header === null) return lines.slice(at).every((line) => line === "") ? hunks : null;
    const [first, olds, news] = [Number(header[1]), Number(header[2] ?? 1), Number(header[3] ?? 1)];
    const own: Line[] = [];
    let [oldCount, newCount] = [0, 0];
    for (at += 1; oldCount < olds || newCount < news; at += 1) {
      const line = lines[at] ?? "";
      const sign = line[0];
      if (sign !== "+" && sign !== "-" && sign !== " ") return null;
      own.push({ sign, text: line.slice(1) });
      if (sign !== "+") oldCount += 1;
      if (sign !== "-") newCount += 1;
    }
    if (oldCount !== olds || newCount !== news) return null;
    hunks.push({ start: olds === 0 ? first : first - 1, lines: own });
  }
  return hunks;
}
