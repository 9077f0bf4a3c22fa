// The contract of the command line: reports, exit codes, and that nothing happens which was not asked for.

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { block, Place } from "./support/galley.ts";
import { without } from "./support/installed.ts";

beforeAll(ensureBuilt);

type Report = {
  readonly mode: string;
  readonly format: string | null;
  readonly results: readonly {
    readonly file_path: string | null;
    readonly status: string;
    readonly error_type: string | null;
    readonly message: string;
    readonly line: number | null;
  }[];
  readonly files_modified: readonly string[];
  readonly files_created: readonly string[];
  readonly files_deleted: readonly string[];
  readonly files_auto_added: readonly string[];
  readonly staged: readonly string[];
  readonly warnings: readonly string[];
  readonly receipt_id: string | null;
};

function apply(
  place: Place,
  answer: string,
  ...args: readonly string[]
): { code: number | null; report: Report; drawn: readonly string[] } {
  const { code, value } = place.json(["apply", "-", ...args], { input: answer });
  const report = value as Report;
  const drawn = report.results.map(
    ({ file_path, status, error_type }) => `${file_path}: ${status}${error_type ? ` ${error_type}` : ""}`,
  );
  return { code, report, drawn };
}

describe("apply --json", () => {
  test("the whole report", () => {
    const place = new Place({ "src/a.ts": "one\ntwo\n" });
    const { code, report } = apply(
      place,
      `Text.\n\n${block("src/a.ts", "two\n", "TWO\n")}\n${block("new.txt", "", "n\n")}`,
      "--yes",
    );
    expect(code).toBe(0);
    expect(report).toEqual({
      mode: "apply",
      format: "edit-block",
      results: [
        {
          file_path: "src/a.ts",
          status: "APPLIED",
          message: expect.any(String),
          error_type: null,
          line: 2,
          lines_changed: 1,
          user_modified: false,
          diagnostics: null,
        },
        {
          file_path: "new.txt",
          status: "APPLIED",
          message: expect.any(String),
          error_type: null,
          line: expect.anything(),
          lines_changed: 1,
          user_modified: false,
          diagnostics: null,
        },
      ],
      files_modified: ["src/a.ts"],
      files_created: ["new.txt"],
      files_deleted: [],
      files_auto_added: [],
      staged: [],
      warnings: [],
      receipt_id: expect.stringMatching(/^[0-9a-z]+-[0-9a-z]+$/),
    });
    expect(place.tree()).toEqual({ "src/a.ts": "one\nTWO\n", "new.txt": "n\n" });
  });

  const files = { "a.txt": "one\ntwo\nthree\n", "b.bin": new Uint8Array([0, 1]), "twice.txt": "x\nx\n" };
  test.each<[string, string, readonly string[], number, readonly string[]]>([
    ["nobody there is no", block("a.txt", "two\n", "2\n"), [], 1, ["a.txt: SKIPPED rejected"]],
    ["--yes is yes", block("a.txt", "two\n", "2\n"), ["--yes"], 0, ["a.txt: APPLIED"]],
    ["a dry run", block("a.txt", "two\n", "2\n"), ["--dry-run"], 0, ["a.txt: VALIDATED"]],
    ["not there", block("a.txt", "zwei\n", "2\n"), ["--yes"], 1, ["a.txt: FAILED anchor_not_found"]],
    ["there twice", block("twice.txt", "x\n", "y\n"), ["--yes"], 1, ["twice.txt: FAILED ambiguous_anchor"]],
    ["no such file", block("none.txt", "x\n", "y\n"), ["--yes"], 1, ["none.txt: FAILED file_not_found"]],
    ["a path that leaves", block("../x.txt", "", "y\n"), ["--yes"], 1, ["../x.txt: SKIPPED path_refused"]],
    ["an absolute path", block("/etc/passwd", "x\n", "y\n"), ["--yes"], 1, ["/etc/passwd: SKIPPED path_refused"]],
    ["a folder's spelling", block("n/", "", "y\n"), ["--yes"], 1, ["n/: SKIPPED path_refused"]],
    ["a binary file", block("b.bin", "x\n", "y\n"), ["--yes"], 1, ["b.bin: SKIPPED binary"]],
    ["creating what is there", block("a.txt", "", "other\n"), ["--yes"], 1, ["a.txt: FAILED already_exists"]],
    [
      "creating what is there already",
      block("a.txt", "", "one\ntwo\nthree\n"),
      ["--yes"],
      0,
      ["a.txt: ALREADY_APPLIED"],
    ],
    ["old equals new", block("a.txt", "two\n", "two\n"), ["--yes"], 1, ["a.txt: SKIPPED no_change"]],
    ["already done", block("a.txt", "one\nzwei\n", "one\ntwo\n"), ["--yes"], 0, ["a.txt: ALREADY_APPLIED"]],
    ["an unfinished block", "a.txt\n««« EDIT\ntwo\n═══════ REPL\n2\n", ["--yes"], 1, ["a.txt: FAILED incomplete"]],
    [
      "a marker without a path",
      "««« EDIT\ntwo\n═══════ REPL\n2\n»»» EDIT END\n",
      ["--yes"],
      1,
      ["null: FAILED malformed_block"],
    ],
    [
      "a protected path is a person's",
      block(".git/config", "", "x\n"),
      ["--yes"],
      1,
      [".git/config: SKIPPED rejected"],
    ],
    ["only blank lines to replace", block("a.txt", "\n", "x\n"), ["--yes"], 1, ["a.txt: FAILED malformed_block"]],
    [
      "an earlier block stays when a later fails",
      block("a.txt", "one\n", "1\n") + block("a.txt", "zwei\n", "2\n"),
      ["--yes"],
      1,
      ["a.txt: APPLIED", "a.txt: FAILED anchor_not_found"],
    ],
    [
      "a dry run chains",
      block("a.txt", "one\n", "1\n") + block("a.txt", "1\ntwo\n", "1\n2\n"),
      ["--dry-run"],
      0,
      ["a.txt: VALIDATED", "a.txt: VALIDATED"],
    ],
    [
      "atomic with a failure writes nothing",
      block("a.txt", "one\n", "1\n") + block("a.txt", "zwei\n", "2\n"),
      ["--yes", "--atomic"],
      1,
      ["a.txt: VALIDATED", "a.txt: FAILED anchor_not_found"],
    ],
    ["seen", block("a.txt", "two\n", "2\n"), ["--yes", "--context", "a.txt"], 0, ["a.txt: APPLIED"]],
    [
      "seen under another spelling",
      block("a.txt", "two\n", "2\n"),
      ["--yes", "--context", "./a.txt"],
      0,
      ["a.txt: APPLIED"],
    ],
    ["not seen", block("a.txt", "two\n", "2\n"), ["--yes", "--context", "twice.txt"], 1, ["a.txt: NOT_IN_CONTEXT"]],
    [
      "creating needs no sight",
      block("n.txt", "", "n\n") + block("n.txt", "n\n", "m\n"),
      ["--yes", "--context", "a.txt"],
      0,
      ["n.txt: APPLIED", "n.txt: APPLIED"],
    ],
    [
      "missing and not seen is missing",
      block("none.txt", "x\n", "y\n"),
      ["--yes", "--context", "a.txt"],
      1,
      ["none.txt: FAILED file_not_found"],
    ],
    ["no edit in the text", "Just words.\n", ["--yes"], 1, []],
    [
      "indentation is not guessed",
      block("a.txt", "  two\n", "  2\n"),
      ["--yes"],
      1,
      ["a.txt: FAILED anchor_not_found"],
    ],
    ["but may be allowed by name", block("a.txt", "  two\n", "  2\n"), ["--yes", "--lenient"], 0, ["a.txt: APPLIED"]],
  ])("%s", (_, answer, args, code, drawn) => {
    const place = new Place(files);
    const before = place.tree();
    const ran = apply(place, answer, ...args);
    expect({ code: ran.code, drawn: ran.drawn }).toEqual({ code, drawn });
    const wrote = ran.report.files_modified.length + ran.report.files_created.length > 0 && ran.report.mode === "apply";
    if (!wrote) expect(place.tree()).toEqual(before);
    expect(JSON.stringify(ran.report)).not.toContain(place.base);
  });

  test("a file of --context that does not exist is a warning", () => {
    const place = new Place({ "a.txt": "one\ntwo\n" });
    place.put("answer.md", block("a.txt", "two\n", "2\n"));
    const context = ["--context", "a.txt", "no-such.txt"];
    const report = place.json(["apply", "answer.md", "--dry-run", ...context]).value as { warnings: string[] };
    expect(report.warnings).toEqual(["--context: there is no file no-such.txt."]);
  });

  test("not in context is reported as auto-added, and nothing else is held back", () => {
    const place = new Place({ "a.txt": "one\n", "b.txt": "two\n" });
    const { report, drawn } = apply(
      place,
      block("a.txt", "one\n", "1\n") + block("b.txt", "two\n", "2\n"),
      "--yes",
      "--context",
      "b.txt",
    );
    expect(drawn).toEqual(["a.txt: NOT_IN_CONTEXT", "b.txt: APPLIED"]);
    expect(report.files_auto_added).toEqual(["a.txt"]);
    expect(place.tree()).toEqual({ "a.txt": "one\n", "b.txt": "2\n" });
  });
});

