// Laws of reading tool calls: rendered calls come back, cut ones are never certain, and the work is linear.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeBlocks, readsPerLine } from "../describe-blocks.ts";
import { parseAnswer } from "../parse.ts";

const json = (value: unknown): string => `${JSON.stringify(value)}\n`;
const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const call = (name: string, input: unknown): object => ({ name, input });
const fenced = (text: string): string => `Words.\n\n\`\`\`json\n${text}\`\`\`\n`;
const tag = (name: string, attributes = ""): string => `\u003c${name}${attributes}\u003e\n`;

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("a\nb\n", '"\\', "\u2028", "```\n", "*** End Patch\n", "\r\n"),
);
const edits = fc.record({
  file_path: fc.constantFrom("a.ts", "src/b c.ts"),
  old_string: text.filter((each) => each !== ""),
  new_string: text,
});
const wrap = fc.constantFrom<(value: object) => string>(
  (value) => json(value),
  (value) => pretty(value),
  (value) => fenced(pretty(value)),
  (value) => pretty([value]),
  (value) =>
    json({
      type: "function",
      function: { name: "Edit", arguments: JSON.stringify((value as { input: object }).input) },
    }),
);

describe("laws", () => {
  test("a rendered call is read as the same edit", () =>
    fc.assert(
      fc.property(edits, fc.boolean(), wrap, (input, all, around) => {
        const answer = around(call("Edit", { ...input, ...(all ? { replace_all: true } : {}) }));
        expect(parseAnswer(answer, "auto").blocks).toMatchObject([
          {
            kind: "edit",
            path: input.file_path,
            change: { kind: "replace", find: input.old_string, put: input.new_string, match: "chars", all },
          },
        ]);
      }),
    ));

  test("cut anywhere, nothing is certain but what was whole", () =>
    fc.assert(
      fc.property(fc.array(edits, { minLength: 1, maxLength: 3 }), wrap, fc.nat(), (inputs, around, at) => {
        const answer = inputs.map((input) => around(call("Edit", input))).join("");
        const whole = describeBlocks(answer, "auto");
        const cut = parseAnswer(answer.slice(0, at % answer.length), "auto").blocks;
        const drawn = describeBlocks(answer.slice(0, at % answer.length), "auto");
        cut.forEach((block, index) => {
          if (block.kind === "edit" && block.likely === undefined) expect(drawn[index]).toBe(whole[index]);
        });
      }),
      { numRuns: 500 },
    ));

  test("JSON that is no call is read in steps that grow with its length only", () => {
    for (const of of [
      (count: number) => "[{\n".repeat(count),
      (count: number) => '{"a":\n'.repeat(count),
      (count: number) => `[{"a": [\n${'{"b": 1},\n'.repeat(count)}`,
      (count: number) => json({ a: 1 }).repeat(count),
      (count: number) => pretty(Array.from({ length: count }, () => ({ a: { b: [1] } }))),
      (count: number) => '[{"name":"Edit","input":{\n'.repeat(count),
      (count: number) => tag("invoke", ' name="x"').repeat(count),
      (count: number) => `${tag("write_to_file")}${tag("path")}`.repeat(count),
      (count: number) => tag("invoke", ' name="x"') + tag("parameter", ' name="y"').repeat(count),
    ]) {
      const [small, large] = [readsPerLine(of(500)), readsPerLine(of(4000))];
      expect(large).toBeLessThan(small * 1.25 + 2);
      expect(large).toBeLessThan(60);
    }
  });
});
