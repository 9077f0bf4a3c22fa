import { asReal } from "../../base/index.ts";
import { describe, expect, test } from "vitest";
import { filesystemContract } from "../../testing/index.ts";
import { createMemoryFiles } from "../index.ts";

filesystemContract(
  "memory",
  async () => ({ files: createMemoryFiles() }),
  { describe, test, expect },
  {
    withoutLinks: "memory has none",
  },
);

describe("memory files", () => {
  test("start from what they are given, binary included, and own it", async () => {
    const bytes = Buffer.of(0, 1, 2);
    const files = createMemoryFiles({
      files: new Map<string, string | Uint8Array>([
        ["a/b.bin", bytes],
        ["__proto__", "p"],
      ]),
    });
    bytes.fill(9);
    expect([...(await files.readBytes("a/b.bin")).bytes]).toEqual([0, 1, 2]);
    expect((await files.read("__proto__")).content).toBe("p");
    const staged = Buffer.from("abc");
    await files.staging.stage(asReal("s"), "t", staged, { mode: null });
    staged.fill(0);
    await files.staging.create(asReal("s"), "t");
    expect((await files.read("s")).content).toBe("abc");
  });

  test.each([
    ["a file below a file", { a: "x", "a/b": "y" }, "NOT_DIR"],
    ["a file over a folder", { "a/b": "y", a: "x" }, "IS_DIR"],
    ["a way out", { "../a": "x" }, "ESCAPE"],
    ["an absolute path", { "/a": "x" }, "ESCAPE"],
    ["too much", { a: "12345" }, "TOO_LARGE"],
  ])("refuse to start from %s", (_, given, code) => {
    expect(() => createMemoryFiles({ files: given, maxFileBytes: 4 })).toThrow(expect.objectContaining({ code }));
  });

  test("keep the limit on writing, reading and searching", async () => {
    const files = createMemoryFiles({ maxFileBytes: 4 });
    await expect(files.write("a", "12345")).rejects.toMatchObject({ code: "TOO_LARGE", data: { size: 5, limit: 4 } });
    await expect(files.staging.stage(asReal("a"), "t", new Uint8Array(5), { mode: null })).rejects.toMatchObject({
      code: "TOO_LARGE",
    });
    expect(await files.write("a", "1234")).toBe(4);
  });

  test("say at once what is at a path", () => {
    const files = createMemoryFiles({ files: { "a/b": "x" } });
    expect(["a", "a/b", "a/b/c", "c", ""].map((path) => files.kindOf(path))).toEqual([
      "directory",
      "file",
      null,
      null,
      "directory",
    ]);
  });
});
