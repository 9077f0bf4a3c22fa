// What git and a person's shell run or obey though its name is not protected: a confined command can change none of it
// where it exists, and creating it is reported first. Attacks, on this machine's real bubblewrap and git.

import { readFileSync, symlinkSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ensureBuilt } from "./built.ts";
import { CommandFolder, confinementTrouble as trouble } from "./support/commands.ts";

vi.setConfig({ testTimeout: 60_000 });
let here: CommandFolder;
const read = (name: string): string => readFileSync(join(here.root, name), "utf8");

function link(path: string, target: string): void {
  mkdirSync(dirname(join(here.root, path)), { recursive: true });
  symlinkSync(target, join(here.root, path));
}

/** Which of the files a command can append to. */
function writable(files: readonly string[]): readonly string[] {
  const before = files.map(read);
  here.run(files.map((file) => `echo evil >> '${file}'`).join("; "));
  return files.filter((file, at) => read(file) !== before[at]);
}

/** The part of the message that comes before everything else. */
function listedFirst(command: string, env: Record<string, string> = {}): string {
  const { message } = here.run(command, { env }).out;
  return message.startsWith("It changed protected paths") ? message.slice(0, message.indexOf("It ended with")) : "";
}

describe.skipIf(trouble !== null)(`what is obeyed${trouble === null ? "" : ` (skipped: ${trouble})`}`, () => {
  beforeAll(() => ensureBuilt(), 120_000);
  beforeEach(() => {
    here = new CommandFolder({ "a.txt": "one\n" });
    here.git("init", "-q");
  });
  afterEach(() => here.remove());

  test("where links in protected folders lead cannot be changed", () => {
    for (const name of ["scripts/check.sh", "scripts/pc", "conf/info/attributes", "conf/wc", "hooks2/post-checkout"])
      here.write(name, "x\n");
    here.git("config", "core.hooksPath", ".git/hooks");
    for (const [path, target] of [
      [".git/hooks/pre-commit", "../../scripts/check.sh"],
      [".git/config.worktree", "../conf/wc"],
      [".git/hooks-more", "../hooks2"],
      [".husky/pre-push", "../scripts/pc"],
    ] as const)
      link(path, target);
    here.git("config", "extensions.worktreeConfig", "true");
    here.run("rm -rf x");
    expect(writable(["scripts/check.sh", "scripts/pc", "conf/wc", "hooks2/post-checkout", "a.txt"])).toEqual(["a.txt"]);
    expect(writable(["conf/info/attributes"])).toEqual(["conf/info/attributes"]);
  });

  test("a link on the way from a protected name is put back", () => {
    here.write("real.md", "rules\n");
    link("mid.md", "real.md");
    link("CLAUDE.md", "mid.md");
    const { out } = here.run("rm mid.md; ln -s a.txt mid.md; echo more >> real.md");
    expect(read("CLAUDE.md")).toBe("rules\n");
    expect(out.message).toContain("It replaced mid.md, a protected link, which was put back.");
  });

  test("what is protected under another name, through a linked folder", () => {
    here.write("gh/workflows/ci.yml", "x\n");
    here.write("gh/free", "x\n");
    link(".github", "gh");
    expect(writable(["gh/workflows/ci.yml", "gh/free"])).toEqual(["gh/free"]);
    expect(listedFirst("rm -rf gh; true")).toBe("");
    here.write("t/x", "x\n");
    link("deep/.claude", "../t");
    expect(writable(["t/x"])).toEqual([]);
  });

  test("a rule about a name that leads through a link", () => {
    here.write("real/pw", "HUNTER2\n");
    link("x", "real");
    const config = { policy: [{ effect: "deny", path: "ws/x/**" }] };
    expect(here.run("cat real/pw x/pw", { config }).out.value.stdout).toBe("");
  });

  test("programs of settings, under any key and in any spelling", () => {
    const settings: Readonly<Record<string, string>> = {
      "interactive.diffFilter": "tools/f1",
      "remote.o.uploadpack": "tools/f2",
      "pager.status": "tools/f3",
      "core.gitProxy": "tools/f4 for x",
      "credential.https://x.helper": join(here.root, "tools/f5"),
      "alias.foo": "!cd tools && ./f6",
      "filter.a.clean": "sh -c ./tools/f7<x",
      "filter.b.clean": "$PWD/tools/f8",
      "filter.c.clean": "./too*/f9",
      "filter.d.clean": "./${X:-tools}/f10",
      "nothing.known": "env A=1 tools/f11",
      "submodule.z.update": "!tools/f12",
    };
    for (const [key, value] of Object.entries(settings)) here.git("config", key, value);
    const files = Object.keys(settings).map((_, at) => `tools/f${at + 1}`);
    for (const file of [...files, "tools/free", "main"]) here.write(file, "#!/bin/sh\n");
    here.write("tools/f3", "#!/bin/sh\nOUT=tools/free\n");
    here.git("config", "branch.x.vscode-merge-base", "origin/main");
    here.git("config", "remote.origin.url", "git@example.invalid:a/free.git");
    expect(writable([...files, "tools/free", "main"])).toEqual(["tools/free", "main"]);
  });

  test.each([
    ["an include", (config: string) => `${config}[include]\n\tpath = ../more\n`],
    ["a conditional include", (config: string) => `${config}[includeIf "onbranch:none"]\n\tpath = ../more\n`],
    ["an include of an include", (config: string) => `${config}[include]\n\tpath = ../more2\n`],
    ["an include outside", (config: string) => `${config}[include]\n\tpath = ../../outside\n`],
    ["a line that goes on", (config: string) => `${config}[core]\n\thooksPath = h\\\nk\n`],
    ["a comment after it", (config: string) => `${config}[core]\n\thooksPath = "hk"; c\n`],
    ["a tab in a command", (config: string) => `${config}[filter "x"]\n\tclean = sh\\thk/pre-commit\n`],
    ["a large file", (config: string) => `${"#".repeat(3_000_000)}\n${config}[core]\n\thooksPath = hk\n`],
    ["too large a file", (config: string) => `${"#".repeat(5_000_000)}\n${config}[core]\n\thooksPath = hk\n`],
  ])("settings with %s", (_, write) => {
    here.write("hk/pre-commit", "#!/bin/sh\n");
    here.write("more", "[core]\n\thooksPath = hk\n");
    here.write("more2", "[include]\n\tpath = more\n");
    here.write("../outside", "[core]\n\thooksPath = hk\n");
    here.write(".git/config", write(read(".git/config")));
    expect(writable(["hk/pre-commit"])).toEqual([]);
  });

  test("a comment that looks like a section hides no setting", () => {
    here.write("tools/f", "#!/bin/sh\n");
    here.git("config", "core.fsmonitor", "tools/f");
    const config = read(".git/config");
    here.write(".git/config", config.replace("\tfsmonitor", "# [branch]\n\tfsmonitor"));
    expect(writable(["tools/f"])).toEqual([]);
  });

  test.each([
    ["a folder of hooks", ["core.hooksPath", "build/hooks"], "build/hooks/pre-commit"],
    ["an included file", ["include.path", "../build/more"], "build/more"],
    ["a program", ["core.fsmonitor", "tools/monitor"], "tools/monitor"],
  ])("%s that a setting names is reported first when a command creates it", (_, setting, path) => {
    here.git("config", ...setting);
    expect(listedFirst(`mkdir -p ${dirname(path)}; echo evil > ${path}; echo two > b.txt`)).toContain(
      path.split("/").slice(0, 2).join("/"),
    );
  });

  test("so is the end of a link that leads nowhere yet", () => {
    mkdirSync(join(here.root, "scripts"));
    link(".git/hooks/pre-commit", "../../scripts/check.sh");
    expect(listedFirst("echo evil > scripts/check.sh")).toContain("scripts/check.sh");
  });

  test("folders of PATH below the root: read-only, relative ones too, and reported when they are created", () => {
    here.write("bin/ls", "#!/bin/sh\n");
    const PATH = `bin:./node_modules/.bin:${here.root}/later:${process.env["PATH"]}`;
    expect(listedFirst("mkdir -p later; echo evil > later/ls", { PATH })).toContain("later");
    expect(listedFirst("mkdir -p node_modules/.bin; echo evil > node_modules/.bin/ls", { PATH })).toContain(
      "node_modules/.bin",
    );
    here.run("echo evil > bin/ls", { env: { PATH } });
    expect(read("bin/ls")).toBe("#!/bin/sh\n");
  });
});

