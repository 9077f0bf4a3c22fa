// Real containers for tests, where this machine can run them: images made from busybox without any registry, and the
// bundled programs of the container backend. Where it cannot, the reason, for the list of what was skipped.

import { execFileSync, spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  copyFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { build } from "esbuild";
import type { ContainerPrograms } from "../../src/fs/node/index.ts";
import { root } from "../built.ts";

export type Machine =
  | { readonly kind: "ready"; readonly engine: string; readonly image: string; readonly bareImage: string }
  | { readonly kind: "impossible"; readonly why: string };

/** Finds an engine, makes the images unless they are there, and starts one container to see whether that works. */
export function containerMachine(): Machine {
  known ??= remembered();
  return known;
}

/** Once in a run of the tests: looking takes seconds. The benchmark has no such run. */
function remembered(): Machine {
  const home = process.env["GALLEY_TEST_HOME"];
  if (home === undefined) return look();
  const file = join(home, "container-machine.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Machine; // Written below.
  const found = look();
  writeFileSync(file, JSON.stringify(found));
  return found;
}

let known: Machine | null = null;

/** busybox and its links: a shell and little else. */
const IMAGE = "localhost/galley-test-busybox:1";
/** One text file: not even a shell. */
const BARE = "localhost/galley-test-bare:1";

function look(): Machine {
  // GALLEY_TEST_ENGINE=docker tries the other one where both are there.
  const engines = process.env["GALLEY_TEST_ENGINE"]?.split(",") ?? ["podman", "docker"];
  const engine = engines.find((name) => programPath(name) !== null && runs(name, ["info"]));
  if (engine === undefined) return { kind: "impossible", why: "neither podman nor docker works here" };
  const busybox = programPath("busybox");
  if (busybox === null) return { kind: "impossible", why: "there is no static busybox to make an image from" };
  if (!runs(engine, ["image", "inspect", IMAGE]))
    makeImage(engine, IMAGE, (folder) => fillWithBusybox(folder, busybox));
  if (!runs(engine, ["image", "inspect", BARE])) makeImage(engine, BARE, (folder) => mkdirSync(join(folder, "empty")));
  const tried = spawnSync(engine, ["run", "--rm", "--network=none", ...LIMITS, "--memory=64m", IMAGE, "true"], {
    encoding: "utf8",
  });
  if (tried.status === 0) return { kind: "ready", engine, image: IMAGE, bareImage: BARE };
  return { kind: "impossible", why: `${engine} starts no container: ${tried.stderr.trim().split("\n").at(-1)}` };
}

// Engines ask for more than a machine without all rights may give.
const LIMITS = ["--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024"];

function makeImage(engine: string, name: string, fill: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "galley-image-"));
  try {
    fill(folder);
    const archive = execFileSync("tar", ["-C", folder, "-c", "."], { maxBuffer: 64 * 2 ** 20 });
    const made = spawnSync(engine, ["import", "-", name], { input: archive, encoding: "utf8" });
    if (made.status !== 0) throw new Error(`${engine} import: ${made.stderr}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fillWithBusybox(folder: string, busybox: string): void {
  for (const name of ["bin", "tmp", "etc", "work"]) mkdirSync(join(folder, name));
  copyFileSync(realpathSync(busybox), join(folder, "bin", "busybox"));
  for (const name of execFileSync(busybox, ["--list"], { encoding: "utf8" }).trim().split("\n"))
    if (name !== "busybox") symlinkSync("busybox", join(folder, "bin", name));
}

function runs(engine: string, args: readonly string[]): boolean {
  return spawnSync(engine, args, { stdio: "ignore", timeout: 20_000 }).status === 0;
}

function programPath(name: string): string | null {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // Not here; the next folder may have it.
    }
  }
  return null;
}

/** The two programs, and others of the test's own, as the build bundles them. */
export async function bundlePrograms(
  more: Readonly<Record<string, string>> = {},
): Promise<ContainerPrograms & { readonly folder: string; readonly remove: () => void }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-container-programs-")));
  await build({
    absWorkingDir: root,
    entryPoints: {
      "container-resident": "src/fs/node/container/resident.ts",
      "container-bridge": "src/fs/node/container/bridge-worker.ts",
      ...more,
    },
    outdir: folder,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    logLevel: "error",
  });
  return {
    folder,
    resident: join(folder, "container-resident.js"),
    bridge: join(folder, "container-bridge.js"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What an engine command prints. */
export function engineSays(engine: string, ...args: readonly string[]): string {
  return execFileSync(engine, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

export function isThere(engine: string, container: string): boolean {
  return engineSays(engine, "ps", "--all", "--quiet", "--filter", `name=${container}`) !== "";
}

/** The process of the resident program, as numbered in its container. */
export function residentPid(engine: string, container: string): string {
  const script =
    'for d in /proc/[0-9]*; do tr "\\0" " " < $d/cmdline | grep -q "[r]esident.cjs {" && echo ${d#/proc/}; done';
  return engineSays(engine, "exec", container, "sh", "-c", `${script}; true`).split("\n")[0]!;
}
