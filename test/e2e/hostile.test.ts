// Names, contents and words from outside are data: nothing of them runs, nothing of them is hidden, and nothing large
// stops the page. And no click or key that was meant for something else answers.

import { describe, expect } from "vitest";
import type { Page } from "playwright-core";
import { block } from "../support/galley.ts";
import { test } from "./browser-test.ts";
import { answering, backToStart, click, openQuestion, paste, resultOf, reviewing } from "./steps.ts";

// Each would set a global if any part of the page ran it.
const RUN = "globalThis.pwned = 1";
const MARKUP = `<img src=x onerror="${RUN}"><script>${RUN}</script><svg onload="${RUN}"><a href="javascript:${RUN}">x</a>`;
const HIDDEN = "a\u202eb\u200bc\u001b[31md";

/** In the page: clicks on the first button of the list as soon as a change of the file c.txt has taken that place. */
const PRESS = `new MutationObserver((_, looking) => {
  const row = document.querySelector(".receipt");
  if (!row.textContent.includes("c.txt")) return;
  looking.disconnect();
  const button = row.querySelector("button");
  button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  button.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  globalThis.pressed = true;
}).observe(document.body, { childList: true, subtree: true, characterData: true })`;

/** In the page: it is hidden, shown again, and gets a key at once. */
const BROUGHT_TO_FRONT = `for (const state of ["hidden", "visible"]) {
  Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
  document.dispatchEvent(new Event("visibilitychange"));
}
document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "y", bubbles: true }))`;

const isUntouched = (page: Page): Promise<boolean> => page.evaluate(() => !("pwned" in globalThis));

describe("content from outside", () => {
  test("a file whose name no path may hold is in the tree, revealed, and cannot be selected", async ({ web }) => {
    web.files({ "a.txt": "one\n", "src/x\u202etxt.sh": "rm\n" });
    web.commit();
    const page = await web.open();
    const tree = page.getByTestId("files");
    await tree.getByRole("treeitem", { name: "src" }).click();
    const row = tree.getByRole("treeitem", { name: /⟨RLO⟩/ });
    await row.getByText("⚠ name").waitFor();
    expect(await row.getByRole("checkbox", { includeHidden: true }).count()).toBe(0);
    await row.click();
    await tree.getByRole("treeitem", { name: "src" }).locator("input").click();
    await tree.getByText("none in context").waitFor();
  });

  test("markup in names, contents and reasons stays text; hidden characters are chips; the file gets the exact bytes", async ({
    web,
  }) => {
    const name = `src/<img src=x onerror=globalThis.pwned=1>.txt`;
    web.files({ [name]: "one\n", "a.txt": `${HIDDEN}\n` });
    web.commit();
    web.put(name, `${MARKUP}\n`);
    const page = await web.open();
    await page.getByRole("button", { name: "Review 1 file" }).click();
    await reviewing(page, "onerror");
    expect(await page.locator(".ln.added .tx").innerText()).toContain(`<img src=x onerror="${RUN}"><script>`);
    await click(page, "apply");
    await resultOf(page);
    await backToStart(page);
    await paste(page, `${MARKUP}\n\n${block("a.txt", `${HIDDEN}\n`, `${HIDDEN} \t\n`)}`);
    await reviewing(page, "a.txt");
    const added = await page.locator(".ln.added .tx").innerText();
    for (const chip of ["⟨RLO⟩", "⟨ZWSP⟩", "⟨ESC⟩"]) expect(added).toContain(chip);
    await click(page, "apply");
    await resultOf(page);
    expect(await page.locator("main img, main svg[onload], main script, main a[href^='javascript']").count()).toBe(0);
    expect(await isUntouched(page)).toBe(true);
    expect(web.tree()).toEqual({ [name]: `${MARKUP}\n`, "a.txt": `${HIDDEN} \t\n` });
  });

  test("a file of 5 MB, a line of 1 MB and a binary: shown, answered, or said to be no text", async ({ web }) => {
    const large = Array.from({ length: 100_000 }, (_, at) => `line ${at} ${"x".repeat(40)}`).join("\n");
    const long = "y".repeat(1_000_000);
    web.files({
      "large.txt": `${large}\n`,
      "long.txt": `${long}\nend\n`,
      "binary.bin": new Uint8Array([0, 1, 2, 3, 10, 255]),
    });
    const page = await web.open();
    const edits = [
      block("large.txt", "line 50000 \n".replace(" \n", ` ${"x".repeat(40)}\n`), "changed\n"),
      block("long.txt", "end\n", "END\n"),
      block("binary.bin", "x\n", "y\n"),
    ];
    await paste(page, edits.join(""));
    await reviewing(page, "large.txt");
    expect(await page.locator(".ln").count()).toBeLessThan(500);
    await click(page, "apply");
    await reviewing(page, "long.txt");
    await click(page, "apply");
    expect(await resultOf(page)).toBe("2 of 3 edits are applied");
    await page.getByText("binary").first().waitFor();
    expect(web.read("large.txt")).toBe(`${large.replace(/^line 50000 .*$/m, "changed")}\n`);
    expect(web.read("long.txt")).toBe(`${long}\nEND\n`);
  });
});

