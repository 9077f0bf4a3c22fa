// D16: absolute paths of this machine inside the root, through every door of the command line, with the root given
// plainly and through a link. No output shows where the root is.

import { symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { block, Place } from "./support/galley.ts";

const place = (): Place => {
  const made = new Place({ "a.txt": "one\ntwo\n", "sub/b.txt": "b\n" });
  symlinkSync(made.folder, join(made.base, "link"));
  return made;
};

test.each([
  ["plainly", (at: Place) => at.folder, (at: Place) => at.folder],
  ["through a link, named by it", (at: Place) => join(at.base, "link"), (at: Place) => join(at.base, "link")],
  ["through a link, named by where it leads", (at: Place) => join(at.base, "link"), (at: Place) => at.folder],
])("the root is given %s", (_, rootOf, nameOf) => {
  const at = place();
  const name = join(nameOf(at), "a.txt");
  const root = ["--root", rootOf(at)];
  const read = at.galley(["tool", "read_file", JSON.stringify({ path: name }), ...root]);
  expect(JSON.parse(read.out)).toMatchObject({
    success: true,
    value: { path: "workspace/a.txt", content: "one\ntwo\n" },
  });
  const answers = {
    "edit-block": block(name, "one\n", "1\n"),
    "search-replace": `${name}\n<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE\n`,
    udiff: `--- ${name}\n+++ ${name}\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n`,
    "apply-patch": `*** Begin Patch\n*** Update File: ${name}\n@@\n-one\n+1\n*** End Patch\n`,
  };
  for (const [format, answer] of Object.entries(answers)) {
    const { out } = at.galley(["apply", "--dry-run", "--json", "--context", name, ...root], { input: answer });
    expect({ format, ...(JSON.parse(out) as object) }).toMatchObject({
      format,
      results: [{ status: "VALIDATED", file_path: "a.txt" }],
      files_modified: ["a.txt"],
    });
    expect(out).not.toContain(at.base);
  }
});

test("outside the root it is refused, and nothing is shown of what is there", () => {
  const at = place();
  for (const path of ["/etc/passwd", at.base, `${at.folder}-not/x`, `${at.folder}/../${basename(at.folder)}/a.txt`]) {
    const { code, out } = at.galley(["tool", "read_file", JSON.stringify({ path })]);
    expect([code, (JSON.parse(out) as { error: { code: string } }).error.code]).toEqual([
      1,
      path.includes("..") ? "ESCAPE" : "UNKNOWN_SANDBOX",
    ]);
  }
});
