import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partPlace } from "./shown-part.ts";

const FILE = [
  "import { x } from './x.js';",
  "",
  "export function one(a) {",
  "  return a;",
  "}",
  "",
  "export function two(a) {",
  "  if (a) {",
  "    return 1;",
  "  }",
  "  return 2;",
  "}",
  "",
  "class Box {",
  "  open() {",
  "    return true;",
  "  }",
  "",
  "  close() {",
  "    return false;",
  "  }",
  "}",
];
const PYTHON = [
  "import os",
  "",
  "def one(a):",
  "    return a",
  "",
  "def two(a):",
  "    if a:",
  "        return 1",
  "    return 2",
];

describe("the lines that a part replaces", () => {
  test.each<[string, readonly string[], string[], string | null]>([
    ["a function", FILE, ["export function one(a) {", "  return a + 1;", "}"], "2-5"],
    ["one with blocks in it", FILE, ["export function two(a) {", "  return a ? 1 : 2;", "}"], "6-12"],
    ["with other parameters", FILE, ["export function one(a, b) {", "  return a + b;", "}"], "2-5"],
    ["a method", FILE, ["  open() {", "    return this.lid;", "  }"], "14-17"],
    ["the last one", FILE, ["  close() {", "    return this.lid;", "  }"], "18-21"],
    ["in Python", PYTHON, ["def one(a):", "    return a + 1"], "2-4"],
    ["the last one in Python", PYTHON, ["def two(a):", "    return a and 1 or 2"], "5-9"],
    [
      "from one line to another",
      FILE,
      ["import { x } from './x.js';", "import y from 'y';", "", "export function one(a) {"],
      "0-3",
    ],
    ["after a comment with its name", FILE, ["// src/a.js", "export function one(a) {", "  return a + 1;", "}"], "2-5"],
    ["something new", FILE, ["export function three() {", "  return 3;", "}"], null],
    [
      "two definitions",
      FILE,
      ["export function one(a) {", "  return 1;", "}", "", "export function two(a) {", "  return 2;", "}"],
      null,
    ],
    ["a line that is there twice", ["f();", "g();", "f();"], ["f();", "h();"], null],
    ["nothing", FILE, ["", ""], null],
  ])("%s", (_, file, shown, drawn) => {
    const place = partPlace(file, shown, "src/a.js");
    expect(place === null ? null : `${place.from}-${place.to}`).toBe(drawn);
  });

  test("is in the file, and begins with the line it was found by", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...FILE), { maxLength: 20 }),
        fc.array(fc.constantFrom(...FILE), { maxLength: 6 }),
        (file, shown) => {
          const place = partPlace(file, shown, "src/a.js");
          if (place === null) return;
          expect(place.from).toBeGreaterThanOrEqual(0);
          expect(place.to).toBeGreaterThan(place.from);
          expect(place.to).toBeLessThanOrEqual(file.length);
          expect(file.filter((line) => line === place.lines[0]).length).toBeLessThan(2);
        },
      ),
    ));
});
