// Every rule of test/architecture/rules.ts on the real tree, and every rule proven on a made-up one.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { LONG_FILES, MODULES } from "./architecture/modules.ts";
import { inspect, type Breach } from "./architecture/rules.ts";
import { scan } from "./architecture/scan.ts";

const root = resolve(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  exports: Record<string, string | { types: string; default: string }>;
} & Record<"dependencies" | "peerDependencies" | "devDependencies", Record<string, string>>;
const files = readTree(["src", "test", "bench", "examples"]);

describe("this repository", () => {
  test("breaks no rule of the tree", () => {
    const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    const development = Object.keys(manifest.devDependencies);
    expect(inspect({ files, dependencies, development }).map(draw)).toEqual([]);
  });

  test("the table is built from the ground up: a module uses only modules listed before it", () => {
    const modules = Object.keys(MODULES);
    for (const [index, module] of modules.entries())
      expect(modules.slice(0, index)).toEqual(expect.arrayContaining([...MODULES[module]!.mayUse]));
  });

  test("each function that docs/architecture.md names is in the file beside it", () => {
    const page = readFileSync(join(root, "docs", "architecture.md"), "utf8");
    const paths = page.slice(page.indexOf("## Three paths"), page.indexOf("## Words"));
    const named = [...paths.matchAll(/`(\w+)`(?: of `\w+`)?\s+\(`([\w/-]+\.ts)`/g)];
    expect(named.length).toBeGreaterThan(20);
    for (const [, name, file] of named) {
      const text = readFileSync(join(root, "src", file!), "utf8");
      expect(text, `${file} has no ${name}`).toMatch(
        new RegExp(`\\b(?:function|const|type) ${name}\\b|\\b${name}: \\(`),
      );
    }
    for (const [, file] of paths.matchAll(/`([\w/-]+\.ts)`/g)) expect(existsSync(join(root, "src", file!))).toBe(true);
  });

  test("docs/architecture.md shows the same table to people", () => {
    const rows = [
      ...readFileSync(join(root, "docs", "architecture.md"), "utf8").matchAll(/^\| `([\w/]+)` +\|.*\| (.*?) +\|$/gm),
    ];
    const shown = rows.map(([, module]) => module!);
    const expand = (cell: string, own: string): string[] => {
      if (cell === "–") return [];
      if (cell === "all but testing")
        return shown.filter((module) => module !== "testing" && module !== "web/page" && module !== own);
      const [from, to] = cell.split(" … ");
      return to === undefined ? cell.split(", ") : shown.slice(shown.indexOf(from!), shown.indexOf(to) + 1);
    };
    const told = Object.fromEntries(rows.map(([, module, cell]) => [module!, expand(cell!, module!).sort()]));
    const held = shown.map((module) => [module, MODULES[module]?.mayUse.filter((used) => shown.includes(used)).sort()]);
    expect(readdirSync(join(root, "src")).filter((module) => !shown.includes(module))).toEqual(["public"]);
    expect(told).toEqual(Object.fromEntries(held));
  });

  test("an exception for a long file is still needed", () => {
    for (const path of Object.keys(LONG_FILES))
      expect(files.get(path)?.split("\n").length ?? 0, path).toBeGreaterThan(500);
  });

  test("every file of src/public is an entry point of the package, and every entry point is one", () => {
    const built = Object.values(manifest.exports).flatMap((one) => (typeof one === "string" ? [] : [one]));
    expect(built.filter((one) => one.types !== one.default.replace(/js$/, "d.ts"))).toEqual([]);
    const all = [...files.keys()].filter((path) => path.startsWith("src/public/"));
    expect(
      entryPoints()
        .map(([, path]) => path)
        .sort(),
    ).toEqual(all.sort());
  });

  test("exports what was agreed: run with UPDATE_EXPORTS=1 when a change of the list is meant", () => {
    const path = join(root, "test", "public-exports.json");
    const found = publicExports();
    if (process.env["UPDATE_EXPORTS"] === "1") writeFileSync(path, `${JSON.stringify(found, null, 2)}\n`);
    expect(found).toEqual(JSON.parse(readFileSync(path, "utf8")));
  });
});

describe("each rule can fail", () => {
  const lines = (count: number): string => `// A table.\n${"export const x = 1;\n".repeat(count - 1)}`;
  test.each<[string, Record<string, string>, readonly string[]]>([
    [
      "a clean tree",
      {
        "src/base/index.ts": 'export { a } from "./a.ts";\n',
        "src/base/a.ts": "// A.\nexport const a = 1;\n",
        "src/text/b.ts":
          '// B. import "node:fs" in words is no import.\nimport { a } from "../base/index.ts";\nexport const b = a;\n',
        "src/text/b.test.ts": 'import { b } from "./b.ts";\nimport { f } from "../fs/index.ts";\nb(f);\n',
        "src/fs/index.ts": 'export { f } from "./f.ts";\n',
        "src/fs/f.ts": "// F.\nexport const f = `import('node:fs')`;\n",
        "src/fs/node/host.ts":
          '// Host.\nimport { openSync } from "node:fs";\nimport { f } from "../f.ts";\nexport const h = [openSync, f];\n',
        "src/cli/main.ts": '// Main.\nconst { h } = await import("../fs/node/index.ts");\nh();\n',
      },
      [],
    ],
    ["an unknown module", { "src/attic/a.ts": "// A.\n" }, ["module is in the table: src/attic/a.ts:1"]],
    ["a file in no module", { "src/a.ts": "// A.\n" }, ["module is in the table: src/a.ts:1"]],
    [
      "an import upward",
      { "src/text/a.ts": '// A.\nimport { x } from "../edits/index.ts";\nx();\n' },
      ["imports go down: src/text/a.ts:2"],
    ],
    [
      "a type-only import upward",
      { "src/text/a.ts": '// A.\nimport type { X } from "../edits/index.ts";\nexport type Y = X;\n' },
      ["imports go down: src/text/a.ts:2"],
    ],
    [
      "an import upward inside a type",
      { "src/text/a.ts": '// A.\nexport type Y = import("../edits/index.ts").X;\n' },
      ["imports go down: src/text/a.ts:2"],
    ],
    [
      "a lazy import upward",
      { "src/ask/a.ts": '// A.\nexport const x = () => import("../commit/index.ts");\n' },
      ["imports go down: src/ask/a.ts:2"],
    ],
    [
      "one surface seeing another",
      { "src/web/a.ts": '// A.\nimport { x } from "../terminal/index.ts";\nx();\n' },
      ["imports go down: src/web/a.ts:2"],
    ],
    [
      "a tool that chooses its backend",
      { "src/tools/a.ts": '// A.\nimport { host } from "../fs/node/index.ts";\nhost();\n' },
      ["imports go down: src/tools/a.ts:2"],
    ],
    [
      "the cli leaning on test code",
      { "src/cli/a.ts": '// A.\nimport { x } from "../testing/index.ts";\nx();\n' },
      ["imports go down: src/cli/a.ts:2"],
    ],
    [
      "an import past the entry point",
      { "src/approval/a.ts": '// A.\nimport { x } from "../edits/blocks/parse.ts";\nx();\n' },
      ["imports use entry points: src/approval/a.ts:2"],
    ],
    [
      "a test that imports past the entry point",
      { "src/approval/a.test.ts": 'import { x } from "../edits/locate.ts";\nx();\n' },
      ["imports use entry points: src/approval/a.test.ts:1"],
    ],
    [
      "a test outside src that imports past the entry point",
      { "test/e2e.test.ts": 'import { x } from "../src/edits/match/locate.ts";\nx();\n' },
      ["imports use entry points: test/e2e.test.ts:1"],
    ],
    [
      "an entry point with code in it",
      { "src/text/index.ts": 'export { a } from "./a.ts";\nexport const b = 1;\nexport { c as d } from "./c.ts";\n' },
      ["an entry point only exports: src/text/index.ts:2", "an entry point only exports: src/text/index.ts:3"],
    ],
    [
      "a public file with code in it",
      { "src/public/text.ts": "// T.\nexport const b = 1;\n" },
      ["a public name has a contract: src/public/text.ts:2", "an entry point only exports: src/public/text.ts:2"],
    ],
    [
      "public names with and without a contract",
      {
        "src/public/text.ts": '// T.\nexport { a, b, c, d } from "../text/index.ts";\n',
        "src/text/index.ts": 'export { a, b, c } from "./a.ts";\n',
        "src/text/a.ts":
          "// A.\n/** One. */\nexport const a = 1;\nexport const b = 1;\n/**\n * Three\n */\nexport const c = 3;\n",
      },
      [2, 2].map((line) => `a public name has a contract: src/public/text.ts:${line}`),
    ],
    [
      "a loop of three",
      {
        "src/text/a.ts": '// A.\nexport { b } from "./b.ts";\n',
        "src/text/b.ts": '// B.\nexport { c as b } from "./c.ts";\n',
        "src/text/c.ts": '// C.\nimport type { A } from "./a.ts";\nexport const c = (a: A) => a;\n',
        "src/text/d.ts": '// D.\nexport { b } from "./b.ts";\n',
      },
      ["no loop: src/text/a.ts:1"],
    ],
    [
      "a folder with too many files",
      Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`src/text/deep/f${at + 10}.ts`, "// A.\n"])),
      ["no crowded folder: src/text/deep/f10.ts:1"],
    ],
    ...[
      'if (warning.includes("only")) a();',
      'a(error.message.replace(/^x/, ""));',
      "if (/^x/.test(error.message)) a();",
      'if (result.message === "It ended well.") a();',
    ].map((line): [string, Record<string, string>, string[]] => [
      `a message that is read: ${line}`,
      { "src/commit/a.ts": `// A.\n${line}\n` },
      ["no code reads our own messages: src/commit/a.ts:2"],
    ]),
    ["500 lines", { "src/text/a.ts": lines(500) }, []],
    ["501 lines", { "src/text/a.ts": lines(501) }, ["no long file: src/text/a.ts:500"]],
    [
      "a Node module in a neutral module",
      { "src/edits/a.ts": '// A.\nimport { join } from "node:path";\njoin();\n' },
      ["neutral modules run anywhere: src/edits/a.ts:2"],
    ],
    [
      "a Node module by its old name",
      { "src/edits/a.ts": '// A.\nimport { join } from "path";\njoin();\n' },
      ["neutral modules run anywhere: src/edits/a.ts:2"],
    ],
    [
      "a Node type in a neutral module leaves nothing behind",
      { "src/base/a.ts": '// A.\nexport type Crypto = typeof import("node:crypto");\n' },
      [],
    ],
    [
      "a Node global in a neutral module",
      { "src/text/a.ts": '// A.\nexport const b = Buffer.from("");\n' },
      ["neutral modules run anywhere: src/text/a.ts:2"],
    ],
    [
      "node:fs in the entry point of fs, which is neutral",
      { "src/fs/a.ts": '// A.\nimport { readFileSync } from "node:fs";\nreadFileSync("x");\n' },
      ["neutral modules run anywhere: src/fs/a.ts:2", "few modules use the disk: src/fs/a.ts:2"],
    ],
    [
      "a program by its name alone",
      { "src/cli/a.ts": '// A.\nimport { spawn } from "node:child_process";\nspawn("git", []);\n' },
      ["programs are found, not named: src/cli/a.ts:3"],
    ],
    [
      "the disk behind the back of commit",
      { "src/commit/a.ts": '// A.\nimport { writeFile } from "node:fs/promises";\nvoid writeFile;\n' },
      ["few modules use the disk: src/commit/a.ts:2"],
    ],
    [
      "a tool that can write",
      { "src/tools/a.ts": '// A.\nimport type { Filesystem } from "../fs/index.ts";\nexport type T = Filesystem;\n' },
      ["only commit writes: src/tools/a.ts:2"],
    ],
    [
      "symbols under another name can write too",
      { "src/symbols/a.ts": '// A.\nimport { type Filesystem as F } from "../fs/index.ts";\nexport type T = F;\n' },
      ["only commit writes: src/symbols/a.ts:2"],
    ],
    [
      "a tool that follows links by itself",
      { "src/tools/a.ts": '// A.\nimport type { Files } from "../fs/index.ts";\nexport type T = Files;\n' },
      ["a path is resolved once: src/tools/a.ts:2"],
    ],
    [
      "an agent that makes a target of a name",
      { "src/agent/a.ts": '// A.\nimport { asReal } from "../base/index.ts";\nexport const a = asReal("a");\n' },
      ["a path is resolved once: src/agent/a.ts:2"],
    ],
    ["a default export", { "src/base/a.ts": "// A.\nexport default 1;\n" }, ["no default export: src/base/a.ts:2"]],
    [
      "a default export by renaming",
      { "src/base/a.ts": "// A.\nconst a = 1;\nexport { a as default };\n" },
      ["no default export: src/base/a.ts:3"],
    ],
    ["export star", { "src/base/index.ts": 'export * from "./a.ts";\n' }, ["no export star: src/base/index.ts:1"]],
    [
      "export type star under a name",
      { "src/base/index.ts": 'export type * as all from "./a.ts";\n' },
      ["no export star: src/base/index.ts:1"],
    ],
    [
      "an import for its effect",
      { "src/text/a.ts": '// A.\nimport "./b.ts";\n' },
      ["no import for its effect: src/text/a.ts:2"],
    ],
    [
      "every write to a terminal beside the path",
      {
        "src/cli/a.ts": [
          "// A.",
          'console.error("x");',
          'process.stdout.write("x");',
          'process["stderr"].write("x");',
          "const { stdout } = process;",
          "pipe(process.stderr);",
          "fs.writeSync(2, x);",
          'fs.writeFileSync("/dev/tty", x);',
          "new tty.WriteStream(3);",
          "fs.writeSync(fd, x);",
          'spawn(program, [], { stdio: "inherit" });',
        ].join("\n"),
      },
      [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((line) => `one path to the terminal: src/cli/a.ts:${line}`),
    ],
    [
      "every way to call a text printable that is not",
      {
        "src/terminal/a.ts": [
          '// A. "as Plain" in words is no cast.',
          'import { plain, printable as p } from "../text/index.ts";',
          "x as Printable;",
          "x as unknown as readonly Plain[];",
          "function is(x: string): x is Plain { return true; }",
          "plain(x);",
          "x.map(plain);",
          "// @ts-expect-error",
          "const y: Plain = plain`a ${plain`b`}`;",
        ].join("\n"),
      },
      [2, 3, 4, 5, 6, 7, 8].map((line) => `one path to the terminal: src/terminal/a.ts:${line}`),
    ],
    [
      "looking at a standard stream, and writing to a file",
      { "src/cli/a.ts": "// A.\nprocess.stdout.columns;\nprocess.stderr.on(x);\nfs.writeFileSync(path, x);\n" },
      [],
    ],
    [
      "a sentence on the screen about our machinery",
      {
        "src/cli/a.ts":
          '// A.\nexport const a = (x: string) => [`The ${x} has another hash.`, "digest", { hash: 1 }];\n',
      },
      ["the screen speaks plainly: src/cli/a.ts:2"],
    ],
    [
      "a package for development in what ships",
      { "src/state/a.ts": '// A.\nimport { x } from "@scope/thing/deep";\nimport { z } from "zod/mini";\nx(z);\n' },
      ["packages are dependencies: src/state/a.ts:2"],
    ],
    [
      "a package for development in what is only bundled, and one that is not installed",
      { "src/cli/a.ts": '// A.\nimport { m } from "marked";\nimport { x } from "absent";\nm(x);\n' },
      ["packages are dependencies: src/cli/a.ts:3"],
    ],
    ["a file about the common ends of two texts", { "src/text/diff/common-ends.ts": "// A.\n" }, []],
    [
      "a file named after nothing",
      { "src/text/line-utils.ts": "// A.\n" },
      ["names say what is inside: src/text/line-utils.ts:1"],
    ],
    [
      "a folder named after nothing",
      { "test/helpers/a.ts": "// A.\n" },
      ["names say what is inside: test/helpers/a.ts:1"],
    ],
    ["a camel", { "src/text/lineDiff.ts": "// A.\n" }, ["names say what is inside: src/text/lineDiff.ts:1"]],
    [
      "a file without a word",
      { "src/text/a.ts": "export const a = 1;\n" },
      ["a file says what it is for: src/text/a.ts:1"],
    ],
    [
      "work left for later, but not the name of a file",
      {
        "src/text/a.ts":
          "// A.\n/* x\n * TODO: later */\nexport const a = /README|TODO/; // good enough for now\n" +
          'throw new Error("Not implemented.");\n',
      },
      [3, 4, 5].map((line) => `nothing is left unfinished: src/text/a.ts:${line}`),
    ],
    [
      "a test that is switched off",
      { "src/text/a.test.ts": "describe." + 'skip("x", () => {});\ntest.skipIf(true)("y", () => {});\n' },
      ["no test is switched off: src/text/a.test.ts:1"],
    ],
  ])("%s", (_, tree, expected) => {
    const found = inspect({ files: new Map(Object.entries(tree)), dependencies: ["zod"], development: ["marked"] });
    expect(found.map(({ rule, file, line }) => `${rule}: ${file}:${line}`)).toEqual(expected);
  });

  test("a file that does not parse is no file without a breach", () => {
    expect(() => scan("src/base/a.ts", "export const = 1;")).toThrow("src/base/a.ts does not parse");
  });
});

