import * as fs from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { without } from "../../../test/support/installed.ts";
import { replace, StagedRepository } from "../../../test/support/staged-repository.ts";
import type { Change } from "../../edits/index.ts";

const { missing, note } = without("git");

let r: StagedRepository;
beforeEach(() => void (r = new StagedRepository()));
afterEach(() => fs.rmSync(r.place, { recursive: true, force: true }));

const index = (): string => r.git("ls-files", "--stage");

/** One file for each way in which git may know a file, each in the folder with another content than the others. */
function startWithAllKinds(): void {
  r.start({
    ".gitignore": "ignored\n",
    ".gitattributes": "line-endings text eol=crlf\n",
    tracked: "tracked\n",
    "staged-change": "old\n",
    "unstaged-change": "old\n",
    "removed-from-index": "removed\n",
    "line-endings": "one\r\ntwo\r\n",
    program: "program\n",
  });
  for (const name of ["untracked", "ignored", "staged-change", "unstaged-change", "new-and-staged", "announced"])
    r.write(name, `${name}\n`);
  fs.chmodSync(join(r.root, "program"), 0o755);
  r.git("add", "staged-change", "new-and-staged", "program");
  r.git("add", "--intent-to-add", "announced");
  r.git("rm", "-q", "--cached", "removed-from-index");
}

const NAMES = [
  "tracked",
  "untracked",
  "ignored",
  "staged-change",
  "unstaged-change",
  "new-and-staged",
  "announced",
  "removed-from-index",
  "line-endings",
  "program",
];

const CHANGES: Readonly<Record<string, (name: string) => readonly [string, Change]>> = {
  modified: (name) => [name, { kind: "overwrite", content: `new ${name}\n` }],
  deleted: (name) => [name, { kind: "delete" }],
  moved: (name) => [name, { kind: "move", to: `d/${name}` }],
  created: (name) => [`new/${name}`, { kind: "create", content: `new ${name}\n` }],
};

const table = Object.keys(CHANGES).flatMap((change) => [true, false].map((stage) => ({ change, stage })));

