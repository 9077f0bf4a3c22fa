import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WorkspacePath } from "../../base/index.ts";
import { compose, type Text } from "../../text/index.ts";
import { planEdits } from "./plan.ts";
import { renameCyclesIn } from "./rename-cycle.ts";
import { block, chars, chunk, editOf, fileWith, patch, planOn, treeAfter, tried } from "../fixtures.ts";
import type { Change, EditId } from "../types.ts";

describe("replacing", () => {
  test.each<[string, string, Change, string, string]>([
    ["a line", "a\nb\nc\n", block("b\n", "x\n"), "a\nx\nc\n", "change"],
    ["what looks like a pattern is text", "a\nb\n", block("b\n", "$& $1\n"), "a\n$& $1\n", "change"],
    [
      "the last line without a newline",
      "a = 1\nb = 2\nc = 3",
      block("c = 3\n", "c = 30\n"),
      "a = 1\nb = 2\nc = 30",
      "change",
    ],
    ["CRLF stays CRLF", "a\r\nb\r\n", block("b\n", "x\ny\n"), "a\r\nx\r\ny\r\n", "change"],
    ["LF stays LF", "a\nb\n", block("b\r\n", "x\r\ny\r\n"), "a\nx\ny\n", "change"],
    [
      "a kept line keeps its own ending",
      "a\r\nb\nc\r\n",
      block("a\nb\nc\n", "a\nx\nb\nc\n"),
      "a\r\nx\r\nb\nc\r\n",
      "change",
    ],
    ["a BOM stays", "\uFEFFa\nb\n", block("a\n", "x\n"), "\uFEFFx\nb\n", "change"],
    ["a BOM stays when its line goes", "\uFEFFa\nb\n", block("a\n", ""), "\uFEFFb\n", "change"],
    ["a BOM goes when the edit says so", "\uFEFFa\nb\n", block("\uFEFFa\n", "a\n"), "a\nb\n", "change"],
    ["a BOM that is in both stays once", "\uFEFFa\nb\n", block("\uFEFFa\n", "\uFEFFx\n"), "\uFEFFx\nb\n", "change"],
    ["part of a line is no line", "hello world\n", block("hello\n", "goodbye\n"), "hello world\n", "anchor_not_found"],
    ["two places", "x\nx\n", block("x\n", "y\n"), "x\nx\n", "ambiguous_anchor"],
    ["blank lines name no place", "a\n\nb\n", block("\n", "x\n"), "a\n\nb\n", "ambiguous_anchor"],
    ["nothing to find", "a\n", block("", "x\n"), "a\n", "malformed_block"],
    ["old is new", "a\n", block("a\n", "a\n"), "a\n", "no_change"],
    ["old is new but for endings", "a\r\nb\r\n", block("a\nb\n", "a\r\nb"), "a\r\nb\r\n", "no_change"],
    ["characters in a line", "let a = 1;\n", chars("a = 1", "b = 2"), "let b = 2;\n", "change"],
    ["characters, every one", "a b a\na\n", chars("a", "xa", true), "xa b xa\nxa\n", "change"],
    ["characters that overlap", "aaa\n", chars("aa", "b", true), "aaa\n", "ambiguous_anchor"],
    ["characters over a CRLF", "a\r\nb\r\n", chars("a\nb", "a\nx\nb"), "a\r\nx\r\nb\r\n", "change"],
    ["characters taken away", "a, b\n", chars(", b", ""), "a\n", "change"],
    ["characters: old is new but for endings", "a\r\n", chars("a\n", "a\r\n"), "a\r\n", "no_change"],
    ["characters: half a pair is refused", "a\n", chars("a", "\ud83d"), "a\n", "malformed_block"],
    ["the BOM itself", "\uFEFFa\n", chars("\uFEFFa", "b"), "b\n", "change"],
  ])("%s", (_, before, change, after, result) => {
    expect(tried(before, change)).toEqual({ text: after, results: [result] });
  });
});

