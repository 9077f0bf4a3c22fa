// `apply --dry-run --diff` next to `apply`: given to the real `git apply`, the diff makes the same tree, byte for byte and
// mode for mode.

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { block, Place } from "./support/galley.ts";
import { without } from "./support/installed.ts";

const { missing, note } = without("git");

/** Name → permission bits and content. */
function treeOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => lstatSync(join(folder, name)).isFile());
  return Object.fromEntries(
    files.map((name) => {
      const isProgram = (lstatSync(join(folder, name)).mode & 0o100) !== 0;
      return [name, `${isProgram ? "x" : "-"} ${readFileSync(join(folder, name), "latin1")}`];
    }),
  );
}

type Given = {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly programs?: readonly string[];
  readonly answer: string;
};

/** Both ways of making the change, and what was printed beside the diff. */
function bothWays({ files, programs = [], answer }: Given): {
  readonly written: Record<string, string>;
  readonly patched: Record<string, string>;
  readonly diff: string;
  readonly said: string;
  readonly git: string;
} {
  const place = new Place(files);
  for (const name of programs) chmodSync(join(place.folder, name), 0o755);
  const copy = join(place.base, "copy");
  cpSync(place.folder, copy, { recursive: true });
  const dry = place.galley(["apply", "--dry-run", "--diff"], { input: answer });
  const git = spawnSync("git", ["apply", "--whitespace=nowarn", "-"], {
    cwd: copy,
    input: dry.out,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: place.base, GIT_CEILING_DIRECTORIES: place.base },
  });
  place.galley(["apply", "--yes", "--quiet"], { input: answer });
  const ways = { written: treeOf(place.folder), patched: treeOf(copy), diff: dry.out, said: dry.err, git: git.stderr };
  rmSync(place.base, { recursive: true });
  return ways;
}

describe.skipIf(missing)(`git apply makes the same tree${note}`, () => {
  const patch = (...lines: readonly string[]): string => ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
  test.each<[string, Given]>([
    ["an edit", { files: { "a.txt": "1\n2\n3\n" }, answer: block("a.txt", "2\n", "two\n") }],
    ["a new file in a new folder", { files: {}, answer: block("x/y/new.txt", "", "a\nb\n") }],
    ["a new file that is empty", { files: {}, answer: patch("*** Add File: empty") }],
    ["a deletion", { files: { "a b.txt": "1\n" }, answer: patch("*** Delete File: a b.txt") }],
    ["a program is deleted", { files: { run: "#!\n" }, programs: ["run"], answer: patch("*** Delete File: run") }],
    ["a program is edited", { files: { run: "1\n" }, programs: ["run"], answer: block("run", "1\n", "2\n") }],
    [
      "a rename with a change",
      {
        files: { "a.txt": "1\n2\n3\n" },
        answer: patch("*** Update File: a.txt", "*** Move to: sub dir/b.txt", "@@", "-2", "+two"),
      },
    ],
    [
      "a program is renamed",
      {
        files: { run: "1\n2\n" },
        programs: ["run"],
        answer: patch("*** Update File: run", "*** Move to: ran", "@@", "-2", "+3"),
      },
    ],
    ["no newline at the end", { files: { "a.txt": "1\n2" }, answer: block("a.txt", "2\n", "3\n") }],
    ["CRLF", { files: { "a.txt": "1\r\n2\r\n3\r\n" }, answer: block("a.txt", "2\n", "two\nzwei\n") }],
    ["a byte-order mark", { files: { "a.txt": "\ufeff1\n2\n" }, answer: block("a.txt", "1\n", "one\n") }],
    [
      "a name with quotes",
      { files: { 'say "hi".txt': "1\n" }, answer: patch('*** Update File: say "hi".txt', "-1", "+2") },
    ],
    [
      "a name that is not ASCII",
      { files: { "größe é.txt": "1\n" }, answer: patch("*** Update File: größe é.txt", "-1", "+2") },
    ],
    [
      "two edits of one file, chained",
      { files: { "a.txt": "1\n" }, answer: block("a.txt", "1\n", "2\n") + block("a.txt", "2\n", "3\n") },
    ],
    [
      "a file is renamed and another takes its name",
      {
        files: { "a.txt": "1\n2\n3\n" },
        answer: patch(
          "*** Update File: a.txt",
          "*** Move to: b.txt",
          "@@",
          "-2",
          "+two",
          "*** Add File: a.txt",
          "+new",
        ),
      },
    ],
    [
      "one edit that fails is left out",
      { files: { "a.txt": "1\n" }, answer: block("a.txt", "1\n", "2\n") + block("a.txt", "none\n", "3\n") },
    ],
  ])("%s", (_, given) => {
    const { written, patched, git } = bothWays(given);
    expect(git).toBe("");
    expect(patched).toEqual(written);
  });

  const name = fc
    .stringMatching(/^[a-c](?:[ "'a-c]{0,3}[a-c])?$/)
    .chain((base) => fc.constantFrom(base, `d/${base}`, `d e/${base}`));
  const line = fc.constantFrom("a", "b", "", " c", "-d", "+e", "\\ f", "@@ -1 +1 @@", "é");
  const content = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 8 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
    .map(([lines, ending, ends]) => lines.join(ending) + (ends ? ending : ""));
  const operation = fc.record({
    kind: fc.constantFrom("add", "delete", "update", "move"),
    name,
    to: name,
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    program: fc.boolean(),
  });

  test("any answer", () =>
    fc.assert(
      fc.property(
        fc.dictionary(name, content, { maxKeys: 4 }),
        fc.array(operation, { minLength: 1, maxLength: 5 }),
        (files, operations) => {
          // A file cannot be where another name needs a folder.
          const usable = Object.fromEntries(Object.entries(files).filter(([path]) => path !== "d" && path !== "d e"));
          const answer = patch(
            ...operations.flatMap(({ kind, name: path, to, lines }) => {
              if (kind === "add") return [`*** Add File: ${path}`, ...lines.map((text) => `+${text}`)];
              if (kind === "delete") return [`*** Delete File: ${path}`];
              const first = (usable[path] ?? "").split(/\r?\n/)[0]!;
              const hunk = ["@@", `-${first}`, ...lines.map((text) => `+${text}`)];
              return [`*** Update File: ${path}`, ...(kind === "move" ? [`*** Move to: ${to}`] : []), ...hunk];
            }),
          );
          const programs = operations.flatMap(({ program, name: path }) => (program && path in usable ? [path] : []));
          const { written, patched, git, diff } = bothWays({ files: usable, programs, answer });
          // Without any change there is nothing that git would take.
          if (diff !== "") expect(git).toBe("");
          expect(patched).toEqual(written);
        },
      ),
      { numRuns: 60 },
    ));
});

test("the report is not on standard output, which has only the diff", () => {
  const { diff, said } = bothWays({
    files: { "a.txt": "1\n" },
    answer: block("a.txt", "1\n", "2\n") + block("b.txt", "none\n", "x\n"),
  });
  expect(diff).toBe("diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+2\n");
  expect(said).toContain("Dry run: 1 of 2 edits would apply.");
});

test.each([
  [["--diff"], "add --dry-run"],
  [["--diff", "--dry-run", "--json"], "use only one of them"],
  [["--diff", "--dry-run", "--retry-prompt", "-"], "name a file with --retry-prompt"],
])("%j is refused", (args, why) => {
  const { code, out, err } = new Place().galley(["apply", ...args], { input: "x" });
  expect([code, (out + err).includes(why)]).toEqual([2, true]);
});
