import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { asReal, versionOf } from "../../base/index.ts";
import { encode, type Text } from "../../text/index.ts";
import { openHostFiles } from "../node/index.ts";
import type { BufferedFiles } from "./buffers.ts";
import { throughBuffers } from "./buffers.ts";
import { createSandbox } from "./sandbox.ts";

let folder: string;
let buffers: Map<string, string>;
let files: BufferedFiles;
let refuses: string | null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-buffers-"));
  writeFileSync(join(folder, "a.txt"), "on disk\n");
  writeFileSync(join(folder, "b.bin"), Uint8Array.of(0, 255));
  buffers = new Map([[join(folder, "a.txt"), "in the buffer\nsecond\n"]]);
  refuses = null;
  const root = { name: "ws", files: openHostFiles({ root: folder }), hostFolders: [folder], mode: "rw" } as const;
  const limits = { suffixes: null, maxFileBytes: 1000 };
  const sandbox = createSandbox({ roots: [{ ...root, ...limits }], defaultRoot: "ws", implicit: false });
  files = throughBuffers(sandbox, {
    read: async (file) => {
      if (refuses !== null) throw new Error(refuses);
      return buffers.get(file) ?? readFileSync(file, "utf8");
    },
    write: async (file, content) => void buffers.set(file, content),
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

const A = asReal("ws/a.txt");
const NEW = encode("new\n" as Text);
const versionOfText = (text: string) => versionOf(encode(text as Text));

test("what is read is the buffer, whole and by lines; what is no text is the disk's", async () => {
  const target = files.real.resolve("ws/a.txt");
  expect((await files.real.readBytes(target)).version).toBe(versionOfText("in the buffer\nsecond\n"));
  expect((await files.real.read(target, { offset: 1 })).content).toBe("second\n");
  expect((await files.real.readBytes(files.real.resolve("ws/b.bin"))).bytes).toEqual(Uint8Array.of(0, 255));
});

test("replaced in the buffer if it holds what was expected, and nothing is left beside the file", async () => {
  await files.staging.stage(A, "t", NEW, { mode: null });
  expect(await files.staging.replace(A, "t", { expect: versionOfText("on disk\n") })).toBe("stale");
  expect(await files.staging.replace(A, "t", { expect: versionOfText("in the buffer\nsecond\n") })).toBe("done");
  expect(buffers.get(join(folder, "a.txt"))).toBe("new\n");
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("on disk\n");
});

test("a new file is given to the editor, unless the name is taken", async () => {
  await files.staging.stage(A, "t", NEW, { mode: null });
  expect(await files.staging.create(A, "t")).toBe("exists");
  const c = asReal("ws/deep/c.txt");
  await files.staging.makeParents(c);
  await files.staging.stage(c, "t", NEW, { mode: null });
  expect(await files.staging.create(c, "t")).toBe("done");
  expect([buffers.get(join(folder, "deep", "c.txt")), existsSync(join(folder, "deep"))]).toEqual(["new\n", true]);
});

test("a new file that the editor has text of already is not written", async () => {
  const c = asReal("ws/c.txt");
  buffers.set(join(folder, "c.txt"), "typed\n");
  await files.staging.stage(c, "t", NEW, { mode: null });
  await expect(files.staging.create(c, "t")).rejects.toMatchObject({ code: "IO" });
  expect(buffers.get(join(folder, "c.txt"))).toBe("typed\n");
});

test("a file with unsaved changes is not removed", async () => {
  const held = versionOfText("in the buffer\nsecond\n");
  await expect(files.staging.remove(A, { expect: held })).rejects.toMatchObject({ code: "STALE" });
  buffers.set(join(folder, "a.txt"), "on disk\n");
  expect(await files.staging.remove(A, { expect: versionOfText("on disk\n") })).toBe("done");
  expect(existsSync(join(folder, "a.txt"))).toBe(false);
});

test("what the editor cannot do is an IO failure", async () => {
  refuses = "not in the project";
  const reading = files.real.readBytes(files.real.resolve("ws/a.txt"));
  await expect(reading).rejects.toMatchObject({ code: "IO", message: expect.stringContaining("not in the project") });
});

test("no later process is given an address that it could open", () => {
  expect(files.staging.address(A)).toMatchObject({ root: { kind: "custom", backend: "editor" }, path: "a.txt" });
});
