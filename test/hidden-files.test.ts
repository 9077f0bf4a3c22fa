// A rule against reading hides a file on every surface of the built command line: neither its name nor its content is
// in any output, and a path that is named gets the same answer whether or not something is there.

import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { block, Place, type Ran } from "./support/galley.ts";

const SECRET = "hunter2-marker";
const NAME = "vault";

const FILES = {
  "src/app.ts": 'import { open } from "./open";\nexport const app = open("public");\n',
  "src/open.ts": "export function open(name: string) {\n  return name;\n}\n",
  [`${NAME}/key.ts`]: `export const ${NAME}Key = "${SECRET}";\nexport function ${NAME}Open() {}\n`,
  [`${NAME}/deep/er/notes.md`]: `# ${SECRET}\nexport const app = 1;\n`,
  [`${NAME}/blob.bin`]: `\0${SECRET}`,
};

function placeWith(rule: object): Place {
  const place = new Place(FILES);
  writeFileSync(join(place.base, "config.json"), JSON.stringify({ policy: [{ effect: "deny", ...rule }] }));
  symlinkSync(`../${NAME}/key.ts`, join(place.folder, "src", "innocent.ts"));
  symlinkSync(NAME, join(place.folder, "cupboard"));
  return place;
}

const RULE = { path: `workspace/${NAME}/**` };

/** Other ways to write a rule that covers reading. */
const RULES: readonly (readonly [string, object])[] = [
  ["every tool by a star", { tool: "*", path: `workspace/${NAME}/**` }],
  ["reading alone", { tool: "read_file", path: `workspace/${NAME}/**` }],
  ["searching alone", { tool: "grep", path: `workspace/${NAME}/**` }],
  ["the folder by its name", { path: `workspace/${NAME}` }],
  ["the folder with a slash", { path: `workspace/${NAME}/` }],
  ["a pattern for the folder's name", { path: `**/va*` }],
];

/** Arguments of one command, and the text on its standard input. */
type Call = readonly [args: readonly string[], input?: string];

const tool = (name: string, args: object, ...more: string[]): Call => [["tool", name, JSON.stringify(args), ...more]];

/** Commands that name nothing hidden: no trace of it may appear. */
const LOOKING: readonly Call[] = [
  tool("ls", {}),
  tool("ls", { path: "src" }),
  tool("ls", {}, "--plan"),
  tool("glob", { pattern: "**" }),
  tool("glob", { pattern: "**/*.ts", include_ignored: true }),
  tool("glob", { pattern: "**" }, "--plan"),
  tool("grep", { pattern: "hunter2" }),
  tool("grep", { pattern: "export", include_ignored: true }),
  tool("grep", { pattern: ".", file_glob: "*.bin" }),
  tool("grep", { pattern: "hunter2" }, "--plan"),
  [["map"]],
  [["map", "--json"]],
  [["map", "src"]],
  [["log"]],
  [["log", "--json"]],
  [["undo"]],
  [["undo", "--json"]],
  [["completions", "bash"]],
  [["edit-last", "--json", "--yes"]],
  [["apply", "--dry-run"], block("src/open.ts", "export function hunter2() {\n", "x\n")],
  [["apply", "--dry-run", "--json"], block("src/key.ts", "export const key = 1;\n", "x\n")],
  [["apply", "--json", "--retry-prompt", "-"], block("src/app.ts", 'export const app = "hunter2";\n', "x\n")],
];

