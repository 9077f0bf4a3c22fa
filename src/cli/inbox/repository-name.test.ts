import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { normalProblem } from "../../base/index.ts";
import { foldersInRepository, nameOf, originOf, repositoryName } from "./repository-name.ts";

test.each([
  ["https://github.com/acme/shop.git", "github.com/acme/shop"],
  ["https://user:secret@GitHub.com/acme/shop", "github.com/acme/shop"],
  ["https://host:8443/a/b/c.git/", "host/a/b/c"],
  ["git@github.com:acme/shop.git", "github.com/acme/shop"],
  ["ssh://git@github.com:22/acme/shop.git", "github.com/acme/shop"],
  ["host:shop", "host/shop"],
  ["/srv/git/shop.git", null],
  ["../shop", null],
  ["file:///srv/shop.git", null],
  ["https://github.com/", null],
  ["git@host:../../etc", null],
  ["", null],
])("%s", (url, name) => expect(nameOf(url)).toBe(name));

test("the first address of origin counts, and nothing of other sections", () => {
  const config =
    '[core]\n\turl = no\n[remote "other"]\n\turl = no\n[remote "origin"]\n\tfetch = x\n\tURL = a:b\n\turl = c:d\n';
  expect(originOf(config)).toBe("a:b");
  expect(originOf('[remote "originx"]\nurl = a\n')).toBeNull();
  fc.assert(fc.property(fc.string(), (text) => void originOf(text)));
  fc.assert(fc.property(fc.string(), (text) => nameOf(text) !== ""));
});

test("a folder below a repository, a worktree, and a folder without one", () => {
  const { path } = temporaryFolder();
  mkdirSync(join(path, "main/.git/worktrees/w"), { recursive: true });
  mkdirSync(join(path, "main/deep/er"), { recursive: true });
  mkdirSync(join(path, "tree"));
  writeFileSync(join(path, "main/.git/config"), '[remote "origin"]\n\turl = git@host:team/app.git\n');
  writeFileSync(join(path, "main/.git/worktrees/w/commondir"), "../..\n");
  writeFileSync(join(path, "tree/.git"), `gitdir: ${join(path, "main/.git/worktrees/w")}\n`);
  expect(repositoryName(join(path, "main/deep/er"))).toBe("host/team/app");
  expect(repositoryName(join(path, "tree"))).toBe("host/team/app");
  expect(repositoryName("/")).toMatch(/^local\/.+\/root$/);
});

test("whatever a folder or a remote is called, a team's server takes the name", () => {
  const { path } = temporaryFolder();
  mkdirSync(join(path, ".git"));
  const short = fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.replaceAll("\0", ""));
  const odd = fc.oneof(short, fc.stringMatching(/^[a-z./ :@\\\u200b]{0,20}$/));
  fc.assert(
    fc.property(fc.oneof(odd, fc.constant("a".repeat(2_000))), odd, (remote, folder) => {
      writeFileSync(join(path, ".git/config"), `[remote "origin"]\n\turl = git@host:${remote}\n`);
      const name = repositoryName(join(path, folder));
      expect([normalProblem(name), name.length <= 1_000]).toEqual([null, true]);
    }),
  );
});

test("where sandboxes are in the repository, also through a link", () => {
  const { path } = temporaryFolder();
  mkdirSync(join(path, "shop/.git"), { recursive: true });
  mkdirSync(join(path, "shop/infra/live"), { recursive: true });
  mkdirSync(join(path, "other"));
  writeFileSync(join(path, "shop/.git/config"), '[remote "origin"]\n\turl = git@host:acme/shop.git\n');
  symlinkSync(join(path, "shop/infra"), join(path, "link"));
  const from = (root: string): object =>
    foldersInRepository(join(path, root), new Map([["workspace", join(path, root)]]));
  expect(from("shop")).toEqual({ workspace: "" });
  expect(from("shop/infra/live")).toEqual({ workspace: "infra/live" });
  expect([repositoryName(join(path, "link")), from("link")]).toEqual(["host/acme/shop", { workspace: "infra" }]);
  expect(from("other")).toEqual({});
  const sandboxes = new Map(
    ["shop", "shop/infra", "other", "..shop", "absent"].map((name) => [name, join(path, name)]),
  );
  expect(foldersInRepository(join(path, "shop"), sandboxes)).toEqual({ shop: "", "shop/infra": "infra" });
});