describe("a block that names a line", () => {
  const text = "x\na\nx\nb\nx\n";
  const at = (line: number, find: string, put: string): Change =>
    ({ kind: "replace", find, put, match: "lines", all: false, line }) as const;
  test.each<[string, Change[], string, string[]]>([
    ["chooses among exact places", [at(3, "x\n", "y\n")], "x\na\ny\nb\nx\n", ["change"]],
    ["does not choose when it names none", [at(2, "x\n", "y\n")], text, ["ambiguous_anchor"]],
    ["is not needed for the only place", [at(9, "b\n", "B\n")], "x\na\nx\nB\nx\n", ["change"]],
    [
      "names lines of the file before any edit",
      [at(2, "a\n", "a\nn\n"), at(5, "x\n", "y\n")],
      "x\na\nn\nx\nb\ny\n",
      ["change", "change"],
    ],
    [
      "never means a line that an edit wrote",
      [at(2, "a\n", "x\n"), at(2, "x\n", "y\n")],
      "x\nx\nx\nb\nx\n",
      ["change", "ambiguous_anchor"],
    ],
  ])("%s", (_, changes, after, results) => expect(tried(text, ...changes)).toEqual({ text: after, results }));
});

describe("already applied", () => {
  test.each<[string, string, Change, string]>([
    ["the new line is where the old was", "goodbye\nx\n", block("hello\n", "goodbye\n"), "already"],
    [
      "with the lines around it",
      "def f():\n  return 2\n",
      block("def f():\n  return 1\n", "def f():\n  return 2\n"),
      "already",
    ],
    ["a line that was taken out", "a\nc\n", block("a\nb\nc\n", "a\nc\n"), "already"],
    [
      "lines that follow their anchor",
      "import os\nimport sys\n",
      block("import os\n", "import os\nimport sys\n"),
      "already",
    ],
    ["lines that come before their anchor", "# x\n[p]\n", block("[p]\n", "# x\n[p]\n"), "already"],
    ["a part of a line is not enough", "goodbye world\n", block("hello\n", "goodbye\n"), "anchor_not_found"],
    ["nor is the new text in two places", "pass\npass\n", block("x = 1\n", "pass\n"), "anchor_not_found"],
    ["nor a brace", "f() {\n}\n", block("x();\n", "}\n"), "anchor_not_found"],
    [
      "nor other lines around it",
      "def f():\n  return 1\ndef g():\n  return 2\n",
      block("def f():\n  return 5\n", "def f():\n  return 2\n"),
      "anchor_not_found",
    ],
    [
      "nor while the old text is there except for whitespace",
      "\tx = 1\nx = 2\n",
      block("x = 1\n", "x = 2\n"),
      "anchor_not_found",
    ],
    [
      "nor while lines of the old text stand elsewhere",
      "f() {\n  one();\n  tow();\n}\n  three();\n",
      block("f() {\n  one();\n  two();\n", "  three();\n"),
      "anchor_not_found",
    ],
    ["an empty replacement proves nothing", "b\n", block("a\n", ""), "anchor_not_found"],
    ["nor what is left of lines taken out", "a\nB\nc\n", block("a\nb\n", "a\n"), "anchor_not_found"],
    ["nor when they came first", "B\na\nc\n", block("b\na\n", "a\n"), "anchor_not_found"],
    ["but at the end of the file nothing can follow", "x\na\n", block("a\nb\n", "a\n"), "already"],
    ["nor come before its start", "a\nx\n", block("b\na\n", "a\n"), "already"],
    ["a patch that leaves its context", "a\nB\nc\n", patch(chunk("a\nb\n", "a\n")), "anchor_not_found"],
    ["a patch", "a\nB\nc\n", patch(chunk("a\nb\nc\n", "a\nB\nc\n")), "already"],
    ["a patch, half of it", "a\nB\nc\nd\n", patch(chunk("a\nb\n", "a\nB\n"), chunk("d\n", "D\n")), "anchor_not_found"],
    ["lines added at the end", "a\nb\n", patch(chunk("", "b\n", { end: true })), "already"],
    ["blank lines added by number are not", "a\n\nb\n", patch(chunk("", "\n", { line: 2 })), "change"],
  ])("%s", (_, before, change, result) => expect(tried(before, change).results).toEqual([result]));

  test("its own result is always recognised", () => {
    const words = fc.array(fc.constantFrom("one", "two", "three", "four", "five"), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(words, words, (old, fresh) => {
        const find = old.map((word) => `old ${word}\n`).join("");
        const change = block(find, fresh.map((word) => `new ${word}\n`).join(""));
        const first = tried(`start\n${find}end\n`, change);
        fc.pre(first.results[0] === "change");
        expect(tried(first.text, change)).toEqual({ text: first.text, results: ["already"] });
      }),
    );
  });
});

