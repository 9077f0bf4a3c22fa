// States that a user meets rarely: each says what happened and what to do, has no serious problem for axe, and is not
// wider than a phone. With GALLEY_E2E_SHOTS a picture of each is kept.

import { expect, onTestFinished } from "vitest";
import type { Page } from "playwright-core";
import type { ApprovalPayload } from "../../src/approval/index.ts";
import { block } from "../support/galley.ts";
import { patchPayload } from "../support/payloads.ts";
import { problemsOf } from "./axe.ts";
import { startBreakableProxy } from "./breakable-proxy.ts";
import { test } from "./browser-test.ts";
import { answering, click, openQuestion, paste, reviewing, visit } from "./steps.ts";
import type { WebPlace } from "./web-place.ts";

const LINES = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
const BEFORE = `${LINES.join("\n")}\n`;
const EDITS = [3, 15, 28].map((at) => block("src/a.txt", `line ${at}\n`, `LINE ${at}\n`)).join("");

const ask = (web: WebPlace, input = EDITS) => web.start(["apply", "--inbox", "--json", "-"], { input });
const show = async (page: Page, path = "a.txt"): Promise<void> => {
  await openQuestion(page, /galley apply/);
  await reviewing(page, path);
};

/** The page says these words, in a state that can be read by everyone, on every screen. */
async function check(web: WebPlace, page: Page, words: string): Promise<void> {
  await page.getByText(words).first().waitFor();
  await web.picture(page, `state ${words}`);
  expect(await problemsOf(page), words).toEqual([]);
  const size = page.viewportSize()!; // Every page of these tests has one.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText(words).first().waitFor();
  await expect.poll(() => page.evaluate("document.documentElement.scrollWidth"), { message: words }).toBe(390);
  await page.setViewportSize(size);
}

test("a question that comes again, one that was answered elsewhere, was withdrawn, or whose time ran out", async ({
  web,
}) => {
  web.files({ "src/a.txt": BEFORE });
  const page = await web.open({ reducedMotion: "reduce" });
  const first = ask(web);
  await show(page);
  await answering(page, "apply").waitFor();
  web.put("src/a.txt", `a line of another program\n${BEFORE}`);
  await click(page, "apply");
  await show(page);
  await check(web, page, "The file changed on disk");
  const [again] = await web.questions();
  expect(web.galley(["inbox", "answer", again!.id, "apply"]).code).toBe(0);
  await check(web, page, "another process");
  expect((await first.ended).code).toBe(0);
  await page.getByRole("button", { name: "Continue" }).click();

  const second = ask(web, block("b.txt", "", "b\n"));
  await show(page, "b.txt");
  second.child.kill("SIGINT");
  await check(web, page, "The agent no longer waits for an answer.");
  await page.getByRole("button", { name: "Continue" }).click();

  const payload: ApprovalPayload = { ...patchPayload("ws/src/a.txt"), approval_id: "q9" };
  const asker = { door: "hook:claude-code", host: "laptop", root: web.folder, session: null, call_key: "1" };
  await web.inbox.put({ payload, asker, withinMs: 3_000 });
  await openQuestion(page, /Claude Code/);
  await check(web, page, "The time to answer ran out.");
});

test("a link that was used, a server that is gone, and one that was started again", async ({ web }) => {
  web.files({ "src/a.txt": BEFORE });
  const page = await web.open({ reducedMotion: "reduce" });
  const context = await web.context({ reducedMotion: "reduce" });
  const other = await context.newPage();
  await other.goto(page.url());
  await check(web, other, "This link no longer works");
  ask(web);
  await show(page);
  const { port } = new URL(page.url());
  await web.killServer();
  await check(web, page, "The server is not running.");
  await web.serve(["--port", port]);
  await check(web, page, "The server was restarted.");
});

test("an answer that could not be sent, and the confirmation of one that was", async ({ web }) => {
  web.files({ "src/a.txt": BEFORE, "c.txt": "c\n" });
  const proxy = await startBreakableProxy();
  onTestFinished(proxy.close);
  const page = await web.open({ proxy, reducedMotion: "reduce" });
  const first = ask(web, block("c.txt", "c\n", "C\n"));
  await show(page, "c.txt");
  await click(page, "apply");
  await first.ended;
  await check(web, page, "Undo restores");
  ask(web);
  await show(page);
  await answering(page, "apply").waitFor();
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: /^Comment on/ }).fill("Why?");
  await page.getByRole("button", { name: "Save comment" }).click();
  await answering(page, "apply").waitFor();
  await page.route("**/answer", (route) => route.abort());
  await click(page, "apply");
  await check(web, page, "Your answer may not have arrived.");
  await page.getByRole("button", { name: "Change your answer" }).click();
  proxy.cut();
  await check(web, page, "Offline.");
});

test("side by side, a long file, a file that is not text, and an answer without edits", async ({ web }) => {
  const long = Array.from({ length: 100_000 }, (_, at) => `const value${at} = ${at};\n`).join("");
  web.files({ "src/a.txt": BEFORE, "long.ts": long, "logo.png": new Uint8Array([137, 80, 0, 1]) });
  const page = await web.open({ reducedMotion: "reduce" });
  await page
    .getByRole("button", { name: /conversation/i })
    .first()
    .click();
  await paste(page, "Looks good to me. I would not change anything.");
  await check(web, page, "There is no edit in this text.");
  await visit(page, "");
  await paste(page, block("long.ts", "const value50000 = 50000;\n", "const value50000 = fifty(thousand);\n") + EDITS);
  await reviewing(page, "long.ts");
  await page.locator(".split").waitFor();
  await check(web, page, "fifty");
  await visit(page, "file/logo.png");
  await check(web, page, "is not text");
  await visit(page, "question/none");
  await check(web, page, "There is no such question");
});
