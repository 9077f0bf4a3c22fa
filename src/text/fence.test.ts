import fc from "fast-check";
import { expect, test } from "vitest";
import { fenced, fenceFor } from "./fence.ts";

test.each([
  ["", "```"],
  ["a ` b `` c", "```"],
  ["```js\nx\n```", "````"],
  ["    ````` indented", "``````"],
])("%j", (text, fence) => expect(fenceFor(text)).toBe(fence));

test("no line inside closes the fence, and the text is there whole", () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("`", "``", "````", "a", " ", "\n")).map((parts) => parts.join("")),
      (text) => {
        const whole = fenced(text);
        const [open, ...rest] = whole.split("\n");
        const close = rest.pop()!;
        expect(open).toBe(close);
        expect(rest.filter((line) => line.trim().startsWith(open!))).toEqual([]);
        expect(rest.join("\n")).toBe(text.replace(/\n$/, ""));
      },
    ),
  ));

test("a text with very many fences", () => {
  expect(fenceFor("```\n".repeat(300_000))).toBe("````");
});
