// The same work with the keyboard alone, and by touch on a narrow screen.

import { describe, expect } from "vitest";
import { block } from "../support/galley.ts";
import { test } from "./browser-test.ts";
import { answering, reviewing } from "./steps.ts";

const EDITS = block("a.txt", "one\n", "ONE\n") + block("b.txt", "two\n", "TWO\n");

describe("without a mouse", () => {
  test("S1-2 S1-24: from paste to undo, and the focus is never lost", async ({ web }) => {
    web.files({ "a.txt": "one\n", "b.txt": "two\n" });
    const page = await web.open();
    const focus = () => page.evaluate(`document.activeElement?.tagName ?? ""`) as Promise<string>;
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Apply what is shown").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    while ((await focus()) !== "TEXTAREA") await page.keyboard.press("Tab");
    await page.keyboard.insertText(EDITS);
    await page.keyboard.press("Control+Enter");
    await reviewing(page, "a.txt");
    await answering(page, "apply").waitFor();
    await page.keyboard.press("]");
    await reviewing(page, "b.txt");
    await page.keyboard.press("[");
    await reviewing(page, "a.txt");
    await answering(page, "apply").waitFor();
    await page.keyboard.press("Enter");
    await reviewing(page, "b.txt");
    await answering(page, "apply").waitFor();
    await page.keyboard.press("y");
    await expect.poll(() => web.tree()).toEqual({ "a.txt": "ONE\n", "b.txt": "TWO\n" });
    await page.getByText("Undo restores").waitFor();
    await page.keyboard.press("u");
    await expect.poll(() => web.tree()).toEqual({ "a.txt": "one\n", "b.txt": "two\n" });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("history");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "History" }).waitFor();
    await page.getByText("undone").waitFor();
  });
});

test("Enter held on a button that answers is one answer", async ({ web }) => {
  web.files({ "a.txt": "one\n", "b.txt": "two\n" });
  const page = await web.open();
  await page.getByTestId("paste").fill(EDITS);
  await page.getByTestId("send").click();
  await reviewing(page, "a.txt");
  await answering(page, "apply").waitFor();
  await page.getByTestId("apply").focus();
  await page.keyboard.down("Enter");
  await reviewing(page, "b.txt");
  await answering(page, "apply").waitFor();
  await page.getByTestId("apply").focus();
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await reviewing(page, "b.txt");
  expect(web.tree()).toEqual({ "a.txt": "one\n", "b.txt": "two\n" });
});

test("zoomed to 400 %, there is room for the change and for its answer", async ({ web }) => {
  web.files({ "a.txt": "one\n" });
  const page = await web.open({ viewport: { width: 320, height: 256 } });
  await page.getByTestId("paste").fill(block("a.txt", "one\n", "ONE\n"));
  await page.getByTestId("send").click();
  await reviewing(page, "a.txt");
  await answering(page, "apply").waitFor();
  await page.locator(".ln.added").scrollIntoViewIfNeeded();
  for (const shown of [page.locator(".ln.added"), page.getByTestId("apply"), page.getByTestId("reject")]) {
    const box = await shown.boundingBox();
    expect(box!.y + box!.height).toBeLessThanOrEqual(256);
  }
  await answering(page, "apply").click();
  await expect.poll(() => web.read("a.txt")).toBe("ONE\n");
});

describe("by touch", () => {
  const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  test("a phone: paste, look, leave one change out, apply, undo; nothing is wider than the screen", async ({ web }) => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}\n`);
    web.files({ "a.txt": lines.join("") });
    const page = await web.open(PHONE);
    const fits = async (): Promise<void> =>
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    await fits();
    await page
      .getByTestId("paste")
      .fill(block("a.txt", "line 2\n", "LINE 2\n") + block("a.txt", "line 18\n", "LINE 18\n"));
    await page.getByTestId("send").tap();
    await reviewing(page, "a.txt");
    await fits();
    await page.getByRole("checkbox", { name: "Change 1 of 2" }).tap();
    await page.getByRole("button", { name: "Apply 1 of 2 changes" }).waitFor();
    await answering(page, "apply").tap();
    await expect.poll(() => web.read("a.txt")).toBe(lines.join("").replace("line 18", "LINE 18"));
    await fits();
    await page.getByTestId("undo").tap();
    await expect.poll(() => web.read("a.txt")).toBe(lines.join(""));
    for (const tab of ["Inbox", "Files", "Chat", "Review"]) {
      await page.getByRole("link", { name: new RegExp(`^${tab}`) }).tap();
      await fits();
    }
  });
});
