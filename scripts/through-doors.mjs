// An esbuild plugin: imports that go through a room's door are led straight to the file behind it. Through the door
// itself, every command would set up everything that any command uses.
// It relies on how doors are written (only `export { … } from "./file.ts"`), which test/architecture.test.ts holds.

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const IMPORT = /^import\s+(type\s+)?\{([^}]*)\}\s+from\s+"([^"]+\/index\.ts)";/gm;
const LATE_IMPORT = /const \{([^}]*)\} = await import\("([^"]+\/index\.ts)"\);/g;
const EXPORT = /^export\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"([^"]+)";/gm;

export function throughDoors() {
  const doors = new Map();
  return {
    name: "through-doors",
    setup(build) {
      build.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
        const folder = dirname(path);
        /** The file behind the door, as the importing file names it; the door where it does not say. */
        const fileOf = (door, name) => {
          const file = readDoor(doors, join(folder, door)).get(name);
          if (file === undefined) return door;
          const found = relative(folder, file);
          return found.startsWith(".") ? found : `./${found}`;
        };
        const contents = readFileSync(path, "utf8")
          .replaceAll(IMPORT, (whole, typeOnly, names, door) => {
            if (typeOnly !== undefined) return "";
            return split(names)
              .filter((name) => !name.startsWith("type "))
              .map((name) => `import { ${name} } from "${fileOf(door, name.split(" as ")[0])}";`)
              .join(" ");
          })
          .replaceAll(LATE_IMPORT, (whole, names, door) => {
            const parts = split(names).map(
              (name) => `{ ${name} } = await import("${fileOf(door, name.split(":")[0])}")`,
            );
            return `const ${parts.join(", ")};`;
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
