import { expect, test } from "vitest";
import { isProtected, builtInEntries } from "../../approval/index.ts";
import { protectionFrom } from "./protected.ts";
import { effectiveConfig } from "./effective.ts";

function protectionWith(user: readonly string[], project: readonly string[] = []) {
  const config = effectiveConfig({ config: { protected: [...user] }, from: "user" }, { protected: [...project] });
  return { protection: protectionFrom(config), refused: config.refused.map(({ key }) => key) };
}

test.each<[string, readonly string[], readonly string[], string, boolean]>([
  ["an addition", ["*.pem"], [], "keys/a.PEM", true],
  ["the project's addition", [], ["migrations"], "db/migrations/1.sql", true],
  ["a removal", ["!.vscode"], [], ".vscode/tasks.json", false],
  ["a removal, spelled otherwise", ["!.VSCode/**"], [], ".vscode/tasks.json", false],
  ["a removal leaves the rest", ["!.vscode"], [], ".idea/x", true],
  ["a later addition counts", ["!.vscode", ".vscode"], [], ".vscode/x", true],
  ["a later removal takes an own addition away", ["*.pem", "!*.pem"], [], "a.pem", false],
  ["the project protects again what the person does not", ["!.vscode"], [".vscode"], ".vscode/x", true],
  ["an example of variables is an ordinary file", [], [], ".env.example", false],
  ["which a config can protect, by a pattern that has exceptions in the table", [".env.*"], [], ".env.example", true],
  ["or the project's", [], [".env.*"], ".env.example", true],
  ["a removal of that pattern", ["!.env.*"], [], ".env.local", false],
  ["the project removes nothing", [], ["!.vscode"], ".vscode/x", true],
  ["the project cannot remove what the person added", ["*.pem"], ["!*.pem"], "a.pem", true],
])("%s", (_, user, project, path, expected) =>
  expect(isProtected(path, protectionWith(user, project).protection)).toBe(expected),
);

test("what a project may not do is refused by name", () => {
  expect(protectionWith([], ["!.vscode", "a"]).refused).toEqual(["protected[0]: !.vscode"]);
});

test.each<[readonly string[], string]>([
  [["!.git"], ".git stays protected"],
  [["!.GIT/**"], ".git stays protected"],
  [["!/.git/hooks"], ".git stays protected"],
  [["!.g\u200cit"], ".git stays protected"],
  [["a", "!.galley"], "(protected[1]) cannot be used: .galley stays protected"],
  [["!.vscod"], 'no protected pattern is ".vscod" (did you mean .vscode?)'],
  [["!.vscode/tasks.json"], "(did you mean .vscode?)"],
  [["!.aider.conf.yml"], "(did you mean .aider*?)"],
  [["!src/something/else"], "galley config --json lists them"],
  [["!"], '"" is empty'],
  [["a/../b"], "contains . or .."],
])("%j cannot be used: %s", (patterns, message) =>
  expect(() => protectionWith(patterns)).toThrow(
    expect.objectContaining({ code: "INVALID_ARG", message: expect.stringContaining(message) }),
  ),
);

test("no pattern of a config makes .git or .galley writable", () => {
  const others = builtInEntries().filter(({ pattern }) => pattern !== ".git" && pattern !== ".galley");
  const { protection } = protectionWith(others.map(({ pattern }) => `!${pattern}`));
  expect([".git/config", "a/.galley/config.json", ".vscode/x"].map((path) => isProtected(path, protection))).toEqual([
    true,
    true,
    false,
  ]);
});

test("without a word in any config it is the built-in table", () => {
  expect(protectionWith([]).protection.entries).toEqual(builtInEntries());
});
