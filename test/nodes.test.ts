// `npm run check -- --nodes`: the versions it names are those of package.json and the documents, each gets the tests, and
// one that fails or is missing does not keep the others from running. The Nodes here are scripts that note how they ran.

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "./built.ts";
import { temporaryFolder, type TemporaryFolder } from "./support/temporary-folder.ts";

const { NODES } = (await import(join(root, "scripts", "nodes.mjs"))) as { NODES: readonly string[] };

let clone: TemporaryFolder;
beforeEach(() => {
  clone = temporaryFolder();
  cpSync(join(root, "scripts"), join(clone.path, "scripts"), { recursive: true });
  write("scripts/build.mjs", "");
  write("package.json", '{ "type": "module" }');
  write("package-lock.json", '{ "packages": { "": {} } }');
  write("node_modules/.package-lock.json", '{ "packages": {} }');
  for (const tool of ["oxfmt/bin/oxfmt", "oxlint/bin/oxlint", "typescript/bin/tsc"]) write(`node_modules/${tool}`, "");
});
afterEach(() => clone.remove());

test("the documents name every version, and the oldest one is package.json's", () => {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { engines: { node: string } };
  expect(engines.node).toBe(`>=${NODES[0]}`);
  const listed = `${NODES.slice(0, -1).join(", ")} and ${NODES.at(-1)}`;
  expect(readFileSync(join(root, "docs", "platforms.md"), "utf8")).toContain(`Node ${listed}`);
});

test("the tests run on every Node, with the words that were given", () => {
  for (const version of NODES) fakeNode(version, 0);
  const { code, err } = check("--nodes", "src/text");
  expect({ code, last: err.at(-1) }).toEqual({ code: 0, last: "galley: check: everything passed" });
  expect(read("ran")).toEqual(NODES.map((version) => `${version} scripts/test.mjs src/text`));
});

test("programs that tests start by name get the same Node", () => {
  for (const version of NODES) fakeNode(version, 0);
  check("--nodes");
  expect(read("first-in-path")).toEqual(NODES.map((version) => dirname(nodeFile(version))));
});

test("a Node on which tests fail and one that cannot be installed are named; the others still run", () => {
  const [first, second, third, ...rest] = NODES as [string, string, string, ...string[]];
  fakeNode(first, 0);
  fakeNode(third, 1);
  for (const version of rest) fakeNode(version, 0);
  const { code, err } = check("--nodes");
  expect({ code, last: err.at(-1) }).toEqual({
    code: 1,
    last: `galley: check: failed: tests on Node ${second}, tests on Node ${third}`,
  });
  expect(err.join("\n")).toMatch(new RegExp(`^galley: node-\\S+@${second} could not be installed: .+`, "m"));
  expect(read("ran")).toEqual([first, third, ...rest].map((version) => `${version} scripts/test.mjs`));
});

test("--quick runs no test; an unknown option runs nothing", () => {
  expect(check("--quick").code).toBe(0);
  expect(check("--node")).toEqual({
    code: 2,
    err: ["galley: check has no option --node; there are --quick and --nodes."],
  });
});

/** Without a network: a Node that is not in the cache folder cannot be installed. */
function check(...args: readonly string[]) {
  const ran = spawnSync(process.execPath, [join(clone.path, "scripts", "check.mjs"), ...args], {
    encoding: "utf8",
    env: { ...process.env, npm_config_offline: "true", npm_config_cache: join(clone.path, "npm-cache") },
  });
  return { code: ran.status, err: ran.stderr.trimEnd().split("\n") };
}

function fakeNode(version: string, code: number): void {
  const lines = [
    `[ "$1" = --version ] && { echo v${version}.0; exit; }`,
    `echo "${version} $*" >> "${clone.path}/ran"`,
    `echo "\${PATH%%:*}" >> "${clone.path}/first-in-path"`,
    `exit ${code}`,
  ];
  write(nodeFile(version), `#!/bin/sh\n${lines.join("\n")}\n`);
  chmodSync(nodeFile(version), 0o755);
}

function nodeFile(version: string): string {
  const name = `node-${process.platform}-${process.arch}`;
  return join(clone.path, "node_modules", ".cache", "galley-nodes", version, "node_modules", name, "bin", "node");
}

function read(name: string): readonly string[] {
  return readFileSync(join(clone.path, name), "utf8").trimEnd().split("\n");
}

function write(name: string, text: string): void {
  const path = name.startsWith("/") ? name : join(clone.path, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
