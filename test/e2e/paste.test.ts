// Paste an answer from any chat, review it, and look at the bytes on disk.

import { describe, expect } from "vitest";
import { block } from "../support/galley.ts";
import { test } from "./browser-test.ts";
import { answering, backToStart, blockResults, click, paste, rejectBecause, resultOf, reviewing } from "./steps.ts";

const LIKELY = "### 1. a.js (improved)\n\n```js\nuno\ndos\ntres\n```\n";
const SEARCH = "a.txt\n<<<<<<< SEARCH\ntwo\n=======\nTWO\n>>>>>>> REPLACE\n";
const DIFF = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n-one\n+ONE\n TWO\n three\n";

describe("paste and review", () => {
  test("S1-1 S4-17 S4-19: one file is applied, one rejected with a reason; bytes outside the edit stay", async ({
    web,
  }) => {
    web.files({ "src/crlf.txt": "\ufeffone\r\ntwo\r\nthree", "src/b.txt": "alpha\nbeta \n" });
    const page = await web.open();
    await paste(page, block("src/crlf.txt", "two\n", "TWO\n") + block("src/b.txt", "beta \n", "BETA\n"));
    await reviewing(page, "src/crlf.txt");
    expect(await page.locator(".ln.removed").innerText()).toContain("two");
    expect(await page.locator(".ln.added").innerText()).toContain("TWO");
    await page.getByText("no line break at the end of the file").waitFor();
    await click(page, "apply");
    await reviewing(page, "src/b.txt");
    expect(web.read("src/crlf.txt"), "nothing is written before the last answer").toBe("\ufeffone\r\ntwo\r\nthree");
    await rejectBecause(page, "keep the name");
    expect(await resultOf(page)).toBe("1 of 2 edits are applied");
    expect(await blockResults(page)).toEqual(["Applied src/crlf.txt", "Skipped src/b.txt"]);
    expect(await page.getByLabel("The text to send back").innerText()).toContain("keep the name");
    expect([web.read("src/crlf.txt"), web.read("src/b.txt")]).toEqual(["\ufeffone\r\nTWO\r\nthree", "alpha\nbeta \n"]);
  });

  test("search and replace, a diff, and a whole file that is overwritten (S0-40)", async ({ web }) => {
    web.files({ "a.txt": "one\ntwo\nthree\n", "b.txt": "1\n2\n" });
    const page = await web.open();
    for (const answer of [SEARCH, DIFF]) {
      await paste(page, answer);
      await reviewing(page, "a.txt");
      await click(page, "apply");
      expect(await resultOf(page)).toBe("Everything is applied");
      await backToStart(page);
    }
    expect(web.read("a.txt")).toBe("ONE\nTWO\nthree\n");
    await paste(page, "b.txt\n```\nx\ny\nz\n```\n");
    await page.getByText("This will overwrite existing file (was 2 lines, now 3 lines)").waitFor();
    await click(page, "apply");
    await resultOf(page);
    expect(web.read("b.txt")).toBe("x\ny\nz\n");
  });

  test("an edit that is only likely says why, and is written when it was approved", async ({ web }) => {
    web.files({ "a.js": "one\ntwo\nthree\n" });
    const page = await web.open();
    await paste(page, LIKELY);
    await reviewing(page, "a.js");
    expect(await page.locator(".lead").innerText()).toContain('"### 1. a.js (improved)" names the file');
    await click(page, "apply");
    await resultOf(page);
    expect(web.read("a.js")).toBe("uno\ndos\ntres\n");
  });

  test("an edit with several places: one is chosen, shown in the file, and only that one is written", async ({
    web,
  }) => {
    web.files({ "a.txt": "x\nsame\ny\nsame\nz\n" });
    const page = await web.open();
    await paste(page, block("a.txt", "same\n", "other\n"));
    await page.getByRole("radio", { name: "line 4" }).check();
    expect(await answering(page, "apply").innerText()).toBe("Put it at line 4");
    await click(page, "apply");
    await page.getByRole("button", { name: "Apply 1 change" }).waitFor();
    expect(web.read("a.txt")).toBe("x\nsame\ny\nsame\nz\n");
    await click(page, "apply");
    expect(await resultOf(page)).toBe("Everything is applied");
    expect(web.read("a.txt")).toBe("x\nsame\ny\nother\nz\n");
  });

  test("S4-15 S4-19: an edit that fails says why, with the nearest lines and a text for the model", async ({ web }) => {
    web.files({ "a.txt": "first line\nsecond line\n", "b.txt": "good\n" });
    const page = await web.open();
    await paste(page, block("b.txt", "good\n", "better\n") + block("a.txt", "second  lime\n", "2nd\n"));
    await reviewing(page, "b.txt");
    await click(page, "apply");
    expect(await resultOf(page)).toBe("1 of 2 edits are applied");
    expect(await blockResults(page)).toEqual(["Applied b.txt", "Failed a.txt"]);
    expect(await page.getByLabel("The nearest lines in the file").last().innerText()).toContain("second line");
    expect(await page.getByLabel("The text to send back").innerText()).toContain("a.txt");
    expect([web.read("a.txt"), web.read("b.txt")]).toEqual(["first line\nsecond line\n", "better\n"]);
  });

  test("S4-7: blocks delete no file; a diff that does is asked about as a deletion", async ({ web }) => {
    web.files({ "old.txt": "gone\n" });
    const page = await web.open();
    await paste(page, "--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n");
    await page.getByRole("button", { name: "Delete this file" }).waitFor();
    await click(page, "reject");
    await resultOf(page);
    expect(web.read("old.txt")).toBe("gone\n");
  });

  test("S4-7: a block that leaves a file without text gets the command that deletes it", async ({ web }) => {
    web.files({ "old file.txt": "gone\n", "a.txt": "one\n" });
    const page = await web.open();
    await paste(page, block("./old file.txt", "gone\n", "") + block("a.txt", "one\n", "ONE\n"));
    await reviewing(page, "old file.txt");
    await click(page, "apply");
    await reviewing(page, "a.txt");
    await click(page, "apply");
    await resultOf(page);
    expect(await page.locator(".command-hint code").allInnerTexts()).toEqual(["git rm -f -- 'old file.txt'"]);
    expect(web.read("old file.txt")).toBe("");
  });

  test("text without an edit says so, and writes nothing", async ({ web }) => {
    web.files({ "a.txt": "one\n" });
    const page = await web.open();
    await paste(page, "Hello, I would not change anything.");
    await page.getByText("There is no edit in this text.").waitFor();
    expect(web.tree()).toEqual({ "a.txt": "one\n" });
  });
});

