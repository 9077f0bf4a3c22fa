import fs from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderWith } from "../../../../test/support/folder-with.ts";
import { putBack, readLinks } from "./protected-links.ts";

test("a link that was replaced, changed or removed is put back; what took its place is kept beside it", () => {
  const root = folderWith({ "AGENTS.md": "", "x/y": "" });
  const names = ["same", "file", "folder", "other", "gone"];
  for (const name of names) fs.symlinkSync("AGENTS.md", join(root, name));
  const links = readLinks(root, names);
  for (const name of names.slice(1)) fs.rmSync(join(root, name));
  fs.writeFileSync(join(root, "file"), "new");
  fs.mkdirSync(join(root, "folder"));
  fs.symlinkSync("/etc/passwd", join(root, "other"));
  const notes = putBack(root, links);
  expect(names.map((name) => fs.readlinkSync(join(root, name)))).toEqual(names.map(() => "AGENTS.md"));
  const aside = fs.readdirSync(root).filter((name) => name.includes(".replaced-"));
  expect(aside.map((name) => name.split(".")[0] ?? "").toSorted()).toEqual(["file", "folder", "other"]);
  expect(notes).toHaveLength(4);
  expect(notes.every((note) => note.includes("put back"))).toBe(true);
});
