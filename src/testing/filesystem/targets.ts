// Contract, part six: reading by targets. A path is resolved once; what is opened after that is what it was resolved to.

import { codeOf, type Bench, type Case, type Harness } from "./subject.ts";

export function targetContract(it: Case, expect: Harness["expect"]): void {
  it("a path without links is its own target, whether or not it is there", async (bench) => {
    await bench.write({ "a/b.txt": "b" });
    for (const path of ["a", "a/b.txt", "not/yet.txt", ""])
      expect(bench.target(path)).toEqual({ path: bench.at(path), real: bench.at(path) });
    expect(bench.target("a/./x/../b.txt")).toEqual(bench.target("a/b.txt"));
  });

  it("reading by target gives what reading by name gives", async (bench) => {
    await bench.write({ "a/b.txt": "needle\nhay\n", "a/c/d.txt": "needle\n", "e.txt": "needle\n" });
    const { files } = bench;
    const page = { offset: 1, limit: 1 };
    const [file, folder] = [bench.target("a/b.txt"), bench.target("a")];
    expect(await files.real.read(file, page)).toEqual(await files.read(bench.at("a/b.txt"), page));
    expect(await files.real.readBytes(file)).toEqual(await files.readBytes(bench.at("a/b.txt")));
    expect(await files.real.list(folder)).toEqual(await files.list(bench.at("a")));
    expect(await files.real.glob("**", { target: folder })).toEqual(await files.glob("**", { path: bench.at("a") }));
    expect(await files.real.glob("**")).toEqual(await files.glob("**"));
    expect(await files.real.grep("needle", { target: folder, fileGlob: "d.*" })).toEqual(
      await files.grep("needle", { path: bench.at("a"), fileGlob: "d.*" }),
    );
    expect(["a", "a/b.txt", "no"].map((path) => files.real.kindOf(bench.target(path)))).toEqual([
      "directory",
      "file",
      null,
    ]);
    expect(await readings(bench, "no")).toEqual("NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND null");
    expect(await codeOf(() => files.real.read(folder))).toEqual("IS_DIR");
    expect(await codeOf(() => files.real.list(file))).toEqual("NOT_DIR");
  });
}

