// What the system forbids, asked as a user it forbids things to: these tests start a process of another user.

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OTHER_USER, whyNoOtherUser as why } from "../../../test/support/another-user.ts";
import { findRipgrep } from "./ripgrep/binary.ts";

describe.skipIf(why !== null)(why === null ? "as another user" : `as another user (skipped: ${why})`, () => {
  const base = fs.mkdtempSync(join(tmpdir(), "galley-permissions-"));
  const bundle = join(base, "files.mjs");

  beforeAll(() => {
    const entry = new URL("./index.ts", import.meta.url).pathname;
    buildSync({
      entryPoints: [entry],
      outfile: bundle,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
    });
    fs.chmodSync(base, 0o755);
    fs.chmodSync(bundle, 0o644);
  });
  afterAll(() => fs.rmSync(base, { recursive: true, force: true }));

  /** Makes a tree of nobody's, changes it as root, then runs one call on it as nobody. */
  function attempt(arrange: (root: string) => void, call: string, options = {}): Record<string, unknown> {
    const root = fs.mkdtempSync(join(base, "root-"));
    fs.mkdirSync(join(root, "dir"));
    for (const name of ["a.txt", "dir/b.txt"]) fs.writeFileSync(join(root, name), "old\n");
    for (const name of ["", "dir", "a.txt", "dir/b.txt"])
      fs.chownSync(join(root, name), OTHER_USER.uid, OTHER_USER.gid);
    arrange(root);
    const script = `
      import { openHostFiles } from ${JSON.stringify(pathToFileURL(bundle).href)};
      const files = openHostFiles(${JSON.stringify({ root, ...options })});
      const done = await (async () => ${call})().then((value) => ({ value }), (error) => ({ code: error.code, errno: error.data.errno, message: error.message }));
      console.log(JSON.stringify(done));`;
    const ran = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      ...OTHER_USER,
      cwd: "/",
      encoding: "utf8",
    });
    expect(ran.stderr).toBe("");
    expect(ran.stdout).not.toContain(root);
    expect(fs.readdirSync(root, { recursive: true }).filter((name) => String(name).includes("galley"))).toEqual([]);
    return JSON.parse(ran.stdout) as Record<string, unknown>;
  }

  const chmod = (path: string, mode: number) => (root: string) => fs.chmodSync(join(root, path), mode);
  const chown = (path: string, uid: number) => (root: string) => fs.chownSync(join(root, path), uid, uid);

  test.each([
    ["an unreadable file", chmod("a.txt", 0o200), `files.read("a.txt")`, "IO", "EACCES"],
    ["an unsearchable folder", chmod("dir", 0o600), `files.read("dir/b.txt")`, "IO", "EACCES"],
    ["listing an unreadable folder", chmod("dir", 0o300), `files.list("dir")`, "IO", "EACCES"],
    ["writing a file marked read-only", chmod("a.txt", 0o444), `files.write("a.txt", "new")`, "READ_ONLY", "EACCES"],
    [
      "staging over a file marked read-only",
      chmod("a.txt", 0o444),
      `files.staging.stage("a.txt", "t", new Uint8Array(1), { mode: 0o444 })`,
      "READ_ONLY",
      "EACCES",
    ],
    ["writing into a read-only folder", chmod("dir", 0o555), `files.write("dir/c.txt", "new")`, "READ_ONLY", "EACCES"],
    [
      "making a folder in a read-only folder",
      chmod("dir", 0o555),
      `files.write("dir/new/c.txt", "new")`,
      "READ_ONLY",
      "EACCES",
    ],
    ["deleting from a read-only folder", chmod("dir", 0o555), `files.delete("dir/b.txt")`, "READ_ONLY", "EACCES"],
    [
      "writing another user's file",
      (root: string) => (chown("a.txt", 1)(root), chmod("a.txt", 0o666)(root)),
      `files.write("a.txt", "new")`,
      "READ_ONLY",
      "EPERM",
    ],
  ] as const)("%s", (_, arrange, call, code, errno) => {
    const { message, ...rest } = attempt(arrange, call);
    expect(rest).toEqual({ code, errno });
    expect(message).toMatch(/permission denied|not permitted|belongs to another user/);
  });

  test("a folder that may be written but not read still takes files", () => {
    expect(attempt(chmod("dir", 0o300), `files.write("dir/c.txt", "new")`)).toEqual({ value: 3 });
  });

  const ripgrep = findRipgrep();
  test.each([
    ["by our own walk", "never"],
    ...(ripgrep === null ? [] : [["by ripgrep", { binary: join(base, "rg") }] as const]),
  ] as const)("a search %s passes over what it may not read, and counts it", (_, search) => {
    if (ripgrep !== null) fs.copyFileSync(ripgrep, join(base, "rg"));
    const arrange = (root: string): void => {
      chmod("a.txt", 0o200)(root);
      chmod("dir", 0o300)(root);
      fs.writeFileSync(join(root, "c.txt"), "old\n");
    };
    expect(attempt(arrange, `files.glob("**")`, { ripgrep: search })).toMatchObject({
      value: { entries: [{ path: "a.txt" }, { path: "c.txt" }], skipped: { unreadable: 1 } },
    });
    expect(attempt(arrange, `files.grep("old")`, { ripgrep: search })).toEqual({
      value: {
        matches: [{ path: "c.txt", line_number: 1, line_content: "old" }],
        truncated: false,
        skipped: { unreadable: 2 },
      },
    });
  });
});
