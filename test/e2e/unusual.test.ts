// Conditions that a page meets rarely: a thousand questions, a clock that is set back, a page inside another one, requests
// that take very long.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished } from "vitest";
import { asker, changeQuestion } from "../../src/testing/index.ts";
import { block } from "../support/galley.ts";
import { startBreakableProxy } from "./breakable-proxy.ts";
import { test } from "./browser-test.ts";
import { answering, click, openQuestion, reviewing, visit } from "./steps.ts";

const QUESTIONS = 1_000;

test("a thousand questions wait: the rest is listed on request, the last one can be answered, new ones arrive", async ({
  web,
}) => {
  web.files({ "a.txt": "one\n" });
  const put = async (number: number) => {
    const payload = changeQuestion(`ws/file-${number}.txt`);
    const asked = await web.inbox.put({ payload, asker: asker(`${number}`, { root: web.folder }), withinMs: null });
    if (asked.kind !== "asked") throw new Error(asked.kind);
    return asked.id;
  };
  const ids: string[] = [];
  for (let number = 0; number < QUESTIONS; number += 1) ids.push(await put(number));
  const page = await web.open();
  await expect.poll(() => page.title()).toMatch(/^\(1000\)/);
  await visit(page, "inbox");
  const rows = page.locator("main .inbox-row");
  await expect.poll(() => rows.count()).toBe(100);
  await page.locator("main").getByText("900 newer questions are not listed").waitFor();
  await page.locator("main").getByRole("button", { name: "Show 400 more" }).click();
  await expect.poll(() => rows.count()).toBe(500);
  await page.locator("main").getByRole("button", { name: "Show 500 more" }).click();
  await expect.poll(() => rows.count()).toBe(QUESTIONS);
  await page
    .locator("main")
    .getByRole("link", { name: /file-999\.txt/ })
    .click();
  await reviewing(page, "file-999.txt");
  await click(page, "reject");
  expect((await web.inbox.await(ids.at(-1)!)).kind).toBe("answered");
  await expect.poll(() => page.title()).toMatch(/^\(999\)/);
  await put(QUESTIONS);
  await expect.poll(() => page.title()).toMatch(/^\(1000\)/);
});

/** In the page: the clock shows another time from now on. */
const SET_BACK = `(() => { const now = Date.now; Date.now = () => now() - 3_600_000; })()`;

describe("the clock is set back by an hour", () => {
  test("a connection that is lost then is reported, and found again", async ({ web }) => {
    web.files({ "a.txt": "one\n" });
    const proxy = await startBreakableProxy();
    onTestFinished(proxy.close);
    const page = await web.open({ proxy });
    proxy.cut();
    await page.evaluate(SET_BACK);
    await page.getByRole("alert").getByText("The connection was lost").waitFor();
    proxy.join();
    await page.getByRole("alert").waitFor({ state: "detached" });
  });

  test("a question is shown, can be answered, and is of just now", async ({ web }) => {
    web.files({ "a.txt": "one\n" });
    const page = await web.open();
    await page.evaluate(SET_BACK);
    const asking = web.start(["apply", "--inbox", "--json", "-"], { input: block("a.txt", "one\n", "ONE\n") });
    await web.questions();
    await openQuestion(page, /a\.txt/);
    await page.getByText("just now").first().waitFor();
    await click(page, "apply");
    expect((await asking.ended).code).toBe(0);
    expect(web.bytes("a.txt")).toBe("ONE\n");
  });
});

test("the page is not shown inside another one", async ({ web }) => {
  web.files({ "a.txt": "one\n" });
  const { url } = await web.serve();
  const around = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<iframe src="${url}" width="800" height="600"></iframe>`);
  });
  await new Promise<void>((listening) => void around.listen(0, "127.0.0.1", listening));
  try {
    const context = await web.context({}, { mayBeRefused: true });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(around.address() as AddressInfo).port}/`); // It listens on a port.
    const frame = page.frames()[1]!; // The page has one.
    await expect.poll(() => frame.url()).toMatch(/^chrome-error:/);
    expect(await frame.locator("[data-testid]").count()).toBe(0);
  } finally {
    around.close();
  }
});

test("an answer that takes long is sent once, however often it is given", async ({ web }) => {
  web.files({ "a.txt": "one\n" });
  const page = await web.open();
  const asking = web.start(["apply", "--inbox", "--json", "-"], { input: block("a.txt", "one\n", "ONE\n") });
  await web.questions();
  let [sent, release] = [0, (): void => undefined];
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/answer", async (route) => {
    sent += 1;
    await released;
    await route.continue();
  });
  await openQuestion(page, /a\.txt/);
  await answering(page, "apply").click();
  await expect.poll(() => sent).toBe(1);
  for (let again = 0; again < 3; again += 1) {
    await page.evaluate(`document.querySelector("[data-testid=apply]")?.click()`);
    await page.keyboard.press("y");
  }
  expect(web.bytes("a.txt")).toBe("one\n");
  release();
  expect((await asking.ended).code).toBe(0);
  expect([sent, web.bytes("a.txt")]).toEqual([1, "ONE\n"]);
});
