// Builds what runs (dist/cli, by esbuild) and what others import (dist/lib with types, by tsc), each only when stale.
// Outputs are moved into place when they are whole; a failed build leaves the old one standing.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { dist, filesBelow, publish, root, say } from "./place.mjs";
import { throughDoors } from "./through-doors.mjs";

/**
 * The bundled command line. A part that is loaded with import() becomes a file of its own and costs nothing before.
 * The files are CommonJS: starting Node's loader for ES modules takes a third of the time of an empty program. Only ES
 * modules can be split, so each file is turned around after that; no file may use await outside a function.
 */
export async function buildCli() {
  const stamp = join(dist, "cli.stamp");
  const inputs = digest([
    "package.json",
    "package-lock.json",
    "scripts/build.mjs",
    "scripts/through-doors.mjs",
    ...sources(),
  ]);
  if (isFresh(stamp, inputs)) return;
  const { build, transform } = await import("esbuild");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const shape = { platform: "node", target: "node20.19", minifyWhitespace: true, minifySyntax: true };
  const { outputFiles, metafile } = await build({
    ...shape,
    absWorkingDir: root,
    entryPoints: { main: "src/cli/main.ts" },
    outdir: join(dist, "cli"),
    write: false,
    bundle: true,
    splitting: true,
    format: "esm",
    legalComments: "none",
    plugins: [throughDoors()],
    define: { GALLEY_VERSION: JSON.stringify(version) },
    metafile: true,
    logLevel: "warning",
  }).catch(() => {
    throw new Error("The command line was not bundled: esbuild tells why above.");
  });
  const temporary = join(dist, `cli.${process.pid}`);
  mkdirSync(temporary, { recursive: true });
  for (const file of outputFiles) {
    const supported = { "dynamic-import": false };
    const { code } = await transform(file.text, {
      ...shape,
      format: "cjs",
      supported,
      sourcefile: basename(file.path),
    });
    writeFileSync(join(temporary, basename(file.path)), withPlainBuiltins(code));
  }
  writeFileSync(join(temporary, "package.json"), '{ "type": "commonjs" }\n');
  publish(temporary, join(dist, "cli"), { last: "main.js" });
  // Which source ended in which file: test/startup.test.ts looks at what is loaded before a command has begun.
  writeFileSync(join(dist, "cli.meta.json"), JSON.stringify(metafile));
  writeFileSync(stamp, inputs);
}

/**
 * Takes Node's own modules as they are. esbuild would copy every property of node:fs into an object that looks like an
 * ES module, in each file that imports it; only `default` needs that, and it is the module itself.
 */
function withPlainBuiltins(code) {
  return code
    .replaceAll(/\b__toESM\(require\("(node:[a-z_/]+)"\)(?:,1)?\)/g, 'require("$1")')
    .replaceAll(/\b(import_node_\w+)\.default\b/g, "$1");
}

/** The library: one JavaScript file and one declaration file per source file. Throws when the types do not hold. */
export function buildLibrary() {
  const stamp = join(dist, "lib.stamp");
  const settings = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json", "scripts/build.mjs"];
  const inputs = digest([...settings, ...sources()]);
  if (isFresh(stamp, inputs)) return;
  const temporary = join(dist, `lib.${process.pid}`);
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const ran = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", temporary], {
    cwd: root,
    encoding: "utf8",
  });
  if (ran.status !== 0) {
    rmSync(temporary, { recursive: true, force: true });
    throw new Error(`The types do not hold, so the library was not built:\n${ran.stdout}${ran.stderr}`);
  }
  // tsc turns ./x.ts into ./x.js in the code but leaves the declarations as written.
  for (const name of filesBelow(temporary).filter((name) => name.endsWith(".d.ts"))) {
    const path = join(temporary, name);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(/((?:from |import\()"\.[^"]*)\.ts"/g, '$1.js"'));
  }
  publish(temporary, join(dist, "lib"));
  writeFileSync(stamp, inputs);
}

function sources() {
  return filesBelow(join(root, "src"))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => `src/${name}`);
}

/** Names a state of the inputs by path, size and time of change; a file that came or went counts too. */
function digest(paths) {
  const hash = createHash("sha256");
  for (const path of paths) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

function isFresh(stamp, inputs) {
  mkdirSync(dist, { recursive: true });
  try {
    return readFileSync(stamp, "utf8") === inputs;
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { ensurePackages } = await import("./ensure.mjs");
  ensurePackages();
  try {
    await buildCli();
    buildLibrary();
    say("built dist/cli and dist/lib");
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
