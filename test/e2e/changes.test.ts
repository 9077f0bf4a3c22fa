// Parts of a change: some of its hunks, a version that the user typed, comments on lines; and what is on disk already.

import type { Page } from "playwright-core";
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

describe("comments on what is applied", () => {
  const comment = async (page: Page): Promise<void> => {
    await page.getByRole("button", { name: "Comment on change 2" }).click();
    await page.getByLabel("Comment on line 15").fill("Fine, but say why.");
    await page.getByRole("button", { name: "Save comment" }).click();
    await page.getByRole("button", { name: "Apply all 3 changes with 1 comment" }).waitFor();
    await click(page, "apply");
  };

  test("reach the process that asked", async ({ web }) => {
    web.files({ "a.txt": BEFORE });
    const page = await web.open();
    const asking = web.start(["apply", "--inbox", "--json", "-"], { input: THREE });
    await openQuestion(page, /galley apply/);
    await reviewing(page, "a.txt");
    await comment(page);
    const { code, out } = await asking.ended;
    expect([code, web.read("a.txt")]).toEqual([0, changed(3, 15, 28)]);
    const said = "On line 15 after the change: Fine, but say why.";
    const { results } = JSON.parse(out) as { results: { message: string; comments?: string }[] };
    expect(results.map(({ comments }) => comments)).toEqual([said, undefined, undefined]);
    expect(results[0]!.message).toContain(said);
  });

  test("of a pasted answer are in the text to send back", async ({ web }) => {
    web.files({ "a.txt": BEFORE });
    const page = await web.open();
    await paste(page, THREE);
    await reviewing(page, "a.txt");
    await comment(page);
    expect(await resultOf(page)).toBe("Everything is applied");
    const text = await page.getByLabel("The text to send back").innerText();
    expect(text).toContain("On line 15 after the change: Fine, but say why.");
  });
});

describe("what is on disk already", () => {
  test("what is not part of the review is named before the answer, also when it is the only change but one", async ({
    web,
  }) => {
    web.files({ "a.txt": BEFORE, "logo.png": new Uint8Array([137, 80, 0, 1]) });
    web.commit();
    web.files({ "a.txt": changed(3), "logo.png": new Uint8Array([137, 80, 0, 2]) });
    const page = await web.open();
    await page.getByRole("button", { name: "Review 1 file" }).click();
    await reviewing(page, "a.txt");
    const missing = page.getByTestId("review").locator(".missing");
    expect(await missing.innerText()).toContain("1 more change is not part of this review");
    expect(await missing.innerText()).toMatch(/logo\.png.*not text/s);
    await click(page, "apply");
    await resultOf(page);
    expect(web.read("a.txt")).toBe(changed(3));
  });

  test("a renamed and edited file is one change; one of its hunks is reverted under the new name", async ({ web }) => {
    web.files({ "a.txt": BEFORE });
    web.commit();
    web.git("mv", "a.txt", "b.txt");
    web.files({ "b.txt": changed(3, 28) });
    const page = await web.open();
    await page.getByRole("button", { name: "Review 1 file" }).click();
    await reviewing(page, "a.txt");
    await page.getByText("Renamed").waitFor();
    await page.getByText("b.txt").first().waitFor();
    await web.picture(page, "renamed");
    await page.getByRole("checkbox", { name: "Change 1 of 2" }).uncheck();
    await page.getByRole("button", { name: "Keep 1 of 2 changes, revert 1" }).waitFor();
    await click(page, "apply");
    await resultOf(page);
    expect(web.read("b.txt")).toBe(changed(28));
    expect(() => web.read("a.txt")).toThrow("ENOENT");
  });

  test("files with a warning stay out of the rest, and its number is what is answered", async ({ web }) => {
    const names = ["a", "b", "c", "d", "e", "f"].map((name) => `src/${name}.txt`);
    web.files(Object.fromEntries([...names, "src/.npmrc"].map((name) => [name, "one\n"])));
    web.commit();
    web.files(Object.fromEntries([...names, "src/.npmrc"].map((name) => [name, "two\n"])));
    const page = await web.open();
    await page.getByRole("button", { name: "Review 7 files" }).click();
    await page.getByRole("button", { name: "Keep 6 below src" }).waitFor();
    await page.getByRole("button", { name: "Revert 6 below src" }).waitFor();
    await page.getByRole("button", { name: "Keep the rest (6)…" }).click();
    await page.getByText("1 protected file is left for you to decide one by one.").waitFor();
    await click(page, "apply");
    await reviewing(page, ".npmrc");
    await click(page, "reject");
    await resultOf(page);
    expect(web.read("src/.npmrc")).toBe("one\n");
    expect(names.map((name) => web.read(name))).toEqual(names.map(() => "two\n"));
  });

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
