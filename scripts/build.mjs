// `npm run build`: builds what runs (dist/cli, by esbuild), the page of `galley web` (dist/web, by vite) and what others import (dist/lib with types, by tsc), each only
// when stale. Outputs are moved into place when they are whole; a failed build leaves the old one standing.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dist, filesBelow, publish, root, say } from "./place.mjs";
import { buildChunks, shortened, toAscii } from "./chunks.mjs";
import { writeLicences } from "./licences.mjs";
import { assign, single, writePacks } from "./packs.mjs";
import { directImports } from "./direct-imports.mjs";
import { buildPage } from "./page.mjs";
import { warmOnTerminal } from "./warm-terminal.mjs";

/**
 * The command line: main.js, small, answers --version and --help; the commands are chunks in packs, some of them with
 * V8's code cache beside it. CommonJS (docs/decisions/0002 and 0057).
 */
export async function buildCli() {
  const stamp = join(dist, "cli.stamp");
  const state = `${process.version} ${digest(["package.json", "package-lock.json", ...scripts(), ...sources()])}`;
  if (isFresh(stamp, state)) return;
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const common = {
    absWorkingDir: root,
    outdir: join(dist, "cli"),
    bundle: true,
    platform: "node",
    target: "node20.19",
    minifyWhitespace: true,
    minifySyntax: true,
    charset: "ascii",
    legalComments: "none",
    // In CommonJS there is no import.meta; where it is asked for, it is only after a look whether this is CommonJS.
    define: {
      GALLEY_VERSION: JSON.stringify(version),
      GALLEY_V8: JSON.stringify(process.versions.v8),
      "import.meta.url": "undefined",
    },
    logLevel: "warning",
    plugins: [directImports()],
    // The first finds its own files beside itself; pg loads the second only on request.
    external: ["@vscode/tree-sitter-wasm", "pg-native"],
    alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" }, // Its CommonJS form cannot be bundled.
    metafile: true,
  };
  const temporary = join(dist, `cli.${process.pid}`);
  mkdirSync(temporary, { recursive: true });
  try {
    const commands = await buildChunks({
      ...common,
      entryPoints: { app: "src/cli/app.ts", "command-line": "src/cli/start/command-line.ts" },
      plugins: [directImports(), sdksApart()],
    });
    // By themselves: they use all of zod, and the commands, which use little of it, would have to load that too.
    const entryPoints = Object.fromEntries(Object.entries(SDKS).map(([name, chunk]) => [chunk, name]));
    const sdks = await buildChunks({ ...common, entryPoints });
    const alone = await buildAlone(temporary, common);
    writeFileSync(join(temporary, "package.json"), '{ "type": "commonjs" }\n');
    const packs = await pack(temporary, new Map([...commands.chunks, ...sdks.chunks]));
    const metafiles = [commands.metafile, sdks.metafile, alone];
    writeLicences(temporary, metafiles);
    publish(temporary, join(dist, "cli"), { last: "main.js" });
    // Which source ended in which file: test/startup.test.ts looks at what is loaded before a command has begun.
    const [inputs, outputs] = ["inputs", "outputs"].map((key) =>
      Object.assign({}, ...metafiles.map((one) => one[key])),
    );
    writeFileSync(join(dist, "cli.meta.json"), JSON.stringify({ inputs, outputs, packs }));
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw new Error(`The command line was not bundled: ${error.message}`, { cause: error });
  }
  writeFileSync(stamp, state);
}

/** By package, the chunk it is. */
const SDKS = {
  ...Object.fromEntries(
    ["anthropic", "google", "openai", "openai-compatible"].map((name) => [`@ai-sdk/${name}`, `sdk-${name}`]),
  ),
  "@agentclientprotocol/sdk": "sdk-acp",
  "@modelcontextprotocol/server": "sdk-mcp-server",
  "@modelcontextprotocol/server/stdio": "sdk-mcp-server-stdio",
  "@modelcontextprotocol/client": "sdk-mcp-client",
};

