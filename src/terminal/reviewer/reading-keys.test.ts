import { expect, test } from "vitest";
import { helpFor } from "./help.ts";
import { READING_KEYS } from "./reading-keys.ts";

test("no key is in two rows: the later one would win without a word", () => {
  const keys = READING_KEYS.flatMap((row) => row.keys);
  expect(keys).toHaveLength(new Set(keys).size);
  // Bound on every screen, in bindings.ts.
  const scrolling = ["b", "f", "g", "G", "home", "end", "page-up", "page-down"];
  expect(keys.filter((key) => scrolling.includes(key))).toEqual([]);
});

test("a hint names a key of its row, and the help has every row", () => {
  const names: Readonly<Record<string, string>> = { "↑↓": "up", Enter: "enter", "[ ]": "[", "{ }": "{" };
  for (const { keys, hint, shown } of READING_KEYS) {
    if (hint !== undefined) expect(keys).toContain(names[hint.key] ?? hint.key);
    expect(helpFor({ kind: "approve", showing: "page" }).map(([row]) => row)).toContain(shown);
  }
});
