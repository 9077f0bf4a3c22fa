// Disks as they are met: full, read-only, without a place for state. Everything is refused in words or written whole.
// Permissions are tried as a user who is not root, because root may do anything.

import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { carryOut, prepare, type Receipt } from "../src/commit/index.ts";
import type { Change } from "../src/edits/index.ts";
import { openHostFiles } from "../src/fs/node/index.ts";
import { openState } from "../src/state/index.ts";
import { scriptedAsk } from "../src/testing/index.ts";
import { bundleChild, ended, makePlace, NOBODY, startChild } from "./processes/bundle.ts";
import type { Order } from "./processes/child.ts";
import { toolEdits } from "./support/tool-edits.ts";

const isRoot = process.getuid?.() === 0;
const user = isRoot ? NOBODY : undefined;

let place: string;
let script: string;
beforeAll(async () => {
  place = makePlace("disk");
  script = await bundleChild(place);
});
afterAll(() => {
  execFileSync("chmod", ["-R", "u+w", place]);
  rmSync(place, { recursive: true, force: true });
});

type Changes = Extract<Order, { kind: "once" }>["changes"];

async function once(
  root: string,
  state: string,
  changes: Changes,
  options: { atomic?: boolean; user?: number | undefined } = {},
): Promise<Receipt> {
  const order: Order = { kind: "once", root, state, changes, atomic: options.atomic ?? false };
  const { stdout, stderr } = await ended(startChild(script, order, options.user));
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Receipt;
}

