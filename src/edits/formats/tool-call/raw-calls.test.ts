// Tool calls in the notations of models' own templates, and as Python: what each means, and that none is certain.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeBlocks, readsPerLine } from "../describe-blocks.ts";

const INPUT = { path: "a.ts", old_string: "one\n", new_string: '1 "q"\n' };
const args = JSON.stringify(INPUT);
const named = (key: string): string => JSON.stringify({ name: "edit_file", [key]: INPUT });
const BAR = "\uFF5C";
const deep = (word: string): string => `<${BAR}tool\u2581${word}${BAR}>`;
const EDIT = 'a.ts: ? one/ → 1 "q"/';

describe("calls in a model's own template", () => {
  test.each<[string, string, readonly string[]]>([
    ["Llama", `<|python_tag|>${named("parameters")}\n`, [EDIT]],
    ["Mistral, a list", `[TOOL_CALLS][${named("arguments")}, ${named("arguments")}]\n`, [EDIT, EDIT]],
    ["Mistral, name and arguments", `[TOOL_CALLS]edit_file[ARGS]${args}\n`, [EDIT]],
    ["Mistral, with an id", `[TOOL_CALLS]edit_file[CALL_ID]a1b2[ARGS]${args}\n`, [EDIT]],
    ["gpt-oss", `<|channel|>commentary to=functions.edit_file <|constrain|>json<|message|>${args}<|call|>\n`, [EDIT]],
    [
      "Kimi, two, after words",
      `I fix both.<|tool_calls_section_begin|><|tool_call_begin|>functions.edit_file:0<|tool_call_argument_begin|>${args}<|tool_call_end|><|tool_call_begin|>functions.edit_file:1<|tool_call_argument_begin|>${args}<|tool_call_end|><|tool_calls_section_end|>\n`,
      [EDIT, EDIT],
    ],
    [
      "DeepSeek",
      `${deep("calls▁begin")}${deep("call▁begin")}edit_file${deep("sep")}${args}${deep("call▁end")}\n`,
      [EDIT],
    ],
    [
      "DeepSeek with a fence",
      `${deep("call▁begin")}function${deep("sep")}edit_file\n\`\`\`json\n${args}\n\`\`\`${deep("call▁end")}\n`,
      [EDIT],
    ],
    ["Llama, custom functions", `<function=edit_file>${args}</function>\n`, [EDIT]],
    ["ReAct", `Thought: change it.\nAction: edit_file\nAction Input: ${args}\n`, [EDIT]],
    [
      "a name with a prefix",
      `<|tool_call|>${named("arguments").replace("edit_file", "functions.edit_file")}\n`,
      [EDIT],
    ],
    ["a tool that reads", `<|tool_call|>{"name": "read_file", "arguments": {"path": "a.ts"}}\n`, []],
    ["a command", `Action: bash\nAction Input: {"command": "rm -rf /"}\n`, []],
    ["cut off", `[TOOL_CALLS]edit_file[ARGS]${args.slice(0, 30)}\n`, ["! null incomplete"]],
    ["a token, and JSON much later", `<|tool_call|>\n\nA paragraph.\n\nAnother.\n\n{"a": 1}\n`, []],
    ["a token in code", "const end = '<|im_end|>';\nconst x = { name: 1 };\n", []],
    [
      "in a file's content",
      `a.md\n\`\`\`\n<|tool_call|>${named("arguments")}\n\`\`\`\n`,
      [`a.md: = <|tool_call|>${named("arguments")}/`],
    ],
    [
      "GLM",
      `<tool_call>edit_file\n<arg_key>path</arg_key>\n<arg_value>a.ts</arg_value>\n<arg_key>old_string</arg_key>\n<arg_value>one</arg_value>\n<arg_key>new_string</arg_key>\n<arg_value>1</arg_value>\n</tool_call>\n`,
      ["a.ts: one → 1"],
    ],
  ])("%s", (_, text, expected) => expect(describeBlocks(text, "auto")).toEqual(expected));

  test("a message of an API, pretty-printed, has nothing but its calls", () => {
    const message = { tool_calls: [{ type: "function", function: { name: "edit_file", arguments: args } }] };
    const expected = ['a.ts: one/ → 1 "q"/'];
    expect(describeBlocks(`${JSON.stringify(message, null, 2)}\n`, "auto")).toEqual(expected);
    expect(describeBlocks(`Like this:\n\n${JSON.stringify(message, null, 2)}\n`, "auto")).toEqual([EDIT]);
  });
});

describe("calls as Python", () => {
  const call = 'edit_file(path="a.ts", old_string="one\\n", new_string=\'1 "q"\\n\')';
  test.each<[string, string, readonly string[]]>([
    ["a list", `[${call}]\n`, [EDIT]],
    ["two in a list", `[${call}, read_file(path="b"), ${call}]\n`, [EDIT, EDIT]],
    ["in a fence", `\`\`\`tool_code\n${call}\n\`\`\`\n`, [EDIT]],
    ["printed", `\`\`\`tool_code\nprint(default_api.${call})\nprint(${call})\n\`\`\`\n`, [EDIT, EDIT]],
    ["three quotes", `[write_file(path="a.ts", content="""one\n'two' \\"\n""")]\n`, ["a.ts: ? = one/'two' \"/"]],
    ["an escape that is not known", `[write_file(path="a.ts", content="\\q")]\n`, []],
    ["a value that is no literal", `[write_file(path="a.ts", content=text)]\n`, []],
    ["cut off", `[write_file(path="a.ts", content="one\n`, []],
    ["a tool that reads", `[read_file(path="a.ts")]\n`, []],
    ["a link", "[edit_file](https://example.com/)\n", []],
    ["in a fence of Python", `\`\`\`python\n${call}\n\`\`\`\n`, []],
  ])("%s", (_, text, expected) => expect(describeBlocks(text, "auto")).toEqual(expected));

  test("strings come back, whatever is in them", () => {
    const quoted = (text: string): string =>
      `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\r", "\\r")}"`;
    const flat = (text: string): string => text.replaceAll("\r", "%").replaceAll("\n", "/");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (content) => {
        const answer = `[write_file(path="a.ts", content=${quoted(content)})]\n`;
        expect(describeBlocks(answer, "auto")).toEqual([`a.ts: ? = ${flat(content)}`]);
      }),
    );
  });
});

test("hostile text is read in steps that grow with its length only", () => {
  for (const of of [
    (count: number) => "<|tool_call|>{\n".repeat(count),
    (count: number) => '<|tool_call|>{"name": "edit_file", "arguments": {}}\n'.repeat(count),
    (count: number) => `<|x|>[\n${'{"b": 1},\n'.repeat(count)}`,
    (count: number) => '[edit_file(path="""\n'.repeat(count),
    (count: number) => "words <|tool_call\n".repeat(count),
    (count: number) => "Action Input: \n".repeat(count),
  ]) {
    const [small, large] = [readsPerLine(of(500)), readsPerLine(of(4000))];
    expect(large).toBeLessThan(small * 1.25 + 2);
    expect(large).toBeLessThan(60);
  }
});
