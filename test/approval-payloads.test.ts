// The payloads of the first seed, field by field, as `needsApproval` gives them.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ApprovalPayload, EditPayload, WritePayload } from "../src/approval/index.ts";
import { needsApproval } from "../src/compat/index.ts";
import { loadTool, runTool } from "../src/tools/index.ts";
import { sandboxed } from "./support/sandboxed.ts";
import { without } from "./support/installed.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

async function ask(tool: string, args: unknown, files: Files = {}): Promise<ApprovalPayload> {
  const context = sandboxed({ files, flags: { read_approval: true } });
  const { payload } = await needsApproval((await loadTool(tool))!, args, context);
  return payload!;
}
const edit = async (before: string, old_string: string, new_string: string, replace_all = false) =>
  (await ask(
    "edit_file",
    { path: "workspace/src/main.py", old_string, new_string, replace_all },
    { "src/main.py": before },
  )) as EditPayload;
const write = async (content: string, files: Files = {}) =>
  (await ask("write_file", { path: "workspace/src/main.py", content }, files)) as WritePayload;

const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");

describe("write", () => {
  test("S0-21 S0-22 S0-23 S0-24 a new file: every field", async () => {
    const content = numbered(150);
    expect(await write(content)).toEqual({
      type: "write",
      description: "Write 150 lines to workspace/src/main.py",
      path: "workspace/src/main.py",
      sandbox: "workspace",
      content,
      content_lines: 150,
      content_bytes: content.length,
      preview: numbered(50),
      preview_truncated: true,
      file_exists: false,
      existing_lines: null,
      existing_bytes: null,
      approval_id: expect.any(String),
      digest: expect.any(String),
      risks: [],
      hunks: [{ index: 0, old_start: 1, old_lines: 0, new_start: 1, new_lines: 150 }],
      original_content: null,
      suggested_content: content,
      after: expect.any(String),
    });
  });

  test("S0-25 over a file: what is there now", async () => {
    expect(await write("a\n", { "src/main.py": "é\nb" })).toMatchObject({
      description: "Write 1 line to workspace/src/main.py, replacing 2 lines",
      file_exists: true,
      existing_lines: 2,
      existing_bytes: 4,
      original_content: "é\nb",
    });
  });

  test.each([
    ["nothing", "", { content_lines: 0, content_bytes: 0, preview: "", preview_truncated: false }],
    ["T10 a last line without a break", "a\nb", { content_lines: 2, content_bytes: 3, preview_truncated: false }],
    ["T10 bytes, not characters", "🙂é\n", { content_lines: 1, content_bytes: 7 }],
    ["exactly the preview", numbered(50), { content_lines: 50, preview: numbered(50), preview_truncated: false }],
    ["one line more", numbered(51), { content_lines: 51, preview: numbered(50), preview_truncated: true }],
  ])("S0-23 S0-24 %s", async (_, content, expected) => {
    expect(await write(content)).toMatchObject({ content, ...expected });
  });
});

