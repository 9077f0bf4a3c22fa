// Desktop notifications: only where they were asked for, only while the page is not in front, and with the right words.

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { block } from "../support/galley.ts";
import { test } from "./browser-test.ts";
import { reviewing } from "./steps.ts";
import type { WebPlace } from "./web-place.ts";

type Shown = { readonly title: string; readonly body: string };
type Recorded = { shown: Shown[]; closed: number; click: () => void; isHidden: boolean };

/** Notifications are recorded, and whether the page is in front is for the test to say. */
function record(): void {
  const recorded: Recorded = { shown: [], closed: 0, click: () => undefined, isHidden: false };
  class Recorder extends EventTarget {
    static permission = "granted";
    static requestPermission = (): Promise<string> => Promise.resolve("granted");
    constructor(title: string, { body }: { readonly body: string }) {
      super();
      recorded.shown.push({ title, body });
      recorded.click = () => void this.dispatchEvent(new Event("click"));
    }
    close(): void {
      recorded.closed += 1;
    }
  }
  Object.assign(globalThis, { Notification: Recorder, recorded });
  const { document } = globalThis as unknown as { document: object };
  Object.defineProperty(document, "hidden", { get: () => recorded.isHidden });
}

const recordedIn = (page: Page): Promise<Recorded> =>
  page.evaluate(() => (globalThis as unknown as { recorded: Recorded }).recorded);
const hide = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((to) => void ((globalThis as unknown as { recorded: Recorded }).recorded.isHidden = to), isHidden);

async function open(web: WebPlace): Promise<Page> {
  web.files({ "a.txt": "one\n", "b.txt": "two\n" });
  const { url } = await web.serve();
  const context = await web.context();
  await context.grantPermissions(["notifications"], { origin: new URL(url).origin });
  await context.addInitScript(record);
  const page = await context.newPage();
  await page.goto(url);
  await page.getByTestId("paste").waitFor();
  return page;
}

const waiting = (page: Page, count: number) => expect.poll(() => page.title()).toMatch(new RegExp(`^\\(${count}\\)`));

test("a question that comes while the page is not in front; a click on it leads there", async ({ web }) => {
  const page = await open(web);
  const asks = (name: string, from: string) =>
    web.start(["apply", "--inbox", "--json", "-"], { input: block(name, from, from.toUpperCase()) });
  asks("a.txt", "one\n");
  await waiting(page, 1);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("notif");
  await page.keyboard.press("Enter");
  await page.getByText("You are notified when a question is waiting").waitFor();
  expect((await recordedIn(page)).shown, "what was there before is on the screen").toEqual([]);
  await hide(page, true);
  asks("b.txt", "two\n");
  await waiting(page, 2);
  await expect
    .poll(async () => (await recordedIn(page)).shown)
    .toEqual([{ title: "galley apply asks for approval", body: expect.stringMatching(/^Edit workspace\/b\.txt/) }]);
  await page.evaluate(() => (globalThis as unknown as { recorded: Recorded }).recorded.click());
  await reviewing(page, "b.txt");
});

test("none without being asked for, and none while the page is in front", async ({ web }) => {
  const page = await open(web);
  await hide(page, true);
  web.start(["apply", "--inbox", "--json", "-"], { input: block("a.txt", "one\n", "ONE\n") });
  await waiting(page, 1);
  expect((await recordedIn(page)).shown).toEqual([]);
});

test("one whose question has ended goes away; clicked all the same, it says what became of it", async ({ web }) => {
  const page = await open(web);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("notif");
  await page.keyboard.press("Enter");
  await page.getByText("You are notified when a question is waiting").waitFor();
  await hide(page, true);
  const asking = web.start(["apply", "--inbox", "--json", "-"], { input: block("a.txt", "one\n", "ONE\n") });
  await waiting(page, 1);
  await expect.poll(async () => (await recordedIn(page)).shown.length).toBe(1);
  asking.child.kill("SIGKILL");
  await asking.ended;
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
  expect((await recordedIn(page)).closed).toBe(1);
  await page.evaluate(() => (globalThis as unknown as { recorded: Recorded }).recorded.click());
  await page.getByText("The program that asked has ended").first().waitFor();
  expect(await page.locator("[data-testid=apply]:not([aria-disabled=true])").count()).toBe(0);
  expect(web.bytes("a.txt")).toBe("one\n");
});
