import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openLocal } from "../../workspace/index.ts";
import { findInstructions, instructionReader } from "./instructions.ts";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "galley-instructions-"));
  mkdirSync(join(place, "work"));
});
afterEach(() => rmSync(place, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), text);
  }
}

async function open(config: object = {}) {
  const environment = { HOME: place, XDG_STATE_HOME: join(place, "state"), XDG_CONFIG_HOME: join(place, "config") };
  const signal = new AbortController().signal;
  return openLocal({ root: join(place, "work"), config, environment, signal, note: () => undefined });
}

async function found(config: object = {}, folders = ["workspace/a/b"]) {
  const workspace = await open(config);
  const { files, problems } = await findInstructions(workspace, folders);
  return [files.map(({ path }) => workspace.show(path)), problems];
}

describe("which files count", () => {
  test("the nearest first, then the folders above; in each folder the first name that is there", async () => {
    write({
      "work/AGENTS.md": "root\n",
      "work/CLAUDE.md": "not used\n",
      "work/a/GEMINI.md": "a\n",
      "work/a/b/CLAUDE.md": "b\n",
      "work/other/AGENTS.md": "other\n",
      "AGENTS.md": "outside\n",
    });
    expect(await found()).toEqual([["a/b/CLAUDE.md", "a/GEMINI.md", "AGENTS.md"], []]);
    expect(await found({}, ["workspace", "workspace/other"])).toEqual([["AGENTS.md", "other/AGENTS.md"], []]);
  });

  test("none, and a folder that is not there", async () => expect(await found()).toEqual([[], []]));

  test("what a rule hides is not there; what has to be asked for is not read", async () => {
    write({ "work/AGENTS.md": "x\n", "work/a/AGENTS.md": "y\n" });
    const deny = { policy: [{ effect: "deny", path: "workspace/AGENTS.md" }] };
    expect(await found(deny)).toEqual([["a/AGENTS.md"], []]);
    const ask = { policy: [{ effect: "ask", tool: "read_file", path: "workspace/a/**" }] };
    const [files, problems] = await found(ask);
    expect(files).toEqual(["AGENTS.md"]);
    expect(problems).toEqual([expect.stringMatching(/^a\/AGENTS\.md is not used: .+\.$/)]);
  });

  test("a link that leads out is named in one line", async () => {
    write({ "work/a/x": "x\n", "AGENTS.md": "outside\n" });
    symlinkSync("../../AGENTS.md", join(place, "work/a/AGENTS.md"));
    expect((await found())[1]).toEqual([expect.stringMatching(/^a\/AGENTS\.md is not used: [^\n]+\.$/)]);
  });

  test("a pipe, a folder, a link that leaves the workspace and bytes that are no text are left alone, and named", async () => {
    mkdirSync(join(place, "work/a/b/AGENTS.md"), { recursive: true });
    execFileSync("mkfifo", [join(place, "work/a/AGENTS.md")]);
    write({ "secret.md": "secret\n" });
    symlinkSync("../secret.md", join(place, "work/AGENTS.md"));
    const [files, problems] = await found();
    expect(files).toEqual([]);
    expect(problems).toHaveLength(3);
    expect(JSON.stringify(problems)).not.toContain("secret");
    rmSync(join(place, "work/AGENTS.md"));
    writeFileSync(join(place, "work/AGENTS.md"), Buffer.from([0xff, 0xfe, 0x00]));
    expect((await found({}, ["workspace"]))[1]).toEqual(["AGENTS.md is not used: it is not text."]);
  });
});

describe("what the model reads", () => {
  test("bounded, at the end of a line; hidden characters marked; mentioned once, and again when it changes", async () => {
    write({ "work/AGENTS.md": "# Use tabs\u202e\n", "work/a/AGENTS.md": `${"x".repeat(99)}\n`.repeat(4000) });
    const reader = instructionReader(await open(), "workspace");
    const first = await reader.read([]);
    expect(first.text).toContain("# Use tabs⟨RLO⟩");
    expect(first.news).toEqual([
      "Project instructions: AGENTS.md (14 B) is sent to the model; its hidden characters are marked.",
    ]);
    const second = await reader.read(["workspace/a/x.ts"]);
    expect(second.news).toEqual([
      "Project instructions: a/AGENTS.md (the first 32 kB of 400 kB) is sent to the model.",
    ]);
    expect(second.text.length).toBeLessThan(34_000);
    expect(second.text).toContain("x\n```\n(Only the beginning is shown. Read the file for the rest.)");
    expect((await reader.read(["workspace/a/x.ts"])).news).toEqual([]);
    write({ "work/AGENTS.md": "# Use spaces instead\n" });
    expect((await reader.read([])).news).toEqual(["Project instructions: AGENTS.md (21 B) is sent to the model."]);
  });

  test("many files: eight, and the rest is named", async () => {
    const folders = Array.from({ length: 10 }, (_, at) => `p${at}`);
    write(Object.fromEntries(folders.map((name) => [`work/${name}/AGENTS.md`, "x\n"])));
    const { news } = await instructionReader(await open(), "workspace").read(
      folders.map((name) => `workspace/${name}/a.ts`),
    );
    expect(news.filter((text) => text.endsWith("is sent to the model."))).toHaveLength(8);
    expect(news.at(-1)).toBe("p9/AGENTS.md is not sent to the model: there are too many instructions.");
  });
});
