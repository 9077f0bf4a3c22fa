// What a person does on the page, step by step. A control that answers is waited for until it can be used: it is inert
// until its question was painted and stayed.

import type { Locator, Page } from "playwright-core";

/** Goes to an address of the page. Afterwards a key is meant for its screen, no longer for the one before. */
export async function visit(page: Page, place: string): Promise<void> {
  const hash = JSON.stringify(`#/${place}`);
  await page.evaluate(`new Promise((resolve) => {
    if (location.hash === ${hash}) return resolve();
    addEventListener("hashchange", () => resolve(), { once: true });
    location.hash = ${hash};
  })`);
}

/** Sends an answer from the start screen. */
export async function paste(page: Page, answer: string): Promise<void> {
  await page.getByTestId("paste").fill(answer);
  await page.getByTestId("send").click();
}

/** The control that applies or rejects, once it can be used. */
export function answering(page: Page, id: "apply" | "reject"): Locator {
  return page.locator(`[data-testid=${id}]:not([aria-disabled=true])`);
}

/** Clicks on a control that answers. */
export async function click(page: Page, id: "apply" | "reject"): Promise<void> {
  await answering(page, id).click();
}

/** Waits until the review shows this file. */
export async function reviewing(page: Page, path: string): Promise<void> {
  await page.getByTestId("review").getByRole("heading", { name: path }).waitFor();
}

export async function rejectBecause(page: Page, reason: string): Promise<void> {
  await page.getByRole("button", { name: "Reject with reason…" }).click();
  await page.getByLabel("Why not?").fill(reason);
  await click(page, "reject");
}

/** What came of an answer, as its heading says. The page goes there by itself. */
export async function resultOf(page: Page): Promise<string> {
  await page.locator(".task-screen h1").waitFor();
  return page.locator(".task-screen h1").innerText();
}

/** One line for each block: its status and its file. */
export async function blockResults(page: Page): Promise<readonly string[]> {
  const heads = await page.locator(".block-result-head").allInnerTexts();
  return heads.map((head) => head.split("\n").slice(0, 2).join(" ").trim());
}

export async function backToStart(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByTestId("paste").waitFor();
}

/** Opens a question from the list of those that wait; it may be listed in the rail and on the start screen. */
export async function openQuestion(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("link", { name }).first().click();
}

/** Answers the open question with "apply" and opens the one that follows it; the answered one may be listed for a moment. */
export async function applyAndOpenNext(page: Page, name: RegExp): Promise<void> {
  const answered = new URL(page.url()).hash;
  await click(page, "apply");
  await page
    .getByRole("link", { name })
    .and(page.locator(`:not([href="${answered}"])`))
    .first()
    .click();
}
