// Edits in the text of an answer: in block mode every format is read; in tools mode none is made, and that is reported.

import { describe, expect, test } from "vitest";
import { addFiles, exitCodeOf, type RunOptions } from "../../src/agent/index.ts";
import type { Line } from "../../src/testing/index.ts";
import { EDIT, newSession, read, READ, turn } from "./scripted-run.ts";

const FILES = { "a.txt": "one\ntwo\n", "b.txt": "one\ntwo\n", "c.txt": "one\ntwo\n", "d.txt": "one\ntwo\nthree\n" };

async function blocks(answer: string, more: Partial<RunOptions> = {}) {
  const session = await newSession(FILES);
  for (const path of Object.keys(FILES)) await addFiles(session, path);
  return turn([answer], { session, mode: "blocks", ...more });
}

const SEARCH = "a.txt\n<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE\n";
const DIFF = "```diff\n--- a/b.txt\n+++ b/b.txt\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n```\n";
const PATCH = "*** Begin Patch\n*** Update File: c.txt\n-one\n+1\n*** End Patch\n";
const BLOCK = "d.txt\n««« EDIT\none\n═══════ REPL\n1\n»»» EDIT END\n";
const WHOLE = "new.txt\n```\nnew\n```\n";

describe("block mode", () => {
  test.each([
    ["search/replace", SEARCH, "a.txt"],
    ["a unified diff", DIFF, "b.txt"],
    ["a patch", PATCH, "c.txt"],
    ["an edit block", BLOCK, "d.txt"],
  ])("reads %s", async (_, answer, path) => {
    const { result, session } = await blocks(`Here:\n\n${answer}`);
    expect(result.report?.results).toMatchObject([{ file_path: path, status: "APPLIED" }]);
    expect(await read(session, path)).toMatch(/^1\ntwo\n/);
  });

  test("reads all formats of one answer, in order, and makes a new file of a whole one", async () => {
    const { result, session } = await blocks([SEARCH, DIFF, PATCH, BLOCK, WHOLE].join("\nThen:\n\n"));
    expect(result.report?.format).toBe("mixed");
    expect(result.report?.results.map(({ file_path, status }) => `${file_path} ${status}`)).toEqual([
      "a.txt APPLIED",
      "b.txt APPLIED",
      "c.txt APPLIED",
      "d.txt APPLIED",
      "new.txt APPLIED",
    ]);
    expect(result.report?.files_created).toEqual(["new.txt"]);
    expect(await read(session, "new.txt")).toBe("new\n");
  });

  test("says what is not applied before anything is asked about", async () => {
    const { result, display } = await blocks(`${SEARCH}\n${SEARCH.replace("one", "none").replace("1\n>", "9\n>")}\n`);
    expect(result.report?.results).toMatchObject([
      { status: "APPLIED" },
      { status: "FAILED", line: 8, message: expect.stringMatching(/^Line 8 of the answer: /) as string },
    ]);
    const names = display.told.map(([name]) => name);
    expect(names.indexOf("onNotApplied")).toBeGreaterThan(0);
    expect(names.indexOf("onNotApplied")).toBeLessThan(names.indexOf("onApproval"));
    expect(display.of("onNotApplied").map(([, results]) => results)).toMatchObject([
      [{ file_path: "a.txt", status: "FAILED" }],
    ]);
  });

  test("what shows the file, what to type and what was printed are no edits", async () => {
    const { result } = await blocks(
      "d.txt\n```\none\n```\n\nRun:\n\n```sh\ncat d.txt\n```\n\nIt prints:\n\n```\none\n```\n\nLike `x`:\n\n```js\nx\n```\n",
    );
    expect(result).toMatchObject({ kind: "done", report: null });
  });

  test("a file that is shown with other content next to edits is reported, not overwritten", async () => {
    const { result, session } = await blocks(`${SEARCH}\nd.txt\n\`\`\`\nother\n\`\`\`\n`);
    expect(result.report?.results).toMatchObject([
      { status: "APPLIED" },
      { file_path: "d.txt", status: "FAILED", error_type: "unsure", line: 8 },
    ]);
    expect(await read(session, "d.txt")).toBe(FILES["d.txt"]);
  });
});