/** An esbuild plugin: these packages are chunks that another call builds. */
function sdksApart() {
  return {
    name: "sdks-apart",
    setup(build) {
      build.onResolve({ filter: /^@/ }, ({ path }) =>
        Object.hasOwn(SDKS, path) ? { path: `./${SDKS[path]}.js`, external: true } : undefined,
      );
    },
  };
}

/** Files that run by themselves: the first one, threads, and what runs in a container. Everything they need is in them. */
async function buildAlone(outdir, common) {
  const { build, transformSync } = await import("esbuild");
  const { metafile } = await build({
    ...common,
    outdir,
    format: "cjs",
    // Code out of V8's code cache cannot import: what stays outside the bundle is required.
    supported: { "dynamic-import": false },
    entryPoints: {
      main: "src/cli/start/main.ts",
      "main-hook": "src/cli/start/main-hook.ts",
      "kept-code": "src/cli/start/kept-code.ts",
      "container-bridge": "src/fs/node/container/bridge-worker.ts",
      "container-resident": "src/fs/node/container/resident.ts",
      "symbol-thread": "src/symbols/parse-thread.ts",
      "list-thread": "src/cli/chat/list-thread.ts",
    },
  });
  for (const name of filesBelow(outdir)) {
    const text = toAscii(readFileSync(join(outdir, name), "utf8"));
    writeFileSync(join(outdir, name), shortened(text, transformSync, common.target));
  }
  return metafile;
}

/** What the trial run does not record: what is asked on a terminal, a conversation, the page. Their first screen is waited for. */
const TOGETHER = {
  review: ["src/terminal/reviewer/create.ts"],
  chat: ["src/cli/commands/chat.ts"],
  web: ["src/cli/commands/web.ts"],
  "web-app": ["src/web/app.ts", "src/cli/web/load-host.ts"],
};

/** Packs the chunks by what ordinary commands load, and makes code caches for those packs. */
async function pack(folder, chunks) {
  const trial = join(folder, "trial");
  mkdirSync(trial);
  writePacks(trial, chunks, single(chunks));
  const found = join(trial, "recorded.json");
  const recorded = warm(trial, ["record", found])
    ? JSON.parse(readFileSync(found, "utf8"))
    : { app: ["app"], hook: ["command-line"] };
  rmSync(trial, { recursive: true });
  const packs = writePacks(folder, chunks, assign(chunks, { recorded, together: TOGETHER }), recorded);
  warm(folder, ["cache"]);
  const problem = await warmOnTerminal(folder);
  if (problem !== null) say(`a review and a conversation could not be tried, so opening them is slower: ${problem}`);
  return Object.fromEntries(packs);
}

/** Runs ordinary commands once. A convenience: without it everything works, only slower. */
function warm(folder, task) {
  const ran = spawnSync(process.execPath, [join(root, "scripts", "warm.cjs"), folder, ...task], { encoding: "utf8" });
  if (ran.status === 0) return true;
  say(`ordinary commands could not be tried, so starting is slower: ${ran.stderr.trim().split("\n")[0]}`);
  return false;
}

/** The page of `galley web`. */
export async function buildWeb() {
  const inputs = digest(["package.json", "package-lock.json", "scripts/page.mjs", ...sources(), ...pageSources()]);
  await buildPage({ inputs, isFresh });
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

function scripts() {
  return filesBelow(join(root, "scripts")).map((name) => `scripts/${name}`);
}

function sources() {
  return filesBelow(join(root, "src"))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => `src/${name}`);
}

/** What of the page is no TypeScript module: components, styles, the document. */
function pageSources() {
  return filesBelow(join(root, "src", "web", "page"))
    .filter((name) => !name.endsWith(".ts"))
    .map((name) => `src/web/page/${name}`);
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
    await buildWeb();
    buildLibrary();
    say("built dist/cli, dist/web and dist/lib");
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
