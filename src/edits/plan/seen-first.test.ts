import { expect, test } from "vitest";
import { asReal, type WorkspacePath } from "../../base/index.ts";
import { editsOutOfContext } from "./seen-first.ts";
import type { Change, Edit, EditId, Found } from "../types.ts";

const path = (name: string): WorkspacePath => name as WorkspacePath;
const text = { kind: "text" } as Found;
const absent: Found = { kind: "absent", real: asReal("a") };
const binary: Found = { kind: "refused", code: "BINARY", message: "" };

const CHANGES: Record<string, Change> = {
  replace: { kind: "replace", find: "a", put: "b", match: "lines", all: false },
  create: { kind: "create", content: "a\n" },
  overwrite: { kind: "overwrite", content: "a\n" },
  delete: { kind: "delete" },
  "move to n": { kind: "move", to: "n" },
};

// Edits as "change path", seen files, what is on disk: the numbers of the edits that are out of context.
test.each([
  ["a seen file is tried", ["replace a"], ["a"], { a: text }, []],
  ["an unseen one is not", ["replace a"], [], { a: text }, ["1"]],
  ["both in one answer", ["replace a", "replace b"], ["b"], { a: text, b: text }, ["1"]],
  ["creating needs no sight", ["create a"], [], { a: absent }, []],
  ["creating over an unseen file is the planner's to refuse", ["create a"], [], { a: text }, []],
  ["created first, edited then", ["create a", "replace a"], [], { a: absent }, []],
  ["a missing file is the planner's to explain", ["replace a"], [], { a: absent }, []],
  ["so is a binary one", ["replace a"], [], { a: binary }, []],
  ["overwriting an unseen file", ["overwrite a"], [], { a: text }, ["1"]],
  ["overwriting nothing creates", ["overwrite a", "replace a"], [], { a: absent }, []],
  ["deleting an unseen file", ["delete a"], [], { a: text }, ["1"]],
  ["a moved file is known by its new name", ["move to n a", "replace n"], ["a"], { a: text, n: absent }, []],
])("%s", (_, drawn, seen, disk, expected) => {
  const edits = drawn.map((line, at): Edit => {
    const space = line.lastIndexOf(" ");
    return {
      id: String(at + 1) as EditId,
      path: path(line.slice(space + 1)),
      source: { format: "edit-block", from: 0, to: 0 },
      change: CHANGES[line.slice(0, space)]!,
    };
  });
  const found = new Map(Object.entries(disk).map(([name, value]) => [path(name), value as Found]));
  expect([...editsOutOfContext(edits, found, new Set(seen.map(path)))]).toEqual(expected);
});
