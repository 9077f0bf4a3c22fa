// A backend of your own: a tree of files that is kept in one JSON file. It passes the contract of every backend, so
// rules, questions, journal and undo work on it as they do on a folder. It checks itself.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { NO_RULES, reviewerFrom } from "galley/approval";
import { undo, type OpenRoot } from "galley/commit";
import { createMemoryFiles, createSandbox, type Filesystem, type RootAddress } from "galley/fs";
import { openState } from "galley/state";
import { filesystemContract } from "galley/testing";
import { createToolWorkspace, loadTool, runTool } from "galley/tools";

/** Files in memory, loaded from the archive and saved to it after every change. */
function openArchive(archive: string): Filesystem {
  const stored = existsSync(archive) ? (JSON.parse(readFileSync(archive, "utf8")) as Record<string, string>) : {};
  const files = new Map(Object.entries(stored).map(([path, bytes]) => [path, Buffer.from(bytes, "base64")]));
  const memory = createMemoryFiles({ files });
  const save = async (): Promise<void> => {
    writeFileSync(`${archive}.new`, JSON.stringify(await contentsOf(memory)));
    renameSync(`${archive}.new`, archive);
  };
  const saved = async <Result>(result: Promise<Result>): Promise<Result> => {
    await result;
    await save();
    return result;
  };
  /** Says where the files are, so that a later process can undo: see `openRoot` below. */
  const root: RootAddress = { kind: "custom", backend: "archive", name: archive };
  return {
    ...memory, // Reading, listing, glob and grep.
    write: (path, content) => saved(memory.write(path, content)),
    delete: (path) => saved(memory.delete(path)),
    staging: {
      ...memory.staging,
      address: (path) => ({ root, path: memory.staging.address(path).path }),
      flush: (path) => saved(memory.staging.flush(path)), // The last step of every commit.
    },
  };
}

async function contentsOf(files: Filesystem, folder = ""): Promise<Record<string, string>> {
  const { entries, truncated } = await files.list(folder);
  if (truncated) throw new Error(`${folder} has too many entries for an archive.`);
  const found: Record<string, string> = {};
  for (const { path, kind } of entries) {
    if (kind === "directory") Object.assign(found, await contentsOf(files, path));
    else found[path] = Buffer.from((await files.readBytes(path)).bytes).toString("base64");
  }
  return found;
}

const place = mkdtempSync(join(tmpdir(), "galley-example-"));
let count = 0;

// The contract runs with node:test here; vitest and jest fit as they are.
const expect = (actual: unknown) => ({ toEqual: (expected: unknown) => assert.deepEqual(actual, expected) });
filesystemContract(
  "an archive",
  async () => ({ files: openArchive(join(place, `contract-${count++}.json`)) }),
  { describe: (name, body) => void describe(name, body), test: (name, body) => void test(name, body), expect },
  { withoutLinks: "an archive has none" },
);

void test("tools edit it, search it, and undo works after it was opened again", async () => {
  const archive = join(place, "notes.json");
  await openArchive(archive).write("todo.md", "- buy milk\n- call home\n");

  const state = openState({ directory: join(place, "state") });
  const openRoot: OpenRoot = (address) =>
    address.kind === "custom" && address.backend === "archive" ? openArchive(address.name).staging : null;
  const notes = { name: "notes", files: openArchive(archive), mode: "rw", suffixes: null, maxFileBytes: null } as const;
  const workspace = createToolWorkspace({
    sandbox: createSandbox({ roots: [notes], defaultRoot: "notes" }),
    names: ["notes"],
    defaultName: "notes",
    gate: {
      policy: NO_RULES,
      flagsOf: () => ({ read_approval: false, write_approval: true, edit_approval: true }),
    },
    state: async () => state,
    openRoot,
  });
  const call = async (name: string, args: object) => {
    const reviewer = reviewerFrom(async () => ({ action: "apply" }));
    const result = await runTool((await loadTool(name))!, args, { ...workspace, reviewer, yes: false });
    if (!result.success) throw new Error(result.message);
    return result.value;
  };

  await call("edit_file", { path: "todo.md", old_string: "milk", new_string: "oats" });
  assert.equal((await openArchive(archive).read("todo.md")).content, "- buy oats\n- call home\n");
  const line = { path: "notes/todo.md", line_number: 1, line_content: "- buy oats" };
  assert.deepEqual(await call("grep", { pattern: "o[ae]ts" }), { matches: [line], truncated: false });

  const { restored } = await undo({ state, receipt: null, openRoot });
  assert.deepEqual(restored, ["notes/todo.md"]);
  assert.equal((await openArchive(archive).read("todo.md")).content, "- buy milk\n- call home\n");
});
