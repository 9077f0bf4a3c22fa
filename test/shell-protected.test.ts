// What a confined command can do to paths that other programs run or obey: nothing where they exist, and nothing unseen
// where they do not. Attacks, on this machine's real bubblewrap and git.

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, linkSync, lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ensureBuilt } from "./built.ts";
import { CommandFolder, confinementTrouble as trouble } from "./support/commands.ts";

vi.setConfig({ testTimeout: 60_000 });
let here: CommandFolder;
const read = (name: string): string => readFileSync(join(here.root, name), "utf8");
const exists = (name: string): boolean => existsSync(join(here.root, name));

describe.skipIf(trouble !== null)(`protected paths${trouble === null ? "" : ` (skipped: ${trouble})`}`, () => {
  beforeAll(() => ensureBuilt(), 120_000);
  beforeEach(() => {
    here = new CommandFolder({ "a.txt": "one\n" });
    here.git("init", "-q");
  });
  afterEach(() => here.remove());

  test(".git is read-only as a whole, and git on the host reads nothing that a command left", () => {
    const before = read(".git/config");
    const { out } = here.run(
      `mkdir evil; printf '[core]\\n\\tfsmonitor = touch ${here.base}/ran' > evil/config; echo ../evil > .git/commondir;
       echo x > .git/config.worktree; echo x >> .git/config; echo x > .git/hooks/post-checkout; echo x > .git/info/attributes;
       echo x > .git/new; mv .git g; rm -rf .git; git config core.fsmonitor x; git status --short`,
    );
    expect(out.value.stdout).toContain("?? a.txt");
    expect(out.message).not.toContain("protected");
    expect([read(".git/config"), exists(".git/commondir"), exists(".git/new"), exists("g")]).toEqual([
      before,
      false,
      false,
      false,
    ]);
    here.git("status");
    expect(existsSync(join(here.base, "ran"))).toBe(false);
  });

  test("so is every repository below, whatever its git folder is called and wherever it is", () => {
    here.git("init", "-q", "nested/deep");
    here.git("init", "-q", "--bare", "data");
    here.git("init", "-q", "--separate-git-dir", join(here.root, "meta"), "apart");
    here.git("init", "-q", join(here.base, "library"));
    here.git("-C", join(here.base, "library"), "commit", "-q", "--allow-empty", "-m", "x");
    here.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", join(here.base, "library"), "sub");
    const configs = [
      "nested/deep/.git/config",
      "data/config",
      "meta/config",
      ".git/modules/sub/config",
      "sub/.git",
      "apart/.git",
    ];
    const before = configs.map(read);
    here.run(
      `for f in ${configs.join(" ")}; do echo '[core] fsmonitor = evil' >> $f; rm -f $f; mv $f x; done;
       mv nested n2; mkdir -p nested/deep/.git; echo x > nested/deep/.git/config; mv meta m2; mv data d2; mv sub s2; mv apart a2`,
    );
    expect(configs.map(read)).toEqual(before);
  });

  test("in any letter case, at any depth, with the folders above held in their place", () => {
    here.write("x/y/.VSCode/tasks.json", "{}");
    here.write("x/y/z/.EnvRC", "a");
    here.write("x/AGENTS.md", "a");
    here.write("deploy/keys.yml", "a");
    const { out } = here.run(
      `mv x x2; mv x/y x/y2; rm -rf x; mkdir -p x/y/.VSCode; echo evil > x/y/.VSCode/tasks.json; echo evil > x/y/z/.EnvRC;
       rm x/AGENTS.md; ln x/AGENTS.md copy; ln -f a.txt x/AGENTS.md; echo evil > x/AGENTS.md; mv -f a.txt x/AGENTS.md;
       rm -rf deploy; cd x/y && mv ../y ../q; chmod 777 .VSCode z/.EnvRC; touch .VSCode/n; true`,
      { config: { protected: ["deploy"] } },
    );
    expect(["x/y/.VSCode/tasks.json", "x/y/z/.EnvRC", "x/AGENTS.md", "deploy/keys.yml"].map(read)).toEqual([
      "{}",
      "a",
      "a",
      "a",
    ]);
    expect(out.message).not.toContain("protected");
    expect(["x2", "x/y2", "copy"].filter(exists)).toEqual([]);
  });

  test("a file under a second name is the same file", () => {
    here.write(".envrc", "a");
    linkSync(join(here.root, ".envrc"), join(here.root, "innocent.txt"));
    mkdirSync(join(here.root, "lib"));
    linkSync(join(here.root, ".git/config"), join(here.root, "lib/other.txt"));
    const before = read(".git/config");
    here.run("echo evil > innocent.txt; echo evil > lib/other.txt; mv lib l2; rm innocent.txt; true");
    expect([read(".envrc"), read(".git/config")]).toEqual(["a", before]);
  });

  test("hooks and programs that the repository's settings name", () => {
    here.write("tools/hooks/pre-commit", "#!/bin/sh\n");
    here.write("tools/clean.sh", "cat\n");
    here.git("config", "core.hooksPath", "tools/hooks");
    here.git("config", "filter.x.clean", "sh tools/clean.sh %f");
    here.run(
      "echo evil > tools/hooks/pre-commit; echo evil > tools/hooks/post-commit; echo evil > tools/clean.sh; mv tools t; true",
    );
    expect([read("tools/hooks/pre-commit"), read("tools/clean.sh"), exists("tools/hooks/post-commit")]).toEqual([
      "#!/bin/sh\n",
      "cat\n",
      false,
    ]);
  });

  test("a link is put back, and what it leads to did not change", () => {
    here.write("AGENTS.md", "a");
    here.write("docs/x", "");
    symlinkSync("AGENTS.md", join(here.root, "CLAUDE.md"));
    symlinkSync("../AGENTS.md", join(here.root, "docs/GEMINI.md"));
    symlinkSync("settings", join(here.root, ".vscode"));
    here.write("settings/tasks.json", "{}");
    const { out } = here.run(
      `echo evil > CLAUDE.md; rm CLAUDE.md; echo evil > CLAUDE.md; echo evil > .vscode/tasks.json; mv settings s2;
       mv docs d2; rm docs/GEMINI.md; ln -s ${here.base} docs/GEMINI.md; true`,
    );
    expect([read("AGENTS.md"), read("settings/tasks.json")]).toEqual(["a", "{}"]);
    expect(["CLAUDE.md", "docs/GEMINI.md"].map((name) => readlinkSync(join(here.root, name)))).toEqual([
      "AGENTS.md",
      "../AGENTS.md",
    ]);
    expect(out.message).toMatch(/^It changed protected paths: modified CLAUDE\.md, docs\/GEMINI\.md\./);
    expect(out.message).toContain("It replaced CLAUDE.md, a protected link, which was put back.");
  });

  test("a .git that is a link cannot be kept, so nothing that writes is run", () => {
    here.git("init", "-q", join(here.base, "real"));
    here.run("true");
    const other = new CommandFolder();
    try {
      symlinkSync(join(here.base, "real/.git"), join(other.root, ".git"));
      const { out } = other.run("rm .git; mkdir .git; echo evil > .git/config");
      expect([out["success"], out.message]).toEqual([false, expect.stringContaining(".git is a link")]);
      expect(lstatSync(join(other.root, ".git")).isSymbolicLink()).toBe(true);
    } finally {
      other.remove();
    }
  });

  test("folders of PATH in the workspace", () => {
    here.write("node_modules/.bin/tsc", "#!/bin/sh\n");
    here.write(".gitignore", "node_modules\n");
    here.git("add", ".gitignore");
    const env = { PATH: `${here.root}/node_modules/.bin:${process.env["PATH"]}` };
    here.run("echo x > node_modules/.bin/git; echo x > node_modules/.bin/tsc; mv node_modules n; true", { env });
    expect([exists("node_modules/.bin/git"), read("node_modules/.bin/tsc")]).toEqual([false, "#!/bin/sh\n"]);
  });

  test("a command cannot make a folder ignored", () => {
    here.write("sub/CLAUDE.md", "a");
    here.run("echo sub/ > .gitignore; git add .gitignore");
    here.run("echo evil >> sub/CLAUDE.md; rm -rf sub; mv sub s2");
    expect([read(".gitignore"), read("sub/CLAUDE.md")]).toEqual(["sub/\n", "a"]);
  });

  test("what did not exist is listed first and never cut short, however much else there is", () => {
    here.write(".gitignore", "out\n");
    here.git("add", ".gitignore");
    here.write("out/p/.npmrc", "a");
    const { out } = here.run(
      `for i in $(seq 1 60); do echo > new$i; mkdir -p d$i; echo > d$i/.envrc; done; mkdir -p .VSCODE; echo > .VSCODE/x;
       git init -q other; echo evil > out/p/.npmrc; mkdir -p b/objects b/refs; echo > b/HEAD; echo > b/config`,
    );
    const [first = ""] = out.message.split(". ");
    const names = Array.from({ length: 60 }, (_, at) => `d${at + 1}/.envrc`);
    expect(names.filter((name) => !first.includes(name))).toEqual([]);
    expect(first).toMatch(
      /^It changed protected paths: created \.VSCODE\/, b\/, .*other\/\.git\/; modified out\/p\/\.npmrc$/,
    );
    expect(out.message).toContain("and 40 more");
  });

  test("a folder without a repository: git init is listed", () => {
    const other = new CommandFolder({ a: "" });
    try {
      const { out } = other.run("git init -q; git config core.fsmonitor evil; echo > .envrc; echo > b");
      expect(out.message).toMatch(/^It changed protected paths: created \.envrc, \.git\/\. .*It created b\./);
    } finally {
      other.remove();
    }
  });

  test("no way to other processes: sockets and pipes of the workspace are masked", async () => {
    const server = createServer().listen(join(here.root, "sock"));
    await once(server, "listening");
    const connect = `const s = require("net").connect("sock"); s.on("connect", () => { console.log("reached"); s.end(); });
      s.on("error", (e) => console.log(e.code));`;
    const program = `${process.execPath} -e '${connect}'`;
    try {
      execFileSync("mkfifo", [join(here.root, "pipe")]);
      for (const { out } of [
        here.run(`${program}; timeout 2 sh -c 'echo x > pipe' || echo closed`),
        here.unasked(program, { config: { shell: { unasked: "read-only" } } }),
      ]) {
        expect(out["success"]).toBe(true);
        expect(out.value.stdout).toMatch(/^E(ACCES|CONNREFUSED)\n(closed\n)?$/);
      }
    } finally {
      server.close();
    }
  });
});

