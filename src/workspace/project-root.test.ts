// The search for the project's folder: a table of trees as they could be on a disk, then a real disk.

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OTHER_USER, whyNoOtherUser as why } from "../../test/support/another-user.ts";
import { findProjectRoot, lookAtDisk, type EntryFacts, type Look } from "./project-root.ts";

const ME = 1000;
const OTHER = 2000;

type Drawn = Partial<EntryFacts> | "hidden";

/** Folders of this user on one disk, but for what is drawn. An entry that is not drawn is not there. */
function disk(drawn: Readonly<Record<string, Drawn>>, home = "/home/me"): Look {
  const inodes = new Map<string, number>();
  return {
    user: ME,
    homes: () => [home],
    entry: (place) => {
      const given = drawn[place];
      if (given === "hidden") return given;
      const isMarker = /\/\.(git|galley)$/.test(place);
      if (given === undefined && isMarker) return null;
      if (!inodes.has(place)) inodes.set(place, inodes.size + 1);
      return { kind: "folder", owner: ME, device: 1, inode: inodes.get(place)!, isShared: false, ...given };
    },
  };
}

const FROM = "/home/me/p/a/b";

describe("the nearest folder with .git or .galley", () => {
  test.each<[string, Record<string, Drawn>, string, string | null]>([
    ["here", { [`${FROM}/.git`]: {} }, FROM, ".git"],
    ["above", { "/home/me/p/.git": {} }, "/home/me/p", ".git"],
    [".galley", { "/home/me/p/a/.galley": {}, "/home/me/p/.git": {} }, "/home/me/p/a", ".galley"],
    ["a worktree or a submodule has a file", { "/home/me/p/.git": { kind: "file" } }, "/home/me/p", ".git"],
    [".git as a link", { "/home/me/p/.git": { kind: "link" } }, "/home/me/p", ".git"],
    [".galley as a link", { "/home/me/p/.galley": { kind: "link" } }, "/home/me/p", ".galley"],
    [".galley as a file is something else", { "/home/me/p/.galley": { kind: "file" } }, FROM, null],
    ["a pipe named .git", { "/home/me/p/.git": { kind: "other" } }, FROM, null],
    ["none", {}, FROM, null],
    ["the home folder", { "/home/me/.git": {} }, FROM, null],
    ["above the home folder", { "/home/me/.git": {}, "/home/.git": {} }, FROM, null],
    ["/", { "/.git": {} }, FROM, null],
    ["a shared folder", { "/home/me/p/a": { isShared: true }, "/home/me/p/a/.git": {} }, FROM, null],
    [
      "a folder of another user is passed over",
      { "/home/me/p/a": { owner: OTHER }, "/home/me/p/a/.git": {}, "/home/me/p/.git": {} },
      "/home/me/p",
      ".git",
    ],
    ["what another user has put there", { "/home/me/p/.git": { owner: OTHER } }, FROM, null],
    [
      "what another user has put there, next to one's own",
      { "/home/me/p/.git": { owner: OTHER }, "/home/me/p/.galley": {} },
      "/home/me/p",
      ".galley",
    ],
    ["another disk", { "/home/me/p": { device: 2 }, "/home/me/p/.git": {} }, FROM, null],
    ["beyond another disk", { "/home/me/p/a": { device: 2 }, "/home/me/p/.git": {} }, FROM, null],
    ["a folder that cannot be searched", { "/home/me/p/a/.git": "hidden", "/home/me/p/.git": {} }, FROM, null],
    ["a folder that cannot be looked at", { "/home/me/p/a": "hidden", "/home/me/p/.git": {} }, FROM, null],
  ])("%s", (_, drawn, root, marker) => {
    expect(findProjectRoot(FROM, disk(drawn))).toMatchObject({ root, marker });
  });

  test("says what was passed over, and why", () => {
    const drawn = { "/home/me/.git": {}, "/home/me/p/.galley": { owner: OTHER } };
    expect(findProjectRoot(FROM, disk(drawn)).passed).toEqual([
      { folder: "/home/me/p", why: "another user has put that there" },
      { folder: "/home/me", why: "it is a home folder" },
    ]);
  });

  test("the result is the start or above it, has an entry, and nothing nearer counts", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.tuple(fc.nat(12), fc.constantFrom<EntryFacts["kind"]>("folder", "file"), fc.boolean())),
        (depth, markers) => {
          const names = Array.from({ length: depth }, (_, at) => `d${at}`);
          const folderAt = (at: number): string => `/${names.slice(0, at + 1).join("/")}`;
          const mine = markers.map(([at, kind, isMine]) => ({ at: Math.min(at, depth - 1), kind, isMine }));
          const drawn = Object.fromEntries(
            mine.map(({ at, kind, isMine }) => [`${folderAt(at)}/.git`, { kind, owner: isMine ? ME : OTHER }]),
          );
          const from = folderAt(depth - 1);
          const owned = Object.entries(drawn).filter(([, { owner }]) => owner === ME);
          const expected = owned.map(([name]) => dirname(name)).toSorted((a, b) => b.length - a.length)[0] ?? from;
          expect(findProjectRoot(from, disk(drawn)).root).toBe(expected);
        },
      ),
    ));
});

