// A confined command leaves no file that runs as this user for others: setuid and setgid bits are cleared, wherever the
// command put them, and reported first. On this machine's real bubblewrap.

import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ensureBuilt } from "./built.ts";
import { CommandFolder, confinementTrouble } from "./support/commands.ts";

vi.setConfig({ testTimeout: 60_000 });
let here: CommandFolder;
const modeOf = (name: string): string => (lstatSync(join(here.root, name)).mode & 0o7777).toString(8);

/** Where a filter of system calls refuses to set them, there is nothing to clear. */
function canSetBits(): boolean {
  const probe = new CommandFolder();
  try {
    return probe.run("touch x && chmod 4755 x").out.value.exit_code === 0;
  } finally {
    probe.remove();
  }
}

const trouble = confinementTrouble;

describe.skipIf(trouble !== null)(`set-id files${trouble === null ? "" : ` (skipped: ${trouble})`}`, () => {
  let isPossible = true;
  beforeAll(() => {
    ensureBuilt();
    isPossible = canSetBits();
  }, 120_000);
  beforeEach(() => {
    here = new CommandFolder({ "a.txt": "one\n", ".gitignore": "out/\n", "out/x": "x" });
    here.git("init", "-q");
  });
  afterEach(() => here.remove());

  test("are cleared and reported first, wherever they are and however many there are", () => {
    const { out } = here.run(
      `cp /bin/true sid; chmod 4755 sid; chmod 2755 a.txt; cp /bin/true out/deep; chmod 6711 out/deep;
       git init -q n; cp /bin/true n/.git/objects/o; chmod 4755 n/.git/objects/o;
       mkdir many; for i in $(seq 60); do echo > many/$i; chmod 4755 many/$i; done; true`,
    );
    const modes = ["sid", "a.txt", "out/deep", "n/.git/objects/o", "many/1", "many/60"].map(modeOf);
    expect(modes.filter((mode) => mode.length > 3)).toEqual([]);
    if (!isPossible) return;
    const many = Array.from({ length: 60 }, (_, at) => `many/${at + 1}`).toSorted();
    const names = ["a.txt", ...many, "n/.git/objects/o", "out/deep", "sid"].join(", ");
    expect(out.message).toContain(`It set the setuid or setgid bit of ${names}; it was cleared.`);
    expect(out.message.indexOf("setuid")).toBeLessThan(out.message.indexOf("exit code"));
  });

  test("are not left in folders that cannot be listed, nor under names that are no text", () => {
    here.run(
      `mkdir d; cp /bin/true d/sid; chmod 4755 d/sid; chmod 0011 d; cp /bin/true "$(printf 'x\\377')"; chmod 4755 x*; true`,
    );
    expect(modeOf("d/sid")).toBe("755");
    const names = readdirSync(here.root, { encoding: "buffer" }).filter((name) => name[0] === 0x78);
    const at = Buffer.concat([Buffer.from(`${here.root}/`), names[0]!]);
    expect((lstatSync(at).mode & 0o7777).toString(8)).toBe("755");
  });

  test("that were there before stay as they are", () => {
    mkdirSync(join(here.root, "bin"));
    writeFileSync(join(here.root, "bin/mine"), "x");
    chmodSync(join(here.root, "bin/mine"), 0o4755);
    const { out } = here.run("echo x > b.txt");
    expect([modeOf("bin/mine"), out.message.includes("setuid")]).toEqual(["4755", false]);
  });
});
