// Where galley runs and where it says that it does not. Another platform or an older Node is what a preloaded script says
// it is, before anything of ours is loaded.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBuilt, program, root } from "./built.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const WINDOWS = "Windows is supported through WSL only. Install Node and galley in WSL and run galley there.";

const scratch = temporaryFolder();
beforeAll(ensureBuilt);
afterAll(() => scratch.remove());

test.each([["--version"], ["--help"], ["apply", "answer.md", "--yes"], ["log"], []])(
  "plain Windows: exit 2 and one sentence for %s",
  (...args) => {
    expect(galleyOn({ platform: "win32" }, args)).toEqual({ code: 2, out: "", err: `galley: ${WINDOWS}\n` });
  },
);

test("plain Windows with --json: the sentence is an error object", () => {
  const { code, out, err } = galleyOn({ platform: "win32" }, ["log", "--json"]);
  expect({ code, err, value: JSON.parse(out) as unknown }).toEqual({
    code: 2,
    err: "",
    value: { error: { code: "PLATFORM", message: WINDOWS } },
  });
});

test.each([
  ["18.20.8", false],
  ["20.18.3", false],
  ["20.19.0", true],
  ["22.0.0", true],
  ["26.10.0", true],
])("Node %s runs it: %s", (node, runs) => {
  const { code, err } = galleyOn({ node }, ["--version"]);
  expect({ code, err }).toEqual(
    runs ? { code: 0, err: "" } : { code: 2, err: `galley: Node 20.19 or newer is needed; this is ${node}.\n` },
  );
});

test("package.json, the documents and the program name the same oldest Node", () => {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { engines: { node: string } };
  expect(engines.node).toBe(">=20.19");
  for (const page of ["README.md", "CONTRIBUTING.md", "docs/platforms.md"])
    expect(readFileSync(join(root, page), "utf8"), page).toContain("Node 20.19 or newer");
});

test("macOS is not refused", () => {
  expect(galleyOn({ platform: "darwin" }, ["--version"])).toMatchObject({ code: 0, err: "" });
});

function galleyOn({ platform, node }: { platform?: string; node?: string }, args: readonly string[]) {
  const preload = join(scratch.path, "other-machine.cjs");
  const facts = [
    ...(platform === undefined ? [] : [`Object.defineProperty(process, "platform", { value: "${platform}" });`]),
    ...(node === undefined
      ? []
      : [`Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${node}" } });`]),
  ];
  writeFileSync(preload, facts.join("\n"));
  const ran = spawnSync(process.execPath, ["--require", preload, program, ...args], {
    cwd: scratch.path,
    encoding: "utf8",
    input: "",
  });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}
