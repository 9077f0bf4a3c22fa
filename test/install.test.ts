// What a user gets from our packed tarball: how much is installed, that the command runs from there, and that each entry
// point loads only what it needs. Packages come from a registry on loopback.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, root } from "./built.ts";
import { startLoopbackRegistry, type LoopbackRegistry } from "./support/loopback-registry.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

type Manifest = Readonly<Record<"dependencies" | "devDependencies" | "peerDependencies", Record<string, string>>> & {
  readonly version: string;
  readonly peerDependenciesMeta: Record<string, { readonly optional: boolean }>;
};

const MAX_PACKAGES = 25;
const MAX_BYTES = 60_000_000;

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
const scratch = temporaryFolder();
const consumer = join(scratch.path, "consumer");
const modules = join(consumer, "node_modules");
const work = join(scratch.path, "work");
let registry: LoopbackRegistry;

beforeAll(async () => {
  ensureBuilt();
  registry = await startLoopbackRegistry(scratch.path);
  for (const folder of [consumer, work]) mkdirSync(folder);
  writeFileSync(join(consumer, "package.json"), '{ "name": "consumer", "type": "module" }\n');
  await registry.npm(consumer, ["install", registry.tarball]);
}, 300_000);
afterAll(() => {
  registry.close();
  scratch.remove();
});

describe("the packed tarball, installed in an empty folder", () => {
  test(`is at most ${MAX_PACKAGES} packages and ${MAX_BYTES / 1e6} MB`, () => {
    const { packages } = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")) as { packages: object };
    expect(Object.keys(packages).length).toBeLessThanOrEqual(MAX_PACKAGES);
    expect(bytesBelow(modules)).toBeLessThanOrEqual(MAX_BYTES);
  });

  test("the command searches with ripgrep and parses with tree-sitter", () => {
    writeFileSync(join(work, "a.ts"), "export function greet() {}\n");
    expect(galley(["doctor"])).toMatch(/✓.*ripgrep/);
    expect(galley(["tool", "grep", '{"pattern":"gre+t"}'])).toContain("workspace/a.ts");
    expect(galley(["map"])).toContain("export function greet");
  });

  test("npx runs it from the tarball alone", async () => {
    const empty = join(scratch.path, "empty");
    mkdirSync(empty);
    const out = await registry.npm(empty, [
      "exec",
      "--yes",
      `--package=${registry.tarball}`,
      "--",
      "galley",
      "--version",
    ]);
    expect(out).toBe(`${manifest.version}\n`);
    expect(readdirSync(empty)).toEqual([]);
  }, 180_000);
});

describe("an entry point loads only what it needs", () => {
  test("galley/text needs one small package", () => {
    expect(packagesLoadedBy('await import("galley/text");')).toEqual(["fast-myers-diff", "galley"]);
  });

  test("galley/agent needs no provider's package until a model is asked", () => {
    expect(packagesLoadedBy('await import("galley/agent");').filter((name) => name.startsWith("@ai-sdk/"))).toEqual([]);
  });

  test.each([
    ["anthropic/x", "@ai-sdk/anthropic"],
    ["openai/x", "@ai-sdk/openai"],
    ["google/x", "@ai-sdk/google"],
    ["ollama/x", "@ai-sdk/openai-compatible"],
  ])("a model %s without %s says what to install", (model, name) => {
    const script = `
      import { chooseModel, openModel } from "galley/agent";
      const environment = { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k", GEMINI_API_KEY: "k" };
      const config = { model: null, base_url: null };
      const model = openModel(chooseModel({ given: ${JSON.stringify(model)}, environment, config }), environment);
      await model.stream({ system: "", messages: [], tools: [] }, () => {}).catch((error) =>
        console.log(error.name, error.code, error.message));`;
    expect(run(script)).toBe(
      `ModelError not-installed ${name} is not installed. To use this provider: npm install ${name}\n`,
    );
  });
});

describe("dependencies", () => {
  test("are exactly the packages that the library imports and the command loads from node_modules", () => {
    const imported = readdirSync(join(root, "dist", "lib"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".js") || name.endsWith(".d.ts"))
      .flatMap((name) => packagesNamedIn(readFileSync(join(root, "dist", "lib", name), "utf8")));
    const found = [...new Set(imported)].sort();
    const optional = Object.keys(manifest.peerDependencies);
    expect(found.filter((name) => !optional.includes(name))).toEqual(Object.keys(manifest.dependencies).sort());
    expect(found.filter((name) => optional.includes(name))).toEqual(optional.sort());
  });

  test("every peer is optional, and the version that is tested here is within its range", () => {
    for (const [name, range] of Object.entries(manifest.peerDependencies)) {
      expect(manifest.peerDependenciesMeta[name], name).toEqual({ optional: true });
      expect(range, name).toBe(`^${manifest.devDependencies[name]}`);
    }
  });
});

/** As they lie on a disk with blocks of 4 KiB. */
function bytesBelow(folder: string): number {
  const sizes = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => {
    const status = statSync(join(folder, name));
    return status.isFile() ? Math.ceil(status.size / 4096) * 4096 : 4096;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

function galley(args: readonly string[]): string {
  const env = { PATH: process.env["PATH"], HOME: scratch.path, XDG_STATE_HOME: join(scratch.path, "state") };
  return execFileSync(join(modules, ".bin", "galley"), args, { cwd: work, encoding: "utf8", env });
}

function run(script: string, env: Record<string, string> = {}): string {
  writeFileSync(join(consumer, "script.mjs"), script);
  const options = { cwd: consumer, encoding: "utf8", env: { ...process.env, ...env } } as const;
  const ran = spawnSync(process.execPath, ["script.mjs"], options);
  return ran.stdout + ran.stderr;
}

/** V8 lists every script it compiled, so nothing that was loaded is missed. */
function packagesLoadedBy(script: string): readonly string[] {
  const coverage = join(scratch.path, `coverage-${Math.random()}`);
  expect(run(script, { NODE_V8_COVERAGE: coverage })).toBe("");
  const urls = readdirSync(coverage).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as { result: { url: string }[] };
    return result.map(({ url }) => url);
  });
  const names = urls.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/** Bare names in imports, and names with a scope in calls of resolve. */
function packagesNamedIn(source: string): readonly string[] {
  const names = source.matchAll(
    /(?:^(?:import|export)\b[^"'`;]*? from |\bimport\(|\bresolve\((?="@))"([@a-z][^"]*)"/gm,
  );
  return Array.from(names, ([, name]) => /^(?:@[^/]+\/)?[^/]+/.exec(name!)![0]).filter(
    (name) => !name.startsWith("node:"),
  );
}
