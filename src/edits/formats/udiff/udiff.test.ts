import { describe, expect, test } from "vitest";
import { parseAnswer } from "../parse.ts";
import { firstProblem, describeBlocks } from "../describe-blocks.ts";

function lines(...all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}

const HUNK = ["@@ -1,2 +1,2 @@", " a", "-b", "+c"];
const CHANGE = "@1[a/b/ → a/c/]";
const EPOCH = "1970-01-01 01:00:00.000000000 +0100";
const TODAY = "2024-07-19 09:58:02.123456789 +0100";
const NO_NEWLINE = "\\ No newline at end of file";

describe("which file", () => {
  test.each<[string, string[], string]>([
    ["the same name twice", ["--- a.ts", "+++ a.ts"], "a.ts"],
    ["git's prefixes", ["--- a/src/x.ts", "+++ b/src/x.ts"], "src/x.ts"],
    ["a folder that is called a", ["--- a/x.ts", "+++ a/x.ts"], "a/x.ts"],
    [
      "a header of git",
      ["diff --git a/x.ts b/x.ts", "index 1234567..89abcde 100644", "--- a/x.ts", "+++ b/x.ts"],
      "x.ts",
    ],
    ["git without prefixes", ["diff --git a/x.ts a/x.ts", "--- a/x.ts", "+++ a/x.ts"], "a/x.ts"],
    ["git's other prefixes", ["diff --git i/x.ts w/x.ts", "--- i/x.ts", "+++ w/x.ts"], "x.ts"],
    ["which count only with git's header", ["--- i/x.ts", "+++ w/x.ts"], "w/x.ts"],
    ["times after a tab", ["--- x.ts\t2024-07-19 09:58:02 +0100", "+++ x.ts\t2024-07-19 09:58:24 +0100"], "x.ts"],
    ["times after spaces", ["--- x.ts  2024-07-19 09:58:02", "+++ x.ts  2024-07-19 09:58:24"], "x.ts"],
    ["words after a tab", ["--- x.ts\t(revision 3)", "+++ x.ts\t(working copy)"], "x.ts"],
    ["an index line", ["Index: x.ts", "=".repeat(67), "--- x.ts", "+++ x.ts"], "x.ts"],
    ["an index line without a rule", ["Index: x.ts", "--- x.ts", "+++ x.ts"], "x.ts"],
    [
      "an index line, and names that differ",
      ["Index: x.ts", "--- x.ts (revision 3)", "+++ x.ts (working copy)"],
      "x.ts",
    ],
    ["spaces in the name", ["--- my dir/x y.ts", "+++ my dir/x y.ts"], "my dir/x y.ts"],
    ["spaces and git's tab", ["--- a/my dir/x.ts\t", "+++ b/my dir/x.ts\t"], "my dir/x.ts"],
    ["a quoted name", ['--- "a/na\\303\\257ve \\"x\\".ts"', '+++ "b/na\\303\\257ve \\"x\\".ts"'], 'naïve "x".ts'],
    ["a quoted name with letters as they are", ['--- "a/naïve\\t.ts"', '+++ "b/naïve\\t.ts"'], "naïve\t.ts"],
    ["one prefix forgotten", ["--- a/x.ts", "+++ x.ts"], "x.ts"],
    ["the other forgotten", ["--- x.ts", "+++ b/x.ts"], "x.ts"],
    ["a copy beside it", ["--- x.ts.orig", "+++ x.ts"], "x.ts"],
    ["a new one beside it", ["--- x.ts", "+++ x.ts.new"], "x.ts"],
    ["two names: the new one", ["--- lao", "+++ tzu"], "tzu"],
    ["a list of nothing before, lines all the same", ["--- /dev/null", "+++ b/x.ts"], "x.ts"],
  ])("%s", (_, header, path) =>
    expect(describeBlocks(lines(...header, ...HUNK), "udiff")).toEqual([`${path}: ${CHANGE}`]),
  );

  test.each<[string, string[], string[], string]>([
    ["only the new one is there", ["--- lao", "+++ tzu"], ["tzu"], `tzu: ${CHANGE}`],
    [
      "only the old one, and times: diff compared two files",
      ["--- lao\t2002-02-21", "+++ tzu\t2002-02-21"],
      ["lao"],
      `lao: ${CHANGE}`,
    ],
    ["only the old one: a rename or not?", ["--- lao", "+++ tzu"], ["lao"], "! tzu malformed_block"],
    [
      "git's own line names another",
      ["diff --git a/x.ts b/x.ts", "--- a/y.ts", "+++ b/y.ts"],
      ["x.ts", "y.ts"],
      "! null malformed_block",
    ],
    [
      "git's own line without its prefixes",
      ["diff --git x.ts x.ts", "--- x.ts", "+++ x.ts"],
      ["x.ts"],
      `x.ts: ${CHANGE}`,
    ],
  ])("two names, and what exists: %s", (_, header, known, block) =>
    expect(describeBlocks(lines(...header, ...HUNK), "udiff", { known: (path) => known.includes(path) })).toEqual([
      block,
    ]),
  );

  test.each<[string, string[], string]>([
    ["over the fence", ["src/x.ts", "```diff", ...HUNK, "```"], `src/x.ts: ${CHANGE}`],
    [
      "over the fence, without numbers",
      ["**src/x.ts**", "", "```diff", "@@", "-b", "+c", "```"],
      "src/x.ts: [b/ → c/]",
    ],
    ["nowhere", ["```diff", ...HUNK, "```"], "! null malformed_block"],
    ["nowhere, and no fence", HUNK, "! null malformed_block"],
  ])("a hunk without a header, its file named %s", (_, all, block) =>
    expect(describeBlocks(lines(...all), "udiff")).toEqual([block]),
  );
});

