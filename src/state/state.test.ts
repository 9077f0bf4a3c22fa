import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isFailure, versionOf } from "../base/index.ts";
import { stateDirectory } from "./directory.ts";
import { systemProcesses } from "./owner.ts";
import { openState } from "./state.ts";

let place: string;
beforeEach(() => void (place = mkdtempSync(join(tmpdir(), "galley-state-"))));
afterEach(() => rmSync(place, { recursive: true }));

test.each([
  ["XDG", { XDG_STATE_HOME: "/x", HOME: "/h" }, "/x/galley"],
  ["home", { HOME: "/h" }, "/h/.local/state/galley"],
  ["a relative XDG path does not count", { XDG_STATE_HOME: "x", HOME: "/h" }, "/h/.local/state/galley"],
  ["an empty one neither", { XDG_STATE_HOME: "", HOME: "/h" }, "/h/.local/state/galley"],
])("the directory: %s", (_, env, expected) => expect(stateDirectory(env)).toBe(expected));

test.skipIf(process.platform !== "linux")("where nothing can be made, that is said at once", async () => {
  const state = openState({ directory: "/proc/nowhere/galley" });
  await expect(state.withLock({}, async () => "reached")).rejects.toThrow("it does not exist and cannot be created");
});

test("opening makes nothing; the first batch makes it, for its owner's eyes only", async () => {
  const directory = join(place, "a", "galley");
  const state = openState({ directory });
  expect([readdirSync(place), state.log.list(), state.journal.list()]).toEqual([[], { entries: [], damaged: 0 }, []]);
  await state.withLock({}, async (held) => {
    const bytes = new Uint8Array([1]);
    const before = { version: versionOf(bytes), length: 1, bytes: () => bytes };
    const file = {
      change: 0,
      path: "f",
      root: 0,
      at: "f",
      before,
      after: null,
      mode: { before: null, after: null },
      temps: [],
    };
    const roots = [{ kind: "host", root: "/w" }];
    const draft = {
      id: "a",
      at: "",
      decided_by: "",
      atomic: false,
      undoes: null,
      roots,
      files: [file],
      directories: [],
    };
    state.journal.finish(held, state.journal.begin(held, draft), "done");
    state.log.append(held, { kind: "pruned", at: "", receipts: [], why: "" });
  });
  const modes = ["", "batches", "log.jsonl", "batches/000000000001-a.done"].map((name) =>
    (statSync(join(directory, name)).mode & 0o777).toString(8),
  );
  expect(modes).toEqual(["700", "700", "600", "600"]);
});

test("a directory that others may read is closed", async () => {
  const directory = join(place, "galley");
  mkdirSync(directory, { mode: 0o755 });
  await openState({ directory }).withLock({}, async () => {});
  expect((statSync(directory).mode & 0o777).toString(8)).toBe("700");
});

test("a file where the directory should be is refused in words", async () => {
  const directory = join(place, "galley");
  writeFileSync(directory, "");
  const error = await openState({ directory })
    .withLock({}, async () => {})
    .catch((caught: unknown) => caught);
  expect(isFailure(error, "IO") && error.message).toMatch(
    /take its lock.*there is a file where a directory should be.*Nothing was written/,
  );
  expect(isFailure(error) && error.message.includes(place)).toBe(false);
});

describe("who lives", () => {
  const { self, lifeOf } = systemProcesses();

  test.each([
    ["this process", self, "alive"],
    ["the same number, started at another time", { ...self, start: "1" }, "dead"],
    ["another boot of this machine", { ...self, boot: "another" }, "dead"],
    ["another machine", { ...self, boot: "another", machine: "another" }, "unknown"],
    ["another container", { ...self, space: "another" }, "unknown"],
    ["a number nobody has", { ...self, pid: 2 ** 30 }, "dead"],
  ])("%s", (_, owner, expected) => expect(lifeOf(owner)).toBe(expected));

  test("a killed process that its parent has not looked at yet", async () => {
    const script = "process.stdout.write(require('fs').readFileSync('/proc/self/stat','utf8'))";
    const child = spawn(process.execPath, ["-e", `${script};setTimeout(()=>{},60000)`]);
    const [stat] = (await once(child.stdout, "data")) as [Buffer];
    const start = stat
      .toString()
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")[19]!;
    const owner = { ...self, pid: child.pid!, start };
    expect(lifeOf(owner)).toBe("alive");
    child.kill("SIGKILL");
    await once(child, "close");
    expect(lifeOf(owner)).toBe("dead");
  });
});
