// `npm run schema`: writes schema/ and the generated tables of docs/ anew from the definitions in the source. Bundles
// src/cli/schemas.ts and src/cli/docs-tables.ts and asks them for the texts.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensurePackages } from "./ensure.mjs";
import { root, say } from "./place.mjs";

ensurePackages();
const { build } = await import("esbuild");
const folder = mkdtempSync(join(tmpdir(), "galley-schema-"));
try {
  const { schemaFiles } = await load("schemas");
  const files = schemaFiles();
  const place = join(root, "schema");
  mkdirSync(place, { recursive: true });
  for (const name of readdirSync(place)) if (name.endsWith(".json") && !files.has(name)) rmSync(join(place, name));
  for (const [name, text] of files) writeFileSync(join(place, name), text);
  say(`wrote ${files.size} schemas to schema/`);
  const { docsTables, withTables } = await load("docs-tables");
  for (const table of docsTables()) {
    const path = join(root, table.page);
    writeFileSync(path, withTables(readFileSync(path, "utf8"), [table]));
  }
  say(`wrote ${docsTables().length} tables into docs/`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function load(name) {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [`src/cli/${name}.ts`],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
  return import(pathToFileURL(outfile).href);
}