function draw({ rule, file, line, message }: Breach): string {
  return `${file}:${line} ${rule}: ${message}`;
}

function readTree(folders: readonly string[]): Map<string, string> {
  const tree = new Map<string, string>();
  for (const folder of folders.filter((folder) => existsSync(join(root, folder)))) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).sort()) {
      const path = `${folder}/${name.replaceAll("\\", "/")}`;
      if (!/\.tsx?$/.test(path) || path.includes("/fixtures/") || path.includes("/node_modules/")) continue;
      tree.set(path, readFileSync(join(root, path), "utf8"));
    }
  }
  return tree;
}

/** The subpaths of the package, each with the file in src that it is built from. */
function entryPoints(): readonly (readonly [string, string])[] {
  return Object.entries(manifest.exports).flatMap(([subpath, built]) =>
    typeof built === "string" ? [] : [[subpath, built.default.replace(/^\.\/dist\/lib\/(.*)\.js$/, "src/$1.ts")]],
  );
}

/** Subpath → the names its entry point exports, types marked, sorted. */
function publicExports(): Record<string, string[]> {
  return Object.fromEntries(
    entryPoints().map(([subpath, path]) => {
      const names = scan(path, files.get(path) ?? "").exports.map(({ name, type }) => (type ? `type ${name}` : name));
      return [subpath, names.sort()];
    }),
  );
}