/** A directory with files, given to the user who will write. */
function makeRoot(name: string, files: Readonly<Record<string, string>>): string {
  const root = join(place, name);
  mkdirSync(root, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  if (user !== undefined) execFileSync("chown", ["-R", `${user}:${user}`, root]);
  return root;
}

const told = (receipt: Receipt) =>
  receipt.files.map((file) =>
    file.kind === "failed" ? `${file.path} failed ${file.code} ${file.message}` : `${file.path} ${file.kind}`,
  );
const replace = (find: string, put: string): Change => ({ kind: "replace", find, put, match: "chars", all: false });
const allNames = (root: string) => readdirSync(root, { recursive: true, encoding: "utf8" }).sort();

describe("as a user without special rights", () => {
  test("a read-only directory: its file fails in words, the others are written", async () => {
    const root = makeRoot("read-only", { "free.txt": "one\n", "closed/file.txt": "one\n" });
    chmodSync(join(root, "closed"), 0o555);
    const receipt = await once(
      root,
      makeRoot("read-only-state", {}),
      [
        ["free.txt", replace("one", "two")],
        ["closed/file.txt", replace("one", "two")],
        ["closed/new.txt", { kind: "create", content: "x" }],
      ],
      { user },
    );
    expect(told(receipt)).toEqual([
      "free.txt written",
      expect.stringMatching(/^closed\/file\.txt failed READ_ONLY .*permission denied/),
      expect.stringMatching(/^closed\/new\.txt failed READ_ONLY .*permission denied/),
    ]);
    expect(allNames(root)).toEqual(["closed", "closed/file.txt", "free.txt"]);
    expect(readFileSync(join(root, "closed/file.txt"), "utf8")).toBe("one\n");
  });

  test("a read-only file stays, also in a directory that may be written", async () => {
    const root = makeRoot("read-only-file", { "file.txt": "one\n" });
    chmodSync(join(root, "file.txt"), 0o444);
    const receipt = await once(root, makeRoot("read-only-file-state", {}), [["file.txt", replace("one", "two")]], {
      user,
    });
    expect(told(receipt)).toEqual([expect.stringMatching(/^file\.txt failed READ_ONLY/)]);
    expect(readFileSync(join(root, "file.txt"), "utf8")).toBe("one\n");
  });

  test.each([
    ["cannot be written", 0o555],
    ["cannot be entered", 0o000],
  ])("a state directory that %s: nothing is written, and the message says what to do", async (_, mode) => {
    const root = makeRoot(`stateless-${mode}`, { "a.txt": "one\n" });
    const home = makeRoot(`stateless-home-${mode}`, {});
    chmodSync(home, mode);
    const order: Order = {
      kind: "once",
      root,
      state: join(home, "galley"),
      changes: [["a.txt", replace("one", "two")]],
    };
    const { stdout, stderr } = await ended(startChild(script, order, user));
    chmodSync(home, 0o755);
    expect(stdout + stderr).toMatch(/permission denied/);
    expect(stdout + stderr).toMatch(/XDG_STATE_HOME/);
    expect([allNames(root), readFileSync(join(root, "a.txt"), "utf8")]).toEqual([["a.txt"], "one\n"]);
  });
});

const canMount = isRoot && tryMount();

function tryMount(): boolean {
  const probe = makePlace("disk");
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", probe], { stdio: "ignore" });
    execFileSync("umount", [probe]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

describe.skipIf(!canMount)(
  `a full disk${canMount ? "" : " (skipped: mounting a tmpfs needs root and the right to mount)"}`,
  () => {
    let small: string;
    beforeAll(() => {
      small = join(place, "small");
      mkdirSync(small);
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=128k", "tmpfs", small]);
    });
    afterAll(() => void execFileSync("umount", [small]));

    const big = "0123456789abcde\n".repeat(20_000);

    test("in the workspace: what fits is written, what does not fails in words, no temp is left", async () => {
      const root = join(small, "w");
      mkdirSync(root);
      writeFileSync(join(root, "a.txt"), "one\n");
      const changes: Changes = [
        ["a.txt", replace("one", "two")],
        ["deep/big.txt", { kind: "create", content: big }],
      ];
      const state = join(place, "full-state");
      const atomic = await once(root, state, changes, { atomic: true });
      expect([told(atomic), allNames(root)]).toEqual([
        ["a.txt held", expect.stringMatching(/the disk is full/)],
        ["a.txt"],
      ]);
      expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("one\n");
      const receipt = await once(root, state, changes);
      expect([told(receipt), allNames(root)]).toEqual([
        ["a.txt written", expect.stringMatching(/the disk is full/)],
        ["a.txt"],
      ]);
      expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("two\n");
    });

    test("for state: nothing is written, and the disk is left as full as it was", async () => {
      const root = join(place, "full-root");
      mkdirSync(root);
      writeFileSync(join(root, "a.txt"), big);
      const state = join(small, "s");
      const receipt = await once(root, state, [["a.txt", { kind: "overwrite", content: `${big}more\n` }]]);
      expect(told(receipt)).toEqual([expect.stringMatching(/journal.*the disk is full.*Nothing was written/)]);
      expect([statSync(join(root, "a.txt")).size, allNames(root), allNames(state)]).toEqual([
        big.length,
        ["a.txt"],
        ["batches"],
      ]);
    });
  },
);

test("a file that became a directory between the question and the answer", async () => {
  const root = join(place, "turned");
  mkdirSync(root);
  writeFileSync(join(root, "a.txt"), "one\n");
  writeFileSync(join(root, "b.txt"), "one\n");
  const files = openHostFiles({ root });
  const edits = toolEdits(["a.txt", "b.txt"].map((path) => [path, replace("one", "two")]));
  const ask = scriptedAsk((file) => {
    if (file.path === "a.txt") {
      rmSync(join(root, "a.txt"));
      mkdirSync(join(root, "a.txt"));
    }
    return "apply";
  });
  const state = openState({ directory: join(place, "turned-state") });
  const { receipt } = await carryOut({ plan: await prepare(edits, files.real), files, state, ask });
  files.close();
  expect([told(receipt), allNames(root), readFileSync(join(root, "b.txt"), "utf8")]).toEqual([
    ["a.txt stale", "b.txt written"],
    ["a.txt", "b.txt"],
    "two\n",
  ]);
});

test("owner, mode and the link to a file are kept", async () => {
  const root = join(place, "kept");
  mkdirSync(root);
  writeFileSync(join(root, "run.sh"), "one\n");
  chmodSync(join(root, "run.sh"), 0o751);
  if (isRoot) chownSync(join(root, "run.sh"), NOBODY, NOBODY);
  execFileSync("ln", ["-s", "run.sh", join(root, "link.sh")]);
  const receipt = await once(root, join(place, "kept-state"), [["link.sh", replace("one", "two")]]);
  expect(told(receipt)).toEqual(["link.sh written"]);
  const { mode, uid } = statSync(join(root, "run.sh"));
  expect([(mode & 0o777).toString(8), uid]).toEqual(["751", isRoot ? NOBODY : process.getuid?.()]);
  expect(execFileSync("readlink", [join(root, "link.sh")]).toString()).toBe("run.sh\n");
  expect(readFileSync(join(root, "run.sh"), "utf8")).toBe("two\n");
});
