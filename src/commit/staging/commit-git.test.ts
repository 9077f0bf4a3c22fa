// A commit holds exactly what was changed here. What the person staged or changed themselves is neither in it nor
// touched by it; where the two cannot be told apart, the file is left out.

import * as fs from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { without } from "../../../test/support/installed.ts";
import { replace, StagedRepository } from "../../../test/support/staged-repository.ts";
import { openHostFiles, repositoryOpener } from "../../fs/node/index.ts";
import type { OpenRoot } from "../batch/step.ts";
import { commitInGit, type GitCommit } from "./commit-git.ts";

const { missing, note } = without("git");

let r: StagedRepository;
beforeEach(() => void (r = new StagedRepository()));
afterEach(() => fs.rmSync(r.place, { recursive: true, force: true }));

const commit = (receipts: readonly (string | null)[], message: string | null = "do it\n"): Promise<GitCommit> => {
  r.git("config", "user.name", "t");
  r.git("config", "user.email", "t@example.com");
  const open = repositoryOpener({ environment: process.env, scratch: r.scratch });
  return withRoot((openRoot) =>
    commitInGit({ state: r.state, open, openRoot, receipts: receipts.map(String), message }),
  );
};

async function withRoot<T>(work: (openRoot: OpenRoot) => Promise<T>): Promise<T> {
  const files = openHostFiles({ root: r.root });
  try {
    return await work(() => files.staging);
  } finally {
    files.close();
  }
}

/** What the last commit changed, with its parent. */
const inCommit = (): string[] => r.git("diff", "--name-status", "HEAD~1", "HEAD").trim().split("\n");

