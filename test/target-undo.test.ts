// What comes after a write is bound to where it was written: undo, recovery after a crash, and opening the last change
// reach exactly that file, never what a link leads to now.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addFiles, listFiles, Session, workspaceSection } from "../src/agent/index.ts";
import { createAsk } from "../src/ask/index.ts";
import { newId } from "../src/base/index.ts";
import { carryOut, prepare, recover, undo } from "../src/commit/index.ts";
import { nodeOps, openHostFiles } from "../src/fs/node/index.ts";
import { ensureBuilt } from "./built.ts";
import { call, Exchanged } from "./support/exchanged.ts";
import { block, Place } from "./support/galley.ts";
import { toolEdits } from "./support/tool-edits.ts";

let place: Exchanged;
beforeEach(() => void (place = new Exchanged()));
afterEach(() => place.remove());
const openRoot = () => place.files.staging;

describe("undo", () => {
  test.each([
    ["a folder on the way", () => place.exchange("d", "pub")],
    ["the file itself", () => place.exchange("d/config", "../pub/config")],
  ])("leaves alone what a link leads to: %s", async (_, meanwhile) => {
    const context = place.world(() => {});
    expect(await call("write_file", { path: "d/config", content: "new\n" }, context)).toBe("ok");
    place.put("pub/config", "new\n");
    meanwhile();
    const before = place.tree();
    const undone = await undo({ state: context.state, receipt: null, openRoot });
    expect([undone.restored, undone.skipped]).toEqual([
      [],
      [{ path: "workspace/d/config", reason: "there is a link on the way to it now" }],
    ]);
    expect(place.tree()).toEqual(before);
  });

  test("of a new file removes nothing that a link leads to, nor its folders", async () => {
    const context = place.world(() => {});
    expect(await call("write_file", { path: "made/here/new", content: "new\n" }, context)).toBe("ok");
    place.put("pub/here/new", "new\n");
    fs.mkdirSync(place.at("pub/empty"));
    place.exchange("made", "pub");
    const before = place.tree();
    const undone = await undo({ state: context.state, receipt: null, openRoot });
    expect([undone.restored, place.tree(), fs.existsSync(place.at("pub/empty"))]).toEqual([[], before, true]);
  });

  test("restores a file that was written through a link where it is, whatever the link does now", async () => {
    fs.symlinkSync("pub", place.at("l"));
    const context = place.world(() => {});
    expect(await call("write_file", { path: "l/config", content: "new\n" }, context)).toBe("ok");
    fs.rmSync(place.at("l"));
    fs.symlinkSync("d", place.at("l"));
    place.put("d/config", "new\n");
    const undone = await undo({ state: context.state, receipt: null, openRoot });
    expect(undone.restored).toEqual(["workspace/l/config"]);
    expect([place.tree()["pub/config"], place.tree()["d/config"]]).toEqual(["[core]\n", "new\n"]);
  });

  test("of a deleted file makes nothing where a link leads now", async () => {
    const context = place.world(() => {});
    expect(await call("rm", { path: "d/sub/deep" }, context)).toBe("ok");
    place.exchange("d/sub", "../pub");
    const before = place.tree();
    expect((await undo({ state: context.state, receipt: null, openRoot })).restored).toEqual([]);
    expect(place.tree()).toEqual(before);
  });
});