describe("what happens to a file as a whole", () => {
  test.each<[string, string[], string]>([
    ["created", ["--- /dev/null", "+++ b/x.ts", "@@ -0,0 +1,2 @@", "+a", "+b"], "x.ts: + a/b/"],
    [
      "created by git",
      [
        "diff --git a/x.ts b/x.ts",
        "new file mode 100644",
        "index 0000000..1234567",
        "--- /dev/null",
        "+++ b/x.ts",
        "@@ -0,0 +1 @@",
        "+a",
      ],
      "x.ts: + a/",
    ],
    [
      "created without a last line break",
      ["--- /dev/null", "+++ x.ts", "@@ -0,0 +1 @@", "+a", NO_NEWLINE],
      "x.ts: + a",
    ],
    [
      "filled, by git's index line",
      ["diff --git a/x.ts b/x.ts", "index e69de29..72943a1 100644", "--- a/x.ts", "+++ b/x.ts", "@@ -0,0 +1 @@", "+a"],
      "x.ts: + a/",
    ],
    ["created empty", ["diff --git a/x.ts b/x.ts", "new file mode 100644", "index 0000000..e69de29"], "x.ts: + "],
    [
      "created, but its content is missing",
      ["diff --git a/x.ts b/x.ts", "new file mode 100644", "index 0000000..1234567"],
      "! x.ts incomplete",
    ],
    ["created by diff -N", [`--- a/x.ts\t${EPOCH}`, `+++ b/x.ts\t${TODAY}`, "@@ -0,0 +1 @@", "+a"], "x.ts: + a/"],
    ["deleted by diff -N", [`--- a/x.ts\t${TODAY}`, `+++ b/x.ts\t${EPOCH}`, "@@ -1 +0,0 @@", "-a"], "x.ts: deleted a/"],
    [
      "created by diff -N, west of Greenwich",
      ["--- x.ts\t1969-12-31 19:00:00.000000000 -0500", `+++ x.ts\t${TODAY}`, "@@ -0,0 +1 @@", "+a"],
      "x.ts: + a/",
    ],
    ["filled, not created", [`--- x.ts\t${TODAY}`, `+++ x.ts\t${TODAY}`, "@@ -0,0 +1 @@", "+a"], "x.ts: @1[ → a/]"],
    ["emptied, not deleted", [`--- x.ts\t${TODAY}`, `+++ x.ts\t${TODAY}`, "@@ -1 +0,0 @@", "-a"], "x.ts: @1[a/ → ]"],
    [
      "changed: an old time alone says nothing",
      [`--- x.ts\t${EPOCH}`, `+++ x.ts\t${EPOCH}`, ...HUNK],
      `x.ts: ${CHANGE}`,
    ],
    ["created without numbers", ["--- /dev/null", "+++ x.ts", "@@ ... @@", "+a"], "x.ts: + a/"],
    ["not created: it has lines to find", ["--- /dev/null", "+++ x.ts", "@@ ... @@", "-a", "+b"], "x.ts: [a/ → b/]"],
    ["deleted", ["--- a/x.ts", "+++ /dev/null", "@@ -1,2 +0,0 @@", "-a", "-b"], "x.ts: deleted a/b/"],
    ["deleted, as mentat says it", ["--- x.ts", "+++ /dev/null", "@@ end @@"], "x.ts: deleted"],
    [
      "deleted without a last line break",
      ["--- a/x.ts", "+++ /dev/null", "@@ -1 +0,0 @@", "-a", NO_NEWLINE],
      "x.ts: deleted a",
    ],
    [
      "deleted empty",
      ["diff --git a/x.ts b/x.ts", "deleted file mode 100644", "index e69de29..0000000"],
      "x.ts: deleted",
    ],
    ["deleted and yet not", ["--- a/x.ts", "+++ /dev/null", "@@ -1,2 +1 @@", "-a", " b"], "! x.ts malformed_block"],
    ["emptied, not deleted", ["--- x.ts", "+++ x.ts", "@@ -1 +0,0 @@", "-a"], "x.ts: @1[a/ → ]"],
    [
      "renamed",
      ["diff --git a/x.ts b/y.ts", "similarity index 100%", "rename from x.ts", "rename to y.ts"],
      "x.ts: ⇒ y.ts",
    ],
    [
      "renamed and changed",
      [
        "diff --git a/x.ts b/y.ts",
        "similarity index 90%",
        "rename from x.ts",
        "rename to y.ts",
        "--- a/x.ts",
        "+++ b/y.ts",
        ...HUNK,
      ],
      `x.ts: ${CHANGE} ⇒ y.ts`,
    ],
    ["copied", ["diff --git a/x.ts b/y.ts", "copy from x.ts", "copy to y.ts"], "! y.ts malformed_block"],
    ["only its mode", ["diff --git a/x.ts b/x.ts", "old mode 100644", "new mode 100755"], "! x.ts malformed_block"],
    [
      "only its mode, spaces in its name",
      ["diff --git a/x y.ts b/x y.ts", "old mode 100644", "new mode 100755"],
      "! x y.ts malformed_block",
    ],
    [
      "binary",
      ["diff --git a/x.png b/x.png", "index 1234567..89abcde 100644", "Binary files a/x.png and b/x.png differ"],
      "! x.png malformed_block",
    ],
    [
      "binary with its bytes",
      [
        "diff --git a/x.png b/x.png",
        "index 1234567..89abcde 100644",
        "GIT binary patch",
        "literal 3",
        "Kc${NkU|;|M00aO5",
        "",
      ],
      "! x.png malformed_block",
    ],
    [
      "only its mode, then a list",
      ["diff --git a/x.ts b/x.ts", "old mode 100644", "new mode 100755", "- one"],
      "! x.ts malformed_block",
    ],
    ["created, and the answer ends", ["diff --git a/x.ts b/x.ts", "new file mode 100644"], "! x.ts incomplete"],
    [
      "created empty, in a model's words",
      ["diff --git a/x.ts b/x.ts", "new file mode 100644", "", "Done."],
      "x.ts: + ",
    ],
    [
      "renamed, and its changes are missing",
      ["diff --git a/x.ts b/y.ts", "similarity index 90%", "rename from x.ts", "rename to y.ts"],
      "! x.ts incomplete",
    ],
    ["renamed in few words", ["diff --git a/x.ts b/y.ts", "rename from x.ts", "rename to y.ts"], "x.ts: ⇒ y.ts"],
    ["names and no hunk", ["--- x.ts", "+++ x.ts"], "! x.ts malformed_block"],
    ["nothing on both sides", ["--- /dev/null", "+++ /dev/null", ...HUNK], "! null malformed_block"],
  ])("%s", (_, all, block) => expect(describeBlocks(lines(...all), "udiff")).toEqual([block]));

  test("a mode that changes with the content is reported, not dropped", () => {
    const text = lines(
      "diff --git a/x.sh b/x.sh",
      "old mode 100644",
      "new mode 100755",
      "--- a/x.sh",
      "+++ b/x.sh",
      ...HUNK,
    );
    expect(parseAnswer(text, "udiff").reason).toBe(
      'x.sh: "mode 100644 → 100755" was ignored; only content is changed, never the mode of a file.',
    );
  });
});

