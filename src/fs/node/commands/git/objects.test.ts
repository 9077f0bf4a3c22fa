import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { folderWith } from "../../../../../test/support/folder-with.ts";
import { without } from "../../../../../test/support/installed.ts";
import { checkObjects, putObjects, type IndexPack } from "./objects.ts";
import { copyLoose } from "./loose-object.ts";

const NO_PACKS: IndexPack = async () => null;
const LARGE = { objects: 100, packs: 1, bytes: 1_000_000 };

function objectOf(type: string, content: Uint8Array, format = "sha1"): { readonly id: string; readonly raw: Buffer } {
  const raw = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  return { id: createHash(format).update(raw).digest("hex"), raw };
}

const nameOf = (id: string): string => `${id.slice(0, 2)}/${id.slice(2)}`;

function put(folder: string, name: string, bytes: Uint8Array): void {
  fs.mkdirSync(join(folder, name, ".."), { recursive: true });
  fs.writeFileSync(join(folder, name), bytes);
}

const check = (folder: string, limits = LARGE, indexPack = NO_PACKS): ReturnType<typeof checkObjects> =>
  checkObjects(folder, { format: "sha1", into: folderWith({}), indexPack, limits });

test.each(["sha1", "sha256"] as const)("an object is copied if its content has its name, in %s", async (format) => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("blob", "tree", "commit", "tag"),
      fc.uint8Array({ maxLength: 300 }),
      fc.integer({ min: 0, max: 9 }),
      async (type, content, level) => {
        const { id, raw } = objectOf(type, content, format);
        const folder = folderWith({});
        fs.writeFileSync(join(folder, "from"), deflateSync(raw, { level }));
        const copied = await copyLoose(join(folder, "from"), join(folder, "to"), { id, format, maxBytes: 1000 });
        expect(copied).toEqual({ kind: "copied", size: raw.length });
        expect(inflateSync(fs.readFileSync(join(folder, "to"))).equals(raw)).toBe(true);
      },
    ),
    { numRuns: 30 },
  );
});

test("whatever byte is changed, what is copied is the content of that name", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 60 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (content, at, by) => {
        const { id, raw } = objectOf("blob", content);
        const stored = deflateSync(raw);
        stored[at % stored.length]! ^= by;
        const folder = folderWith({});
        fs.writeFileSync(join(folder, "from"), stored);
        const copied = await copyLoose(join(folder, "from"), join(folder, "to"), {
          id,
          format: "sha1",
          maxBytes: 1000,
        });
        if (copied.kind === "copied") expect(inflateSync(fs.readFileSync(join(folder, "to"))).equals(raw)).toBe(true);
        else expect(copied.kind).toMatch(/damaged|too large/);
      },
    ),
    { numRuns: 60 },
  );
});

test.each<[string, Buffer]>([
  ["an unknown type", Buffer.from("evil 1\0x")],
  ["a size that is too large", Buffer.from("blob 2\0x")],
  ["a size that is too small", Buffer.from("blob 0\0x")],
  ["a size with a zero before it", Buffer.from("blob 01\0x")],
  ["no header", Buffer.from("x")],
  ["nothing", Buffer.alloc(0)],
])("%s is no object, also under its own hash", async (_, raw) => {
  const folder = folderWith({});
  const name = nameOf(createHash("sha1").update(raw).digest("hex"));
  put(folder, name, deflateSync(raw));
  expect(await check(folder)).toEqual({ kind: "bad", why: `objects/${name} does not contain what its name says` });
});

test("what follows the object in its file is left out", async () => {
  const { id, raw } = objectOf("blob", Buffer.from("x"));
  const folder = folderWith({});
  put(folder, nameOf(id), Buffer.concat([deflateSync(raw), Buffer.from("more")]));
  const checked = await check(folder);
  const copy = checked.kind === "good" ? fs.readFileSync(checked.files.get(nameOf(id))!) : Buffer.alloc(0);
  expect(copy.includes("more")).toBe(false);
  expect(inflateSync(copy).equals(raw)).toBe(true);
});

test("a small file that inflates to a large one is stopped at the limit, and so are many files", async () => {
  const bomb = folderWith({});
  const { id, raw } = objectOf("blob", Buffer.alloc(3_000_000));
  put(bomb, nameOf(id), deflateSync(raw));
  expect(await check(bomb)).toEqual({ kind: "bad", why: "it made objects of more than 1000000 bytes" });
  const many = folderWith({});
  for (let at = 0; at < 3; at += 1) {
    const each = objectOf("blob", Buffer.from(`${at}`));
    put(many, nameOf(each.id), deflateSync(each.raw));
  }
  expect(await check(many, { ...LARGE, objects: 2 })).toEqual({ kind: "bad", why: "it made more than 2 objects" });
  expect(await check(many, { ...LARGE, objects: 3, bytes: 20 })).toMatchObject({ kind: "bad" });
  expect(await check(many, { ...LARGE, objects: 3, bytes: 100 })).toMatchObject({ kind: "good" });
});