describe("tools mode", () => {
  const tools = async (script: readonly Line[]) => turn(script, { session: await newSession(FILES), mode: "tools" });

  test.each([
    ["search/replace", SEARCH, "a.txt"],
    ["a unified diff", DIFF, "b.txt"],
    ["a patch", PATCH, "c.txt"],
    ["an edit block", BLOCK, "d.txt"],
    ["a damaged marker", "d.txt\n««« EDIT: \none\n", "d.txt"],
  ])("an answer with %s is reported as not applied", async (_, answer, path) => {
    const { result, session, display } = await tools([READ, `I would do this:\n\n${answer}`]);
    const notApplied = { file_path: path, status: "SKIPPED", error_type: "unsure" };
    expect(result.kind).toBe("done");
    expect(result.report).toMatchObject({ results: [notApplied], files_modified: [], receipt_id: null });
    expect(result.report?.results[0]?.message).toMatch(/^Line \d+ of the answer: .*tools/);
    expect(display.of("onNotApplied").map(([, results]) => results)).toMatchObject([[notApplied]]);
    expect(session.notes.join("\n")).toContain(path);
    expect(await read(session)).toBe("one\ntwo\n");
  });

  const HINT = "```diff\n- const a = 1\n+ const a = 2\n```\n";
  const NAMED = "`d.txt`:\n```\nother\nlines\nentirely\n```\n";

  test.each([
    ["a diff without a file", HINT, ""],
    ["code under a file's name", NAMED, " (d.txt)"],
    ["a whole new file", WHOLE, " (new.txt)"],
    ["several of them", `${HINT}\nAnd:\n\n${NAMED}\nOr:\n\n${HINT}`, " (d.txt)"],
  ])("an answer with %s and no certain edit explains: one note, no failure", async (_, answer, about) => {
    const { result, session, display } = await tools([`It works like this:\n\n${answer}`]);
    expect(result).toMatchObject({ kind: "done", report: null });
    expect(result.notes).toEqual([
      `Code in the answer may be meant as a change${about}. It is not applied: only the model's tool calls change files.`,
    ]);
    expect(display.of("onNotApplied")).toEqual([]);
    expect(session.notes).toEqual([]);
    expect(exitCodeOf(result)).toBe(0);
  });

  test("a certain edit that is not made is a failure, and what is near it is reported with it", async () => {
    const { result } = await tools([`Do this:\n\n${SEARCH}\nAnd:\n\n${HINT}`]);
    expect(result.report?.results.map(({ file_path }) => file_path)).toEqual(["a.txt", null]);
    expect(result.notes).toEqual([]);
    expect(exitCodeOf(result)).toBe(1);
  });

  test.each([HINT, NAMED, SEARCH, DIFF])("in plan mode nothing is reported: %j", async (answer) => {
    const session = await newSession(FILES);
    session.permissions = "plan";
    const { result } = await turn([`I would do this:\n\n${answer}`], { session, mode: "tools" });
    expect(result).toMatchObject({ kind: "done", report: null, notes: [] });
    expect(exitCodeOf(result)).toBe(0);
  });

  test("what its calls have done may be shown", async () => {
    const done = "I changed it:\n\n```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n```\n";
    const { result, display } = await tools([READ, EDIT, `${done}\na.txt\n\`\`\`\n1\ntwo\n\`\`\`\n`]);
    expect(result).toMatchObject({ kind: "done", report: null });
    expect(display.of("onNotApplied")).toEqual([]);
  });

  test("an edit that an answer shows and a later call makes is made", async () => {
    const { result } = await tools([[SEARCH, READ], EDIT, "Done."]);
    expect(result).toMatchObject({ kind: "done", report: null });
  });

  test("one that was made, and then changed again, is made", async () => {
    const again = { tool: "edit_file", args: { path: "a.txt", old_string: "1\n", new_string: "I\n" } };
    const { result } = await tools([READ, [SEARCH, EDIT], again, "Done."]);
    expect(result).toMatchObject({ kind: "done", report: null });
  });

  test("an edit in the words around a call that no call makes is reported", async () => {
    const { result } = await tools([[SEARCH, READ], "Done."]);
    expect(result.report?.results).toMatchObject([{ file_path: "a.txt", status: "SKIPPED" }]);
  });

  test("code, commands and output are no edits", async () => {
    const { result } = await tools([
      READ,
      "It has:\n\n```\none\n```\n\nRun `npm test`:\n\n```sh\nnpm test\n```\n\nFor example:\n\n```js\nx();\n```\n",
    ]);
    expect(result).toMatchObject({ kind: "done", report: null });
  });
});
