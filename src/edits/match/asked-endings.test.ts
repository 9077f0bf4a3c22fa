import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { askedEnding } from "./asked-endings.ts";
import { parseAnswer } from "../formats/parse.ts";
import { block, chars, editOf, planOn, treeAfter } from "../fixtures.ts";
import type { Change } from "../types.ts";

/** The file after a unified diff with this body, the result's kind, and what was said about it. */
function patched(before: string, hunk: string): { readonly text: string; readonly result: string } {
  const answer = `--- a/a.txt\n+++ b/a.txt\n${hunk}`;
  const { blocks } = parseAnswer(answer, "udiff", { known: () => true });
  const edits = blocks.map((each, at) => {
    if (each.kind !== "edit") throw new Error(each.message);
    return editOf(at + 1, each.change);
  });
  return made(before, edits);
}

function made(before: string, edits: readonly ReturnType<typeof editOf>[]) {
  const plan = planOn({ "a.txt": before }, edits);
  const [result] = plan.results;
  const said =
    result!.kind === "miss" ? result!.why.error : result!.kind === "change" ? (result!.note ?? "change") : "already";
  return { text: treeAfter({ "a.txt": before }, plan)["a.txt"]!, result: said };
}

describe("a unified diff whose own lines end in two ways changes line endings", () => {
  const mixed =
    "The patch asks for LF, but the lines it replaces in a.txt do not all end the way it says, so line endings stay as they are.";
  test.each<[string, string, string, string, string]>([
    ["CRLF to LF", "a\r\nb\r\n", "@@ -1,2 +1,2 @@\n-a\r\n-b\r\n+a\n+b\n", "a\nb\n", "change"],
    ["LF to CRLF", "a\nb\n", "@@ -1,2 +1,2 @@\n-a\n-b\n+a\r\n+b\r\n", "a\r\nb\r\n", "change"],
    ["one line of many", "a\r\nb\r\nc\r\n", "@@ -1,3 +1,3 @@\n a\r\n-b\r\n+b\n c\r\n", "a\r\nb\nc\r\n", "change"],
    ["with other text", "a\r\nb\r\n", "@@ -1,2 +1,3 @@\n-a\r\n-b\r\n+a\n+B\n+c\n", "a\nB\nc\n", "change"],
    [
      "a last line without a newline stays without",
      "a\r\nb",
      "@@ -1,2 +1,2 @@\n-a\r\n-b\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of file\n",
      "a\nb",
      "change",
    ],
    ["an empty line too", "a\r\n\r\n", "@@ -1,2 +1,2 @@\n-a\r\n-\r\n+a\n+\n", "a\n\n", "change"],
    ["it was done before", "a\nb\n", "@@ -1,2 +1,2 @@\n-a\r\n-b\r\n+a\n+b\n", "a\nb\n", "already"],
    ["the file's lines end in several ways", "a\r\nb\n", "@@ -1,2 +1,2 @@\n-a\r\n-b\r\n+A\n+b\n", "A\r\nb\n", mixed],
    ["all LF says nothing", "a\r\nb\r\n", "@@ -1,2 +1,2 @@\n-a\n+A\n b\n", "A\r\nb\r\n", "change"],
    ["all CRLF says nothing", "a\nb\n", "@@ -1,2 +1,2 @@\r\n-a\r\n+A\r\n b\r\n", "A\nb\n", "change"],
    ["added lines alone say nothing", "a\r\nb\r\n", "@@ -1,2 +1,3 @@\n a\r\n+x\n b\r\n", "a\r\nx\r\nb\r\n", "change"],
  ])("%s", (_, before, hunk, text, result) => expect(patched(before, hunk)).toEqual({ text, result }));
});

describe("any other edit keeps them, with a note when it asked for more", () => {
  const kept =
    "The new text ends its lines with LF, but this kind of edit does not change line endings: a.txt keeps CRLF.";
  const shown: Change = { kind: "overwrite", content: "a\r\nB\r\n" };
  test.each<[string, string, Change, string, string]>([
    ["a block", "a\r\nb\r\n", block("b\r\n", "B\n"), "a\r\nB\r\n", kept],
    ["a block that is about nothing else", "a\r\nb\r\n", block("b\r\n", "b\n"), "a\r\nb\r\n", "no_change"],
    ["a block in LF", "a\r\nb\r\n", block("b\n", "B\n"), "a\r\nB\r\n", "change"],
    ["a block in CRLF", "a\nb\n", block("b\r\n", "B\r\n"), "a\nB\n", "change"],
    ["a block for a file that ends lines that way already", "a\nb\n", block("b\r\n", "B\n"), "a\nB\n", "change"],
    ["characters", "a\r\nb\r\n", chars("a\r\nb", "a\nB"), "a\r\nB\r\n", kept],
    ["characters in one line", "a\r\nb\r\n", chars("b", "B"), "a\r\nB\r\n", "change"],
    [
      "a whole file in CRLF over one in LF",
      "a\nb\n",
      shown,
      "a\nB\n",
      "The new text ends its lines with CRLF, but this kind of edit does not change line endings: a.txt keeps LF.",
    ],
    ["a whole file in LF over one in CRLF", "a\r\nb\r\n", { ...shown, content: "a\nB\n" }, "a\r\nB\r\n", "change"],
  ])("%s", (_, before, change, text, result) => expect(made(before, [editOf(1, change)])).toEqual({ text, result }));

  test("an edit that is only about them names the way to do it", () => {
    const plan = planOn({ "a.txt": "a\r\n" }, [editOf(1, block("a\r\n", "a\n"))]);
    expect(plan.results).toMatchObject([
      { why: { message: expect.stringContaining("send a unified diff that takes out") } },
    ]);
  });
});

test("text that ends all its lines alike never asks for another ending", () => {
  const lines = fc.array(fc.constantFrom("a", "b", ""), { maxLength: 5 });
  const ending = fc.constantFrom("\n", "\r\n");
  fc.assert(
    fc.property(lines, lines, ending, (find, put, end) => {
      const text = (all: readonly string[]) => all.map((line) => line + end).join("");
      expect(askedEnding({ find: text(find), put: text(put) })).toBeNull();
    }),
  );
});
