// Hand-made files and edits for the tests of this room. Never part of the product.

import { versionOf, type RealPath, type WorkspacePath } from "../base/index.ts";
import { encode, type Text } from "../text/index.ts";
import type { ExplainOptions } from "./diagnose/explain-context.ts";
import { pathsOf, planEdits } from "./plan/plan.ts";
import type { Change, ChangePlan, Chunk, Edit, EditId, Format, Found } from "./types.ts";

/** Files of a test have no links: a path is where it leads. */
const literally = (path: string): RealPath => path as RealPath;

export function fileWith(text: string, path = "a.txt"): Found {
  const snapshot = { path: path as WorkspacePath, version: versionOf(encode(text as Text)), text: text as Text };
  return { kind: "text", snapshot: { ...snapshot, real: literally(path), mode: null, links: 1 } };
}

export function editOf(id: number, change: Change, options: { format?: Format | "tool"; path?: string } = {}): Edit {
  const { format = FORMATS[change.kind] ?? "edit-block", path = "a.txt" } = options;
  return {
    id: String(id) as EditId,
    path: path as WorkspacePath,
    source: { format, from: 0, to: 0 },
    change,
  };
}

const FORMATS: Partial<Record<Change["kind"], Format>> = { patch: "udiff", overwrite: "whole-file" };

/** Whole lines, as an edit block means them. */
export function block(find: string, put: string): Change {
  return { kind: "replace", find, put, match: "lines", all: false };
}

/** Characters, as edit_file means them. */
export function chars(find: string, put: string, all = false): Change {
  return { kind: "replace", find, put, match: "chars", all };
}

export function chunk(
  find: string,
  put: string,
  more: Partial<Chunk["at"]> & { old?: boolean; new?: boolean } = {},
): Chunk {
  const { line = null, after = [], end = false } = more;
  return {
    find,
    put,
    at: { line, after, end },
    noFinalNewline: { old: more.old ?? false, new: more.new ?? false },
  };
}

export function patch(...chunks: readonly Chunk[]): Change {
  return { kind: "patch", chunks, to: null };
}

/** Plans the edits; a path without a text is absent. */
export function planOn(
  texts: Readonly<Record<string, string>>,
  edits: readonly Edit[],
  options: ExplainOptions = {},
): ChangePlan {
  const files = new Map<WorkspacePath, Found>(
    pathsOf(edits).map((path) => [path, { kind: "absent", real: literally(path) }]),
  );
  for (const [path, text] of Object.entries(texts)) files.set(path as WorkspacePath, fileWith(text, path));
  return planEdits(edits, files, options);
}

/** The tree after the plan: texts by path. */
export function treeAfter(texts: Readonly<Record<string, string>>, plan: ChangePlan): Record<string, string> {
  const tree: Record<string, string> = { ...texts };
  for (const { path, to, result } of plan.files) {
    if (result === null || to !== null) delete tree[path];
    if (result !== null) tree[to ?? path] = result;
  }
  return tree;
}

/** One file, some changes: the text after them, with what became of each: "change", "already" or the miss's error. */
export function tried(
  text: string,
  ...changes: readonly Change[]
): { readonly text: string; readonly results: readonly string[] } {
  const plan = planOn(
    { "a.txt": text },
    changes.map((change, at) => editOf(at + 1, change)),
  );
  return {
    text: treeAfter({ "a.txt": text }, plan)["a.txt"] ?? "(no file)",
    results: plan.results.map((result) => (result.kind === "miss" ? result.why.error : result.kind)),
  };
}
