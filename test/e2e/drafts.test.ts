// What was typed or chosen and not sent yet is still there after a reload; never on other bytes.

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { block } from "../support/galley.ts";
import { test } from "./browser-test.ts";
import { answering, applyAndOpenNext, click, openQuestion, paste, reviewing } from "./steps.ts";

const LINES = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
const BEFORE = `${LINES.join("\n")}\n`;
const EDITS = [3, 15, 28].map((at) => block("a.txt", `line ${at}\n`, `LINE ${at}\n`)).join("");
const EDITOR = { name: "The file as it would be written" };

const comment = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Comment on change 2" }).click();
  await page.getByLabel("Comment on line 15").fill("Why this one?");
};

describe("after a reload", () => {
  test("choices, comments, a comment and an edit in progress, a pasted text and a message are there", async ({
    web,
  }) => {
    web.files({ "a.txt": BEFORE });
    const page = await web.open();
    await page.getByTestId("paste").fill("half an answer");
    await page.getByTestId("message").fill("half a message");
    await page.reload();
    expect(await page.getByTestId("paste").inputValue()).toBe("half an answer");
    expect(await page.getByTestId("message").inputValue()).toBe("half a message");

    await paste(page, EDITS);
    await reviewing(page, "a.txt");
    await page.getByRole("checkbox", { name: "Change 1 of 3" }).uncheck();
    await comment(page);
    await page.reload();
    expect(await page.getByLabel("Comment on line 15").inputValue()).toBe("Why this one?");
    await page.getByRole("button", { name: "Save comment" }).click();
    await page.reload();
    await reviewing(page, "a.txt");
    expect(await answering(page, "apply").innerText()).toBe("Apply 2 of 3 changes with 1 comment");

    await page.keyboard.press("e");
    await page.getByRole("textbox", EDITOR).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("typed at the end\n");
    await page.reload();
    await page.getByRole("textbox", EDITOR).getByText("typed at the end").waitFor();
    await page.getByRole("button", { name: "Show your version" }).click();
    await page.reload();
    await page.getByText("edited by you").waitFor();
    expect(web.read("a.txt")).toBe(BEFORE);
    await click(page, "apply");
    await expect
      .poll(() => web.read("a.txt"))
      .toBe(`${BEFORE.replace("line 15\n", "LINE 15\n").replace("line 28\n", "LINE 28\n")}typed at the end\n`);
  });

  test("on a server that was started again, for the question of a process that still waits", async ({ web }) => {
    web.files({ "a.txt": BEFORE });
    const page = await web.open();
    const asking = web.start(["apply", "--inbox", "--json", "-"], { input: EDITS });
    await openQuestion(page, /galley apply/);
    await reviewing(page, "a.txt");
    await comment(page);
    await page.getByRole("button", { name: "Save comment" }).click();
    const { port } = new URL(page.url());
    await web.killServer();
    const { url } = await web.serve(["--port", port]);
    await page.goto(url);
    await openQuestion(page, /galley apply/);
    expect(await answering(page, "reject").innerText()).toBe("Reject with 1 comment");
    await click(page, "reject");
    expect((await asking.ended).out).toContain("Why this one?");
  });
});

test("another change of the same file gets nothing of it", async ({ web }) => {
  web.files({ "a.txt": BEFORE });
  const page = await web.open();
  await paste(page, EDITS);
  await reviewing(page, "a.txt");
  await page.getByRole("checkbox", { name: "Change 1 of 3" }).uncheck();
  await comment(page);
  await page.getByRole("button", { name: "Save comment" }).click();
  await page.reload();
  await page.goto(page.url().replace(/#.*/, "#/"));
  await page.getByTestId("paste").waitFor();
  await paste(page, EDITS.replace("LINE 28", "LINE TWENTY-EIGHT"));
  await page.getByText("LINE TWENTY-EIGHT").waitFor();
  expect(await answering(page, "apply").innerText()).toBe("Apply all 3 changes");
});

describe("a change that is asked about again because the file changed", () => {
  const askTwice = async (page: Page, change: () => void): Promise<void> => {
    await openQuestion(page, /galley apply/);
    await reviewing(page, "a.txt");
    await comment(page);
    await page.getByRole("button", { name: "Save comment" }).click();
    await answering(page, "apply").waitFor();
    change();
    await applyAndOpenNext(page, /galley apply/);
    await page.getByText("The file changed on disk").waitFor();
  };

  test("has the comments on the lines that are still there, and they reach the process", async ({ web }) => {
    web.files({ "a.txt": BEFORE });
    const page = await web.open();
    const asking = web.start(["apply", "--inbox", "--json", "-"], { input: EDITS });
    await askTwice(page, () => web.put("a.txt", `another line\n${BEFORE}`));
    await page.getByText("You, on line 16").waitFor();
    await page.reload();
    await page.getByText("You, on line 16").waitFor();
    expect(await answering(page, "apply").innerText()).toBe("Apply all 3 changes with 1 comment");
    await click(page, "apply");
    expect((await asking.ended).out).toContain("On line 16 after the change: Why this one?");
  });

  test("shows a comment whose lines are gone as text that can be copied", async ({ web }) => {
    web.files({ "a.txt": BEFORE });
    const page = await web.open();
    const version = `${LINES.slice(0, 14).join("\n")}\n`;
    const edits = block("a.txt", "line 3\n", "LINE 3\n") + block("a.txt", "line 15\n", "LINE 15\n");
    web.start(["apply", "--inbox", "--json", "-"], { input: edits });
    await openQuestion(page, /galley apply/);
    await reviewing(page, "a.txt");
    await comment(page);
    await page.getByRole("button", { name: "Save comment" }).click();
    await answering(page, "apply").waitFor();
    web.put("a.txt", version);
    await applyAndOpenNext(page, /galley apply/);
    await page.getByText("has no place here: its lines changed").waitFor();
    await page.getByText("Why this one?").waitFor();
    await page.getByRole("button", { name: "Copy", exact: true }).waitFor();
  });
});

test("a storage that refuses what is typed: the page says so", async ({ web }) => {
  web.files({ "a.txt": BEFORE });
  const page = await web.open();
  await page.evaluate(
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; undefined",
  );
  await page.getByTestId("paste").fill("half an answer");
  await page.getByText("what you type is kept only while this page is open").waitFor();
});
