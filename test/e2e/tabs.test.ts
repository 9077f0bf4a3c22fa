// Many tabs of one browser: they share one stream of events, so none of them waits for a free connection.

import { expect } from "vitest";
import { block } from "../support/galley.ts";
import { test } from "./browser-test.ts";
import { answering, openQuestion, reviewing } from "./steps.ts";

test("eight tabs: each hears of a question, also after the one that reads for all was closed; the last one answers", async ({
  web,
}) => {
  web.files({ "a.txt": "one\n", "b.txt": "two\n" });
  const first = await web.open();
  const { origin } = new URL(first.url());
  const tabs = [first];
  for (let at = 1; at < 8; at += 1) {
    const tab = await first.context().newPage();
    await tab.goto(`${origin}/`);
    await tab.getByTestId("paste").waitFor();
    tabs.push(tab);
  }
  const asks = (name: string, from: string) =>
    web.start(["apply", "--inbox", "--json", "-"], { input: block(name, from, from.toUpperCase()) });
  const asking = asks("a.txt", "one\n");
  for (const tab of tabs) await expect.poll(() => tab.title()).toMatch(/^\(1\)/);
  const last = tabs.at(-1)!;
  await openQuestion(last, /galley apply/);
  await reviewing(last, "a.txt");
  await answering(last, "apply").click();
  expect((await asking.ended).code).toBe(0);
  for (const tab of tabs) await expect.poll(() => tab.title()).not.toMatch(/^\(/);
  await first.close();
  const next = asks("b.txt", "two\n");
  for (const tab of tabs.slice(1)) await expect.poll(() => tab.title()).toMatch(/^\(1\)/);
  next.child.kill("SIGKILL");
  for (const tab of tabs.slice(1)) await expect.poll(() => tab.title()).not.toMatch(/^\(/);
});
