// Folders of PATH that a confined command sees: programs, and nothing else of the person's. On this machine's real
// bubblewrap.

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ensureBuilt } from "./built.ts";
import { CommandFolder, confinementTrouble as trouble } from "./support/commands.ts";

vi.setConfig({ testTimeout: 60_000 });

describe.skipIf(trouble !== null)(`folders of PATH${trouble === null ? "" : ` (skipped: ${trouble})`}`, () => {
  let here: CommandFolder;
  let home: string;
  const put = (path: string, content: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    chmodSync(path, 0o755);
  };
  beforeAll(() => ensureBuilt(), 120_000);
  beforeEach(() => {
    here = new CommandFolder({ "a.txt": "one\n" });
    home = join(here.base, "people/me");
    put(join(home, "private/key"), "SECRET\n");
    put(join(home, ".ssh/id"), "SECRET\n");
    put(join(home, ".config/tokens"), "SECRET\n");
    put(join(here.base, "beside/key"), "SECRET\n");
    put(join(home, ".tools/v1/bin/hello"), "#!/bin/sh\ncat $(dirname $0)/../lib/greeting\n");
    put(join(home, ".tools/v1/lib/greeting"), "hello\n");
    symlinkSync(join(here.base, "people"), join(here.base, "link"));
  });
  afterEach(() => here.remove());

  test.each(["people", "people/me", "people/me/.ssh", "people/me/.config", "people/me/private/..", "link", ""])(
    "nothing of a home, and nothing around the workspace, through %j",
    (name) => {
      const folder = join(here.base, name);
      const raw = name.endsWith("..") ? `${here.base}/${name}` : folder;
      const { out } = here.run(`cat $(find ${here.base} -name key -o -name id -o -name tokens) </dev/null; true`, {
        env: { HOME: home, PATH: `${raw}:/usr/bin:/bin` },
      });
      expect([out.value.exit_code, out.value.stdout]).toEqual([0, ""]);
    },
  );

  test("programs installed in a home run, with the lib beside them", () => {
    const env = { HOME: home, PATH: `${home}/.tools/v1/bin:/usr/bin:/bin` };
    expect(here.run("hello", { env }).out.value.stdout).toBe("hello\n");
  });
});
