// How fast a whole answer is read, with everything that chats write in it: prose, whole files in fences, diffs, edit
// blocks, SEARCH/REPLACE and commands. Best of several rounds: other programs only ever make a round slower.

import { parseAnswer } from "../src/edits/index.ts";
import type { BenchRow } from "./rows.ts";

const MEGABYTE = 1_000_000;
const WANTED = 50;
const ROUNDS = 5;

export async function benchAnswer(): Promise<readonly BenchRow[]> {
  const answer = answerOf(10 * MEGABYTE);
  const seconds = secondsFor(answer);
  const speed = Buffer.byteLength(answer) / MEGABYTE / seconds;
  const ratio = seconds / secondsFor(answerOf(2.5 * MEGABYTE));
  return [
    {
      name: "a whole answer of 10 MB, five formats, MB/s",
      ours: speed,
      rival: null,
      rivalName: "",
      limit: `≥ ${WANTED}`,
      ok: speed >= WANTED,
    },
    {
      name: "a whole answer, 10 MB over 2.5 MB",
      ours: ratio,
      rival: 4,
      rivalName: "linear",
      limit: "≤ 1.5×",
      ok: ratio <= 6,
    },
  ];
}

function answerOf(size: number): string {
  const parts: string[] = [];
  let length = 0;
  for (let at = 0; length < size; at += 1) {
    const part = PARTS[at % PARTS.length]!(at);
    parts.push(part);
    length += part.length;
  }
  return parts.join("\n");
}

const code = (at: number): readonly string[] =>
  Array.from(
    { length: 24 },
    (_, line) => `    const value${line} = compute(${at}, options, "some text"); // step ${line}`,
  );

const PARTS: readonly ((at: number) => string)[] = [
  (at) =>
    `The total was computed before the discount; this moves it after, and keeps the rounding as it was. Part ${at} of the change also touches the tests, which now name the case.\n`,
  (at) => `src/part${at}/new-file.ts\n\`\`\`ts\n${code(at).join("\n")}\n\`\`\`\n`,
  (at) =>
    `--- a/src/part${at}/old.ts\n+++ b/src/part${at}/old.ts\n@@ -1,25 +1,25 @@\n${code(at)
      .map((line) => ` ${line}`)
      .join("\n")}\n-    return values.length;\n+    return values.size;\n`,
  (at) =>
    `src/part${at}/total.ts\n««« EDIT\n${code(at).join("\n")}\n═══════ REPL\n${code(at + 1).join("\n")}\n»»» EDIT END\n`,
  () => "Run the tests:\n\n```sh\nnpm test\n```\n",
  (at) =>
    `src/part${at}/other.ts\n<<<<<<< SEARCH\n${code(at).join("\n")}\n=======\n${code(at + 1).join("\n")}\n>>>>>>> REPLACE\n`,
];

function secondsFor(answer: string): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    // A flat string of its own, as a decoder makes it.
    const text = Buffer.from(answer).toString();
    const start = performance.now();
    const { blocks } = parseAnswer(text, "auto");
    best = Math.min(best, performance.now() - start);
    if (blocks.length === 0) throw new Error("the bench reads an answer without edits");
  }
  return best / 1000;
}
