// An esbuild plugin: imports that go through a room's door are led straight to the file behind it. Through the door
// itself, every command would set up everything that any command uses.
// It relies on how doors are written (only `export { … } from "./file.ts"`), which test/architecture.test.ts holds.

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const IMPORT = /^import\s+(type\s+)?\{([^}]*)\}\s+from\s+"([^"]+\/index\.ts)";/gm;
const EXPORT = /^export\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"([^"]+)";/gm;

export function throughDoors() {
  const doors = new Map();
  return {
    name: "through-doors",
    setup(build) {
      build.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, "utf8");
        const contents = source.replaceAll(IMPORT, (whole, typeOnly, names, door) => {
          if (typeOnly !== undefined) return "";
          const behind = readDoor(doors, join(dirname(path), door));
          return split(names)
            .filter((name) => !name.startsWith("type "))
            .map((name) => {
              const file = behind.get(name.split(" as ")[0]);
              if (file === undefined) return `import { ${name} } from "${door}";`;
              const found = relative(dirname(path), file);
              return `import { ${name} } from "${found.startsWith(".") ? found : `./${found}`}";`;
            })
            .join(" ");
        });
        return { contents, loader: "ts" };
      });
    },
  };
}

/** Which file each value behind a door comes from. */
function readDoor(doors, path) {
  const known = doors.get(path);
  if (known !== undefined) return known;
  const behind = new Map();
  for (const [, names, from] of readFileSync(path, "utf8").matchAll(EXPORT)) {
    for (const name of split(names)) if (!name.includes(" as ")) behind.set(name, join(dirname(path), from));
  }
  doors.set(path, behind);
  return behind;
}

function split(names) {
  return names
    .split(",")
    .map((name) => name.trim().replaceAll(/\s+/g, " "))
    .filter((name) => name !== "");
}
