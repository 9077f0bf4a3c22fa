// Tool calls as agents write them: what each means, and that nothing less than a whole call is certain.

import { describe, expect, test } from "vitest";
import { describeBlocks, firstProblem } from "../describe-blocks.ts";
import { parseAnswer } from "../parse.ts";

const EDIT = { file_path: "a.ts", old_string: "one\n", new_string: '1 "q"\n' };
const json = (value: unknown): string => `${JSON.stringify(value)}\n`;
const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const call = (name: string, input: unknown): object => ({ name, input });
const fenced = (text: string, info = "json"): string => `Words.\n\n\`\`\`${info}\n${text}\`\`\`\n`;
const OLD = 'a.ts: one/ → 1 "q"/';
const PATCH = "*** Begin Patch\n*** Update File: a.ts\n-one\n+1\n*** Add File: b.ts\n+x\n*** End Patch\n";
const PATCHED = ["a.ts: [one/ → 1/]", "b.ts: + x/"];

/** Chosen, so that only the doubts of the call itself count (borrowed.ts); these rows have edits in other formats. */
const formatFor = (name: string): "auto" | "tool-call" =>
  ["a file of calls", "a replace_in_file"].includes(name) ? "auto" : "tool-call";

describe("calls", () => {
  test.each<[string, string, readonly string[]]>([
    ["Claude Code", json(call("Edit", EDIT)), [OLD]],
    ["pretty", pretty(call("Edit", EDIT)), [OLD]],
    ["in a fence", fenced(pretty(call("Edit", EDIT))), [OLD]],
    ["in a fence under the file's name", `a.ts\n\`\`\`json\n${json(call("Edit", EDIT))}\`\`\`\n`, [OLD]],
    [
      "JSON lines",
      json(call("Edit", EDIT)) + json(call("Write", { file_path: "b.ts", content: "x" })),
      [OLD, "b.ts: = x"],
    ],
    ["a list", pretty([call("Edit", EDIT), call("Read", { file_path: "a.ts" }), call("Edit", EDIT)]), [OLD, OLD]],
    ["replace_all", json(call("Edit", { ...EDIT, replace_all: true })), [OLD]],
    ["nothing to find creates", json(call("Edit", { ...EDIT, old_string: "" })), ['a.ts: + 1 "q"/']],
    [
      "MultiEdit",
      json(
        call("MultiEdit", {
          file_path: "a.ts",
          edits: [
            { old_string: "a", new_string: "b" },
            { old_string: "c", new_string: "" },
          ],
        }),
      ),
      ["a.ts: a → b", "a.ts: c → "],
    ],
    [
      "tool_use in a message",
      pretty({
        role: "assistant",
        content: [
          { type: "text", text: "Hm." },
          { type: "tool_use", id: "t1", ...call("Edit", EDIT) },
        ],
      }),
      [OLD],
    ],
    [
      "tool_calls with arguments as text",
      pretty({
        choices: [
          {
            message: {
              tool_calls: [
                {
                  id: "c",
                  type: "function",
                  function: {
                    name: "edit_file",
                    arguments: JSON.stringify({ path: "a.ts", old_string: "x", new_string: "y" }),
                  },
                },
              ],
            },
          },
        ],
      }),
      ["a.ts: x → y"],
    ],
    [
      "a function_call item",
      json({
        type: "function_call",
        name: "write_file",
        arguments: JSON.stringify({ path: "n.ts", content: "é\n" }),
        call_id: "1",
      }),
      ["n.ts: = é/"],
    ],
    [
      "a hook's input",
      json({ hook_event_name: "PreToolUse", tool_name: "Write", tool_input: { file_path: "n.ts", content: "x\n" } }),
      ["n.ts: = x/"],
    ],
    [
      "an MCP request",
      json({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "edit_file", arguments: { path: "a.ts", edits: [{ oldText: "x", newText: "y" }] } },
      }),
      ["a.ts: x → y"],
    ],
    [
      "the text editor: create",
      json(call("str_replace_editor", { command: "create", path: "n.ts", file_text: "x\n" })),
      ["n.ts: = x/"],
    ],
    [
      "the text editor: str_replace",
      json(call("str_replace_based_edit_tool", { command: "str_replace", path: "a.ts", old_str: "x", new_str: "y" })),
      ["a.ts: x → y"],
    ],
    [
      "the text editor: deletes",
      json(call("text_editor_20250124", { command: "str_replace", path: "a.ts", old_str: "x" })),
      ["a.ts: x → "],
    ],
    [
      "the text editor: insert",
      json(call("str_replace_editor", { command: "insert", path: "a.ts", insert_line: 2, new_str: "y" })),
      ["a.ts: @3[ → y/]"],
    ],
    ["the text editor: view", json(call("str_replace_editor", { command: "view", path: "a.ts" })), []],
    ["codex: the command", json({ command: ["apply_patch", PATCH] }), PATCHED],
    ["codex: the input", json({ type: "custom_tool_call", name: "apply_patch", input: PATCH }), PATCHED],
    [
      "codex: arguments",
      json({ name: "shell", arguments: JSON.stringify({ command: ["apply_patch", PATCH] }) }),
      PATCHED,
    ],
    [
      "a shell that applies a patch",
      json(call("shell", { command: ["bash", "-lc", `apply_patch <<'E'\n${PATCH}E\n`] })),
      PATCHED.map((each) => each.replace(": ", ": ? ")),
    ],
    [
      "Gemini",
      json({ functionCall: { name: "replace", args: EDIT } }) +
        json({ functionCall: { name: "write_file", args: { file_path: "b", content: "x" } } }),
      [OLD, "b: = x"],
    ],
    ["ours", json({ name: "rm", arguments: { path: "a.ts" } }), ["a.ts: deleted"]],
    ["in a tag", `LTtool_call>${JSON.stringify(call("Edit", EDIT))}LT/tool_call>\n`, [OLD]],
    ["in a tag on lines", `LTtool_call>\n${json(call("Edit", EDIT))}LT/tool_call>\n`, [OLD]],
    ["only parameters", json(EDIT), [OLD.replace(": ", ": ? ")]],
    [
      "a list of files",
      pretty([
        { path: "a.ts", content: "x" },
        { path: "b.ts", content: "y" },
      ]),
      ["a.ts: ? = x", "b.ts: ? = y"],
    ],
    [
      "other names of parameters",
      json(call("Edit", { path: "a.ts", old_string: "x", new_string: "y" })),
      ["a.ts: ? x → y"],
    ],
    ["a parameter more", json(call("Edit", { ...EDIT, line: 4 })), [OLD.replace(": ", ": ? ")]],
    ["an unknown tool", json(call("modify_file", { path: "a.ts", content: "x" })), ["a.ts: ? = x"]],
    [
      "an unknown tool that lacks something",
      json(call("modify_file", { path: "a.ts", patch_id: 3 })),
      ["! a.ts unsure"],
    ],
    [
      "a known tool that lacks something",
      json(call("Edit", { file_path: "a.ts", old_string: "x" })),
      ["! a.ts malformed_block"],
    ],
    ["a wrong type", json(call("Write", { file_path: "a.ts", content: 3 })), ["! a.ts malformed_block"]],
    [
      "a name twice",
      '{"name":"Write","input":{"file_path":"a","file_path":"b","content":""}}\n',
      ["! a malformed_block"],
    ],
    [
      "a line break in a string",
      '{"name":"Write","input":{"file_path":"a","content":"x\ny"}}\n',
      ["! a malformed_block"],
    ],
    ["cut off", json(call("Edit", EDIT)).slice(0, -20), ["! a.ts incomplete"]],
    ["cut off in a fence", fenced(`${json(call("Edit", EDIT)).slice(0, -6)}\n`), ["! a.ts incomplete"]],
    ["a list cut off", pretty([call("Edit", EDIT), call("Edit", EDIT)]).slice(0, -30), [OLD, "! a.ts incomplete"]],
    [
      "a file of calls",
      `calls.json\n\`\`\`json\n{"name":"rm","input":{"path":"x"}}\n\`\`\`\n`,
      ['calls.json: = {"name":"rm","input":{"path":"x"}}/'],
    ],
    [
      "a description of a tool",
      json({ name: "edit_file", description: "", input_schema: { type: "object", properties: {} } }),
      [],
    ],
    [
      "the same as a function",
      json({
        type: "function",
        function: { name: "edit_file", parameters: { type: "object", properties: { path: {} } } },
      }),
      [],
    ],
    [
      "data",
      pretty({ name: "x", version: "1", files: ["a"] }) +
        json({ name: "README.md", path: "README.md", content: "eA==", encoding: "base64" }),
      [],
    ],
    [
      "calls that change nothing",
      json(call("Bash", { command: "rm a.ts" })) + json(call("Grep", { pattern: "x", path: "." })),
      [],
    ],
  ])("%s", (name, answer, expected) =>
    expect(describeBlocks(answer.replaceAll("LT", "\u003c"), formatFor(name))).toEqual(expected),
  );

  test("the report calls it tool-call, and a problem names its line", () => {
    expect(parseAnswer(json(call("Edit", EDIT)), "auto").format).toBe("tool-call");
    expect(
      firstProblem(`Words.\n{"name": "Edit",\n "input": {"file_path": "a.ts", "old_string": 'x'}}\n`, "auto"),
    ).toBe("Line 3 of the answer: the tool call is not valid JSON. A value is missing. None of it was applied.");
    expect(firstProblem(json(call("Edit", { file_path: "a.ts", old_string: "x" })), "auto")).toContain(
      "does not have the parameters it needs: file_path, old_string, new_string.",
    );
  });
});

