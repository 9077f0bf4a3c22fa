// axe-core on every screen and state, light and dark: no serious or critical problem.

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { block } from "../support/galley.ts";
import { problemsOf } from "./axe.ts";
import { test } from "./browser-test.ts";
import { answering, click, openQuestion, paste, resultOf, reviewing, visit } from "./steps.ts";
import type { WebPlace } from "./web-place.ts";

/** Every screen and state, one after the other. */
async function visitAll(page: Page, web: WebPlace, check: (name: string) => Promise<void>): Promise<void> {
  await check("start");
  for (const place of ["inbox", "history", "rules", "config", "files", "chat"]) {
    await visit(page, place);
    await check(place);
  }
  await visit(page, "");
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await check("help");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await check("actions");
  await page.keyboard.press("Escape");
  const edits = block("src/a.js", "const a = 1;\n", "const a = '\u202e'; \n") + block("src/b.txt", "", "new\n");
  await paste(page, edits + block("c.txt", "same\n", "other\n") + block("src/a.js", "missing\n", "x\n"));
  await page.getByTestId("review").waitFor();
  await check("an edit");
  await page.keyboard.press("c");
  await page.getByLabel(/^Comment on/).fill("why?");
  await check("a comment being written");
  await page.getByRole("button", { name: "Save comment" }).click();
  await check("a comment");
  await page.keyboard.press("r");
  await check("a reason");
  await page.keyboard.press("Escape");
  await page.keyboard.press("a");
  await check("always");
  await page.keyboard.press("Escape");
  await page.keyboard.press("o");
  await check("the overview");
  await page.keyboard.press("o");
  await answering(page, "apply").waitFor();
  await page.keyboard.press("e");
  await page.locator(".cm-editor").waitFor();
  await check("the editor");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.keyboard.press("]");
  await page.keyboard.press("]");
  await check("a place to choose");
  await visit(page, "");
  await page.getByRole("button", { name: "Review 2 files" }).click();
  await reviewing(page, "c.txt");
  await check("what is on disk");
  await click(page, "reject");
  await reviewing(page, "d.txt");
  await click(page, "reject");
  await resultOf(page);
  await check("the result");
  await page.getByTestId("files").getByRole("treeitem", { name: "c.txt" }).click();
  await page.getByRole("heading", { name: "c.txt" }).waitFor();
  await check("a file");
  const asking = web.start(["apply", "--inbox", "-"], { input: block("e.txt", "", "e\n") });
  await openQuestion(page, /galley apply/);
  await reviewing(page, "e.txt");
  asking.child.kill("SIGKILL");
  await page.getByText("The program that asked has ended.").waitFor();
  await check("the asker has ended");
  await web.killServer();
  await page.getByText("The connection was lost").waitFor();
  await check("no connection");
}

for (const colorScheme of ["light", "dark"] as const)
  test(`${colorScheme}: no serious problem on any screen`, async ({ web }) => {
    web.files({ "src/a.js": "// note\nconst a = 1;\n", "c.txt": "same\nsame\n" });
    web.commit();
    web.put("c.txt", "same\nx\nsame\n");
    web.galley(["apply", "--yes", "-"], { input: block("d.txt", "", "d\n") });
    const page = await web.open({ colorScheme, reducedMotion: "reduce" });
    const found: Record<string, readonly string[]> = {};
    await visitAll(page, web, async (name) => {
      if (colorScheme === "light") await web.picture(page, `screen ${name}`);
      // Another theme has other colours, and is otherwise the same.
      const problems = await problemsOf(page, colorScheme === "dark" ? { rule: "color-contrast" } : {});
      if (problems.length > 0) found[name] = problems;
    });
    expect(found).toEqual({});
  });

test("on a narrow screen: no serious problem", async ({ web }) => {
  web.files({ "a.txt": "one\n" });
  const page = await web.open({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: "reduce" });
  const found = [await problemsOf(page)];
  await paste(page, block("a.txt", "one\n", "ONE\n"));
  await reviewing(page, "a.txt");
  await answering(page, "apply").waitFor();
  found.push(await problemsOf(page));
  await click(page, "apply");
  await resultOf(page);
  found.push(await problemsOf(page));
  expect(found).toEqual([[], [], []]);
});
