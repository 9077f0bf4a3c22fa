// The page about formats is true: every example on it is read as the format of its section.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAnswer } from "../src/edits/index.ts";
import { root } from "./built.ts";
import { readPage } from "./docs/markdown.ts";

test("docs/formats.md shows each format as it is read", () => {
  const { blocks } = readPage(readFileSync(join(root, "docs", "formats.md"), "utf8"));
  const read = blocks.map(({ code }) => {
    const answer = parseAnswer(code, "auto");
    const told = answer.blocks.map(
      (block) => `${block.path} ${block.kind === "edit" ? block.change.kind : block.message}`,
    );
    return [answer.format, answer.reason, ...told];
  });
  expect(read).toEqual([
    ["edit-block", null, "src/price.ts replace"],
    ["edit-block", null, "docs/blocks.md replace"],
    ["tool-call", null, "src/price.ts replace"],
    ["heredoc", null, "src/money.ts overwrite"],
    ["search-replace", null, "src/price.ts replace"],
    ["apply-patch", null, "src/price.ts patch", "src/money.ts create", "src/old.ts delete"],
    ["udiff", null, "src/price.ts patch"],
    ["whole-file", null, "src/money.ts overwrite"],
  ]);
});
