import { describe, expect, test } from "vitest";
import { labelledPath, pathsIn } from "./label.ts";

describe("files that a line names", () => {
  test.each<[string, string[]]>([
    ["Now change `src/a.ts` and **b.ts**:", ["src/a.ts", "b.ts"]],
    ["See [a.ts](a.ts) and `a.ts`.", ["a.ts"]],
    ["Open src/a.ts, then src/b.ts.", ["src/a.ts", "src/b.ts"]],
    ["With Node.js and `next.js` you need a.ts", []],
    ["Read https://example.com/a.ts first", []],
    ["Use `npm run build` and `foo`", []],
    ["No file at all", []],
    [`${"x".repeat(300)} \`a.ts\``, []],
  ])("%s", (line, paths) => expect(pathsIn(line)).toEqual(paths));
});

describe("labels", () => {
  test.each<[string, string | null]>([
    ["### 2. Update `src/a.ts`", "src/a.ts"],
    ["In `src/a.ts`:", "src/a.ts"],
    ["- [a.ts](a.ts) (new)", "a.ts"],
    ["1. src/a.ts", "src/a.ts"],
    ["2) b.js", "b.js"],
    ["#### a.js (new file)", "a.js"],
    ["File 2: b.js", "b.js"],
    ["* `b.js`:", "b.js"],
    ["> a.ts", "a.ts"],
    ["*src/a.ts*", "src/a.ts"],
    ["New file `a.ts`", "a.ts"],
    ["Output of `a.js`:", null],
    ["Run `src/a.sh`:", null],
    ["Before (`src/a.ts`):", null],
    ["See `src/a.ts`.", null],
    ["`src/a.ts` and `src/b.ts`:", null],
    ["For example, a config in `a.json` could look like this:", null],
    ["Node.js", null],
    ["Here is the code:", null],
    ["", null],
  ])("%s", (line, path) => expect(labelledPath(line)).toBe(path));
});
