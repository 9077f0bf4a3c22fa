// The project is found from any of its folders: names in answers, paths on the command line, undo, log, doctor.

import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { applyTo, openLocal } from "../src/workspace/index.ts";
import { agreeing } from "./support/agreeing.ts";
import { block, Place } from "./support/galley.ts";

let place: Place;
beforeEach(() => {
  place = new Place({
    "only-root.txt": "one\n",
    "both.txt": "at the root\n",
    "sub/both.txt": "in sub\n",
    "sub/only-sub.txt": "two\n",
    "sub/lib/keep.txt": "",
    "shared/keep.txt": "",
    "sub/shared/keep.txt": "",
  });
  mkdirSync(join(place.folder, ".galley"));
});

type Report = {
  results: { file_path: string; status: string; error_type: string | null; message: string }[];
  receipt_id: string;
};

function apply(answer: string, args: readonly string[] = [], cwd = "sub"): { code: number | null; report: Report } {
  const { code, value } = place.json(["apply", "--yes", ...args], { input: answer, cwd });
  return { code, report: value as Report };
}

const draw = ({ results }: Report): string[] =>
  results.map(({ file_path, status, error_type }) => [file_path, status, error_type].filter(Boolean).join(" "));

describe("a name in an answer", () => {
  test.each<[string, string, string[]]>([
    ["only at the root", block("only-root.txt", "one\n", "1\n"), ["only-root.txt APPLIED"]],
    ["only in the current folder", block("only-sub.txt", "two\n", "2\n"), ["sub/only-sub.txt APPLIED"]],
    [
      "from the root, below the current folder",
      block("sub/only-sub.txt", "two\n", "2\n"),
      ["sub/only-sub.txt APPLIED"],
    ],
    ["in both", block("both.txt", "at the root\n", "x\n"), ["both.txt FAILED unsure"]],
    ["in both, and it fits the other", block("both.txt", "in sub\n", "x\n"), ["sub/both.txt FAILED unsure"]],
    ["new", block("new.txt", "", "x\n"), ["new.txt APPLIED"]],
    ["new, below a folder of the current one", block("lib/new.txt", "", "x\n"), ["sub/lib/new.txt APPLIED"]],
    ["new, below a folder that both have", block("shared/new.txt", "", "x\n"), ["shared/new.txt APPLIED"]],
    ["new, below a folder that neither has", block("fresh/new.txt", "", "x\n"), ["fresh/new.txt APPLIED"]],
    ["with ..", block("../only-root.txt", "one\n", "1\n"), ["../only-root.txt SKIPPED path_refused"]],
    [
      "moved: its new name is relative to the same folder",
      "*** Begin Patch\n*** Update File: only-sub.txt\n*** Move to: moved.txt\n@@\n-two\n+2\n*** End Patch\n",
      ["sub/only-sub.txt APPLIED"],
    ],
  ])("%s", (_, answer, expected) => {
    expect(draw(apply(answer).report)).toEqual(expected);
  });

  test("a move goes to the folder of the file", () => {
    apply("*** Begin Patch\n*** Update File: only-sub.txt\n*** Move to: moved.txt\n@@\n-two\n+2\n*** End Patch\n");
    expect(place.read("sub/moved.txt")).toBe("2\n");
  });

  test("the message about a name that both have names both files", () => {
    const { message } = apply(block("both.txt", "at the root\n", "x\n")).report.results[0]!;
    expect(message).toContain('"both.txt" could be sub/both.txt as well as both.txt');
    expect(place.read("both.txt")).toBe("at the root\n");
  });

  test("with --root, names are relative to it alone", () => {
    expect(draw(apply(block("both.txt", "at the root\n", "x\n"), ["--root", ".."]).report)).toEqual([
      "both.txt APPLIED",
    ]);
    expect(draw(apply(block("both.txt", "in sub\n", "x\n"), ["--root", "."]).report)).toEqual(["both.txt APPLIED"]);
  });

  test("what a rule hides at the root is refused, and not read in its place", () => {
    place.put(".galley/config.json", JSON.stringify({ policy: [{ effect: "deny", path: "workspace/both.txt" }] }));
    expect(draw(apply(block("both.txt", "in sub\n", "x\n")).report)).toEqual(["both.txt SKIPPED rejected"]);
  });
});

