// D16: a NUL makes a file one that cannot be edited any more, so no way of writing lets one in. It is refused as BINARY
// before anyone is asked. A NUL that was in the file before, far from its beginning, stays where it is.

import { describe, expect, test } from "vitest";
import { versionOf, type WorkspacePath } from "../src/base/index.ts";
import { createMemoryFiles } from "../src/fs/index.ts";
import { applyAnswer, loadTool, planTool, runTool } from "../src/tools/index.ts";
import { block } from "./support/galley.ts";
import { sandboxed, scripted } from "./support/sandboxed.ts";

const TEXT = "one\ntwo\n";
const NUL = "\0";
// git, and Galley, look for a NUL in the first 8192 bytes.
const FAR = Array.from({ length: 100 }, (_, at) => `${"x".repeat(95)} ${String(at).padStart(3, "0")}\n`).join("");

async function content(context: ReturnType<typeof sandboxed>, path = "workspace/a.txt"): Promise<string> {
  return new TextDecoder().decode((await context.sandbox.readBytes(path)).bytes);
}

describe("tools", () => {
  test.each([
    ["write_file", "over a file", { path: "a.txt", content: `a${NUL}b` }, "content"],
    ["write_file", "as a new file", { path: "new.txt", content: NUL }, "content"],
    ["write_file", "far from the beginning", { path: "new.txt", content: `${FAR}${NUL}` }, "content"],
    ["edit_file", "once", { path: "a.txt", old_string: "one", new_string: `1${NUL}` }, "new_string"],
    ["edit_file", "everywhere", { path: "a.txt", old_string: "o", new_string: NUL, replace_all: true }, "new_string"],
    ["edit", "once", { path: "a.txt", oldText: "one", newText: `1${NUL}` }, "newText"],
  ])("%s %s", async (name, _, args, parameter) => {
    const reviewer = scripted("apply");
    const context = sandboxed({ files: { "a.txt": TEXT }, reviewer });
    const tool = (await loadTool(name))!;
    for (const result of [await planTool(tool, args, context), await runTool(tool, args, context)])
      expect(result).toMatchObject({
        success: false,
        error: { code: "BINARY" },
        message: expect.stringContaining(parameter),
      });
    expect(reviewer.seen).toEqual([]);
    expect(await content(context)).toBe(TEXT);
  });
});

test.each([
  ["edit-block", block("a.txt", "one\n", `1${NUL}\n`)],
  ["edit-block, a new file", block("n.txt", "", `1${NUL}\n`)],
  ["search-replace", `a.txt\n<<<<<<< SEARCH\none\n=======\n1${NUL}\n>>>>>>> REPLACE\n`],
  ["udiff", `--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+1${NUL}\n two\n`],
  ["apply-patch", `*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+1${NUL}\n*** End Patch\n`],
  ["apply-patch, a new file", `*** Begin Patch\n*** Add File: n.txt\n+1${NUL}\n*** End Patch\n`],
  ["whole-file", `a.txt\n\`\`\`\none\n${NUL}\n\`\`\`\n`],
])("an answer in %s", async (_, answer) => {
  const reviewer = scripted("apply");
  const context = sandboxed({ files: { "a.txt": TEXT }, reviewer });
  const report = await applyAnswer(
    answer,
    { format: "auto", dryRun: false, atomic: false, lenient: false, seen: null },
    context,
  );
  expect(report.results).toMatchObject([{ status: "SKIPPED", error_type: "binary" }]);
  expect(report.results[0]!.message).toContain("NUL");
  expect(reviewer.seen).toEqual([]);
  expect(await content(context)).toBe(TEXT);
});

test("content that the user edited", async () => {
  const own = `1${NUL}\ntwo\n`;
  const reviewer = scripted({ content: own, after: versionOf(new TextEncoder().encode(own)) });
  const context = sandboxed({ files: { "a.txt": TEXT }, reviewer });
  const result = await runTool(
    (await loadTool("edit_file"))!,
    { path: "a.txt", old_string: "one", new_string: "1" },
    context,
  );
  expect(result).toMatchObject({ success: false, error: { code: "BINARY" } });
  expect(await content(context)).toBe(TEXT);
});

describe("a file with a NUL far from its beginning", () => {
  const far = `${FAR}end${NUL}\n`;
  const edit = async (old_string: string, new_string: string) => {
    const context = sandboxed({ files: { "a.txt": new TextEncoder().encode(far) }, yes: true });
    return {
      context,
      result: await runTool((await loadTool("edit_file"))!, { path: "a.txt", old_string, new_string }, context),
    };
  };

  test("is edited, and the NUL stays", async () => {
    const { context, result } = await edit(`end${NUL}`, "end");
    expect(result.success).toBe(true);
    expect(await content(context)).toBe(`${FAR}end\n`);
  });

  test("is not made shorter until the NUL would make it binary", async () => {
    const { context, result } = await edit(FAR.slice(0, 5000), "");
    expect(result).toMatchObject({ success: false, error: { code: "BINARY" } });
    expect(await content(context)).toBe(far);
  });
});

test("a file system's own write", async () => {
  const files = createMemoryFiles();
  await expect(files.write("a" as WorkspacePath, `a${NUL}`)).rejects.toMatchObject({ code: "BINARY" });
});
