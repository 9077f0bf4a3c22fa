import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Change } from "../edits/index.ts";
import { openHostFiles } from "../fs/node/index.ts";
import { openState, type State } from "../state/index.ts";
import { scriptedAsk } from "../testing/index.ts";
import { without } from "../../test/support/installed.ts";
import { toolEdits } from "../../test/support/tool-edits.ts";
import { carryOut } from "./carry-out.ts";
import { gitRunner } from "./git.ts";
import { prepare } from "./prepare.ts";
import { stageInGit, type Staged } from "./stage-git.ts";
import { undo } from "./undo.ts";

const { missing, note } = without("git");

let place: string;
let root: string;
let state: State;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "galley-git-"));
  root = join(place, "repo");
  mkdirSync(root);
  state = openState({ directory: join(place, "state") });
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const git = (...args: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
    cwd: root,
    encoding: "utf8",
  });
const write = (path: string, text: string) => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
};
const replace = (find: string, put: string): Change => ({ kind: "replace", find, put, match: "chars", all: false });

/** A repository with these files committed. */
function repository(files: Readonly<Record<string, string>>): void {
  git("init", "-q");
  for (const [path, text] of Object.entries(files)) write(path, text);
  git("add", "-A");
  git("commit", "-q", "--allow-empty", "-m", "first");
}

async function apply(...changes: readonly (readonly [string, Change])[]): Promise<string | null> {
  const files = openHostFiles({ root });
  const { receipt } = await carryOut({
    plan: await prepare(toolEdits(changes), files),
    files,
    state,
    ask: scriptedAsk(() => "apply"),
  });
  files.close();
  return receipt.id;
}

const stage = async (receipt: string | null): Promise<Staged> => stageInGit({ state, receipt });
const status = () =>
  git("status", "--porcelain", "--untracked-files=all")
    .split("\n")
    .filter((line) => line !== "");

