import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RootAddress } from "../fs/index.ts";
import { DEFAULT_PROTECTION } from "../approval/index.ts";
import { createGuards, findOwnPaths } from "./own-paths.ts";

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "galley-own-")));
  mkdirSync(join(home, "real", "state"), { recursive: true });
  symlinkSync("real/state", join(home, "link"));
});
afterEach(() => rmSync(home, { recursive: true }));

test.each([
  ["the remembered rules", "home/real/state/galley/rules", true],
  ["in any case", "home/REAL/State/galley/rules", true],
  ["the folder itself", "home/real/state/galley", true],
  ["what holds it", "home/real", true],
  ["the config", "home/.config/galley/config.json", true],
  ["the config that was given", "home/team.json", true],
  ["a neighbour of it", "home/team.json.txt", false],
  ["another program's state", "home/real/state/other", false],
  ["another program's config", "home/.config/other/config.json", false],
  ["a root inside .git", "hooks/pre-commit", true],
  ["another sandbox", "elsewhere/real/state/galley/rules", false],
])("%s", async (_, path, expected) => {
  const place = {
    addresses: new Map<string, RootAddress>([
      ["home", { kind: "host", root: home }],
      ["elsewhere", { kind: "host", root: join(tmpdir(), "elsewhere") }],
      ["hooks", { kind: "host", root: join(home, ".GIT", "hooks") }],
      ["scratch", { kind: "memory", name: "m" }],
    ]),
    environment: { HOME: home, XDG_STATE_HOME: join(home, "link") },
    given: join(home, "team.json"),
  };
  const guards = createGuards({
    addresses: place.addresses,
    ownPaths: findOwnPaths(place),
    protection: DEFAULT_PROTECTION,
  });
  expect((await guards([path])) !== null).toBe(expected);
});