test("a person confirms which file a name means, and that one is written", async () => {
  const environment = { XDG_STATE_HOME: join(place.base, "state"), XDG_CONFIG_HOME: join(place.base, "config") };
  const { signal } = new AbortController();
  const root = realpathSync(place.folder);
  const startedIn = join(root, "sub");
  const note = (): void => undefined;
  const workspace = await openLocal({ root, startedIn, config: {}, environment, signal, note });
  const { reviewer, asked } = agreeing();
  const how = { format: "auto", dryRun: false, atomic: false, lenient: false, seen: null, yes: false } as const;
  const from = workspace.startedIn;
  const answer = block("both.txt", "in sub\n", "x\n");
  await applyTo(workspace, answer, { ...how, from, placesEdits: true, reviewer, signal });
  expect(asked).toMatchObject([
    {
      path: "workspace/sub/both.txt",
      risks: [
        {
          kind: "likely",
          message: expect.stringContaining('"both.txt" could be both.txt as well as sub/both.txt') as string,
        },
      ],
    },
  ]);
  expect([place.read("both.txt"), place.read("sub/both.txt")]).toEqual(["at the root\n", "x\n"]);
});

test("undo and log work from any folder of the project", () => {
  const { report } = apply(block("only-sub.txt", "two\n", "2\n"));
  const { value } = place.json(["log"], { cwd: "shared" });
  expect(value).toMatchObject([{ receipt_id: report.receipt_id, files: ["sub/only-sub.txt"] }]);
  expect(place.json(["undo"], { cwd: "sub/lib" }).value).toMatchObject({ restored: ["sub/only-sub.txt"] });
  expect(place.read("sub/only-sub.txt")).toBe("two\n");
});

test("--context names files from the current folder", () => {
  const { report } = apply(block("only-sub.txt", "two\n", "2\n"), ["--context", "only-sub.txt", "../both.txt"]);
  expect(draw(report)).toEqual(["sub/only-sub.txt APPLIED"]);
});

test("map and edit-last take paths from the current folder", () => {
  place.put("sub/a.js", "function inSub() {}\n");
  place.put("a.js", "function atRoot() {}\n");
  const { out } = place.galley(["map", "a.js"], { cwd: "sub" });
  expect(out).toContain("inSub");
  expect(out).not.toContain("atRoot");
  apply(block("only-sub.txt", "two\n", "2\n"));
  const { out: edited } = place.galley(["edit-last", "only-sub.txt", "--yes", "--json"], {
    cwd: "sub",
    env: { EDITOR: "true" },
  });
  expect(JSON.parse(edited)).toMatchObject({ path: "sub/only-sub.txt" });
});

describe("the root is shown when it is not the current folder", () => {
  const said = (args: readonly string[], cwd: string): string => place.galley(args, { cwd }).err;
  test.each<[string, readonly string[]]>([
    ["log", ["log"]],
    ["log --json", ["log", "--json"]],
    ["tool", ["tool", "ls"]],
    ["undo", ["undo"]],
    ["map", ["map"]],
  ])("%s", (_, args) => {
    const note = `galley: The project is ${realpathSync(place.folder)}, the nearest folder with .galley.\n`;
    expect(said(args, "sub")).toContain(note);
    expect(said(args, "")).not.toContain("The project is");
    expect(said([...args, "--quiet"], "sub")).not.toContain("The project is");
    expect(said([...args, "--root", "."], "sub")).not.toContain("The project is");
  });

  test("doctor says why", () => {
    const { out } = place.galley(["doctor"], { cwd: "sub" });
    expect(out).toContain("It is the nearest folder, from the current one upward, with .galley.");
    expect(place.galley(["doctor", "--root", "."], { cwd: "sub" }).out).toContain(
      "It is the folder that --root names.",
    );
  });
});

test("the config of the project that was found counts, and only tightens", () => {
  place.put(
    ".galley/config.json",
    JSON.stringify({ confirm_edits: false, policy: [{ effect: "deny", path: "workspace/sub/only-sub.txt" }] }),
  );
  expect(draw(apply(block("sub/only-sub.txt", "two\n", "2\n")).report)).toEqual(["sub/only-sub.txt SKIPPED rejected"]);
  const { value } = place.json(["apply"], { input: block("only-root.txt", "one\n", "1\n"), cwd: "sub" });
  expect(draw(value as Report)).toEqual(["only-root.txt SKIPPED rejected"]);
});
