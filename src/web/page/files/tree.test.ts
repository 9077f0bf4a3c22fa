import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WebFile } from "../../protocol.ts";
import { filesIn, keyOf, rowsOf, selectedBelow, treeOf, type Folder } from "./tree.ts";

const file = (path: string): WebFile => ({ path, size: 1, git: null, changed_by: null });
const tree = (...paths: readonly string[]): Folder => treeOf(paths.map(file));
const drawn = (root: Folder, open: readonly string[], search = ""): string[] =>
  rowsOf(root, new Set(open), search).map((row) => `${"  ".repeat(row.level)}${keyOf(row)}`);

describe("rows", () => {
  const root = tree("a.ts", "src/b.ts", "src/deep/c.ts", "zoo/d.ts");
  test.each<[string, readonly string[], string, readonly string[]]>([
    ["closed", [], "", ["src/", "zoo/", "a.ts"]],
    ["open", ["src"], "", ["src/", "  src/deep/", "  src/b.ts", "zoo/", "a.ts"]],
    ["open inside of closed", ["src/deep"], "", ["src/", "zoo/", "a.ts"]],
    ["a search shows files", [], "src", ["src/deep/c.ts", "src/b.ts"]],
    ["words in any order, whatever the case", [], "TS zoo", ["zoo/d.ts"]],
    ["nothing found", [], "nothing", []],
  ])("%s", (_, open, search, expected) => expect(drawn(root, open, search)).toEqual(expected));
});

const segments = fc.constantFrom("a", "b", "constructor", "__proto__", "..", " ", "\u202e");
const paths = fc.uniqueArray(fc.array(segments, { minLength: 1, maxLength: 4 }).map((all) => all.join("/")));

function foldersOf(folder: Folder): Folder[] {
  return [folder, ...folder.folders.flatMap(foldersOf)];
}

test("every file is in the tree once, and counted in each of its folders", () =>
  fc.assert(
    fc.property(paths, (all) => {
      const root = tree(...all);
      expect(Array.from(filesIn(root), ({ path }) => path).toSorted()).toEqual(all.toSorted());
      for (const folder of foldersOf(root)) expect(folder.count).toBe([...filesIn(folder)].length);
      const counts = selectedBelow(all);
      for (const { path, count } of foldersOf(root)) expect(counts.get(path) ?? 0).toBe(count);
      const open = new Set(foldersOf(root).map(({ path }) => path));
      const rows = rowsOf(root, open, "");
      expect(rows.flatMap((row) => (row.kind === "file" ? row.file.path : [])).toSorted()).toEqual(all.toSorted());
      expect(new Set(rows.map(keyOf)).size).toBe(rows.length);
    }),
  ));