test("packs are kept with an index that was made for them, and not more than a few", async () => {
  const hash = "1".repeat(40);
  const named = (digit: string): string => `pack/pack-${digit.repeat(40)}.pack`;
  const index: IndexPack = async (place) => {
    fs.writeFileSync(join(place, "pack.idx"), "ours");
    return hash;
  };
  const folder = folderWith({ [named("2")]: "PACK", [named("2").replace(".pack", ".idx")]: "theirs" });
  const checked = await check(folder, LARGE, index);
  const files = checked.kind === "good" ? [...checked.files] : [];
  expect(files.map(([name, from]) => [name, fs.readFileSync(from, "utf8")])).toEqual([
    [`pack/pack-${hash}.pack`, "PACK"],
    [`pack/pack-${hash}.idx`, "ours"],
  ]);
  expect(await check(folder)).toMatchObject({ kind: "bad", why: expect.stringContaining("could not be checked") });
  fs.writeFileSync(join(folder, named("3")), "PACK");
  expect(await check(folder, LARGE, index)).toEqual({ kind: "bad", why: "it made 2 packs, more than can be checked" });
});

test.each(["link", "folder"])("a %s with the name of an object or a pack is not kept", async (kind) => {
  for (const name of [`87/${"2".repeat(38)}`, `pack/pack-${"2".repeat(40)}.pack`]) {
    const folder = folderWith({ "87/x": "", "pack/x": "" });
    if (kind === "link") fs.symlinkSync("/etc/passwd", join(folder, name));
    else fs.mkdirSync(join(folder, name));
    expect(await check(folder)).toEqual({ kind: "bad", why: `objects/${name} is not a regular file` });
  }
});

test("names that git would obey are never among what is kept; by-products are not worth a word", async () => {
  const obeyed = ["info/grafts", "info/http-alternates", "zz", "pack/x.pack", `87/${"A".repeat(38)}`, "x"];
  const others = [...obeyed, `87/${"2".repeat(62)}`];
  const silent = ["info/packs", "info/commit-graph", "pack/multi-pack-index", "pack/pack-1a.idx", "pack/tmp_pack_aB1"];
  const folder = folderWith(Object.fromEntries([...others, ...silent].map((name) => [name, "x"])));
  fs.symlinkSync("/etc", join(folder, "ab"));
  expect(await check(folder)).toEqual({
    kind: "good",
    files: new Map(),
    others: [...others, "ab"].toSorted(),
    repacked: true,
  });
});

test("objects are put under free names only, and not through a link", () => {
  const from = folderWith({ one: "new", two: "new" });
  const objects = folderWith({ "aa/1": "old" });
  const files = new Map([
    ["aa/1", join(from, "one")],
    ["bb/2", join(from, "two")],
  ]);
  expect(putObjects(files, objects)).toBeNull();
  expect(["aa/1", "bb/2"].map((name) => fs.readFileSync(join(objects, name), "utf8"))).toEqual(["old", "new"]);
  expect(fs.statSync(join(objects, "bb/2")).mode & 0o777).toBe(0o444);
  expect(fs.readdirSync(objects, { recursive: true, encoding: "utf8" }).toSorted()).toEqual([
    "aa",
    "aa/1",
    "bb",
    "bb/2",
  ]);
  const out = folderWith({});
  fs.symlinkSync(out, join(objects, "cc"));
  expect(putObjects(new Map([["cc/3", join(from, "one")]]), objects)).toBe("objects/cc is a link");
  expect(fs.readdirSync(out)).toEqual([]);
});

const git = without("git");

test.skipIf(git.missing)(`git reads what was put${git.note}`, async () => {
  const { id, raw } = objectOf("blob", Buffer.from("some content\n"));
  const repository = folderWith({});
  execFileSync("git", ["init", "-q", repository]);
  const folder = folderWith({});
  put(folder, nameOf(id), deflateSync(raw));
  const checked = await check(folder);
  if (checked.kind === "good") putObjects(checked.files, join(repository, ".git/objects"));
  const read = execFileSync("git", ["-C", repository, "cat-file", "-p", id], { encoding: "utf8" });
  expect(read).toBe("some content\n");
});
