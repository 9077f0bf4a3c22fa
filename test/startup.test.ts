// What is loaded before a command has begun, by the files it comes from. Times are for npm run bench; this looks at causes.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt, root } from "./built.ts";

type Meta = {
  readonly outputs: Readonly<
    Record<
      string,
      {
        readonly bytes: number;
        readonly entryPoint?: string;
        readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
        readonly inputs: Readonly<Record<string, unknown>>;
      }
    >
  >;
};

let meta: Meta;
beforeAll(() => {
  ensureBuilt();
  meta = JSON.parse(readFileSync(join(root, "dist", "cli.meta.json"), "utf8")) as Meta;
});

test("--version loads the argument parser and nothing of the engine", () => {
  const { rooms, packages, bytes } = loadedBy("src/cli/main.ts");
  expect({ rooms, packages }).toEqual({ rooms: ["cli"], packages: [] });
  expect(bytes).toBeLessThan(20_000);
});

// string-width makes an Intl.Segmenter and reads the table of all emoji when it is loaded: 50 ms, twice an empty program.
test.each(["src/cli/apply.ts", "src/cli/tool.ts"])("%s loads nothing that measures text for a terminal", (entry) => {
  expect(loadedBy(entry).packages).not.toContain("string-width");
});

/** Everything a source file pulls in at once, lazy parts left out. */
function loadedBy(entry: string): { rooms: string[]; packages: string[]; bytes: number } {
  const first = Object.keys(meta.outputs).find((path) => meta.outputs[path]!.entryPoint === entry);
  expect(first, `${entry} is no file of its own; load it with import()`).toBeDefined();
  const seen = new Set<string>();
  const open = [first!];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const next = meta.outputs[path]!.imports.filter(({ kind, external }) => kind === "import-statement" && !external);
    open.push(...next.map((one) => one.path));
  }
  const inputs = [...seen].flatMap((path) => Object.keys(meta.outputs[path]!.inputs));
  const pick = (pattern: RegExp): string[] =>
    [...new Set(inputs.flatMap((path) => pattern.exec(path)?.[1] ?? []))].sort();
  const bytes = [...seen].reduce((sum, path) => sum + meta.outputs[path]!.bytes, 0);
  return { rooms: pick(/^src\/([^/]+)\//), packages: pick(/node_modules\/((?:@[^/]+\/)?[^/]+)\//), bytes };
}
