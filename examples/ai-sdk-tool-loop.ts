// Galley's tools in a loop of the AI SDK: the model reads and edits files, and each change needs approval. The model is
// scripted, so this runs without a key; pass any model of the SDK instead. Needs: npm install ai

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dynamicTool, generateText, jsonSchema, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { openWorkspace } from "galley";

const root = mkdtempSync(join(tmpdir(), "galley-example-"));
writeFileSync(join(root, "greet.js"), "console.log('hi');\n");

const asked: string[] = [];
const workspace = await openWorkspace({
  root,
  approve: async (question) => {
    asked.push(question.description);
    return { action: "apply" };
  },
});

const tools = Object.fromEntries(
  workspace.tools().map(({ name, description, parameters, call }) => [
    name,
    dynamicTool({
      description,
      inputSchema: jsonSchema(parameters),
      execute: (args, { abortSignal }) => call(args, abortSignal && { signal: abortSignal }),
    }),
  ]),
);

const { text, steps } = await generateText({
  model: scripted([
    ["read_file", { path: "greet.js" }],
    ["edit_file", { path: "greet.js", old_string: "'hi'", new_string: "'hello'" }],
    "greet.js now says hello.",
  ]),
  tools,
  stopWhen: stepCountIs(10),
  prompt: "Make greet.js say hello.",
});

console.log(text);
assert.equal(readFileSync(join(root, "greet.js"), "utf8"), "console.log('hello');\n");
assert.deepEqual(
  steps.flatMap(({ toolResults }) => toolResults.map(({ toolName, output }) => [toolName, (output as Result).success])),
  [
    ["read_file", true],
    ["edit_file", true],
  ],
);
assert.equal(asked.length, 1); // Reading needs no approval.

type Result = { readonly success: boolean };

/** A model that makes these calls and then says the text. */
function scripted(script: readonly (string | readonly [tool: string, args: object])[]): MockLanguageModelV3 {
  let step = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const line = script[step++]!;
      const isText = typeof line === "string";
      return {
        content: [
          isText
            ? { type: "text", text: line }
            : { type: "tool-call", toolCallId: `call-${step}`, toolName: line[0], input: JSON.stringify(line[1]) },
        ],
        finishReason: { unified: isText ? "stop" : "tool-calls", raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
}