describe("undo and log", () => {
  test("undo takes back bytes, modes, new files and their folders", () => {
    const place = new Place({ "run.sh": "#!/bin/sh\necho a\r\n", "b.txt": "b" });
    chmodSync(join(place.folder, "run.sh"), 0o755);
    const before = place.tree();
    const { report } = apply(
      place,
      block("run.sh", "echo a\n", "echo b\n") + block("x/y/n.txt", "", "n\n") + block("b.txt", "b\n", "c\nd\n"),
      "--yes",
    );
    expect(place.tree()).toEqual({ "run.sh": "#!/bin/sh\necho b\r\n", "x/y/n.txt": "n\n", "b.txt": "c\nd" });
    const { code, value } = place.json(["undo"]);
    expect({ code, ...(value as object) }).toEqual({
      code: 0,
      receipt_id: report.receipt_id,
      undo_id: expect.any(String),
      restored: expect.arrayContaining(["run.sh", "x/y/n.txt", "b.txt"]),
      skipped: [],
    });
    expect(place.tree()).toEqual(before);
    expect(statSync(join(place.folder, "run.sh")).mode & 0o777).toBe(0o755);
    expect(() => statSync(join(place.folder, "x"))).toThrow();
    expect((place.json(["log"]).value as { state: string; files: string[] }[]).map(({ state }) => state)).toContain(
      "undone",
    );
  });

  test("a file changed since is left alone, with the reason", () => {
    const place = new Place({ "a.txt": "a\n", "b.txt": "b\n" });
    apply(place, block("a.txt", "a\n", "A\n") + block("b.txt", "b\n", "B\n"), "--yes");
    place.put("b.txt", "mine\n");
    const { code, value } = place.json(["undo"]);
    expect({ code, value }).toMatchObject({
      code: 1,
      value: { restored: ["a.txt"], skipped: [{ path: "b.txt", reason: expect.any(String) }] },
    });
    expect(place.tree()).toEqual({ "a.txt": "a\n", "b.txt": "mine\n" });
    // The log calls nothing undone that is not, and no script a person.
    expect(place.json(["log"]).value).toMatchObject([
      { decided_by: "command", files: ["a.txt"], state: "done" },
      { decided_by: "flag", files: ["a.txt", "b.txt"], state: "done", restored: ["a.txt"] },
    ]);
    expect(place.galley(["log"]).out).toMatch(/\n {4}a\.txt {2}\(undone\)\n {4}b\.txt\n/);
    place.put("b.txt", "B\n");
    expect(place.json(["undo"])).toMatchObject({ code: 0, value: { restored: ["b.txt"], skipped: [] } });
    expect(place.tree()).toEqual({ "a.txt": "a\n", "b.txt": "b\n" });
  });

  test("undo twice goes further back; an undo can be taken back by name", () => {
    const place = new Place({ "a.txt": "1\n" });
    apply(place, block("a.txt", "1\n", "2\n"), "--yes");
    apply(place, block("a.txt", "2\n", "3\n"), "--yes");
    expect([
      place.json(["undo"]).code,
      place.read("a.txt"),
      place.json(["undo"]).code,
      place.read("a.txt"),
      place.json(["undo"]).code,
    ]).toEqual([0, "2\n", 0, "1\n", 1]);
  });

  test("undo skips what was reverted by other means", () => {
    const place = new Place({ "a.txt": "1\n", "b.txt": "1\n" });
    apply(place, block("a.txt", "1\n", "2\n"), "--yes");
    apply(place, block("b.txt", "1\n", "2\n"), "--yes");
    place.put("b.txt", "1\n");
    expect(place.json(["undo"]).value).toMatchObject({ restored: ["a.txt"], skipped: [] });
    expect(place.tree()).toEqual({ "a.txt": "1\n", "b.txt": "1\n" });
  });

  test("a retry text that cannot be written does not hide what was done", () => {
    const place = new Place({ "a.txt": "1\n" });
    const { code, report } = apply(
      place,
      block("a.txt", "1\n", "2\n") + block("a.txt", "9\n", "8\n"),
      "--yes",
      "--retry-prompt",
      "no/such/folder",
    );
    expect({ code, written: report.files_modified, warned: report.warnings.length }).toEqual({
      code: 1,
      written: ["a.txt"],
      warned: 1,
    });
  });

  test("--retry-prompt - writes the text alone to standard output, and no file", () => {
    const place = new Place({ "a.txt": "1\n" });
    const input = block("a.txt", "9\n", "8\n");
    const { code, out, err } = place.galley(["apply", "-", "--yes", "--retry-prompt", "-"], { input });
    expect([code, Object.keys(place.tree())]).toEqual([1, ["a.txt"]]);
    expect(out).toMatch(/^Your edit was not applied\./);
    expect(err).toContain("Nothing was written.");
  });

  test("the log says who decided, newest first", () => {
    const place = new Place({ "a.txt": "1\n" });
    const first = apply(place, block("a.txt", "1\n", "2\n"), "--yes").report.receipt_id;
    const second = apply(place, block("a.txt", "2\n", "3\n"), "--yes").report.receipt_id;
    expect(place.json(["log"]).value).toEqual(
      [second, first].map((receipt_id) => ({
        receipt_id,
        at: expect.any(String),
        decided_by: "flag",
        files: ["a.txt"],
        state: "done",
      })),
    );
  });
});

