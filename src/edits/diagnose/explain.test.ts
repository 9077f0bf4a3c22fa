import { describe, expect, test } from "vitest";
import { suggest } from "./explain.ts";
import { block, chars, chunk, editOf, patch, planOn } from "../fixtures.ts";
import type { Change, Miss } from "../types.ts";

function missOf(text: string, ...changes: readonly Change[]): Miss {
  const edits = changes.map((change, at) =>
    editOf(at + 1, change, change.kind === "replace" && change.match === "chars" ? { format: "tool" } : {}),
  );
  const result = planOn({ "a.txt": text }, edits).results.at(-1);
  if (result?.kind !== "miss") throw new Error(`no miss but ${result?.kind}`);
  return result.why;
}

describe("the cause", () => {
  test.each<[string, string, Change, string]>([
    ["tabs for spaces", "f:\n\tx\n", block("f:\n    x\n", "f:\n    y\n"), "whitespace"],
    ["a blank at a line's end", "a \nb\n", block("a\nb\n", "c\n"), "whitespace"],
    ["blanks between words", "a  b\n", block("a b\n", "c\n"), "whitespace"],
    ["blank lines", "a\n\nb\n", block("a\nb\n", "c\n"), "whitespace"],
    ["indentation", "    a\n    b\n", block("a\nb\n", "c\n"), "indentation"],
    ["a smart quote", "it’s\n", block("it's\n", "x\n"), "look_alike"],
    ["a no-break space", "a\u00a0b\n", block("a b\n", "x\n"), "look_alike"],
    ["a smart quote inside a line", "x = it’s;\n", chars("it's", "its"), "look_alike"],
    ["lone carriage returns", "one\rtwo\r", block("one\n", "uno\n"), "line_ending"],
    ["a final newline that is not there", "a\nb", patch(chunk("b\n", "b", { new: true })), "line_ending"],
    ["lines that changed since", "def f():\n  a\n  b\n  c\n", block("def f():\n  a\n  B\n  c\n", "x\n"), "stale"],
    ["new text that stands in two places", "pass\npass\n", block("x = 1\n", "pass\n"), "already_applied"],
    ["characters that were replaced before", "let b = 1\n", chars("let a = 1", "let b = 1"), "already_applied"],
    ["a marker inside", "a\n", block("<<<<<<< SEARCH\na\n", "b\n"), "marker_damage"],
    ["line numbers in front", "alpha\nbeta\n", block("1: alpha\n2: beta\n", "x\n"), "marker_damage"],
    ["diff signs in front", "alpha\nbeta\n", block("-alpha\n beta\n", "x\n"), "marker_damage"],
    ["a fence around it", "alpha\nbeta\n", block("```js\nalpha\nbeta\n```\n", "x\n"), "marker_damage"],
    ["several places", "x\ny\nx\n", block("x\n", "z\n"), "ambiguous"],
    ["another file's text", "alpha\nbeta\n", block("gamma\n", "delta\n"), "not_found"],
    ["an empty file", "", block("a\n", "b\n"), "not_found"],
  ])("%s", (_, text, change, cause) => expect(missOf(text, change).diagnostics?.cause).toBe(cause));
});

describe("the nearest lines", () => {
  const code =
    "f() {\n  return 0;\n}\ng() {\n  return h(1);\n}\nfunction pick(argv) {\n  return argv.slice(1);\n}\nk() {\n}\n";
  test.each([
    [
      "of lines that differ in a name, not those of their brackets",
      "function pick(args) {\n  return args.slice(1);\n}\n",
      7,
    ],
    [
      "of a bracket in the best place among several",
      "function pick(args) {\n  return args.slice(1);\n}\nk() {\n}\n",
      7,
    ],
    ["of a bracket alone below a line that differs", "  return argv.slice();\n}\n", 8],
  ])("%s", (_, find, line) => {
    expect(missOf(code, block(find, "x\n")).diagnostics?.nearest[0]?.line).toBe(line);
  });
});