describe("on a real disk", () => {
  const base = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "galley-root-")));
  afterAll(() => fs.rmSync(base, { recursive: true, force: true }));
  const folder = (...parts: readonly string[]): string => {
    const made = join(base, ...parts);
    fs.mkdirSync(made, { recursive: true });
    return made;
  };
  const look = (home = "/nowhere"): Look => lookAtDisk({ user: process.getuid?.() ?? null, homes: () => [home] });

  test("the shared temporary folder is none, with .git in it or not", () => {
    const shared = folder("shared");
    fs.mkdirSync(join(shared, ".git"));
    fs.chmodSync(shared, 0o1777);
    const from = folder("shared", "mine");
    expect(findProjectRoot(from, look())).toMatchObject({ root: from, marker: null });
  });

  test("a home folder by another of its names", () => {
    const from = folder("homes", "me", "work");
    fs.mkdirSync(join(base, "homes", "me", ".git"));
    fs.symlinkSync(join(base, "homes"), join(base, "linked-homes"));
    expect(findProjectRoot(from, look()).root).toBe(join(base, "homes", "me"));
    expect(findProjectRoot(from, look(join(base, "linked-homes", "me"))).root).toBe(from);
  });

  test("a link that leads nowhere", () => {
    const from = folder("linked", "a");
    fs.symlinkSync("/nowhere/at/all", join(base, "linked", ".git"));
    expect(findProjectRoot(from, look()).root).toBe(join(base, "linked"));
  });

  test("very deep folders", () => {
    const from = folder("deep", ...Array.from({ length: 500 }, () => "d"));
    fs.mkdirSync(join(base, "deep", ".galley"));
    expect(findProjectRoot(from, look())).toMatchObject({ root: join(base, "deep"), marker: ".galley" });
  });

  describe.skipIf(why !== null)(why === null ? "as another user" : `as another user (skipped: ${why})`, () => {
    const bundle = join(base, "project-root.cjs");
    beforeAll(() => {
      const entry = new URL("./project-root.ts", import.meta.url).pathname;
      buildSync({ entryPoints: [entry], outfile: bundle, bundle: true, platform: "node", format: "cjs" });
      fs.chmodSync(base, 0o755);
    });

    const rootFor = (cwd: string): unknown => {
      const script = `const { findProjectRoot, lookAtDisk } = require(${JSON.stringify(bundle)});
        const look = lookAtDisk({ user: process.geteuid(), homes: () => [] });
        process.stdout.write(JSON.stringify(findProjectRoot(process.argv[1], look)));`;
      const { stdout, stderr } = spawnSync(process.execPath, ["-e", script, cwd], { ...OTHER_USER, encoding: "utf8" });
      if (stdout === "") throw new Error(stderr);
      return JSON.parse(stdout);
    };
    const give = (...places: readonly string[]): void => {
      for (const place of places) fs.lchownSync(place, OTHER_USER.uid, OTHER_USER.gid);
    };

    test("a folder of another user does not count, their own does", () => {
      const from = folder("theirs", "sub");
      const marker = folder("theirs", ".git");
      give(from);
      expect(rootFor(from)).toMatchObject({ root: from, marker: null });
      give(join(base, "theirs"));
      expect(rootFor(from)).toMatchObject({ root: from, marker: null });
      give(marker);
      expect(rootFor(from)).toMatchObject({ root: join(base, "theirs"), marker: ".git" });
    });

    test("the search ends at a parent that cannot be searched", () => {
      const from = folder("closed", "between", "sub");
      give(join(base, "closed"), folder("closed", ".git"), from);
      fs.chmodSync(join(base, "closed", "between"), 0o700);
      expect(rootFor(from)).toMatchObject({ root: from, marker: null });
    });
  });
});