describe.skipIf(trouble !== null)(`recorded contents${trouble === null ? "" : ` (skipped: ${trouble})`}`, () => {
  const SECRET = "the password is HUNTER2\n";
  const config = { policy: [{ effect: "deny", path: "ws/**/*.env" }] };
  const all = "for g in .git */.git *.git; do [ -e $g ] && git -C $g cat-file --batch-all-objects --batch; done";
  const prints = (command: string): boolean => here.run(command, { config }).out.value.stdout.includes("HUNTER2");

  beforeAll(() => ensureBuilt(), 120_000);
  beforeEach(() => {
    here = new CommandFolder({ "a.txt": "one\n" });
    here.git("init", "-q", "-b", "main");
    here.git("add", ".");
    here.git("commit", "-q", "-m", "first");
  });
  afterEach(() => here.remove());

  test.each<[string, () => void, string?]>([
    [
      "a blob that nothing leads to",
      () => (here.write("d/pw.env", SECRET), here.git("add", "."), here.git("reset", "-q")),
    ],
    [
      "a blob with other line endings",
      () => {
        here.write("d/pw.env", SECRET);
        here.git("add", ".");
        here.git("reset", "-q");
        here.write("d/pw.env", SECRET.replace("\n", "\r\n"));
      },
    ],
    ["the stash", () => (here.write("d/pw.env", SECRET), here.git("stash", "-q", "-u")), "git show 'stash^3:d/pw.env'"],
    [
      "another branch, with no file here",
      () => {
        here.git("switch", "-q", "-c", "other");
        here.write("d/pw.env", SECRET);
        here.git("add", ".");
        here.git("commit", "-q", "-m", "x");
        here.git("switch", "-q", "main");
      },
      "git show other:d/pw.env",
    ],
    [
      "a worktree",
      () => {
        here.git("worktree", "add", "-q", "wt");
        here.write("wt/d/pw.env", SECRET);
        here.git("-C", "wt", "add", ".");
        here.git("-C", "wt", "commit", "-q", "-m", "x");
      },
      "git -C wt show HEAD:d/pw.env",
    ],
    [
      "a bare clone",
      () => {
        here.write("d/pw.env", SECRET);
        here.git("add", ".");
        here.git("commit", "-q", "-m", "x");
        here.git("clone", "-q", "--bare", ".", "copy.git");
      },
      "git -C copy.git show HEAD:d/pw.env",
    ],
    [
      "files of Git LFS",
      () => {
        here.write("d/pw.env", SECRET);
        here.git("add", ".");
        here.write(".git/lfs/objects/aa/bb", SECRET);
      },
      "cat .git/lfs/objects/aa/bb",
    ],
    [
      "a folder of objects that is borrowed from",
      () => {
        here.write("d/pw.env", SECRET);
        here.git("add", ".");
        here.git("commit", "-q", "-m", "x");
        here.git("clone", "-q", "--bare", ".", "store");
        here.write(".git/objects/info/alternates", `${join(here.root, "store/objects")}\n`);
      },
      "git -C store show HEAD:d/pw.env",
    ],
  ])("%s is masked", (_, record, command = all) => {
    record();
    expect(prints(command)).toBe(false);
    expect(prints(all)).toBe(false);
  });

  test("a repository without any of it stays usable", () => {
    here.write("d/pw.env", SECRET);
    const { value } = here.run("git log --format=%s", { config }).out;
    expect(value.stdout).toBe("first\n");
  });
});
