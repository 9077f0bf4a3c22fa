// Parts of a change: some of its hunks, a version that the user typed, comments on lines; and what is on disk already.

import { describe, expect } from "vitest";
import { block } from "../support/galley.ts";
import { test } from "./browser-test.ts";
import { answering, backToStart, click, openQuestion, paste, resultOf, reviewing } from "./steps.ts";

const LINES = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
const BEFORE = `${LINES.join("\r\n")}\r\n`;
const THREE = [3, 15, 28].map((at) => block("a.txt", `line ${at}\n`, `LINE ${at}\n`)).join("");
const changed = (...lines: readonly number[]): string =>
  lines.reduce((text, at) => text.replace(`line ${at}\r\n`, `LINE ${at}\r\n`), BEFORE);

describe("hunks", () => {
  test("two of three changes are applied; the button says so", async ({ web }) => {
    web.files({ "a.txt": BEFORE });
    const page = await web.open();
    await paste(page, THREE);
    await reviewing(page, "a.txt");
    await page.getByRole("checkbox", { name: "Change 2 of 3" }).uncheck();
    await page.getByRole("button", { name: "Apply 2 of 3 changes" }).waitFor();
    await click(page, "apply");
    await resultOf(page);
    expect(web.read("a.txt")).toBe(changed(3, 28));
  });
});

describe("editing before applying", () => {
  test("S1-2 S1-3 S1-25: a version that was typed is shown as a change, needs its own Apply, and keeps CRLF", async ({
    web,
  }) => {
    web.files({ "a.txt": BEFORE });
    const page = await web.open();
    await paste(page, block("a.txt", "line 3\n", "LINE 3\n"));
    await reviewing(page, "a.txt");
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const editor = page.getByRole("textbox", { name: "The file as it would be written" });
    await editor.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("typed first\n");
    await page.getByRole("button", { name: "Show your version" }).click();
    expect(await page.locator(".ln.added").allInnerTexts()).toEqual([
      expect.stringContaining("typed first"),
      expect.stringContaining("LINE 3"),
    ]);
    await page.getByText("edited by you").waitFor();
    expect(web.read("a.txt"), "what was typed is no answer").toBe(BEFORE);
    expect(await answering(page, "apply").innerText()).toBe("Apply your version");
    await click(page, "apply");
    expect(await resultOf(page)).toBe("Everything is applied");
    await page.getByText("your version").waitFor();
    expect(web.read("a.txt")).toBe(`typed first\r\n${changed(3)}`);
  });

  test("S1-3 S1-22: the process that asked hears that the user changed its edit", async ({ web }) => {
    web.files({ "a.txt": "one\ntwo\n" });
    const page = await web.open();
    const asking = web.start(["apply", "--inbox", "--json", "-"], { input: block("a.txt", "two\n", "TWO\n") });
    await openQuestion(page, /galley apply/);
    await reviewing(page, "a.txt");
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "The file as it would be written" }).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("three\n");
    await page.keyboard.press("Control+Enter");
    await click(page, "apply");
    const { code, out } = await asking.ended;
    expect([code, web.read("a.txt")]).toEqual([0, "one\nTWO\nthree\n"]);
    expect(JSON.parse(out)).toMatchObject({ results: [{ status: "APPLIED", user_modified: true }] });
  });
});

describe("comments", () => {
  test("a rejection with a comment on a line reaches the process that asked", async ({ web }) => {
    web.files({ "a.txt": BEFORE });
    const page = await web.open();
    const asking = web.start(["apply", "--inbox", "--json", "-"], { input: THREE });
    await openQuestion(page, /galley apply/);
    await reviewing(page, "a.txt");
    await page.getByRole("button", { name: "Comment on change 2" }).click();
    await page.getByLabel("Comment on line 15").fill("Keep this name: others use it.");
    await page.getByRole("button", { name: "Save comment" }).click();
    await page.getByRole("button", { name: "Reject with 1 comment" }).waitFor();
    await click(page, "reject");
    const { code, out } = await asking.ended;
    expect([code, web.read("a.txt")]).toEqual([1, BEFORE]);
    const { results } = JSON.parse(out) as { results: { status: string; message: string }[] };
    expect(results.map(({ status }) => status)).toEqual(["SKIPPED", "SKIPPED", "SKIPPED"]);
    expect(results.map(({ message }) => message).join("\n")).toContain("Keep this name: others use it.");
    expect(results.map(({ message }) => message).join("\n")).toContain("line 15");
  });
});

describe("what is on disk already", () => {
  test("one file is kept, one hunk of another reverted, with a comment as a prompt; galley undo brings it back", async ({
    web,
  }) => {
    web.files({ "a.txt": BEFORE, "b.txt": "one\n" });
    web.commit();
    web.files({ "a.txt": changed(3, 28), "b.txt": "two\n" });
    const page = await web.open();
    await page.getByRole("button", { name: "Review 2 files" }).click();
    await reviewing(page, "a.txt");
    await page.getByRole("checkbox", { name: "Change 2 of 2" }).uncheck();
    await page.getByText("will be reverted").waitFor();
    await page.getByRole("button", { name: "Comment on change 1" }).click();
    await page.getByLabel("Comment on line 3").fill("Why upper case?");
    await page.getByRole("button", { name: "Save comment" }).click();
    await page.getByRole("button", { name: "Keep 1 of 2 changes, revert 1" }).waitFor();
    await click(page, "apply");
    await reviewing(page, "b.txt");
    await click(page, "apply");
    expect(await resultOf(page)).toBe("The review is finished");
    expect(web.tree()).toEqual({ "a.txt": changed(3), "b.txt": "two\n" });
    expect(await page.getByLabel("Your review as a prompt", { exact: true }).last().innerText()).toContain(
      "Why upper case?",
    );
    await backToStart(page);
    expect(web.galley(["undo"]).code).toBe(0);
    expect(web.tree()).toEqual({ "a.txt": changed(3, 28), "b.txt": "two\n" });
  });
});
