import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderWith } from "../../../../test/support/folder-with.ts";
import { without } from "../../../../test/support/installed.ts";
import { isProtected } from "../../../approval/index.ts";
import type { PathRules } from "../../commands.ts";
import { inspectTree, type Inspection } from "./inspect-tree.ts";

const { missing, note } = without("git");
const open: PathRules = { isProtected: (path) => isProtected(path), access: null };

async function inspected(
  files: Record<string, string>,
  options: {
    rules?: PathRules;
    reader?: "asked" | "unasked";
    arrange?: (root: string) => void;
    maxEntries?: number;
  } = {},
): Promise<Inspection> {
  const root = folderWith(files);
  options.arrange?.(root);
  const { maxEntries } = options;
  return inspectTree(root, {
    rules: options.rules ?? open,
    reader: options.reader ?? "asked",
    ...(maxEntries === undefined ? {} : { maxEntries }),
  });
}

const paths = (found: readonly { readonly path: string }[]): readonly string[] =>
  found.map(({ path }) => path).toSorted();

test.each<[string, Record<string, string>, readonly string[]]>([
  ["in any letter case, at any depth", { "a/b/.VSCode/x": "", ".EnvRC": "", "c/x": "" }, [".EnvRC", "a/b/.VSCode"]],
  ["nested repositories", { "a/.git/HEAD": "", "b/c/.git/config": "" }, ["a/.git", "b/c/.git"]],
  [
    "a bare repository under any name",
    { "x.y/HEAD": "", "x.y/objects/a": "", "x.y/refs/a": "", "x.y/config": "" },
    ["x.y"],
  ],
  ["a git folder that is a commondir's", { "w/HEAD": "", "w/commondir": "../c", "c/config": "" }, ["c", "w"]],
  ["a .git file and where it leads", { "s/.git": "gitdir: ../meta\n", "meta/config": "" }, ["meta", "s/.git"]],
  ["not out of the root", { ".git": "gitdir: ../../elsewhere\n" }, [".git"]],
  [
    "hooks and includes that the settings name",
    {
      ".git/config": '[core]\n\thooksPath = tools/hooks\n[include] path = "../shared.conf"\n',
      "tools/hooks/pre-commit": "",
      "shared.conf": "",
    },
    [".git", "shared.conf", "tools/hooks"],
  ],
  [
    "programs that the settings name",
    {
      ".git/config":
        '[filter "x"]\n\tclean = node tools/clean.js %f\n[alias]\n\tst = !./tools/st.sh\n[core]\n\tfsmonitor = ./watch\n\teditor = src\n[user]\n\tname = docs\n',
      "tools/clean.js": "",
      "tools/st.sh": "",
      "tools/other.js": "",
      watch: "",
      "node/x": "",
      "src/x": "",
      "docs/x": "",
    },
    [".git", "tools/clean.js", "tools/st.sh", "watch"],
  ],
])("fixed: %s", async (_, files, expected) => expect(paths((await inspected(files)).fixed)).toEqual(expected));

const git = (root: string, ...args: readonly string[]): void => void spawnSync("git", args, { cwd: root });

/** Every .gitignore is added. */
const added = (root: string): void => {
  git(root, "init", "-q");
  git(root, "add", "-f", ":(glob)**/.gitignore");
};

test.skipIf(missing).each<[string, Record<string, string>, readonly string[]]>([
  ["not in folders that git ignores", { ".gitignore": "/build\n", "build/x/.envrc": "", "x/.envrc": "" }, ["x/.envrc"]],
  [
    "but what is itself ignored",
    { ".gitignore": ".vscode\n.envrc\n", ".vscode/x": "", ".envrc": "" },
    [".envrc", ".vscode"],
  ],
  ["a folder that is ignored and has nothing added", { ".gitignore": "a\n", "a/b/.envrc": "", "a/c/.envrc": "" }, []],
  ["a nested .gitignore", { "a/.gitignore": "out/\n", "a/out/b/.envrc": "", "out/.envrc": "" }, ["out/.envrc"]],
  ["taken back", { ".gitignore": "a*\n!ab\n", "ab/.envrc": "", "ac/.envrc": "" }, ["ab/.envrc"]],
])(`fixed: %s${note}`, async (_, files, expected) => {
  const { fixed } = await inspected(files, { arrange: added });
  expect(paths(fixed)).toEqual([".git", ...expected].toSorted());
});

const IGNORING = { ".gitignore": "out\n", "out/.envrc": "", "n/.gitignore": "*\n", "n/d/.envrc": "" };
const ALL = ["n/d/.envrc", "out/.envrc"];
test.skipIf(missing).each<[string, (root: string) => void, readonly string[]]>([
  ["there is no repository", () => {}, ALL],
  ["it was never added", (root) => git(root, "init", "-q"), [".git", ...ALL]],
  [
    "it was changed since",
    (root) => {
      added(root);
      fs.appendFileSync(join(root, ".gitignore"), "more\n");
    },
    [".git", "out/.envrc"],
  ],
  [
    "the repository around it has it, and this one does not",
    (root) => {
      added(root);
      git(join(root, "n"), "init", "-q");
    },
    [".git", "n/.git", "n/d/.envrc"],
  ],
  [
    "only git can read the index",
    (root) => (added(root), git(root, "update-index", "--split-index")),
    [".git", ...ALL],
  ],
])(`what .gitignore says does not count where %s${note}`, async (_, arrange, expected) => {
  expect(paths((await inspected(IGNORING, { arrange })).fixed)).toEqual(expected);
});

