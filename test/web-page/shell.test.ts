// The shell of the page in Chromium, with a real server: signing in, what is shown without a question, the inbox, files,
// history, keys, and what is said when the server is gone.

import { describe, expect } from "vitest";
import { test } from "../e2e/browser-test.ts";
import { backToStart, click, paste, resultOf, reviewing } from "../e2e/steps.ts";

const EDIT = "a.txt\n««« EDIT\none\n═══════ REPL\n1\n»»» EDIT END\n";

describe("signing in", () => {
  test("the key leaves the address, and a reload goes on with it", async ({ web }) => {
    const page = await web.open();
    expect(new URL(page.url()).hash).toBe("#/");
    expect(new URL(page.url()).search).toBe("");
    await page.reload();
    await page.getByTestId("paste").waitFor();
  });

  test("a browser that is not signed in is told what to do", async ({ web }) => {
    const { port } = await web.serve();
    const page = await (await web.context()).newPage();
    await page.goto(`http://127.0.0.1:${port}/#key=wrong`);
    await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
    expect(await page.getByTestId("status").innerText()).toContain("press Enter");
  });

  test("when the server is gone the page says so, and keeps what it shows", async ({ web }) => {
    web.files({ "a.txt": "one\n" });
    const { child } = await web.serve();
    const page = await web.open();
    await page.getByTestId("paste").fill("half an answer");
    child.kill("SIGKILL");
    await page.getByRole("alert").getByText("Reconnecting…").waitFor();
    await page.getByRole("alert").getByText("The server is not running.").waitFor();
    expect(await page.getByTestId("paste").inputValue()).toBe("half an answer");
    expect(await page.getByTestId("send").getAttribute("aria-disabled")).toBe("true");
  });
});

describe("the start screen", () => {
  test("the sample says what it creates, and creates it once it is approved", async ({ web }) => {
    const page = await web.open();
    await page.getByRole("button", { name: "Try a sample: it creates galley-sample.md" }).click();
    await page.getByTestId("send").click();
    await reviewing(page, "galley-sample.md");
    await click(page, "apply");
    expect(await resultOf(page)).toBe("Everything is applied");
    expect(web.bytes("galley-sample.md")).toMatch(/^# A file to try Galley with\n/);
  });

  test("a dropped file is pasted, not sent", async ({ web }) => {
    const page = await web.open();
    // Code for the page: the names of a browser are not known here.
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([${JSON.stringify(EDIT)}], "answer.md"));
      const box = document.querySelector("[data-testid=paste]");
      box.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    await expect.poll(() => page.getByTestId("paste").inputValue()).toBe(EDIT);
    expect(new URL(page.url()).hash).toBe("#/");
  });

  test("the latest change is listed with Undo, which restores the bytes", async ({ web }) => {
    web.files({ "a.txt": "one\r\n" });
    const page = await web.open();
    await paste(page, EDIT);
    await click(page, "apply");
    await backToStart(page);
    expect(web.bytes("a.txt")).toBe("1\r\n");
    await page.getByText("Undo restores a.txt.").waitFor();
    await page.getByTestId("undo").click();
    await page.getByText("Restored a.txt.").waitFor();
    expect(web.bytes("a.txt")).toBe("one\r\n");
    await page.locator(".receipt.is-undone").waitFor();
  });

  test("what cannot be restored is said before anything is", async ({ web }) => {
    web.files({ "a.txt": "one\n" });
    const page = await web.open();
    await paste(page, EDIT);
    await click(page, "apply");
    await resultOf(page);
    web.files({ "a.txt": "changed since\n" });
    await page.getByTestId("undo").click();
    await page.getByRole("dialog").getByText("Cannot be restored").waitFor();
    await page.getByRole("dialog").getByRole("button").first().click();
    expect(web.bytes("a.txt")).toBe("changed since\n");
  });
});

describe("keys", () => {
  test("do nothing in a field, and open and close help and actions elsewhere", async ({ web }) => {
    const page = await web.open();
    await page.getByTestId("paste").focus();
    await page.keyboard.type("?h");
    expect(await page.getByTestId("paste").inputValue()).toBe("?h");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    // A dialog hides the keys under it.
    await page.keyboard.press("h");
    expect(new URL(page.url()).hash).toBe("#/");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search actions" }).fill("hist");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "History" }).waitFor();
  });

  test("the focus returns to where it was", async ({ web }) => {
    const page = await web.open();
    await page.getByRole("button", { name: "Help: the keys" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe("Help: the keys");
  });

  test("the theme and the sides are remembered", async ({ web }) => {
    const page = await web.open();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search actions" }).fill("theme dark");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Hide the inbox and files" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Show the inbox and files" }).waitFor();
    expect(await page.evaluate('document.documentElement.dataset["theme"]')).toBe("dark");
    expect(await page.getByTestId("files").count()).toBe(0);
  });
});

describe("files", () => {
  test("S4-23 are searched and selected; a folder selects what is in it; names are text", async ({ web }) => {
    web.files({ "src/a.ts": "a\n", "src/b.ts": "b\n", "docs/<img src=x onerror=alert(1)>.md": "c\n" });
    web.commit();
    web.files({ "src/a.ts": "changed\n" });
    const page = await web.open();
    const files = page.getByTestId("files");
    await files.getByRole("treeitem", { name: "src" }).locator("input").click();
    await files.getByText("2 files in context").waitFor();
    await files.getByLabel("Search files").fill("onerror");
    await files.getByText("<img src=x onerror=alert(1)>.md").waitFor();
    await files.getByLabel("Search files").fill("a.ts");
    expect(await files.getByLabel("modified").innerText()).toBe("M");
    await files.getByRole("treeitem").first().click();
    await page.getByRole("region", { name: "The file's text" }).getByText("changed").waitFor();
  });

  test("the tree is walked with the keyboard", async ({ web }) => {
    web.files({ "src/a.ts": "a\n" });
    const page = await web.open();
    await page.getByRole("treeitem", { name: "src" }).waitFor();
    await page.getByRole("tree").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press(" ");
    await page.getByText("1 file in context").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "src/a.ts" }).waitFor();
  });
});

describe("the inbox", () => {
  test("a question of another process arrives with who asks, and leaves when it is answered there", async ({ web }) => {
    web.files({ "a.txt": "one\n", "answer.md": EDIT });
    const page = await web.open();
    const asking = web.start(["apply", "--inbox", "answer.md"]);
    await page.getByRole("button", { name: "1 question waiting" }).waitFor();
    expect(await page.title()).toMatch(/^\(1\) /);
    await page.locator(".rail .inbox-row").getByText("galley apply").waitFor();
    asking.child.kill("SIGKILL");
    await expect.poll(() => page.getByTestId("status").innerText()).toBe("Nothing to review");
    await page.keyboard.press("i");
    await page.getByText("The program that asked has ended").waitFor();
    expect(web.bytes("a.txt")).toBe("one\n");
  });
});

describe("a narrow screen", () => {
  test("has one column and tabs, and nothing is wider than it", async ({ web }) => {
    web.files({ "a.txt": "one\n" });
    const page = await web.open({ viewport: { width: 390, height: 844 } });
    for (const [tab, shown] of [
      ["Inbox", "Nothing waits for you"],
      ["Chat", "Conversation"],
      ["Files", "Files"],
      ["Review", "What should be reviewed?"],
    ] as const) {
      await page.getByRole("navigation").getByRole("link", { name: tab }).click();
      await page.getByRole("main").getByText(shown).first().waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    }
  });
});
