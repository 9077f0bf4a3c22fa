// `npm run build`: builds what runs (dist/cli, by esbuild) and what others import (dist/lib with types, by tsc), each only
// when stale. Outputs are moved into place when they are whole; a failed build leaves the old one standing.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dist, filesBelow, publish, root, say } from "./place.mjs";
import { apart, packagesApart } from "./apart.mjs";
import { writeLicences } from "./licences.mjs";
import { throughDoors } from "./through-doors.mjs";

/**
 * The command line: main.js, small, answers --version and --help; app.js holds all commands as one bundle, whose parts
 * are set up when they are called. CommonJS, and with V8's code cache beside it (docs/decisions/0005).
 */
export async function buildCli() {
  const stamp = join(dist, "cli.stamp");
  const own = [
    "scripts/build.mjs",
    "scripts/apart.mjs",
    "scripts/licences.mjs",
    "scripts/through-doors.mjs",
    "scripts/warm.cjs",
  ];
  const inputs = `${process.version} ${digest(["package.json", "package-lock.json", ...own, ...sources()])}`;
  if (isFresh(stamp, inputs)) return;
  const { build } = await import("esbuild");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const temporary = join(dist, `cli.${process.pid}`);
  const common = {
    absWorkingDir: root,
    outdir: temporary,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    minifyWhitespace: true,
    minifySyntax: true,
    charset: "ascii",
    legalComments: "none",
    // Code out of V8's code cache cannot import: what stays outside the bundle is required.
    supported: { "dynamic-import": false },
    define: { GALLEY_VERSION: JSON.stringify(version) },
    logLevel: "warning",
    // Where it is asked for, it is only after a look whether this is CommonJS.
    logOverride: { "empty-import-meta": "silent" },
  };
  const commands = build({
    ...common,
    entryPoints: {
      main: "src/cli/main.ts",
      app: "src/cli/app.ts",
      later: "src/cli/later.ts",
      "container-bridge": "src/fs/node/container/bridge-worker.ts",
      "symbol-thread": "src/symbols/parse-thread.ts",
      ...packagesApart(),
    },
    plugins: [throughDoors(), apart()],
    external: ["web-tree-sitter"], // It finds its own files beside itself.
    metafile: true,
  });
  // It runs alone, in a container: everything it needs is in it.
  const resident = build({
    ...common,
    entryPoints: { "container-resident": "src/fs/node/container/resident.ts" },
    plugins: [throughDoors()],
    metafile: true,
  });
  const [{ metafile }, { metafile: inContainer }] = await Promise.all([commands, resident]).catch(() => {
    rmSync(temporary, { recursive: true, force: true });
    throw new Error("The command line was not bundled: esbuild tells why above.");
  });
  // esbuild leaves characters beyond ASCII in regular expressions; an escape means the same there, and the file can be
  // read as Latin-1.
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  for (const name of filesBelow(temporary).filter((name) => name.endsWith(".js"))) {
    const bundle = join(temporary, name);
    writeFileSync(bundle, readFileSync(bundle, "utf8").replaceAll(/[^\0-\x7f]/g, escaped));
  }
  writeFileSync(join(temporary, "package.json"), '{ "type": "commonjs" }\n');
  writeLicences(temporary, [metafile, inContainer]);
  warm(temporary);
  publish(temporary, join(dist, "cli"), { last: "main.js" });
  // Which source ended in which file: test/startup.test.ts looks at what is loaded before a command has begun.
  writeFileSync(join(dist, "cli.meta.json"), JSON.stringify(metafile));
  writeFileSync(stamp, inputs);
}

/** Runs ordinary commands once and keeps what V8 compiled. A convenience: without it everything works, only slower. */
function warm(folder) {
  const ran = spawnSync(process.execPath, [join(root, "scripts", "warm.cjs"), folder], { encoding: "utf8" });
  if (ran.status !== 0) say(`no code cache was made, so starting is slower: ${ran.stderr.trim().split("\n").pop()}`);
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