test.skipIf(missing).each<[string, (top: string, root: string) => void]>([
  ["above the root", (top) => added(top)],
  [
    "a linked worktree",
    (top, root) => (
      added(root),
      fs.renameSync(join(root, ".git"), join(top, "meta")),
      fs.writeFileSync(join(root, ".git"), "gitdir: ../meta\n")
    ),
  ],
])(`what it says counts in a repository that is %s${note}`, async (_, arrange) => {
  const top = folderWith({ "w/.gitignore": "out\n", "w/out/.envrc": "", "w/x/.envrc": "" });
  arrange(top, join(top, "w"));
  const { fixed } = await inspectTree(join(top, "w"), { rules: open, reader: "asked" });
  expect(paths(fixed).filter((path) => path !== ".git")).toEqual(["x/.envrc"]);
});

test.skipIf(missing)(`a folder that .gitignore names is not ignored for files that were added${note}`, async () => {
  const { fixed } = await inspected(
    { ".gitignore": "vendor\n", "vendor/a/.envrc": "", "vendor/b/.envrc": "", "vendor/a/x": "" },
    {
      arrange: (root) => {
        for (const args of [
          ["init", "-q"],
          ["add", "-f", ".gitignore", "vendor/a/x"],
        ])
          spawnSync("git", args, { cwd: root });
      },
    },
  );
  expect(paths(fixed)).toEqual([".git", "vendor/a/.envrc"]);
});

test("a protected link is known, and what it leads to stays as it is", async () => {
  const { fixed, links } = await inspected(
    { "shared/settings.json": "", "real.md": "" },
    {
      arrange: (root) => {
        fs.symlinkSync("shared", join(root, ".vscode"));
        fs.symlinkSync("real.md", join(root, "CLAUDE.md"));
        fs.symlinkSync("/etc", join(root, ".idea"));
        fs.symlinkSync("nowhere", join(root, ".envrc"));
      },
    },
  );
  expect([paths(fixed), links.toSorted()]).toEqual([
    ["real.md", "shared"],
    [".envrc", ".idea", ".vscode", "CLAUDE.md"],
  ]);
});

test("another name of a protected file is as protected as the file", async () => {
  const { fixed } = await inspected(
    { ".git/config": "", ".git/hooks/x": "", "node_modules/.keep": "", plain: "", ".gitignore": "node_modules\n" },
    {
      arrange: (root) => {
        fs.linkSync(join(root, ".git/config"), join(root, "a.txt"));
        fs.linkSync(join(root, ".git/hooks/x"), join(root, "node_modules/b.txt"));
        fs.linkSync(join(root, "plain"), join(root, "plain2"));
      },
    },
  );
  expect(paths(fixed)).toContain("a.txt");
  expect(paths(fixed)).toContain("node_modules/b.txt");
  expect(paths(fixed)).not.toContain("plain2");
});

const ruled: PathRules = {
  isProtected: () => false,
  access: (path) => ({
    read: /^secrets\/|\.pem$/.test(path) ? "deny" : path.startsWith("private/") ? "ask" : "allow",
    write: path.startsWith("locked/") || path === "one" ? "deny" : "allow",
  }),
};
const tree = { "secrets/a/b": "", "x/k.pem": "", "private/p": "", "locked/l": "", one: "", two: "" };

test("masked is what a rule denies, and without a yes also what would be asked about", async () => {
  const asked = await inspected(tree, { rules: ruled });
  expect(paths(asked.masked)).toEqual(["secrets", "secrets/a", "secrets/a/b", "x/k.pem"]);
  expect(paths(asked.fixed)).toEqual(["locked", "locked/l", "one"]);
  const unasked = await inspected(tree, { rules: ruled, reader: "unasked" });
  expect(paths(unasked.masked)).toEqual(["private", "private/p", "secrets", "secrets/a", "secrets/a/b", "x/k.pem"]);
});

test("another name of a masked file is masked too", async () => {
  const { masked } = await inspected(tree, {
    rules: ruled,
    arrange: (root) => {
      fs.linkSync(join(root, "x/k.pem"), join(root, "copy.txt"));
      fs.linkSync(join(root, "secrets/a/b"), join(root, "two2"));
    },
  });
  expect(paths(masked)).toEqual(["copy.txt", "secrets", "secrets/a", "secrets/a/b", "two2", "x/k.pem"]);
});

test("what could not be looked at is reported", async () => {
  const odd = await inspected(
    { a: "" },
    { arrange: (root) => fs.mkdirSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff])])) },
  );
  expect([odd.complete, odd.missed.length]).toEqual([false, 1]);
  const large = await inspected({ a: "", b: "", "c/d": "" }, { maxEntries: 3 });
  expect([large.complete, large.missed]).toEqual([false, []]);
});
