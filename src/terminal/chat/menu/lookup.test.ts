import { expect, test } from "vitest";
import { MenuLookup } from "./lookup.ts";
import { followed, openMenu, type Found, type MenuEntry } from "./menu.ts";

const entry = (label: string): MenuEntry => ({ label, detail: "", value: label });

test("a list that changes during a search: waiting ends with the result for the newest list", async () => {
  let entries = [entry("sumUp")];
  const source = { open: () => undefined, entries: () => entries, note: () => null };
  const results: Found[] = [];
  const lookup = new MenuLookup({
    menus: { mention: source, path: source, slash: source, choice: source },
    past: () => [],
    onFound: (found) => results.push(found),
    onNews: () => undefined,
  });
  const menu = followed(openMenu("mention", { from: 0, prefix: "@" }), { text: "@sumo", at: 5 });
  lookup.look(menu);
  const waiting = lookup.found();
  // Symbols of more files were read while the user pressed Enter.
  entries = [entry("sumUp"), entry("sumOfAll")];
  lookup.look(menu);
  await waiting;
  expect(results).toEqual([{ filter: "sumo", entries: [entry("sumOfAll")], total: 1 }]);
});