describe.skipIf(missing)(`git's index after an undo${note}`, () => {
  test.each(table)("is as it was, for files of every kind: $change, staged: $stage", async ({ change, stage }) => {
    startWithAllKinds();
    const before = [index(), r.status()];
    const receipt = await r.apply(...NAMES.map(CHANGES[change]!));
    if (stage) expect((await r.stage(receipt)).staged).not.toEqual([]);
    const after = [index(), r.status()];
    const first = await r.undo(receipt);
    expect([await r.restore(first), [index(), r.status()]]).toEqual([[], before]);
    const again = await r.undo(first);
    expect([await r.restore(again), [index(), r.status()]]).toEqual([[], after]);
    const second = await r.undo(receipt);
    expect([await r.restore(second), [index(), r.status()]]).toEqual([[], before]);
  });

  test("is as it was after any changes, taken back newest first, and after bringing them again", async () => {
    const names = ["tracked", "dirty", "untracked", "ignored", "x/new"];
    const change = fc.oneof(
      fc.constantFrom("1\n", "2\n").map((content): Change => ({ kind: "overwrite", content })),
      fc.constant<Change>({ kind: "delete" }),
      fc.constantFrom(...names, "y/moved").map((to): Change => ({ kind: "move", to })),
    );
    const edits = fc.array(fc.tuple(fc.constantFrom(...names), change), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(edits, fc.boolean()), { minLength: 1, maxLength: 3 }), async (batches) => {
        fs.rmSync(r.place, { recursive: true, force: true });
        r = new StagedRepository();
        r.start({ ".gitignore": "ignored\n", tracked: "t\n", dirty: "clean\n" });
        for (const name of names.slice(1, 4)) r.write(name, `${name}\n`);
        const seen = [[index(), r.status()]];
        const receipts: string[] = [];
        for (const [changes, stage] of batches) {
          const receipt = await r.apply(...changes);
          if (receipt === null) continue;
          if (stage) await r.stage(receipt);
          receipts.push(receipt);
          seen.push([index(), r.status()]);
        }
        const undos: (string | null)[] = [];
        for (const [at, receipt] of [...receipts.entries()].toReversed()) {
          undos.push(await r.undo(receipt));
          await r.restore(undos.at(-1)!);
          expect([index(), r.status()]).toEqual(seen[at]);
        }
        for (const [at, undone] of undos.toReversed().entries()) {
          await r.restore(await r.undo(undone));
          expect([index(), r.status()]).toEqual(seen[at + 1]);
        }
      }),
      { numRuns: 6 },
    );
  }, 120_000);

  describe("keeps what the person did with it since", () => {
    test.each<[string, () => void, readonly string[]]>([
      [
        "a change they staged",
        () => (r.write("a.txt", "mine\n"), r.git("add", "a.txt"), r.write("a.txt", "two\n")),
        ["MM a.txt"],
      ],
      ["a change they took out of the index", () => r.git("reset", "-q", "a.txt"), []],
      ["a file they removed from the index", () => r.git("rm", "-q", "--cached", "a.txt"), ["D  a.txt", "?? a.txt"]],
      [
        "a change in a file that git was asked to ignore",
        () => r.git("update-index", "--assume-unchanged", "a.txt"),
        ["M  a.txt"],
      ],
    ])("%s", async (_, act, status) => {
      r.start({ "a.txt": "one\n" });
      const receipt = await r.apply(["a.txt", replace("one", "two")]);
      await r.stage(receipt);
      act();
      expect(await r.restore(await r.undo(receipt))).toEqual([]);
      expect(r.status()).toEqual(status);
    });

    test("a change that galley did not stage and they did", async () => {
      r.start({ "a.txt": "one\n" });
      const receipt = await r.apply(["a.txt", replace("one", "two")]);
      r.git("add", "a.txt");
      await r.restore(await r.undo(receipt));
      expect(r.status()).toEqual(["MM a.txt"]);
    });
  });

  test("a change that was committed is taken back in the index as well", async () => {
    r.start({ "a.txt": "one\n" });
    const receipt = await r.apply(["a.txt", replace("one", "two")]);
    await r.stage(receipt);
    r.git("commit", "-q", "-m", "second");
    await r.restore(await r.undo(receipt));
    expect(r.status()).toEqual(["M  a.txt"]);
  });

  test("an undo of a part restores the entries of that part", async () => {
    r.start({ "a.txt": "one\n", "b.txt": "one\n" });
    const receipt = await r.apply(["a.txt", replace("one", "two")], ["b.txt", replace("one", "two")]);
    await r.stage(receipt);
    r.write("b.txt", "mine\n");
    await r.restore(await r.undo(receipt));
    expect(r.status()).toEqual(["MM b.txt"]);
  });

  test("what is in the way is a warning, and the index is left", async () => {
    r.start({ "a.txt": "one\n" });
    const receipt = await r.apply(["a.txt", replace("one", "two")]);
    await r.stage(receipt);
    const undone = await r.undo(receipt);
    fs.writeFileSync(join(r.root, ".git/index.lock"), "");
    expect(await r.restore(undone)).toEqual([
      "Git's index was not restored: another git process is at work (index.lock); stage it when that is done.",
    ]);
    expect(r.status()).toEqual(["MM a.txt"]);
  });

  test("an object that git has removed meanwhile is stored again", async () => {
    r.start({});
    r.write("a.txt", "only staged\n");
    r.git("add", "a.txt");
    const before = index();
    const receipt = await r.apply(["a.txt", { kind: "delete" }]);
    await r.stage(receipt);
    r.git("prune", "--expire=now");
    await r.restore(await r.undo(receipt));
    expect([index(), r.git("cat-file", "blob", ":a.txt")]).toEqual([before, "only staged\n"]);
  });
});
