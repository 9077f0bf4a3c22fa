import { describe, expect, test } from "vitest";
import { parseAnswer } from "./parse.ts";
import { firstProblem, describeBlocks } from "./describe-blocks.ts";

function patch(...all: readonly string[]): string {
  return `*** Begin Patch\n${all.map((line) => `${line}\n`).join("")}*** End Patch\n`;
}

const UPDATE = "*** Update File: a.ts";

describe("what a patch means", () => {
  test.each<[string, string, string[]]>([
    ["add", patch("*** Add File: a.ts", "+x", "+", "+y"), ["a.ts: + x//y/"]],
    ["add nothing", patch("*** Add File: a.ts"), ["a.ts: + "]],
    ["delete", patch("*** Delete File: a.ts"), ["a.ts: deleted"]],
    ["update", patch(UPDATE, "@@", " a", "-b", "+c", " d"), ["a.ts: [a/b/d/ → a/c/d/]"]],
    ["the first @@ may be left out", patch(UPDATE, "-b", "+c"), ["a.ts: [b/ → c/]"]],
    ["two chunks", patch(UPDATE, "@@", "-a", "+b", "@@", "-c", "+d"), ["a.ts: [a/ → b/] [c/ → d/]"]],
    ["context after @@", patch(UPDATE, "@@ class A", "@@ def b():", "-x", "+y"), ["a.ts: >class A>def b():[x/ → y/]"]],
    ["context with its indentation", patch(UPDATE, "@@   def b():", "-x", "+y"), ["a.ts: >  def b():[x/ → y/]"]],
    ["@@ around the context", patch(UPDATE, "@@ class A @@", "-x", "+y"), ["a.ts: >class A[x/ → y/]"]],
    ["@@ around nothing", patch(UPDATE, "@@ @@", "-x", "+y"), ["a.ts: [x/ → y/]"]],
    ["numbers as in a diff", patch(UPDATE, "@@ -12,3 +12,4 @@ class A", "-x", "+y"), ["a.ts: @12[x/ → y/]"]],
    ["end of file", patch(UPDATE, "@@", "-x", "+y", "*** End of File"), ["a.ts: [x/ → y/]$"]],
    [
      "a chunk after the end of file",
      patch(UPDATE, "@@", "-x", "+y", "*** End of File", "@@", "-a", "+b"),
      ["a.ts: [x/ → y/]$ [a/ → b/]"],
    ],
    ["additions alone go to the end", patch(UPDATE, "@@", "+x"), ["a.ts: [ → x/]$"]],
    ["additions after a context", patch(UPDATE, "@@ def f():", "+x"), ["a.ts: >def f():[ → x/]"]],
    ["move and update", patch(UPDATE, "*** Move to: b.ts", "@@", "-x", "+y"), ["a.ts: [x/ → y/] ⇒ b.ts"]],
    ["move alone", patch(UPDATE, "*** Move to: b.ts"), ["a.ts: ⇒ b.ts"]],
    [
      "several files",
      patch("*** Add File: n", "+1", "*** Delete File: d", UPDATE, "@@", "-x", "+y"),
      ["n: + 1/", "d: deleted", "a.ts: [x/ → y/]"],
    ],
    [
      "an empty line is an empty context line",
      patch(UPDATE, "@@", "-b", "+B", "", "-d", "+D"),
      ["a.ts: [b//d/ → B//D/]"],
    ],
    [
      "at the end of a chunk it is none",
      patch(UPDATE, "@@", " a", "-b", "+B", "", "@@", "-d", "+D", ""),
      ["a.ts: [a/b/ → a/B/] [d/ → D/]"],
    ],
    [
      "a line without a sign is a context line",
      patch(UPDATE, "@@", "f() {", "-  b", "+  c", "}"),
      ["a.ts: [f() {/  b/}/ → f() {/  c/}/]"],
    ],
    ["headers with spaces before them", patch(`  ${UPDATE}`, "@@", "-x", "+y"), ["a.ts: [x/ → y/]"]],
    ["markers with spaces around them", ` *** Begin Patch\n${UPDATE}\n-x\n+y\n *** End Patch \n`, ["a.ts: [x/ → y/]"]],
    [
      "a padded end marker as context",
      patch(UPDATE, "@@", " *** End Patch", "-x", "+y"),
      ["a.ts: [*** End Patch/x/ → *** End Patch/y/]"],
    ],
    [
      "markers as content",
      patch("*** Add File: a", "+*** End Patch", "+*** Add File: b"),
      ["a: + *** End Patch/*** Add File: b/"],
    ],
    ["a here-document", `apply_patch <<'EOF'\n${patch(UPDATE, "-x", "+y")}EOF\n`, ["a.ts: [x/ → y/]"]],
    ["in a fence", `\`\`\`\n${patch(UPDATE, "-x", "+y")}\`\`\`\n`, ["a.ts: [x/ → y/]"]],
    ["without its begin", `${UPDATE}\n-x\n+y\n*** End Patch\n`, ["a.ts: [x/ → y/]"]],
    ["an answer in \\r\\n", patch(UPDATE, "-x", "+y").replaceAll("\n", "\r\n"), ["a.ts: [x/ → y/]"]],
    ["\\r\\n content in a \\n patch", patch("*** Add File: a", "+x\r"), ["a: + x%/"]],
    [
      "one path twice is one change",
      patch(UPDATE, "-a", "+b", "*** Update File: ./a.ts", "-c", "+d"),
      ["a.ts: [a/ → b/] [c/ → d/]"],
    ],
    [
      "delete, then add, stay two",
      patch("*** Delete File: a.ts", "*** Add File: a.ts", "+x"),
      ["a.ts: deleted", "a.ts: + x/"],
    ],
    ["two patches", patch("*** Delete File: a") + patch("*** Delete File: b"), ["a: deleted", "b: deleted"]],
  ])("%s", (_, text, blocks) => expect(describeBlocks(text, "apply-patch")).toEqual(blocks));
});

