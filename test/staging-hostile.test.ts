// Staging in repositories that came from a stranger: no program they name is run, nothing outside them is touched.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { block, Place } from "./support/galley.ts";
import { without } from "./support/installed.ts";

beforeAll(ensureBuilt);
const { missing, note } = without("git");

type Report = { readonly staged: readonly string[]; readonly warnings: readonly string[] };

/** A repository with a.txt in it, a program that leaves a mark, and a folder outside with a repository of its own. */
class Hostile {
  readonly place = new Place({ "a.txt": "one\n" });
  readonly root = this.place.folder;
  readonly outside = join(this.place.base, "outside");
  readonly mark = join(this.place.base, "mark");
  readonly trap = join(this.place.base, "trap");

  constructor() {
    this.program(this.trap);
    fs.mkdirSync(this.outside);
    for (const folder of [this.outside, this.root]) {
      this.git(folder, "init", "-q");
      fs.writeFileSync(join(folder, "a.txt"), "one\n");
      this.git(folder, "add", "-A");
      this.git(folder, "commit", "-q", "-m", "first");
    }
  }

  program(path: string): void {
    fs.mkdirSync(join(path, ".."), { recursive: true });
    fs.writeFileSync(path, `#!/bin/sh\necho "$0 $*" >> '${this.mark}'\ncat\n`);
    fs.chmodSync(path, 0o755);
  }

  git(folder: string, ...args: readonly string[]): string {
    const own = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "core.fsmonitor=false"];
    return execFileSync("git", [...own, ...args], { cwd: folder, encoding: "utf8", stdio: "pipe" });
  }

  config(key: string, value: string): void {
    this.git(this.root, "config", key, value);
  }

  put(path: string, text: string): void {
    this.place.put(path, text);
  }

  commit(): void {
    this.git(this.root, "add", "-A", ".");
    this.git(this.root, "commit", "-q", "-m", "more");
  }

  /** What `git ls-files --stage` prints, without the repository's own configuration. */
  index(): string {
    return this.git(this.root, "ls-files", "--stage");
  }

  apply(env: Record<string, string> = {}, path = "a.txt"): Report {
    fs.rmSync(this.mark, { force: true });
    const ran = this.place.galley(["apply", "--yes", "--json"], { input: block(path, "one\n", "two\n"), env });
    const report = JSON.parse(ran.out) as Report;
    expect(this.place.read(path)).toContain("two");
    return { staged: report.staged, warnings: report.warnings };
  }

  get marks(): string {
    return fs.existsSync(this.mark) ? fs.readFileSync(this.mark, "utf8") : "";
  }

  /** Every path below the folder outside, with what changes when it is written to. */
  outsideNow(): readonly string[] {
    return fs
      .readdirSync(this.outside, { recursive: true, encoding: "utf8" })
      .sort()
      .map((name) => {
        const { size, mtimeMs, ctimeMs } = fs.lstatSync(join(this.outside, name));
        return `${name} ${size} ${mtimeMs} ${ctimeMs}`;
      });
  }
}

const STAGED = { staged: ["a.txt"], warnings: [] };
const left = (why: RegExp): unknown => ({ staged: [], warnings: [expect.stringMatching(why)] });
const FILTER = /a\.txt was not staged in git: a git filter is set for it/;

function driver(repository: Hostile, name: string): void {
  repository.config(`filter.${name}.clean`, repository.trap);
}

