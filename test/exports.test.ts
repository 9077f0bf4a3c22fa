// What others get when they install us: the right files, entry points that load, types that check, versions that agree.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MODULES } from "./architecture/modules.ts";
import { ensureBuilt, installInto, packedFiles, root } from "./built.ts";

type LockEntry = { version: string; resolved?: string; optionalDependencies?: Record<string, string> };
type Manifest = Record<"dependencies" | "devDependencies", Record<string, string>> & {
  version: string;
  exports: Record<string, string | { types: string; default: string }>;
};

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
const subpaths = Object.keys(manifest.exports).filter((subpath) => subpath !== "./package.json");

// Modules without an entry point of their own: part of the command line, or of the main entry point.
const PRIVATE = [
  "acp",
  "cli",
  "hook",
  "install",
  "mcp",
  "network",
  "serve",
  "team",
  "team/postgres",
  "team/remote",
  "terminal",
  "workspace",
  "web",
];

describe("the lockfile", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockEntry>;
  };

  test("names no registry: the next machine uses its own", () => {
    expect(Object.keys(packages).filter((name) => packages[name]!.resolved !== undefined)).toEqual([]);
    const rest = JSON.stringify(packages, (key, value: unknown) => (key === "funding" ? undefined : value));
    expect(rest.match(/\w+:\/\/[^"]*/g) ?? []).toEqual([]);
  });

  test("is whole: npm ci refuses a lockfile that lacks a platform's package", () => {
    const lacking = Object.entries(packages).flatMap(([name, entry]) =>
      Object.keys(entry.optionalDependencies ?? {}).filter(
        (wanted) => !(`node_modules/${wanted}` in packages) && !(`${name}/node_modules/${wanted}` in packages),
      ),
    );
    expect(lacking).toEqual([]);
  });

  test("agrees with package.json, where every version is exact", () => {
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });
});

describe("the package's metadata", () => {
  const stated = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, unknown>;

  test("has what npm shows, and no placeholder", () => {
    expect(stated).toMatchObject({
      name: "galley",
      license: "MIT",
      description: expect.stringMatching(/^[A-Z].{20,}\.$/),
    });
    expect(JSON.stringify(stated)).not.toMatch(/todo|fixme|placeholder|example\.(?:com|org|net)|your-|lorem|<[^>]*>/i);
  });

  test("names no repository, homepage or person that does not exist", () => {
    const places = ["repository", "homepage", "bugs", "funding", "author", "contributors", "maintainers"];
    expect(places.filter((key) => Object.hasOwn(stated, key))).toEqual([]);
  });

  test("its licence is the one in the file", () => {
    expect(readFileSync(join(root, "LICENSE"), "utf8")).toMatch(/^MIT License\n/);
  });
});

describe("the package", () => {
  const folder = mkdtempSync(join(tmpdir(), "galley-consumer-"));
  beforeAll(() => {
    ensureBuilt();
    installInto(folder);
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("every module with an entry point is exported, or private on purpose", () => {
    const modules = Object.keys(MODULES).filter((name) => existsSync(join(root, "src", name, "index.ts")));
    expect(
      subpaths
        .filter((subpath) => subpath !== ".")
        .map((subpath) => subpath.slice(2))
        .sort(),
    ).toEqual(modules.filter((name) => !PRIVATE.includes(name)).sort());
  });

  test("holds what runs and what is read, no sources, no tests", () => {
    const files = packedFiles();
    expect(files).toEqual(
      expect.arrayContaining(["LICENSE", "README.md", "bin/galley.js", "dist/cli/main.js", "package.json"]),
    );
    expect(
      files.filter(
        (path) =>
          !/^(bin|dist\/cli|dist\/lib|dist\/web|docs|examples|integrations|schema|skills)\/|^[A-Z]+(\.md)?$|^package\.json$/.test(
            path,
          ),
      ),
    ).toEqual([]);
    expect(files.filter((path) => /\.test\.|\.stamp$|dist\/lib\/cli\//.test(path))).toEqual([]);
  });

  test("its command runs where it was installed", () => {
    const bin = join(folder, "node_modules", "galley", "bin", "galley.js");
    expect(execFileSync(process.execPath, [bin, "--version"], { encoding: "utf8" })).toBe(`${manifest.version}\n`);
  });

  test("every entry point loads and exports what test/public-exports.json lists", () => {
    const agreed = JSON.parse(readFileSync(join(root, "test", "public-exports.json"), "utf8")) as Record<
      string,
      string[]
    >;
    const script = `
      const subpaths = ${JSON.stringify(subpaths)};
      const found = {};
      for (const subpath of subpaths) found[subpath] = Object.keys(await import("galley" + subpath.slice(1))).sort();
      process.stdout.write(JSON.stringify(found));`;
    writeFileSync(join(folder, "entries.mjs"), script);
    const found = JSON.parse(
      execFileSync(process.execPath, ["entries.mjs"], { cwd: folder, encoding: "utf8" }),
    ) as unknown;
    const values = Object.entries(agreed).map(([subpath, names]) => [
      subpath,
      names.filter((name) => !name.startsWith("type ")),
    ]);
    expect(found).toEqual(Object.fromEntries(values));
  });

  describe("its types, for a strict consumer that checks libraries too", () => {
    let errors: readonly string[];
    beforeAll(() => {
      const imports = subpaths.map(
        (subpath, index) => `import type * as entry${index} from "galley${subpath.slice(1)}";`,
      );
      const uses = subpaths.map((_, index) => `export type Entry${index} = typeof entry${index};`);
      const decode = 'import { decode } from "galley/text";\n';
      const consumer = `${decode}export const kind: "text" | "binary" = decode(new Uint8Array()).kind;\n`;
      writeFileSync(join(folder, "consumer.ts"), [...imports, ...uses, consumer].join("\n"));
      writeFileSync(join(folder, "wrong.ts"), `${decode}export const n: number = decode("x");\n`);
      errors = typeErrors(folder, ["consumer.ts", "wrong.ts"]);
    });

    test("hold", () => {
      expect(errors.filter((line) => !line.startsWith("wrong.ts"))).toEqual([]);
    });

    test("make a wrong use an error, so they are really there", () => {
      expect(errors).toContainEqual(expect.stringContaining("wrong.ts(2,14)"));
    });
  });
});

/** A line for each error, without the lines that explain it. */
function typeErrors(folder: string, names: readonly string[]): readonly string[] {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--types", "node"];
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, ...options, ...names], {
    cwd: folder,
    encoding: "utf8",
  });
  return `${stdout}${stderr}`.split("\n").filter((line) => line !== "" && !line.startsWith(" "));
}
