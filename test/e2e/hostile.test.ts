// Names, contents and words from outside are data: nothing of them runs, nothing of them is hidden, and nothing large
// stops the page. And no click or key that was meant for something else answers.

import { describe, expect } from "vitest";
import type { Page } from "playwright-core";
import { block } from "../support/galley.ts";
import { test } from "./browser-test.ts";
import { answering, backToStart, click, paste, resultOf, reviewing } from "./steps.ts";

// Each would set a global if any part of the page ran it.
const RUN = "globalThis.pwned = 1";
const MARKUP = `<img src=x onerror="${RUN}"><script>${RUN}</script><svg onload="${RUN}"><a href="javascript:${RUN}">x</a>`;
const HIDDEN = "a\u202eb\u200bc\u001b[31md";

const isUntouched = (page: Page): Promise<boolean> => page.evaluate(() => !("pwned" in globalThis));

describe("content from outside", () => {
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
    expect(web.tree()).toEqual({ "a.txt": "one\n", "b.txt": "two\n" });
    await click(page, "reject");
    await resultOf(page);
    expect(web.tree()).toEqual({ "a.txt": "ONE\n", "b.txt": "two\n" });
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