describe("the message alone lets a reader mend the edit", () => {
  test("lines that changed since", () => {
    const { message, diagnostics } = missOf(
      "def f():\n    return 1\n",
      block("def f():\n    return 42\n", "def f():\n    return 99\n"),
    );
    expect(message).toBe(
      [
        "The EDIT text of block 1 is not in a.txt (2 lines). 1 of its 2 lines is at lines 1–2; the rest is different in the file.",
        "(- your text, + a.txt)",
        "      | def f():",
        "-     |     return 42",
        "+    2|     return 1",
        "Read lines 1–2 again, copy them as they are now, and send the block again.",
      ].join("\n"),
    );
    expect(diagnostics).toEqual({
      cause: "stale",
      nearest: [
        { line: 1, text: "def f():" },
        { line: 2, text: "    return 1" },
      ],
      matches: [],
      candidate: null,
    });
  });

  test("tabs", () => {
    const { message } = missOf("f:\n\tx\n", block("f:\n    x\n", "f:\n    y\n"));
    expect(message).toContain(
      "Lines 1–2 would match except for whitespace. Line 2 is indented with tabs; your text has spaces there.",
    );
    expect(message).toContain("+    2| ⟨TAB⟩x");
  });

  test("indentation", () => {
    expect(missOf("    a\n", block("  a\n", "b\n")).message).toContain(
      "Line 1 is indented by 4 spaces; in your text by 2 spaces.",
    );
  });

  test("trailing whitespace", () => {
    expect(missOf("a  \nb\n", block("a\nb\n", "c\n")).message).toContain(
      "Line 1 ends with 2 spaces in the file; in your text with no spaces.",
    );
  });

  test("smart quotes", () => {
    expect(missOf("it’s\n", block("it's\n", "x\n")).message).toContain(
      "Line 1 has ’ (U+2019) where your text has ' (U+0027).",
    );
  });

  test("several places", () => {
    const { message, diagnostics } = missOf("f() {\n}\ng() {\n}\n", block("}\n", "};\n"));
    expect(message).toBe(
      [
        "The EDIT text of block 1 matches 2 places in a.txt, at lines 2, 4.",
        'line 2: after "f() {"',
        'line 4: after "g() {"',
        "Add lines before or after it until only one place fits, and send the block again.",
      ].join("\n"),
    );
    expect(diagnostics?.matches).toEqual([2, 4]);
  });

  test("a block that an earlier one broke: the message asks to merge them", () => {
    const { message, diagnostics } = missOf("one\ntwo\n", block("one\n", "1\n"), block("one\ntwo\n", "1\n2\n"));
    expect(message).toContain("It was at lines 1–2 until block 1 of this answer changed it");
    expect(message).toContain("Merge it with block 1 into one edit");
    expect(diagnostics?.cause).toBe("stale");
  });

  test("a file that is not there", () => {
    const plan = planOn({}, [editOf(1, block("a\n", "b\n"))]);
    expect(plan.results[0]).toMatchObject({
      why: {
        error: "file_not_found",
        code: "NOT_FOUND",
        message: "File not found: a.txt. Check the path; to make a new file, send one that creates it.",
      },
    });
  });

  test("the wrong file", () => {
    expect(missOf("alpha\nbeta\n", block("gamma();\n", "x\n")).message).toBe(
      "The EDIT text of block 1 is not in a.txt (2 lines). Nothing in the file is similar. Check the path, read the file, and send the block again.",
    );
  });

  test("lines left out", () => {
    const { message, diagnostics } = missOf("a\nb\nc\nd\n", block("a\n...\nd\n", "a\n...\nD\n"));
    expect(message).toContain(
      'It leaves lines out with "..."; lines 1–4 would match if that meant the lines in between.',
    );
    expect(message).toContain("Write every line out");
    expect(diagnostics?.candidate?.rule).toBe("elision");
  });

  test("a hunk of several", () => {
    const { message } = missOf("a\nb\nc\n", patch(chunk("a\n", "A\n"), chunk("x\n", "y\n")));
    expect(message).toMatch(/^Hunk 2 of block 1 is not in a\.txt \(3 lines\)\./u);
    expect(message).toContain("send the patch for this file again");
  });

  test("a number that is not proof enough", () => {
    const hunk = { ...chunk("x\n", "x\nn\n", { line: 1 }), steps: " +" };
    expect(missOf("x\nb\nx\n", patch(hunk)).message).toContain(
      "The header names line 1, but the hunk looks like one for the start or the end of the file, where it fits, too.",
    );
  });

  test("hunks that add at the same place", () => {
    expect(missOf("a\n", patch(chunk("a\n", "a\nb\n"), chunk("a\n", "a\nc\n"))).message).toContain(
      "Hunks 1 and 2 of block 1 add lines at the same place of a.txt, and it is not certain which come first",
    );
  });

  test("hunks that change the same lines", () => {
    expect(missOf("a\n", patch(chunk("a\n", "b\n"), chunk("a\n", "c\n"))).message).toContain(
      "Hunks 1 and 2 of block 1 change the same lines of a.txt.",
    );
  });

  test("a line after @@ that is not there", () => {
    expect(missOf("a\n", patch(chunk("a\n", "b\n", { after: ["class X"] }))).message).toContain(
      'the line after @@, "class X", does not come before its text',
    );
  });

  test("a header that names another line", () => {
    expect(missOf("x\ny\nx\n", patch(chunk("x\n", "z\n", { line: 2 }))).message).toContain(
      "The header names line 2, which is none of them.",
    );
  });
});