describe.skipIf(missing)(`what git would read under the name of the new content${note}`, () => {
  const other = "not\n";
  const named = (r: Hostile, text: string): string => {
    const file = join(r.place.base, "content");
    fs.writeFileSync(file, text);
    return r.git(r.root, "hash-object", "-w", file).trim();
  };
  const loose = (r: Hostile, name: string): string => join(r.root, ".git/objects", name.slice(0, 2), name.slice(2));
  test.each<[string, (r: Hostile) => void]>([
    [
      "an object that contains something else",
      (r) => {
        const [wanted, planted] = [named(r, "two\n"), named(r, other)];
        fs.rmSync(loose(r, wanted));
        fs.copyFileSync(loose(r, planted), loose(r, wanted));
      },
    ],
    [
      "a pack whose index lies",
      (r) => {
        const [wanted, planted] = [named(r, "two\n"), named(r, other)];
        const base = join(r.root, ".git/objects/pack/pack");
        const made = execFileSync("git", ["pack-objects", "-q", base], { cwd: r.root, input: planted })
          .toString()
          .trim();
        for (const name of [wanted, planted]) fs.rmSync(loose(r, name));
        const file = `${base}-${made}.idx`;
        const index = fs.readFileSync(file);
        index.write(wanted, index.indexOf(planted, 0, "hex"), "hex");
        const first = Number.parseInt(wanted.slice(0, 2), 16);
        for (let at = 0; at < 256; at += 1) index.writeUInt32BE(at >= first ? 1 : 0, 8 + at * 4);
        index.write(createHash("sha1").update(index.subarray(0, -20)).digest("hex"), index.length - 20, "hex");
        fs.chmodSync(file, 0o644);
        fs.writeFileSync(file, index);
      },
    ],
    [
      "a replacement for it",
      (r) => {
        const [wanted, planted] = [named(r, "two\n"), named(r, other)];
        fs.rmSync(loose(r, wanted));
        r.put(`.git/refs/replace/${wanted}`, `${planted}\n`);
      },
    ],
  ])("%s is not staged", (_, plant) => {
    const r = new Hostile();
    plant(r);
    const before = r.index();
    expect(r.apply()).toEqual(
      left(/Nothing was staged in git: the repository contains other bytes under the name of the new content/),
    );
    expect(r.index()).toBe(before);
  });

  test("the very content, recorded before, is staged", () => {
    const r = new Hostile();
    named(r, "two\n");
    r.git(r.root, "gc", "-q");
    expect(r.apply()).toEqual(STAGED);
  });
});