describe("what was meant for something else", () => {
  test("a click in the first moments of a new question answers nothing", async ({ web }) => {
    web.files({ "a.txt": "one\n", "b.txt": "two\n" });
    const page = await web.open();
    await paste(page, block("a.txt", "one\n", "ONE\n") + block("b.txt", "two\n", "TWO\n"));
    await reviewing(page, "a.txt");
    await answering(page, "apply").waitFor();
    // The second click of a double click is on the next file's button, which has just appeared.
    await page.getByTestId("apply").dblclick({ delay: 0 });
    await reviewing(page, "b.txt");
    await answering(page, "apply").waitFor();
    // Nor does a key that comes with the page when it is brought to the front.
    await page.evaluate(BROUGHT_TO_FRONT);
    await answering(page, "apply").waitFor();
    expect(web.tree()).toEqual({ "a.txt": "one\n", "b.txt": "two\n" });
    await click(page, "reject");
    await resultOf(page);
    expect(web.tree()).toEqual({ "a.txt": "ONE\n", "b.txt": "two\n" });
  });

  test("Undo next to an answer is of its own change; a click on a list that has just moved undoes nothing", async ({
    web,
  }) => {
    web.files({ "a.txt": "one\n", "b.txt": "two\n", "c.txt": "three\n" });
    const page = await web.open();
    const asking = web.start(["apply", "--inbox", "-"], { input: block("a.txt", "one\n", "ONE\n") });
    await openQuestion(page, /a\.txt/);
    await answering(page, "apply").waitFor();
    // The process that asked writes late, and another one writes first.
    asking.child.kill("SIGSTOP");
    await click(page, "apply");
    await page.getByText("Approved.").waitFor();
    await web.start(["apply", "--yes", "-"], { input: block("b.txt", "two\n", "TWO\n") }).ended;
    const receipts = page.locator(".receipt");
    await receipts.getByText("approved with --yes").waitFor();
    asking.child.kill("SIGCONT");
    await page.getByText("Undo restores a.txt.").waitFor();
    await page.getByTestId("undo").click();
    await expect.poll(() => web.tree()).toEqual({ "a.txt": "one\n", "b.txt": "TWO\n", "c.txt": "three\n" });
    await page.getByText("Restored a.txt.").waitFor();
    // The first button is of another change once one more is listed above it.
    await page.evaluate(PRESS);
    await web.start(["apply", "--yes", "-"], { input: block("c.txt", "three\n", "THREE\n") }).ended;
    await expect.poll(() => page.evaluate("globalThis.pressed")).toBe(true);
    await receipts.first().locator("button:not([aria-disabled=true])").waitFor();
    expect(web.tree()).toEqual({ "a.txt": "one\n", "b.txt": "TWO\n", "c.txt": "THREE\n" });
    await receipts.getByRole("button", { name: /c\.txt/ }).click();
    await expect.poll(() => web.read("c.txt")).toBe("three\n");
  });

  test("a list of actions that was opened on one question does nothing to the next", async ({ web }) => {
    web.files({ "a.txt": "one\n", "b.txt": "two\n" });
    const page = await web.open();
    for (const [name, find] of [
      ["a.txt", "one\n"],
      ["b.txt", "two\n"],
    ] as const)
      web.start(["apply", "--inbox", "-"], { input: block(name, find, "new\n") });
    await web.questions(2);
    await openQuestion(page, /a\.txt/);
    await answering(page, "apply").waitFor();
    // The reply to the answer comes when the list is open.
    let reply = (): void => undefined;
    const held = new Promise<void>((resolve) => (reply = resolve));
    await page.route("**/answer", async (route) => {
      await held;
      await route.continue();
    });
    await click(page, "apply");
    await page.getByText("Sending your answer").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search actions" }).fill("history");
    reply();
    await reviewing(page, "b.txt");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await answering(page, "apply").waitFor();
    expect(web.read("b.txt")).toBe("two\n");
  });

  test("keys that are typed in a field answer nothing", async ({ web }) => {
    web.files({ "a.txt": "one\n" });
    const page = await web.open();
    await paste(page, block("a.txt", "one\n", "ONE\n"));
    await reviewing(page, "a.txt");
    await answering(page, "apply").waitFor();
    await page.keyboard.press("r");
    await page.getByLabel("Why not?").waitFor();
    await page.keyboard.type("yes and no, dad\ny");
    expect(await page.getByLabel("Why not?").inputValue()).toBe("yes and no, dad\ny");
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await page.getByLabel("Comment on line 1").waitFor();
    await page.keyboard.type("yny");
    await page.keyboard.press("Escape");
    await page.getByLabel("Search files").focus();
    await page.keyboard.type("yn");
    await page.keyboard.press("Enter");
    expect(web.read("a.txt")).toBe("one\n");
    await click(page, "apply");
    await resultOf(page);
    expect(web.read("a.txt")).toBe("ONE\n");
  });
});