describe("undo", () => {
  test("from the confirmation: every byte is back", async ({ web }) => {
    web.files({ "a.txt": "one\r\ntwo" });
    const page = await web.open();
    await paste(page, block("a.txt", "two\n", "TWO\n") + block("new.txt", "", "created\n"));
    await click(page, "apply");
    await reviewing(page, "new.txt");
    await click(page, "apply");
    await page.getByText("Undo restores").waitFor();
    expect(web.tree()).toEqual({ "a.txt": "one\r\nTWO", "new.txt": "created\n" });
    await page.getByTestId("undo").click();
    await expect.poll(() => web.tree()).toEqual({ "a.txt": "one\r\ntwo" });
    await page.getByRole("heading", { name: "Undone" }).waitFor();
    expect(await blockResults(page)).toEqual(["Undone a.txt", "Undone new.txt"]);
  });

  test("from the history: what can be restored only in part is said first, and asked about", async ({ web }) => {
    web.files({ "a.txt": "one\n", "b.txt": "two\n" });
    const page = await web.open();
    const answer = block("a.txt", "one\n", "ONE\n") + block("b.txt", "two\n", "TWO\n");
    expect(web.galley(["apply", "--yes", "-"], { input: answer }).code).toBe(0);
    web.put("b.txt", "changed since\n");
    await page.keyboard.press("h");
    await page.getByRole("heading", { name: "History" }).waitFor();
    await page.getByTestId("undo").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Cannot be restored").waitFor();
    expect(web.tree()).toEqual({ "a.txt": "ONE\n", "b.txt": "changed since\n" });
    await dialog.getByRole("button", { name: "Restore 1 file" }).click();
    await expect.poll(() => web.tree()).toEqual({ "a.txt": "one\n", "b.txt": "changed since\n" });
  });
});
