import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryFiles, ignoredIn, isIgnoredFile, type RealFiles } from "../index.ts";

const LINES: Readonly<Record<string, string>> = {
  "main/.gitignore": "*.log\nbuild/\n",
  "main/a/.gitignore": "!keep.log\nlocal*\n",
  "main/a/b/.gitignore": "/only-here\n",
};

/** Counts how often each file is read. */
function counting(): { readonly files: RealFiles; readonly reads: Map<string, number> } {
  const { real } = createMemoryFiles({ files: LINES });
  const reads = new Map<string, number>();
  const readBytes: RealFiles["readBytes"] = (target) => {
    reads.set(target.path, (reads.get(target.path) ?? 0) + 1);
    return real.readBytes(target);
  };
  const files = new Proxy(real, {
    get: (target, name: keyof RealFiles) => (name === "readBytes" ? readBytes : target[name]),
  });
  return { files, reads };
}

test("many files get the answers that each gets alone, and each .gitignore is read once", async () => {
  const name = fc.constantFrom("a", "b", "build", "x.log", "keep.log", "local.txt", "only-here", "c.ts");
  const paths = fc.array(fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => ["main", ...names].join("/")));
  await fc.assert(
    fc.asyncProperty(paths, async (all) => {
      const { files, reads } = counting();
      const targets = all.map((path) => files.resolve(path));
      const alone = await Promise.all(
        targets.map((target) => isIgnoredFile(target, createMemoryFiles({ files: LINES }).real)),
      );
      const isIgnored = ignoredIn(files);
      expect(await Promise.all(targets.map((target) => isIgnored(target)))).toEqual(alone);
      expect([...reads.values()].every((count) => count === 1)).toBe(true);
    }),
  );
});

test.each([
  ["main/x.log", true],
  ["main/a/keep.log", false],
  ["main/a/local.txt", true],
  ["main/local.txt", false],
  ["main/a/b/only-here", true],
  ["main/a/b/c/only-here", false],
  ["main/build/a/keep.log", true],
])("%s: %s", async (path, wanted) => {
  const { files } = counting();
  expect(await isIgnoredFile(files.resolve(path), files)).toBe(wanted);
});