describe("edits one after another", () => {
  test.each<[string, string, Change[], string, string[]]>([
    [
      "on the result of those before",
      "one\ntwo\n",
      [block("one\n", "1\n"), block("1\ntwo\n", "1\n2\n")],
      "1\n2\n",
      ["change", "change"],
    ],
    [
      "an earlier one stays when a later one fails",
      "a\nb\n",
      [block("a\n", "A\n"), block("x\n", "y\n")],
      "A\nb\n",
      ["change", "anchor_not_found"],
    ],
    [
      "a later one works when an earlier one fails",
      "a\nb\n",
      [block("x\n", "y\n"), block("b\n", "B\n")],
      "a\nB\n",
      ["anchor_not_found", "change"],
    ],
    ["made and taken back", "a\n", [block("a\n", "b\n"), block("b\n", "a\n")], "a\n", ["no_change", "no_change"]],
    [
      "added, taken back, and one that stays",
      "a\nz\n",
      [block("a\n", "a\nb\n"), block("a\nb\n", "a\n"), block("z\n", "Z\n")],
      "a\nZ\n",
      ["no_change", "no_change", "change"],
    ],
    [
      "three on the same line",
      "a\n",
      [block("a\n", "b\n"), block("b\n", "c\n"), block("c\n", "d\n")],
      "d\n",
      ["change", "change", "change"],
    ],
  ])("%s", (_, before, changes, after, results) => expect(tried(before, ...changes)).toEqual({ text: after, results }));

  test("each change names its edits, chained ones all of them", () => {
    const edits = [block("b\n", "B\n"), block("e\n", "E\n"), block("B\nc\n", "X\nc\n")].map((change, at) =>
      editOf(at + 1, change),
    );
    const { hunks } = planOn({ "a.txt": "a\nb\nc\nd\ne\n" }, edits).files[0]!;
    expect(hunks).toEqual([
      { index: 0, old: { from: 1, to: 2 }, new: { from: 1, to: 2 }, edits: ["1", "3"] },
      { index: 1, old: { from: 4, to: 5 }, new: { from: 4, to: 5 }, edits: ["2"] },
    ]);
  });
});