/** Commands that name a path which is denied, as `PATH`. */
const NAMING: readonly Call[] = [
  ...[[], ["--plan"]].flatMap((more) => [
    tool("ls", { path: "PATH" }, ...more),
    tool("glob", { path: "PATH", pattern: "**" }, ...more),
    tool("grep", { path: "PATH", pattern: "." }, ...more),
    tool("read_file", { path: "PATH" }, ...more),
    tool("write_file", { path: "PATH", content: "x\n" }, ...more),
    tool("edit_file", { path: "PATH", old_string: "export", new_string: "x" }, ...more),
    tool("edit_file", { path: "PATH", old_string: "no such text", new_string: "x" }, ...more),
    tool("edit", { path: "PATH", oldText: "hunter2", newText: "x" }, ...more),
    tool("rm", { path: "PATH" }, ...more),
  ]),
  [["apply", "--json"], block("PATH", "no such text\n", "x\n")],
  [["apply", "--json"], block("PATH", "", "x\n")],
  [["apply", "--json", "--lenient"], block("PATH", ` export const ${NAME}Key = "";\n`, "x\n")],
  [["apply", "--json", "--yes"], block("PATH", "no such text\n", "x\n")],
  [["apply", "--dry-run", "--json"], block("PATH", "no such text\n", "x\n")],
  [["apply", "--dry-run", "--json"], block("PATH", `export function ${NAME}Open() {}\n`, "x\n")],
  [["apply", "--retry-prompt", "-"], block("PATH", "no such text\n", "x\n")],
  [["map", "PATH"]],
  [["map", "PATH", "--json"]],
  [["edit-last", "PATH", "--json", "--yes"]],
];

const run = (place: Place, [args, input]: Call, path = ""): Ran => {
  const at = (text: string): string => text.replaceAll("PATH", path);
  return place.galley([...args.map(at), "--config", join(place.base, "config.json")], {
    ...(input === undefined ? {} : { input: at(input) }),
    env: { EDITOR: "cat" },
  });
};

/** What is said about a rule names the rule's own pattern; ids differ from run to run. */
const withoutRule = (text: string): string =>
  text.replaceAll(/the rule deny · [^\n]*? forbids it/g, "the rule").replaceAll(/"approval_id": "[^"]*"/g, "");

function expectNoTrace(place: Place, call: Call): void {
  const { out, err } = run(place, call);
  const said = withoutRule(out + err);
  for (const trace of [SECRET, NAME, "innocent", "cupboard"]) expect(said, JSON.stringify(call)).not.toContain(trace);
}

/** The same answer for what is there and for what is not, however it is spelled. */
function expectForbidden(place: Place, call: Call): void {
  const [first, ...others] = [`${NAME}/key.ts`, `${NAME}/none.ts`, `${NAME}/key.ts/x`, `${NAME}/key.ts/`].map(
    (path) => {
      const { code, out, err } = run(place, call, path);
      expect(out + err).not.toContain(SECRET);
      const said = withoutRule(out + err)
        .replaceAll(path, "PATH")
        .replaceAll(path.replace(/\/$/, ""), "PATH");
      return { code, said };
    },
  );
  for (const other of others) expect(other).toEqual(first);
  expect(first!.said).toMatch(/FORBIDDEN|is not available: the rule/);
}

describe("a rule that denies everything in a folder", () => {
  const place = placeWith(RULE);
  test.each(LOOKING.map((call) => [call]))("%j shows no trace", (call) => expectNoTrace(place, call));
  test.each(NAMING.map((call) => [call]))("%j says the same, there or not", (call) => expectForbidden(place, call));

  test.each(["src/innocent.ts", "cupboard/key.ts", "cupboard/none.ts", "cupboard"])(
    "a link is what it leads to: %s",
    (path) => {
      for (const [name, args] of [
        ["read_file", { path }],
        ["edit_file", { path, old_string: "export", new_string: "x" }],
        ["write_file", { path, content: "x" }],
        ["grep", { path, pattern: "." }],
        ["glob", { path, pattern: "**" }],
        ["ls", { path }],
        ["rm", { path }],
      ] as const) {
        const { out } = run(place, tool(name, args, "--yes"));
        expect(out, name).not.toContain(SECRET);
        expect(out, name).toContain('"FORBIDDEN"');
      }
    },
  );
});

