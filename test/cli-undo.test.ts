// galley undo and galley log as a person and a script use them: which change is taken back, and how to bring it again.

import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { block, Place } from "./support/galley.ts";

type Undo = { receipt_id: string; undo_id: string | null };

function change(place: Place, ...edits: readonly (readonly [string, string, string])[]): string {
  const input = edits.map(([path, find, put]) => block(path, `${find}\n`, `${put}\n`)).join("\n");
  // What apply --json prints.
  return (place.json(["apply", "--yes"], { input }).value as { receipt_id: string }).receipt_id;
}

test("without a receipt it says which change it takes back", () => {
  const place = new Place({ "a.txt": "one\n", "b.txt": "one\n" });
  change(place, ["a.txt", "one", "two"]);
  const last = change(place, ["a.txt", "two", "three"], ["b.txt", "one", "two"]);
  const [first, ...others] = place.galley(["undo"]).out.trimEnd().split("\n");
  expect(first).toMatch(new RegExp(String.raw`^Undoing ${last} \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d, a\.txt, b\.txt\)$`));
  expect(others).toEqual([
    "✓ a.txt is as it was before",
    "✓ b.txt is as it was before",
    expect.stringMatching(/^Bring it back with: galley undo \S+$/),
  ]);
});

test("many files are a row for each thing that was done; -v lists them", () => {
  const names = Array.from({ length: 30 }, (_, at) => `src/deep/f${at}.txt`);
  const place = new Place({ "src/old.txt": "one\n" });
  const input = names.map((path) => block(path, "", "new\n")).join("\n");
  const given = `${input}\n${block("src/old.txt", "one\n", "two\n")}`;
  place.json(["apply", "--yes"], { input: given });
  writeFileSync(join(place.folder, "src/deep/f3.txt"), "changed since\n");
  const { out, code } = place.galley(["undo"]);
  expect(code).toBe(1);
  expect(out.trimEnd().split("\n").slice(1)).toEqual([
    "✓ src/old.txt is as it was before",
    expect.stringMatching(/^– src\/deep\/f3\.txt: \S/),
    "✓ 29 files below src/deep: each is gone again",
    "-v lists every file.",
    expect.stringMatching(/^Bring it back with: galley undo \S+$/),
  ]);
  const all = new Place({});
  all.json(["apply", "--yes"], { input });
  const listed = all.galley(["undo", "-v"]).out.trimEnd().split("\n");
  expect(listed.slice(1, -1)).toEqual(names.map((path) => `✓ ${path} is gone again`));
});

test("a second undo says that it was done, by which receipt, and what else can be undone", () => {
  const place = new Place({ "a.txt": "one\n", "b.txt": "one\n" });
  expect(place.galley(["undo"]).err).toContain("Galley has written nothing here");
  const first = change(place, ["a.txt", "one", "two"]);
  const { undo_id } = place.json(["undo"]).value as Undo;
  const again = place.galley(["undo"]);
  expect([again.code, again.err]).toEqual([
    1,
    `galley: ${first}, the last change here that can be undone, is already undone, by ${undo_id}; undoing that one brings the change back.\n`,
  ]);
  const second = change(place, ["b.txt", "one", "two"]);
  const { code, out } = place.galley(["undo", first]);
  expect([code, out.split("\n")]).toEqual([
    1,
    [
      "– a.txt: it already is as it was before",
      `It was undone before, by ${undo_id}. Bring it back with: galley undo ${undo_id}`,
      expect.stringMatching(
        new RegExp(String.raw`^Another change can be undone \(.*, b\.txt\): galley undo ${second}$`),
      ),
      "",
    ],
  ]);
});

test("a change that cannot be taken back ends it, and the next one that can is named", () => {
  const place = new Place({ "a.txt": "one\n", "b.txt": "one\n" });
  const older = change(place, ["b.txt", "one", "two"]);
  change(place, ["a.txt", "one", "two"]);
  place.put("a.txt", "mine\n");
  const { code, out } = place.galley(["undo"]);
  expect([code, out.split("\n").slice(1)]).toEqual([
    1,
    [
      "– a.txt: it was changed since",
      "Nothing was restored.",
      expect.stringMatching(
        new RegExp(String.raw`^An older change can be undone \(.*, b\.txt\): galley undo ${older}$`),
      ),
      "",
    ],
  ]);
  expect(place.tree()).toEqual({ "a.txt": "mine\n", "b.txt": "two\n" });
});

test("--json has the receipt that brings the change back, and the log says what an undo took back", () => {
  const place = new Place({ "a.txt": "one\n" });
  const receipt = change(place, ["a.txt", "one", "two"]);
  const undone = place.json(["undo"]).value as Undo;
  expect(undone).toEqual({
    receipt_id: receipt,
    restored: ["a.txt"],
    skipped: [],
    undo_id: expect.stringMatching(/./),
  });
  const [undo, applied] = place.json(["log"]).value as Record<string, unknown>[];
  expect(undo).toMatchObject({ receipt_id: undone.undo_id, undoes: receipt, decided_by: "command" });
  expect(applied).not.toHaveProperty("undoes");
  expect(place.json(["undo", undone.undo_id!]).code).toBe(0);
  expect(place.read("a.txt")).toBe("two\n");
  expect(place.json(["undo", "nope"]).value).toMatchObject({ receipt_id: "nope", undo_id: null });
});

test("what was written through a link is named with the link: dry run, apply, log, undo", () => {
  const place = new Place({ "src/a.txt": "one\n" });
  symlinkSync("src/a.txt", join(place.folder, "in.lnk"));
  const input = block("in.lnk", "one\n", "two\n");
  expect(place.galley(["apply", "--dry-run"], { input }).out).toContain("in.lnk  Would change line 1 (→ src/a.txt).");
  expect(place.galley(["apply", "--yes"], { input }).out).toContain("in.lnk  Changed line 1 (→ src/a.txt).");
  expect(place.galley(["log"]).out).toContain("    in.lnk → src/a.txt\n");
  const { out } = place.galley(["undo"]);
  expect(out).toMatch(/^Undoing .*, in\.lnk → src\/a\.txt\)\n✓ in\.lnk → src\/a\.txt is as it was before\n/);
});

test("the help of log says what it does not list", () => {
  expect(new Place().galley(["log", "--help"]).out.replaceAll(/\s+/g, " ")).toContain("not what commands did");
});
