// Our engine against a peer's on the same unified diff, both as library calls: 1,000 hunks over 100 files of 1,000 lines,
// from text to text. jsdiff places each hunk near its line number; we also parse the whole answer, prove that each place
// is exact, and say which edit made which change.

import { applyPatch, parsePatch } from "diff";
import { asReal, versionOf, type WorkspacePath } from "../src/base/index.ts";
import { parseAnswer, planEdits, type Edit, type EditId, type Found } from "../src/edits/index.ts";
import { encode, unifiedDiff, type Text } from "../src/text/index.ts";
import { race } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const FILES = 100;
const LINES = 1_000;
const EVERY = 100;

export async function benchPeer(): Promise<readonly BenchRow[]> {
  const before = new Map<string, Text>();
  const after = new Map<string, string>();
  for (let file = 0; file < FILES; file += 1) {
    const lines = Array.from(
      { length: LINES },
      (_, line) => `file ${file}, line ${line}, with some words to fill it\n`,
    );
    before.set(`f${file}.txt`, lines.join("") as Text);
    after.set(`f${file}.txt`, lines.map((line, at) => (at % EVERY === 50 ? `new ${line}` : line)).join(""));
  }
  const patch = [...before]
    .map(([path, text]) => unifiedDiff({ oldPath: path, newPath: path, before: text, after: after.get(path) as Text }))
    .join("");
  const found = new Map<WorkspacePath, Found>();
  for (const [name, text] of before) {
    const path = name as WorkspacePath;
    found.set(path, {
      kind: "text",
      snapshot: { path, real: asReal(path), text, version: versionOf(encode(text)), mode: null, links: 1 },
    });
  }
  const ours = (): void => {
    const edits = parseAnswer(patch, "udiff").blocks.map((block, at): Edit => {
      if (block.kind !== "edit") throw new Error(block.message);
      return {
        id: String(at + 1) as EditId,
        path: block.path as WorkspacePath,
        source: block.source,
        change: block.change,
      };
    });
    for (const file of planEdits(edits, found).files)
      if (file.result !== after.get(file.path)) throw new Error(file.path);
  };
  const theirs = (): void => {
    for (const file of parsePatch(patch)) {
      const name = file.newFileName!.replace(/^b\//, "");
      if (applyPatch(before.get(name)!, file) !== after.get(name)) throw new Error(name);
    }
  };
  const [mine, rival] = await race([{ run: ours }, { run: theirs }], 9);
  return [
    {
      name: "1,000 hunks over 100 files, as a library, ms",
      ours: mine,
      rival,
      rivalName: "jsdiff",
      limit: "",
      ok: true,
    },
  ];
}
