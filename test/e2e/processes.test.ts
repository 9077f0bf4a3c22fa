// One question and several who could answer it: two tabs, a terminal, other processes; askers and servers that end,
// connections that break. The first answer counts, and the page says what happened.

import { describe, expect, onTestFinished } from "vitest";
import type { Page } from "playwright-core";
import { block } from "../support/galley.ts";
import { startBreakableProxy } from "./breakable-proxy.ts";
import { test } from "./browser-test.ts";
import { answering, click, openQuestion, reviewing } from "./steps.ts";
import type { WebPlace } from "./web-place.ts";

const BEFORE = "one\r\ntwo\r\nthree";
const EDIT = block("a.txt", "two\n", "TWO\n");
const AFTER = "one\r\nTWO\r\nthree";

const ask = (web: WebPlace) => web.start(["apply", "--inbox", "--json", "-"], { input: EDIT });
const show = async (page: Page): Promise<void> => {
  await openQuestion(page, /galley apply/);
  await reviewing(page, "a.txt");
};

describe("who answers", () => {
  test("two tabs: one answer wins, the other tab says what was decided and where", async ({ web }) => {
    web.files({ "a.txt": BEFORE });
    const one = await web.open();
    const two = await one.context().newPage();
    await two.goto(one.url());
    const asking = ask(web);
    await show(one);
    await show(two);
    await answering(two, "reject").waitFor();
    await click(one, "apply");
    const ended = two.getByLabel("What became of this question");
    await ended.getByText("Approved").waitFor();
    expect(await ended.innerText()).toContain("a browser tab");
    expect(await two.getByTestId("reject").count()).toBe(0);
    expect((await asking.ended).code).toBe(0);
    expect(web.read("a.txt")).toBe(AFTER);
  });

  test("both at once: exactly one answer counts, and both tabs agree about it with the disk", async ({ web }) => {
    web.files({ "a.txt": BEFORE });
    const one = await web.open();
    const two = await one.context().newPage();
    await two.goto(one.url());
    const asking = ask(web);
    await show(one);
    await show(two);
    await Promise.all([answering(one, "apply").waitFor(), answering(two, "reject").waitFor()]);
    await Promise.all([one.keyboard.press("y"), two.keyboard.press("n")]);
    const { code, out } = await asking.ended;
    const isApplied = web.read("a.txt") === AFTER;
    expect([code, web.read("a.txt")]).toEqual(isApplied ? [0, AFTER] : [1, BEFORE]);
    expect(JSON.parse(out)).toMatchObject({ results: [{ status: isApplied ? "APPLIED" : "SKIPPED" }] });
    const loser = isApplied ? two : one;
    await loser
      .getByLabel("What became of this question")
      .getByText(isApplied ? "Approved" : "Rejected")
      .waitFor();
  });

  test("a terminal answers while the page shows the question", async ({ web }) => {
    web.files({ "a.txt": BEFORE });
    const page = await web.open();
    const asking = ask(web);
    const [question] = await web.questions();
    await show(page);
    expect(web.galley(["inbox", "answer", question!.id, "apply"]).code).toBe(0);
    const ended = page.getByLabel("What became of this question");
    await ended.getByText("Approved").waitFor();
    expect(await ended.innerText()).toContain("another process");
    expect((await asking.ended).code).toBe(0);
    expect(web.read("a.txt")).toBe(AFTER);
  });

  test("an asker that is killed: the page says so within 2 s, and nothing is written", async ({ web }) => {
    web.files({ "a.txt": BEFORE });
    const page = await web.open();
    const asking = ask(web);
    await show(page);
    const killed = Date.now();
    asking.child.kill("SIGKILL");
    await page.getByText("The program that asked has ended.").waitFor();
    // CONTRACT: its questions close within 2 s. A busy machine gets some more to show it.
    expect(Date.now() - killed).toBeLessThan(6_000);
    expect(await page.getByTestId("apply").count()).toBe(0);
    expect(web.read("a.txt")).toBe(BEFORE);
  });

  test("an answer for an old question or for other bytes is refused", async ({ web }) => {
    web.files({ "a.txt": BEFORE });
    const page = await web.open();
    const asking = ask(web);
    const [question] = await web.questions();
    const { origin } = new URL(page.url());
    const { origins } = await page.context().storageState();
    const key = origins[0]!.localStorage.find(({ name }) => name.includes("key"))!.value; // The page is signed in.
    const post = async (decision: object): Promise<unknown> => {
      const headers = { origin, "x-galley-key": key };
      const path = `${origin}/api/questions/${question!.id}/answer`;
      return (await page.context().request.post(path, { headers, data: { decision } })).json();
    };
    const read = await web.inbox.read(question!.id);
    if (read.kind !== "question") throw new Error("the question is gone");
    const { approval_id, digest, after } = read.question as unknown as Record<string, string>;
    const item = { action: "apply", digest, after, by: { kind: "person" } };
    const REFUSED = { error: { code: "INVALID_ARG" } };
    expect(await post({ approval_id: "older", items: [item] })).toMatchObject(REFUSED);
    expect(await post({ approval_id, items: [{ ...item, digest: "other" }] })).toMatchObject(REFUSED);
    expect(await post({ approval_id, items: [{ ...item, after: "other" }] })).toMatchObject(REFUSED);
    expect(await post({ approval_id, items: [{ ...item, hunks: [0], after: "other" }] })).toMatchObject(REFUSED);
    expect(web.read("a.txt")).toBe(BEFORE);
    expect(await post({ approval_id, items: [item] })).toMatchObject({ kind: "won" });
    expect((await asking.ended).code).toBe(0);
    expect(await post({ approval_id, items: [{ action: "reject", digest, by: { kind: "person" } }] })).toMatchObject({
      kind: "lost",
    });
    expect(web.read("a.txt")).toBe(AFTER);
  });
});