const T = (text: string): string => text.replaceAll("[[", "\u003c").replaceAll("]]", "\u003e").replaceAll("%%", "]]");

describe("elements", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "Cline writes a file",
      "[[write_to_file]]\n[[path]]src/a.ts[[/path]]\n[[content]]\none\n\n  [[b]]two[[/b]]\n[[/content]]\n[[/write_to_file]]\n",
      ["src/a.ts: = one//  \u003cb\u003etwo\u003c/b\u003e/"],
    ],
    [
      "with a count",
      "[[write_to_file]]\n[[path]]a.ts[[/path]]\n[[content]]\none\n[[/content]]\n[[line_count]]1[[/line_count]]\n[[/write_to_file]]\n",
      ["a.ts: = one/"],
    ],
    [
      "invoke",
      '[[function_calls]]\n[[invoke name="Edit"]]\n[[parameter name="file_path"]]a.ts[[/parameter]]\n[[parameter name="old_string"]]one\ntwo[[/parameter]]\n[[parameter name="new_string"]]1[[/parameter]]\n[[/invoke]]\n[[/function_calls]]\n',
      ["a.ts: one/two → 1"],
    ],
    [
      "with a prefix",
      '[[x:invoke name="Write"]]\n[[x:parameter name="file_path"]]a.ts[[/x:parameter]]\n[[x:parameter name="content"]]one\n[[/x:parameter]]\n[[/x:invoke]]\n',
      ["a.ts: = one/"],
    ],
    [
      "two",
      '[[invoke name="Write"]]\n[[parameter name="file_path"]]a[[/parameter]]\n[[parameter name="content"]]1[[/parameter]]\n[[/invoke]]\n[[invoke name="Read"]]\n[[parameter name="file_path"]]a[[/parameter]]\n[[/invoke]]\n[[invoke name="Write"]]\n[[parameter name="file_path"]]b[[/parameter]]\n[[parameter name="content"]]2[[/parameter]]\n[[/invoke]]\n',
      ["a: = 1", "b: = 2"],
    ],
    [
      "function",
      "[[tool_call]]\n[[function=edit_file]]\n[[parameter=path]]\na.ts\n[[/parameter]]\n[[parameter=old_string]]\none\ntwo\n[[/parameter]]\n[[parameter=new_string]]\n1\n2\n[[/parameter]]\n[[/function]]\n[[/tool_call]]\n",
      ["a.ts: one/two/ → 1/2/"],
    ],
    [
      "CDATA",
      "[[write_to_file]]\n[[path]]a.ts[[/path]]\n[[content]][[![CDATA[\none\ntwo\n%%]]\n[[/content]]\n[[/write_to_file]]\n",
      ["a.ts: = one/two/"],
    ],
    [
      "entities",
      "[[write_to_file]]\n[[path]]a.ts[[/path]]\n[[content]]\na &lt; b\nc\n[[/content]]\n[[/write_to_file]]\n",
      ["a.ts: ? = a &lt; b/c/"],
    ],
    ["cut off", "[[write_to_file]]\n[[path]]a.ts[[/path]]\n[[content]]\none\n", ["! null incomplete"]],
    [
      "two ends",
      "[[write_to_file]]\n[[path]]a.ts[[/path]]\n[[content]]\none\n[[/content]]\n[[/write_to_file]]\ntwo\n[[/content]]\n[[/write_to_file]]\n",
      ["! null malformed_block"],
    ],
    [
      "a replace_in_file",
      "[[replace_in_file]]\n[[path]]a.ts[[/path]]\n[[diff]]\n------- SEARCH\none\n=======\n1\n+++++++ REPLACE\n[[/diff]]\n[[/replace_in_file]]\n",
      ["a.ts: one/ → 1/"],
    ],
    [
      "a command",
      '[[invoke name="Bash"]]\n[[parameter name="command"]]*** Begin Patch\n*** Delete File: a\n*** End Patch\n[[/parameter]]\n[[/invoke]]\n',
      [],
    ],
  ])("%s", (name, answer, expected) => expect(describeBlocks(T(answer), formatFor(name))).toEqual(expected));
});

