// The conversation with a model: words and tool calls as they come, edit blocks, the selection, and what is offered but
// never sent by itself.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";
import { startModelServer, type ModelServer, type Script } from "../../src/testing/index.ts";
import { block } from "../support/galley.ts";
import { test } from "./browser-test.ts";
import { startSlowModel } from "./slow-model.ts";
import { click, openQuestion, reviewing } from "./steps.ts";
import type { WebPlace } from "./web-place.ts";

const KEY = "sk-secret-0123456789";
const NO_TOOLS = {
  status: 400,
  body: { error: { message: "test-model does not support tools", type: "invalid_request_error" } },
};

/** What of the browser's own a script in the page uses. */
type InPage = {
  readonly document: object;
  readonly MutationObserver: new (
    see: (records: readonly { readonly addedNodes: Iterable<{ readonly textContent: string | null }> }[]) => void,
  ) => { observe(target: object, options: object): void };
};

async function serveWith(web: WebPlace, baseUrl: string): Promise<void> {
  const config = join(web.base, "config.json");
  writeFileSync(config, JSON.stringify({ model: "openai/test-model", base_url: baseUrl }));
  await web.serve(["--config", config], { OPENAI_API_KEY: KEY });
}

async function modelWith(web: WebPlace, script: Script): Promise<ModelServer> {
  const model = await startModelServer({ wire: "openai", script, key: KEY });
  onTestFinished(() => model.close());
  await serveWith(web, model.baseUrl);
  return model;
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel("Message to the model").fill(text);
  await page.getByRole("button", { name: "Send the message" }).click();
}

const messages = (page: Page) => page.getByRole("log", { name: "Messages" });
const select = (page: Page, name: string) =>
  page.getByTestId("files").getByRole("treeitem", { name }).locator("input").click();

