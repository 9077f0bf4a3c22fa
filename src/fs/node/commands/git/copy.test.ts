import fs from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderWith } from "../../../../../test/support/folder-with.ts";
import { copyRepository, removeCopies, type GitCopy } from "./copy.ts";
import { keepRecorded } from "./keep.ts";

const GIT = {
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/config": "[core]\n",
  ".git/hooks/pre-commit": "#!/bin/sh\n",
  ".git/index": "INDEX",
  ".git/index.lock": "",
  ".git/objects/ab/cd": "object",
  ".git/refs/heads/main": "1111\n",
  ".git/refs/heads/old": "1111\n",
  ".git/logs/HEAD": "one\n",
};

/** No test here makes a pack. */
const NO_PACKS = async (): Promise<null> => null;

function copied(files: Record<string, string> = GIT): { readonly root: string; readonly made: GitCopy } {
  const root = folderWith(files);
  const made = copyRepository(root, ".git", folderWith({}));
  if (made === null) throw new Error("no copy");
  return { root, made };
}

test("data is copied, new objects have a folder of their own, everything else is read-only, also what does not exist", () => {
  const { made } = copied();
  expect([...made.before.keys()].toSorted()).toEqual([
    "HEAD",
    "index",
    "logs/HEAD",
    "refs/heads/main",
    "refs/heads/old",
  ]);
  const drawn = made.mounts.map(({ kind, path, ...more }) => `${kind} ${path}${"from" in more ? " *" : ""}`);
  expect(drawn[0]).toBe("writable .git *");
  expect(drawn.slice(1).toSorted()).toEqual([
    "read-only .git/commondir *",
    "read-only .git/config",
    "read-only .git/config.worktree *",
    "read-only .git/existing-objects *",
    "read-only .git/hooks",
    "read-only .git/info *",
    "read-only .git/modules *",
    "read-only .git/objects/info/alternates *",
    "read-only .git/worktrees *",
    "writable .git/objects *",
  ]);
});

test("the real objects are beside the new ones, under a name that is free", () => {
  const { made } = copied({ ...GIT, ".git/existing-objects": "a file of someone's" });
  expect(made.mounts.map(({ path }) => path)).toEqual(
    expect.arrayContaining([".git/existing-objects", ".git/existing-objects-"]),
  );
  const alternates = made.mounts.find(({ path }) => path.endsWith("alternates"));
  const from = alternates !== undefined && "from" in alternates ? alternates.from : undefined;
  expect(fs.readFileSync(from ?? "", "utf8")).toBe("../existing-objects-\n");
});

test.each(["refs/heads/x", "logs/HEAD2", "description"])(
  "a link at %s: there is no copy, so nothing can be written",
  (name) => {
    const root = folderWith(GIT);
    fs.symlinkSync("/etc/passwd", join(root, ".git", name));
    expect(copyRepository(root, ".git", folderWith({}))).toBeNull();
  },
);

test("what was recorded is taken over, name by name, and nothing else", async () => {
  const { root, made } = copied();
  fs.rmSync(join(root, ".git/index.lock"));
  const write = (name: string, text: string): void => {
    fs.mkdirSync(join(made.copy, name, ".."), { recursive: true });
    fs.writeFileSync(join(made.copy, name), text);
  };
  write("HEAD", "ref: refs/heads/topic/one\n");
  write("refs/heads/topic/one", "2222\n");
  fs.rmSync(join(made.copy, "refs/heads/old"));
  write("refs/heads/old/nested", "3333\n");
  write("index", "NEW");
  write("evil", "x");
  write("config", "[core]\n\tfsmonitor = evil\n");
  write("refs/heads/x.lock", "");
  fs.symlinkSync("/etc/passwd", join(made.copy, "COMMIT_EDITMSG"));
  fs.symlinkSync("/etc", join(made.copy, "logs/refs"));
  const notes = await keepRecorded(made, NO_PACKS);
  const at = (name: string): string => fs.readFileSync(join(root, ".git", name), "utf8");
  expect(["HEAD", "refs/heads/topic/one", "refs/heads/old/nested", "index", "config"].map(at)).toEqual([
    "ref: refs/heads/topic/one\n",
    "2222\n",
    "3333\n",
    "NEW",
    "[core]\n",
  ]);
  const there = ["evil", "COMMIT_EDITMSG", "logs/refs", "refs/heads/x.lock", "commondir", "index.lock", "HEAD.lock"];
  expect(there.filter((name) => fs.existsSync(join(root, ".git", name)))).toEqual([]);
  expect(notes).toEqual([
    expect.stringMatching(/^Not kept of what it wrote in \.git: .*COMMIT_EDITMSG.*evil.*logs\/refs.*x\.lock/),
  ]);
});

test("what the repository changed meanwhile stays, and is named", async () => {
  const { root, made } = copied();
  fs.rmSync(join(root, ".git/index.lock"));
  fs.writeFileSync(join(root, ".git/refs/heads/main"), "9999\n");
  fs.writeFileSync(join(made.copy, "refs/heads/main"), "2222\n");
  fs.writeFileSync(join(made.copy, "HEAD"), `${"2".repeat(40)}\n`);
  expect(await keepRecorded(made, NO_PACKS)).toEqual([expect.stringContaining("changed meanwhile: refs/heads/main.")]);
  expect(fs.readFileSync(join(root, ".git/refs/heads/main"), "utf8")).toBe("9999\n");
  expect(fs.readFileSync(join(root, ".git/HEAD"), "utf8")).toBe(`${"2".repeat(40)}\n`);
});