describe.skipIf(trouble !== null)(`git_writable${trouble === null ? "" : ` (skipped: ${trouble})`}`, () => {
  const config = { shell: { git_writable: true } };
  beforeEach(() => {
    here = new CommandFolder({ "a.txt": "one\n" });
    here.git("init", "-q", "-b", "main");
    here.git("config", "user.name", "Test");
    here.git("config", "user.email", "test@example.invalid");
    here.git("add", ".");
    here.git("commit", "-q", "-m", "first");
  });
  afterEach(() => here.remove());

  test("a command can commit, branch, merge, stash, tag and pack", () => {
    const { out } = here.run(
      `set -e; echo two > b.txt; git add b.txt; git commit -q -m second; git checkout -q -b topic; echo three > c.txt; git add c.txt;
       git commit -q -m third; git checkout -q main; git merge -q --no-ff -m merged topic; git tag v1; echo x > a.txt; git stash -q;
       git gc -q 2>/dev/null; git branch -d topic; git commit -q --allow-empty -m last`,
      { config },
    );
    expect(out.value).toMatchObject({ exit_code: 0 });
    expect(here.git("log", "--format=%s %an").split("\n")).toEqual(
      expect.arrayContaining(["last Test", "merged Test", "third Test", "second Test", "first Test"]),
    );
    expect([here.git("status", "--short"), here.git("stash", "list").includes("main"), here.git("tag")]).toEqual([
      "",
      true,
      "v1\n",
    ]);
    expect(here.git("branch", "--format=%(refname:short)")).toBe("main\n");
    expect(() => here.git("fsck", "--strict")).not.toThrow();
  });

  test("settings, hooks and what git on the host would obey stay as they are and cannot be created", () => {
    const before = read(".git/config");
    const { out } = here.run(
      `for f in config commondir config.worktree hooks/pre-commit info/attributes modules/x worktrees/x; do echo evil > .git/$f; done;
       git config core.fsmonitor evil; mv .git/hooks .git/h; rm -rf .git/info; echo evil > .git/evil;
       ln -s ${here.base}/target .git/COMMIT_EDITMSG; rm -f .git/logs/HEAD; ln -s ${here.base}/target .git/logs/HEAD;
       mkdir .git/rebase-merge2; mv .git g; true`,
      { config },
    );
    expect(out.value.stderr.match(/Read-only file system/g)!.length).toBeGreaterThanOrEqual(7);
    expect(read(".git/config")).toBe(before);
    expect(
      [
        "commondir",
        "config.worktree",
        "hooks/pre-commit",
        "info/attributes",
        "modules",
        "worktrees",
        "evil",
        "h",
      ].filter((name) => exists(`.git/${name}`)),
    ).toEqual([]);
    here.git("commit", "-q", "--allow-empty", "-m", "on the host");
    expect(existsSync(join(here.base, "target"))).toBe(false);
    expect(out.message).toContain("Not kept of what it wrote in .git:");
  });

  test("an operation that waits to go on with commands of its own is not kept", () => {
    const { out } = here.run(
      "git commit -q --allow-empty -m x; GIT_SEQUENCE_EDITOR=true git rebase -q -i --exec false HEAD~1; true",
      { config },
    );
    expect(out.message).toContain("was not finished");
    expect([exists(".git/rebase-merge"), here.git("log", "--format=%s")]).toEqual([false, "first\n"]);
  });

  test("without it nothing is recorded", () => {
    const { out } = here.run("echo x > a.txt; git commit -q -a -m no");
    expect([out.value.exit_code === 0, here.git("log", "--format=%s")]).toEqual([false, "first\n"]);
  });
});
