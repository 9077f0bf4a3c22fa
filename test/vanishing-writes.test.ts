// What is written to memory is gone when the command ends: every command that writes there says so, and none offers an
// undo that does not exist.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { block, Place } from "./support/galley.ts";

beforeAll(ensureBuilt);

function place(defaultSandbox: "scratch" | "ws" = "scratch"): { readonly here: Place; readonly config: string[] } {
  const here = new Place({ "ws/a.txt": "one\n", "docs/note.md": "one\n" });
  const file = join(here.base, "galley.json");
  const memory = { mounts: [{ from: "work/docs" }] };
  const sandboxes = { scratch: { memory }, ws: { root: "work/ws" } };
  writeFileSync(file, JSON.stringify({ sandboxes, default_sandbox: defaultSandbox }));
  return { here, config: ["--config", file] };
}

const GONE = /kept in memory.* gone when this command ends.*root/i;
type Report = { readonly receipt_id: string | null; readonly warnings: readonly string[] };
type Log = readonly { readonly files: readonly string[]; readonly undoable?: boolean }[];

describe("apply", () => {
  test("says where the result is, and offers no undo", () => {
    const { here, config } = place();
    const input = block("scratch/new.txt", "", "new\n");
    const { out } = here.galley(["apply", "--yes", ...config], { input });
    expect(out).toMatch(GONE);
    expect(out).not.toMatch(/undo|take it back/i);
    const { code, value } = here.json(["apply", "--yes", ...config], { input });
    const { receipt_id, warnings } = value as Report;
    expect([code, receipt_id, warnings]).toEqual([0, null, [expect.stringMatching(GONE)]]);
  });

  test("what is on the disk as well can be undone, and only that is said to be", () => {
    const { here, config } = place();
    const input = block("scratch/note.md", "one\n", "two\n") + block("ws/a.txt", "one\n", "two\n");
    const report = here.json(["apply", "--yes", ...config], { input }).value as Report;
    expect(report.warnings).toEqual([expect.stringMatching(GONE)]);
    expect(here.json(["undo", report.receipt_id!, ...config])).toMatchObject({
      code: 1,
      value: {
        restored: ["ws/a.txt"],
        skipped: [{ path: "note.md", reason: "it was in memory, which is gone" }],
      },
    });
    expect(here.read("ws/a.txt")).toBe("one\n");
  });

  test.each([
    ["nothing is written there", "ws/a.txt", []],
    ["a dry run", "scratch/note.md", ["--dry-run"]],
  ])("%s: nothing to say", (_, path, more) => {
    const { here, config } = place();
    const ran = here.json(["apply", "--yes", ...config, ...more], { input: block(path, "one\n", "two\n") });
    expect((ran.value as Report).warnings).toEqual([]);
  });
});

describe("tool", () => {
  test.each<[string, object]>([
    ["write_file", { path: "scratch/new.txt", content: "new\n" }],
    ["edit_file", { path: "scratch/note.md", old_string: "one", new_string: "two" }],
    ["edit", { path: "scratch/note.md", oldText: "one", newText: "two" }],
    ["rm", { path: "scratch/note.md" }],
  ])("%s says where the result is", (name, input) => {
    const { here, config } = place();
    const { value } = here.json(["tool", name, JSON.stringify(input), "--yes", ...config]);
    expect(value).toMatchObject({ success: true, message: expect.stringMatching(GONE) });
  });

  test.each<[string, object]>([
    ["read_file", { path: "scratch/note.md" }],
    ["rm", { path: "scratch/none" }],
    ["write_file", { path: "ws/new.txt", content: "new\n" }],
  ])("%s of %j changes nothing there, and says nothing", (name, input) => {
    const { here, config } = place();
    const { value } = here.json(["tool", name, JSON.stringify(input), "--yes", ...config]);
    expect((value as { message: string }).message).not.toMatch(/memory/);
  });
});

describe("undo and log", () => {
  test("undo passes over what is gone, to the last change that can be undone", () => {
    const { here, config } = place();
    here.json(["apply", "--yes", ...config], { input: block("ws/a.txt", "one\n", "two\n") });
    here.json(["apply", "--yes", ...config], { input: block("scratch/note.md", "one\n", "two\n") });
    expect(here.json(["undo", ...config])).toMatchObject({ code: 0, value: { restored: ["ws/a.txt"] } });
    expect(here.galley(["undo", ...config])).toMatchObject({
      code: 1,
      err: expect.stringContaining("is already undone"),
    });
  });

  test("the log says which changes cannot be undone", () => {
    const { here, config } = place();
    here.json(["apply", "--yes", ...config], { input: block("ws/a.txt", "one\n", "two\n") });
    here.json(["apply", "--yes", ...config], { input: block("scratch/note.md", "one\n", "two\n") });
    const log = here.json(["log", ...config]).value as Log;
    expect(log.map(({ files, undoable }) => [...files, undoable])).toEqual([
      ["note.md", false],
      ["ws/a.txt", undefined],
    ]);
    expect(here.galley(["log", ...config]).out).toMatch(/cannot be undone[^]*note\.md/);
  });
});
