// Every tool through sandbox, rules, review, commit and journal: what a model sends and what it gets back.

import { describe, expect, test } from "vitest";
import { encode, type Text } from "../src/text/index.ts";
import { versionOf } from "../src/base/index.ts";
import { loadTool, planTool, runTool } from "../src/tools/index.ts";
import { ARGUMENTS, FIFTY, PAYLOAD } from "./support/first-seed.ts";
import { sandboxed, scripted, type Options, type Sandboxed } from "./support/sandboxed.ts";

async function run(name: string, args: unknown, context: Sandboxed) {
  return runTool((await loadTool(name))!, args, context);
}
function call(name: string, args: unknown, options: Options = {}) {
  return run(name, args, sandboxed(options));
}
async function plan(name: string, args: unknown, options: Options = {}) {
  return planTool((await loadTool(name))!, args, sandboxed(options));
}
const code = (result: unknown): string => {
  const { success, error, status } = result as { success?: boolean; status?: string; error?: { code: string } | null };
  return success === true ? "ok" : `${status === undefined ? "" : `${status} `}${error?.code ?? "none"}`;
};

test.each([
  ["write_file", { path: "a.txt", content: "new\n" }, { write_approval: true, edit_approval: false }],
  [
    "edit_file",
    { path: "a.txt", old_string: "old", new_string: "new" },
    { write_approval: false, edit_approval: true },
  ],
] as const)("%s over a file asks by its own flag, as its plan says", async (name, args, flags) => {
  const context = sandboxed({ files: { "a.txt": "old\n" }, flags });
  expect(await planTool((await loadTool(name))!, args, context)).toMatchObject({ status: "needs_approval" });
  expect(await run(name, args, context)).toMatchObject({ success: false, error: { code: "REJECTED" } });
  expect((await context.sandbox.read("workspace/a.txt")).content).toBe("old\n");
});

