// Real programs as editors: small scripts that get the file's name like any editor does.

import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Text } from "../../text/index.ts";
import { editContent } from "./edit-content.ts";
import type { EditOutcome, EditRequest } from "./types.ts";

let folder = "";
let before = "";
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), "galley-editor-test-"));
  before = process.env["TMPDIR"] ?? "";
  process.env["TMPDIR"] = folder;
});
afterEach(() => {
  if (before === "") delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  fs.rmSync(folder, { recursive: true, force: true });
});

const text = (string: string): Text => string as Text; // Every string here is well-formed.

/** Milliseconds, so many more with each look. */
function clock(step: number): () => number {
  let now = 0;
  return () => (now += step);
}

/** `$1` in the script is the file. */
function edit(script: string, request: Partial<EditRequest> = {}): Promise<EditOutcome> {
  return editContent({
    content: text("one\ntwo\n"),
    original: null,
    path: "ws/src/a.ts",
    editor: { words: ["sh", "-c", script, "editor"], from: "EDITOR" },
    terminal: {},
    now: clock(1000),
    ...request,
  });
}
const failing = (message: string) => ({ kind: "failed", message });

describe("what an editor did", () => {
  test.each<[string, string, EditOutcome]>([
    ["saved a change", `printf 'ONE\\ntwo\\n' > "$1"`, { kind: "modified", content: text("ONE\ntwo\n"), notes: [] }],
    ["emptied the file", `: > "$1"`, { kind: "modified", content: text(""), notes: [] }],
    ["closed without saving", "exit 0", { kind: "unchanged", notes: [], saved: false, atOnce: false }],
    [
      "saved without a change",
      `cat "$1" > x && cat x > "$1"; rm x`,
      { kind: "unchanged", notes: [], saved: true, atOnce: false },
    ],
    [
      "changed line endings only",
      `printf 'one\\r\\ntwo' > "$1"`,
      {
        kind: "unchanged",
        notes: ["Only line endings, a BOM or the last line break differ; the file keeps its own."],
        saved: true,
        atOnce: false,
      },
    ],
    [
      "changed a line and the endings",
      `printf 'one\\r\\nTWO\\r\\n' > "$1"`,
      {
        kind: "modified",
        content: text("one\nTWO\n"),
        notes: ["The editor saved other line endings; the file keeps its own."],
      },
    ],
    [
      "replaced the file by a new one",
      `printf 'new\\n' > "$1.new" && mv "$1.new" "$1"`,
      { kind: "modified", content: text("new\n"), notes: [] },
    ],
  ])("%s", async (_, script, outcome) => expect(await edit(script)).toEqual(outcome));

  test.each([
    ["an error code", `echo x > "$1"; exit 1`, "The editor sh ended with code 1, so nothing from it was used."],
    ["a signal", `echo x > "$1"; kill -9 $$`, "The editor sh was ended by SIGKILL, so nothing from it was used."],
    ["a deleted file", `rm "$1"`, "The edited file is not there any more: it was deleted."],
    ["a link", `ln -sf /etc/passwd "$1"`, "The edited file is not there any more: it cannot be read (ELOOP)."],
    [
      "a pipe",
      `rm "$1"; mkfifo "$1"`,
      "The edited file is not there any more: something that is not a file is in its place.",
    ],
    [
      "bytes that are no text",
      `printf 'a\\377' > "$1"`,
      "The editor saved bytes that are not UTF-8 (at offset 1). Only UTF-8 text can be written; it was not used.",
    ],
    [
      "a NUL",
      `printf 'a\\000' > "$1"`,
      "The editor saved a NUL byte (at offset 1). Only UTF-8 text can be written; it was not used.",
    ],
    [
      "a NUL far behind",
      `head -c 9000 /dev/zero | tr '\\0' a > "$1"; printf '\\000' >> "$1"`,
      "The editor saved a NUL character (at offset 9000). Only UTF-8 text can be written; it was not used.",
    ],
  ])("%s fails, and what was saved is kept", async (_, script, message) => {
    const outcome = await edit(script);
    const [kept] = fs.readdirSync(folder);
    const saved = kept === undefined ? "" : ` What you saved is in ${join(folder, kept, "a.ts")}.`;
    expect(outcome).toEqual(failing(`${message}${saved}`));
    expect(kept === undefined).toBe(!/> "\$1"/.test(script));
  });

  test("more bytes than allowed fail, also when only the file's own endings make it so", async () => {
    const failed = (size: number) => {
      const message = `The edited text has ${size} bytes; at most 9 may be written. It was not used. What you saved is in `;
      return failing(expect.stringContaining(message) as string);
    };
    expect(await edit(`printf 0123456789 > "$1"`, { maxBytes: 9 })).toEqual(failed(10));
    const crlf = { content: text("a\r\nb\r\n"), maxBytes: 9 };
    expect(await edit(`printf 'a\\nb\\nc\\nd\\n' > "$1"`, crlf)).toEqual(failed(12));
  });

  test.each([
    ["EDITOR", "(from EDITOR)"],
    ["config", "(from your config)"],
    ["default", "(VISUAL and EDITOR are not set)"],
  ] as const)("an editor from %s that is not there", async (from, where) => {
    const editor = { words: ["no-such-editor-here"], from } as const;
    expect(await edit("", { editor })).toEqual(
      failing(
        `The editor no-such-editor-here ${where} could not be started: there is no such program. Set VISUAL or EDITOR to an editor that is installed.`,
      ),
    );
  });

  test.each([
    ["before anybody can have looked", "exit 0", 299, { saved: false, atOnce: true }],
    ["after a look", "exit 0", 300, { saved: false, atOnce: false }],
    ["quickly, but saved", `cat "$1" > x && cat x > "$1"; rm x`, 1, { saved: true, atOnce: false }],
    ["quickly, with another file in its place", `cp "$1" x && mv x "$1"`, 1, { saved: true, atOnce: false }],
  ])("ended unchanged %s", async (_, script, milliseconds, how) => {
    expect(await edit(script, { now: clock(milliseconds) })).toEqual({ kind: "unchanged", notes: [], ...how });
  });

  test("a temporary folder that cannot be used", async () => {
    process.env["TMPDIR"] = join(folder, "missing");
    expect(await edit("exit 0")).toEqual(
      failing("No temporary file could be made for the editor (ENOENT). Make room in the temporary folder."),
    );
  });
});

