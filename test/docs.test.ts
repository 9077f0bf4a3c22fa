// The documents are true: every code block runs or says why not, every link leads somewhere, every word is in use.
// All blocks of one page share one folder, a copy of test/fixtures/docs under git, and run in the order of the page.

import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compilerSays, ensureBuilt, installInto, program, root } from "./built.ts";
import { readPage, type Block, type Page } from "./docs/markdown.ts";
import { firstDifference, readTranscript } from "./docs/transcript.ts";
import { without } from "./support/installed.ts";

const pages = new Map<string, Page>(
  markdownFiles().map((path) => [path, readPage(readFileSync(join(root, path), "utf8"))]),
);

const scratch = mkdtempSync(join(tmpdir(), "galley-docs-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const { missing, note } = without("git"); // The blocks of a page share a repository.

describe.skipIf(missing)(`every code block${note}`, () => {
  beforeAll(() => {
    ensureBuilt();
    mkdirSync(join(scratch, "bin"));
    const shim = join(scratch, "bin", "galley");
    writeFileSync(shim, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
    chmodSync(shim, 0o755);
  });

  test.each([...pages].filter(([, page]) => page.blocks.length > 0).map(([path]) => path))("of %s is true", (path) => {
    const folder = sampleFolder(join(scratch, path.replaceAll("/", "-")));
    for (const block of pages.get(path)!.blocks) {
      const problem = block.notRun === null ? run(block, folder) : null;
      expect(problem, `${path}:${block.line}`).toBeNull();
    }
  });
});

describe("every link", () => {
  test.each([...pages.keys()])("of %s leads somewhere", (path) => {
    const broken = pages.get(path)!.links.filter(({ target }) => !leads(path, target));
    expect(broken).toEqual([]);
  });
});

test("every word in the list of words is in use, once", () => {
  const section = /^## Words$([^]*?)(?=^## |$(?![^]))/m.exec(
    readFileSync(join(root, "docs", "architecture.md"), "utf8"),
  );
  const words = [...(section?.[1] ?? "").matchAll(/^\| ([a-z][a-z ]*) \|/gm)]
    .map(([, word]) => word!)
    .filter((word) => word !== "word");
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(root, "src", name), "utf8").toLowerCase())
    .join("\n");
  expect(words.length).toBeGreaterThan(5);
  expect(words).toEqual([...new Set(words)]);
  expect(words.filter((word) => !sources.includes(word))).toEqual([]);
});

describe("this test can fail", () => {
  beforeAll(ensureBuilt);

  test.each<[string, string, Partial<Block>]>([
    ["a plain block", "```sh\nls\n```\n", { language: "sh", notRun: null, code: "ls\n", line: 1 }],
    [
      "a block marked with a reason",
      "```sh not-run: needs a model\nx\n```\n",
      { language: "sh", notRun: "needs a model" },
    ],
    ["a mark without a reason is no mark", "```sh not-run:\nx\n```\n", { notRun: null }],
    [
      "a longer fence holds a shorter one",
      "````text\n```sh\nx\n```\n````\n",
      { language: "text", code: "```sh\nx\n```\n" },
    ],
    ["an indented block in a list", "- a\n\n  ```json\n  {}\n  ```\n", { language: "json", code: "{}\n", line: 3 }],
    ["a block without a language", "```\nx\n```\n", { language: "" }],
  ])("%s", (_, markdown, expected) => {
    expect(readPage(markdown).blocks).toEqual([expect.objectContaining(expected)]);
  });

  test("a fence that is never closed", () => {
    expect(() => readPage("```sh\nls\n")).toThrow("line 1");
  });

  test("links and anchors", () => {
    const page = readPage("# The house, its `doors`\n[a](b.md#c) `[no](link)`\n[d]: e.md\n");
    expect(page.links).toEqual([
      { line: 2, target: "b.md#c" },
      { line: 3, target: "e.md" },
    ]);
    expect(page.anchors).toEqual(["the-house-its-doors"]);
  });

  test.each([
    ["equal", "a\nb", "a\nb\n", null],
    ["nothing", "", "", null],
    ["a line too many", "a", "a\nb\n", "(end) but then: b"],
    ["a line too few", "a\nb", "a\n", "b"],
    ["any lines", "a\n…\nz", "a\n1\n2\nz\n", null],
    ["any lines may be none", "a\n…\nz", "a\nz\n", null],
    ["any lines do not swallow a difference", "a\n…\nz", "a\n1\ny\n", "z"],
    ["any text", "took … ms, … files", "took 12 ms, 3 files\n", null],
    ["any text keeps its surroundings", "took … ms", "took 12 s\n", "took … ms"],
  ])("transcript: %s", (_, expected, output, difference) => {
    expect(firstDifference(expected, output)).toBe(difference);
  });

  test.skipIf(missing).each<[string, Block["language"], string, string | null]>([
    ["a command that fails", "sh", "exit 3\n", "exit code 3"],
    ["a failing command in the middle", "sh", "false\ntrue\n", "exit code 1"],
    ["a command that works", "sh", "echo hello > hello.txt\n", null],
    ["wrong output", "console", "$ echo a\nb\n", 'the output of "echo a" has no line like "b"'],
    ["right output", "console", "$ echo a\na\n$ cat hello.txt\nhello\n", null],
    ["broken JSON", "json", "{,}\n", "JSON"],
    ["a type error", "ts", 'export const a: number = "x";\n', "TS2322"],
    ["an example that throws", "ts", 'throw new Error("no");\n', "Error: no"],
    [
      "an example that runs",
      "ts",
      'import { decode } from "galley/text";\nif (decode(new Uint8Array()).kind !== "text") throw 1;\n',
      null,
    ],
    ["an unknown language", "python", "print()\n", "python"],
    ["text is for reading", "text", "anything\n", null],
  ])(`block: %s${note}`, (_, language, code, problem) => {
    const folder = sampleFolder(mkdtempSync(join(scratch, "page-")));
    writeFileSync(join(folder, "hello.txt"), "hello\n");
    const found = run({ line: 1, language, notRun: null, code }, folder);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toContain(problem);
  });
});