describe("edit_file", () => {
  const files = { "src/utils.py": FIFTY };

  test("asks with a complete payload", async () => {
    const planned = await plan("edit_file", ARGUMENTS, { files });
    expect(planned).toMatchObject({
      status: "needs_approval",
      reason: "edit_approval is on for this sandbox",
      error: null,
      payload: {
        ...PAYLOAD,
        hunks: [{ index: 0, old_start: 3, old_lines: 0, new_start: 3, new_lines: 1 }],
        original_content: FIFTY,
      },
    });
  });

  test("after a yes: the result says what was done", async () => {
    const context = sandboxed({ files, reviewer: scripted("apply") });
    expect(await run("edit_file", ARGUMENTS, context)).toEqual({
      success: true,
      message: "Added 1 line at line 3 in workspace/src/utils.py",
      value: {
        path: "workspace/src/utils.py",
        replacements_made: 1,
        lines_changed: 1,
        message: "Added 1 line at line 3 in workspace/src/utils.py",
      },
      truncated: false,
    });
    expect((await context.sandbox.read("workspace/src/utils.py")).content).toBe(
      FIFTY.replace("sys\n", "sys\nimport json\n"),
    );
  });

  test("a no is an error with the person's reason, and nothing is written", async () => {
    const context = sandboxed({ files, reviewer: scripted({ reason: "use orjson" }) });
    const result = await run("edit_file", ARGUMENTS, context);
    expect(result).toMatchObject({
      success: false,
      message: "Edit rejected by user: use orjson",
      error: { code: "REJECTED", name: "EditRejectedError" },
    });
    expect((await context.sandbox.read("workspace/src/utils.py")).content).toBe(FIFTY);
  });

  test("content the person edited is what is written, and the model is informed", async () => {
    const content = "import os\nimport orjson\n";
    const reviewer = scripted({ content, after: versionOf(encode(content as Text)) });
    const context = sandboxed({ files, reviewer });
    const result = await run("edit_file", ARGUMENTS, context);
    expect(result).toMatchObject({ success: true, value: { replacements_made: 0, lines_changed: 49 } });
    expect(result.message).toMatch(
      /^Replaced 49 lines with 1 at line 2 in workspace\/src\/utils\.py\. The user's version was written\.\nNote: The user modified your suggested changes before accepting\. Do not attempt to revert to your original suggestion\. From the proposed text to what was written:\n--- /,
    );
    expect(result.message).toContain("-import json\n");
    expect(result.message).toContain("+import orjson\n");
    expect((await context.sandbox.read("workspace/src/utils.py")).content).toBe(content);
  });

  test("S1-22 `edit` says it in the words others know", async () => {
    const content = "mine\n";
    const reviewer = scripted({ content, after: versionOf(encode(content as Text)) });
    const context = sandboxed({ files: { f: "a\n" }, reviewer });
    const result = await run("edit", { path: "f", oldText: "a", newText: "b" }, context);
    expect(result.message).toBe(
      "Successfully applied user-modified edit to workspace/f. Note: The user modified your suggested changes before accepting. Do not attempt to revert to your original suggestion.",
    );
  });

  test("write_file counts what the person wrote, and says what they changed", async () => {
    const content = "a\nmine\n";
    const reviewer = scripted({ content, after: versionOf(encode(content as Text)) });
    const context = sandboxed({ files: {}, reviewer });
    const result = await run("write_file", { path: "f", content: "a\nb\n" }, context);
    expect(result).toMatchObject({ success: true, value: 7 });
    expect(result.message).toMatch(
      /^Wrote 7 bytes to workspace\/f\. The user's version was written\.\nNote: [^]*\n-b\n\+mine\n$/,
    );
  });

  test("an `after` that differs from the content is refused", async () => {
    const reviewer = scripted({ content: "a\n", after: versionOf(encode("b\n" as Text)) });
    const context = sandboxed({ files, reviewer });
    expect(code(await run("edit_file", ARGUMENTS, context))).not.toBe("ok");
    expect((await context.sandbox.read("workspace/src/utils.py")).content).toBe(FIFTY);
  });

  test.each<[string, string, Record<string, unknown>, string, RegExp]>([
    [
      "two places",
      "a\nb\na\n",
      { old_string: "a", new_string: "c" },
      "NOT_UNIQUE",
      /^Found 2 matches for old_string\. Use replace_all=True or provide more context\. Matches at lines: 1, 3/,
    ],
    [
      "no place",
      "alpha beta gamma\nbeta\n",
      { old_string: "alpha beta gama", new_string: "c" },
      "NO_MATCH",
      /^old_string not found in workspace\/f\. File contains 2 lines\. Did you mean: /,
    ],
    ["overlapping places", "aaa\n", { old_string: "aa", new_string: "b" }, "NOT_UNIQUE", /overlap/],
    [
      "overlapping places, all",
      "aaa\n",
      { old_string: "aa", new_string: "b", replace_all: true },
      "NOT_UNIQUE",
      /overlap/,
    ],
    ["empty old", "a\n", { old_string: "", new_string: "b" }, "INVALID_ARG", /empty/],
    ["old equals new", "a\n", { old_string: "a", new_string: "a" }, "NO_CHANGE", /./],
    [
      "old equals new but for line endings",
      "a\r\nb\r\n",
      { old_string: "a\r\nb", new_string: "a\nb" },
      "NO_CHANGE",
      /./,
    ],
    ["half a pair", "a\n", { old_string: "a", new_string: "\ud800" }, "INVALID_ARG", /lone surrogate/],
    ["a number for a text", "a\n", { old_string: 1, new_string: "b" }, "INVALID_ARG", /old_string/],
    [
      "a flag that is no flag",
      "a\n",
      { old_string: "a", new_string: "b", replace_all: "yes" },
      "INVALID_ARG",
      /replace_all/,
    ],
    ["an argument nobody knows", "a\n", { old_string: "a", new_string: "b", regex: true }, "INVALID_ARG", /regex/],
  ])("%s is refused", async (_, content, extra, expected, message) => {
    const context = sandboxed({ files: { f: content }, reviewer: scripted("apply") });
    const result = await run("edit_file", { path: "f", ...extra }, context);
    expect(code(result)).toBe(` ${expected}`.trim());
    expect(result.message).toMatch(message);
    expect((await context.sandbox.read("workspace/f")).content).toBe(content);
  });

  test.each<[string, string, string, string, boolean, string, number, number]>([
    ["dollar signs are text", "a b\n", "b", "$& $$ $` $1", false, "a $& $$ $` $1\n", 1, 1],
    ["everywhere", "a b a\na\n", "a", "aa", true, "aa b aa\naa\n", 3, 2],
    ["deleting", "a\nb\nc\nd\n", "b\nc\nd\n", "", false, "a\n", 1, 3],
    ["CRLF keeps CRLF", "a\r\nb\r\n", "a\nb", "a\nx\nb", false, "a\r\nx\r\nb\r\n", 1, 1],
    ["no final newline stays", "a\nb", "b", "c", false, "a\nc", 1, 1],
    ["a BOM stays", "\ufeffa\n", "a", "b", false, "\ufeffb\n", 1, 1],
  ])("%s", async (_, before, old_string, new_string, replace_all, after, replacements, changed) => {
    const context = sandboxed({ files: { f: before }, reviewer: scripted("apply") });
    const result = await run("edit_file", { path: "f", old_string, new_string, replace_all }, context);
    expect(result).toMatchObject({ success: true, value: { replacements_made: replacements, lines_changed: changed } });
    expect((await context.sandbox.read("workspace/f")).content).toBe(after);
  });

  test("a miss offers the place that a softer rule finds, and lenient accepts it", async () => {
    const before = "if x:\n    a = 1\n        b = 2\n";
    const wanted = { path: "f", old_string: "  a = 1\n  b = 2\n", new_string: "  a = 1\n  b = 3\n" };
    const context = sandboxed({ files: { f: before }, reviewer: scripted("apply") });
    const missed = await run("edit_file", wanted, context);
    expect(missed).toMatchObject({
      success: false,
      message: expect.stringMatching(
        /The rule "indentation-by-line" finds one place, at line 2\. .*"lenient": true/,
      ) as string,
      error: { code: "NO_MATCH", data: { candidate: { rule: "indentation-by-line", line: 2 } } },
    });
    expect(await run("edit_file", { ...wanted, lenient: true }, context)).toMatchObject({
      success: true,
      message: expect.stringContaining('(placed by the rule "indentation-by-line", lenient)') as string,
    });
    expect((await context.sandbox.read("workspace/f")).content).toBe("if x:\n    a = 1\n        b = 3\n");
  });

  test("lenient takes no place where several fit, none for replace_all, and none that no one may read", async () => {
    const twice = "  a\nx\n  a\n";
    const wanted = { path: "f", old_string: "a\n", new_string: "b\n", lenient: true };
    for (const [content, extra] of [
      [twice, { old_string: "a  \n" }],
      ["a\t= 1\n", { old_string: "a = 1\n", replace_all: true }],
    ] as const) {
      const context = sandboxed({ files: { f: content }, reviewer: scripted("apply") });
      expect(await run("edit_file", { ...wanted, ...extra }, context)).toMatchObject({ success: false });
      expect((await context.sandbox.read("workspace/f")).content).toBe(content);
    }
    const secret = "password\t= 1\n";
    const closed = sandboxed({ files: { f: secret }, reviewer: scripted("apply"), flags: { read_approval: true } });
    const missed = await run("edit_file", { ...wanted, old_string: "password = 1\n" }, closed);
    expect(missed).toMatchObject({ success: false });
    expect(missed.message).not.toContain("rule");
  });

  test("a miss does not show lines that reading would have to ask for", async () => {
    const files = { f: "password = hunter2\n" };
    const ARGUMENTS = { path: "f", old_string: "password = hunter3", new_string: "x" };
    const open = await call("edit_file", ARGUMENTS, { files, reviewer: scripted("apply") });
    const closed = await call("edit_file", ARGUMENTS, {
      files,
      reviewer: scripted("apply"),
      flags: { read_approval: true },
    });
    expect(JSON.stringify(open)).toContain("hunter2");
    expect(JSON.stringify(closed)).not.toContain("hunter2");
    expect(code(closed)).toBe("NO_MATCH");
  });
});