describe("whole files", () => {
  type Row = [string, Record<string, string>, [Change, string?][], Record<string, string>, string[]];
  const create = (content: string): Change => ({ kind: "create", content });
  const overwrite = (content: string): Change => ({ kind: "overwrite", content });
  const remove: Change = { kind: "delete" };
  const move = (to: string): Change => ({ kind: "move", to });
  test.each<Row>([
    ["made", {}, [[create("x\n")]], { "a.txt": "x\n" }, ["change"]],
    ["made with the same content", { "a.txt": "x\n" }, [[create("x\n")]], { "a.txt": "x\n" }, ["already"]],
    ["the same but for endings", { "a.txt": "x\r\ny" }, [[create("x\ny\n")]], { "a.txt": "x\r\ny" }, ["already"]],
    ["made over another", { "a.txt": "x\n" }, [[create("y\n")]], { "a.txt": "x\n" }, ["already_exists"]],
    ["made where an empty one is", { "a.txt": "" }, [[create("y\n")]], { "a.txt": "y\n" }, ["change"]],
    ["a BOM is not nothing", { "a.txt": "\uFEFF" }, [[create("y\n")]], { "a.txt": "\uFEFF" }, ["already_exists"]],
    ["made twice", {}, [[create("x\n")], [create("x\n")]], { "a.txt": "x\n" }, ["change", "already"]],
    ["made and edited", {}, [[create("x\n")], [block("x\n", "y\n")]], { "a.txt": "y\n" }, ["change", "change"]],
    ["made and deleted", {}, [[create("x\n")], [remove]], {}, ["no_change", "no_change"]],
    ["made empty", {}, [[create("")]], { "a.txt": "" }, ["change"]],
    [
      "overwritten keeps its endings",
      { "a.txt": "x\r\ny\r\n" },
      [[overwrite("x\nz\nq\n")]],
      { "a.txt": "x\r\nz\r\nq\r\n" },
      ["change"],
    ],
    ["overwritten with the same", { "a.txt": "x\r\n" }, [[overwrite("x\n")]], { "a.txt": "x\r\n" }, ["already"]],
    [
      "not overwritten with less than the whole",
      { "a.txt": "x\ny\n" },
      [[overwrite("z\n// ... rest of the file unchanged ...\n")]],
      { "a.txt": "x\ny\n" },
      ["malformed_block"],
    ],
    [
      "overwritten with words the file has",
      { "a.txt": "x\n// rest of the file unchanged\n" },
      [[overwrite("z\n// rest of the file unchanged\n")]],
      { "a.txt": "z\n// rest of the file unchanged\n" },
      ["change"],
    ],
    ["overwritten where there is none", {}, [[overwrite("x\n")]], { "a.txt": "x\n" }, ["change"]],
    ["deleted", { "a.txt": "x\n" }, [[remove]], {}, ["change"]],
    ["deleted, but not there", {}, [[remove]], {}, ["file_not_found"]],
    [
      "deleted with other content",
      { "a.txt": "x\n" },
      [[{ kind: "delete", expect: "y\n" }]],
      { "a.txt": "x\n" },
      ["anchor_not_found"],
    ],
    [
      "deleted and made again",
      { "a.txt": "x\n" },
      [[remove], [create("y\n")]],
      { "a.txt": "y\n" },
      ["change", "change"],
    ],
    [
      "deleted and made again as it was",
      { "a.txt": "x\n" },
      [[remove], [create("x\n")]],
      { "a.txt": "x\n" },
      ["no_change", "no_change"],
    ],
    ["edited, but not there", {}, [[block("x\n", "y\n")]], {}, ["file_not_found"]],
    [
      "edited after it was deleted",
      { "a.txt": "x\n" },
      [[remove], [block("x\n", "y\n")]],
      {},
      ["change", "file_not_found"],
    ],
    ["moved", { "a.txt": "x\n" }, [[move("b.txt")]], { "b.txt": "x\n" }, ["change"]],
    [
      "moved onto another",
      { "a.txt": "x\n", "b.txt": "y\n" },
      [[move("b.txt")]],
      { "a.txt": "x\n", "b.txt": "y\n" },
      ["already_exists"],
    ],
    ["moved onto itself", { "a.txt": "x\n" }, [[move("a.txt")]], { "a.txt": "x\n" }, ["no_change"]],
    [
      "moved and edited there",
      { "a.txt": "x\n" },
      [[move("b.txt")], [block("x\n", "y\n"), "b.txt"]],
      { "b.txt": "y\n" },
      ["change", "change"],
    ],
    [
      "moved twice",
      { "a.txt": "x\n" },
      [[move("b.txt")], [move("c.txt"), "b.txt"]],
      { "c.txt": "x\n" },
      ["change", "change"],
    ],
    [
      "moved and back",
      { "a.txt": "x\n" },
      [[move("b.txt")], [move("a.txt"), "b.txt"]],
      { "a.txt": "x\n" },
      ["no_change", "no_change"],
    ],
    [
      "moved, and a new one in its place",
      { "a.txt": "x\n" },
      [[move("b.txt")], [create("y\n")]],
      { "a.txt": "y\n", "b.txt": "x\n" },
      ["change", "change"],
    ],
    [
      "moved onto a deleted one",
      { "a.txt": "x\n", "b.txt": "y\n" },
      [[remove, "b.txt"], [move("b.txt")]],
      { "b.txt": "x\n" },
      ["change", "change"],
    ],
    [
      "changed names with another",
      { "a.txt": "x\n", "b.txt": "y\n" },
      [[move("c.txt")], [move("a.txt"), "b.txt"], [move("b.txt"), "c.txt"]],
      { "a.txt": "y\n", "b.txt": "x\n" },
      ["change", "change", "change"],
    ],
    [
      "made below a file",
      { "a.txt": "x\n" },
      [[block("x\n", "y\n")], [create("z\n"), "a.txt/b"]],
      { "a.txt": "y\n" },
      ["change", "path_refused"],
    ],
    [
      "a patch that moves",
      { "a.txt": "x\n" },
      [[{ kind: "patch", chunks: [chunk("x\n", "y\n")], to: "d/b.txt" }]],
      { "d/b.txt": "y\n" },
      ["change"],
    ],
    [
      "a patch that moves onto another",
      { "a.txt": "x\n", "b.txt": "" },
      [[{ kind: "patch", chunks: [chunk("x\n", "y\n")], to: "b.txt" }]],
      { "a.txt": "x\n", "b.txt": "" },
      ["already_exists"],
    ],
    ["a patch of nothing", { "a.txt": "x\n" }, [[patch()]], { "a.txt": "x\n" }, ["malformed_block"]],
  ])("%s", (_, texts, changes, after, results) => {
    const edits = changes.map(([change, path], at) => editOf(at + 1, change, path === undefined ? {} : { path }));
    const plan = planOn(texts, edits);
    expect({
      tree: treeAfter(texts, plan),
      results: plan.results.map((result) => (result.kind === "miss" ? result.why.error : result.kind)),
    }).toEqual({ tree: after, results });
  });

  test("a tool's content is written as it is", () => {
    const edit = editOf(1, overwrite("x\ny"), { format: "tool" });
    expect(planOn({ "a.txt": "\uFEFFx\r\nz\r\n" }, [edit]).files[0]!.result).toBe("x\ny");
    const bom = editOf(1, overwrite("\uFEFFx\r\nz\r\n"), { format: "tool" });
    expect(planOn({ "a.txt": "x\r\nz\r\n" }, [bom]).files[0]!.result).toBe("\uFEFFx\r\nz\r\n");
  });

  test("a move is one plan with both names", () => {
    const plan = planOn({ "a.txt": "x\n" }, [editOf(1, move("b.txt"))]);
    expect(plan.files).toMatchObject([
      { path: "a.txt", to: "b.txt", before: "x\n", result: "x\n", hunks: [], edits: ["1"] },
    ]);
  });
});