describe.skipIf(missing)(`committing in git${note}`, () => {
  test("changed, created, deleted and moved files; the rest is as it was, staged and unstaged", async () => {
    const files = { "a.txt": "one\n", "b.txt": "gone\n", "c.txt": "moved\n", "mine.txt": "m\n", "staged.txt": "s\n" };
    r.start(files);
    r.write("mine.txt", "my unstaged work\n");
    r.write("staged.txt", "my staged work\n");
    r.git("add", "staged.txt");
    r.write("untracked.txt", "mine too\n");
    const first = await r.apply(["a.txt", replace("one", "two")], ["b.txt", { kind: "delete" }]);
    const second = await r.apply(
      ["a.txt", replace("two", "three")],
      ["c.txt", { kind: "move", to: "d/c.txt" }],
      ["new.txt", { kind: "create", content: "new\n" }],
    );
    await r.stage(first); // As galley does by default; the second is not staged.
    const done = await commit([first, second]);
    expect(done).toMatchObject({
      left: [],
      problem: null,
      warnings: [],
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(inCommit()).toEqual(["M\ta.txt", "D\tb.txt", "R100\tc.txt\td/c.txt", "A\tnew.txt"]);
    expect(r.git("cat-file", "blob", "HEAD:a.txt")).toBe("three\n");
    expect(r.git("log", "-1", "--format=%s|%an")).toMatch(/^do it\|/);
    expect(r.status()).toEqual([" M mine.txt", "M  staged.txt", "?? untracked.txt"]);
    expect(r.git("cat-file", "blob", ":staged.txt")).toBe("my staged work\n");
    expect(r.git("fsck", "--strict", "--no-dangling")).toBe("");
    expect(r.git("reflog", "-1", "--format=%gs").trim()).toBe("commit: do it");
  });

  test.each<[string, () => Promise<readonly (string | null)[]>, RegExp]>([
    [
      "changes that were there before",
      async () => {
        r.write("a.txt", "one\nmine\n");
        return [await r.apply(["a.txt", replace("one", "two")])];
      },
      /changes of your own that are not committed/,
    ],
    [
      "changes between two of ours",
      async () => {
        const first = await r.apply(["a.txt", replace("one", "two")]);
        r.write("a.txt", "two\nmine\n");
        return [first, await r.apply(["a.txt", replace("two", "three")])];
      },
      /changed by someone else between two changes/,
    ],
    [
      "changes that were staged after ours",
      async () => {
        const first = await r.apply(["a.txt", replace("one", "two")]);
        r.write("a.txt", "two\nmine\n");
        r.git("add", "a.txt");
        return [first];
      },
      /you staged changes of your own/,
    ],
    [
      "a change that git took back",
      async () => {
        const receipts = [await r.apply(["a.txt", replace("one", "two")])];
        await r.stage(receipts[0]!);
        r.git("checkout", "-q", "HEAD", "--", "a.txt");
        return receipts;
      },
      /you have changed it back since/,
    ],
    [
      "the last of two changes, taken back in an editor",
      async () => {
        const receipts = [
          await r.apply(["a.txt", replace("one", "two")]),
          await r.apply(["a.txt", replace("two", "three")]),
        ];
        r.write("a.txt", "two\n");
        return receipts;
      },
      /you have changed it back since/,
    ],
    [
      "a filter",
      async () => {
        r.write(".gitattributes", "a.txt filter=x\n");
        return [await r.apply(["a.txt", replace("one", "two")])];
      },
      /a git filter is set/,
    ],
  ])("left out: %s", async (_, change, why) => {
    r.start({ "a.txt": "one\n", "b.txt": "one\n" });
    const receipts = [...(await change()), await r.apply(["b.txt", replace("one", "two")])];
    const index = r.git("ls-files", "--stage", "a.txt");
    const content = fs.readFileSync(join(r.root, "a.txt"), "utf8");
    const done = await commit(receipts);
    expect(done.left).toEqual([{ path: expect.stringMatching(/a\.txt$/), why: expect.stringMatching(why) }]);
    expect(inCommit()).toEqual(["M\tb.txt"]);
    expect(r.git("ls-files", "--stage", "a.txt")).toBe(index);
    expect(fs.readFileSync(join(r.root, "a.txt"), "utf8")).toBe(content);
  });

  test("a file that the user removed, or put back, is left out", async () => {
    r.start({ "a.txt": "one\n" });
    const receipt = await r.apply(["new.txt", { kind: "create", content: "new\n" }], ["a.txt", { kind: "delete" }]);
    await r.stage(receipt);
    fs.rmSync(join(r.root, "new.txt"));
    r.write("a.txt", "one\n");
    expect(await commit([receipt])).toMatchObject({
      commit: null,
      left: [
        { path: expect.stringContaining("new.txt"), why: "you have removed it since" },
        { path: expect.stringContaining("a.txt"), why: "it is there again" },
      ],
      problem: "nothing of it can be committed exactly",
    });
  });

  test("what the person added after ours stays theirs, unstaged", async () => {
    r.start({ "a.txt": "one\n" });
    const receipt = await r.apply(["a.txt", replace("one", "two")]);
    r.write("a.txt", "two\nmine\n");
    await commit([receipt]);
    expect([r.git("cat-file", "blob", "HEAD:a.txt"), r.status()]).toEqual(["two\n", [" M a.txt"]]);
  });

  test("no hook runs; a plan commits nothing; what was undone or committed already is nothing to commit", async () => {
    r.start({ "a.txt": "one\n" });
    for (const hook of ["pre-commit", "commit-msg", "post-commit", "reference-transaction"]) {
      const path = join(r.root, ".git", "hooks", hook);
      fs.mkdirSync(join(r.root, ".git", "hooks"), { recursive: true });
      fs.writeFileSync(path, `#!/bin/sh\ntouch '${join(r.place, "hook-ran")}'\n`, { mode: 0o755 });
    }
    const before = r.git("rev-parse", "HEAD");
    const receipt = await r.apply(["a.txt", replace("one", "two")]);
    expect(await commit([receipt], null)).toMatchObject({ commit: null, problem: null, left: [] });
    expect(r.git("rev-parse", "HEAD")).toBe(before);
    await commit([receipt]);
    expect(fs.existsSync(join(r.place, "hook-ran"))).toBe(false);
    expect(await commit([receipt])).toMatchObject({
      commit: null,
      left: [],
      problem: "everything is committed already",
    });
    const more = await r.apply(["a.txt", replace("two", "three")], ["b.txt", { kind: "create", content: "b\n" }]);
    expect(await commit([receipt, more])).toMatchObject({ left: [], problem: null });
    expect([inCommit(), r.status()]).toEqual([["M\ta.txt", "A\tb.txt"], []]);
    expect(await commit([])).toMatchObject({ commit: null, problem: "this conversation changed no files here" });
  });

  test("a plan already says that git does not know who commits", async () => {
    r.start({ "a.txt": "one\n" });
    const receipt = await r.apply(["a.txt", replace("one", "two")]);
    r.git("config", "user.name", "");
    r.git("config", "user.email", "");
    r.git("config", "user.useConfigOnly", "true");
    const open = repositoryOpener({ environment: process.env, scratch: r.scratch });
    const about = { state: r.state, open, receipts: [String(receipt)], message: null };
    const plan = await withRoot((openRoot) => commitInGit({ ...about, openRoot }));
    expect(plan).toMatchObject({ commit: null, problem: expect.stringContaining("git does not know your name") });
  });

  test("in a new repository, on no branch, and not in the middle of a merge", async () => {
    r.start({ "a.txt": "one\n" });
    r.git("checkout", "-q", "--detach");
    const detached = await commit([await r.apply(["a.txt", replace("one", "two")])]);
    expect(detached.warnings).toEqual([expect.stringContaining("HEAD is on no branch")]);
    expect(inCommit()).toEqual(["M\ta.txt"]);
    fs.writeFileSync(join(r.root, ".git", "MERGE_HEAD"), r.git("rev-parse", "HEAD"));
    const done = await commit([await r.apply(["a.txt", replace("two", "three")])]);
    expect(done).toMatchObject({ commit: null, problem: expect.stringMatching(/merge, rebase/) });
  });
});
