import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { docsTables, withTables } from "./docs-tables.ts";

const root = resolve(import.meta.dirname, "..", "..");
const tables = docsTables();
const pages = [...new Set(tables.map(({ page }) => page))];

test.each(pages)("the tables of %s are those of the source: else run npm run schema", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const own = tables.filter((table) => table.page === page);
  expect(text).toBe(withTables(text, own));
});

test("a table goes between its marks and nowhere else", () => {
  const table = { page: "a.md", name: "x", text: "| a |\n" };
  const page = "before\n\n<!-- x: generated -->\n\nold\n\n<!-- /x -->\n\nafter\n";
  expect(withTables(page, [table])).toBe("before\n\n<!-- x: generated -->\n\n| a |\n\n<!-- /x -->\n\nafter\n");
  expect(() => withTables("no place", [table])).toThrow('a.md has no place for the table "x"');
});