describe("edit", () => {
  test("S0-26 S0-27 S0-31 one place: every field", async () => {
    const before = numbered(20);
    const old = "line 9\nline 10\nline 11\nline 12\nline 13\n";
    const payload = await edit(before, old, old.replaceAll("line", "row"));
    expect(payload).toEqual({
      type: "edit",
      description: "Edit workspace/src/main.py: replace 5 lines at line 9",
      path: "workspace/src/main.py",
      sandbox: "workspace",
      old_string: old,
      new_string: old.replaceAll("line", "row"),
      replace_all: false,
      unified_diff: expect.stringMatching(
        /^--- a\/src\/main\.py\n\+\+\+ b\/src\/main\.py\n@@ -6,11 \+6,11 @@\n line 6\n/,
      ),
      diff_lines: 19,
      match_line: 9,
      match_count: 1,
      context_before: "line 6\nline 7\nline 8",
      context_after: "line 14\nline 15\nline 16",
      file_lines: 20,
      file_bytes: before.length,
      approval_id: expect.any(String),
      digest: expect.any(String),
      risks: [],
      hunks: [{ index: 0, old_start: 9, old_lines: 5, new_start: 9, new_lines: 5 }],
      original_content: before,
      suggested_content: before.replace(old, old.replaceAll("line", "row")),
      after: expect.any(String),
    });
  });

  test("S0-28 S0-29 everywhere: the first line, and how many", async () => {
    expect(await edit("x\na\nb\na\n", "a", "c", true)).toMatchObject({
      match_line: 2,
      match_count: 2,
      replace_all: true,
    });
  });

  test.each([
    ["T9 at the start", "a\nb\nc\n", "a", { context_before: "", context_after: "b\nc" }],
    ["T9 at the end", "a\nb\nc\n", "c\n", { context_before: "a\nb", context_after: "" }],
    ["T9 part of a line", "a\nb b2\nc\n", "b2", { match_line: 2, context_before: "a", context_after: "c" }],
    ["T9 a file of one line", "abc", "b", { context_before: "", context_after: "" }],
  ])("S0-30 %s", async (_, before, old, expected) => {
    expect(await edit(before, old, "new")).toMatchObject(expected);
  });

  test("T8 a missing line break at the end is shown, never glued", async () => {
    expect((await edit("a\nb", "b", "c")).unified_diff).toBe(
      "--- a/src/main.py\n+++ b/src/main.py\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n",
    );
  });

  const { missing, note } = without("git");
  test.skipIf(missing)(
    `S0-49 S0-61 T1 T3 the diff is one that git takes, and its counts are those of its body${note}`,
    async () => {
      const before = numbered(60);
      const diff = await edit(before, "line 5\n", "five\nand more\n");
      expect(diff.diff_lines).toBe(diff.unified_diff.split("\n").length - 1);
      const folder = mkdtempSync(join(tmpdir(), "galley-patch-"));
      try {
        mkdirSync(join(folder, "src"));
        writeFileSync(join(folder, "src", "main.py"), before);
        const ran = spawnSync("git", ["apply", "-"], { cwd: folder, input: diff.unified_diff, encoding: "utf8" });
        expect(ran.stderr).toBe("");
        expect(readFileSync(join(folder, "src", "main.py"), "utf8")).toBe(diff.suggested_content);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});

describe("read", () => {
  const base = { approval_id: expect.any(String), digest: expect.any(String), risks: [] };

  test.each<[string, Files, Record<string, unknown>]>([
    ["S0-33 S0-34 a file", { "secrets/config.yaml": "a: 1\n" }, { file_lines: 1, file_bytes: 5, file_exists: true }],
    ["T7 no file", {}, { file_lines: null, file_bytes: null, file_exists: false }],
    [
      "T7 no text",
      { "secrets/config.yaml": new Uint8Array([0, 1]) },
      { file_lines: null, file_bytes: 2, file_exists: true },
    ],
  ])("%s: every field, and no content", async (_, files, expected) => {
    expect(await ask("read_file", { path: "workspace/secrets/config.yaml" }, files)).toEqual({
      type: "read",
      description: "Read workspace/secrets/config.yaml",
      path: "workspace/secrets/config.yaml",
      sandbox: "workspace",
      tool: "read_file",
      ...expected,
      ...base,
    });
  });
});

test("S0-1 S0-4 a payload is data: what is in the file is in it, and nothing for a screen", async () => {
  const hostile = "a\u001b[31mred\u001b[0m\u202e\n";
  const payload = await write(hostile);
  expect(payload.content).toBe(hostile);
  const { content: _, suggested_content: __, preview: ___, ...rest } = payload;
  expect(JSON.stringify(rest)).not.toContain("\\u001b");
});

test("S0-18 a result does not echo the file", async () => {
  const tool = (await loadTool("edit_file"))!;
  const context = sandboxed({ files: { "big.txt": numbered(5000) }, yes: true });
  const result = await runTool(tool, { path: "big.txt", old_string: "line 77\n", new_string: "row 77\n" }, context);
  expect(result.success).toBe(true);
  expect(JSON.stringify(result).length).toBeLessThan(400);
});
