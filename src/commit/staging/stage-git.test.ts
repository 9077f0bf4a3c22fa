import * as fs from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { without } from "../../../test/support/installed.ts";
import { replace, StagedRepository } from "../../../test/support/staged-repository.ts";
import type { Change } from "../../edits/index.ts";
import { gitRunner, type RunGit } from "../../fs/node/index.ts";

const { missing, note } = without("git");
const runner: RunGit = gitRunner({ timeoutMs: 10_000 });

let r: StagedRepository;
beforeEach(() => void (r = new StagedRepository()));
afterEach(() => fs.rmSync(r.place, { recursive: true, force: true }));

describe.skipIf(missing)(`staging in git${note}`, () => {
  test("what was written is staged: changed, created, deleted, moved, with names that are patterns elsewhere", async () => {
    r.start({
      "a.txt": "one\n",
      "b.txt": "gone\n",
      "c.txt": "moved\n",
      "[x]*.txt": "odd\n",
      "-n": "dash\n",
      ":(top)x": "colon\n",
    });
    const receipt = await r.apply(
      ["a.txt", replace("one", "two")],
      ["b.txt", { kind: "delete" }],
      ["c.txt", { kind: "move", to: "d/c.txt" }],
      ["new/e.txt", { kind: "create", content: "e\n" }],
      ["[x]*.txt", replace("odd", "even")],
      ["-n", replace("dash", "minus")],
      [":(top)x", replace("colon", "dot")],
      [":(exclude)y", { kind: "create", content: "y\n" }],
    );
    expect(await r.stage(receipt)).toEqual({
      staged: ["a.txt", "b.txt", "d/c.txt", "c.txt", "new/e.txt", "[x]*.txt", "-n", ":(top)x", ":(exclude)y"],
      warnings: [],
    });
    expect(r.status()).toEqual([
      "M  -n",
      "A  :(exclude)y",
      "M  :(top)x",
      "M  [x]*.txt",
      "M  a.txt",
      "D  b.txt",
      "R  c.txt -> d/c.txt",
      "A  new/e.txt",
    ]);
  });

  describe("a person's own work is never staged along", () => {
    test.each<[string, () => void, Change, string | RegExp]>([
      [
        "unstaged changes",
        () => r.write("a.txt", "one\nmine\n"),
        replace("one", "two"),
        /changes that were not staged/,
      ],
      ["an untracked file", () => r.git("rm", "-q", "--cached", "a.txt"), replace("one", "two"), /does not track it/],
      ["a merge conflict", () => conflict(), { kind: "overwrite", content: "solved\n" }, /middle of a merge/],
    ])("%s", async (_, prepareRepository, change, reason) => {
      r.start({ "a.txt": "one\n", "b.txt": "one\n" });
      prepareRepository();
      const index = r.git("ls-files", "--stage", "a.txt");
      const { staged, warnings } = await r.stage(await r.apply(["a.txt", change], ["b.txt", replace("one", "two")]));
      expect([staged, warnings]).toEqual([["b.txt"], [expect.stringMatching(reason)]]);
      expect(r.git("ls-files", "--stage", "a.txt")).toBe(index);
    });

    test("a file they had deleted without staging that", async () => {
      r.start({ "a.txt": "one\n" });
      fs.rmSync(join(r.root, "a.txt"));
      const { staged, warnings } = await r.stage(await r.apply(["a.txt", { kind: "create", content: "two\n" }]));
      expect([staged, warnings]).toEqual([[], [expect.stringMatching(/you had deleted it/)]]);
    });

    test("what they changed after our write stays unstaged", async () => {
      r.start({ "a.txt": "one\n" });
      const receipt = await r.apply(["a.txt", replace("one", "two")]);
      r.write("a.txt", "two\nmine\n");
      expect(await r.stage(receipt)).toEqual({ staged: ["a.txt"], warnings: [] });
      expect([r.git("cat-file", "blob", ":a.txt"), r.status()]).toEqual(["two\n", ["MM a.txt"]]);
    });

    function conflict(): void {
      r.git("checkout", "-q", "-b", "side");
      r.write("a.txt", "side\n");
      r.git("commit", "-q", "-am", "side");
      r.git("checkout", "-q", "-");
      r.write("a.txt", "main\n");
      r.git("commit", "-q", "-am", "main");
      try {
        r.git("merge", "side");
      } catch {
        // The conflict is what we want.
      }
    }
  });

  describe("what prevents staging is a warning", () => {
    test("an ignored file", async () => {
      r.start({ ".gitignore": "*.log\n" });
      const { staged, warnings } = await r.stage(await r.apply(["x.log", { kind: "create", content: "x\n" }]));
      expect([staged, warnings]).toEqual([[], ["x.log was not staged in git: git ignores it."]]);
    });

    test("a file in .git, which git passes over without a word", async () => {
      r.start({ "a.txt": "one\n" });
      const receipt = await r.apply([".git/hooks/pre-push", { kind: "create", content: "x\n" }]);
      const { staged, warnings } = await r.stage(receipt);
      const why = ".git/hooks/pre-push was not staged in git: git does not track what is in .git.";
      expect([staged, warnings]).toEqual([[], [why]]);
    });

    test("a path is written as the caller writes it", async () => {
      r.start({ ".gitignore": "*.log\n" });
      const receipt = await r.apply(["x.log", { kind: "create", content: "x\n" }]);
      const { warnings } = await r.stage(receipt, { show: (path) => `<${path}>` });
      expect(warnings).toEqual(["<x.log> was not staged in git: git ignores it."]);
    });

    test("index.lock", async () => {
      r.start({ "a.txt": "one\n" });
      fs.writeFileSync(join(r.root, ".git/index.lock"), "");
      const { staged, warnings } = await r.stage(await r.apply(["a.txt", replace("one", "two")]));
      expect([staged, warnings]).toEqual([
        [],
        [expect.stringMatching(/another git process is at work \(index\.lock\)/)],
      ]);
    });

    test.each<[string, Awaited<ReturnType<RunGit>>, string]>([
      ["a git that does not answer", { kind: "timeout" }, "git did not answer in time"],
      ["a git that cannot be started", { kind: "not-started" }, "git cannot be run"],
      [
        "a git that fails",
        { kind: "ran", exitCode: 128, stdout: Buffer.from(""), stderr: "fatal: broken.\n" },
        "git says: fatal: broken",
      ],
    ])("%s", async (_, answer, why) => {
      r.start({ "a.txt": "one\n" });
      const receipt = await r.apply(["a.txt", replace("one", "two")]);
      expect(await r.stage(receipt, { git: async () => answer })).toEqual({
        staged: [],
        warnings: [`Nothing was staged in git: ${why}.`],
      });
    });

    test.each(["rev-parse", "config", "check-attr", "check-ignore", "hash-object", "update-index"])(
      "a %s that fails",
      async (command) => {
        r.start({ "a.txt": "one\n" });
        const index = r.git("ls-files", "--stage");
        const receipt = await r.apply(["a.txt", replace("one", "two")], ["b.txt", { kind: "create", content: "b\n" }]);
        const failing: RunGit = async (call) =>
          call.args.includes(command)
            ? { kind: "ran", exitCode: 3, stdout: Buffer.from(""), stderr: "no\n" }
            : runner(call);
        expect(await r.stage(receipt, { git: failing })).toEqual({
          staged: [],
          warnings: ["Nothing was staged in git: git says: no."],
        });
        expect(r.git("ls-files", "--stage")).toBe(index);
        expect(fs.readdirSync(join(r.place, "scratch"))).toEqual([]);
      },
    );

    test("no repository, and no git: silence", async () => {
      r.write("a.txt", "one\n");
      // A repository above the temporary directory would change the answer.
      expect(await r.stage(await r.apply(["a.txt", replace("one", "two")]))).toEqual({ staged: [], warnings: [] });
      r.start({ "a.txt": "one\n" });
      const receipt = await r.apply(["a.txt", replace("one", "two")]);
      expect(await r.stage(receipt, { environment: { PATH: join(r.place, "empty") } })).toEqual({
        staged: [],
        warnings: [],
      });
    });

    test("nothing was written: nothing to stage", async () => {
      r.start({ "a.txt": "one\n" });
      expect(await r.stage(null)).toEqual({ staged: [], warnings: [] });
    });
  });
});
