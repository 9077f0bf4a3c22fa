// What `apply` reports: marks and counts that agree with what was done, a text for the model that lists everything and
// shows no secrets, and a dry run that foresees what the rules will say.

import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { block, Place } from "./support/galley.ts";

type Report = {
  readonly results: readonly { status: string; error_type: string | null; message: string; approval?: string }[];
  readonly files_created: readonly string[];
  readonly files_modified: readonly string[];
};

const MISS = block("a.txt", "nowhere\n", "x\n");
const GOOD = block("a.txt", "one\n", "1\n");
const place = (more: Record<string, string> = {}): Place => new Place({ "a.txt": "one\ntwo\n", ...more });

describe("marks and counts", () => {
  test("what --atomic holds back has no tick, and is not blamed on a failure", () => {
    const { out } = place().galley(["apply", "--yes", "--atomic"], {
      input: GOOD + block("AGENTS.md", "", "x\n"),
    });
    expect(out).toContain("– a.txt      Not written: --atomic is set and another edit was not applied.");
    expect(out).toContain("Nothing was written: --atomic is set and 1 of 2 edits could not be applied.");
    expect(out).not.toContain("✓");
  });

  test("the same when an edit misses before anything is asked", () => {
    const { out } = place().galley(["apply", "--yes", "--atomic"], { input: GOOD + MISS });
    expect(out).toContain("– a.txt  Not written: --atomic is set");
    expect(out).not.toMatch(/Would change|✓/);
  });

  test("a dry run with --atomic lists nothing that would not be written", () => {
    const { value } = place().json(["apply", "--dry-run", "--atomic"], { input: GOOD + MISS });
    expect(value).toMatchObject({ files_modified: [], results: [{ status: "VALIDATED" }, { status: "FAILED" }] });
  });

  test("lines are named as they changed", () => {
    const many = Array.from({ length: 300 }, (_, at) => `${at}\n`).join("");
    const { out } = place({ "many.txt": many, "two.txt": "a\nb\nc\n" }).galley(["apply", "--yes"], {
      input: block("many.txt", many, many.replaceAll("\n", "!\n")) + block("two.txt", "a\nb\nc\n", "A\nb\nC\n"),
    });
    expect(out).toContain("many.txt  Changed lines 1 to 300.");
    expect(out).toContain("two.txt   Changed lines 1 and 3.");
  });

  test("a failure is explained once", () => {
    const { out, err } = place().galley(["apply", "--yes"], { input: GOOD + MISS });
    expect(err).toBe("");
    expect(out).toContain("✗ a.txt  Not applied: see 1 below.");
    expect(out.split("The EDIT text of block 2 is not in").length).toBe(2);
  });

  test("blank lines count as lines of the text that was not found", () => {
    const { out } = new Place({ "a.txt": "a = 1\n\nb = 2\nc = 3\n" }).galley(["apply", "--dry-run"], {
      input: block("a.txt", "a = 9\n\nb = 2\nc = 3\n", "x\n"),
    });
    expect(out).toContain("3 of its 4 lines are at lines 1–4");
  });
});

describe("the text for the model", () => {
  test("refused paths are in it, and the count is right", () => {
    const input = block("../out.txt", "", "x\n") + block("src\\a.ts", "", "x\n") + MISS + GOOD;
    const { out } = place().galley(["apply", "--yes"], { input });
    expect(out).toContain("3 of your 4 edits were not applied. Please send only these again");
    expect(out).toContain("1. ../out.txt: Line 1 of the answer: Cannot access");
    expect(out).toContain("2. src\\a.ts: Line 6 of the answer: The path contains a backslash");
    expect(out).toContain("The other edit is in place");
  });

  test("an answer whose only trouble is a path gets one, too", () => {
    const here = place();
    here.galley(["apply", "--yes", "--retry-prompt", "retry.txt"], { input: GOOD + block("src\\a.ts", "", "x\n") });
    expect(here.read("retry.txt")).toContain("1 of your 2 edits was not applied.");
  });

  test.each<[string, Record<string, string>, string, string]>([
    [
      "a line that looks like a secret",
      { "app.conf": "API_KEY=supersecret123\nx\n" },
      "app.conf",
      "looks like a secret",
    ],
    [
      "a file that git ignores",
      { ".gitignore": "priv*\n", "priv/x": "hunter2 words\n" },
      "priv/x",
      "git ignores this file",
    ],
  ])("%s is not shown to it", (_, files, path, why) => {
    const wanted = files[path]!.slice(0, 8);
    const { out } = place(files).galley(["apply", "--dry-run"], {
      input: block(path, `${wanted}wrong words\n`, "y\n"),
    });
    const [report, text] = out.split("To send back to the model:");
    const hidden = /supersecret123|hunter2 words/;
    expect(report).toMatch(hidden);
    expect(text).not.toMatch(hidden);
    expect(text).toContain(why);
  });

  test("one path is called the same in every message, also after a rejection", () => {
    const input = block("AGENTS.md", "a\n", "b\n") + block("AGENTS.md", "nonsense\n", "x\n");
    const { out } = new Place({ "AGENTS.md": "a\n" }).galley(["apply", "--yes"], { input });
    expect(out).not.toContain("workspace/AGENTS.md");
    expect(out).toContain("Please send only 1 again");
    expect(out).toMatch(/Do not send this one again:\n\n2\. AGENTS\.md: Line 1 of the answer: Not approved/);
  });
});

