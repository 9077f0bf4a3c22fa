// What is loaded before a command has begun, by the files it comes from. Times are for npm run bench; this looks at causes.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt, root } from "./built.ts";

type Import = { readonly path: string; readonly kind: string; readonly external?: boolean };
type Meta = {
  readonly inputs: Readonly<Record<string, { readonly imports: readonly Import[] }>>;
  readonly outputs: Readonly<
    Record<string, { readonly bytes: number; readonly inputs: Readonly<Record<string, unknown>> }>
  >;
};

let meta: Meta;
beforeAll(() => {
  ensureBuilt();
  meta = JSON.parse(readFileSync(join(root, "dist", "cli.meta.json"), "utf8")) as Meta;
});

test("--version loads the argument parser, what makes a text printable, and nothing of the engine", () => {
  const [, main] = Object.entries(meta.outputs).find(([path]) => path.endsWith("/main.js"))!;
  expect(named(Object.keys(main.inputs))).toEqual({ modules: ["base", "cli", "text"], packages: [] });
  expect(main.bytes).toBeLessThan(34_000); // A third of it is tables of letters, which are strings until a text is not ASCII.
});

// string-width makes an Intl.Segmenter and reads the table of all emoji when it is set up: twice an empty program.
test.each([
  ["src/cli/commands/apply.ts", ["fast-myers-diff"]],
  ["src/cli/commands/tool.ts", ["zod"]],
])("%s sets up only the packages it needs at once", (entry, packages) => {
  expect(named(setUpBy(entry)).packages.filter((name) => !packages.includes(name))).toEqual([]);
});

test("a tool call that only reads sets up no planner, no commit, no reviewer", () => {
  const { modules } = named(["src/cli/commands/tool.ts", "src/tools/read-file.ts"].flatMap(setUpBy));
  for (const module of ["commit", "state", "terminal"]) expect(modules).not.toContain(module);
});

test.each([
  "app.js",
  "later.js",
  ...["anthropic", "google", "openai", "openai-compatible"].map((name) => `package-${name}.js`),
])("the code cache of %s fits it and this Node", (name) => {
  const bundle = join(root, "dist", "cli", name);
  const source = readFileSync(bundle, "latin1");
  expect(/[^\u0000-\u007f]/.test(source)).toBe(false);
  expect(existsSync(`${bundle}.cache`)).toBe(true);
  const wrapped = `(function (module, exports, require, __filename) {${source}\n})`;
  const script = new Script(wrapped, { filename: bundle, cachedData: readFileSync(`${bundle}.cache`) });
  expect(script.cachedDataRejected).toBe(false);
});

test("the licence of every package that is in a bundle stands beside it", () => {
  const licences = readFileSync(join(root, "dist", "cli", "LICENSES.txt"), "utf8");
  const { packages } = named(Object.values(meta.outputs).flatMap(({ inputs }) => Object.keys(inputs)));
  expect(packages.length).toBeGreaterThan(8);
  for (const name of packages) expect(licences).toMatch(new RegExp(`^${name} \\d`, "m"));
});

/** Everything a source file pulls in at once, lazy parts left out. */
function setUpBy(entry: string): readonly string[] {
  expect(Object.keys(meta.inputs)).toContain(entry);
  const seen = new Set<string>();
  const open = [entry];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const next =
      meta.inputs[path]?.imports.filter(({ kind, external }) => kind === "import-statement" && !external) ?? [];
    open.push(...next.map((one) => one.path));
  }
  return [...seen];
}

function named(inputs: readonly string[]): { modules: string[]; packages: string[] } {
  const pick = (pattern: RegExp): string[] =>
    [...new Set(inputs.flatMap((path) => pattern.exec(path)?.[1] ?? []))].sort();
  return { modules: pick(/^src\/([^/]+)\//), packages: pick(/node_modules\/((?:@[^/]+\/)?[^/]+)\//) };
}