test("what is refused says why, for every edit of that path", () => {
  const refused = { kind: "refused", code: "BINARY", message: "It is a picture." } as const;
  const edits = [
    editOf(1, block("a\n", "b\n")),
    editOf(2, { kind: "create", content: "x" }),
    editOf(3, { kind: "delete" }),
  ];
  const plan = planEdits(edits, new Map([["a.txt" as WorkspacePath, refused]]));
  expect(plan.results.map((result) => result.kind === "miss" && result.why.message)).toEqual(
    Array(3).fill("It is a picture."),
  );
});

test("a path that was not read before planning is a bug", () => {
  expect(() => planEdits([editOf(1, block("a\n", "b\n"))], new Map())).toThrow("was not read before planning");
});

test("where a change begins and how much it changes", () => {
  const plan = planOn({ "a.txt": "import os\nimport sys\n\n" }, [
    editOf(1, chars("import os\nimport sys", "import os\nimport sys\nimport json"), { format: "tool" }),
  ]);
  expect(plan.results).toEqual([
    { edit: "1", kind: "change", line: 3, matchLine: 1, linesChanged: 1, replacements: 1 },
  ]);
});

describe("laws", () => {
  const line = fc.constantFrom("a", "b", "c", "d", "", "  a");
  const ending = fc.constantFrom("\n", "\n", "\r\n");
  const texts = fc
    .tuple(
      fc.constantFrom("", "\uFEFF"),
      fc.array(fc.tuple(line, ending), { maxLength: 12 }),
      fc.constantFrom("", "end"),
    )
    .map(([bom, lines, last]) => bom + lines.map(([content, ends]) => content + ends).join("") + last);
  const some = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.map((each) => `${each}\n`).join(""));
  const changes: fc.Arbitrary<Change> = fc.oneof(
    fc.tuple(some, some).map(([find, put]) => block(find, put)),
    fc.tuple(some, some, fc.boolean()).map(([find, put, all]) => chars(find, put, all)),
    fc.tuple(some, some).map(([find, put]) => patch(chunk(find, put), chunk("end\n", `${put}end\n`))),
    fc.tuple(some, fc.nat(8)).map(([put, at]) => patch(chunk("", put, { line: at }))),
  );
  const plans = fc.tuple(texts, fc.array(changes, { maxLength: 5 }));

  test("all hunks together are the result, and every hunk names an edit that changed something", () => {
    fc.assert(
      fc.property(plans, ([text, all]) => {
        const plan = planOn(
          { "a.txt": text },
          all.map((change, at) => editOf(at + 1, change)),
        );
        const made = plan.results.flatMap((result) => (result.kind === "change" ? [result.edit] : []));
        const file = plan.files[0];
        expect(file?.edits ?? []).toEqual(made);
        if (file === undefined) return;
        expect(compose(text as Text, file.result!, file.hunks, new Set(file.hunks.keys()))).toBe(file.result);
        for (const hunk of file.hunks) expect(hunk.edits.length).toBeGreaterThan(0);
        const named = new Set<EditId>(file.hunks.flatMap((hunk) => hunk.edits));
        expect(made.filter((edit) => !named.has(edit))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("an edit that misses or was made before leaves the file alone", () => {
    fc.assert(
      fc.property(texts, changes, (text, change) => {
        const { text: after, results } = tried(text, change);
        if (results[0] !== "change") expect(after).toBe(text);
        else expect(after).not.toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test("edits planned together give the tree they give one by one", () => {
    const paths = fc.constantFrom("a.txt", "b.txt", "d/c.txt");
    const marked = fc.tuple(fc.constantFrom("", "\uFEFF"), some).map(([bom, text]) => bom + text);
    const anyChange: fc.Arbitrary<Change> = fc.oneof(
      changes,
      fc.tuple(marked, marked).map(([find, put]) => block(find, put)),
      fc
        .tuple(fc.constantFrom("\uFEFF", "a", "\n"), marked, fc.boolean())
        .map(([find, put, all]) => chars(find, put, all)),
      marked.map((content): Change => ({ kind: "create", content })),
      texts.map((content): Change => ({ kind: "overwrite", content })),
      paths.map((to): Change => ({ kind: "move", to })),
      fc.tuple(some, some, paths).map(([find, put, to]): Change => ({ kind: "patch", chunks: [chunk(find, put)], to })),
      fc.constant<Change>({ kind: "delete" }),
    );
    const trees = fc.dictionary(paths, texts, { maxKeys: 3, noNullPrototype: true });
    fc.assert(
      fc.property(trees, fc.array(fc.tuple(paths, anyChange), { maxLength: 6 }), (tree, all) => {
        const edits = all.map(([path, change], at) => editOf(at + 1, change, { path }));
        fc.pre(renameCyclesIn(edits).size === 0); // Files that change names with each other do so together, or not at all.
        const plan = planOn(tree, edits);
        let oneByOne: Record<string, string> = tree;
        for (const edit of edits) oneByOne = treeAfter(oneByOne, planOn(oneByOne, [edit]));
        expect(treeAfter(tree, plan)).toEqual(oneByOne);
        const written = new Set(plan.files.flatMap((file) => file.edits));
        const made = plan.results.flatMap((result) => (result.kind === "change" ? [result.edit] : []));
        expect(made.filter((edit) => !written.has(edit))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("a block changes the lines it names and no byte besides", () => {
    const lines = fc.array(fc.tuple(fc.constantFrom("k1", "k2", ""), ending), { maxLength: 6 });
    const text = lines.map((all) => all.map(([content, ends]) => content + ends).join(""));
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(fc.constantFrom("x", "y"), { minLength: 1, maxLength: 3 }),
        (head, tail, put) => {
          const fresh = put.map((each) => `${each}\n`).join("");
          const { text: after } = tried(`${head}OLD\r\n${tail}`, block("OLD\n", fresh));
          expect(after).toBe(`${head}${put.map((each) => `${each}\r\n`).join("")}${tail}`);
        },
      ),
    );
  });
});

test("a thousand blocks on one large file are planned one after another", () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at}`);
  const edits = Array.from({ length: 1000 }, (_, at) =>
    editOf(at + 1, block(`line ${at * 20}\n`, at % 2 === 0 ? `new ${at}\n` : `new ${at}\nmore ${at}\n`)),
  );
  const plan = planEdits(edits, new Map([["a.txt" as WorkspacePath, fileWith(`${lines.join("\n")}\n`)]]));
  expect(plan.results.every((result) => result.kind === "change")).toBe(true);
  expect(plan.files[0]!.hunks.length).toBe(1000);
  expect(plan.files[0]!.hunks.map((hunk) => hunk.edits)).toEqual(edits.map((edit) => [edit.id]));
});
