import { describe, expect, test } from "vitest";
import { didYouMean } from "../base/index.ts";
import { FORMAT_NAMES } from "../edits/index.ts";
import { HOOK_HOSTS, MCP_CLIENTS } from "../install/index.ts";
import { parseArguments, UsageError } from "./arguments.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "./command-table.ts";

const parse = (line: string) =>
  parseArguments(line === "" ? [] : line.split(" "), { ...GLOBAL_OPTIONS, ...COMMANDS["apply"]!.options });

describe("words, flags and values", () => {
  test.each([
    ["a.md --dry-run", { words: ["a.md"], flags: ["--dry-run"], values: {} }],
    ["--json --root=x -", { words: ["-"], flags: ["--json"], values: { "--root": ["x"] } }],
    ["-y -n", { words: [], flags: ["--yes", "--dry-run"], values: {} }],
    ["a.md --context x y --json", { words: ["a.md"], flags: ["--json"], values: { "--context": ["x", "y"] } }],
    ["--context x --context y -", { words: ["-"], flags: [], values: { "--context": ["x", "y"] } }],
    ["--context=x a.md", { words: ["a.md"], flags: [], values: { "--context": ["x"] } }],
    ["--format udiff -- --json", { words: ["--json"], flags: [], values: { "--format": ["udiff"] } }],
    ["--root a --root b", { words: [], flags: [], values: { "--root": ["b"] } }],
  ])("%s", (line, expected) => {
    const { words, flags, values } = parse(line);
    expect({ words, flags: [...flags], values: Object.fromEntries(values) }).toEqual(expected);
  });

  test.each([
    ["--wrap gemini --acp -m x --help", ["gemini", "--acp", "-m", "x", "--help"]],
    ["--wrap -- gemini --acp", ["gemini", "--acp"]],
    ["--wrap=node agent.js -- x", ["node", "agent.js", "--", "x"]],
  ])("everything after %s is the other program's", (line, expected) => {
    const parsed = parseArguments(line.split(" "), { ...GLOBAL_OPTIONS, ...COMMANDS["acp"]!.options });
    expect([parsed.values.get("--wrap"), [...parsed.flags], parsed.words]).toEqual([expected, [], []]);
  });

  test("a word that --context took and might be the file is pointed out", () => {
    expect(parse("--context x a.md").doubtful).toBe("a.md");
    expect(parse("--context x").doubtful).toBe(null);
  });

  test.each([
    ["--jsn", "unknown option --jsn (did you mean --json?)"],
    ["--format unified", `--format must be one of auto, ${FORMAT_NAMES.join(", ")}; got "unified"`],
    ["--root", "--root needs a value: --root DIR"],
    ["--json=1", "--json takes no value"],
    ["--__proto__", "unknown option --__proto__"],
  ])("%s is refused", (line, message) => {
    expect(() => parse(line)).toThrow(UsageError);
    expect(() => parse(line)).toThrow(message);
  });
});

test("a slip is close, another word is not", () => {
  expect(didYouMean("aply", ["apply", "undo"])).toBe(" (did you mean apply?)");
  expect(didYouMean("zebra", ["apply", "undo"])).toBe("");
});

test("the names in the help of hook and mcp are those that can be installed", () => {
  expect(COMMANDS["hook"]!.names).toEqual(HOOK_HOSTS.map(({ name }) => name));
  expect(COMMANDS["mcp"]!.names).toEqual(MCP_CLIENTS.map(({ name }) => name).toSorted());
});