const { missing, note } = without("git");
describe.skipIf(missing)(`git${note}`, () => {
  const git = (place: Place, ...args: string[]): string =>
    execFileSync("git", args, { cwd: place.folder, encoding: "utf8" });
  const repository = (files: Record<string, string>): Place => {
    const place = new Place(files);
    git(place, "init", "-q");
    git(place, "add", ".");
    git(place, "-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-qm", "start");
    return place;
  };

  test("what was written is staged; --no-stage leaves the index alone", () => {
    const place = repository({ "a.txt": "1\n" });
    expect(apply(place, block("a.txt", "1\n", "2\n"), "--yes").report.staged).toEqual(["a.txt"]);
    expect(git(place, "status", "--porcelain")).toBe("M  a.txt\n");
    expect(apply(place, block("a.txt", "2\n", "3\n"), "--yes", "--no-stage").report.staged).toEqual([]);
    expect(git(place, "status", "--porcelain")).toBe("MM a.txt\n");
  });

  test("a person's own unstaged change in the same file is not staged, and that is said", () => {
    const place = repository({ "a.txt": "1\n2\n" });
    place.put("a.txt", "1\nmine\n");
    const { code, report } = apply(place, block("a.txt", "1\n", "one\n"), "--yes");
    expect({ code, staged: report.staged, warned: report.warnings.length }).toEqual({ code: 0, staged: [], warned: 1 });
    expect(git(place, "status", "--porcelain")).toBe(" M a.txt\n");
  });

  test("undo leaves the index as it was", () => {
    const place = repository({ "a.txt": "1\n" });
    apply(place, block("a.txt", "1\n", "2\n") + block("n.txt", "", "n\n"), "--yes");
    place.json(["undo"]);
    expect(git(place, "status", "--porcelain")).toBe("");
  });
});

