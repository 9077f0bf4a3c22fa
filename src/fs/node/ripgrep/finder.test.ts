import fs from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { WorkspacePath } from "../../../base/index.ts";
import { compileGrep } from "../../search/grep.ts";
import type { FoundNames, Wanted } from "../../search/finder.ts";
import { findRipgrep } from "./binary.ts";
import { createRipgrepFinder } from "./finder.ts";

const binary = findRipgrep();

describe.skipIf(binary === null)(binary === null ? "ripgrep (skipped: this platform has none)" : "ripgrep", () => {
  let root = "";
  beforeEach(() => {
    root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "galley-finder-")));
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  const put = (path: string, content: string | Uint8Array): void => {
    fs.mkdirSync(join(root, path, ".."), { recursive: true });
    fs.writeFileSync(join(root, path), content);
  };

  const find = async (wanted: Partial<Wanted>): Promise<FoundNames | null> => {
    const finder = createRipgrepFinder({ binary: binary! }, (path, use) => use(join(root, path)));
    const all = {
      base: "" as WorkspacePath,
      globs: null,
      without: [],
      maxBytes: 1000,
      onFiles: () => {},
      signal: undefined,
    };
    const found = await finder.find({ ...all, expression: null, ...wanted });
    return found && { ...found, files: found.files.toSorted() };
  };

  const found: FoundNames = { files: [], large: [], denied: [], cut: false, listsRules: false };

  test.each([
    "needle",
    "-e",
    "--pre=x",
    "--help",
    "(a+)+$",
    "^$",
    "\\Aa\\z",
    "a$|b",
    "(?i)K[^s]\\b\\B",
    "[]a&&--b]",
    "[\\d\\W[:^alpha:]-z]",
    "(?P<n>a)(?s:.)(?U)b*",
    "é😀.",
    "\\x{1F600}",
    "[^\\n]",
    "a|",
    "f() {",
    "\u0000",
    "\t#",
    "a(?m)*",
    ".{1000}",
  ])("takes %j", async (pattern) => {
    const { expression } = await compileGrep(pattern);
    expect(expression).toMatch(/^[ -~]*$/);
    expect(await find({ expression })).toEqual(found);
  });

  test("nothing is hidden from it but .git, what is left out and what is too large", async () => {
    for (const path of ["a.txt", ".dot", ".git/x", "sub/.git", "big/y", "in/deep/z", "we\nird", ".ignore", ".rgignore"])
      put(path, path.startsWith(".ignore") || path.startsWith(".rg") ? "*\n n" : "n\n");
    put(".gitignore", "*\nn\n");
    put("utf16", Buffer.from("\ufeffn", "utf16le"));
    put("nul", "\0\0n");
    put("large", "n".repeat(1001));
    put("limit", "n".repeat(1000));
    put("x.gz", "n");
    fs.symlinkSync("a.txt", join(root, "link"));
    const files = [".dot", ".gitignore", ".ignore", ".rgignore", "a.txt", "in/deep/z", "limit", "nul", "utf16"];
    const all = [...files, "we\nird", "x.gz"];
    expect(await find({ expression: "n", without: ["big"] })).toEqual({ ...found, files: all, large: ["large"] });
    expect(await find({ expression: "n", without: ["big"], globs: ["/*.txt", "/large"] })).toEqual({
      ...found,
      files: ["a.txt"],
      large: ["large"],
    });
    expect(await find({ without: ["big"], globs: ["/in/**"] })).toEqual({
      ...found,
      files: [".gitignore", "in/deep/z"],
      listsRules: true,
    });
  });

  test("a folder is left out by its exact name", async () => {
    for (const name of ["a*b", "aXb", "[x]", "x", "{p,q}", "p", "!n", "n", "é", " s "]) put(`${name}/f`, "");
    expect(await find({ without: ["a*b", "[x]", "{p,q}", "!n", "é", " s "] })).toEqual({
      ...found,
      files: ["aXb/f", "n/f", "p/f", "x/f"],
      listsRules: true,
    });
  });

  test("what it does not understand is no answer", async () => {
    expect(await find({ expression: "(" })).toBe(null);
    expect(await find({ expression: "\\n" })).toBe(null);
  });

  test("its own environment and ours stay apart", async () => {
    put("a.txt", "n\n");
    put("config", "--invert-match\n--pre=/bin/false\n");
    process.env["RIPGREP_CONFIG_PATH"] = join(root, "config");
    try {
      expect(await find({ expression: "n" })).toEqual({ ...found, files: ["a.txt", "config"] });
    } finally {
      delete process.env["RIPGREP_CONFIG_PATH"];
    }
  });
});
