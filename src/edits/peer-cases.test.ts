// Cases from other tools' own tests, read from beside the repository; they are not part of it.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { parsePath } from "../base/index.ts";
import { parseAnswer } from "./parse.ts";
import { planOn, treeAfter } from "./stand-in.ts";
import type { Edit, EditId, Format } from "./types.ts";

type Case = {
  readonly id: string;
  readonly name: string;
  readonly format: string;
  readonly gate: "must" | "policy";
  readonly files: Readonly<Record<string, string>>;
  readonly edit: string;
  readonly expect: { readonly files?: Readonly<Record<string, string>>; readonly error?: boolean };
};

const FOLDER = join(import.meta.dirname, "../../../shared/peer-cases");
const SETS = ["acdc", "aider", "codex", "jsdiff"] as const;

/** Cases that ask for what our contract forbids. */
const AGAINST_THE_CONTRACT = new Set([
  "c0456", // A file whose name holds backslashes: a path with a backslash is refused on every system.
]);

function casesOf(set: string): readonly Case[] {
  const text = readFileSync(join(FOLDER, `${set}.jsonl`), "utf8");
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Case]));
}

/** What is wrong with our outcome, or null. */
function problem(each: Case, format: Format | "auto"): string | null {
  const refused: string[] = [];
  const edits: Edit[] = [];
  const parsed = parseAnswer(each.edit, format);
  if (parsed.blocks.length === 0) refused.push(parsed.reason ?? "no reason");
  for (const [at, block] of parsed.blocks.entries()) {
    if (block.kind === "broken") refused.push(block.message);
    else {
      const path = parsePath(block.path);
      const { change } = block;
      const to = "to" in change && change.to !== null ? parsePath(change.to) : null;
      if (path.kind === "refused") refused.push(path.message);
      else if (to?.kind === "refused") refused.push(to.message);
      else edits.push({ id: String(at + 1) as EditId, path: path.path, source: block.source, change });
    }
  }
  const plan = planOn(each.files, edits);
  // New text that equals the old changes nothing: we say so, the peers say nothing, the files are the same.
  for (const result of plan.results)
    if (result.kind === "miss" && result.why.error !== "no_change") refused.push(result.why.message);
  const wanted = each.expect.files ?? each.files;
  const got = treeAfter(each.files, plan);
  if (each.expect.error === true && refused.length === 0) return `${each.id} ${each.name}: not refused`;
  if (each.expect.error !== true && refused.length > 0) return `${each.id} ${each.name}: ${refused.join(" ")}`;
  return isDeepStrictEqual(got, wanted) ? null : `${each.id} ${each.name}: ${JSON.stringify(got)}`;
}

const isHere = existsSync(FOLDER);

describe.skipIf(!isHere)(
  `peer cases${isHere ? "" : " (skipped: ../shared/peer-cases is not beside the repository)"}`,
  () => {
    describe.each(SETS)("%s", (set) => {
      const must = isHere
        ? casesOf(set).filter(({ gate, id }) => gate === "must" && !AGAINST_THE_CONTRACT.has(id))
        : [];

      test("all that must pass, in the format they name", () => {
        expect(must.length).toBeGreaterThan(40);
        expect(must.flatMap((each) => problem(each, each.format.replace("_", "-") as Format) ?? [])).toEqual([]);
      });

      test("all that must pass, with the format told from the text", () =>
        expect(must.flatMap((each) => problem(each, "auto") ?? [])).toEqual([]));
    });
  },
);
