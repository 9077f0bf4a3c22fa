import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMemoryFiles } from "../index.ts";
import { loadMounts, type Mount } from "./index.ts";

let base = "";
beforeEach(() => {
  base = fs.mkdtempSync(join(tmpdir(), "galley-mounts-"));
  for (const folder of ["docs/deep", "docs/.git", "other"]) fs.mkdirSync(join(base, folder), { recursive: true });
  for (const [path, content] of Object.entries({
    "docs/a.md": "a\r\n",
    "docs/deep/b.md": "b",
    "docs/c.txt": "c",
    "docs/.git/config": "g",
    "docs/.gitignore": "*.md",
    "other/a.md": "other",
    "secret.md": "SECRET",
  })) {
    fs.writeFileSync(join(base, path), content);
  }
  fs.writeFileSync(join(base, "docs/x.bin"), Buffer.of(0, 255, 1));
  fs.symlinkSync("../secret.md", join(base, "docs/link.md"));
  fs.symlinkSync("../other", join(base, "docs/dir"));
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

const load = async (...mounts: readonly Mount[]) => {
  const { files, leftOut } = await loadMounts(mounts.map((mount) => ({ ...mount, from: join(base, mount.from) })));
  return { files: Object.fromEntries([...files].map(([path, bytes]) => [path, [...bytes]])), leftOut };
};
const codes = (text: string): number[] => [...Buffer.from(text)];

test("files come byte for byte; links, .git and the rest are left out by name", async () => {
  expect(await load({ from: "docs" })).toEqual({
    files: {
      ".gitignore": codes("*.md"),
      "a.md": codes("a\r\n"),
      "c.txt": codes("c"),
      "deep/b.md": codes("b"),
      "x.bin": [0, 255, 1],
    },
    leftOut: [
      { path: ".git", because: "git" },
      { path: "dir", because: "symlink" },
      { path: "link.md", because: "symlink" },
    ],
  });
});

test("include and exclude choose, `to` places", async () => {
  const mount = { from: "docs", include: ["**/*.md", "*.bin"], exclude: ["deep/**", "link.md"], to: "in/here" };
  expect(await load(mount)).toEqual({
    files: { "in/here/a.md": codes("a\r\n"), "in/here/x.bin": [0, 255, 1] },
    leftOut: [{ path: ".git", because: "git" }],
  });
});

test("the limit counts all chosen files together", async () => {
  const mount = { from: "docs", include: ["*.md", "deep/*"] };
  expect(Object.keys((await load({ ...mount, max_bytes: 4 })).files)).toEqual(["a.md", "deep/b.md"]);
  const error: unknown = await load({ ...mount, max_bytes: 3 }).catch((error: unknown) => error);
  expect(error).toMatchObject({ code: "TOO_LARGE", data: { mount: "mount 1", limit: 3, path: "deep/b.md" } });
  expect((error as Error).message).not.toContain(base);
});

test.each([
  ["a missing folder", [{ from: "none" }], "NOT_FOUND"],
  ["a file", [{ from: "secret.md" }], "NOT_DIR"],
  ["one path twice", [{ from: "docs" }, { from: "other" }], "EXISTS"],
  ["a way out", [{ from: "docs", to: "../x" }], "ESCAPE"],
  ["a bad glob", [{ from: "docs", include: ["../*"] }], "PATTERN"],
])("%s is refused without a host path", async (_, mounts, code) => {
  const error: unknown = await load(...mounts).catch((error: unknown) => error);
  expect(error).toMatchObject({ code });
  expect((error as Error).message).not.toContain(base);
});

test("memory starts from them", async () => {
  const { files } = await loadMounts([{ from: join(base, "docs") }]);
  const memory = createMemoryFiles({ files });
  expect((await memory.read("a.md")).content).toBe("a\r\n");
  await memory.write("a.md", "changed");
  expect(fs.readFileSync(join(base, "docs/a.md"), "utf8")).toBe("a\r\n");
});
