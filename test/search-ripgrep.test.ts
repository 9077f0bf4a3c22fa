// The host's searches through ripgrep and without it: the same answers, whatever the tree, the pattern
// and our own environment hold.

import fs from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { findRipgrep, nodeOps, openHostFiles, type HostFiles, type HostOptions } from "../src/fs/node/index.ts";
import { filesystemContract, type Subject } from "../src/testing/index.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { makePipe } from "./swapper.ts";

const binary = findRipgrep() ?? "";
const without = binary === "" ? " (skipped: this platform has no ripgrep)" : "";
const ops = { ...nodeOps, fsyncSync: () => {} };

/** The parts of the contract in which something is searched; host.test.ts has the others. */
const SEARCHED = /contract of files|^searching$|^links$/;
const searched = (name: string, tests: () => void): void => void (SEARCHED.test(name) && describe(name, tests));

describe.skipIf(without !== "")(`through ripgrep${without}`, () => {
  filesystemContract(
    "host",
    async (): Promise<Subject> => {
      const folder = temporaryFolder();
      const files = openHostFiles({ root: folder.path, ops, ripgrep: { binary } });
      return {
        files,
        link: (at, target) => fs.symlinkSync(target, join(folder.path, at)),
        close: () => {
          files.close();
          folder.remove();
        },
      };
    },
    { describe: searched, test, expect },
  );

  test(
    "every tree, every pattern: the same with it as without",
    () =>
      fc.assert(
        fc.asyncProperty(trees, fc.array(patterns, { minLength: 4, maxLength: 4 }), async (tree, all) => {
          const { path, remove } = temporaryFolder();
          const fast = openHostFiles({ root: path, ops, ripgrep: { binary } });
          const slow = openHostFiles({ root: path, ops, ripgrep: "never" });
          try {
            for (const [name, content] of tree) put(path, name, content);
            for (const { pattern, includeIgnored, fileGlob, glob, folder } of all) {
              const options = { includeIgnored, ...(folder === null ? {} : { path: folder }) };
              const grep = (files: HostFiles) =>
                answer(files.grep(pattern, { ...options, fileGlob, maxFileBytes: 60 }));
              expect(await grep(fast)).toEqual(await grep(slow));
              const list = (files: HostFiles) => answer(files.glob(glob, options));
              expect(await list(fast)).toEqual(await list(slow));
            }
          } finally {
            fast.close();
            slow.close();
            remove();
          }
        }),
        { numRuns: 60 },
      ),
    120_000,
  );

  test("a pattern is never an option, and our environment does not reach it", async () => {
    const { files, path } = open({ ripgrep: { binary } });
    put(path, "config", "--invert-match\n--pre=/bin/false\n");
    put(path, "a.txt", "--pre=x\n(a+)+$\n");
    process.env["RIPGREP_CONFIG_PATH"] = join(path, "config");
    onTestFinished(() => void delete process.env["RIPGREP_CONFIG_PATH"]);
    const found = async (pattern: string): Promise<number> => (await files.grep(pattern)).matches.length;
    expect(await found("--pre=x")).toBe(1);
    expect(await found("--pre")).toBe(2);
    expect(await found("(a+)+$")).toBe(0);
    expect((await files.glob("**/--pre=x")).entries).toEqual([]);
  });

  test("long lines, huge files, long names and many files are bounded", async () => {
    const { files, path } = open({ ripgrep: { binary } });
    put(path, "hole", "");
    fs.truncateSync(join(path, "hole"), 10 * 2 ** 30);
    put(path, ".gitignore", "");
    fs.truncateSync(join(path, ".gitignore"), 10 * 2 ** 30);
    put(path, "long.txt", `${"a".repeat(5_000_000)}b`);
    fs.mkdirSync(join(path, "many"));
    for (let count = 0; count < 12_000; count += 1) fs.writeFileSync(join(path, `many/${count}.txt`), "hit\n");
    const names = Array.from({ length: 16 }, () => "n".repeat(250));
    expect((await files.glob("**/none")).entries).toEqual([]);
    expect((await files.glob(`${names.join("/")}/x`)).entries).toEqual([]);
    const listed = await files.glob("**/*.txt");
    expect([listed.entries.length, listed.truncated]).toEqual([10_000, true]);
    const hits = await files.grep("hit");
    expect([hits.matches.length, hits.truncated, hits.matches[0]?.path]).toEqual([1000, true, "many/0.txt"]);
    expect(await files.grep("(a+)+$", { fileGlob: "*.txt" })).toEqual({ matches: [], truncated: false });
    expect(await files.grep("nowhere")).toEqual({ matches: [], truncated: false, skipped: { large: 2 } });
  });

  test("a search that is cancelled ends at once and leaves no process", async () => {
    const { files, path } = open({ ripgrep: { binary } });
    for (let count = 0; count < 300; count += 1) put(path, `d${count % 10}/${count}.txt`, "a\n".repeat(20_000));
    const controller = new AbortController();
    const running = files.grep("(?:a.?){20}b", { signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    await expect(running).rejects.toMatchObject({ code: "ABORTED" });
    expect((await files.glob("d1/*")).entries.length).toBe(30);
  });

  test("files that are not text are listed when they contain a match", async () => {
    const { files, path } = open({ ripgrep: { binary } });
    put(path, "a.bin", Buffer.from([0xff, 0xfe, 97, 0]));
    expect(await files.grep("a")).toEqual({ matches: [], truncated: false, skipped: { binary: 1 } });
    expect(await files.grep("b")).toEqual({ matches: [], truncated: false });
  });

  test("a pipe called .gitignore and a link to one outside are not opened", async () => {
    const { files, path } = open({ ripgrep: { binary } });
    put(path, "ws/a.txt", "n");
    makePipe(join(path, ".gitignore"));
    put(path, "outside", "*\n");
    fs.symlinkSync("../outside", join(path, "ws/.gitignore"));
    expect((await files.glob("**/a.txt")).entries.length).toBe(1);
    expect((await files.grep("n", { path: "ws" })).matches.length).toBe(1);
  });
});

describe.each([
  ["is not there", "/nowhere/rg"],
  ["cannot run", "/dev/null"],
  ["says something else", process.execPath],
  ["ends well and says nothing of use", "/bin/echo"],
])("a program that %s", (_, other) => {
  test.skipIf(process.platform === "win32")("is done without", async () => {
    const { files, path } = open({ ripgrep: { binary: other } });
    put(path, "a.txt", "needle\n");
    put(path, ".gitignore", "*.log\n");
    put(path, "b.log", "needle\n");
    expect((await files.grep("needle")).matches.map(({ path }) => path)).toEqual(["a.txt"]);
    expect((await files.glob("**/*.{txt,log}")).entries.map(({ path }) => path)).toEqual(["a.txt"]);
  });
});

function open(options: Omit<HostOptions, "root">): { readonly files: HostFiles; readonly path: string } {
  const { path, remove } = temporaryFolder();
  const files = openHostFiles({ root: path, ops, ...options });
  onTestFinished(() => {
    files.close();
    remove();
  });
  return { files, path };
}

/** A name that is already a folder, or lies below a file, is left out. */
function put(root: string, name: string, content: string | Uint8Array): void {
  try {
    fs.mkdirSync(dirname(join(root, name)), { recursive: true });
    fs.writeFileSync(join(root, name), content);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (!["EEXIST", "ENOTDIR", "EISDIR"].includes(code)) throw error;
  }
}

async function answer(asked: Promise<unknown>): Promise<unknown> {
  try {
    return await asked;
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

const name = fc.constantFrom("a", "b", "c.txt", "d.log", ".x", "é", "K", ".git", "{a,b}", "[a]", "build", "a b", "!a");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const unit = fc.constantFrom(
  "a",
  "b",
  "k",
  "K",
  "s",
  "ſ",
  "\u212a",
  "é",
  "É",
  "😀",
  " ",
  "\t",
  "\v",
  "1",
  "_",
  "\r",
  "\n",
);
const text = fc.string({ unit, maxLength: 24 });
const line = fc.constantFrom(
  "a",
  "*.log",
  "/b",
  "!a",
  "build/",
  "**/c.txt",
  "a/**",
  "*",
  "!*.txt",
  "[ab]",
  "{a,b}",
  "a*",
  "\\!a",
  "# x",
  "***",
  "[[:alpha:]]",
  "a/",
  "é",
);
const ignoreFile = fc.tuple(
  fc.constantFrom(
    ".gitignore",
    "a/.gitignore",
    "b/.gitignore",
    "build/.gitignore",
    ".ignore",
    ".rgignore",
    "a/.ignore",
  ),
  fc.array(line, { maxLength: 4 }).map((lines) => lines.join("\n")),
);
const bytes = fc.constantFrom(
  Uint8Array.of(0, 97),
  Buffer.from("é\0\na k\r\n"),
  Buffer.from("\ufeffa\n"),
  Buffer.alloc(61, "a"),
);
const trees = fc.array(fc.oneof({ weight: 4, arbitrary: fc.tuple(path, text) }, ignoreFile, fc.tuple(path, bytes)), {
  maxLength: 14,
});

const piece = fc.constantFrom(
  "a",
  "b",
  "k",
  "s",
  "é",
  ".",
  "^",
  "$",
  "\\b",
  "\\B",
  "\\s",
  "\\S",
  "\\w",
  "\\W",
  "\\d",
  "[^a]",
  "[\\Wa]",
  "\\A",
  "\\z",
  "\\r",
  "\\t",
  "(?:a|b$)",
  "(a$)",
  "(?:$|\\b)",
  "a*",
  "b+?",
  "(?i)",
  "(?i:k)",
  "(?-i:K)",
  "(?s:.)",
  "(?-m:^a)",
  "|",
  "[[:alpha:]]",
  "\\x{e9}",
  "[a-k]{1,2}",
);
const patterns = fc.record({
  pattern: fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join("")),
  includeIgnored: fc.boolean(),
  fileGlob: fc.constantFrom(null, null, "*.txt", "?", "a/**", "**/[a-c]*", "{a,b}/*", "é"),
  glob: fc.constantFrom("**", "*", "**/*.txt", "?/**", "[a-b]/*", "**/é", "a/*/{a,b,c.txt}", "**/.*", "**/?"),
  folder: fc.constantFrom(null, null, "a", "b", "build", ".git", "none"),
});