describe("what cannot run exits with 2 and says why", () => {
  test.each<[string, readonly string[], RegExp]>([
    ["an unknown command", ["aply"], /unknown command "aply" \(did you mean apply\?\)/],
    ["an unknown option", ["apply", "--dryrun"], /unknown option --dryrun \(did you mean --dry-run\?\)/],
    ["an answer that is not there", ["apply", "none.md"], /none\.md: there is no such file/],
    ["a root that is not there", ["apply", "-", "--root", "nowhere"], /./],
    ["an unknown tool", ["tool", "read_fil"], /unknown tool "read_fil" \(did you mean read_file\?\)/],
    ["arguments that are no JSON", ["tool", "read_file", "{"], /not JSON/],
    ["a config that is not there", ["log", "--config", "none.json"], /none\.json/],
    ["a config with a slip", ["log", "--config", "slip.json"], /unknown key "sandboxs" \(did you mean sandboxes\?\)/],
  ])("%s", (_, args, message) => {
    const place = new Place({ "slip.json": '{"sandboxs": {}}' });
    const { code, out, err } = place.galley(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(message);
  });
});

test("options of a conversation need no command: the files after --context are no command's name", () => {
  const place = new Place({ "a.txt": "1\n", "b.txt": "2\n" });
  const { code, out } = place.galley(["--context", "a.txt", "b.txt"], { input: "/files\n/quit\n" });
  expect(code).toBe(0);
  expect(out).toMatch(/a\.txt.*\n.*b\.txt/);
  expect(place.galley(["--context", "a.txt", "map", "--json"]).out).not.toContain("unknown command");
});

describe("configuration", () => {
  test("named sandboxes have their own rules, and their names in reports", () => {
    const place = new Place({
      "ws/a.txt": "1\n",
      "docs/d.md": "d\n",
      "galley.json": JSON.stringify({
        sandboxes: { ws: { root: "ws", write_approval: false }, docs: { root: "docs", mode: "ro" } },
        default_sandbox: "ws",
      }),
    });
    const { code, drawn, report } = apply(
      place,
      block("a.txt", "1\n", "2\n") + block("ws/b.txt", "", "b\n") + block("docs/d.md", "d\n", "e\n"),
      "--config",
      "galley.json",
    );
    expect({ code, drawn }).toEqual({
      code: 1,
      drawn: ["a.txt: APPLIED", "b.txt: APPLIED", "docs/d.md: SKIPPED path_refused"],
    });
    expect(report.files_created).toEqual(["b.txt"]);
    expect(place.json(["tool", "read_file", '{"path":"docs/d.md"}', "--config", "galley.json"]).code).toBe(0);
  });

  test("a project's config may only tighten", () => {
    const place = new Place({
      "a.txt": "1\n",
      ".galley/config.json": JSON.stringify({
        confirm_edits: false,
        policy: [{ effect: "allow" }, { effect: "deny", path: "workspace/b.txt" }],
      }),
    });
    const { drawn, report } = apply(place, block("a.txt", "1\n", "2\n") + block("b.txt", "", "b\n"));
    expect(drawn).toEqual(["a.txt: SKIPPED rejected", "b.txt: SKIPPED rejected"]);
    expect(report.warnings.join()).toMatch(/may only tighten/);
    expect(apply(place, block("b.txt", "", "b\n"), "--yes").drawn).toEqual(["b.txt: SKIPPED rejected"]);
  });

  test("a link to a protected place is protected", () => {
    const place = new Place({ "a.txt": "1\n" });
    mkdirSync(join(place.folder, ".git/hooks"), { recursive: true });
    symlinkSync(".git/hooks", join(place.folder, "h"));
    expect(apply(place, block("h/pre-commit", "", "x\n"), "--yes").drawn).toEqual(["h/pre-commit: SKIPPED rejected"]);
    expect(place.json(["tool", "write_file", '{"path":"h/pre-commit","content":"x"}', "--yes"])).toMatchObject({
      code: 1,
      value: { error: { code: "PROTECTED" } },
    });
  });
});

test.each([[], ...["apply", "run", "tool", "inbox", "approvals", "completions"].map((name) => [name])])(
  "help of %j fits in 80 columns, but for examples",
  (...command) => {
    const { out } = new Place().galley([...command, "--help"]);
    const [text] = out.split("\nExamples:");
    expect(text!.split("\n").filter((line) => line.length > 80)).toEqual([]);
  },
);

test.each([
  [["apply", "--formt", "udiff"], "Try galley apply --help."],
  [["config", "extra"], "Try galley config --help."],
  [["aply"], "Try galley --help."],
])("%j names the help that is of use", (args, hint) => {
  expect(new Place().galley(args).err).toContain(hint);
});
