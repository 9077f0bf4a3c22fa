import { expect, test } from "vitest";
import { chunksOf, type WriteLargePayload } from "../../approval/index.ts";
import { versionOf } from "../../base/index.ts";
import { encode, type Text } from "../../text/index.ts";
import type { Terminal } from "../console.ts";
import { createLineReviewer } from "./reviewer.ts";

const LINES = Array.from({ length: 40_000 }, (_, at) => `line ${at + 1}, and some words`);
const CONTENT = `${LINES.join("\n")}\n` as Text;

function question(before: string | null): WriteLargePayload {
  return {
    type: "write_large",
    description: "Write 40000 lines to ws/a.txt",
    path: "ws/a.txt",
    sandbox: "ws",
    approval_id: "q1",
    digest: "d1",
    risks: [],
    hunks: [{ index: 0, old_start: 1, old_lines: before === null ? 0 : 1, new_start: 1, new_lines: LINES.length }],
    original_content: before,
    suggested_content: null,
    after: versionOf(encode(CONTENT)),
    content_lines: LINES.length,
    content_bytes: CONTENT.length,
    content_truncated: true,
    content_preview: `${LINES.slice(0, 50).join("\n")}\n`,
    fetch_url: "galley:chunk/q1/{n}",
    chunk_size: 65_536,
    total_chunks: chunksOf(CONTENT).total,
    file_exists: before !== null,
    existing_lines: before === null ? null : 1,
    existing_bytes: before === null ? null : 4,
  };
}

/** A terminal that types these lines, and what it was told to show. */
function typing(...typed: readonly string[]): Terminal & { readonly shown: () => string } {
  const left = [...typed];
  let shown = "";
  return {
    width: 80,
    height: 24,
    colour: false,
    write: (text) => void (shown += text),
    line: async ({ mark }) => ((shown += mark), left.shift() ?? null),
    close: () => undefined,
    shown: () => shown,
  };
}

async function review(payload: WriteLargePayload, terminal: Terminal) {
  const fetched: string[] = [];
  const fetch = async (url: string): Promise<string> => {
    fetched.push(url);
    return chunksOf(CONTENT).at(Number(url.split("/").at(-1)));
  };
  const reviewer = createLineReviewer({ terminal, show: (path) => path, pager: null });
  return { decision: await reviewer.ask(payload, { fetch }), fetched };
}

test("S0-46 a large write shows its beginning, says so, and y is bound to the whole", async () => {
  const terminal = typing("y");
  const { decision, fetched } = await review(question(null), terminal);
  expect(terminal.shown()).toContain("Write: ws/a.txt (40000 lines, new file)");
  expect(terminal.shown()).toContain("20 +line 20, and some words");
  expect(terminal.shown()).not.toContain("line 51,");
  expect(terminal.shown()).toMatch(/\d+ more rows are not on the screen; v shows everything\./);
  expect(fetched).toHaveLength(question(null).total_chunks);
  expect(decision.items).toEqual([
    { action: "apply", digest: "d1", after: versionOf(encode(CONTENT)), by: { kind: "person" } },
  ]);
});

test("of a large file that is there, what changes is shown, wherever it is", async () => {
  const before = CONTENT.replace("line 39000,", "row 39000,");
  const at = { index: 0, old_start: 39_000, old_lines: 1, new_start: 39_000, new_lines: 1 };
  const terminal = typing("n");
  await review({ ...question(before), hunks: [at], existing_lines: LINES.length }, terminal);
  expect(terminal.shown()).toContain("-row 39000, and some words");
  expect(terminal.shown()).toContain("+line 39000, and some words");
  expect(terminal.shown()).not.toContain("line 1,");
});

test("S0-46 v shows every line; over an existing file as a diff too", async () => {
  const terminal = typing("v", "n");
  const { decision, fetched } = await review(question("old\n"), terminal);
  const shown = terminal.shown();
  expect(shown).toContain("⚠ This will overwrite existing file (was 1 line, now 40000 lines)");
  expect(shown).toContain("-old");
  const rows = new Set(shown.split("\n").map((row) => row.replace(/^ *\d+ /, "")));
  expect(LINES.filter((line) => !rows.has(`+${line}`))).toEqual([]);
  expect(fetched).toEqual(Array.from({ length: question(null).total_chunks }, (_, n) => `galley:chunk/q1/${n}`));
  expect(decision.items).toMatchObject([{ action: "reject" }]);
});
