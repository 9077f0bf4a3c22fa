// What a command that may commit (`git_writable`) can do to a repository's objects: add new ones that contain what their
// names say, and nothing else. Attacks and everyday git, on this machine's real bubblewrap and git.

import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ensureBuilt } from "./built.ts";
import { CommandFolder, confinementTrouble as trouble } from "./support/commands.ts";

vi.setConfig({ testTimeout: 60_000 });

describe.skipIf(trouble !== null)(`git_writable: objects${trouble === null ? "" : ` (skipped: ${trouble})`}`, () => {
  const config = { shell: { git_writable: true } };
  let here: CommandFolder;
  beforeAll(() => ensureBuilt(), 120_000);
  beforeEach(() => {
    here = new CommandFolder({ "a.txt": "one\ntwo\n" });
    here.git("init", "-q", "-b", "main");
    here.git("config", "user.name", "Test");
    here.git("config", "user.email", "test@example.invalid");
    here.git("add", ".");
    here.git("commit", "-q", "-m", "first");
  });
  afterEach(() => here.remove());

  const objects = (): string => join(here.root, ".git/objects");
  /** Every name in the object folder with what a change of it would change. */
  const stored = (): readonly string[] =>
    readdirSync(objects(), { recursive: true, encoding: "utf8" })
      .map((name) => ({ name, stats: lstatSync(join(objects(), name)) }))
      .map(({ name, stats }) =>
        stats.isDirectory() ? `${name}/` : `${name} ${stats.ino} ${stats.mtimeMs} ${stats.size}`,
      )
      .toSorted();

  test("an object that exists can be neither changed nor removed", () => {
    const name = object("one\ntwo\n").path;
    const before = stored();
    const { out } = here.run(
      `f=.git/objects/${name}; chmod u+w $f; echo bad > $f; rm -f $f; rm -rf .git/objects/*; mv .git/objects .git/o;
       chmod -R u+w .git/existing-objects; rm -rf .git/existing-objects/*; mkdir -p .git/objects/${name.slice(0, 2)}; echo bad > $f; true`,
      { config },
    );
    expect(stored()).toEqual(before);
    expect(here.git("cat-file", "-p", "HEAD:a.txt")).toBe("one\ntwo\n");
    expect(() => here.git("fsck", "--strict")).not.toThrow();
    expect(out.message).toContain(
      `Nothing it did in git was kept: objects/${name} does not contain what its name says.`,
    );
  });

  test("no name that git would obey is created, and what was not kept is listed", () => {
    const before = stored();
    const { out } = here.run(
      `cd .git/objects; mkdir -p zz info pack; echo x > zz/evil; for f in alternates http-alternates commit-graph grafts; do echo /x > info/$f; done;
       echo x > pack/multi-pack-index; echo x > pack/pack-${"1".repeat(40)}.idx; echo x > pack/evil.pack; mkdir -p 87; echo x > 87/short; true`,
      { config },
    );
    expect(stored()).toEqual(before);
    for (const name of ["zz", "info/http-alternates", "info/grafts", "pack/evil.pack", "87/short"])
      expect(out.message).toContain(`objects/${name}`);
  });

  test.each<[string, (name: string) => string]>([
    ["other content", () => deflated("blob 8\0one\nEVL\n")],
    ["another type", () => deflated("tree 8\0one\nTWO\n")],
    ["a wrong size", () => deflated("blob 9\0one\nTWO\n")],
    ["a link to it", (name) => `ln -s /etc/passwd .git/objects/${name}`],
    ["no zlib stream", (name) => `echo bad > .git/objects/${name}`],
  ])("an object prepared for later, with %s, is not kept, and nor is the rest", (_, make) => {
    const { path, id } = object("one\nTWO\n");
    const made = make(path);
    const file = made.startsWith("base64:") ? `echo ${made.slice(7)} | base64 -d > .git/objects/${path}` : made;
    const { out } = here.run(
      `git commit -q --allow-empty -m second; mkdir -p .git/objects/${path.slice(0, 2)}; ${file}; ls .git/objects/${path}`,
      { config },
    );
    expect(out.message).toContain("Nothing it did in git was kept: ");
    expect(here.git("log", "--format=%s")).toBe("first\n");
    expect(() => here.git("cat-file", "-e", id)).toThrow();
    expect(existsSync(join(objects(), path))).toBe(false);
    expect(() => here.git("fsck", "--strict")).not.toThrow();
  });

  test("a pack whose index lies is read without that index", () => {
    const { id } = object("new\n");
    const { out } = here.run(
      `set -e; printf 'new\\n' > e; git add e; git commit -q -m second; git repack -q -a -d -l; cd .git/objects/pack; chmod u+w *.idx;
       printf XXXX | dd of=$(ls *.idx) bs=1 seek=1040 conv=notrunc status=none`,
      { config },
    );
    expect(out.value.exit_code).toBe(0);
    expect(here.git("cat-file", "-p", id)).toBe("new\n");
    expect(() => here.git("fsck", "--strict")).not.toThrow();
  });

  test("a damaged pack is not kept, and nor is the rest", () => {
    const before = stored();
    const { out } = here.run(
      `set -e; echo x > e; git add e; git commit -q -m second; git repack -q -a -d -l; cd .git/objects/pack; chmod u+w *; printf X | dd of=$(ls *.pack) bs=1 seek=30 conv=notrunc status=none`,
      { config },
    );
    expect(out.value.exit_code).toBe(0);
    expect(out.message).toMatch(/Nothing it did in git was kept: objects\/pack\/pack-\w+\.pack/);
    expect([stored(), here.git("log", "--format=%s")]).toEqual([before, "first\n"]);
  });

  test("when nothing is kept, no object is either", () => {
    const before = stored();
    const { out } = here.run("echo x > e; git add e; git commit -q -m second; mkdir .git/rebase-merge", { config });
    expect(out.message).toContain("Nothing it did in git was kept");
    expect([stored(), here.git("log", "--format=%s")]).toEqual([before, "first\n"]);
  });

  test("amend, stash, gc, a large file and a fetch from a folder work, and existing objects stay as they are", () => {
    here.git("init", "-q", "-b", "main", "other");
    for (let count = 0; count < 120; count += 1) here.write(`other/${count}.txt`, `${count}\n`);
    here.git("-C", "other", "add", ".");
    here.git("-C", "other", "commit", "-q", "-m", "elsewhere");
    here.write(".git/info/exclude", "other\n");
    const before = stored();
    const { out } = here.run(
      `set -e; echo two > b.txt; git add b.txt; git commit -q -m second; git commit -q --amend -m amended; git checkout -q -b topic; echo x > c.txt;
       git add c.txt; git commit -q -m third; git checkout -q main; git merge -q --no-ff -m merged topic; echo y > a.txt; git stash -q; git stash pop -q;
       git checkout -q a.txt; head -c 3000000 /dev/urandom > big; git -c core.bigFileThreshold=1m add big; git commit -q -m big;
       git fetch -q ./other main:fetched; git gc -q --prune=now; git log -1 --format=%s fetched; git cherry-pick HEAD~1 -m 1 --allow-empty --keep-redundant-commits >/dev/null`,
      { config, timeout_ms: 50_000 },
    );
    expect(out.value).toMatchObject({ exit_code: 0, stdout: "elsewhere\n" });
    expect(here.git("log", "--format=%s").split("\n")).toEqual(
      expect.arrayContaining(["big", "merged", "third", "amended", "first"]),
    );
    expect(here.git("log", "-1", "--format=%s", "fetched")).toBe("elsewhere\n");
    expect(() => here.git("fsck", "--strict", "--full")).not.toThrow();
    expect(here.git("status", "--short")).toBe("");
    const after = new Set(stored());
    expect(before.filter((name) => !after.has(name))).toEqual([]);
    expect(out.message).toContain("Repacking did not change the objects that were there before");
  });

  test.each(["sha1", "sha256"])("a repository with names of %s", (format) => {
    here.git("init", "-q", "-b", "main", "--object-format", format, "deep");
    const { out } = here.run(
      "cd deep; echo x > x; git add x; git commit -q -m one; git repack -q -a -d; echo y > x; git commit -qam two",
      {
        config,
      },
    );
    expect(out.value).toMatchObject({ exit_code: 0 });
    expect(here.git("-C", "deep", "log", "--format=%s")).toBe("two\none\n");
    expect(() => here.git("-C", "deep", "fsck", "--strict")).not.toThrow();
  });

  test("objects that the repository takes from another one are found", () => {
    here.git("clone", "-q", "--shared", ".", "shared");
    here.write("shared/.git/objects/info/alternates", "../../../.git/objects\n");
    const { out } = here.run("cd shared; git log --format=%s; git commit -q --allow-empty -m more", { config });
    expect(out.value).toMatchObject({ exit_code: 0, stdout: "first\n" });
    expect(here.git("-C", "shared", "log", "--format=%s")).toBe("more\nfirst\n");
  });

  test("a folder of objects that is a link is not written through", () => {
    const { id, path } = object("fresh\n");
    const out = join(here.base, "out");
    mkdirSync(out);
    symlinkSync(out, join(objects(), path.slice(0, 2)));
    const ran = here.run("printf 'fresh\\n' > f; git add f", { config });
    expect(readdirSync(out)).toEqual([]);
    expect(ran.out.message).toContain(`Nothing it did in git was kept: objects/${path.slice(0, 2)} is a link.`);
    expect(here.git("ls-files", "-s")).not.toContain(id);
  });
});

function object(text: string): { readonly id: string; readonly path: string } {
  const id = createHash("sha1")
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest("hex");
  return { id, path: `${id.slice(0, 2)}/${id.slice(2)}` };
}

function deflated(raw: string): string {
  return `base64:${deflateSync(Buffer.from(raw, "latin1")).toString("base64")}`;
}
