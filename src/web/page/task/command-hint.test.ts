import { expect, test } from "vitest";
import { gitCommandsIn } from "./command-hint.tsx";

test.each<[string, string, readonly string[]]>([
  ["in backticks", "Please run `git rm src/old.ts` and `$ git mv a b`.", ["git rm src/old.ts", "git mv a b"]],
  ["a line of its own, twice", "```sh\n$ git mv a b\ngit mv a b\n```", ["git mv a b"]],
  ["a sentence about it", "Use git rm or git mv to do this.", []],
  ["another command", "Run `git push --force` or `rm -rf x`.", []],
])("%s", (_, words, commands) => expect(gitCommandsIn(words)).toEqual(commands));

test("a long answer without end is read in one pass, and few commands are shown", () => {
  expect(gitCommandsIn("`git rm ".repeat(50_000))).toEqual([]);
  const many = Array.from({ length: 500 }, (_, at) => `git rm f${at}`).join("\n");
  expect(gitCommandsIn(many)).toHaveLength(20);
});
