import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { asReal, versionOf } from "../../base/index.ts";
import { filesystemContract, type Subject } from "../../testing/index.ts";
import { createSandbox } from "../index.ts";
import { nodeOps, openHostFiles, type HostFiles, type HostOptions } from "./index.ts";

const isLinux = process.platform === "linux";

/** Waiting for the disk is not what these tests are about. */
const ops = { ...nodeOps, fsyncSync: () => {} };

function temporary(): { readonly path: string; readonly remove: () => void } {
  const path = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "galley-host-")));
  return { path, remove: () => fs.rmSync(path, { recursive: true, force: true }) };
}

describe.each([
  ["from descriptors", "descriptors"],
  ["by names", "names"],
] as const)("host files walked %s", (_, walk) => {
  const runs = walk === "names" || isLinux;

  describe.skipIf(!runs)(runs ? "contract" : "contract (skipped: only Linux has /proc/self/fd)", () => {
    filesystemContract(
      "host",
      async (): Promise<Subject> => {
        const { path, remove } = temporary();
        const files = openHostFiles({ root: path, walk, ops });
        return {
          files,
          link: (at, target) => fs.symlinkSync(target, join(path, at)),
          hostFolder: path,
          close: () => {
            files.close();
            remove();
          },
        };
      },
      { describe, test, expect },
    );
  });

  const open = (options: Omit<HostOptions, "root"> = {}): { files: HostFiles; path: string } => {
    const { path, remove } = temporary();
    const files = openHostFiles({ root: path, walk, ops, ...options });
    onTestFinished(() => {
      files.close();
      remove();
    });
    return { files, path };
  };

  test("the root may be a link, a missing root is NOT_FOUND, a file is NOT_DIR", async () => {
    const { path } = open();
    fs.mkdirSync(join(path, "real"));
    fs.writeFileSync(join(path, "real/a.txt"), "a");
    fs.symlinkSync("real", join(path, "link"));
    const files = openHostFiles({ root: join(path, "link"), walk });
    expect((await files.read("a.txt")).content).toBe("a");
    expect(files.staging.address(asReal("a.txt")).root).toEqual({
      kind: "host",
      root: fs.realpathSync(join(path, "real")),
    });
    files.close();
    for (const [root, code] of [
      ["none", "NOT_FOUND"],
      ["real/a.txt", "NOT_DIR"],
    ] as const) {
      expect(() => openHostFiles({ root: join(path, root), walk })).toThrow(expect.objectContaining({ code }));
    }
  });

  test("under deny every link is refused, but can be deleted and is listed", async () => {
    const { files, path } = open({ symlinks: "deny" });
    await files.write("sub/in.txt", "in");
    fs.symlinkSync("sub/in.txt", join(path, "file"));
    fs.symlinkSync("sub", join(path, "dir"));
    await expect(files.read("file")).rejects.toMatchObject({ code: "SYMLINK" });
    await expect(files.read("dir/in.txt")).rejects.toMatchObject({ code: "SYMLINK" });
    await expect(files.write("dir/new.txt", "x")).rejects.toMatchObject({ code: "SYMLINK" });
    await expect(files.delete("dir/in.txt")).rejects.toMatchObject({ code: "SYMLINK" });
    await expect(files.list("dir")).rejects.toMatchObject({ code: "SYMLINK" });
    expect((await files.list()).entries.map(({ kind, size_bytes }) => [kind, size_bytes])).toEqual([
      ["symlink", null],
      ["symlink", null],
      ["directory", null],
    ]);
    expect(await files.delete("dir")).toBe(1);
    expect((await files.read("sub/in.txt")).content).toBe("in");
  });

  test.skipIf(process.platform === "win32")(
    "pipes and sockets are NOT_REGULAR and nothing waits for them",
    async () => {
      const { files, path } = open();
      execFileSync("mkfifo", [join(path, "pipe")]);
      const server = createServer().listen(join(path, "sock"));
      await new Promise((resolve) => server.once("listening", resolve));
      onTestFinished(() => void server.close());
      for (const name of ["pipe", "sock"]) {
        await expect(files.read(name)).rejects.toMatchObject({ code: "NOT_REGULAR" });
        await expect(files.write(name, "x")).rejects.toMatchObject({ code: "NOT_REGULAR" });
        expect(await files.staging.look(asReal(name))).toEqual({ kind: "other", code: "NOT_REGULAR" });
        await expect(files.grep("x", { path: name })).rejects.toMatchObject({ code: "NOT_REGULAR" });
      }
      expect(await files.grep("x")).toEqual({ matches: [], truncated: false });
      expect((await files.list()).entries.map(({ path, kind, size_bytes }) => [path, kind, size_bytes])).toEqual([
        ["pipe", "file", null],
        ["sock", "file", null],
      ]);
      expect(await files.delete("pipe")).toBe(1);
    },
  );

  test("the limit holds for a large file, a growing file and a search", async () => {
    const { files, path } = open({ maxFileBytes: 100_000 });
    fs.writeFileSync(join(path, "sparse"), "");
    fs.truncateSync(join(path, "sparse"), 10 * 2 ** 30);
    await expect(files.read("sparse")).rejects.toMatchObject({ code: "TOO_LARGE", data: { limit: 100_000 } });
    expect(await files.staging.look(asReal("sparse"))).toEqual({ kind: "other", code: "TOO_LARGE" });
    expect(await files.grep("x")).toEqual({ matches: [], truncated: false, skipped: { large: 1 } });
    await expect(files.write("new", "x".repeat(100_001))).rejects.toMatchObject({ code: "TOO_LARGE" });

    let grown = false;
    const growing = open({
      maxFileBytes: 100_000,
      ops: {
        ...ops,
        readSync: ((...args: Parameters<typeof nodeOps.readSync>) => {
          if (!grown) fs.appendFileSync(join(growing.path, "a"), "y".repeat(200_000));
          grown = true;
          return nodeOps.readSync(...args);
        }) as typeof nodeOps.readSync,
      },
    });
    fs.writeFileSync(join(growing.path, "a"), "x");
    await expect(growing.files.read("a")).rejects.toMatchObject({ code: "TOO_LARGE" });
  });

  test("files of every size around the buffer come back whole", async () => {
    const { files, path } = open();
    for (const size of [1, 65_535, 65_536, 65_537, 131_072, 300_000]) {
      const bytes = Buffer.alloc(size, "é").fill("x", size - (size % 2));
      fs.writeFileSync(join(path, "a"), bytes);
      expect(Buffer.compare((await files.readBytes("a")).bytes, bytes)).toBe(0);
    }
  });

  test("mode and links are kept and reported; a hard link is broken", async () => {
    const { files, path } = open();
    fs.writeFileSync(join(path, "run.sh"), "old");
    fs.chmodSync(join(path, "run.sh"), 0o751);
    fs.linkSync(join(path, "run.sh"), join(path, "other"));
    expect(await files.readBytes("run.sh")).toMatchObject({ mode: 0o751, links: 2 });
    await files.write("run.sh", "new");
    expect(await files.readBytes("run.sh")).toMatchObject({ mode: 0o751, links: 1 });
    expect((await files.read("other")).content).toBe("old");
    await files.write("plain.txt", "x");
    expect((await files.readBytes("plain.txt")).mode).toBe(0o666 & ~process.umask());
    await files.staging.stage(asReal("with-mode"), "t", new Uint8Array(1), { mode: 0o4755 });
    expect(await files.staging.create(asReal("with-mode"), "t")).toBe("done");
    expect((await files.readBytes("with-mode")).mode).toBe(0o4755);
  });

  test.skipIf(process.getuid?.() !== 0)(
    process.getuid?.() === 0 ? "the owner is kept" : "the owner is kept (skipped: only root can give files away)",
    async () => {
      const { files, path } = open();
      fs.writeFileSync(join(path, "theirs"), "old");
      fs.chownSync(join(path, "theirs"), 65_534, 65_533);
      fs.chmodSync(join(path, "theirs"), 0o6755);
      await files.write("theirs", "new");
      const { uid, gid, mode } = fs.statSync(join(path, "theirs"));
      expect([uid, gid, mode & 0o7777]).toEqual([65_534, 65_533, 0o6755]);
    },
  );

  test("names that no path may hold are counted, and deleted with their folder", async () => {
    const { files, path } = open();
    fs.mkdirSync(join(path, "dir"));
    fs.writeFileSync(join(path, "dir/a\nb"), "x");
    fs.writeFileSync(Buffer.concat([Buffer.from(`${path}/dir/`), Buffer.of(0xff)]), "x");
    fs.writeFileSync(join(path, "dir/ok"), "x");
    const ok = { path: "dir/ok", kind: "file", size_bytes: 1 };
    expect(await files.list("dir")).toEqual({ entries: [ok], truncated: false, skipped: { names: 2 } });
    const skipped = { names: 2, named: ["dir/a\nb", "dir/\uFFFD"] };
    expect(await files.glob("**")).toEqual({ entries: [ok], truncated: false, skipped });
    expect(await files.delete("dir")).toBe(3);
    expect(fs.readdirSync(path)).toEqual([]);
  });

  test("a failed write leaves the old bytes and nothing else", async () => {
    for (const [call, code] of [
      ["fsyncSync", "ENOSPC"],
      ["renameSync", "EIO"],
      ["writeSync", "EDQUOT"],
      ["fchmodSync", "EIO"],
    ] as const) {
      const fail = (): never => {
        throw Object.assign(new Error(`${code}: no, /secret/host/path`), { code, syscall: call });
      };
      const { files, path } = open({ ops: { ...ops, [call]: fail } });
      fs.writeFileSync(join(path, "a.txt"), "old");
      const error: unknown = await files.write("a.txt", "new").catch((error: unknown) => error);
      expect(error).toMatchObject({ code: "IO", data: { path: "a.txt", errno: code } });
      expect(String((error as Error).message)).not.toContain("secret");
      expect((await files.read("a.txt")).content).toBe("old");
      if (call !== "fchmodSync") await expect(files.write("new/dir/b.txt", "x")).rejects.toMatchObject({ code: "IO" });
      expect(fs.readdirSync(path)).toEqual(["a.txt"]);
    }
  });

  test("ENOSPC is said in plain words", async () => {
    const { files } = open({
      ops: {
        ...ops,
        writeSync: () => {
          throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
        },
      },
    });
    await expect(files.write("a.txt", "x")).rejects.toThrow("a.txt: the disk is full.");
  });

  test("a name is taken where the disk knows no hard links", async () => {
    const { files } = open({
      ops: {
        ...ops,
        linkSync: () => {
          throw Object.assign(new Error("EPERM"), { code: "EPERM" });
        },
      },
    });
    await files.staging.stage(asReal("a"), "t", new TextEncoder().encode("x"), { mode: null });
    expect(await files.staging.create(asReal("a"), "t")).toBe("done");
    expect((await files.read("a")).content).toBe("x");
    await files.staging.stage(asReal("a"), "t", new TextEncoder().encode("y"), { mode: null });
    expect(await files.staging.create(asReal("a"), "t")).toBe("exists");
    expect((await files.list()).entries.map(({ path }) => path)).toEqual(["a", "t"]);
  });

  test("a new file whose temp cannot be removed has its name, and says that the temp is left", async () => {
    let fails = true;
    const { files } = open({
      ops: {
        ...ops,
        unlinkSync: (path) => {
          if (fails) throw Object.assign(new Error("EIO"), { code: "EIO" });
          ops.unlinkSync(path);
        },
      },
    });
    await files.staging.stage(asReal("a"), "t", new TextEncoder().encode("x"), { mode: null });
    expect(await files.staging.create(asReal("a"), "t")).toBe("temp-left");
    fails = false;
    await files.staging.discard(asReal("a"), "t");
    expect((await files.list()).entries.map(({ path }) => path)).toEqual(["a"]);
  });

  test("a path is absent only where every name may be read", async () => {
    const { files } = open();
    const root = { name: "main", files, mode: "rw", suffixes: [".md"], maxFileBytes: null } as const;
    const sandbox = createSandbox({ roots: [root], defaultRoot: "main" });
    expect([files.real.resolve("no.ts").isAbsent, sandbox.real.resolve("main/no.ts").isAbsent]).toEqual([
      true,
      undefined,
    ]);
  });

  test("a glance reads again when the file was written to, even if its size and its time were kept", async () => {
    const { files, path } = open();
    const at = (name: string): string => join(path, name);
    fs.writeFileSync(at("a"), "one");
    const { mtime } = fs.statSync(at("a"));
    await new Promise((resolve) => setTimeout(resolve, 40)); // Longer than the times of a file tick.
    const seen = await files.staging.glance!(asReal("a"));
    expect(seen).toMatchObject({ kind: "file", version: versionOf(Buffer.from("one")), stamp: expect.any(String) });
    expect(await files.staging.glance!(asReal("a"), seen)).toEqual(seen);
    fs.writeFileSync(at("a"), "two");
    fs.utimesSync(at("a"), mtime, mtime);
    const { version } = (await files.staging.glance!(asReal("a"), seen)) as typeof seen & { version: string };
    expect(version).toBe(versionOf(Buffer.from("two")));
  });

  test("a removal that stops half way says how much is gone", async () => {
    let left = 2;
    const { files } = open({
      ops: {
        ...ops,
        unlinkSync: (path) => {
          if (left === 0) throw Object.assign(new Error("EIO"), { code: "EIO" });
          left -= 1;
          nodeOps.unlinkSync(path);
        },
      },
    });
    for (const name of ["a", "b", "c"]) await files.staging.makeParents(asReal(`dir/${name}`));
    for (const name of ["a", "b", "c"]) await files.write(`dir/${name}`, "x");
    await expect(files.delete("dir")).rejects.toMatchObject({ code: "IO", data: { removed: 2, path: "dir" } });
  });

  test.skipIf(!isLinux)("every descriptor is closed, whatever happens", async () => {
    const { path } = open();
    const count = (): number => fs.readdirSync("/proc/self/fd").length;
    const before = count();
    const own = openHostFiles({ root: path, walk });
    fs.symlinkSync("loop", join(path, "loop"));
    fs.mkdirSync(join(path, "a/b/c"), { recursive: true });
    fs.writeFileSync(join(path, "a/b/c/bin"), Buffer.of(0));
    for (const name of ["a/b/c/x", "a/b/c/y", "z"]) await own.write(name, "x");
    const paths = ["a/b/c/x", "a/b", "none/x", "a/none", "loop", "a/b/c/bin", "a/b/c/x/y", "a/b/c/x/", "", "../x"];
    for (const at of paths) {
      await own.read(at).catch(() => null);
      await own.readBytes(at).catch(() => null);
      await own.list(at).catch(() => null);
      await own.staging.look(asReal(at)).catch(() => null);
      await own.grep("x", { path: at }).catch(() => null);
      await own.glob("**", { path: at }).catch(() => null);
      await own.write(at, "y").catch(() => null);
      own.kindOf(at === "../x" ? "" : at);
    }
    await own.delete("a");
    own.close();
    expect(count()).toBe(before);
    await expect(own.read("z")).rejects.toThrow("closed");
  });
});

test("a list that is cut is marked as truncated", async () => {
  const { path, remove } = temporary();
  const files = openHostFiles({ root: path });
  onTestFinished(() => {
    files.close();
    remove();
  });
  for (let index = 0; index < 10_001; index += 1) fs.writeFileSync(join(path, `f${index}`), "");
  const { entries, truncated } = await files.list();
  expect([entries.length, truncated, entries[0]?.path, entries[1]?.path]).toEqual([10_000, true, "f0", "f1"]);
  const found = await files.glob("*");
  expect([found.entries.length, found.truncated]).toEqual([10_000, true]);
});
