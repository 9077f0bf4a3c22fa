import { describe, expect, test } from "vitest";
import { homeFolder, ignoredFolders, userFolder } from "./user-folders.ts";

const known = (): string => "/passwd/home";

describe("where the person's folders are", () => {
  test.each<[string, Record<string, string>, string, string]>([
    ["nothing is set", {}, "/passwd/home/.config", "/passwd/home/.local/state"],
    ["HOME", { HOME: "/h" }, "/h/.config", "/h/.local/state"],
    ["XDG", { HOME: "/h", XDG_CONFIG_HOME: "/c", XDG_STATE_HOME: "/s" }, "/c", "/s"],
    ["relative XDG", { HOME: "/h", XDG_CONFIG_HOME: "c", XDG_STATE_HOME: "./s" }, "/h/.config", "/h/.local/state"],
    ["empty XDG", { HOME: "/h", XDG_CONFIG_HOME: "", XDG_STATE_HOME: "" }, "/h/.config", "/h/.local/state"],
    ["a tilde is not expanded", { HOME: "/h", XDG_CONFIG_HOME: "~/c" }, "/h/.config", "/h/.local/state"],
    ["relative HOME", { HOME: "h" }, "/passwd/home/.config", "/passwd/home/.local/state"],
    ["HOME as a dot", { HOME: "." }, "/passwd/home/.config", "/passwd/home/.local/state"],
    ["empty HOME", { HOME: "" }, "/passwd/home/.config", "/passwd/home/.local/state"],
  ])("%s", (_, environment, config, state) => {
    expect(userFolder("XDG_CONFIG_HOME", { environment, systemHome: known })).toBe(config);
    expect(userFolder("XDG_STATE_HOME", { environment, systemHome: known })).toBe(state);
  });

  test.each([[null], [""], ["home"]])("a system that says %j: no folder, and not the current one", (home) => {
    expect(homeFolder({ environment: { HOME: "rel" }, systemHome: () => home })).toBeNull();
    expect(userFolder("XDG_STATE_HOME", { environment: { XDG_STATE_HOME: "rel" }, systemHome: () => home })).toBeNull();
  });

  test("what does not count is named", () => {
    expect(ignoredFolders({ environment: { HOME: "h", XDG_CONFIG_HOME: "c", XDG_STATE_HOME: "/s" } })).toEqual([
      "XDG_CONFIG_HOME",
      "HOME",
    ]);
    expect(ignoredFolders({ environment: { HOME: "", XDG_CONFIG_HOME: "" } })).toEqual([]);
  });
});
