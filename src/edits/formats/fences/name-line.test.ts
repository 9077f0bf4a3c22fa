import { describe, expect, test } from "vitest";
import { parseAnswer } from "../parse.ts";
import { pathsIn, readNameLine } from "./name-line.ts";

describe("files that a line names", () => {
  test.each<[string, string[]]>([
    ["Now change `src/a.ts` and **b.ts**:", ["src/a.ts", "b.ts"]],
    ["See [a.ts](a.ts) and `a.ts`.", ["a.ts"]],
    ["Open src/a.ts, then src/b.ts.", ["src/a.ts", "src/b.ts"]],
    ["In `src/a.ts` (yes, `a.ts`)", ["src/a.ts"]],
    ["With Node.js and `next.js` you need it", []],
    ["Read https://example.com/a.ts first", []],
    ["Read example.com/a.html first", []],
    ["Use `npm run build`, `console.log` and `foo`", []],
    ["Use `items.map(f)`, `user.name` and version 1.2", []],
    ["Serve it as text/html and/or application/json", []],
    ["No file at all", []],
    [`${"x".repeat(300)} \`a.ts\``, []],
  ])("%s", (line, paths) => expect(pathsIn(line)).toEqual(paths));
});

describe("lines that name one file", () => {
  test.each<[string, string]>([
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
    ["### 📄 `src/a.ts` — entry point", "src/a.ts"],
    ["## ✅ 1️⃣ New file: src/a.ts", "src/a.ts"],
    ["**1. `lib/a.js` – returns the results of the query**", "lib/a.js"],
    ["**Step 2 – Modify lib/a.js**", "lib/a.js"],
    ["Step 3: create `config/app.yml`.", "config/app.yml"],
    ["<summary><b>src/a.ts</b> (12 lines)</summary>", "src/a.ts"],
    ["`src/a.ts` - Adds caching.", "src/a.ts"],
    ["Next, open up `src/server.ts` and replace its contents with the following:", "src/server.ts"],
    ["I've rewritten `src/a.ts` so that it returns early.", "src/a.ts"],
    ["Here's the updated version of server.js, with the errors handled:", "server.js"],
    ["Update the existing file `src/a.ts`:", "src/a.ts"],
    ["Fix the console output in `src/a.ts`:", "src/a.ts"],
    ["Replace the `console.log` call in `src/a.ts`:", "src/a.ts"],
    ["Create config.json with this content:", "config.json"],
    ["And the stylesheet goes in styles/main.css:", "styles/main.css"],
    ["修改 `src/a.ts`：", "src/a.ts"],
    ["Die Datei `src/a.ts` sieht dann so aus:", "src/a.ts"],
    ["Makefile (updated)", "Makefile"],
    ["`.github/workflows/ci.yml`: run the tests", ".github/workflows/ci.yml"],
  ])("%s", (line, path) => expect(readNameLine(line, { known: null })).toEqual({ kind: "one", path }));

  test.each(["**1️⃣ src/a.ts**", "**Updated src/a.ts**", "**Step 2 src/a.ts**", "Updated src/a.ts"])(
    "no words become a part of a name: %s",
    (line) => {
      const { blocks } = parseAnswer(`${line}\n\n\`\`\`ts\nx\n\`\`\`\n`, "auto");
      expect(blocks).toMatchObject([{ path: "src/a.ts", likely: { line: 1 } }]);
      const made = parseAnswer(`${line}\n««« EDIT\n═══════ REPL\nx\n»»» EDIT END\n`, "auto").blocks;
      expect(made.every((block) => block.path === null || block.path === "src/a.ts")).toBe(true);
    },
  );

  test("a name with spaces, when there is such a file", () => {
    const known = (path: string): boolean => path === "My Notes.md";
    for (const line of ["### My Notes.md (updated)", "Update **My Notes.md**:", "In `My Notes.md`, add:"])
      expect(readNameLine(line, { known })).toEqual({ kind: "one", path: "My Notes.md" });
    expect(readNameLine("In `My Notes.md`, add:", { known: null }).kind).toBe("none");
  });

  test("a product, when there is such a file", () =>
    expect(readNameLine("### Node.js", { known: () => true })).toEqual({ kind: "one", path: "Node.js" }));
});

describe("lines that name none, or more than one", () => {
  test.each<[string, string]>([
    ["Output of `a.js`:", "no-edit"],
    ["Run `src/a.sh`:", "no-edit"],
    ["Before (`src/a.ts`):", "no-edit"],
    ["`src/a.ts` (unchanged)", "no-edit"],
    ["`src/a.ts` before:", "no-edit"],
    ["Currently `src/a.ts` looks like this:", "no-edit"],
    ["For example, a config in `a.json` could look like this:", "no-edit"],
    ["e.g. config.json", "no-edit"],
    ["Put your settings in a file, e.g. config.json", "no-edit"],
    ["| `src/a.ts` | exports `x` |", "none"],
    ["`Array.prototype.map` returns a new array:", "none"],
    ["Run it:", "no-edit"],
    ["See `src/a.ts`.", "no-edit"],
    ["The bug is in `src/a.ts`.", "none"],
    ["Node.js", "none"],
    ["### Node.js", "none"],
    ["https://example.com/a.html", "no-edit"],
    ["mysite.com/a.html", "none"],
    ["Here is the code:", "none"],
    ["", "none"],
    ["`src/a.ts` and `src/b.ts`:", "several"],
    ["### `src/a.ts` → `src/b.ts`", "several"],
    ["Move the code from `src/a.ts` to `src/b.ts`:", "several"],
    ["### [a.ts](src/a.ts)", "unclear-link"],
  ])("%s", (line, kind) => expect(readNameLine(line, { known: null }).kind).toBe(kind));
});
