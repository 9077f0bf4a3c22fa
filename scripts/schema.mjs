// `npm run schema`: writes schema/ anew from the definitions in the source. Bundles src/cli/schemas.ts and asks it for
// the files.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensurePackages } from "./ensure.mjs";
import { root, say } from "./place.mjs";

ensurePackages();
const { build } = await import("esbuild");
const folder = mkdtempSync(join(tmpdir(), "galley-schema-"));
try {
  const outfile = join(folder, "schemas.mjs");
  await build({
    absWorkingDir: root,
    entryPoints: ["src/cli/schemas.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
  const { schemaFiles } = await import(pathToFileURL(outfile).href);
  const files = schemaFiles();
  const place = join(root, "schema");
  mkdirSync(place, { recursive: true });
  for (const name of readdirSync(place)) if (name.endsWith(".json") && !files.has(name)) rmSync(join(place, name));
  for (const [name, text] of files) writeFileSync(join(place, name), text);
  say(`wrote ${files.size} schemas to schema/`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
