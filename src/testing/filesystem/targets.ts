// Contract, part six: reading by targets. A path is resolved once; what is opened after that is what it was resolved to.

import { codeOf, type SubjectCase, type Case, type Harness } from "./subject.ts";

export function targetContract(it: Case, expect: Harness["expect"]): void {
  it("a path without links is its own target, whether or not it is there", async (subject) => {
    await subject.write({ "a/b.txt": "b" });
    for (const path of ["a", "a/b.txt", "not/yet.txt", ""])
      expect(subject.target(path)).toEqual({ path: subject.at(path), real: subject.at(path) });
    expect(subject.target("a/./x/../b.txt")).toEqual(subject.target("a/b.txt"));
  });

  it("what is said to be absent cannot be read, and nothing else is said to be", async (subject) => {
    await subject.write({ "a/b.txt": "b" });
    for (const path of ["a", "a/b.txt", "", "a/no", "no/such.txt"]) {
      const target = subject.files.real.resolve(subject.at(path));
      const isThere = subject.files.real.kindOf(target) !== null;
      if (isThere) expect(target.isAbsent ?? false).toEqual(false);
      if (target.isAbsent) expect(await codeOf(() => subject.files.real.readBytes(target))).toEqual("NOT_FOUND");
    }
  });

  it("reading by target gives what reading by name gives", async (subject) => {
    await subject.write({ "a/b.txt": "needle\nhay\n", "a/c/d.txt": "needle\n", "e.txt": "needle\n" });
    const { files } = subject;
    const page = { offset: 1, limit: 1 };
    const [file, folder] = [subject.target("a/b.txt"), subject.target("a")];
    expect(await files.real.read(file, page)).toEqual(await files.read(subject.at("a/b.txt"), page));
    expect(await files.real.readBytes(file)).toEqual(await files.readBytes(subject.at("a/b.txt")));
    expect(await files.real.list(folder)).toEqual(await files.list(subject.at("a")));
    expect(await files.real.glob("**", { target: folder })).toEqual(await files.glob("**", { path: subject.at("a") }));
    expect(await files.real.glob("**")).toEqual(await files.glob("**"));
    expect(await files.real.grep("needle", { target: folder, fileGlob: "d.*" })).toEqual(
      await files.grep("needle", { path: subject.at("a"), fileGlob: "d.*" }),
    );
    expect(["a", "a/b.txt", "no"].map((path) => files.real.kindOf(subject.target(path)))).toEqual([
      "directory",
      "file",
      null,
    ]);
    expect(await readings(subject, "no")).toEqual("NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND null");
    expect(await codeOf(() => files.real.read(folder))).toEqual("IS_DIR");
    expect(await codeOf(() => files.real.list(file))).toEqual("NOT_DIR");
  });
}

