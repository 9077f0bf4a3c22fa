import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asReal, GalleyError } from "../../base/index.ts";
import { codeOf, filesystemContract } from "../../testing/index.ts";
import { createMemoryFiles, createSandbox, findOverlap, type Filesystem, type SandboxRoot } from "../index.ts";
import { nodeOps, openHostFiles } from "../node/index.ts";

const root = (name: string, files: Filesystem, more: Partial<SandboxRoot> = {}): SandboxRoot => ({
  name,
  files,
  mode: "rw",
  suffixes: null,
  maxFileBytes: null,
  ...more,
});

// Over one backend only: what another one does is the same, and has a contract of its own.
filesystemContract(
  "a sandbox with a limit of its own over the host",
  async () => {
    const path = fs.mkdtempSync(join(tmpdir(), "galley-sandbox-"));
    const files = openHostFiles({ root: path, ops: { ...nodeOps, fsyncSync: () => {} } });
    return {
      prefix: "ws",
      files: createSandbox({ roots: [root("ws", files, { maxFileBytes: 10_000_000 })], defaultRoot: null }),
      link: (at, target) => fs.symlinkSync(target, join(path, at)),
      hostFolder: path,
      close: () => {
        files.close();
        fs.rmSync(path, { recursive: true });
      },
    };
  },
  { describe, test, expect },
);

const three = (defaultRoot: string | null = null) =>
  createSandbox({
    defaultRoot,
    roots: [
      root("ws", createMemoryFiles({ files: { "ok.txt": "ok\n", "sub/in.txt": "in\n", "docs/mine.md": "mine\n" } })),
      root("docs", createMemoryFiles({ files: { "readme.md": "doc\n" } }), { mode: "ro" }),
      root(
        "notes",
        createMemoryFiles({ files: { "a.md": "note\n", "secret.key": "SECRET\n", "d/k.key": "SECRET\n" } }),
        {
          suffixes: [".md", ".Txt"],
          maxFileBytes: 1024,
        },
      ),
    ],
  });

const outcomeOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    if (error instanceof GalleyError) return error.code;
    throw error;
  }
};