describe("edit, under another agent's names", () => {
  const files = { f: "a\nb\na\n" };
  test.each([
    [{ path: "f", oldText: "b", newText: "c" }, /^Successfully replaced text in workspace\/f\.$/],
    [{ path: "f", oldText: "zzz", newText: "c" }, /^Could not find exact text in workspace\/f/],
    [{ path: "f", oldText: "a", newText: "c" }, /^Found multiple occurrences in workspace\/f/],
  ])("%o", async (args, message) =>
    expect((await call("edit", args, { files, reviewer: scripted("apply") })).message).toMatch(message),
  );
});

describe("write_file, read_file, ls, rm", () => {
  test("a new file is asked as a write and read back byte for byte", async () => {
    const reviewer = scripted("apply");
    const context = sandboxed({ reviewer });
    const content = "a\r\nb";
    expect(await run("write_file", { path: "d/e.txt", content }, context)).toMatchObject({
      success: true,
      message: "Wrote 4 bytes to workspace/d/e.txt",
      value: 4,
    });
    expect(reviewer.seen).toMatchObject([
      {
        type: "write",
        description: "Write 2 lines to workspace/d/e.txt",
        content,
        content_lines: 2,
        content_bytes: 4,
        preview: content,
        preview_truncated: false,
        file_exists: false,
        existing_lines: null,
        existing_bytes: null,
      },
    ]);
    expect(await run("read_file", { path: "d/e.txt" }, context)).toMatchObject({
      success: true,
      value: { path: "workspace/d/e.txt", content, total_lines: 2, offset: 0, limit: 2, truncated: false },
    });
  });

  test("an existing file shows what it had", async () => {
    const reviewer = scripted("reject");
    const context = sandboxed({ files: { f: "old\n" }, reviewer });
    expect(code(await run("write_file", { path: "f", content: "x\n".repeat(60) }, context))).toBe("REJECTED");
    expect(reviewer.seen).toMatchObject([
      {
        type: "write",
        file_exists: true,
        existing_lines: 1,
        existing_bytes: 4,
        preview_truncated: true,
        preview: "x\n".repeat(50),
      },
    ]);
    expect((await context.sandbox.read("workspace/f")).content).toBe("old\n");
  });

  test("reading is asked only when the sandbox wants it, without content in the question", async () => {
    const files = { "secrets/c.yaml": "k: v\n" };
    expect(await plan("read_file", { path: "secrets/c.yaml" }, { files })).toMatchObject({
      status: "pre_approved",
      payload: null,
    });
    const planned = await plan("read_file", { path: "secrets/c.yaml" }, { files, flags: { read_approval: true } });
    expect(planned).toMatchObject({
      status: "needs_approval",
      payload: {
        type: "read",
        description: "Read workspace/secrets/c.yaml",
        file_lines: 1,
        file_bytes: 5,
        file_exists: true,
      },
    });
    expect(JSON.stringify(planned)).not.toContain("k: v");
    expect(code(await call("read_file", { path: "secrets/c.yaml" }, { files, flags: { read_approval: true } }))).toBe(
      "REJECTED",
    );
    expect(
      code(
        await call(
          "read_file",
          { path: "secrets/c.yaml" },
          { files, flags: { read_approval: true }, reviewer: scripted("apply") },
        ),
      ),
    ).toBe("ok");
  });

  test("ls gives entries, sorted, with sizes of files", async () => {
    const files = { "b/x": "1", a: "22" };
    expect(await call("ls", {}, { files })).toMatchObject({
      success: true,
      value: [
        { path: "workspace/a", kind: "file", size_bytes: 2 },
        { path: "workspace/b", kind: "directory", size_bytes: null },
      ],
    });
  });

  test("rm removes a directory with its text and binary files, and a missing path is no error", async () => {
    const context = sandboxed({
      files: { "d/a": "1\n", "d/s/b": new Uint8Array([0, 1, 2]), keep: "k\n" },
      reviewer: scripted("apply"),
    });
    expect(await run("rm", { path: "d" }, context)).toMatchObject({ success: true, value: 2 });
    expect((await context.sandbox.list("workspace")).entries.map((entry) => entry.path)).toEqual(["workspace/keep"]);
    expect(await run("rm", { path: "d" }, context)).toMatchObject({
      success: true,
      value: 0,
      message: expect.stringContaining("does not exist"),
    });
    expect(code(await run("rm", { path: "workspace" }, context))).toBe("FORBIDDEN");
  });
});

