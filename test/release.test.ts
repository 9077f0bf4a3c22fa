// The release script, in a repository of its own: what it changes, what it refuses, and that a refusal changes nothing.

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { root } from "./built.ts";
import { without } from "./support/installed.ts";
import { temporaryFolder, type TemporaryFolder } from "./support/temporary-folder.ts";

const CHANGELOG = "# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 1.2.3 - 2026-01-31\n\n- Older.\n";
const FILES = ["package.json", "package-lock.json", "CHANGELOG.md"];

const { missing, note } = without("git");

describe.skipIf(missing)(`npm run release${note}`, () => {
  let clone: TemporaryFolder;
  beforeEach(() => {
    clone = temporaryFolder();
    mkdirSync(join(clone.path, "scripts"));
    for (const name of ["release.mjs", "place.mjs"])
      cpSync(join(root, "scripts", name), join(clone.path, "scripts", name));
    const lock = {
      name: "x",
      version: "1.2.3",
      packages: { "": { version: "1.2.3" }, "node_modules/y": { version: "1.2.3" } },
    };
    write("package.json", `${JSON.stringify({ name: "x", version: "1.2.3", type: "module" }, null, 2)}\n`);
    write("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
    write("CHANGELOG.md", CHANGELOG);
    git("init", "-q");
    commit();
  });
  afterEach(() => clone.remove());

  test.each([
    ["patch", "1.2.4"],
    ["minor", "1.3.0"],
    ["major", "2.0.0"],
    ["1.10.0", "1.10.0"],
  ])("%s gives %s", (wanted, version) => {
    const ran = release(wanted);
    expect(ran.code).toBe(0);
    expect(ran.out).toBe(
      `npm run check -- --nodes\nnpm run bench\ngit commit -am "Release ${version}"\ngit tag v${version}\nnpm publish\n`,
    );
    expect(read("package.json")).toContain(`"version": "${version}"`);
    expect(JSON.parse(read("package-lock.json"))).toEqual({
      name: "x",
      version,
      packages: { "": { version }, "node_modules/y": { version: "1.2.3" } },
    });
    const [, date] = new RegExp(`^## ${version} - (\\d{4}-\\d\\d-\\d\\d)$`, "m").exec(read("CHANGELOG.md"))!;
    expect(read("CHANGELOG.md")).toBe(
      CHANGELOG.replace("## Unreleased\n", `## Unreleased\n\n## ${version} - ${date}\n`),
    );
    expect(git("status", "--porcelain").split("\n").filter(Boolean).length).toBe(FILES.length);
  });

  test("a first release keeps the version that package.json has", () => {
    write("CHANGELOG.md", CHANGELOG.slice(0, CHANGELOG.indexOf("## 1.2.3")));
    commit();
    expect(release("1.2.3").code).toBe(0);
    expect(read("CHANGELOG.md")).toMatch(/^## Unreleased\n\n## 1\.2\.3 - \d{4}-\d\d-\d\d\n\n### Added\n/m);
  });

  test.each<[string, readonly string[], () => void, string]>([
    ["no version", [], () => {}, "usage: npm run release -- major|minor|patch|X.Y.Z"],
    ["two versions", ["1.3.0", "1.4.0"], () => {}, "usage:"],
    ["a word", ["next"], () => {}, "next is not major, minor, patch or a version"],
    ["a leading zero", ["01.3.0"], () => {}, "01.3.0 is not"],
    ["a name that every object has", ["constructor"], () => {}, "constructor is not"],
    ["a version that was released", ["1.2.3"], () => {}, "already has a section for 1.2.3"],
    ["a lower version", ["1.2.2"], () => {}, "1.2.2 is lower than the current version, 1.2.3"],
    ["a lower version with larger digits", ["0.99.99"], () => {}, "0.99.99 is lower"],
    [
      "a changed file",
      ["patch"],
      () => write("package.json", `${read("package.json")}\n`),
      "the working tree has changes",
    ],
    ["a new file", ["patch"], () => write("new.txt", ""), "?? new.txt"],
    [
      "nothing to release",
      ["patch"],
      () => (write("CHANGELOG.md", CHANGELOG.replace("- A thing.\n", "")), commit()),
      "lists nothing under Unreleased",
    ],
    [
      "no section for it",
      ["patch"],
      () => (write("CHANGELOG.md", CHANGELOG.replace("Unreleased", "Next")), commit()),
      'no line "## Unreleased"',
    ],
  ])("refuses %s and changes nothing", (_, args, arrange, message) => {
    arrange();
    const before = FILES.map(read);
    const { code, out, err } = release(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
    expect(err).not.toContain("    at ");
    expect(FILES.map(read)).toEqual(before);
  });

  function release(...args: readonly string[]) {
    const ran = spawnSync(process.execPath, [join(clone.path, "scripts", "release.mjs"), ...args], {
      encoding: "utf8",
    });
    return { code: ran.status, out: ran.stdout, err: ran.stderr };
  }
  function read(name: string): string {
    return readFileSync(join(clone.path, name), "utf8");
  }
  function write(name: string, text: string): void {
    writeFileSync(join(clone.path, name), text);
  }
  function git(...args: readonly string[]): string {
    return execFileSync("git", args, { cwd: clone.path, encoding: "utf8" });
  }
  function commit(): void {
    git("add", "-A");
    git("-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-qm", "x");
  }
});

test("package.json and package-lock.json are formatted as the release script writes them", () => {
  for (const name of ["package.json", "package-lock.json"]) {
    const text = readFileSync(join(root, name), "utf8");
    expect(`${JSON.stringify(JSON.parse(text), null, 2)}\n`, name).toBe(text);
  }
});