describe("recovery after a crash", () => {
  /** All or nothing, cut short after the first of two files. */
  async function crashed() {
    let renames = 0;
    const dying = openHostFiles({
      root: place.root,
      ops: {
        ...nodeOps,
        renameSync: (...names) => {
          if ((renames += 1) === 2) throw new Error("the power went");
          nodeOps.renameSync(...names);
        },
      },
    });
    const { gate, state, reviewer } = place.world(() => {});
    const changes = [
      ["d/config", { kind: "overwrite", content: "new\n" }],
      ["pub/sub/deep", { kind: "overwrite", content: "new\n" }],
    ] as const;
    const plan = await prepare(toolEdits(changes), dying.real);
    const ask = createAsk({ gate, reviewer, yes: false, newId });
    await expect(carryOut({ plan, files: dying, state, ask, atomic: true })).rejects.toThrow("the power went");
    dying.close();
    return state;
  }

  test("puts back what is still where it was written", async () => {
    const state = await crashed();
    expect(place.tree()["d/config"]).toBe("new\n");
    await recover({ state, openRoot });
    expect(place.tree()["d/config"]).toBe("[core]\n");
  });

  test("leaves alone what a link leads to, says so once, and is finished", async () => {
    const state = await crashed();
    place.put("pub/config", "new\n");
    place.exchange("d", "pub");
    const before = place.tree();
    const told = await recover({ state, openRoot });
    expect(told.map(({ files }) => files.map(({ path, outcome }) => `${path} ${outcome}`))).toEqual([
      ["d/config unknown", "pub/sub/deep not-written"],
    ]);
    expect(place.tree()).toEqual(before);
    expect([await recover({ state, openRoot }), state.isUntidy()]).toEqual([[], false]);
  });
});

describe("what a conversation shows", () => {
  test("a selected file that leads elsewhere now is not shown", async () => {
    const { sandbox, gate, resolve, requireWritable } = place.world(() => {});
    const session = new Session();
    const unused = (): never => {
      throw new Error("nothing is written here");
    };
    const real = { files: sandbox.real, approved: sandbox.real, readable: sandbox.real };
    const workspace = {
      ...real,
      gate,
      stage: null,
      commands: null,
      resolve,
      requireWritable,
      carryOut: unused,
      remove: unused,
    };
    const names = { known: () => true, show: (path: string) => path.replace("workspace/", "") };
    await session.add(workspaceSection({ workspace: { ...workspace, ...names } }));
    await addFiles(session, "pub/config");
    expect((await listFiles(session)).files).toMatchObject([{ path: "pub/config", why: null }]);
    place.exchange("pub", "secret");
    expect((await listFiles(session)).files).toMatchObject([
      { path: "pub/config", tokens: null, why: "it leads to another file now; drop it and add it again" },
    ]);
  });
});

describe("the command line", () => {
  beforeAll(ensureBuilt);

  test("undo does not follow a root that became a link", () => {
    const folder = new Place({ "a.txt": "one\n" });
    const applied = folder.galley(["apply", "-", "--yes", "--json"], { input: block("a.txt", "one\n", "ONE\n") });
    const { receipt_id: receipt } = JSON.parse(applied.out) as { readonly receipt_id: string };
    fs.renameSync(folder.folder, join(folder.base, "aside"));
    fs.mkdirSync(join(folder.base, "other"));
    fs.writeFileSync(join(folder.base, "other/a.txt"), "ONE\n");
    fs.symlinkSync("other", folder.folder);
    const undone = folder.galley(["undo", receipt, "--json"]);
    expect(JSON.parse(undone.out)).toMatchObject({ restored: [], skipped: [{ path: "a.txt" }] });
    expect([undone.code, folder.read("a.txt")]).toEqual([1, "ONE\n"]);
  });

  test.each(["before the editor opens", "while the editor is open"])("edit-last writes no other file: %s", (when) => {
    const folder = new Place({ "d/a.txt": "one\n", "pub/a.txt": "ONE\n" });
    const swap = `mv d gone && ln -s pub d`;
    folder.put("../editor", `#!/bin/sh\n${when.startsWith("while") ? swap : "true"}\necho mine > "$1"\n`);
    fs.chmodSync(join(folder.base, "editor"), 0o755);
    expect(folder.galley(["apply", "-", "--yes"], { input: block("d/a.txt", "one\n", "ONE\n") }).code).toBe(0);
    if (when.startsWith("before")) execFileSync("sh", ["-c", swap], { cwd: folder.folder });
    const ran = folder.galley(["edit-last", "--yes"], { env: { EDITOR: join(folder.base, "editor") } });
    expect([ran.code, folder.read("pub/a.txt"), folder.read("gone/a.txt")]).toEqual([1, "ONE\n", "ONE\n"]);
  });
});
