// docs/configuration.md lists exactly the protected paths of the table. UPDATE_DOCS=1 writes the list anew.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtInEntries } from "../src/approval/index.ts";
import { root } from "./built.ts";

const page = join(root, "docs", "configuration.md");
const LIST = /(<!-- protected: [^\n]* -->\n)([^]*?)(<!-- \/protected -->)/;

function listed(): string {
  const rows = new Map<string, string[]>();
  for (const { category, why, pattern } of builtInEntries()) {
    const row = `| ${category} | ${why} |`;
    rows.set(row, [...(rows.get(row) ?? []), `\`${pattern}\``]);
  }
  const lines = [...rows].map(([row, patterns]) => `${row} ${patterns.join(" ")} |`);
  return ["", "| what | why | patterns |", "| --- | --- | --- |", ...lines, "", ""].join("\n");
}

test("the page lists the table: else run with UPDATE_DOCS=1", () => {
  const text = readFileSync(page, "utf8");
  const made = text.replace(LIST, (_, start: string, __, end: string) => start + listed() + end);
  if (process.env["UPDATE_DOCS"]) writeFileSync(page, made);
  expect(LIST.exec(readFileSync(page, "utf8"))?.[2]).toBe(listed());
});
