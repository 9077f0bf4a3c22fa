import fc from "fast-check";
import { expect, test } from "vitest";
import { endHere } from "./path-elsewhere.ts";

const HERE = new Set(["index.js", "src", "src/a.ts", "src/lib", "src/lib/a.ts", "lib"]);
const known = (path: string): boolean => HERE.has(path);

test.each([
  ["/repo/index.js", "index.js"],
  ["/index.js", "index.js"],
  ["/src/a.ts", "src/a.ts"],
  ["/home/me/my project/src/lib/a.ts", "src/lib/a.ts"],
  [String.raw`C:\Users\me\repo\src\a.ts`, "src/a.ts"],
  ["c:/repo/src/a.ts", "src/a.ts"],
  ["/repo/src/new.ts", "src/new.ts"],
  ["/repo/src/lib/new.ts", "src/lib/new.ts"],
  ["/repo/new.ts", null],
  ["/etc/passwd", null],
  ["/repo/../index.js", null],
  ["/repo/src/", null],
  ["/", null],
  ["index.js", null],
  ["repo/index.js", null],
])("%s is %s", (path, expected) => expect(endHere(path, known)).toBe(expected));

test("whatever it finds is an end of the path, and is here or in a folder that is", () => {
  const part = fc.constantFrom("src", "lib", "a.ts", "index.js", "x", "..", "");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom("/", "C:\\", ""), (parts, start) => {
      const path = `${start}${parts.join("/")}`;
      const end = endHere(path, known);
      if (end === null) return;
      expect(path).toMatch(/^(?:\/|C:)/);
      expect(path.replaceAll(/\/+/g, "/").endsWith(end)).toBe(true);
      expect(known(end) || known(end.slice(0, end.lastIndexOf("/")))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