/** For backends with links. */
export function linkedTargetContract(it: Case, expect: Harness["expect"]): void {
  it("a target is where the links lead; a link at the end can be kept", async (bench) => {
    await bench.write({ "dir/in.txt": "in" });
    bench.link("d", "dir");
    bench.link("l", "d/in.txt");
    bench.link("dangling", "d/new/x.txt");
    for (const [path, real] of [
      ["d/in.txt", "dir/in.txt"],
      ["l", "dir/in.txt"],
      ["d/new/y.txt", "dir/new/y.txt"],
      ["dangling", "dir/new/x.txt"],
    ] as const)
      expect(bench.target(path)).toEqual({ path: bench.at(path), real: bench.at(real) });
    const kept = bench.files.real.resolve(bench.at("l"), { last: "keep" });
    expect([kept, bench.files.real.kindOf(kept)]).toEqual([{ path: bench.at("l"), real: bench.at("l") }, "symlink"]);
  });

  it("results and errors name the path, not where it led", async (bench) => {
    await bench.write({ "dir/in.txt": "needle\n" });
    bench.link("d", "dir");
    const target = bench.target("d");
    const { real } = bench.files;
    expect((await real.read(bench.target("d/in.txt"))).path).toEqual(bench.at("d/in.txt"));
    expect((await real.list(target)).entries.map(({ path }) => path)).toEqual([bench.at("d/in.txt")]);
    expect((await real.glob("*", { target })).entries.map(({ path }) => path)).toEqual([bench.at("d/in.txt")]);
    expect((await real.grep("needle", { target })).matches.map(({ path }) => path)).toEqual([bench.at("d/in.txt")]);
    const missing = await real.read(bench.target("d/no")).catch((error: Error) => error.message);
    expect(missing).toEqual(`File not found: ${bench.at("d/no")}`);
  });

  for (const [what, exchange] of [
    ["a folder on the way", (bench: Bench) => swap(bench, "a/b", "../other")],
    ["the first folder", (bench: Bench) => swap(bench, "a", "aside")],
  ] as const) {
    it(`an exchange of ${what} for a link is STALE for reading`, async (bench) => {
      await bench.write({ "a/b/in.txt": "in", "other/in.txt": "in", "aside/b/in.txt": "in" });
      const targets = ["a/b/in.txt", "a/b/no"].map((path) => bench.target(path));
      await exchange(bench);
      for (const target of targets)
        expect(await readingsOf(bench, target)).toEqual("STALE STALE STALE STALE STALE null");
    });

    it(`an exchange of ${what} for a link stops every step of a commit`, async (bench) => {
      await bench.write({ "a/b/in.txt": "in", "other/in.txt": "in", "aside/b/in.txt": "in" });
      const { staging } = bench.files;
      const [at, fresh] = [bench.real("a/b/in.txt"), bench.real("a/b/c/new.txt")];
      const { version } = await bench.files.readBytes(bench.at("a/b/in.txt"));
      await exchange(bench);
      const bytes = new TextEncoder().encode("new");
      await bench.write({ "other/t": "new", "aside/b/t": "new" });
      expect(await staging.look(at)).toEqual({ kind: "other", code: "SYMLINK" });
      expect(await codeOf(() => staging.stage(at, "t2", bytes, { mode: null }))).toEqual("STALE");
      expect(await codeOf(() => staging.makeParents(fresh))).toEqual("STALE");
      expect(await staging.replace(at, "t", { expect: version })).toEqual("stale");
      expect(await staging.create(bench.real("a/b/new.txt"), "t")).toEqual("exists");
      expect(await staging.remove(at, { expect: version })).toEqual("stale");
      expect(await staging.removeLink(at)).toEqual(false);
      expect(await codeOf(() => staging.removeDirectory(bench.real("a/b/c")))).toEqual("STALE");
      expect(await codeOf(() => staging.discard(at, "t"))).toEqual("STALE");
      for (const folder of ["other", "aside/b"])
        expect(await bench.list(folder)).toEqual([`${folder}/in.txt 2`, `${folder}/t 3`]);
    });
  }

  it("an exchange of the file itself for a link is STALE, and the link stays", async (bench) => {
    await bench.write({ "in.txt": "in", "other.txt": "in" });
    const { staging } = bench.files;
    const [target, at] = [bench.target("in.txt"), bench.real("in.txt")];
    const { version } = await bench.files.readBytes(bench.at("in.txt"));
    await staging.stage(at, "t", new TextEncoder().encode("new"), { mode: null });
    await swap(bench, "in.txt", "other.txt");
    expect(await readingsOf(bench, target)).toEqual("STALE STALE STALE STALE STALE symlink");
    expect(await staging.look(at)).toEqual({ kind: "other", code: "SYMLINK" });
    expect(await staging.replace(at, "t", { expect: version })).toEqual("stale");
    expect(await staging.remove(at, { expect: version })).toEqual("stale");
    expect(await staging.create(at, "t")).toEqual("exists");
    await staging.discard(at, "t");
    expect(await bench.list()).toEqual(["in.txt@", "other.txt 2"]);
    expect(await staging.removeLink(at)).toEqual(true);
    expect(await bench.list()).toEqual(["other.txt 2"]);
  });
}

async function swap(bench: Bench, path: string, target: string): Promise<void> {
  await bench.files.delete(bench.at(path));
  bench.link(path, target);
}

function readings(bench: Bench, path: string): Promise<string> {
  return readingsOf(bench, bench.target(path));
}

/** What every way to read a target ends in: a code, or "value". */
async function readingsOf({ files: { real } }: Bench, target: ReturnType<Bench["target"]>): Promise<string> {
  const outcomes: unknown[] = [];
  for (const read of [
    () => real.read(target),
    () => real.readBytes(target),
    () => real.list(target),
    () => real.glob("*", { target }),
    () => real.grep("i", { target }),
  ]) {
    const outcome = await codeOf<object>(read);
    outcomes.push(typeof outcome === "string" ? outcome : "value");
  }
  return [...outcomes, String(real.kindOf(target))].join(" ");
}
