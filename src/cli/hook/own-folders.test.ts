import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { requireOwnFolders } from "./own-folders.ts";

const { path } = temporaryFolder();
for (const folder of ["home/.config", "shop/.git", "shop/cfg", "shop/src"])
  mkdirSync(join(path, folder), { recursive: true });
symlinkSync(join(path, "shop/cfg"), join(path, "link"));
for (const folder of ["linked/galley", "state", "home-linked/.config/galley"])
  mkdirSync(join(path, folder), { recursive: true });
symlinkSync(join(path, "shop/cfg/any.json"), join(path, "linked/galley/config.json"));
symlinkSync(join(path, "shop/cfg"), join(path, "state/galley"));
writeFileSync(join(path, "shop/cfg/any.json"), "{}");
symlinkSync(join(path, "shop/cfg/any.json"), join(path, "home-linked/.config/galley/config.json"));
const [home, shop] = [join(path, "home"), join(path, "shop")];

test.each([
  ["the home folder outside", { HOME: home }],
  ["folders in it", { HOME: home, XDG_CONFIG_HOME: join(home, ".config"), XDG_STATE_HOME: join(home, "state/new") }],
  ["certificates outside", { HOME: home, NODE_EXTRA_CA_CERTS: "/etc/ssl/ca.pem" }],
  ["one beside the project with a longer name", { XDG_CONFIG_HOME: join(path, "shopping") }],
  ["none", {}],
  ["what is relative does not count anyway", { HOME: home, XDG_CONFIG_HOME: "cfg" }],
])("%s: fine", (_, environment) => {
  for (const folder of [shop, join(shop, "src")]) requireOwnFolders(environment, folder);
});

test.each([
  ["a folder of the project", { XDG_CONFIG_HOME: join(shop, "cfg") }],
  ["one that is not there yet", { XDG_STATE_HOME: join(shop, "a/b/c") }],
  ["through a link", { XDG_CONFIG_HOME: join(path, "link") }],
  ["with dots", { XDG_CONFIG_HOME: `${home}/../shop/cfg` }],
  ["the project as a home folder", { HOME: shop }],
  ["a folder in it as one", { HOME: join(shop, "src") }],
  ["a config file that is a link", { HOME: home, XDG_CONFIG_HOME: join(path, "linked") }],
  ["one below the home folder", { HOME: join(path, "home-linked") }],
  ["a folder of state that is a link", { HOME: home, XDG_STATE_HOME: join(path, "state") }],
  ["certificates", { HOME: home, NODE_EXTRA_CA_CERTS: join(shop, "cfg/ca.pem") }],
])("%s: refused, from the project and from below it", (_, environment) => {
  for (const folder of [shop, join(shop, "src")])
    expect(() => requireOwnFolders(environment, folder)).toThrow("leads into the project");
});

test("by way of /proc", () => {
  const asked = (): void => requireOwnFolders({ XDG_CONFIG_HOME: "/proc/self/cwd/cfg" }, process.cwd());
  expect(asked).toThrow("leads into the project");
});