test("a lock of another git is respected", async () => {
  const { root, made } = copied();
  fs.writeFileSync(join(made.copy, "index"), "NEW");
  expect(await keepRecorded(made, NO_PACKS)).toEqual([expect.stringContaining("changed meanwhile: index.")]);
  expect(fs.readFileSync(join(root, ".git/index"), "utf8")).toBe("INDEX");
  expect(fs.existsSync(join(root, ".git/index.lock"))).toBe(true);
});

test.each(["rebase-merge", "rebase-apply", "sequencer"])(
  "an unfinished %s is not taken over, and nor is the rest",
  async (name) => {
    const { root, made } = copied();
    fs.mkdirSync(join(made.copy, name));
    fs.writeFileSync(join(made.copy, name, "git-rebase-todo"), "exec evil\n");
    fs.writeFileSync(join(made.copy, "HEAD"), "2222\n");
    expect(await keepRecorded(made, NO_PACKS)).toEqual([expect.stringContaining("was not finished")]);
    expect(fs.readFileSync(join(root, ".git/HEAD"), "utf8")).toBe(GIT[".git/HEAD"]);
    expect(fs.existsSync(join(root, ".git", name))).toBe(false);
  },
);

const ID = "1".repeat(40);

test.each<[string, string, string]>([
  ["a file", `refs/replace/${ID}`, "2222\n"],
  ["a packed one", "packed-refs", `# pack-refs\n2222 refs/heads/x\n2222 refs/replace/${ID}\n`],
])("an object that is to be read as another, in %s: nothing is taken over", async (_, name, text) => {
  const { root, made } = copied();
  fs.mkdirSync(join(made.copy, name, ".."), { recursive: true });
  fs.writeFileSync(join(made.copy, name), text);
  expect(await keepRecorded(made, NO_PACKS)).toEqual([
    `Nothing it did in git was kept: it replaced the object ${ID} (refs/replace).`,
  ]);
  expect(fs.existsSync(join(root, ".git", name))).toBe(false);
});

test("replacements that were there before are packed or removed like other refs", async () => {
  const { root, made } = copied({ ...GIT, [`.git/refs/replace/${ID}`]: "2222\n", ".git/refs/replace/3": "3333\n" });
  fs.rmSync(join(made.copy, "refs/replace"), { recursive: true });
  fs.writeFileSync(join(made.copy, "packed-refs"), `2222 refs/replace/${ID}\n`);
  expect(await keepRecorded(made, NO_PACKS)).toEqual([]);
  expect(fs.readFileSync(join(root, ".git/packed-refs"), "utf8")).toContain(ID);
  expect(fs.existsSync(join(root, ".git/refs/replace", ID))).toBe(false);
});

test("an operation of the user that was pending before does not prevent it", async () => {
  const { root, made } = copied({ ...GIT, ".git/rebase-merge/git-rebase-todo": "pick\n" });
  fs.writeFileSync(join(made.copy, "refs/heads/main"), "2222\n");
  expect(await keepRecorded(made, NO_PACKS)).toEqual([]);
  expect(fs.readFileSync(join(root, ".git/refs/heads/main"), "utf8")).toBe("2222\n");
});

test.each(["garbage\n", "ref: ../../x\n", ""])("a HEAD of %j would be none, and is not taken over", async (head) => {
  const { root, made } = copied();
  fs.writeFileSync(join(made.copy, "HEAD"), head);
  expect(await keepRecorded(made, NO_PACKS)).toEqual(["Not kept of what it wrote in .git: HEAD."]);
  expect(fs.readFileSync(join(root, ".git/HEAD"), "utf8")).toBe(GIT[".git/HEAD"]);
});

test("what cannot be read keeps everything from being taken over", async () => {
  const { root, made } = copied();
  fs.writeFileSync(join(made.copy, "refs/heads/main"), "2222\n");
  fs.truncateSync(join(made.copy, "refs/heads/old"), 3 * 1024 ** 3);
  expect(await keepRecorded(made, NO_PACKS)).toEqual([
    expect.stringMatching(/^Nothing it did in git was kept: what it left in \.git cannot be read \(/),
  ]);
  expect(fs.readFileSync(join(root, ".git/refs/heads/main"), "utf8")).toBe("1111\n");
});

test("copies are removed however deep they are, and whatever was closed in them", () => {
  const folder = join(folderWith({}), "scratch");
  const name = "d".repeat(200);
  fs.mkdirSync(folder);
  // Deeper than any path can say.
  for (let depth = 0; depth < 40; depth += 1) {
    fs.mkdirSync(join(folder, "next"));
    if (depth > 0) fs.renameSync(join(folder, name), join(folder, "next", name));
    fs.renameSync(join(folder, "next"), join(folder, name));
  }
  fs.mkdirSync(join(folder, "closed/inside"), { recursive: true });
  fs.chmodSync(join(folder, "closed"), 0);
  removeCopies(folder);
  expect(fs.existsSync(folder)).toBe(false);
});
