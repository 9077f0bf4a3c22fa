import { expect, test } from "vitest";
import { isElision, isPlaceholder } from "./elision.ts";

test.each([
  "// ... existing code ...",
  "    # ... rest of code ...",
  "# ... (rest of the code remains the same)",
  "/* ... rest of the file ... */",
  "<!-- ... existing content ... -->",
  "{/* ... other components ... */}",
  "-- ... existing code ...",
  "; ... remaining code ...",
  "% ... unchanged code ...",
  "// rest of code unchanged",
  "// rest of the code here",
  "# Rest of the implementation remains the same",
  "// ... unchanged",
  "// existing code",
  "// (existing code)",
  "// [rest of the function]",
  "// … existing code …",
  "// code omitted for brevity",
  "// remaining code unchanged",
  "// same as before",
  "... existing code ...",
  "// Keep existing code as is",
])("a placeholder: %s", (line) => expect(isPlaceholder(line)).toBe(true));

test.each([
  "",
  "...",
  "    ...",
  "return ...",
  "  ...props,",
  "[...rest, 1]",
  "function f(...args) {",
  "// Wait for the rest of the headers to arrive",
  "// The rest is silence.",
  "# remaining attempts before giving up",
  "// existing users keep their password",
  "/* other cases are errors */",
  "# Loading...",
  "// Connecting to the server...",
  "// restore the code page",
  "* Returns the unchanged value.",
  "// TODO: handle the error",
  "const existing = code;",
  "See the rest of the documentation.",
  "# The same file may be listed twice",
  "// original request id, kept for logging",
  "- rest",
  "print('... rest of code ...')",
])("no placeholder: %s", (line) => expect(isPlaceholder(line)).toBe(false));

test.each([
  ["...", true],
  ["    ...", true],
  ["…", true],
  ["# ...", true],
  ["// ... existing code ...", true],
  ["<!-- ... -->", true],
  ["...props,", false],
  ["return x", false],
  ["", false],
  ["// a comment", false],
  ["# Loading...", false],
])("left out in a wanted text: %s → %s", (line, isOne) => expect(isElision(line)).toBe(isOne));

test("a line of a megabyte is looked at in part", () => {
  expect(isPlaceholder(`// ${"the rest of ".repeat(100_000)}`)).toBe(false);
  expect(isElision("(".repeat(1_000_000))).toBe(false);
});