describe("calls as other programs write them", () => {
  const PATHS = { path: "a.ts", old_string: "one\n", new_string: '1 "q"\n' };
  const LIKELY = OLD.replace("a.ts: ", "a.ts: ? ");
  const text = JSON.stringify(PATHS);
  const keyed = Object.entries(PATHS).map(
    ([key, value]) => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>\n`,
  );
  const numbered = {
    command: "str_replace",
    path: "a.ts",
    old_str_1: "a",
    new_str_1: "b",
    old_str_2: "c",
    new_str_2: "",
  };
  const each = { filePath: "a.ts", oldString: "one\n", newString: '1 "q"\n', explanation: "quotes" };

  test.each<[string, string, readonly string[]]>([
    ["keys and values", `<tool_call>edit_file\n${keyed.join("")}</tool_call>\n`, [OLD]],
    ["a tag of Python", `<|python_tag|>${JSON.stringify(call("edit_file", PATHS))}<|eom_id|>\n`, [LIKELY]],
    ["a list after a tag", `[TOOL_CALLS][${JSON.stringify(call("edit_file", PATHS))}]\n`, [LIKELY]],
    ["a name after a tag", `[TOOL_CALLS]edit_file[ARGS]${text}\n`, [LIKELY]],
    [
      "several on a line",
      `<|tool_calls_section_begin|><|tool_call_begin|>functions.edit_file:0<|tool_call_argument_begin|>${text}<|tool_call_end|><|tool_call_begin|>functions.edit_file:1<|tool_call_argument_begin|>${text}<|tool_call_end|>\n`,
      [LIKELY, LIKELY],
    ],
    [
      "a channel",
      `<|channel|>commentary to=functions.edit_file <|constrain|>json<|message|>${text}<|call|>\n`,
      [LIKELY],
    ],
    ["a call that reads", `<|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path": "a.ts"}\n`, []],
    [
      "letters in another case",
      json(call("strReplace", { path: "a.ts", oldStr: "a", newStr: "b" })),
      ["a.ts: ? a → b"],
    ],
    ["words with another sign", json(call("str-replace-editor", numbered)), ["a.ts: ? a → b", "a.ts: ? c → "]],
    [
      "a name that says nothing",
      json(call("SearchText", { path: "a.ts", old_str: "a", new_str: "b" })),
      ["a.ts: ? a → b"],
    ],
    ["a file for each edit", json(call("multi_replace", { replacements: [each, each] })), [LIKELY, LIKELY]],
    ["a name that only looks like a deed", json(call("search_credits", { path: "a.ts", content: "x" })), []],
  ])("%s", (_, answer, expected) => expect(describeBlocks(answer, "tool-call")).toEqual(expected));

  test("one of several edits without a file leaves the call refused", () =>
    expect(
      firstProblem(json(call("multi_replace", { replacements: [each, { oldString: "a", newString: "b" }] })), "auto"),
    ).toBe(
      "The parameter replacements of the call must be a list of edits, each with a path, an old and a new string. None of it was applied.",
    ));
});

describe("a command among the calls", () => {
  const bash = json(call("Bash", { command: "npm test" }));
  const note = 'Line 2 of the answer: a call of "Bash" runs a command. No command of a tool call is run here.';

  test("is named, once, beside the edits", () => {
    const { blocks, reason } = parseAnswer(json(call("Edit", EDIT)) + bash + bash, "auto");
    expect(blocks).toHaveLength(1);
    expect(reason).toBe(note);
  });

  test("is named where there is nothing else", () =>
    expect(parseAnswer(`\n${bash}`, "auto").reason).toMatch(new RegExp(`^No edit was recognised.* ${note}$`)));

  test("that holds a patch is an edit, and is not", () => {
    const patch = json(call("shell", { command: ["bash", "-lc", `apply_patch <<'EOF'\n${PATCH}EOF`] }));
    expect(parseAnswer(patch, "auto").reason ?? "").not.toContain("runs a command");
  });
});
