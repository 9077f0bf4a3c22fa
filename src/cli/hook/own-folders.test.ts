import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { requireOwnFolders } from "./own-folders.ts";

const { path } = temporaryFolder();
for (const folder of ["home/.config", "shop/.git", "shop/cfg", "shop/src"])
  mkdirSync(join(path, folder), { recursive: true });
symlinkSync(join(path, "shop/cfg"), join(path, "link"));
const [home, shop] = [join(path, "home"), join(path, "shop")];

test.each([
  ["the home folder outside", { HOME: home }],
  ["folders in it", { HOME: home, XDG_CONFIG_HOME: join(home, ".config"), XDG_STATE_HOME: join(home, "state/new") }],
  ["one beside the project with a longer name", { XDG_CONFIG_HOME: join(path, "shopping") }],
  ["none", {}],
  ["what is relative does not count anyway", { HOME: home, XDG_CONFIG_HOME: "cfg" }],
])("%s: fine", async (_, environment) => {
  for (const folder of [shop, join(shop, "src")]) await requireOwnFolders(environment, folder);
});

test.each([
  ["a folder of the project", { XDG_CONFIG_HOME: join(shop, "cfg") }],
  ["one that is not there yet", { XDG_STATE_HOME: join(shop, "a/b/c") }],
  ["through a link", { XDG_CONFIG_HOME: join(path, "link") }],
  ["with dots", { XDG_CONFIG_HOME: `${home}/../shop/cfg` }],
  ["the project as a home folder", { HOME: shop }],
  ["a folder in it as one", { HOME: join(shop, "src") }],
])("%s: refused, from the project and from below it", async (_, environment) => {
  for (const folder of [shop, join(shop, "src")])
    await expect(requireOwnFolders(environment, folder)).rejects.toThrow("leads into the project");
});

test("by way of /proc", async () => {
  const asked = requireOwnFolders({ XDG_CONFIG_HOME: "/proc/self/cwd/cfg" }, process.cwd());
  await expect(asked).rejects.toThrow("leads into the project");
});