describe("what a path means", () => {
  test.each([
    ["ws/ok.txt", "ws/ok.txt", "ws/ok.txt"],
    ["/ws/ok.txt", "ws/ok.txt", "ws/ok.txt"],
    ["./ws/./sub//in.txt", "ws/sub/in.txt", "ws/sub/in.txt"],
    ["ws/sub/../ok.txt", "ws/ok.txt", "ws/ok.txt"],
    ["ws", "ws", "ws"],
    ["/ws/", "ws", "ws"],
    ["ws/..", "ESCAPE", "ESCAPE"],
    ["ws/../docs/readme.md", "ESCAPE", "ESCAPE"],
    ["../x", "ESCAPE", "ESCAPE"],
    ["/../x", "ESCAPE", "ESCAPE"],
    ["ok.txt", "UNKNOWN_SANDBOX", "ws/ok.txt"],
    ["sub/in.txt", "UNKNOWN_SANDBOX", "ws/sub/in.txt"],
    ["sub/../../x", "ESCAPE", "ESCAPE"],
    ["docs/readme.md", "docs/readme.md", "docs/readme.md"],
    ["sub/../docs/mine.md", "UNKNOWN_SANDBOX", "ws/docs/mine.md"],
    ["WS/ok.txt", "UNKNOWN_SANDBOX", "ws/WS/ok.txt"],
    ["ws2/ok.txt", "UNKNOWN_SANDBOX", "ws/ws2/ok.txt"],
    ["/etc/passwd", "UNKNOWN_SANDBOX", "UNKNOWN_SANDBOX"],
    ["//server/share", "UNKNOWN_SANDBOX", "UNKNOWN_SANDBOX"],
    ["/ok.txt", "UNKNOWN_SANDBOX", "UNKNOWN_SANDBOX"],
    ["~/x", "UNKNOWN_SANDBOX", "ws/~/x"],
    ["__proto__/x", "UNKNOWN_SANDBOX", "ws/__proto__/x"],
    ["constructor", "UNKNOWN_SANDBOX", "ws/constructor"],
    [".", "", ""],
    ["/", "", ""],
    ["", "INVALID_PATH", "INVALID_PATH"],
    ["C:\\x", "INVALID_PATH", "INVALID_PATH"],
    ["ws/a\u202eb", "INVALID_PATH", "INVALID_PATH"],
    ["ws/ok.txt/", "NOT_DIR", "NOT_DIR"],
    ["ws/sub/", "ws/sub", "ws/sub"],
    [7, "INVALID_PATH", "INVALID_PATH"],
    [null, "INVALID_PATH", "INVALID_PATH"],
    [Object.create(null), "INVALID_PATH", "INVALID_PATH"],
  ])("%j: %s, with a default: %s", (path, without, withDefault) => {
    expect(outcomeOf(() => three().resolve(path).path)).toBe(without);
    expect(outcomeOf(() => three("ws").resolve(path).path)).toBe(withDefault);
  });

  test.each([
    ["a.txt", "workspace/a.txt", "workspace/a.txt"],
    ["workspace/a.txt", "workspace/a.txt", "workspace/workspace/a.txt"],
    ["workspace", "workspace", "workspace/workspace"],
    ["/workspace/a.txt", "workspace/a.txt", "workspace/a.txt"],
    ["workspace/../a.txt", "ESCAPE", "workspace/a.txt"],
    [".", "workspace", "workspace"],
    ["/etc/passwd", "UNKNOWN_SANDBOX", "UNKNOWN_SANDBOX"],
  ])("the nameless sandbox, %s: %s, with an entry of its name: %s", (path, without, withEntry) => {
    for (const [files, expected] of [
      [{ "a.txt": "a" }, without],
      [{ "a.txt": "a", "workspace/b.txt": "b" }, withEntry],
    ] as const) {
      const roots = [root("workspace", createMemoryFiles({ files }))];
      const sandbox = createSandbox({ roots, defaultRoot: "workspace", implicit: true });
      expect(outcomeOf(() => sandbox.resolve(path).path)).toBe(expected);
    }
  });

  test("canonical paths keep their meaning, whatever the folder holds", async () => {
    const roots = [root("workspace", createMemoryFiles({ files: { "a.txt": "a", "workspace/a.txt": "inner" } }))];
    const sandbox = createSandbox({ roots, defaultRoot: "workspace", implicit: true });
    expect((await sandbox.read("workspace/a.txt")).content).toBe("a");
    expect(await sandbox.read(sandbox.resolve("workspace/a.txt").path)).toMatchObject({
      path: "workspace/workspace/a.txt",
      content: "inner",
    });
  });

  test("the place above the sandboxes lists their names; a nameless one lists its own", async () => {
    const above = await three().list();
    expect(above).toEqual({
      entries: ["docs", "notes", "ws"].map((path) => ({ path, kind: "directory", size_bytes: null })),
      truncated: false,
    });
    const roots = [root("workspace", createMemoryFiles({ files: { "a.txt": "a" } }))];
    const nameless = createSandbox({ roots, defaultRoot: "workspace", implicit: true });
    expect((await nameless.list()).entries.map(({ path }) => path)).toEqual(["workspace/a.txt"]);
  });

  test("above the sandboxes nothing can be read, written or deleted", async () => {
    expect(await codeOf(() => three().read("."))).toBe("IS_DIR");
    expect(await codeOf(() => three().write(".", "x"))).toBe("IS_DIR");
    expect(await codeOf(() => three().delete("."))).toBe("FORBIDDEN");
    expect(await codeOf(() => three().delete("docs"))).toBe("FORBIDDEN");
    expect(await codeOf(() => three().delete("ws/sub/.."))).toBe("FORBIDDEN");
  });
});

