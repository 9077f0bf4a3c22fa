import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { without } from "../../../../test/support/installed.ts";
import { RepositoryError } from "../../repository.ts";
import { parseIndex } from "./index-file.ts";

const { missing, note } = without("git");

/** What git writes for these entries, in each of its versions. */
function written(names: readonly string[], version: 2 | 4, format: "sha1" | "sha256"): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "galley-index-"));
  const git = (args: readonly string[], input = ""): string =>
    execFileSync("git", args, { cwd: folder, input, encoding: "utf8" });
  git(["init", "-q", `--object-format=${format}`]);
  const name = git(["hash-object", "-w", "--stdin"], "x").trim();
  git(
    ["update-index", "-z", "--index-info"],
    names.map((each, at) => `${MODES[at % 2]} ${name} 0\t${each}\0`).join(""),
  );
  if (names.length > 0) git(["update-index", "--index-version", String(version), "--skip-worktree", "--", names[0]!]);
  const bytes = readFileSync(join(folder, ".git/index"));
  rmSync(folder, { recursive: true });
  return bytes;
}

const MODES = ["100644", "100755"];

// Long and short ones that share their beginnings, and letters that take several bytes.
const segment = fc.string({ unit: fc.constantFrom("a", "b", "-", ".", "é", "漢", "😀"), minLength: 1, maxLength: 90 });
const paths = fc
  .uniqueArray(
    fc.array(
      segment.filter((each) => !/^\.+$/.test(each) && !/^\.git/i.test(each)),
      { minLength: 1, maxLength: 4 },
    ),
    { selector: (each) => each.join("/"), minLength: 1, maxLength: 12 },
  )
  .map((all) => all.map((each) => each.join("/")))
  // A name cannot be a file and a folder.
  .filter((all) => all.every((one) => all.every((other) => !other.startsWith(`${one}/`))));

test.skipIf(missing)(`what git wrote is what is read${note}`, () => {
  fc.assert(
    fc.property(paths, fc.constantFrom(2, 4), fc.constantFrom("sha1", "sha256"), (names, version, format) => {
      const index = parseIndex(written(names, version, format), format === "sha1" ? 20 : 32);
      expect([...index.lines()].map(({ path }) => path)).toEqual(
        names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
      );
      for (const [at, name] of names.entries()) {
        expect(index.entry(name)).toMatchObject({
          kind: at % 2 === 0 ? "file" : "program",
          state: at === 0 ? "skip-worktree" : "plain",
        });
        expect(index.entry(`${name}x`)).toBe(null);
        if (name.includes("/")) expect(index.hasEntriesBelow(name.slice(0, name.indexOf("/")))).toBe(true);
        expect(index.hasEntriesBelow(name)).toBe(false);
      }
    }),
    { numRuns: 12 },
  );
});

test.skipIf(missing)(`bytes that are not an index are refused, never misread as an error of ours${note}`, () => {
  const good = written(["a/b.txt", "a/c.txt", "ä"], 4, "sha1");
  fc.assert(
    fc.property(fc.nat(good.length), fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255))), (length, changes) => {
      const bytes = Buffer.from(good);
      for (const [at, byte] of changes) bytes[at] = byte;
      try {
        const index = parseIndex(bytes.subarray(0, length), 20);
        for (const { path } of index.lines()) index.entry(path);
      } catch (error) {
        expect(error).toBeInstanceOf(RepositoryError);
      }
    }),
    { numRuns: 2000 },
  );
});