describe("--retry-prompt FILE", () => {
  test.each([
    ["a file that holds something else", "Makefile", "all:\n"],
    ["a protected path", "AGENTS.md", null],
    ["a protected path in a folder", ".vscode/tasks.json", ""],
  ])("refuses %s before anything is done", (_, name, content) => {
    const here = place(content === null ? {} : { [name]: content });
    const { code, err } = here.galley(["apply", "--yes", "--retry-prompt", name], { input: GOOD + MISS });
    expect([code, err]).toEqual([2, expect.stringContaining(`--retry-prompt cannot write to ${name}`)]);
    expect(here.read("a.txt")).toBe("one\ntwo\n");
    if (content === null) expect(existsSync(join(here.folder, name))).toBe(false);
    else expect(here.read(name)).toBe(content);
  });

  test("a link to such a file is refused, too", () => {
    const here = place({ "notes.md": "mine\n" });
    symlinkSync("notes.md", join(here.folder, "retry.txt"));
    const { code } = here.galley(["apply", "--dry-run", "--retry-prompt", "retry.txt"], { input: MISS });
    expect([code, here.read("notes.md")]).toEqual([2, "mine\n"]);
  });

  test("a file that the answer itself makes is not overwritten", () => {
    const here = place();
    const { code, out } = here.galley(["apply", "--yes", "--retry-prompt", "retry.txt"], {
      input: block("retry.txt", "", "the model's\n") + MISS,
    });
    expect([code, here.read("retry.txt")]).toEqual([1, "the model's\n"]);
    expect(out).toContain("was not written to retry.txt");
  });

  test("an earlier text is replaced, and a dry run says that it wrote it", () => {
    const here = place();
    here.galley(["apply", "--dry-run", "--retry-prompt", "r.txt"], { input: MISS + GOOD });
    const { out } = here.galley(["apply", "--dry-run", "--retry-prompt", "r.txt"], { input: MISS });
    expect(here.read("r.txt")).toMatch(/^Your edit was not applied\./);
    expect(out).toContain("A message for the model about the rest is in r.txt. Nothing else was written.");
    expect(out).not.toContain("Nothing was written.");
  });
});

describe("a dry run", () => {
  test.each(["--dry-run", "--yes"])("of a protected path without a person ends as the real run (%s)", (flag) => {
    const here = place();
    const { code, value } = here.json(["apply", flag], { input: block("AGENTS.md", "", "x\n") + GOOD });
    expect([code, (value as Report).results.map(({ status, error_type }) => `${status} ${error_type}`)]).toEqual([
      1,
      ["SKIPPED rejected", flag === "--yes" ? "APPLIED null" : "VALIDATED null"],
    ]);
    expect(value).toMatchObject({ files_created: [], files_modified: ["a.txt"] });
  });

  test("of what a rule denies says so, also for an edit on top of it", () => {
    const here = place();
    const config = { policy: [{ effect: "deny", tool: "edit_file", path: "workspace/a.txt" }] };
    here.put("../deny.json", JSON.stringify({ ...config }));
    const input = GOOD + block("a.txt", "one\n", "1\n");
    const args = ["apply", "--config", join(here.base, "deny.json")];
    const briefly = (flag: string): unknown =>
      (here.json([...args, flag], { input }).value as Report).results.map(({ status }) => status);
    expect(briefly("--dry-run")).toEqual(["SKIPPED", "SKIPPED"]);
    expect(briefly("--yes")).toEqual(["SKIPPED", "SKIPPED"]);
  });

  test("counts what would be asked about, and with --yes nothing is", () => {
    const asked = place().galley(["apply", "--dry-run"], { input: GOOD });
    expect(asked).toMatchObject({
      code: 0,
      out: expect.stringContaining("1 of 1 edit would apply. 1 needs approval."),
    });
    const { out } = place().galley(["apply", "--dry-run", "--yes"], { input: GOOD });
    expect(out).toContain("1 of 1 edit would apply. Nothing was written.");
    const { value } = place().json(["apply", "--dry-run"], { input: GOOD });
    expect((value as Report).results).toMatchObject([{ status: "VALIDATED", approval: "reviewer" }]);
  });
});

test("--json is named as the reason why no one was asked", () => {
  const { value } = place().json(["apply"], { input: GOOD });
  const [{ message }] = (value as Report).results as [Report["results"][number]];
  expect(message).toContain("Not approved: --json never asks.");
  expect(message).toContain("Run it in a terminal without --json to be asked");
  expect(place().galley(["apply"], { input: GOOD }).out).toContain("Not approved: no reviewer is available.");
});

test("--format lists what auto would have reported", () => {
  const fence = "1. First update `a.txt`:\n\n```\none\n2\n```\n\n";
  const { out } = place().galley(["apply", "--dry-run", "--format", "udiff"], { input: fence + GOOD });
  expect(out).toContain("1 passage that looks like an edit, 1 edit block (a.txt)");
});

test("where reading needs approval, the user learns how to see the lines, and the model does not", () => {
  const here = place();
  const sandboxes = { workspace: { root: "work", read_approval: true } };
  here.put("../ask.json", JSON.stringify({ sandboxes, default_sandbox: "workspace" }));
  const args = ["apply", "--dry-run", "--config", join(here.base, "ask.json")];
  const { out } = here.galley(args, { input: block("a.txt", "ONE\n", "x\n") });
  const [report, text] = out.split("To send back to the model:");
  expect(report).toContain("To see them, run galley apply with --dry-run --yes");
  expect(text).not.toContain("To see them");
  expect(here.galley([...args, "--yes"], { input: block("a.txt", "one \n", "x\n") }).out).toContain("one");
});