describe("broken sections are reported, and the others count", () => {
  const next = ["*** Delete File: z"];
  test.each<[string, string, string[]]>([
    ["an empty patch", patch(), ["! null malformed_block"]],
    [
      "a header with a sign before it",
      patch(UPDATE, "+@@ def f():", "-x", "+y", ...next),
      ["! a.ts malformed_block", "z: deleted"],
    ],
    ["which after a header is content", patch(UPDATE, "@@", "+@@ x"), ["a.ts: [ → @@ x/]$"]],
    ["and so is Ruby", patch(UPDATE, "+@@count = 0"), ["a.ts: [ → @@count = 0/]$"]],
    ["an empty update", patch(UPDATE, ...next), ["! a.ts malformed_block", "z: deleted"]],
    ["a chunk without lines", patch(UPDATE, "@@", ...next), ["! a.ts malformed_block", "z: deleted"]],
    ["an unknown header", patch("*** Rename File: a", "-x", ...next), ["! null malformed_block", "z: deleted"]],
    ["a line without a sign", patch(UPDATE, "x", "+y", ...next), ["! a.ts malformed_block", "z: deleted"]],
    [
      "a new file's line without +",
      patch("*** Add File: a.ts", "+x", "y", ...next),
      ["! a.ts malformed_block", "z: deleted"],
    ],
    [
      "a blank line without + inside",
      patch("*** Add File: a.ts", "+x", "", "+y", ...next),
      ["! a.ts malformed_block", "z: deleted"],
    ],
    ["lines in a deletion", patch("*** Delete File: a.ts", "-x", ...next), ["! a.ts malformed_block", "z: deleted"]],
    ["no path", patch("*** Add File: ", "+x", ...next), ["! null malformed_block", "z: deleted"]],
    ["no path to move to", patch(UPDATE, "*** Move to: ", ...next), ["! a.ts malformed_block", "z: deleted"]],
    ["a second part of a file that is broken", patch(UPDATE, "-a", "+b", UPDATE, "x"), ["! a.ts malformed_block"]],
    ["no end", `*** Begin Patch\n${next[0]}\n${UPDATE}\n-x\n+y\n`, ["z: deleted", "! a.ts incomplete"]],
    ["no end before the fence closes", `\`\`\`\n*** Begin Patch\n${UPDATE}\n-x\n+y\n\`\`\`\n`, ["! a.ts incomplete"]],
    ["nothing after the begin", "*** Begin Patch\n", ["! null incomplete"]],
    ["the end marker cut", `*** Begin Patch\n${UPDATE}\n-x\n+y\n*** End Pa`, ["! a.ts incomplete"]],
  ])("%s", (_, text, blocks) => expect(describeBlocks(text, "apply-patch")).toEqual(blocks));

  test("a line without a sign is reported", () =>
    expect(parseAnswer(patch(UPDATE, "@@", "x", "-y"), "auto").reason).toBe(
      'Line 4 of the answer ("x"), in the patch of a.ts, has no sign; such lines were read as lines to keep.',
    ));

  test("a header as content is reported", () =>
    expect(parseAnswer(patch("*** Add File: a", "+x", "+*** Update File: b", "+y"), "auto").reason).toBe(
      'Line 4 of the answer ("+*** Update File: b") is content of a: it has a "+". If it was meant to be a header, remove the "+" and send the patch again.',
    ));

  test("the message says which line", () =>
    expect(firstProblem(patch(UPDATE, "x"), "apply-patch")).toBe(
      'Line 3 of the answer ("x") starts with none of " ", "+", "-" and "@@". None of it was applied.',
    ));
});
