import { readFileSync } from "node:fs";
import fc from "fast-check";
import { parse } from "unbash";
import { describe, expect, test } from "vitest";
import { readPlain } from "./plain-words.ts";
import { isSafeCommand, judgeCommand } from "./safe-command.ts";

const lines = JSON.parse(readFileSync(new URL("../../../test/fixtures/shell-lines.json", import.meta.url), "utf8")) as {
  readonly asks: readonly string[];
  readonly reads: readonly string[];
};

const READING = { commands: [], reading: true };
const NOTHING = { commands: [], reading: false };

describe("with our reading list on", () => {
  test.each(lines.asks)("asks: %j", (line) => expect(judgeCommand(line, READING)).toMatchObject({ kind: "asks" }));
  test.each(lines.reads)("reads: %j", (line) =>
    expect(judgeCommand(line, READING)).toEqual({ kind: "safe", by: "reading" }),
  );
});

test("nothing is safe by default", () => {
  for (const line of [...lines.reads, ...lines.asks]) expect(isSafeCommand(line, NOTHING)).toBe(false);
});

describe("S3-24: a person's own list", () => {
  const mine = ["ls", "git status", "echo", "make build", "terraform plan", "sudo systemctl status", "git", "find"];
  test.each<[string, string, boolean]>([
    ["exact", "ls", true],
    ["with arguments", "ls -la src", true],
    ["several words", "git status", true],
    ["several words and arguments", "git status --short", true],
    ["another command of the same program", "make clean", false],
    ["a program by itself allows its commands", "git push", true],
    ["but no options before them", "git -c core.pager=rm push", false],
    ["nor those that run programs", "git bisect run rm", false],
    ["nor aliases", "git evil", false],
    ["nor options that name a program", "git fetch --upload-pack=./x", false],
    ["or are the beginning of one that does", "git fetch --upl ./x", false],
    ["a lone -- is none", "git add -- a", true],
    ["settings", "git config core.pager rm", false],
    ["options of any program that name another", "terraform plan -exec=./x", false],
    ["not listed", "rm x", false],
    ["a longer name", "lsof", false],
    [";", "ls; rm x", false],
    ["|", "ls | sh", false],
    ["&&", "ls && rm x", false],
    [">", "ls > x", false],
    ["backtick", "ls `rm x`", false],
    ["$(", "ls $(rm x)", false],
    ["every part listed", "ls && git status", true],
    ["arguments of a program we know are checked", "find . -delete", false],
    ["and pass when they only read", "find . -name x", true],
    ["a program that runs others: the whole line", "sudo systemctl status", true],
    ["and no more than that", "sudo systemctl status rm", false],
    ["more words after unknown programs", "terraform plan -json", true],
    ["not after one that runs others", "make build SHELL=x", false],
    ["names that are not known yet", "terraform plan *", false],
    ["empty", "", false],
    ["blank", "  \n ", false],
  ])("%s", (_, line, expected) => expect(isSafeCommand(line, mine)).toBe(expected));

  test("a custom list replaces nothing and adds only itself", () => {
    expect(isSafeCommand("terraform plan", ["terraform plan"])).toBe(true);
    expect(isSafeCommand("terraform apply", ["terraform plan"])).toBe(false);
  });

  test("an empty entry allows nothing", () => expect(isSafeCommand("rm x", ["", "  "])).toBe(false));
});

test("what only the person's list allows is not said to read", () => {
  const rules = { commands: ["npm test", "ls"], reading: false };
  expect(judgeCommand("npm test", rules)).toEqual({ kind: "safe", by: "list" });
  expect(judgeCommand("ls && npm test", rules)).toEqual({ kind: "safe", by: "list" });
  expect(judgeCommand("ls", rules)).toEqual({ kind: "safe", by: "reading" });
});

describe("laws", () => {
  const pieces = fc.constantFrom(
    ..."ls|cat|git|status|a|-l|--|; |&&|||| | & |\n|'|\"|\\|$|$(|)|`|{|}|<|>|*|#|!|~|=|A=1|rm|\t|  |é|\u00a0|\r|((|[[|]]".split(
      "|",
    ),
    "|",
    "||",
  );
  const wild = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(""));

  test("what the strict grammar reads, the shell's grammar reads as the same words", () => {
    fc.assert(
      fc.property(wild, (line) => {
        const plain = readPlain(line);
        if (plain.kind === "beyond") return;
        const words = plain.parts.flat().map(({ text }) => text);
        const seen = allWords(parse(line));
        // Reserved words are plain to us and grammar to a shell; then the two do not agree and the command asks.
        if (judgeCommand(line, { commands: words, reading: true }).kind === "safe") expect(seen).toEqual(words);
      }),
      { numRuns: 3000 },
    );
  });

  test("adding an unlisted command anywhere makes it ask", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...lines.reads), { minLength: 1, maxLength: 3 }),
        fc.constantFrom("; ", " && ", " || ", " | ", "\n"),
        fc.nat(3),
        (parts, joint, at) => {
          expect(isSafeCommand(parts.join(joint), READING)).toBe(true);
          expect(isSafeCommand(parts.toSpliced(Math.min(at, parts.length), 0, "rm x").join(joint), READING)).toBe(
            false,
          );
        },
      ),
    );
  });
});

function allWords(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(allWords);
  if (typeof node !== "object" || node === null) return [];
  if ("type" in node && node.type === "Word" && "value" in node) return [String(node.value)];
  if ("type" in node && node.type === "Command" && "name" in node && "suffix" in node)
    return [...allWords(node.name), ...allWords(node.suffix)];
  return Object.values(node).flatMap(allWords);
}