test.each(RULES)("also: %s", (_, rule) => {
  const place = placeWith(rule);
  for (const call of [
    tool("ls", {}),
    tool("glob", { pattern: "**" }),
    tool("grep", { pattern: "export|hunter2" }),
    [["map"]] as Call,
  ])
    expectNoTrace(place, call);
  expectForbidden(place, tool("read_file", { path: "PATH" }));
  expectForbidden(place, tool("edit_file", { path: "PATH", old_string: "export", new_string: "x" }, "--plan"));
  expectForbidden(place, [["apply", "--dry-run"], block("PATH", "no such text\n", "x\n")]);
});

test("a rule for rm alone hides nothing", () => {
  const place = placeWith({ tool: "rm", path: `workspace/${NAME}/**` });
  expect(run(place, tool("read_file", { path: `${NAME}/key.ts` })).out).toContain(SECRET);
  expect(run(place, tool("grep", { pattern: "hunter2" })).out).toContain(`${NAME}/key.ts`);
  expect(run(place, tool("rm", { path: `${NAME}/key.ts` }, "--yes")).out).toContain("FORBIDDEN");
});

test("a rule against one search tool without a path is about the tool, not about the files", () => {
  const place = placeWith({ tool: "grep" });
  expect(run(place, tool("read_file", { path: `${NAME}/key.ts` })).out).toContain(SECRET);
  expect(run(place, tool("grep", { pattern: "x" })).out).toContain("FORBIDDEN");
});

test("one level is one level: a rule for folder/* does not hide what is deeper", () => {
  const place = placeWith({ path: `workspace/${NAME}/*` });
  expect(run(place, tool("read_file", { path: `${NAME}/key.ts` })).out).toContain("FORBIDDEN");
  expect(run(place, tool("read_file", { path: `${NAME}/deep/er/notes.md` })).out).toContain(SECRET);
});

test("a path below a hidden name says nothing about whether there is a file of that name", () => {
  const place = placeWith({ path: `workspace/${NAME}/*` });
  mkdirSync(join(place.folder, "links"));
  symlinkSync(`../${NAME}`, join(place.folder, "links/in"));
  for (const folder of [NAME, "links/in"]) {
    const answers = ["key.ts", "none"].flatMap((name) => {
      const path = `${folder}/${name}/x`;
      return [
        tool("read_file", { path }),
        tool("ls", { path }),
        tool("write_file", { path, content: "x" }, "--plan"),
        tool("write_file", { path, content: "x" }, "--yes"),
        tool("edit_file", { path, old_string: "a", new_string: "b" }),
        tool("rm", { path }, "--yes"),
      ].map((call) => run(place, call).out.replaceAll(path, "PATH"));
    });
    const half = answers.length / 2;
    expect(answers.slice(0, half)).toEqual(answers.slice(half));
    expect(answers.filter((answer) => !answer.includes("FORBIDDEN"))).toEqual([]);
  }
});

test("removing a folder leaves what is hidden in it, and says that the folder stays", () => {
  const place = placeWith({ path: "workspace/src/app.ts" });
  const { out } = run(place, tool("rm", { path: "src" }, "--yes"));
  expect(out).not.toContain("app.ts");
  expect(out).toContain("still there");
  expect(place.read("src/app.ts")).toBe(FILES["src/app.ts"]);
});