/** Null when the block is true, else what is wrong with it. */
function run(block: Block, folder: string): string | null {
  switch (block.language) {
    case "text":
      return null;
    case "json":
      return parseProblem(block.code);
    case "sh": {
      const ran = shell(`set -e\n${block.code}`, folder);
      return ran.code === 0 ? null : `exit code ${ran.code}\n${ran.output}`;
    }
    case "console":
      return transcriptProblem(block.code, folder);
    case "ts":
      return exampleProblem(block.code, folder);
    default:
      return `"${block.language}" is not run: use sh, console, ts, json, text, or add "not-run: REASON" after the language`;
  }
}

function parseProblem(code: string): string | null {
  try {
    JSON.parse(code);
    return null;
  } catch (error) {
    return String(error);
  }
}

function transcriptProblem(code: string, folder: string): string | null {
  for (const { command, expected } of readTranscript(code)) {
    const { output } = shell(command, folder);
    const difference = firstDifference(expected, output);
    if (difference !== null) return `the output of "${command}" has no line like "${difference}":\n${output}`;
  }
  return null;
}

/** Type-checks and runs an example against the package as installed. */
function exampleProblem(code: string, folder: string): string | null {
  const consumer = join(scratch, "consumer");
  if (!existsSync(consumer)) installInto(consumer);
  writeFileSync(join(consumer, "package.json"), '{ "type": "module" }\n');
  const said = typeErrors(code, consumer);
  if (said !== "") return said;
  writeFileSync(join(consumer, "example.js"), transformSync(code, { loader: "ts", target: "node20.19" }).code);
  const ran = spawnSync(process.execPath, [join(consumer, "example.js")], {
    cwd: folder,
    env: cleanEnvironment(),
    encoding: "utf8",
  });
  return ran.status === 0 ? null : ran.stdout + ran.stderr;
}

const checked = new Map<string, string>();

/** What the compiler says about an example. The examples of all pages are checked together, when the first one is. */
function typeErrors(code: string, consumer: string): string {
  if (checked.has(code)) return checked.get(code)!;
  const written = [...pages.values()].flatMap(({ blocks }) =>
    blocks.filter(({ language, notRun }) => language === "ts" && notRun === null).map((block) => block.code),
  );
  const examples = [...new Set([code, ...written])].filter((each) => !checked.has(each));
  examples.forEach((each, at) => writeFileSync(join(consumer, `example${at}.ts`), each));
  const said = compilerSays(
    consumer,
    examples.map((_, at) => `example${at}.ts`),
  );
  const errors = said.split(/\n(?=\S)/).filter((error) => error !== ""); // Lines that explain one are indented.
  examples.forEach((each, at) => {
    const own = errors.filter((error) => error.startsWith(`example${at}.ts(`) || !/^example\d+\.ts\(/.test(error));
    checked.set(each, own.join("\n"));
  });
  return checked.get(code)!;
}

function shell(script: string, folder: string): { code: number; output: string } {
  // Both streams in the order a person sees them; nobody is there to answer.
  const ran = spawnSync("sh", ["-c", `exec 2>&1\n${script}`], {
    cwd: folder,
    env: cleanEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    timeout: 20_000,
  });
  return { code: ran.status ?? 1, output: ran.stdout + ran.stderr };
}

/** As on a machine where Galley is installed and was never used. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: [join(scratch, "bin"), process.env["PATH"]].join(delimiter),
    HOME: join(scratch, "home"),
    LC_ALL: "C.UTF-8",
    NO_COLOR: "1",
    GIT_CONFIG_GLOBAL: join(scratch, "no-git-config"),
    GIT_CONFIG_NOSYSTEM: "1",
  };
}

/** A copy of one repository: git is asked once. */
function sampleFolder(folder: string): string {
  const sample = join(scratch, "sample");
  if (!existsSync(sample)) {
    cpSync(join(root, "test", "fixtures", "docs"), sample, { recursive: true });
    const git = (...args: string[]): unknown => execFileSync("git", args, { cwd: sample, stdio: "pipe" });
    git("init", "-q", "-b", "main");
    git("add", ".");
    git("-c", "user.name=Reader", "-c", "user.email=reader@example.com", "commit", "-q", "-m", "a start");
  }
  cpSync(sample, folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

function leads(from: string, target: string): boolean {
  if (/^(https?|mailto):/.test(target)) return true;
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? from : join(dirname(from), path);
  if (!existsSync(join(root, file))) return false;
  return (
    anchor === undefined ||
    !file.endsWith(".md") ||
    readPage(readFileSync(join(root, file), "utf8")).anchors.includes(anchor)
  );
}

function markdownFiles(): string[] {
  const top = readdirSync(root).filter((name) => name.endsWith(".md"));
  const below = ["docs", "examples", "schema"]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".md"))
        .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
    );
  return [...top, ...below].sort();
}