describe.skipIf(missing)(`staging in git${note}`, () => {
  test("what was written is staged: changed, created, deleted, moved, with names that are patterns elsewhere", async () => {
    repository({
      "a.txt": "one\n",
      "b.txt": "gone\n",
      "c.txt": "moved\n",
      "[x]*.txt": "odd\n",
      "-n": "dash\n",
      ":(top)x": "colon\n",
    });
    const receipt = await apply(
      ["a.txt", replace("one", "two")],
      ["b.txt", { kind: "delete" }],
      ["c.txt", { kind: "move", to: "d/c.txt" }],
      ["new/e.txt", { kind: "create", content: "e\n" }],
      ["[x]*.txt", replace("odd", "even")],
      ["-n", replace("dash", "minus")],
      [":(top)x", replace("colon", "dot")],
      [":(exclude)y", { kind: "create", content: "y\n" }],
    );
    expect(await stage(receipt)).toEqual({
      staged: ["a.txt", "b.txt", "d/c.txt", "c.txt", "new/e.txt", "[x]*.txt", "-n", ":(top)x", ":(exclude)y"],
      warnings: [],
    });
    expect(status()).toEqual([
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
      ["unstaged changes", () => write("a.txt", "one\nmine\n"), replace("one", "two"), /changes that were not staged/],
      ["an untracked file", () => git("rm", "-q", "--cached", "a.txt"), replace("one", "two"), /does not track it/],
      ["a merge conflict", () => conflict(), { kind: "overwrite", content: "solved\n" }, /middle of a merge/],
    ])("%s", async (_, prepareRepository, change, reason) => {
      repository({ "a.txt": "one\n", "b.txt": "one\n" });
      prepareRepository();
      const index = git("ls-files", "--stage", "a.txt");
      const { staged, warnings } = await stage(await apply(["a.txt", change], ["b.txt", replace("one", "two")]));
      expect([staged, warnings]).toEqual([["b.txt"], [expect.stringMatching(reason)]]);
      expect(git("ls-files", "--stage", "a.txt")).toBe(index);
    });

    test("a file they had deleted without staging that", async () => {
      repository({ "a.txt": "one\n" });
      rmSync(join(root, "a.txt"));
      const { staged, warnings } = await stage(await apply(["a.txt", { kind: "create", content: "two\n" }]));
      expect([staged, warnings]).toEqual([[], [expect.stringMatching(/you had deleted it/)]]);
    });

    test("what they changed after our write is said", async () => {
      repository({ "a.txt": "one\n" });
      const receipt = await apply(["a.txt", replace("one", "two")]);
      write("a.txt", "two\nmine\n");
      const { warnings } = await stage(receipt);
      expect(warnings).toEqual([expect.stringMatching(/a\.txt was staged in git, but not with the text galley wrote/)]);
    });

    function conflict(): void {
      git("checkout", "-q", "-b", "side");
      write("a.txt", "side\n");
      git("commit", "-q", "-am", "side");
      git("checkout", "-q", "-");
      write("a.txt", "main\n");
      git("commit", "-q", "-am", "main");
      try {
        git("merge", "side");
      } catch {
        // The conflict is what we want.
      }
    }
  });

  describe("what stands in the way is a warning", () => {
    test("an ignored file", async () => {
      repository({ ".gitignore": "*.log\n" });
      const { staged, warnings } = await stage(await apply(["x.log", { kind: "create", content: "x\n" }]));
      expect([staged, warnings]).toEqual([[], ["x.log was not staged in git: git ignores it."]]);
    });

    test("a path is written as the caller writes it", async () => {
      repository({ ".gitignore": "*.log\n" });
      const receipt = await apply(["x.log", { kind: "create", content: "x\n" }]);
      const { warnings } = await stageInGit({ state, receipt, show: (path) => `<${path}>` });
      expect(warnings).toEqual(["<x.log> was not staged in git: git ignores it."]);
    });

    test("index.lock", async () => {
      repository({ "a.txt": "one\n" });
      writeFileSync(join(root, ".git/index.lock"), "");
      const { staged, warnings } = await stage(await apply(["a.txt", replace("one", "two")]));
      expect([staged, warnings]).toEqual([
        [],
        [expect.stringMatching(/another git process is at work \(index\.lock\)/)],
      ]);
    });

    test("a git that does not answer", async () => {
      repository({ "a.txt": "one\n" });
      const receipt = await apply(["a.txt", replace("one", "two")]);
      const staged = await stageInGit({ state, receipt, git: async () => ({ kind: "timeout" }) });
      expect(staged).toEqual({ staged: [], warnings: ["Nothing was staged in git: git did not answer in time."] });
    });

    test.each<[string, () => void]>([
      ["no repository", () => write("a.txt", "one\n")],
      ["no git", () => repository({ "a.txt": "one\n" })],
    ])("%s: silence", async (name, prepareRepository) => {
      prepareRepository();
      const receipt = await apply(["a.txt", replace("one", "two")]);
      const runner = name === "no git" ? async () => ({ kind: "no-git" as const }) : gitRunner({ timeoutMs: 10_000 });
      // A repository above the temporary directory would change the answer.
      expect(await stageInGit({ state, receipt, git: (args, options) => runner(args, options) })).toEqual({
        staged: [],
        warnings: [],
      });
    });

    test("nothing was written: nothing to stage", async () => {
      repository({ "a.txt": "one\n" });
      expect(await stage(null)).toEqual({ staged: [], warnings: [] });
    });
  });

  test("CRLF files that git keeps as LF are recognised", async () => {
    repository({ ".gitattributes": "*.txt text eol=crlf\n", "a.txt": "one\r\n" });
    const { staged, warnings } = await stage(await apply(["a.txt", replace("one", "two")]));
    expect([staged, warnings, status()]).toEqual([["a.txt"], [], ["M  a.txt"]]);
  });

  test("an undo is staged too", async () => {
    repository({ "a.txt": "one\n" });
    const receipt = await apply(["a.txt", replace("one", "two")]);
    await stage(receipt);
    const files = openHostFiles({ root });
    const { undo_id } = await undo({ state, receipt, openRoot: () => files.staging });
    files.close();
    expect([(await stage(undo_id)).staged, status()]).toEqual([["a.txt"], []]);
  });

  test("a hostile repository does not get its programs run", async () => {
    repository({ "a.txt": "one\n", "b.txt": "one\n" });
    const trap = join(place, "trap.sh");
    const sprung = join(place, "sprung");
    writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> ${sprung}\ncat\n`);
    chmodSync(trap, 0o755);
    for (const hook of ["post-index-change", "pre-commit"]) {
      writeFileSync(join(root, ".git/hooks", hook), `#!/bin/sh\necho hook >> ${sprung}\n`);
      chmodSync(join(root, ".git/hooks", hook), 0o755);
    }
    for (const key of [
      "core.fsmonitor",
      "filter.trap.clean",
      "filter.trap.process",
      "core.pager",
      "core.editor",
      "diff.external",
    ])
      git("config", key, trap);
    writeFileSync(join(root, ".git/info/attributes"), "b.txt filter=trap\n");
    rmSync(sprung, { force: true });
    const { staged, warnings } = await stage(
      await apply(["a.txt", replace("one", "two")], ["b.txt", replace("one", "two")]),
    );
    expect([staged, warnings]).toEqual([
      ["a.txt"],
      [expect.stringMatching(/b\.txt was not staged in git: a git filter is set/)],
    ]);
    expect(existsSync(sprung)).toBe(false);
  });
});