describe.skipIf(missing)(`staging runs no program of the repository${note}`, () => {
  test.each<[string, (repository: Hostile) => Record<string, string> | void, unknown]>([
    [
      "a filter whose name is how git says that there is none",
      (r) => (driver(r, "unspecified"), r.put(".gitattributes", "*.txt filter=unspecified\n")),
      left(FILTER),
    ],
    [
      "a filter called unset",
      (r) => (driver(r, "unset"), r.put(".gitattributes", "*.txt filter=unset\n")),
      left(FILTER),
    ],
    ["a filter called set", (r) => (driver(r, "set"), r.put(".gitattributes", "*.txt filter=set\n")), left(FILTER)],
    [
      "a filter that is a long-running process",
      (r) => (r.config("filter.x.process", r.trap), r.put(".gitattributes", "*.txt filter=x\n")),
      left(FILTER),
    ],
    [
      "a filter from .git/info/attributes",
      (r) => (driver(r, "x"), r.put(".git/info/attributes", "a.txt filter=x\n")),
      left(FILTER),
    ],
    [
      "a filter from core.attributesFile",
      (r) => (driver(r, "x"), r.put("rules", "a.txt filter=x\n"), r.config("core.attributesFile", "rules")),
      left(FILTER),
    ],
    [
      "attributes from the input that git is given, which would hide every other",
      (r) => (
        driver(r, "x"),
        r.put(".gitattributes", "*.txt filter=x\n"),
        fs.symlinkSync("/dev/stdin", join(r.root, "linked")),
        r.config("core.attributesFile", "linked")
      ),
      left(/Nothing was staged in git: core\.attributesFile is not a plain file/),
    ],
    [
      "ignored files from the input that git is given",
      (r) => r.config("core.excludesFile", "/proc/self/fd/0"),
      left(/Nothing was staged in git: core\.excludesFile is not a plain file/),
    ],
    [
      "attributes from a place that only git resolves",
      (r) => r.config("core.attributesFile", "~root/../dev/stdin"),
      left(/Nothing was staged in git: core\.attributesFile is not a plain path/),
    ],
    ["/dev/null for ignored files", (r) => r.config("core.excludesFile", "/dev/null"), STAGED],
    [
      "a filter from a macro",
      (r) => (driver(r, "x"), r.put(".gitattributes", "[attr]harmless filter=x\n*.txt harmless\n")),
      left(FILTER),
    ],
    [
      "a filter configured in an included file",
      (r) => (
        r.put("more.config", `[filter "x"]\n\tclean = ${r.trap}\n`),
        r.config("include.path", "../more.config"),
        r.put(".gitattributes", "*.txt filter=x\n")
      ),
      left(FILTER),
    ],
    [
      "a filter in config.worktree",
      (r) => (
        r.config("extensions.worktreeConfig", "true"),
        r.git(r.root, "config", "--worktree", "filter.x.clean", r.trap),
        r.put(".gitattributes", "*.txt filter=x\n")
      ),
      left(FILTER),
    ],
    [
      "a filter whose .gitattributes is only in the index",
      (r) => (
        r.put(".gitattributes", "*.txt filter=x\n"),
        r.commit(),
        fs.rmSync(join(r.root, ".gitattributes")),
        driver(r, "x")
      ),
      left(/a\.txt was not staged in git: .gitattributes is in git's index but not in the folder/),
    ],
    [
      "hooks in .git/hooks",
      (r) => ["post-index-change", "pre-commit"].forEach((name) => r.program(join(r.root, ".git/hooks", name))),
      STAGED,
    ],
    [
      "hooks in core.hooksPath",
      (r) => (r.program(join(r.root, "hooks/post-index-change")), r.config("core.hooksPath", "hooks")),
      STAGED,
    ],
    [
      "hooks in the configuration",
      (r) => (r.config("hook.x.event", "post-index-change"), r.config("hook.x.command", r.trap)),
      STAGED,
    ],
    ["core.fsmonitor", (r) => r.config("core.fsmonitor", r.trap), STAGED],
    [
      "core.fsmonitor and an index that expects it",
      (r) => (
        r.config("core.fsmonitor", r.trap),
        execFileSync("git", ["update-index", "--fsmonitor"], { cwd: r.root, stdio: "pipe" })
      ),
      STAGED,
    ],
    [
      "pager, editor, ssh, askpass, alias, gpg, textconv, external diff, merge driver",
      (r) => {
        for (const key of (
          "core.pager core.editor sequence.editor core.sshCommand core.askPass core.gitProxy gpg.program gpg.ssh.program " +
          "alias.hash-object alias.update-index alias.check-attr diff.external diff.x.textconv diff.x.command merge.x.driver " +
          "credential.helper uploadpack.packObjectsHook trailer.x.command interactive.diffFilter core.alternateRefsCommand"
        ).split(" "))
          r.config(key, key.startsWith("alias.") ? `!${r.trap}` : r.trap);
        r.put(".git/info/attributes", "a.txt diff=x merge=x\n");
      },
      STAGED,
    ],
    [
      "objects that would have to be fetched",
      (r) => {
        r.config("remote.origin.url", `ext::${r.trap}`);
        r.config("remote.origin.promisor", "true");
        r.config("remote.origin.partialclonefilter", "blob:none");
        r.config("protocol.ext.allow", "always");
        r.config("core.repositoryformatversion", "1");
        r.config("extensions.partialClone", "origin");
        const oid = r.git(r.root, "rev-parse", "HEAD:a.txt").trim();
        fs.rmSync(join(r.root, ".git/objects", oid.slice(0, 2), oid.slice(2)));
      },
      STAGED,
    ],
    [
      "a git in a folder of the workspace that PATH names first",
      (r) => (r.program(join(r.root, "bin/git")), { PATH: `${join(r.root, "bin")}:${process.env["PATH"]}` }),
      STAGED,
    ],
    [
      "a git behind a link into the workspace",
      (r) => (
        r.program(join(r.root, "bin/git")),
        fs.symlinkSync(join(r.root, "bin"), join(r.place.base, "path")),
        { PATH: `${join(r.place.base, "path")}:${process.env["PATH"]}` }
      ),
      STAGED,
    ],
    [
      "a git in the current folder, which PATH names by a dot and by nothing",
      (r) => (r.program(join(r.root, "git")), { PATH: `.::${process.env["PATH"]}` }),
      STAGED,
    ],
  ])("%s", (_, prepare, expected) => {
    const repository = new Hostile();
    const env = prepare(repository) ?? {};
    const before = repository.index();
    const report = repository.apply(env);
    expect(repository.marks).toBe("");
    expect(report).toEqual(expected);
    expect(repository.index() === before).toBe(report.staged.length === 0);
  });
});

describe.skipIf(missing)(`staging touches nothing outside the repository${note}`, () => {
  test.each<[string, (repository: Hostile) => Record<string, string> | void, unknown]>([
    [
      ".git is a link",
      (r) => (
        fs.rmSync(join(r.root, ".git"), { recursive: true }),
        fs.symlinkSync("../outside/.git", join(r.root, ".git"))
      ),
      left(/Nothing was staged in git: .git leads out of the folder/),
    ],
    [
      ".git is a file that names another repository",
      (r) => (fs.rmSync(join(r.root, ".git"), { recursive: true }), r.put(".git", "gitdir: ../outside/.git\n")),
      left(/Nothing was staged in git: .git leads out of the folder/),
    ],
    [
      ".git is a file that names a worktree's folder of another repository",
      (r) => (
        r.git(r.outside, "worktree", "add", "-q", "../theirs"),
        fs.rmSync(join(r.root, ".git"), { recursive: true }),
        r.put(".git", "gitdir: ../outside/.git/worktrees/theirs\n")
      ),
      left(/Nothing was staged in git: .git leads out of the folder/),
    ],
    [
      "commondir",
      (r) => r.put(".git/commondir", `${r.outside}/.git\n`),
      left(/Nothing was staged in git: .git\/commondir leads out of the folder/),
    ],
    [
      "a worktree's folder made up inside the root, with a commondir outside",
      (r) => (
        fs.renameSync(join(r.root, ".git"), join(r.root, "meta")),
        fs.mkdirSync(join(r.root, "meta/worktrees/x"), { recursive: true }),
        r.put("meta/worktrees/x/gitdir", `${join(r.root, ".git")}\n`),
        r.put("meta/worktrees/x/commondir", "../../../../outside/.git\n"),
        r.put("meta/worktrees/x/HEAD", "ref: refs/heads/x\n"),
        r.put(".git", "gitdir: meta/worktrees/x\n")
      ),
      left(/Nothing was staged in git: .git\/commondir leads out of the folder/),
    ],
    [
      "the index is a link",
      (r) => {
        fs.rmSync(join(r.root, ".git/index"));
        fs.symlinkSync("../../outside/.git/index", join(r.root, ".git/index"));
      },
      left(/Nothing was staged in git: .*\.git\/index/),
    ],
    [
      "the index is a link to nothing",
      (r) => (fs.rmSync(join(r.root, ".git/index")), fs.symlinkSync("../../outside/new", join(r.root, ".git/index"))),
      left(/Nothing was staged in git: .*\.git\/index/),
    ],
    [
      "the folder of objects is a link",
      (r) => {
        fs.rmSync(join(r.root, ".git/objects"), { recursive: true });
        fs.symlinkSync("../../outside/.git/objects", join(r.root, ".git/objects"));
      },
      left(/Nothing was staged in git: .*\.git\/objects/),
    ],
    [
      "a folder of objects is a link",
      (r) => {
        const name = execFileSync("git", ["hash-object", "--stdin"], { input: "two\n", encoding: "utf8" });
        const folder = name.slice(0, 2);
        fs.mkdirSync(join(r.outside, folder));
        fs.symlinkSync(join(r.outside, folder), join(r.root, ".git/objects", folder));
      },
      left(/Nothing was staged in git: .*\.git\/objects/),
    ],
    [
      "config.worktree is a link",
      (r) => {
        r.config("extensions.worktreeConfig", "true");
        fs.writeFileSync(join(r.outside, "more"), "[core]\n\tautocrlf = true\n");
        fs.symlinkSync("../../outside/more", join(r.root, ".git/config.worktree"));
      },
      left(/Nothing was staged in git: .*\.git\/config\.worktree/),
    ],
    [
      "config is a link",
      (r) => {
        fs.rmSync(join(r.root, ".git/config"));
        fs.symlinkSync("../../outside/.git/config", join(r.root, ".git/config"));
      },
      left(/Nothing was staged in git: .*\.git\/config/),
    ],
    [
      "core.worktree is elsewhere",
      (r) => r.config("core.worktree", r.outside),
      left(/Nothing was staged in git: git says that its files are in another folder/),
    ],
    [
      "alternates",
      (r) => {
        fs.writeFileSync(join(r.outside, "b.txt"), "two\n");
        r.git(r.outside, "hash-object", "-w", "b.txt");
        r.put(".git/objects/info/alternates", `${r.outside}/.git/objects\n`);
      },
      STAGED,
    ],
    ["GIT_DIR", (r) => ({ GIT_DIR: join(r.outside, ".git") }), left(/Nothing was staged in git: GIT_DIR is set/)],
    [
      "GIT_INDEX_FILE",
      (r) => ({ GIT_INDEX_FILE: join(r.outside, ".git/index") }),
      left(/Nothing was staged in git: GIT_INDEX_FILE is set/),
    ],
    [
      "GIT_OBJECT_DIRECTORY",
      (r) => ({ GIT_OBJECT_DIRECTORY: join(r.outside, ".git/objects") }),
      left(/Nothing was staged in git: GIT_OBJECT_DIRECTORY is set/),
    ],
    [
      "GIT_COMMON_DIR",
      (r) => ({ GIT_COMMON_DIR: join(r.outside, ".git") }),
      left(/Nothing was staged in git: GIT_COMMON_DIR is set/),
    ],
    ["variables that say what is so anyway", () => ({ GIT_DIR: ".git", GIT_INDEX_FILE: ".git/index" }), STAGED],
  ])("%s", (_, prepare, expected) => {
    const repository = new Hostile();
    const env = prepare(repository) ?? {};
    const before = repository.outsideNow();
    const report = repository.apply(env);
    expect(repository.outsideNow()).toEqual(before);
    expect(report).toEqual(expected);
  });
});