describe("a conversation", () => {
  test("S4-18: tool calls with their results; an edit is asked about, written, staged, and marked in the tree", async ({
    web,
  }) => {
    web.files({ "a.txt": "one\ntwo\n" });
    web.commit();
    await modelWith(web, [
      { calls: [{ name: "read_file", arguments: { path: "a.txt" } }] },
      { calls: [{ name: "edit_file", arguments: { path: "a.txt", old_string: "two", new_string: "TWO" } }] },
      { text: "**All done**, with `TWO`." },
    ]);
    const page = await web.open();
    await say(page, "Make it loud");
    await openQuestion(page, /a\.txt/);
    await reviewing(page, "a.txt");
    await click(page, "apply");
    await messages(page).getByText("All done").waitFor();
    expect(await messages(page).locator("strong", { hasText: "All done" }).count()).toBe(1);
    const cards = await messages(page).locator(".call-card summary").allInnerTexts();
    expect(cards.map((card) => card.replaceAll(/\s+/g, " "))).toEqual(["read_file a.txt Done", "edit_file a.txt Done"]);
    expect([web.read("a.txt"), web.git("diff", "--cached", "--name-only")]).toEqual(["one\nTWO\n", "a.txt\n"]);
    const row = page.getByTestId("files").getByRole("treeitem", { name: "a.txt" });
    await row.getByLabel("changed in this session").waitFor();
    await row.getByLabel("modified").waitFor();
  });

  test("S4-17 S4-20 S4-21 S4-22 S4-23 S4-24 S4-25: a block for a file that is not selected is not attempted; the follow-up is only filled in", async ({
    web,
  }) => {
    web.files({ "a.txt": "one\n", "b.txt": "two\n" });
    const answer = `Here:\n\n${block("a.txt", "one\n", "ONE\n")}\n${block("b.txt", "two\n", "TWO\n")}\n${block("c/new.txt", "", "new\n")}`;
    const model = await modelWith(web, [NO_TOOLS, { text: answer }]);
    const page = await web.open();
    await select(page, "a.txt");
    await page.getByTestId("files").getByText("1 file in context").waitFor();
    await say(page, "Change them");
    await openQuestion(page, /a\.txt/);
    await reviewing(page, "a.txt");
    await click(page, "apply");
    await reviewing(page, "c/new.txt");
    await click(page, "apply");
    await messages(page).locator(".block-result").nth(2).waitFor();
    expect(await messages(page).locator(".block-card-head").allInnerTexts()).toEqual([
      "a.txt\nEdit\n2 lines",
      "b.txt\nEdit\n2 lines",
      "c/new.txt\nEdit\n1 line",
    ]);
    const results = await messages(page).locator(".block-result-head").allInnerTexts();
    expect(results.map((head) => head.split("\n").slice(0, 2).join(" ").trim())).toEqual([
      "Applied a.txt",
      "Not in context b.txt",
      "Applied c/new.txt",
    ]);
    expect(web.tree()).toEqual({ "a.txt": "ONE\n", "b.txt": "two\n", "c/new.txt": "new\n" });
    await page.getByTestId("files").getByRole("treeitem", { name: "b.txt" }).getByText("auto").waitFor();
    const asked = model.requests.length;
    await page.getByRole("button", { name: "Use as the next message" }).click();
    expect(await page.getByLabel("Message to the model").inputValue()).toContain("b.txt");
    expect(model.requests.length, "nothing is sent by itself").toBe(asked);
  });

  test("words appear as they come; a reload in the middle shows everything; stop ends it", async ({ web }) => {
    const model = await startSlowModel({ hasTools: true });
    onTestFinished(model.close);
    await serveWith(web, model.baseUrl);
    const page = await web.open();
    await say(page, "Tell me a story");
    await model.say("Once upon ");
    await messages(page).getByText("Once upon").waitFor();
    await model.say("a time <script>globalThis.pwned = 1</script>");
    await page.reload();
    await messages(page).getByText("Tell me a story").waitFor();
    await messages(page).getByText("Once upon a time").waitFor();
    await model.say(" there was");
    await messages(page).getByText("there was").waitFor();
    expect(await messages(page).innerText()).toContain(
      "Once upon a time <script>globalThis.pwned = 1</script> there was",
    );
    expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
    await page.getByRole("button", { name: "Stop the model" }).click();
    await messages(page).getByText("Stopped by you.").waitFor();
    await expect.poll(() => model.wasLeft()).toBe(true);
    await page.getByRole("button", { name: "Send the message" }).waitFor();
  });

  test("a block that is still being written is a card already", async ({ web }) => {
    web.files({ "a.txt": "one\n" });
    const model = await startSlowModel({ hasTools: false });
    onTestFinished(model.close);
    await serveWith(web, model.baseUrl);
    const page = await web.open();
    await select(page, "a.txt");
    await say(page, "Go");
    await model.say("Sure.\n\na.txt\n««« EDIT\none\n═══════ REPL\nON");
    await messages(page).getByText("Writing…").waitFor();
    await model.say("E\n»»» EDIT END\n");
    model.finish();
    await messages(page).locator(".block-card").getByText("Edit", { exact: true }).waitFor();
    expect(web.read("a.txt")).toBe("one\n");
  });

  test("S4-7: git rm and git mv in the model's words can be copied; nothing runs them", async ({ web }) => {
    web.files({ "a.txt": "one\n" });
    await modelWith(web, [
      { text: "Blocks cannot do that. Run `git mv a.txt b.txt`, then:\n\n```sh\ngit rm a.txt\n```" },
    ]);
    const page = await web.open();
    await say(page, "Rename it");
    await messages(page).locator(".command-hint").waitFor();
    expect(await messages(page).locator(".command-hint code").allInnerTexts()).toEqual([
      "git mv a.txt b.txt",
      "git rm a.txt",
    ]);
    expect(web.tree()).toEqual({ "a.txt": "one\n" });
  });

  test("an earlier conversation is resumed with its words, and the model hears them again", async ({ web }) => {
    const model = await modelWith(web, [{ text: "Nice to meet you." }, { text: "You are Ada." }]);
    const page = await web.open();
    await say(page, "I am Ada");
    await messages(page).getByText("Nice to meet you.").waitFor();
    await page.getByRole("button", { name: "New conversation" }).click();
    await expect.poll(() => messages(page).getByText("I am Ada").count()).toBe(0);
    await page.getByRole("button", { name: "Resume a conversation" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /I am Ada/ })
      .click();
    await messages(page).getByText("Nice to meet you.").waitFor();
    await say(page, "Who am I?");
    await messages(page).getByText("You are Ada.").waitFor();
    expect(JSON.stringify(model.requests.at(-1)!.body)).toMatch(/I am Ada.*Nice to meet you.*Who am I/s);
  });

  test("another model is chosen, and gets the next message", async ({ web }) => {
    await modelWith(web, [{ text: "Hello." }, { text: "Hello again." }]);
    const page = await web.open();
    await say(page, "Hi");
    await messages(page).getByText("Hello.").waitFor();
    const choice = page.getByLabel("Model", { exact: true });
    const others = async (): Promise<readonly string[]> =>
      (await choice.locator("option").allInnerTexts()).filter((name) => /^openai\/(?!test-model$)/.test(name));
    await expect.poll(others).not.toEqual([]); // The list arrives after the page.
    const [other = ""] = await others();
    await choice.selectOption(other);
    await expect.poll(() => choice.inputValue()).toBe(other);
    await say(page, "And now?");
    // The server of this test has one model, and says so of the other.
    await messages(page)
      .getByText(`The model \`${other.slice("openai/".length)}\` does not exist`)
      .waitFor();
    await choice.selectOption("openai/test-model");
    await expect.poll(() => choice.inputValue()).toBe("openai/test-model");
    await say(page, "And again?");
    await messages(page).getByText("Hello again.").waitFor();
  });

  test("a very long answer is drawn in small parts, and all of it", async ({ web }) => {
    const words = Array.from({ length: 900 }, (_, at) => `- item **${at}** with \`code\` and words that go on\n`);
    const code = Array.from({ length: 1500 }, (_, at) => `const value${at} = ${at};\n`);
    await modelWith(web, [{ text: `${words.join("")}\n\`\`\`ts\n${code.join("")}\`\`\`\n\nThe end.` }]);
    const page = await web.open();
    await say(page, "All of it");
    await messages(page).getByText("The end.").waitFor();
    // The same again at once, as after a reload: how much each frame added is recorded.
    await page.addInitScript(() => {
      const { MutationObserver, document } = globalThis as unknown as InPage;
      const added: number[] = [];
      Object.assign(globalThis, { added });
      new MutationObserver((records) => {
        const texts = records.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent?.length ?? 0));
        added.push(texts.reduce((sum, length) => sum + length, 0));
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await messages(page).getByText("The end.").waitFor();
    const largest = await page.evaluate(() => Math.max(...(globalThis as unknown as { added: number[] }).added));
    expect(largest).toBeLessThan(20_000);
    expect(await messages(page).locator(".md-item").count()).toBe(900);
    expect(await messages(page).locator(".code-line").count()).toBe(1500);
  });
});
