// `npm run release -- major|minor|patch|X.Y.Z`: sets the version in package.json and package-lock.json, dates the
// Unreleased section of CHANGELOG.md, and says what to run next. It never commits, tags, pushes or publishes.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, say } from "./place.mjs";

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const UNRELEASED = "## Unreleased";

/** What the person who runs this can put right. */
class Refused extends Error {}

try {
  const version = prepare(process.argv.slice(2), { today: new Date().toISOString().slice(0, 10) });
  say(`version ${version} is prepared: package.json, package-lock.json and CHANGELOG.md are changed.`);
  const next = ["npm run check -- --nodes", "npm run bench", `git commit -am "Release ${version}"`];
  process.stdout.write([...next, `git tag v${version}`, "npm publish", ""].join("\n"));
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  say(error.message);
  process.exitCode = 2;
}

/** Everything is checked before the first file is written. Returns the new version. */
function prepare(args, { today }) {
  if (args.length !== 1) throw refused("usage: npm run release -- major|minor|patch|X.Y.Z");
  refuseDirtyTree();
  const texts = Object.fromEntries(
    ["package.json", "package-lock.json", "CHANGELOG.md"].map((name) => [name, readFileSync(join(root, name), "utf8")]),
  );
  const current = JSON.parse(texts["package.json"]).version;
  const released = [...texts["CHANGELOG.md"].matchAll(/^## (\d+\.\d+\.\d+)\b/gm)].map(([, version]) => version);
  const version = chooseVersion(args[0], { current, released });
  const changed = {
    "package.json": withVersion(texts["package.json"], (manifest) => (manifest.version = version)),
    "package-lock.json": withVersion(texts["package-lock.json"], (lock) => {
      lock.version = version;
      lock.packages[""].version = version;
    }),
    "CHANGELOG.md": withDate(texts["CHANGELOG.md"], `## ${version} - ${today}`),
  };
  for (const [name, text] of Object.entries(changed)) writeFileSync(join(root, name), text);
  return version;
}

function refuseDirtyTree() {
  const ran = spawnSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
  if (ran.status !== 0) throw refused(`git status failed: ${(ran.stderr ?? ran.error?.message ?? "").trim()}`);
  if (ran.stdout !== "") throw refused(`the working tree has changes; commit them first:\n${ran.stdout.trimEnd()}`);
}

/** The current version itself may be released when the changelog has no section for it yet. */
function chooseVersion(wanted, { current, released }) {
  const [major, minor, patch] = VERSION.exec(current).slice(1).map(Number);
  const steps = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1] };
  const version = Object.hasOwn(steps, wanted) ? steps[wanted].join(".") : wanted;
  if (!VERSION.test(version)) throw refused(`${wanted} is not major, minor, patch or a version such as 1.2.3.`);
  if (released.includes(version)) throw refused(`CHANGELOG.md already has a section for ${version}.`);
  if (compare(version, current) < 0) throw refused(`${version} is lower than the current version, ${current}.`);
  return version;
}

function compare(one, other) {
  const [a, b] = [one, other].map((version) => version.split(".").map(Number));
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? 0 : a[at] - b[at];
}

/** Both files are formatted as npm writes them, so writing them again changes nothing else. */
function withVersion(text, change) {
  const value = JSON.parse(text);
  change(value);
  return `${JSON.stringify(value, null, 2)}\n`;
}

function withDate(changelog, heading) {
  const at = changelog.split("\n").indexOf(UNRELEASED);
  if (at < 0) throw refused(`CHANGELOG.md has no line "${UNRELEASED}".`);
  const lines = changelog.split("\n");
  const end = lines.findIndex((line, index) => index > at && line.startsWith("## "));
  const section = lines.slice(at + 1, end < 0 ? undefined : end);
  if (!section.some((line) => line.startsWith("- "))) throw refused("CHANGELOG.md lists nothing under Unreleased.");
  return lines.toSpliced(at, 1, UNRELEASED, "", heading).join("\n");
}

function refused(message) {
  return new Refused(message);
}