describe("the rules of a root", () => {
  test.each([
    ["write", "docs/x.md", "READ_ONLY"],
    ["write", "docs/readme.md", "READ_ONLY"],
    ["write", "notes/.md", "SUFFIX"],
    ["write", "notes/README", "SUFFIX"],
    ["write", "notes/a.exe::$DATA", "SUFFIX"],
    ["write", "notes/a.md.exe", "SUFFIX"],
    ["write", "notes/A.MD", 1],
    ["write", "notes/d/b.tXt", 1],
    ["read", "notes/secret.key", "SUFFIX"],
    ["read", "notes/none.key", "SUFFIX"],
    ["read", "notes/a.md", "note\n"],
    ["readBytes", "notes/secret.key", "SUFFIX"],
    ["look", "notes/secret.key", "SUFFIX"],
    ["delete", "docs/readme.md", "READ_ONLY"],
    ["delete", "notes/secret.key", "SUFFIX"],
    ["delete", "notes/d", "SUFFIX"],
    ["delete", "notes/a.md", 1],
    ["makeParents", "docs/a/b.md", "READ_ONLY"],
    ["stage", "docs/b.md", "READ_ONLY"],
    ["stage", "notes/b.key", "SUFFIX"],
    ["create", "docs/b.md", "READ_ONLY"],
    ["removeDirectory", "docs/a", "READ_ONLY"],
  ] as const)("%s %s: %s", async (op, path, expected) => {
    const sandbox = three();
    const ops = {
      read: async () => (await sandbox.read(path)).content,
      readBytes: () => sandbox.readBytes(path),
      write: () => sandbox.write(path, "x"),
      delete: () => sandbox.delete(path),
      look: () => sandbox.staging.look(asReal(path)),
      makeParents: () => sandbox.staging.makeParents(asReal(path)),
      stage: () => sandbox.staging.stage(asReal(path), "t", new Uint8Array(1), { mode: null }),
      create: () => sandbox.staging.create(asReal(path), "t"),
      removeDirectory: () => sandbox.staging.removeDirectory(asReal(path)),
    };
    expect(await codeOf<unknown>(ops[op])).toBe(expected);
    if (op === "write") {
      const code = outcomeOf(() => sandbox.requireWritable(path));
      expect(code).toBe(typeof expected === "number" ? undefined : expected);
    }
  });

  test("suffixes hold for lists and searches too", async () => {
    const sandbox = three();
    expect((await sandbox.list("notes")).entries.map(({ path }) => path)).toEqual(["notes/a.md", "notes/d"]);
    expect((await sandbox.glob("**")).entries.map(({ path }) => path)).toEqual([
      "docs/readme.md",
      "notes/a.md",
      "ws/docs/mine.md",
      "ws/ok.txt",
      "ws/sub/in.txt",
    ]);
    expect(await sandbox.grep("SECRET|note")).toEqual({
      matches: [{ path: "notes/a.md", line_number: 1, line_content: "note" }],
      truncated: false,
    });
    expect(await codeOf(() => sandbox.grep("SECRET", { path: "notes/secret.key" }))).toBe("SUFFIX");
  });

  test("a backend that ignores `accept` gives nothing away", async () => {
    const files = createMemoryFiles({ files: { "secret.key": "SECRET\n" } });
    const deaf: Filesystem = {
      ...files,
      glob: (pattern) => files.glob(pattern),
      grep: (pattern) => files.grep(pattern),
    };
    const sandbox = createSandbox({ roots: [root("ws", deaf, { suffixes: [".md"] })], defaultRoot: null });
    expect((await sandbox.grep("SECRET")).matches).toEqual([]);
    expect((await sandbox.glob("**")).entries).toEqual([]);
  });

  test("the size limit holds for reading, writing and staging", async () => {
    const files = createMemoryFiles({ files: { "big.md": "x".repeat(2000) } });
    const sandbox = createSandbox({ roots: [root("n", files, { maxFileBytes: 1024 })], defaultRoot: null });
    expect(await codeOf(() => sandbox.read("n/big.md"))).toBe("TOO_LARGE");
    expect(await codeOf(() => sandbox.readBytes("n/big.md"))).toBe("TOO_LARGE");
    expect(await sandbox.staging.look(asReal("n/big.md"))).toEqual({ kind: "other", code: "TOO_LARGE" });
    expect(await codeOf(() => sandbox.write("n/x", "é".repeat(513)))).toBe("TOO_LARGE");
    expect(await sandbox.write("n/x", "é".repeat(512))).toBe(1024);
    const stage = sandbox.staging.stage(asReal("n/y"), "t", new Uint8Array(1025), { mode: null });
    await expect(stage).rejects.toMatchObject({ code: "TOO_LARGE" });
    expect(await sandbox.grep("x")).toEqual({ matches: [], truncated: false, skipped: { large: 1 } });
    expect((await sandbox.glob("**")).entries.map(({ path }) => path)).toEqual(["n/big.md", "n/x"]);
  });

  test("a link is judged by where it leads", async () => {
    const path = fs.mkdtempSync(join(tmpdir(), "galley-sandbox-"));
    const files = openHostFiles({ root: path });
    try {
      fs.writeFileSync(join(path, "secret.key"), "SECRET");
      fs.writeFileSync(join(path, "good.md"), "good");
      fs.symlinkSync("secret.key", join(path, "x.md"));
      fs.symlinkSync("good.md", join(path, "y.md"));
      const sandbox = createSandbox({ roots: [root("n", files, { suffixes: [".md"] })], defaultRoot: null });
      expect(await codeOf(() => sandbox.read("n/x.md"))).toBe("SYMLINK");
      expect(await codeOf(() => sandbox.readBytes("n/x.md"))).toBe("SYMLINK");
      expect(await codeOf(() => sandbox.write("n/x.md", "x"))).toBe("SYMLINK");
      expect(await sandbox.staging.look(asReal("n/x.md"))).toEqual({ kind: "other", code: "SYMLINK" });
      expect(await codeOf(() => sandbox.grep("SECRET", { path: "n/x.md" }))).toBe("SYMLINK");
      expect((await sandbox.read("n/y.md")).content).toBe("good");
      expect((await sandbox.readBytes("n/y.md")).target).toBe("n/good.md");
      const { real } = sandbox.real.resolve("n/y.md");
      expect(sandbox.staging.address(real)).toEqual({
        root: { kind: "host", root: fs.realpathSync(path) },
        path: "good.md",
      });
      const x = sandbox.real.resolve("n/x.md");
      expect(await codeOf(() => sandbox.real.read(x))).toBe("SYMLINK");
      expect(await codeOf(() => sandbox.real.grep("SECRET", { target: x }))).toBe("SYMLINK");
    } finally {
      files.close();
      fs.rmSync(path, { recursive: true });
    }
  });
});