describe("the temporary file", () => {
  test("has the real name, the exact bytes, and is for this user alone", async () => {
    const content = text("\uFEFFone\r\ntwo\nthree");
    const script = `{ stat -c %a "$1" "$(dirname "$1")"; basename "$1"; od -An -c "$1" | tr -d ' \\n'; } > "${folder}/seen"`;
    expect(await edit(script, { content })).toMatchObject({ kind: "unchanged", notes: [], atOnce: false });
    expect(fs.readFileSync(join(folder, "seen"), "utf8").split("\n")).toEqual([
      "600",
      "700",
      "a.ts",
      "357273277one\\r\\ntwo\\nthree",
    ]);
  });

  test("is opened at the first line that differs, or at the one asked for", async () => {
    const vim = join(folder, "vim");
    fs.writeFileSync(vim, `#!/bin/sh\necho "$1" >> "${folder}/seen"\n`, { mode: 0o755 });
    const editor = { words: [vim], from: "VISUAL" } as const;
    await edit("", { editor, content: text("a\nb\nC\n"), original: text("a\r\nb\r\nc\r\n") });
    await edit("", { editor, line: 9 });
    expect(fs.readFileSync(join(folder, "seen"), "utf8")).toBe("+3\n+9\n");
  });

  test.each([
    ["after a change", `echo x > "$1"`],
    ["after a change, with what the editor left beside it", `echo x > "$1"; touch "$1~"`],
    ["after it was closed without saving", "exit 0"],
    ["after a failure with nothing saved", `cat "$1" > x && cat x > "$1"; rm x; exit 3`],
  ])("is gone %s", async (_, script) => {
    await edit(script);
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  test("stays after a failure when the editor left a file that may have text in it", async () => {
    const outcome = await edit(`echo typed > "$1.swp"; exit 3`);
    const [kept = ""] = fs.readdirSync(folder);
    expect(outcome).toMatchObject({ message: expect.stringContaining(join(folder, kept)) as string });
    expect(fs.readdirSync(join(folder, kept)).toSorted()).toEqual(["a.ts", "a.ts.swp"]);
  });
});

describe("abort", () => {
  test("before the editor opens, nothing opens", async () => {
    const moments: string[] = [];
    const terminal = { before: () => void moments.push("before"), after: () => void moments.push("after") };
    expect(await edit(`touch "${folder}/opened"`, { signal: AbortSignal.abort(), terminal })).toEqual({
      kind: "aborted",
      kept: null,
    });
    expect([moments, fs.readdirSync(folder)]).toEqual([[], []]);
  });

  test.each([
    ["ends the editor and what it started", "sleep 60 & echo $! > pid; wait"],
    ["ends an editor that does not listen", "trap '' TERM; sleep 60 & echo $! > pid; wait; wait; sleep 60"],
  ])("%s", async (_, script) => {
    const controller = new AbortController();
    const moments: string[] = [];
    const running = edit(`cd "${folder}"; ${script}`, {
      signal: controller.signal,
      terminal: { before: () => void moments.push("before"), after: () => void moments.push("after") },
    });
    while (!fs.existsSync(join(folder, "pid"))) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    expect(await running).toEqual({ kind: "aborted", kept: null });
    expect(moments).toEqual(["before", "after"]);
    await gone(Number(fs.readFileSync(join(folder, "pid"), "utf8")));
    expect(fs.readdirSync(folder)).toEqual(["pid"]);
  });
});

test("text that was saved before the abort is kept", async () => {
  const controller = new AbortController();
  const running = edit(`echo mine > "$1"; touch "${folder}/saved"; sleep 60`, { signal: controller.signal });
  while (!fs.existsSync(join(folder, "saved"))) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort();
  const outcome = await running;
  expect(outcome.kind === "aborted" && outcome.kept !== null && fs.readFileSync(outcome.kept, "utf8")).toBe("mine\n");
});

test("the terminal is given before the editor starts and taken back after it ended, also when it could not start", async () => {
  const seen = join(folder, "seen");
  const note = (word: string) => () => fs.appendFileSync(seen, `${word}\n`);
  const terminal = { before: note("before"), after: note("after"), tell: (message: string) => note(message)() };
  await edit(`echo editor >> "${seen}"`, { terminal });
  await edit("", { terminal, editor: { words: ["no-such-editor-here"], from: "EDITOR" } });
  expect(fs.readFileSync(seen, "utf8").split("\n")).toEqual(["before", "editor", "after", "before", "after", ""]);
});

/** Resolves when no such process runs; a test that waits in vain has failed. */
async function gone(pid: number): Promise<void> {
  const isThere = (): boolean => {
    try {
      return !/^\d+ \(.*\) Z/s.test(fs.readFileSync(`/proc/${pid}/stat`, "utf8"));
    } catch {
      return false;
    }
  };
  while (isThere()) await new Promise((resolve) => setTimeout(resolve, 10));
}
