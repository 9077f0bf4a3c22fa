import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSafeCommand, isSafeCommand, plainWords } from "./safe-commands.ts";

describe("S3-24: a person's own list", () => {
  const mine = ["ls", "git status", "echo", "make build", "./gradlew test"];
  test.each<[string, string, boolean]>([
    ["exact", "ls", true],
    ["with arguments", "ls -la src", true],
    ["several words", "git status", true],
    ["several words and arguments", "git status --short", true],
    ["spaces and tabs between", "  git \t status ", true],
    ["an option with a value", "ls --sort=size", true],
    ["a revision", "git status HEAD~1 HEAD^", true],
    ["a program by its path", "./gradlew test --info", true],
    ["not listed: git push", "git push", false],
    ["fewer words than the entry", "git", false],
    ["another command of the same program", "make clean", false],
    ["a longer name", "lsof", false],
    ["a longer word", "git statuses", false],
    [";", "ls; rm x", false],
    ["; without spaces", "ls;rm", false],
    ["|", "ls | sh", false],
    ["&&", "ls && ls", false],
    ["&", "ls &", false],
    [">", "ls > x", false],
    ["<", "ls < x", false],
    ["backtick", "ls `rm x`", false],
    ["$(", "ls $(rm x)", false],
    ["a variable", "ls $HOME", false],
    ["a home", "ls ~", false],
    ["a home in an option", "ls --x=~/y", false],
    ["a pattern", "ls *", false],
    ["a brace", "ls {a,b}", false],
    ["single quotes", "ls 'a'", false],
    ["double quotes", 'ls "a"', false],
    ["a backslash", "ls a\\ b", false],
    ["a comment", "ls #", false],
    ["a negation", "! ls", false],
    ["an assignment before", "A=b ls", false],
    ["a line break", "ls\nrm x", false],
    ["a carriage return", "ls\rrm", false],
    ["another space", "ls\u00a0x", false],
    ["what cannot be seen", "ls \u200bx", false],
    ["empty", "", false],
    ["blank", "  ", false],
  ])("%s: %j", (_, command, expected) => expect(isSafeCommand(command, mine)).toBe(expected));

  test("nothing is safe by default, and an entry that is no row of words covers nothing", () => {
    expect(isSafeCommand("ls", [])).toBe(false);
    expect(isSafeCommand("ls; rm", ["ls; rm", "", " "])).toBe(false);
  });
});

test("an entry says whether it writes; one that does comes first", () => {
  const list = ["npm", { command: "npm test", writes: true }, { command: "npm run", writes: false }];
  expect(findSafeCommand("npm test -w a", list)).toEqual({ command: "npm test", writes: true });
  expect(findSafeCommand("npm run x", list)).toEqual({ command: "npm", writes: false });
  expect(findSafeCommand("yarn", list)).toBeNull();
});

test("plain words are what a real shell makes of the text", () => {
  const characters = fc.constantFrom(..."ab1 \t./:,@%+-=~^_é*?[]{}()$`'\"\\;|&<>!#");
  fc.assert(
    fc.property(fc.string({ unit: characters, minLength: 1, maxLength: 12 }), (text) => {
      const words = plainWords(`x ${text}`);
      if (words === null) return;
      const ran = spawnSync("/bin/sh", ["-c", `set -- x ${text}; printf '%s\\n' "$@"`], { encoding: "utf8", cwd: "/" });
      expect(ran.stdout.split("\n").slice(0, -1)).toEqual(words);
    }),
    { numRuns: 60 },
  );
});
