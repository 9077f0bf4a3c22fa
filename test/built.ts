// For tests that run what users run: a fresh build, and our package as npm would install it somewhere else.

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");
export const program = join(root, "bin", "galley.js");

/** Builds what is stale, once in a run of the tests. Call it in beforeAll. */
export function ensureBuilt(): void {
  const done = join(process.env["GALLEY_TEST_HOME"]!, "built");
  if (existsSync(done) && process.env["VITEST_MODE"] !== "WATCH") return;
  execFileSync(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: "pipe" });
  writeFileSync(done, "");
}

/** The files that would be published, relative to the root. npm is asked once in a run, and asks no registry. */
export function packedFiles(): string[] {
  const known = join(process.env["GALLEY_TEST_HOME"]!, "packed.json");
  if (!existsSync(known)) writeFileSync(known, askNpm());
  const [packed] = JSON.parse(readFileSync(known, "utf8")) as [{ files: { path: string }[] }];
  return packed.files.map((file) => file.path).sort();
}

function askNpm(): string {
  const npm = process.env["npm_execpath"];
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"];
  return npm === undefined
    ? execFileSync("npm", args, { cwd: root, encoding: "utf8" })
    : execFileSync(process.execPath, [npm, ...args], { cwd: root, encoding: "utf8" });
}

/** Puts the published files into folder/node_modules/galley, with links to the packages it depends on, and to these others. */
export function installInto(folder: string, others: readonly string[] = []): void {
  const modules = join(folder, "node_modules");
  for (const path of packedFiles()) cpSync(join(root, path), join(modules, "galley", path));
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  for (const name of [...Object.keys(dependencies), ...others, "@types/node"]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name), "dir");
  }
}

/** What a strict compiler says about programs that use the package installed in `folder`. Empty when they hold. */
export function compilerSays(folder: string, programs: readonly string[]): string {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--skipLibCheck"];
  const options = ["--noEmit", ...strict, "--module", "nodenext", "--target", "es2023", "--types", "node"];
  const checked = spawnSync(process.execPath, [tsc, ...options, ...programs], { cwd: folder, encoding: "utf8" });
  return checked.stdout + checked.stderr;
}
