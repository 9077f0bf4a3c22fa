// `galley prompt`: what is in the text for a chat, what is kept out of it, and the way back through the clipboard.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { Place } from "./support/galley.ts";

let place: Place;
beforeEach(() => {
  place = new Place({
    "src/a.js": "export function alpha() {\n  return 1;\n}\n",
    "src/b.js": "export function beta() {\n  return alpha();\n}\n",
    "docs/readme.md": "# Read me\n\n````md\n```js\nx\n```\n````\n",
    "conf.ini": "password = hunter2hunter2\nname = x\n",
    "logo.png": Uint8Array.of(0x89, 0, 1),
    ".gitignore": "secret.txt\n",
    "secret.txt": "the ignored text\n",
  });
});

type Report = {
  format: string;
  tokens: number;
  files: string[];
  left_out: { path: string; why: string }[];
  copied_with: string | null;
  text: string;
};

function prompt(args: readonly string[], cwd = ""): { code: number | null; report: Report } {
  const { code, value } = place.json(["prompt", ...args], { cwd });
  return { code, report: value as Report };
}

describe("what is in it", () => {
  test("instructions, the files, the map of the rest", () => {
    const { code, out, err } = place.galley(["prompt", "src/a.js"]);
    expect(code).toBe(0);
    expect(out).toContain("<<<<<<< SEARCH");
    expect(out).toContain("src/a.js\n```\nexport function alpha() {\n  return 1;\n}\n```\n");
    expect(out).toMatch(/# What the other files define\n[^]*src\/b\.js\n +1  export function beta/);
    expect(out.match(/function alpha/g)).toHaveLength(1);
    expect(err).toMatch(/about \d+ tokens \(characters \/ 4\): instructions, 1 file, a map of 1 of 1 definition\./);
  });

  test("without a path, the map and advice", () => {
    const { code, out, err } = place.galley(["prompt"]);
    expect(code).toBe(0);
    expect(out).not.toContain("# The files");
    expect(out).toMatch(/src\/a\.js[^]*src\/b\.js/);
    expect(err).toContain("No file was named, so the chat sees only the map.");
  });

  test.each(["edit-block", "search-replace", "udiff", "apply-patch", "whole-file"])("--format %s", (format) => {
    const markers: Record<string, string> = {
      "edit-block": "««« EDIT",
      "search-replace": "<<<<<<< SEARCH",
      udiff: "--- a/",
      "apply-patch": "*** Begin Patch",
      "whole-file": "in full",
    };
    const { report } = prompt(["--format", format]);
    expect([report.format, report.text.includes(markers[format]!)]).toEqual([format, true]);
  });

  test("folders and patterns, each file once", () => {
    expect(prompt(["src"]).report.files).toEqual(["src/a.js", "src/b.js"]);
    expect(prompt(["src/*.js", "src/b.js", "src"]).report.files).toEqual(["src/a.js", "src/b.js"]);
    expect(prompt(["**/*.md"]).report.files).toEqual(["docs/readme.md"]);
  });

  test("paths are those of the current folder, names those of the root", () => {
    mkdirSync(join(place.folder, ".galley"));
    expect(prompt(["a.js"], "src").report.files).toEqual(["src/a.js"]);
    expect(prompt(["../docs", "*.js"], "src").report.files).toEqual(["docs/readme.md", "src/a.js", "src/b.js"]);
    expect(prompt(["."], "src").report.files).toEqual(["src/a.js", "src/b.js"]);
  });

  test("a fence is longer than anything inside", () => {
    expect(prompt(["docs"]).report.text).toContain("docs/readme.md\n`````\n# Read me");
  });
});

describe("what is kept out of it is said", () => {
  test.each<[string, readonly string[], string, string, number]>([
    ["ignored by git", ["secret.txt"], "the ignored text", "secret.txt: git ignores it, so it may hold secrets.", 1],
    ["a line that looks like a secret", ["conf.ini"], "hunter2", "what looks like a secret in conf.ini (1 line).", 0],
    ["not text", ["logo.png"], "\u0000", "logo.png: it is not text.", 1],
    ["too much for the budget", ["src", "--budget", "260"], "return alpha()", "more than are left of the budget.", 1],
  ])("%s", (_, args, absent, note, exit) => {
    const { code, out, err } = place.galley(["prompt", ...args]);
    expect(out).not.toContain(absent);
    expect(err).toContain(note);
    expect(code).toBe(exit);
  });

  test("what is in a folder and ignored is not looked at, and that is said", () => {
    const { out, err } = place.galley(["prompt", "."]);
    expect(out).not.toContain("the ignored text");
    expect(err).toContain("Files that git ignores are not included.");
  });

  test("a deny rule: neither the text nor the name is in the prompt", () => {
    mkdirSync(join(place.folder, ".galley"));
    place.put(".galley/config.json", JSON.stringify({ policy: [{ effect: "deny", path: "workspace/src/a.js" }] }));
    const named = place.galley(["prompt", "src/a.js", "src/b.js"]);
    expect([named.code, named.out.includes("src/a.js"), named.out.includes("alpha() {")]).toEqual([1, false, false]);
    expect(named.err).toContain("Left out: src/a.js: ");
    const all = place.galley(["prompt", "src"]);
    expect([all.code, all.out.includes("src/a.js")]).toEqual([0, false]);
  });

  test("what needs approval to read needs --yes", () => {
    const ask = { policy: [{ effect: "ask", tool: "read_file", path: "workspace/src/a.js" }] };
    place.put(".galley/config.json", JSON.stringify(ask));
    const { code, report } = prompt(["src/a.js"]);
    expect([code, report.files, report.left_out]).toEqual([
      1,
      [],
      [{ path: "src/a.js", why: "reading it needs approval, which --yes gives" }],
    ]);
    expect(report.text).not.toContain("alpha");
    expect(prompt(["src/a.js", "--yes"]).report.files).toEqual(["src/a.js"]);
  });

  test("a long list of files that have no room is cut, and counted", () => {
    for (let at = 0; at < 50; at += 1) place.put(`many/${at}.txt`, "word ".repeat(1000));
    const { code, out, err } = place.galley(["prompt", "many", "--budget", "400"]);
    expect(code).toBe(1);
    expect(out).toContain("- and 40 more");
    expect(err).toContain("Left out: 40 more files.");
    expect(out.length / 4).toBeLessThan(600);
  });

  test("naming the files that have no room takes room, too", () => {
    for (let at = 0; at < 12; at += 1) place.put(`some/${at}.txt`, `${"word ".repeat(60 + at)}\n`);
    for (let at = 0; at < 12; at += 1) place.put(`some/large-${at}.txt`, "word ".repeat(2000));
    for (const budget of [800, 1000, 1200, 1400]) {
      const { report } = prompt(["some", "--budget", String(budget)]);
      expect(report.tokens).toBeLessThanOrEqual(budget);
      expect(report.files.length).toBeGreaterThan(0);
    }
  });

  test("the budget is kept, and a map takes what is left of it", () => {
    for (let at = 0; at < 40; at += 1)
      place.put(`lib/file${at}.js`, Array.from({ length: 20 }, (_, n) => `function f${at}_${n}() {}\n`).join(""));
    for (const budget of [300, 500, 1000, 4000]) {
      const { report } = prompt(["src/a.js", "--budget", String(budget)]);
      expect(report.tokens).toBeLessThanOrEqual(budget);
      expect(report.files).toEqual(["src/a.js"]);
    }
  });
});

test.each([
  [["nothing.js"], "There is no file or folder nothing.js."],
  [["*.nothing"], "*.nothing names no file that can be shown."],
  [["--budget", "many"], "--budget needs a number of tokens"],
  [["--format", "auto"], "--format must be one of"],
  [["../.."], ""],
])("%j is refused", (args, why) => {
  const { code, out, err } = place.galley(["prompt", ...args]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(why);
});

describe("through the clipboard", () => {
  let env: Record<string, string>;
  beforeEach(() => {
    const bin = join(place.base, "bin");
    mkdirSync(bin);
    for (const [name, script] of [
      ["wl-copy", `cat > "${place.base}/clipboard"`],
      ["wl-paste", `cat "${place.base}/clipboard"`],
    ] as const) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(bin, name), 0o755);
    }
    env = { PATH: `${bin}:/usr/bin:/bin`, WAYLAND_DISPLAY: "wayland-test" };
  });
  const copied = (): string => readFileSync(join(place.base, "clipboard"), "utf8");
  const copy = (text: string): void => writeFileSync(join(place.base, "clipboard"), text);

  test("there and back: prompt, answer, apply, undo", () => {
    const there = place.galley(["prompt", "src/a.js", "--clipboard"], { env });
    expect([there.code, there.out]).toEqual([0, ""]);
    expect(there.err).toContain("Copied with wl-copy.");
    expect(copied()).toContain("export function alpha");
    const early = place.galley(["apply", "--clipboard", "--yes"], { env });
    expect([early.code, early.err]).toEqual([2, expect.stringContaining("This is the text of galley prompt")]);
    copy("Here:\n\n```js\nsrc/a.js\n<<<<<<< SEARCH\n  return 1;\n=======\n  return 2;\n>>>>>>> REPLACE\n```\n");
    expect(place.galley(["apply", "--clipboard", "--yes"], { env }).code).toBe(0);
    expect(place.read("src/a.js")).toContain("return 2;");
    expect(place.galley(["undo"], { env }).code).toBe(0);
    expect(place.read("src/a.js")).toContain("return 1;");
  });

  test("a tool in the workspace is not started, in a dry run either", () => {
    place.put("bin/wl-paste", "#!/bin/sh\ntouch started\n");
    chmodSync(join(place.folder, "bin", "wl-paste"), 0o755);
    const only = { ...env, PATH: `${join(place.folder, "bin")}:/usr/bin:/bin`, DISPLAY: ":250" };
    const { code } = place.galley(["apply", "--clipboard", "--dry-run"], { env: only });
    expect([code, Object.keys(place.tree()).includes("started")]).toEqual([2, false]);
  });

  test("--clipboard and a file are two answers", () => {
    const { code, err } = place.galley(["apply", "--clipboard", "answer.md"], { env });
    expect([code, err]).toEqual([2, expect.stringContaining("--clipboard takes the answer from the clipboard")]);
  });
});

test("--retry-prompt - prints the message for the model on standard output, and the report beside it", () => {
  const answer = "src/a.js\n<<<<<<< SEARCH\nnone\n=======\nx\n>>>>>>> REPLACE\n";
  const { code, out, err } = place.galley(["apply", "--yes", "--retry-prompt", "-"], { input: answer });
  expect([code, out.startsWith("Your edit was not applied."), err.includes("✗ src/a.js")]).toEqual([1, true, true]);
});