describe("messages", () => {
  test.each([
    ["read", "/etc/passwd", "Cannot access '/etc/passwd': path is outside sandbox.\nReadable paths: docs, notes, ws"],
    ["read", "ws/../x", "Cannot access 'ws/../x': path is outside sandbox.\nReadable paths: docs, notes, ws"],
    ["write", "docs/x.md", "Cannot write to 'docs/x.md': path is read-only.\nWritable paths: notes, ws"],
    ["write", "notes/x.exe", "Cannot use 'notes/x.exe': only names ending in .md, .Txt are allowed here."],
    ["read", "ws/none.txt", "File not found: ws/none.txt"],
    ["read", "ws/ok.txt/x", "ws/ok.txt/x cannot exist: ws/ok.txt is a file, not a folder."],
    ["read", "ws", "ws is a folder, not a file. List it to see what is inside."],
  ] as const)("%s %s", async (op, path, message) => {
    const sandbox = three();
    const run = op === "read" ? sandbox.read(path) : sandbox.write(path, "x");
    await expect(run).rejects.toThrow(expect.objectContaining({ message }));
  });
});

describe("setting up", () => {
  const files = createMemoryFiles();
  test.each([
    ["two of one name", { roots: [root("a", files), root("a", files)], defaultRoot: null }],
    ["a name with a slash", { roots: [root("a/b", files)], defaultRoot: null }],
    ["an empty name", { roots: [root("", files)], defaultRoot: null }],
    ["a name that is no name", { roots: [root("..", files)], defaultRoot: null }],
    ["a hidden character", { roots: [root("a\u200b", files)], defaultRoot: null }],
    ["an unknown default", { roots: [root("a", files)], defaultRoot: "b" }],
    ["a nameless one among several", { roots: [root("a", files), root("b", files)], defaultRoot: "a", implicit: true }],
  ])("%s is refused", (_, options) => {
    expect(outcomeOf(() => createSandbox(options))).toBe("INVALID_ARG");
  });

  test.each([
    ["/a", "/b", false],
    ["/a", "/a", true],
    ["/a", "/a/b", true],
    ["/a/b", "/a", true],
    ["/a", "/ab", false],
    ["/", "/a", true],
  ])("roots %s and %s overlap: %s", (one, other, overlap) => {
    const address = (at: string) => ({ kind: "host", root: at }) as const;
    const found = findOverlap([
      { name: "x", address: address(one) },
      { name: "m", address: { kind: "memory", name: "m" } },
      { name: "y", address: address(other) },
    ]);
    expect(found).toEqual(overlap ? ["x", "y"] : null);
  });
});