describe("what reading would ask about", () => {
  const place = new Place(FILES);
  const ask = (rule: object | null): void => {
    const config =
      rule === null
        ? { sandboxes: { workspace: { root: "work", read_approval: true } }, default_sandbox: "workspace" }
        : { policy: [{ effect: "ask", ...rule }] };
    writeFileSync(join(place.base, "config.json"), JSON.stringify(config));
  };

  test.each([
    ["the sandbox's flag", null],
    ["a rule", { path: `workspace/${NAME}/**` }],
    ["a rule for read_file", { tool: "read_file", path: `workspace/${NAME}/**` }],
  ])("%s: no plan and no miss shows the content", (_, rule) => {
    ask(rule);
    const path = `${NAME}/key.ts`;
    for (const call of [
      tool("read_file", { path }, "--plan"),
      tool("write_file", { path, content: "x\n" }, "--plan"),
      tool("edit_file", { path, old_string: "export function", new_string: "x" }, "--plan"),
      tool("edit_file", { path, old_string: "hunter2-", new_string: "x" }, "--plan"),
      tool("edit_file", { path, old_string: "export const key", new_string: "x" }, "--plan"),
      tool("rm", { path }, "--plan"),
      tool("rm", { path: NAME }, "--plan"),
      tool("grep", { pattern: "hunter2" }),
      tool("grep", { path, pattern: "hunter2" }),
      tool("edit_file", { path, old_string: "export const key", new_string: "x" }),
      tool("edit_file", { path, old_string: "export", new_string: "x" }),
      [["apply"], block(path, "export\n", "x\n")] as Call,
      [["map"]] as Call,
      [["map", "--json"]] as Call,
      [["apply", "--json"], block(path, "export const key = 1;\n", "x\n")] as Call,
      [["apply", "--dry-run"], block(path, ` export const ${NAME}Key = "";\n`, "x\n")] as Call,
      [["apply", "--retry-prompt", "-"], block(path, "export const key = 1;\n", "x\n")] as Call,
    ]) {
      const { out, err } = run(place, call);
      expect(out + err, JSON.stringify(call)).not.toContain(SECRET);
      expect(out + err, JSON.stringify(call)).not.toContain(`${NAME}Open`);
      // Neither how long it is nor where a guess is in it.
      expect(out + err, JSON.stringify(call)).not.toMatch(/\(\d+ lines?\)|contains \d+ line|lines?:? [12]\b/);
    }
  });

  test("--yes answers for reading too", () => {
    ask({ path: `workspace/${NAME}/**` });
    expect(run(place, tool("grep", { pattern: "hunter2" }, "--yes")).out).toContain(SECRET);
    expect(run(place, [["map", "--yes"]]).out).toContain(`${NAME}Open`);
  });

  test("a search says how many files it left out, by name and not by what is in them", () => {
    ask({ tool: "read_file", path: `workspace/${NAME}/**` });
    for (const pattern of ["hunter2", "no such text"]) {
      const { out } = run(place, tool("grep", { pattern, file_glob: "*.ts" }));
      expect(JSON.parse(out)).toMatchObject({ value: { matches: [], skipped: { needs_approval: 1 } } });
      expect(out).toContain("1 file was not searched because reading it needs approval");
    }
  });

  test("the question for a search names the pattern and the folder", () => {
    ask(null);
    const described = (name: string, args: object): string =>
      (JSON.parse(run(place, tool(name, args, "--plan")).out) as { payload: { description: string } }).payload
        .description;
    expect(described("grep", { pattern: "a b", path: "src", file_glob: "*.ts" })).toBe(
      'Search workspace/src for "a b" in files matching "*.ts"',
    );
    expect(described("grep", { pattern: "x", include_ignored: true })).toBe(
      'Search every sandbox for "x", ignored files included',
    );
    expect(described("glob", { pattern: "**/*.ts", path: "src" })).toBe(
      'Find files matching "**/*.ts" in workspace/src',
    );
    expect(described("ls", { path: "src" })).toBe("List workspace/src");
  });
});

test("hard links and other names of one folder are treated alike", () => {
  // What docs/threat-model.md says about hard links: a second name of the same file is that file.
  const place = placeWith({ path: `workspace/${NAME}/**` });
  mkdirSync(join(place.folder, "other"));
  linkSync(join(place.folder, NAME, "key.ts"), join(place.folder, "other", "hard.ts"));
  expect(run(place, tool("read_file", { path: "other/hard.ts" })).out).toContain(SECRET);
});
