// The licences of the packages that are inside the bundles, as one file beside them: most licences require a copy.
// A bundled package whose licence text is not found stops the build; nothing is left out silently.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./place.mjs";

/** Licences that a package may name instead of including the text, and a file of this project that has the whole text. */
const WHOLE_TEXTS = { "Apache-2.0": "node_modules/typescript/LICENSE", MIT: "node_modules/pg/LICENSE" };

/** `metafiles` are esbuild's. Throws when a package has neither a licence file nor a licence with a known text. */
export function writeLicences(folder, metafiles) {
  const packages = bundledPackages(metafiles).map((path) => readPackage(join(root, path)));
  const without = packages.filter(({ license, texts }) => texts.length === 0 || license === "Apache-2.0");
  const named = [...new Set(without.map(({ license }) => license))].filter((name) => Object.hasOwn(WHOLE_TEXTS, name));
  const texts = [
    ...packages.map(describe),
    ...named.map((name) => `${name}\n\n${readFileSync(join(root, WHOLE_TEXTS[name]), "utf8").trim()}\n`),
  ];
  writeFileSync(join(folder, "LICENSES.txt"), texts.join(`\n${"-".repeat(80)}\n\n`));
}

/** The folders of the packages that files of a bundle come from, sorted. A nested package counts as itself. */
export function bundledPackages(metafiles) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const packages = inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(packages)].toSorted((a, b) => (a < b ? -1 : 1));
}

function readPackage(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)(\.|-|$)/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (texts.length === 0 && !Object.hasOwn(WHOLE_TEXTS, license))
    throw new Error(
      `${name} is bundled, but has no licence text. Add ${license} to WHOLE_TEXTS in scripts/licences.mjs.`,
    );
  return { name, version, license, texts, author: author?.name ?? author ?? null };
}

function describe({ name, version, license, texts, author }) {
  const owner = author === null ? "" : `Copyright (c) ${author}. `;
  const body = texts.length > 0 ? texts : [`${owner}The text of ${license} is at the end of this file.`];
  return `${[`${name} ${version} (${license})`, ...body].join("\n\n")}\n`;
}
