import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { without } from "../../../test/support/installed.ts";
import { replace, StagedRepository } from "../../../test/support/staged-repository.ts";
import type { Change } from "../../edits/index.ts";

const { missing, note } = without("git");

let r: StagedRepository;
beforeEach(() => void (r = new StagedRepository()));
afterEach(() => fs.rmSync(r.place, { recursive: true, force: true }));

describe.skipIf(missing)(`staging in repositories of every kind${note}`, () => {
  describe("entries that are left alone", () => {
    test.each<[string, () => void, readonly [string, Change], RegExp]>([
      [
        "intent to add",
        () => (r.write("n.txt", ""), r.git("add", "-N", "n.txt")),
        ["n.txt", { kind: "overwrite", content: "ours\n" }],
        /n\.txt was not staged in git: it was only registered/,
      ],
      [
        "skip-worktree",
        () => r.git("update-index", "--skip-worktree", "a.txt"),
        ["a.txt", replace("one", "two")],
        /this checkout leaves it out/,
      ],
      [
        "assume-unchanged",
        () => r.git("update-index", "--assume-unchanged", "a.txt"),
        ["a.txt", replace("one", "two")],
        /set not to look at it/,
      ],
      [
        "a new file in a sparse checkout",
        () => r.git("sparse-checkout", "set", "--cone", "sub"),
        ["sub/new.txt", { kind: "create", content: "n\n" }],
        /sub\/new\.txt was not staged in git: it is new, and this checkout is sparse/,
      ],
      [
        "an index that is split",
        () => r.git("update-index", "--split-index"),
        ["a.txt", replace("one", "two")],
        /Nothing was staged in git: its index is split/,
      ],
      [
        "a repository inside",
        () => (r.write("inner/x.txt", "one\n"), r.git("init", "-q", "inner")),
        ["inner/y.txt", { kind: "create", content: "y\n" }],
        /inner\/y\.txt was not staged in git: it is in another repository/,
      ],
      [
        "a file where the index has a folder",
        () => fs.rmSync(join(r.root, "sub"), { recursive: true }),
        ["sub", { kind: "create", content: "s\n" }],
        /sub was not staged in git: git's index has a file where it needs a folder/,
      ],
      [
        "a folder where the index has a file",
        () => fs.rmSync(join(r.root, "a.txt")),
        ["a.txt/b", { kind: "create", content: "b\n" }],
        /a\.txt\/b was not staged in git: git's index has a file where it needs a folder/,
      ],
      [
        "a move of a file with the person's own changes",
        () => r.write("a.txt", "one\nmine\n"),
        ["a.txt", { kind: "move", to: "moved.txt" }],
        /a\.txt was not staged in git: it had changes.*\|moved\.txt was not staged in git: the other half/,
      ],
      [
        "a move to where git ignores it",
        () => r.write(".gitignore", "*.log\n"),
        ["a.txt", { kind: "move", to: "a.log" }],
        /a\.log was not staged in git: git ignores it.*\|a\.txt was not staged in git: the other half/,
      ],
      [
        "a shared repository",
        () => r.git("config", "core.sharedRepository", "group"),
        ["a.txt", replace("one", "two")],
        /Nothing was staged in git: the repository is shared/,
      ],
      [
        "attributes from a tree",
        () => r.git("config", "attr.tree", "HEAD"),
        ["a.txt", replace("one", "two")],
        /Nothing was staged in git: attr\.tree is set/,
      ],
    ])("%s", async (_, prepareRepository, change, reason) => {
      r.start({ "a.txt": "one\n", "sub/x.txt": "x\n" });
      prepareRepository();
      const index = fs.readFileSync(join(r.root, ".git/index"));
      const { staged, warnings } = await r.stage(await r.apply(change));
      expect(staged).toEqual([]);
      expect(warnings.toSorted().join("|")).toMatch(reason);
      expect(fs.readFileSync(join(r.root, ".git/index")).equals(index)).toBe(true);
    });

    test("a link to a folder", async () => {
      r.start({ "real/x.txt": "one\n" });
      fs.symlinkSync("real", join(r.root, "linked"));
      r.git("add", "-A");
      const { staged, warnings } = await r.stage(await r.apply(["linked/new.txt", { kind: "create", content: "n\n" }]));
      // The batch may name the file by either path; by the real one it can be staged.
      expect(staged.length + warnings.length).toBe(1);
      expect(r.git("ls-files", "--stage", "linked")).toMatch(/^120000 /);
    });

    test("a submodule that is a folder of the root", async () => {
      const inner = join(r.place, "inner");
      fs.mkdirSync(inner);
      execFileSync("git", ["init", "-q"], { cwd: inner });
      fs.writeFileSync(join(inner, "x.txt"), "one\n");
      const as = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
      execFileSync("git", [...as, "add", "-A"], { cwd: inner });
      execFileSync("git", [...as, "commit", "-q", "-m", "i"], { cwd: inner });
      r.start({ "a.txt": "one\n" });
      r.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "sub");
      r.git("commit", "-q", "-m", "sub");
      const { staged, warnings } = await r.stage(
        await r.apply(["sub/x.txt", replace("one", "two")], ["a.txt", replace("one", "two")]),
      );
      expect([staged, warnings]).toEqual([["a.txt"], [expect.stringMatching(/sub\/x\.txt .* another repository/)]]);

      // As a root of its own it is a repository whose git dir is in the other's, and points back.
      r.root = join(r.root, "sub");
      expect(await r.stage(await r.apply(["x.txt", replace("two", "three")]))).toEqual({
        staged: [],
        warnings: [expect.stringMatching(/changes that were not staged/)],
      });
      r.git("checkout", "-q", "--", "x.txt");
      expect(await r.stage(await r.apply(["x.txt", replace("one", "two")]))).toEqual({
        staged: ["x.txt"],
        warnings: [],
      });
      expect(r.status()).toEqual(["M  x.txt"]);
    });
  });

  test("a linked worktree, whose git dir points back", async () => {
    r.start({ "a.txt": "one\n" });
    r.git("worktree", "add", "-q", join(r.place, "linked"));
    r.root = join(r.place, "linked");
    expect(await r.stage(await r.apply(["a.txt", replace("one", "two")]))).toEqual({ staged: ["a.txt"], warnings: [] });
    expect(r.status()).toEqual(["M  a.txt"]);
  });

  test("a folder of the repository as the root", async () => {
    r.start({ "packages/a/x.txt": "one\n", ".gitattributes": "packages/a/*.bin filter=x\n" });
    const top = r.root;
    r.root = join(r.root, "packages/a");
    const receipt = await r.apply(["x.txt", replace("one", "two")], ["y.bin", { kind: "create", content: "y\n" }]);
    expect(await r.stage(receipt)).toEqual({
      staged: ["x.txt"],
      warnings: [expect.stringMatching(/y\.bin was not staged in git: a git filter/)],
    });
    r.root = top;
    expect(r.status()).toEqual(["M  packages/a/x.txt", "?? packages/a/y.bin"]);
  });

  test.each([
    ["SHA-256", ["init", "-q", "--object-format=sha256"], []],
    ["an index of version 4", ["init", "-q"], ["update-index", "--index-version", "4"]],
    ["an index of version 3", ["init", "-q"], ["update-index", "--skip-worktree", "b.txt"]],
  ])("%s", async (_, init, more) => {
    r.git(...init);
    for (const name of ["a.txt", "b.txt", "dir/ä.txt"]) r.write(name, "one\n");
    r.git("add", "-A");
    r.git("commit", "-q", "-m", "first");
    if (more.length > 0) r.git(...more);
    const receipt = await r.apply(
      ["a.txt", replace("one", "two")],
      ["dir/ä.txt", { kind: "delete" }],
      ["dir/é.txt", { kind: "create", content: "new\n" }],
    );
    expect(await r.stage(receipt)).toEqual({ staged: ["a.txt", "dir/ä.txt", "dir/é.txt"], warnings: [] });
    expect(r.git("-c", "core.quotePath=false", "status", "--porcelain").split("\n").filter(Boolean)).toEqual([
      "M  a.txt",
      "D  dir/ä.txt",
      "A  dir/é.txt",
    ]);
    r.git("fsck", "--strict");
  });

  test("a repository without a commit and without an index", async () => {
    r.git("init", "-q");
    expect(await r.stage(await r.apply(["a.txt", { kind: "create", content: "one\n" }]))).toEqual({
      staged: ["a.txt"],
      warnings: [],
    });
    expect(r.status()).toEqual(["A  a.txt"]);
  });

  test.skipIf(process.getuid?.() !== 0)("a repository of another user (skipped unless root)", async () => {
    r.start({ "a.txt": "one\n" });
    for (const name of ["", ".git"]) fs.chownSync(join(r.root, name), 12345, 12345);
    expect(await r.stage(await r.apply(["a.txt", replace("one", "two")]))).toEqual({
      staged: [],
      warnings: [expect.stringMatching(/Nothing was staged in git: the repository belongs to another user/)],
    });
  });

  test("a change made while the index was written is seen by git afterwards", async () => {
    r.start({ "a.txt": "one\n", "b.txt": "one\n" });
    // As old as the index, and of the same size: git has to look into it to see that it changed.
    const time = new Date("2026-01-02T03:04:05Z");
    r.git("config", "core.trustctime", "false");
    fs.utimesSync(join(r.root, "b.txt"), time, time);
    r.git("add", "b.txt");
    r.write("b.txt", "two\n");
    fs.utimesSync(join(r.root, "b.txt"), time, time);
    fs.utimesSync(join(r.root, ".git/index"), time, time);
    await r.stage(await r.apply(["a.txt", replace("one", "two")]));
    expect(r.status()).toEqual(["M  a.txt", " M b.txt"]);
  });
});
