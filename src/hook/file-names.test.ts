import { homedir } from "node:os";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readingsOf, requireOneReading } from "./file-names.ts";
import { claudeCode } from "./hosts/claude-code.ts";
import { gemini } from "./hosts/gemini.ts";

const inProject = { folder: "/project", habits: claudeCode.habits };
const ofGemini = { folder: "/project", habits: gemini.habits };

describe("a name with one reading", () => {
  test.each([
    ["relative", "src/a.txt", "/project/src/a.txt"],
    ["absolute", "/project/@types/a.txt", "/project/@types/a.txt"],
    ["with dots", "./src/../a.txt", "/project/a.txt"],
    ["with a sign inside", "src/@types/~a b.txt", "/project/src/@types/~a b.txt"],
    ["a percent sign, where it means nothing", "%61.txt", "/project/%61.txt"],
  ])("%s", (_, name, path) => expect(readingsOf(name, inProject)).toEqual([path]));

  test("a percent sign that begins no escape", () =>
    expect(readingsOf("100%.txt", ofGemini)).toEqual(["/project/100%.txt"]));
});

describe("a name that agents read in several ways", () => {
  test.each([
    ["a home directory", "~/a.txt", `${homedir()}/a.txt`],
    ["a leading @", "@src/a.txt", "/project/src/a.txt"],
    ["a leading @ before the root", "@/a.txt", "/project/a.txt"],
    ["whitespace around it", " a.txt", "/project/a.txt"],
    ["a letter in two parts", "/project/e\u0301.txt", "/project/\u00E9.txt"],
    ["a URL", "file:///project/a.txt", "/project/a.txt"],
  ])("%s", (_, name, other) => {
    expect(readingsOf(name, inProject)).toContain(other);
    expect(() => requireOneReading(name, inProject)).toThrow("depends on how the agent reads");
  });

  test.each(["/project/%61.txt", "%2e%2e/else.txt", "src%2fa.txt"])("an escape of a URL: %s", (name) =>
    expect(() => requireOneReading(name, ofGemini)).toThrow("depends on how the agent reads"),
  );

  test("the first reading is what the system reads", () =>
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z@~% ]{1,4}$/), { minLength: 1, maxLength: 3 }), (parts) => {
        expect(readingsOf(parts.join("/"), ofGemini)[0]).toBe(`/project/${parts.join("/")}`);
      }),
    ));
});
