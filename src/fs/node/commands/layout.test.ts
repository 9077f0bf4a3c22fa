import fc from "fast-check";
import { expect, test } from "vitest";
import { foldersOf, type Found } from "./found-paths.ts";
import { layoutOf, MAX_MOUNTS, type Layout, type Mount } from "./layout.ts";

const file = (path: string): Found => ({ path, kind: "file" });
const folder = (path: string): Found => ({ path, kind: "folder" });

type Facts = {
  readonly fixed?: readonly Found[];
  readonly masked?: readonly Found[];
  readonly links?: readonly string[];
  readonly workspace?: "writable" | "read-only";
};

/** One line per mount. */
function drawn({ fixed = [], masked = [], links = [], workspace = "writable" }: Facts): readonly string[] | string {
  const laid = layoutOf({ fixed, masked, links }, { workspace });
  if (laid.kind === "impossible") return laid.why;
  return [laid.layout.root, ...laid.layout.mounts.map(({ kind, path }) => `${kind} ${path}`)];
}

test.each<[string, Facts, readonly string[] | string]>([
  ["nothing to guard", {}, ["writable"]],
  [
    "folders above are held in their place, once",
    { fixed: [file("a/b/.envrc"), folder("a/b/.vscode"), folder(".git")] },
    ["writable", "writable a", "writable a/b", "read-only .git", "read-only a/b/.envrc", "read-only a/b/.vscode"],
  ],
  [
    "what is inside a fixed folder is fixed with it",
    { fixed: [folder(".git"), folder(".git/modules/x")] },
    ["writable", "read-only .git"],
  ],
  [
    "a masked file cannot be moved with its folder to a name that no rule is about",
    { masked: [file("conf/secret"), folder("keys"), file("keys/a")] },
    ["writable", "writable conf", "mask-file conf/secret", "mask-folder keys"],
  ],
  [
    "a mask inside a fixed folder comes after it",
    { fixed: [folder(".git")], masked: [folder(".git/objects")] },
    ["writable", "read-only .git", "mask-folder .git/objects"],
  ],
  ["the folders of a link are held", { links: ["a/CLAUDE.md"] }, ["writable", "writable a"]],
  [
    "a read-only workspace needs masks alone",
    { fixed: [folder(".git")], masked: [file("a/s")], workspace: "read-only" },
    ["read-only", "mask-file a/s"],
  ],
  ["a root that is itself protected is read-only", { fixed: [folder("")] }, ["read-only"]],
  ["a root of which nothing may be read", { masked: [folder("")] }, "no file in it may be read without a question"],
  [
    "more than can be mounted",
    { fixed: Array.from({ length: MAX_MOUNTS + 1 }, (_, at) => file(`${at}`)) },
    expect.stringContaining(`${MAX_MOUNTS + 1} paths would have to be made read-only or masked one by one`) as string,
  ],
])("%s", (_, facts, expected) => expect(drawn(facts)).toEqual(expected));

test("a copy takes the place of a fixed path", () => {
  const copy: Mount = { kind: "writable", path: ".git", from: "/tmp/copy" };
  const laid = layoutOf(
    { fixed: [folder(".git"), file(".envrc")], masked: [], links: [] },
    { workspace: "writable", replaced: new Map([[".git", [copy]]]) },
  );
  expect(laid).toEqual({
    kind: "layout",
    layout: { root: "writable", mounts: [{ kind: "read-only", path: ".envrc" }, copy] } satisfies Layout,
  });
});

test("the folders between", () => {
  expect(foldersOf([".git/config", ".git/hooks", ".envrc", "a/b/c"])).toEqual([".git", "a", "a/b"]);
});

const names = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const found = fc.array(fc.record({ path: names, kind: fc.constantFrom("file" as const, "folder" as const) }), {
  maxLength: 6,
});
const covers = (outer: string, path: string): boolean => path === outer || path.startsWith(`${outer}/`);

test("whatever is fixed or masked is so in the end, and nothing above it can be moved", () =>
  fc.assert(
    fc.property(found, found, (fixed, masked) => {
      const laid = layoutOf({ fixed, masked, links: [] }, { workspace: "writable" });
      expect(laid.kind).toBe("layout");
      if (laid.kind !== "layout") return;
      const { mounts } = laid.layout;
      // The last mount that covers a path decides what is seen there.
      const at = (path: string): Mount["kind"] | undefined =>
        mounts.findLast((mount) => covers(mount.path, path))?.kind;
      for (const { path } of fixed) expect(["read-only", "mask-file", "mask-folder"]).toContain(at(path));
      for (const { path } of masked) expect(["mask-file", "mask-folder"]).toContain(at(path));
      const isMount = (path: string): boolean => mounts.some((mount) => mount.path === path);
      for (const { path } of [...fixed, ...masked])
        for (const above of foldersOf([path])) expect(isMount(above) || at(above) !== undefined).toBe(true);
    }),
  ));