describe("a tool's own words", () => {
  test("not found", () => {
    const { message, code } = missOf("let total = 1\nlet b = 2\n", chars("let totals = 1", "x"));
    expect(code).toBe("NO_MATCH");
    expect(message).toMatch(
      /^old_string not found in a\.txt\. File contains 2 lines\. Did you mean: line 1: "let total = 1"\?/u,
    );
  });

  test("not unique", () => {
    expect(missOf("a\nb a\na\n", chars("a", "x"))).toMatchObject({
      code: "NOT_UNIQUE",
      message:
        "Found 3 matches for old_string. Use replace_all=True or provide more context. Matches at lines: 1, 2, 3",
    });
  });

  test("overlapping", () => {
    expect(missOf("aaa\n", chars("aa", "x", true)).message).toContain("Found 2 matches for old_string.");
  });
});

test("a reader who may not read the file is shown nothing of it", () => {
  const secret = "password = hunter2";
  for (const change of [
    block("password = hunter3\n", "x\n"),
    chars("password = hunter3", "x"),
    chars("password", "x"),
  ]) {
    const text = `${secret}\n${secret}\n`;
    const [result] = planOn({ "a.txt": text }, [editOf(1, change, { format: "tool" })], { disclose: false }).results;
    expect(result?.kind).toBe("miss");
    expect(JSON.stringify(result)).not.toContain("hunter2");
  }
});

test("paths are shown as the caller calls them", () => {
  const plan = planOn(
    { "a.txt": "a\n" },
    [editOf(1, block("x\n", "y\n")), editOf(2, { kind: "create", content: "z" })],
    {
      show: (path) => `ws/${path}`,
    },
  );
  for (const result of plan.results) expect(result.kind === "miss" && result.why.message).toMatch(/ws\/a\.txt/u);
});

describe("nothing grows without bound", () => {
  const long = `const x = [${"1234567890, ".repeat(90_000)}];`;
  test.each<[string, string, Change]>([
    ["a line of a megabyte", `${long}\n`, block(`${long} changed\n`, "x\n")],
    ["characters of a megabyte", `${long}\n`, chars(`${long} changed`, "x")],
    ["thousands of places", "}\n".repeat(30_000), block("}\n", "x\n")],
    [
      "thousands of changed lines",
      Array.from({ length: 5000 }, (_, at) => `line ${at}\n`).join(""),
      block(Array.from({ length: 5000 }, (_, at) => `line ${at}${at % 2 === 0 ? "!" : ""}\n`).join(""), "x\n"),
    ],
    ["a long name after @@", "a\n", patch(chunk("a\n", "b\n", { after: [long] }))],
  ])("%s", (_, text, change) => {
    const { message, diagnostics } = missOf(text, change);
    expect(message.length).toBeLessThan(5000);
    expect(diagnostics?.matches.length).toBeLessThanOrEqual(1000);
    expect(diagnostics?.nearest.length).toBeLessThanOrEqual(12);
    for (const { text: shown } of diagnostics?.nearest ?? []) expect(shown.length).toBeLessThan(200);
  });

  test("a thousand misses are reported, two hundred are explained", () => {
    const edits = Array.from({ length: 300 }, (_, at) => editOf(at + 1, block(`missing ${at} thing\n`, "x\n")));
    const messages = planOn({ "a.txt": "some thing\n" }, edits).results.map((result) =>
      result.kind === "miss" ? result.why.message : "",
    );
    expect(messages.every((message) => message.includes("is not in a.txt"))).toBe(true);
    expect(messages.filter((message) => message.includes("not diagnosed")).length).toBe(100);
  });
});

test("suggestions for a message of one's own", () => {
  const text = "import os\n\ndef compute_total(items):\n    return sum(items)\n";
  expect(suggest(text, "def compute_totals(items):\n    return sum(items)\n")).toEqual([
    { line: 3, text: "def compute_total(items):" },
    { line: 4, text: "    return sum(items)" },
  ]);
  expect(suggest(text, "nothing alike zzz")).toEqual([]);
  expect(suggest("", "a")).toEqual([]);
});

test.each([
  ["betta", "alpha\nbeta\ngamma\n", "beta"],
  ["recieve", "send();\nreceive();\nclose();\n", "receive();"],
  ["lenght", "width\nheight\nlength\n", "length"],
  ["qqqqq", "alpha\nbeta\n", undefined],
])("a slip in the only word: %s", (wanted, text, expected) => {
  expect(suggest(text, wanted)[0]?.text).toBe(expected);
});
