import { expect, test } from "vitest";
import { createPaint } from "../../paint.ts";
import { cells } from "../../wrap.ts";
import { filled, moved, openMenu, type MenuEntry } from "./menu.ts";
import { drawMenu } from "./menu-view.ts";

const paint = createPaint(false);
const entries: readonly MenuEntry[] = Array.from({ length: 12 }, (_, at) => ({
  label: `src/some/folder/with-a-long-name/file-${at}.ts`,
  detail: "1.2 kB",
  value: String(at),
}));

function menuOf(list: readonly MenuEntry[], downs = 0) {
  let menu = filled(openMenu("mention", { from: 0, prefix: "@" }), { filter: "", entries: list, total: list.length });
  for (let count = 0; count < downs; count += 1) menu = moved(menu, 1);
  return menu;
}

test("details begin in one column, as far as labels leave room", () => {
  const list = [
    { label: "/add [PATH…]", detail: "shows files", value: "a" },
    { label: "/map", detail: "what the others define", value: "b" },
    { label: "/a-command-with-a-very-long-name", detail: "x", value: "c" },
  ];
  expect(drawMenu(menuOf(list), { width: 48, height: 5, paint, note: null }).slice(0, 3)).toEqual([
    "❯ /add [PATH…]              shows files",
    "  /map                      what the others def…",
    "  /a-command-with-a-very-long-name  x",
  ]);
});

test("entries around the selected one, with what is known of them", () => {
  expect(drawMenu(menuOf(entries, 6), { width: 60, height: 5, paint, note: null })).toEqual([
    "  src/some/folder/with-a-long-name/file-4.ts  1.2 kB",
    "  src/some/folder/with-a-long-name/file-5.ts  1.2 kB",
    "❯ src/some/folder/with-a-long-name/file-6.ts  1.2 kB",
    "  src/some/folder/with-a-long-name/file-7.ts  1.2 kB",
    "12 matches · ↑↓ Enter chooses · Esc closes",
  ]);
});

test("20 columns: the end of each name, every row fits", () => {
  const rows = drawMenu(menuOf(entries), { width: 20, height: 4, paint, note: "Reading the files…" });
  expect(rows).toEqual([
    "❯ …ng-name/file-0.ts",
    "  …ng-name/file-1.ts",
    "  …ng-name/file-2.ts",
    "12 matches · Readin…",
  ]);
  expect(Math.max(...rows.map((row) => cells(row)))).toBeLessThanOrEqual(20);
});

test("a detail that has no room is left out, not cut to a few characters", () => {
  const list = [
    { label: "compile.cjs", detail: "4.8 kB", value: "a" },
    { label: "a.js", detail: "11 B", value: "b" },
  ];
  expect(drawMenu(menuOf(list), { width: 18, height: 5, paint, note: null }).slice(0, 2)).toEqual([
    "❯ compile.cjs",
    "  a.js       11 B",
  ]);
});

test("what cannot be seen is shown by name", () => {
  const [row] = drawMenu(menuOf([{ label: "a\u202eb\u001b[31m", detail: "", value: "x" }]), {
    width: 60,
    height: 4,
    paint,
    note: null,
  });
  expect(row).toMatch(/^❯ a⟨[^⟩]+⟩b⟨[^⟩]+⟩\[31m/);
});

test("nothing found, and nothing looked for yet", () => {
  const open = openMenu("mention", { from: 0, prefix: "@" });
  expect(drawMenu(open, { width: 40, height: 4, paint, note: null })).toEqual(["Looking…"]);
  expect(drawMenu(menuOf([]), { width: 40, height: 4, paint, note: null })).toEqual(["There are no files here."]);
});