describe("hunks", () => {
  const header = ["--- x.ts", "+++ x.ts"];
  test.each<[string, string[], string]>([
    ["context and changes", HUNK, CHANGE],
    ["several", [...HUNK, "@@ -9 +9 @@", "-x", "+y"], `${CHANGE} @9[x/ → y/]`],
    ["blank lines between", [...HUNK, "", "@@ -9 +9 @@", "-x", "+y"], `${CHANGE} @9[x/ → y/]`],
    ["a function's name in the header", ["@@ -3,1 +3,1 @@ function f() {", "-b", "+c"], "@3[b/ → c/]"],
    ["no numbers", ["@@ ... @@", "-b", "+c"], "[b/ → c/]"],
    ["nothing but signs", ["@@", "-b", "+c"], "[b/ → c/]"],
    ["no header at all", [" a", "-b", "+c", "", "Done."], "[a/b/ → a/c/]"],
    ["mentat's end", ["@@ @@", "-b", "+c", "@@ @@", "-x", "+y", "@@ end @@", " d"], "[b/ → c/] [x/ → y/]"],
    ["no header, then one", ["-b", "+c", "@@ -9 +9 @@", "-x", "+y"], "[b/ → c/] @9[x/ → y/]"],
    ["half of the numbers", ["@@ -12 @@", "-b", "+c"], "@12[b/ → c/]"],
    ["additions after a line", ["@@ -4,0 +5,2 @@", "+x", "+y"], "@5[ → x/y/]"],
    ["additions at the top", ["@@ -0,0 +1 @@", "+x"], "@1[ → x/]"],
    ["additions, and no word where", ["@@ -4 +4,2 @@", "+x", "@@ -9 +9 @@", "-x", "+y"], "[ → x/] @9[x/ → y/]"],
    ["added before removed", ["@@ -1 +1 @@", "+c", "-b"], "@1[b/ → c/]"],
    ["an empty line without its blank", ["@@ -1,3 +1,3 @@", " a", "", "-b", "+c"], "@1[a//b/ → a//c/]"],
    ["an empty line at the end, counted", ["@@ -1,2 +1,2 @@", "-b", "+c", "", "", "Done."], "@1[b// → c//]"],
    ["an empty line at the end, not counted", ["@@ -1 +1 @@", "-b", "+c", "", "Done."], "@1[b/ → c/]"],
    ["an empty line at the end, no counts", ["@@ @@", "-b", "+c", "", "", "Done."], "[b/ → c/]"],
    ["counts too small", ["@@ -1 +1 @@", " a", "-b", "+c", " d"], "@1[a/b/d/ → a/c/d/]"],
    ["counts too large, then words", ["@@ -1,9 +1,9 @@", " a", "-b", "+c", "", "Done."], CHANGE],
    [
      "counts too large, then a hunk",
      ["@@ -1,9 +1,9 @@", " a", "-b", "+c", "@@ -8 +8 @@", "-x", "+y"],
      `${CHANGE} @8[x/ → y/]`,
    ],
    ["a mail's signature", ["@@ -1,2 +1,2 @@", " a", "-b", "+c", "-- ", "2.40.1"], CHANGE],
    ["no line break on the old side", ["@@ -1 +1 @@", "-b", NO_NEWLINE, "+c"], "@1[b¬ → c/]"],
    ["no line break on the new side", ["@@ -1 +1 @@", "-b", "+c", NO_NEWLINE], "@1[b/ → c¬]"],
    ["no line break on both", ["@@ -1,2 +1,2 @@", "-a", "+x", " b", NO_NEWLINE], "@1[a/b¬ → x/b¬]"],
    ["no line break, and the other side after it", ["@@ -1 +1 @@", "+b", NO_NEWLINE, "-b"], "@1[b/ → b¬]"],
    ["lines that look like headers", ["@@ -1,2 +1,2 @@", "--- y", "+++ z", " b"], "@1[-- y/b/ → ++ z/b/]"],
    ["only context", ["@@ -1,2 +1,2 @@", " a", " b"], "@1[a/b/ → a/b/]"],
    ["\\r\\n content in a \\n diff", ["@@ -1 +1 @@", "-b\r", "+c\r"], "@1[b%/ → c%/]"],
  ])("%s", (_, all, change) => expect(describeBlocks(lines(...header, ...all), "udiff")).toEqual([`x.ts: ${change}`]));

  test("counts that ask for more lines where the answer ends: it may be cut off at a line break", () => {
    const cut = lines(...header, "@@ -1,9 +1,9 @@", " a", "-b", "+c", " d");
    expect(parseAnswer(cut, "auto").blocks).toMatchObject([{ kind: "edit", likely: { line: 7 } }]);
    const whole = lines(...header, "@@ -1,3 +1,3 @@", " a", "-b", "+c", " d");
    expect(parseAnswer(whole, "auto").blocks[0]).not.toHaveProperty("likely");
  });

  test("an answer in \\r\\n", () =>
    expect(describeBlocks(lines(...header, ...HUNK).replaceAll("\n", "\r\n"), "udiff")).toEqual([`x.ts: ${CHANGE}`]));

  test.each<[string, string[], string]>([
    ["a line without a sign", ["@@ -1,3 +1,3 @@", " a", "b", "+c"], "malformed_block"],
    ["a line without a sign, no counts", ["@@ @@", " a", "b", "+c"], "malformed_block"],
    ["no lines", ["@@ -1,3 +1,3 @@"], "incomplete"],
    ["no lines, and none asked for", ["@@ @@"], "malformed_block"],
    ["no lines, then a hunk", ["@@ -1,3 +1,3 @@", ...HUNK], "malformed_block"],
    ["no lines at all, counted", ["@@ -0,0 +0,0 @@", ""], "malformed_block"],
    ["a hunk of a merge", ["@@@ -1,2 -1,2 +1,2 @@@", "  a", "--b", "++c"], "malformed_block"],
    ["lines after the last one", ["@@ -1,2 +1,1 @@", "-a", NO_NEWLINE, "-b", "+c"], "malformed_block"],
    ["a note about no line", ["@@ -1 +1 @@", NO_NEWLINE, "-b", "+c"], "malformed_block"],
    ["one good, one bad", [...HUNK, "@@ @@", "x"], "malformed_block"],
  ])("broken: %s", (_, all, error) =>
    expect(describeBlocks(lines(...header, ...all), "udiff")).toEqual([`! x.ts ${error}`]),
  );

  test.each<[string, string]>([
    ["an open fence", lines("```diff", ...header, ...HUNK)],
    ["an open fence in a hunk", lines("```diff", ...header, "@@ -1,3 +1,3 @@", " a", "-b")],
    ["in a line", `${lines(...header, "@@ -1,3 +1,3 @@", " a", "-b")}+c`],
    ["at the next hunk", `${lines("```diff", ...header, ...HUNK)}@`],
    ["in the next words of an open fence", lines("```diff", ...header, ...HUNK, "", "and then")],
    ["among the new lines", lines(...header, "@@ -1,3 +1,6 @@", " a", "-b", "+c")],
    ["before any change", lines(...header, "@@ -1,3 +1,3 @@", " a")],
    ["before the new lines", lines(...header, "@@ -1,3 +1,3 @@", " a", "-b")],
    ["at the hunk's header", `${lines("```diff", ...header)}@@ -1,3 +1,3 @@`],
  ])("cut off: %s", (_, text) => expect(describeBlocks(text, "udiff")).toEqual(["! x.ts incomplete"]));

  test("the message says which line", () =>
    expect(firstProblem(lines(...header, "@@ -1,3 +1,3 @@", " a", "b", "+c"), "udiff")).toBe(
      'Line 5 of the answer ("b") is in a hunk but starts with none of " ", "+" and "-". None of it was applied.',
    ));
});

describe("several files", () => {
  const x = ["--- x.ts", "+++ x.ts", ...HUNK];
  const y = ["--- y.ts", "+++ y.ts", ...HUNK];
  const two = [`x.ts: ${CHANGE}`, `y.ts: ${CHANGE}`];
  test.each<[string, string[], string[]]>([
    ["one after the other", [...x, ...y], two],
    ["of git", ["diff --git x.ts x.ts", ...x, "diff --git y.ts y.ts", ...y], two],
    ["in fences, with words between", ["```diff", ...x, "```", "And:", "```diff", ...y, "```"], two],
    ["in one fence", ["```diff", ...x, ...y, "```"], two],
    ["counts too large in the first", ["--- x.ts", "+++ x.ts", "@@ -1,9 +1,9 @@", " a", "-b", "+c", ...y], two],
    [
      "one file twice is one change",
      [...x, "", "--- ./x.ts", "+++ ./x.ts", "@@ -9 +9 @@", "-x", "+y"],
      [`x.ts: ${CHANGE} @9[x/ → y/]`],
    ],
    [
      "a file broken in its second part",
      [...x, ...y, "--- x.ts", "+++ x.ts", "@@ @@", "?"],
      ["! x.ts malformed_block", `y.ts: ${CHANGE}`],
    ],
    [
      "deleted, then created: two changes",
      ["--- x.ts", "+++ /dev/null", "@@ -1 +0,0 @@", "-a", "--- /dev/null", "+++ x.ts", "@@ -0,0 +1 @@", "+b"],
      ["x.ts: deleted a/", "x.ts: + b/"],
    ],
    [
      "a broken one does not take the next along",
      ["--- x.ts", "+++ x.ts", "@@ -1,2 +1,2 @@", "?", "+c", ...y],
      ["! x.ts malformed_block", `y.ts: ${CHANGE}`],
    ],
  ])("%s", (_, all, blocks) => expect(describeBlocks(lines(...all), "udiff")).toEqual(blocks));
});

test.each<[string, string]>([
  ["a list", lines("Changes:", "- one", "- two", "+ three")],
  ["rules", lines("---", "", "+++", "", "--- ---")],
  ["front matter", lines("---", "title: x", "---")],
  ["arithmetic", lines("- 1", "+ 2", "@@")],
  ["an option", lines("--- verbose", "and so on")],
])("no diff: %s", (_, text) => expect(describeBlocks(text, "udiff")).toEqual([]));

describe("a name that is a link", () => {
  test.each<[string, string[], string]>([
    ["in a header", ["--- a/[a.ts](http://a.ts)", "+++ b/[a.ts](http://a.ts)", ...HUNK], `a.ts: ${CHANGE}`],
    ["in a part of a path", ["--- a/src/[a.ts](a.ts)", "+++ b/src/[a.ts](a.ts)", ...HUNK], "! null malformed_block"],
    ["above a hunk", ["### [a.ts](a.ts)", "```diff", ...HUNK, "```"], `a.ts: ${CHANGE}`],
    ["to another file", ["### [a.ts](b.ts)", "```diff", ...HUNK, "```"], "! null malformed_block"],
  ])("%s", (_, all, block) => expect(describeBlocks(lines(...all), "udiff")).toEqual([block]));
});

describe("a diff's fence whose first hunk has no header", () => {
  const BARE = ["-old", "+new"];
  test.each<[string, string[], string[]]>([
    ["under a path", ["a.ts", "```diff", ...BARE, "```"], ["a.ts: [old/ → new/]"]],
    ["with context", ["a.ts", "```diff", " x", ...BARE, "", " y", "```"], ["a.ts: [x/old//y/ → x/new//y/]"]],
    [
      "and a second one that has",
      ["a.ts", "```diff", ...BARE, "@@ @@", "-1", "+2", "```"],
      ["a.ts: [old/ → new/] [1/ → 2/]"],
    ],
    ["a line without a sign", ["a.ts", "```diff", ...BARE, "x", "```"], ["! a.ts malformed_block"]],
    ["no path", ["Do this:", "```diff", ...BARE, "```"], ["! null unsure"]],
    ["a path among words", ["In `a.ts`:", "```diff", ...BARE, "```"], ["a.ts: ? [old/ → new/]"]],
    [
      "hunks without numbers",
      ["In `a.ts`:", "```diff", "@@", " x", ...BARE, "@@ … @@", "-1", "+2", "```"],
      ["a.ts: ? [x/old/ → x/new/] [1/ → 2/]"],
    ],
    [
      "numbered hunks",
      ["### 2. Update a.ts", "```diff", "@@ -3,2 +3,2 @@", " x", ...BARE, "```"],
      ["a.ts: ? @3[x/old/ → x/new/]"],
    ],
    ["in another language's fence", ["Update `a.ts`:", "```ts", " x", ...BARE, "```"], ["a.ts: ? [x/old/ → x/new/]"]],
    ["a line without a sign, a path among words", ["In `a.ts`:", "```diff", ...BARE, "x", "```"], ["! a.ts unsure"]],
    ["cut off", ["a.ts", "```diff", ...BARE], ["! a.ts incomplete"]],
    [
      "before another file",
      ["```diff", ...BARE, "--- b.ts", "+++ b.ts", "@@ @@", "-1", "+2", "```"],
      ["! null unsure", "b.ts: [1/ → 2/]"],
    ],
    ["before a hunk with numbers", ["```diff", ...BARE, "@@ -1 +1 @@", "-1", "+2", "```"], ["! null unsure"]],
  ])("%s", (_, all, blocks) => expect(describeBlocks(lines(...all), "udiff")).toEqual(blocks));

  test.each<[string, string[], string[]]>([
    ["in a fence of another language", ["```js", "-const a = 1;", "+const a = 2;", "```"], ["! null unsure"]],
    ["hunks in such a fence", ["```js", "@@ @@", " x", "-a", "+b", "```"], ["! null unsure"]],
    ["without a fence, under a path", ["a.ts", "-old", "+new"], ["a.ts: ? [old/ → new/]"]],
    ["without a fence, after @@", ["@@ function x @@", " x", "-old", "+new"], ["! null unsure"]],
    ["a list", ["a.ts", "- one", "- two"], []],
    ["for and against", ["Both:", "- bad", "+ good"], []],
    ["yaml", ["```yaml", "- a", "- b: +1", "```"], []],
    ["a fence for diffs without any sign", ["```diff", "x", "```"], []],
  ])("elsewhere: %s", (_, all, blocks) => expect(describeBlocks(lines(...all), "udiff")).toEqual(blocks));
});

describe("a diff without counts at the end of the answer", () => {
  const text = "--- a/x.ts\n+++ b/x.ts\n@@ @@\n a\n-b\n";
  test.each<[string, string, string]>([
    ["a new line that is not whole", `${text}+retur`, "incomplete"],
    ["an old line that is not whole", text.slice(0, -1), "incomplete"],
    ["an old line", text, "likely"],
    ["a kept line that is not whole", `${text}+c\n d`, "likely"],
    ["a new line", `${text}+c\n`, "certain"],
    ["words after it", `${text}\nDone.\n`, "certain"],
    ["in a fence", `\`\`\`diff\n${text}\`\`\``, "certain"],
  ])("%s", (_, answer, expected) => {
    const [first] = parseAnswer(answer, "auto").blocks;
    expect(first?.kind === "broken" ? first.error : first?.likely === undefined ? "certain" : "likely").toBe(expected);
  });
});

describe("a context line that looks like the end of the fence", () => {
  const diff = (header: string): string =>
    [
      "```diff",
      "--- a/a.md",
      "+++ b/a.md",
      header,
      " text",
      " ```",
      " ",
      "+more",
      "+```",
      "+x",
      "+```",
      " end",
      "```",
      "",
    ].join("\n");

  test("is a line of the hunk whose counts are met behind it", () =>
    expect(describeBlocks(diff("@@ -1,4 +1,8 @@"), "auto")).toEqual([
      "a.md: @1[text/```//end/ → text/```//more/```/x/```/end/]",
    ]));

  test.each(["@@ -1,4 +1,7 @@", "@@ -1,9 +1,12 @@", "@@"])("with other counts (%s) the diff is refused", (header) =>
    expect(describeBlocks(diff(header), "auto")[0]).toContain("malformed_block"),
  );
});