describe("a lost connection", () => {
  test("what happened meanwhile is there again, a comment that was begun is kept, and offline nothing answers", async ({
    web,
  }) => {
    web.files({ "a.txt": BEFORE });
    const proxy = await startBreakableProxy();
    onTestFinished(proxy.close);
    const page = await web.open({ proxy });
    const first = ask(web);
    await show(page);
    await page.keyboard.press("c");
    await page.getByLabel("Comment on line 2").fill("half a thought");
    proxy.cut();
    await page.getByText("Offline.").or(page.getByText("The connection was lost")).first().waitFor();
    await page.getByRole("button", { name: "Save comment" }).click();
    await page.getByTestId("apply").click({ force: true });
    expect(web.read("a.txt"), "offline").toBe(BEFORE);
    const second = web.start(["apply", "--inbox", "--json", "-"], { input: block("b.txt", "", "new\n") });
    await web.questions(2);
    proxy.join();
    await page.getByText("2 questions waiting").waitFor();
    await page.getByText("half a thought").waitFor();
    await page.getByRole("button", { name: "Reject with 1 comment" }).waitFor();
    await click(page, "reject");
    expect((await first.ended).out).toContain("half a thought");
    await reviewing(page, "b.txt");
    await click(page, "apply");
    expect((await second.ended).code).toBe(0);
    expect(web.tree()).toEqual({ "a.txt": BEFORE, "b.txt": "new\n" });
  });

  test("kill -9 of the server: after a restart on the same port and a new link, the question is there", async ({
    web,
  }) => {
    web.files({ "a.txt": BEFORE });
    const page = await web.open();
    const asking = ask(web);
    await show(page);
    const port = new URL(page.url()).port;
    await web.killServer();
    await page.getByText("Reconnecting…").first().waitFor();
    expect(web.read("a.txt")).toBe(BEFORE);
    const { url } = await web.serve(["--port", port]);
    await page.getByText("The server was restarted.").waitFor();
    await page.goto(url);
    await show(page);
    await click(page, "apply");
    expect((await asking.ended).code).toBe(0);
    expect(web.read("a.txt")).toBe(AFTER);
  });
});