/** For backends with links. */
export function linkedTargetContract(it: Case, expect: Harness["expect"]): void {
  it("a target is where the links lead; a link at the end can be kept", async (subject) => {
    await subject.write({ "dir/in.txt": "in" });
    subject.link("d", "dir");
    subject.link("l", "d/in.txt");
    subject.link("dangling", "d/new/x.txt");
    for (const [path, real] of [
      ["d/in.txt", "dir/in.txt"],
      ["l", "dir/in.txt"],
      ["d/new/y.txt", "dir/new/y.txt"],
      ["dangling", "dir/new/x.txt"],
    ] as const)
      expect(subject.target(path)).toEqual({ path: subject.at(path), real: subject.at(real) });
    const kept = subject.files.real.resolve(subject.at("l"), { last: "keep" });
    expect([kept, subject.files.real.kindOf(kept)]).toEqual([
      { path: subject.at("l"), real: subject.at("l") },
      "symlink",
    ]);
  });

  it("results and errors name the path, not where it led", async (subject) => {
    await subject.write({ "dir/in.txt": "needle\n" });
    subject.link("d", "dir");
    const target = subject.target("d");
    const { real } = subject.files;
    expect((await real.read(subject.target("d/in.txt"))).path).toEqual(subject.at("d/in.txt"));
    expect((await real.list(target)).entries.map(({ path }) => path)).toEqual([subject.at("d/in.txt")]);
    expect((await real.glob("*", { target })).entries.map(({ path }) => path)).toEqual([subject.at("d/in.txt")]);
    expect((await real.grep("needle", { target })).matches.map(({ path }) => path)).toEqual([subject.at("d/in.txt")]);
    const [path, led] = [subject.at("d/no"), subject.at("dir/no")];
    const failed = await subject.failureOf(() => real.read(subject.target("d/no")), [path, led]);
    expect(failed).toEqual({ code: "NOT_FOUND", path, named: [path] });
  });

  for (const [what, exchange] of [
    ["a folder on the way", (subject: SubjectCase) => swap(subject, "a/b", "../other")],
    ["the first folder", (subject: SubjectCase) => swap(subject, "a", "aside")],
  ] as const) {
    it(`an exchange of ${what} for a link is STALE for reading`, async (subject) => {
      await subject.write({ "a/b/in.txt": "in", "other/in.txt": "in", "aside/b/in.txt": "in" });
      const targets = ["a/b/in.txt", "a/b/no"].map((path) => subject.target(path));
      await exchange(subject);
      for (const target of targets)
        expect(await readingsOf(subject, target)).toEqual("STALE STALE STALE STALE STALE null");
    });

    it(`an exchange of ${what} for a link stops every step of a commit`, async (subject) => {
      await subject.write({ "a/b/in.txt": "in", "other/in.txt": "in", "aside/b/in.txt": "in" });
      const { staging } = subject.files;
      const [at, fresh] = [subject.real("a/b/in.txt"), subject.real("a/b/c/new.txt")];
      const { version } = await subject.files.readBytes(subject.at("a/b/in.txt"));
      await exchange(subject);
      const bytes = new TextEncoder().encode("new");
      await subject.write({ "other/t": "new", "aside/b/t": "new" });
      expect(await staging.look(at)).toEqual({ kind: "other", code: "SYMLINK" });
      expect(await codeOf(() => staging.stage(at, "t2", bytes, { mode: null }))).toEqual("STALE");
      expect(await codeOf(() => staging.makeParents(fresh))).toEqual("STALE");
      expect(await staging.replace(at, "t", { expect: version })).toEqual("stale");
      expect(await staging.create(subject.real("a/b/new.txt"), "t")).toEqual("exists");
      expect(await staging.remove(at, { expect: version })).toEqual("stale");
      expect(await staging.removeLink(at)).toEqual(false);
      expect(await codeOf(() => staging.removeDirectory(subject.real("a/b/c")))).toEqual("STALE");
      expect(await codeOf(() => staging.discard(at, "t"))).toEqual("STALE");
      for (const folder of ["other", "aside/b"])
        expect(await subject.list(folder)).toEqual([`${folder}/in.txt 2`, `${folder}/t 3`]);
    });
  }

  it("an exchange of the file itself for a link is STALE, and the link stays", async (subject) => {
    await subject.write({ "in.txt": "in", "other.txt": "in" });
    const { staging } = subject.files;
    const [target, at] = [subject.target("in.txt"), subject.real("in.txt")];
    const { version } = await subject.files.readBytes(subject.at("in.txt"));
    await staging.stage(at, "t", new TextEncoder().encode("new"), { mode: null });
    await swap(subject, "in.txt", "other.txt");
    expect(await readingsOf(subject, target)).toEqual("STALE STALE STALE STALE STALE symlink");
    expect(await staging.look(at)).toEqual({ kind: "other", code: "SYMLINK" });
    expect(await staging.replace(at, "t", { expect: version })).toEqual("stale");
    expect(await staging.remove(at, { expect: version })).toEqual("stale");
    expect(await staging.create(at, "t")).toEqual("exists");
    await staging.discard(at, "t");
    expect(await subject.list()).toEqual(["in.txt@", "other.txt 2"]);
    expect(await staging.removeLink(at)).toEqual(true);
    expect(await subject.list()).toEqual(["other.txt 2"]);
  });
}

async function swap(subject: SubjectCase, path: string, target: string): Promise<void> {
  await subject.files.delete(subject.at(path));
  subject.link(path, target);
}

function readings(subject: SubjectCase, path: string): Promise<string> {
  return readingsOf(subject, subject.target(path));
}

/** What every way to read a target ends in: a code, or "value". */
async function readingsOf(
  { files: { real } }: SubjectCase,
  target: ReturnType<SubjectCase["target"]>,
): Promise<string> {
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
