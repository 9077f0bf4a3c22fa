// The licences of bundled packages: each package that a bundle contains is in dist/cli/LICENSES.txt, with its text.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBuilt, root } from "./built.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

type Licences = {
  readonly writeLicences: (folder: string, metafiles: readonly object[]) => void;
  readonly bundledPackages: (metafiles: readonly object[]) => readonly string[];
};

const scratch = temporaryFolder();
const { writeLicences, bundledPackages } = (await import(join(root, "scripts", "licences.mjs"))) as Licences;
beforeAll(ensureBuilt);
afterAll(() => scratch.remove());

test("every package in the bundles has its licence text", () => {
  const metafile = JSON.parse(readFileSync(join(root, "dist", "cli.meta.json"), "utf8")) as object;
  const sections = readFileSync(join(root, "dist", "cli", "LICENSES.txt"), "utf8").split(`\n${"-".repeat(80)}\n\n`);
  const packages = bundledPackages([metafile]);
  expect(packages.length).toBeGreaterThan(0);
  for (const path of packages) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8")) as Record<
      string,
      string
    >;
    const section = sections.find((text) => text.startsWith(`${name} ${version} (${license})\n`));
    expect(section, path).toMatch(
      /Permission (?:is hereby granted|to use, copy)|Redistribution and use in source and binary forms|Licensed under the Apache License|The text of (?:Apache-2\.0|MIT)/,
    );
  }
  expect(sections.slice(-2).join("")).toContain("TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION");
});

test("a bundled package without a licence text stops the build", () => {
  const folder = join(scratch.path, "node_modules", "nameless");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "name": "nameless", "version": "1.0.0", "license": "BSD-9" }');
  const inputs = { [join(relative(root, folder), "index.js")]: {} };
  expect(() => writeLicences(scratch.path, [{ inputs }])).toThrow("nameless is bundled, but has no licence text");
  writeFileSync(join(folder, "LICENCE.md"), "Do as you like.\n");
  writeLicences(scratch.path, [{ inputs }]);
  expect(readFileSync(join(scratch.path, "LICENSES.txt"), "utf8")).toBe("nameless 1.0.0 (BSD-9)\n\nDo as you like.\n");
});
