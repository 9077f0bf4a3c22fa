// The person's config and state come from absolute folders only: a relative one would be the workspace's to fill.

import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openHostFiles } from "../src/fs/node/index.ts";
import { openState } from "../src/state/index.ts";
import { ensureBuilt } from "./built.ts";
import { block, Place } from "./support/galley.ts";

beforeAll(ensureBuilt);

const ALLOW = JSON.stringify({ policy: [{ effect: "allow" }] });
const EDIT = '{"path":"a.txt","old_string":"one","new_string":"two"}';

test.each<[string, Record<string, string>]>([
  ["XDG_CONFIG_HOME", { XDG_CONFIG_HOME: "home/.config" }],
  ["XDG_CONFIG_HOME with dots", { XDG_CONFIG_HOME: "./home/.config" }],
  ["HOME", { XDG_CONFIG_HOME: "", HOME: "home" }],
  ["HOME as a dot", { XDG_CONFIG_HOME: "", HOME: "." }],
  ["both", { XDG_CONFIG_HOME: "home/.config", HOME: "home" }],
])("a relative %s does not bring a config from the workspace", (_, env) => {
  const place = new Place({
    "a.txt": "one\n",
    "home/.config/galley/config.json": ALLOW,
    ".config/galley/config.json": ALLOW,
    "galley/config.json": ALLOW,
  });
  const planned = place.galley(["tool", "edit_file", EDIT, "--plan"], { env });
  expect(JSON.parse(planned.out).status).toBe("needs_approval");
});

test.each<[string, Record<string, string>]>([
  ["XDG_STATE_HOME", { XDG_STATE_HOME: "home/state" }],
  ["HOME", { XDG_STATE_HOME: "home/state", HOME: "home" }],
])("a relative %s does not bring remembered rules from the workspace", async (_, env) => {
  const place = new Place({ "a.txt": "one\n" });
  for (const folder of ["home/state/galley", "home/.local/state/galley"]) {
    const state = openState({ directory: join(place.folder, folder) });
    const files = openHostFiles({ root: place.folder });
    const root = { kind: "host", root: place.folder };
    const rule = {
      id: "r",
      effect: "allow",
      tool: null,
      path: null,
      scope: "root",
      root,
      session: null,
      command: null,
    } as const;
    const identity = files.identity();
    await state.withLock({}, async (held) =>
      state.rules.add(held, { ...rule, identity, at: "2026-01-02T03:04:05.000Z" }),
    );
    files.close();
  }
  const planned = place.galley(["tool", "edit_file", EDIT, "--plan"], { env });
  expect(JSON.parse(planned.out).status).toBe("needs_approval");
});

test("a folder that is ignored is named", () => {
  const place = new Place({ "a.txt": "one\n" });
  const input = block("a.txt", "one\n", "two\n");
  const ran = place.galley(["apply", "--dry-run", "--json"], { input, env: { XDG_CONFIG_HOME: "conf" } });
  expect(JSON.parse(ran.out).warnings).toEqual(["XDG_CONFIG_HOME is ignored: it is not an absolute path."]);
});
