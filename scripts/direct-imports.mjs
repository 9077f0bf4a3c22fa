// An esbuild plugin: an import from a module's entry point becomes an import from the file that defines the name.
// Otherwise every command would initialise everything that any command uses.
// It relies on entry points holding nothing but `export { … } from "./file.ts"`, which test/architecture.test.ts checks.

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const IMPORT = /^import\s+(type\s+)?\{([^}]*)\}\s+from\s+"([^"]+\/index\.ts)";/gm;
const LATE_IMPORT = /const \{([^}]*)\} = await import\("([^"]+\/index\.ts)"\);/g;
const EXPORT = /^export\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"([^"]+)";/gm;

export function directImports() {
  const entryPoints = new Map();
  return {
    name: "direct-imports",
    setup(build) {
      build.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
        const folder = dirname(path);
        /** The defining file relative to the importing one; the entry point itself if it does not name one. */
        const fileOf = (entryPoint, name) => {
          const file = readEntryPoint(entryPoints, join(folder, entryPoint)).get(name);
          if (file === undefined) return entryPoint;
          const found = relative(folder, file);
          return found.startsWith(".") ? found : `./${found}`;
        };
        const contents = readFileSync(path, "utf8")
          .replaceAll(IMPORT, (whole, typeOnly, names, entryPoint) => {
            if (typeOnly !== undefined) return "";
            return split(names)
              .filter((name) => !name.startsWith("type "))
              .map((name) => `import { ${name} } from "${fileOf(entryPoint, name.split(" as ")[0])}";`)
              .join(" ");
          })
          .replaceAll(LATE_IMPORT, (whole, names, entryPoint) => {
            const parts = split(names).map(
              (name) => `{ ${name} } = await import("${fileOf(entryPoint, name.split(":")[0])}")`,
            );
            return `const ${parts.join(", ")};`;
          });
        return { contents, loader: "ts" };
      });
    },
  };
}

/** Which file each name of an entry point comes from. */
function readEntryPoint(entryPoints, path) {
  const known = entryPoints.get(path);
  if (known !== undefined) return known;
  const files = new Map();
  for (const [, names, from] of readFileSync(path, "utf8").matchAll(EXPORT)) {
    for (const name of split(names)) if (!name.includes(" as ")) files.set(name, join(dirname(path), from));
  }
  entryPoints.set(path, files);
  return files;
}

function split(names) {
  return names
    .split(",")
    .map((name) => name.trim().replaceAll(/\s+/g, " "))
    .filter((name) => name !== "");
}
