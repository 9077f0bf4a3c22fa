// Makes a clone ready: the right Node, the packages of the lockfile, a fresh build. Does nothing when all is there.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, say } from "./place.mjs";

const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/;

/** The packages the lockfile names are in node_modules; ends the process with a plain message when they cannot be. */
export function ensurePackages() {
  const needed = "20.19";
  if (isOlder(process.versions.node, needed)) stop(`Node ${needed} or newer is needed; this is ${process.version}.`);
  const reason = whyInstall();
  if (reason === null) return;
  say(`installing packages (npm ci), because ${reason} …`);
  const ran = npm(["ci", "--include=dev", "--ignore-scripts"]);
  if (ran.error) stop(`npm could not be started (${ran.error.code}). Install npm, or put it on PATH.`);
  if (ran.status === 0) return;
  process.stderr.write(ran.stdout + ran.stderr);
  stop(
    OFFLINE.test(ran.stderr)
      ? "the packages could not be fetched: no network, or no way to the npm registry. Connect and run this again."
      : "npm ci failed, see above. Fix what it names and run this again.",
  );
}

/** dist/cli and dist/web are as new as src; with `library`, dist/lib and its types too. */
export async function ensureBuilt({ library }) {
  const { buildCli, buildLibrary, buildWeb } = await import("./build.mjs");
  try {
    await buildCli();
    await buildWeb();
    if (library) buildLibrary();
  } catch (error) {
    stop(`the build failed.\n${error.message}`);
  }
}

/** Compares what is installed with the lockfile; null when nothing differs. */
function whyInstall() {
  const hidden = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(hidden)) return "node_modules is missing";
  const installed = JSON.parse(readFileSync(hidden, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  for (const [name, entry] of Object.entries(wanted)) {
    if (name === "") continue;
    const there = installed[name];
    // An optional package may be one for another system.
    if (there === undefined && entry.optional) continue;
    if (there?.version !== entry.version) return `${name.replace("node_modules/", "")} is not at ${entry.version}`;
    if (!existsSync(join(root, name, "package.json"))) return `${name} is gone`;
  }
  return null;
}

/** The npm that runs this script, or the one on PATH. Gives up soon without a network. */
export function npm(args, { cwd = root } = {}) {
  const script = process.env.npm_execpath ?? "";
  const patience = ["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
  const words = [...args, "--no-audit", "--no-fund", "--loglevel=error", ...patience];
  const options = { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 64 * 1024 * 1024 };
  return /npm-cli\.[cm]?js$/.test(script)
    ? spawnSync(process.execPath, [script, ...words], options)
    : spawnSync("npm", words, { ...options, shell: process.platform === "win32" });
}

function isOlder(version, needed) {
  const [major, minor] = version.split(".").map(Number);
  const [neededMajor, neededMinor] = needed.split(".").map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

function stop(message) {
  say(message);
  process.exit(2);
}