describe("who may", () => {
  const files = { a: "1\n", ".git/config": "[core]\n", b: new Uint8Array([0, 255]) };
  const edit = { old_string: "1", new_string: "2" };
  test.each<[string, string, unknown, Options, string]>([
    ["nobody there: denied at once", "edit_file", { path: "a", ...edit }, {}, "REJECTED"],
    ["--yes answers", "edit_file", { path: "a", ...edit }, { yes: true }, "ok"],
    [
      "--yes never for protected paths",
      "write_file",
      { path: ".git/hooks/x", content: "x" },
      { yes: true },
      "PROTECTED",
    ],
    ["nor in another case", "write_file", { path: ".GIT/hooks/x", content: "x" }, { yes: true }, "PROTECTED"],
    ["a person may", "write_file", { path: ".git/x", content: "x" }, { reviewer: scripted("apply") }, "ok"],
    [
      "a deny rule outranks a person",
      "edit_file",
      { path: "a", ...edit },
      { reviewer: scripted("apply"), policy: { user: [{ effect: "deny", path: "workspace/a" }] } },
      "FORBIDDEN",
    ],
    [
      "an allow rule needs nobody",
      "edit_file",
      { path: "a", ...edit },
      { policy: { user: [{ effect: "allow", tool: "edit_file" }] } },
      "ok",
    ],
    ["flags off need nobody", "edit_file", { path: "a", ...edit }, { flags: { edit_approval: false } }, "ok"],
    ["a read-only root", "write_file", { path: "n", content: "x" }, { yes: true, mode: "ro" }, "READ_ONLY"],
    ["outside", "read_file", { path: "../x" }, {}, "ESCAPE"],
    ["absolute", "read_file", { path: "/etc/passwd" }, {}, "UNKNOWN_SANDBOX"],
    ["no path", "read_file", {}, {}, "INVALID_PATH"],
    ["a missing file", "read_file", { path: "none" }, {}, "NOT_FOUND"],
    ["a binary file", "read_file", { path: "b" }, {}, "BINARY"],
    ["editing a binary file", "edit_file", { path: "b", ...edit }, { yes: true }, "BINARY"],
    ["a negative offset", "read_file", { path: "a", offset: -1 }, {}, "INVALID_ARG"],
    ["NaN", "read_file", { path: "a", limit: Number.NaN }, {}, "INVALID_ARG"],
    ["a fraction", "read_file", { path: "a", offset: 0.5 }, {}, "INVALID_ARG"],
  ])("%s", async (_, name, args, options, expected) =>
    expect(code(await call(name, args, { files, ...options }))).toBe(expected),
  );

  test("a question about a protected path says so", async () => {
    const planned = await plan("write_file", { path: ".github/workflows/ci.yml", content: "x" }, { files });
    expect(planned).toMatchObject({ status: "needs_approval", payload: { risks: [{ kind: "protected" }] } });
  });

  test.each<[string, string, unknown, Options, string]>([
    ["path rules block", "write_file", { path: "../x", content: "" }, {}, "blocked ESCAPE"],
    [
      "deny rules block",
      "edit_file",
      { path: "a", ...edit },
      { policy: { project: [{ effect: "deny" }] } },
      "blocked FORBIDDEN",
    ],
    ["read-only blocks", "write_file", { path: "n", content: "x" }, { mode: "ro" }, "blocked READ_ONLY"],
    ["protected asks", "write_file", { path: ".git/x", content: "x" }, {}, "needs_approval none"],
    ["what cannot work is told instead", "edit_file", { path: "a", old_string: "9", new_string: "8" }, {}, "NO_MATCH"],
  ])("--plan: %s", async (_, name, args, options, expected) =>
    expect(code(await plan(name, args, { files, ...options }))).toBe(expected),
  );
});
