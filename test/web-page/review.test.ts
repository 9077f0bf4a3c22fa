// The review screen in Chromium: what it shows, what a click or key sends, and what it refuses to send.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test as everywhere } from "vitest";
import type { ApprovalPayload, Decision } from "../../src/approval/index.ts";
import { versionOf } from "../../src/base/index.ts";
import { asText, encode } from "../../src/text/index.ts";
import { installed } from "../support/chromium.ts";
import { AFTER, batchPayload, BEFORE, patchPayload } from "../support/payloads.ts";
import { answersIn, openHarness, questionOf, run, setReply, show, type Harness } from "./review-harness/open.ts";

const test = everywhere.skipIf(installed.missing);
let harness: Harness;
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

beforeEach(async () => {
  await page?.context().close();
  problems.length = 0;
  // Too narrow for two columns.
  page = await harness.open({ viewport: { width: 900, height: 900 } });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  return () => expect(problems).toEqual([]);
});

const apply = () => page.getByTestId("apply");
const reject = () => page.getByTestId("reject");
const ready = () => page.waitForSelector('[data-testid="apply"][aria-disabled="false"]');
const ask = async (payload: ApprovalPayload, props: Readonly<Record<string, unknown>> = {}): Promise<void> => {
  await show(page, { question: questionOf(payload), ...props });
};
const sent = async (): Promise<Decision> => {
  await expect.poll(() => answersIn(page)).toHaveLength(1);
  return (await answersIn(page))[0] as Decision;
};
const versionOfText = (text: string): string => versionOf(encode(asText(text)!));
const PERSON = { kind: "person" };
const DIGEST = "digest of ws/a.ts";

describe(`what is shown${installed.note}`, () => {
  test("S0-36 S0-44 S1-1 S1-27 an edit: its file, its lines with signs, and who asks", async () => {
    await ask(patchPayload("ws/src/a.ts"));
    await ready();
    await expect.poll(() => page.getByRole("heading").textContent()).toBe("Edit src/a.ts");
    const lines = await page.locator(".ln").evaluateAll((rows) => rows.map((row) => row.className.split(" ")[1]));
    expect(lines).toEqual(["removed", "added", "context", "context", "context", "removed", "added"]);
    const signs = await page.locator(".ln .sign").allTextContents();
    expect(signs.join("")).toBe("−+   −+");
    expect(await page.locator(".asking").textContent()).toContain("Claude Code asks");
  });

  test("hidden characters have names, and copying gives the file's own text", async () => {
    const after = "a\u202eb\tc  \r\nשלום\n";
    await ask(patchPayload("ws/a.ts", "x\n", after));
    await ready();
    const shown = await page.locator(".ln.added .tx").allTextContents();
    expect(shown[0]).toContain("⟨RLO⟩");
    expect(shown[0]).toContain("⟨CR⟩");
    const copied = await run(page, "copy", ".ln.added .tx");
    expect(copied).toBe(after.slice(0, -1));
  });

  test("S0-40 a whole file that replaces one says so", async () => {
    const write = {
      ...patchPayload("ws/a.ts", "old\n", "new\n"),
      type: "write",
      content: "new\n",
      content_lines: 150,
      file_exists: true,
      existing_lines: 42,
      existing_bytes: 4,
    } as unknown as ApprovalPayload;
    await ask(write);
    await ready();
    expect(await page.locator(".lead").textContent()).toContain(
      "This will overwrite existing file (was 42 lines, now 150 lines)",
    );
  });

  test("two columns where there is room; copying takes one of them", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await ask(patchPayload("ws/a.ts"));
    await ready();
    const columns = await page
      .locator(".ln.pair .half")
      .evaluateAll((all) => all.map((one) => one.className.split(" ")[1]));
    expect(columns.join(" ")).toBe(`removed added ${"context context ".repeat(3)}removed added`);
    expect(await run(page, "copy", '[data-cell="new"] .tx')).toBe(AFTER.slice(0, -1));
    await page.keyboard.press("|");
    await expect.poll(() => page.locator(".ln.added").count()).toBe(2);
  });

  test("S0-38 S0-39 a new file: how long it is, and all of its lines", async () => {
    const content = Array.from({ length: 150 }, (_, at) => `line ${at + 1}\n`).join("");
    const write = {
      ...patchPayload("ws/new.ts", "", content),
      type: "write",
      original_content: null,
      content,
      content_lines: 150,
      file_exists: false,
    } as unknown as ApprovalPayload;
    await ask(write);
    await ready();
    expect(await page.locator(".review-name").textContent()).toBe("New file new.ts+150 −0150 lines");
    expect(await apply().textContent()).toBe("Create this file");
    await run(page, "scrollToEnd");
    await expect.poll(() => page.locator(".ln").last().textContent()).toContain("line 150");
  });

  test("S0-45 the whole file, and back", async () => {
    const before = Array.from({ length: 50 }, (_, at) => `line ${at}\n`).join("");
    await ask(patchPayload("ws/a.ts", before, before.replace("line 25", "LINE 25")));
    await ready();
    expect(await page.locator(".ln").count()).toBe(8);
    await page.keyboard.press("v");
    await expect.poll(() => page.locator(".ln").count()).toBeGreaterThan(30);
    await page.keyboard.press("v");
    await expect.poll(() => page.locator(".ln").count()).toBe(8);
  });

  test("folded lines are opened, and what is looked at stays where it is", async () => {
    const before = Array.from({ length: 100 }, (_, at) => `line ${at}\n`).join("");
    await ask(patchPayload("ws/a.ts", before, before.replace("line 50\n", "LINE 50\n")));
    await ready();
    await page.getByRole("button", { name: "↑ 20 more" }).first().click();
    await expect.poll(() => page.locator(".ln").count()).toBe(28);
    await page.getByRole("button", { name: "Show all 27 unchanged lines" }).click();
    await expect.poll(() => page.locator(".ln").count()).toBeGreaterThan(40);
  });

  test("S0-41 S0-42 of a hundred thousand lines only those near the window are in the document", async () => {
    const before = Array.from({ length: 50_000 }, (_, at) => `line ${at}\n`).join("");
    await ask(patchPayload("ws/a.ts", before, before.replaceAll("line", "LINE")));
    await ready();
    expect(await page.locator(".ln").count()).toBeLessThan(150);
    await run(page, "scrollToEnd");
    await expect.poll(() => page.locator(".ln").last().textContent()).toContain("LINE 49999");
    expect(await page.locator(".ln").count()).toBeLessThan(150);
  });

  test("a line of a megabyte is drawn in parts", async () => {
    const line = "abcdefghi ".repeat(100_000);
    await ask(patchPayload("ws/a.json", `${line}\n`, `${line}x\n`));
    await ready();
    const longest = await run(page, "longest", ".ln .tx");
    expect(longest).toBeLessThan(1100);
  });

  test("S0-35 S0-43 a type that is not known is asked about by its description", async () => {
    const payload = { ...patchPayload("ws/a.ts"), type: "teleport", description: "Move the file to Mars" };
    await ask(payload as unknown as ApprovalPayload);
    await ready();
    expect(await page.locator(".lead").textContent()).toContain("“Move the file to Mars” – Approve?");
    await apply().click();
    expect((await sent()).items).toMatchObject([{ action: "apply", digest: DIGEST }]);
  });

  test("a command is approved only after its end was on the screen", async () => {
    const command = `${Array.from({ length: 200 }, (_, at) => `echo ${at}`).join("\n")}\nrm -rf  build`;
    await ask(shell(command));
    await expect.poll(() => page.locator(".actions-note").textContent()).toContain("Scroll to the end first.");
    await page.waitForTimeout(400);
    await page.keyboard.press("Enter");
    expect(await answersIn(page)).toEqual([]);
    await run(page, "scrollToEnd");
    await ready();
    await page.keyboard.press("Enter");
    expect((await sent()).items).toMatchObject([{ action: "apply" }]);
  });
});

function shell(command: string): ApprovalPayload {
  return {
    type: "shell",
    description: "Run a command",
    path: "ws/",
    sandbox: "ws",
    approval_id: "q1",
    digest: "d",
    risks: [],
    tool: "shell",
    command,
    cwd: "ws/",
    environment: {},
    timeout_ms: 1000,
    where: "host",
    image: null,
    network: true,
    workspace: "writable",
  };
}

describe("what is sent", () => {
  test("S1-2 S1-24 S1-28 Enter applies, bound to the bytes that were shown", async () => {
    await ask(patchPayload("ws/a.ts"));
    await ready();
    await page.keyboard.press("Enter");
    expect(await sent()).toEqual({
      approval_id: "q1",
      items: [{ action: "apply", digest: DIGEST, by: PERSON, after: versionOfText(AFTER) }],
    });
  });

  test("S1-2 S1-24 d rejects", async () => {
    await ask(patchPayload("ws/a.ts"));
    await ready();
    await page.keyboard.press("d");
    expect(await sent()).toEqual({ approval_id: "q1", items: [{ action: "reject", digest: DIGEST, by: PERSON }] });
  });

  test("a reason is sent with the rejection", async () => {
    await ask(patchPayload("ws/a.ts"));
    await ready();
    await page.keyboard.press("r");
    await page.getByLabel("Why not?").fill("Not this file");
    await page.waitForSelector('[data-testid="reject"][aria-disabled="false"]');
    await reject().click();
    expect((await sent()).items).toEqual([{ action: "reject", digest: DIGEST, by: PERSON, reason: "Not this file" }]);
  });

  test("only the changes that are chosen", async () => {
    await ask(patchPayload("ws/a.ts"));
    await ready();
    await page.getByRole("checkbox").nth(1).click();
    await expect.poll(() => apply().textContent()).toBe("Apply 1 of 2 changes");
    await ready();
    await apply().click();
    const after = BEFORE.replace("one", "ONE");
    expect((await sent()).items).toEqual([
      { action: "apply", digest: DIGEST, by: PERSON, hunks: [0], after: versionOfText(after) },
    ]);
  });

  test("no button of the action bar moves when a label changes", async () => {
    const boxes = (): Promise<readonly string[]> =>
      page.locator(".actions-buttons button").evaluateAll((all) =>
        all.map((one) => {
          const { x, y, width } = one.getBoundingClientRect();
          return `${x} ${y} ${width}`;
        }),
      );
    await ask(patchPayload("ws/a.ts"));
    await ready();
    const before = await boxes();
    await page.getByRole("checkbox").nth(1).click();
    await expect.poll(() => apply().textContent()).toBe("Apply 1 of 2 changes");
    expect(await boxes()).toEqual(before);
    await page.locator('.ln.added .no[data-side="new"]').last().click();
    await page.getByLabel("Comment on line 5").fill("keep this one");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => apply().textContent()).toBe("Apply 1 of 2 changes with 1 comment");
    expect(await boxes()).toEqual(before);
  });

  test("a comment on a line goes back with the rejection", async () => {
    await ask(patchPayload("ws/a.ts"));
    await ready();
    await page.locator('.ln.added .no[data-side="new"]').last().click();
    await page.getByLabel("Comment on line 5").fill("keep this one");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => reject().textContent()).toBe("Reject with 1 comment");
    await page.waitForSelector('[data-testid="reject"][aria-disabled="false"]');
    await reject().click();
    expect((await sent()).comments).toEqual([{ digest: DIGEST, side: "new", from: 5, to: 5, text: "keep this one" }]);
  });

  test("several files are one answer, sent after the last", async () => {
    await ask(batchPayload([patchPayload("ws/a.ts"), patchPayload("ws/b.ts")]));
    await ready();
    await apply().click();
    await expect.poll(() => page.getByRole("heading").textContent()).toBe("Edit b.ts");
    expect(await answersIn(page)).toEqual([]);
    await ready();
    await page.keyboard.press("n");
    expect((await sent()).items).toMatchObject([{ action: "apply" }, { action: "reject" }]);
  });

  test("a place is chosen for an edit that has none, and its file is asked about again", async () => {
    const place = { line: 3, rule: null, unified_diff: "--- a\n+++ b\n@@ -3 +3 @@\n-old\n+new\n" };
    const edit = {
      edit: "e1",
      path: "ws/b.ts",
      message: "The text matches 2 places.",
      places: [place, { ...place, line: 9 }],
    };
    await ask(batchPayload([], { open_edits: [edit] }));
    await ready();
    await page.keyboard.press("j");
    await expect.poll(() => apply().textContent()).toBe("Put it at line 9");
    await ready();
    await apply().click();
    expect((await sent()).places).toEqual([{ edit: "e1", place: 1 }]);
  });

  test("S1-2 always: the rule is shown in full before it is agreed to", async () => {
    await ask(patchPayload("ws/a.ts"));
    await ready();
    await page.keyboard.press("a");
    await page.getByRole("radio").first().waitFor();
    expect(await page.locator(".offer code").first().textContent()).toContain("edit_file on ws/a.ts");
    await ready();
    await apply().click();
    expect((await sent()).remember).toMatchObject({ path: "ws/a.ts" });
  });

  test("the rest of many files, with what was not viewed; a protected one stays apart", async () => {
    const files = Array.from({ length: 8 }, (_, at) => ({ ...patchPayload(`ws/f${at}.ts`), digest: `d${at}` }));
    files[3] = { ...files[3]!, risks: [{ kind: "protected", message: "Only a person may approve it.", line: null }] };
    await ask(batchPayload(files));
    await page.getByRole("button", { name: "Apply the rest (7)…" }).click();
    await ready();
    expect(await page.locator(".panel").textContent()).toContain("Apply the remaining 7 files, none of them viewed?");
    await page.getByRole("button", { name: "Apply to 7 files" }).click();
    await expect.poll(() => page.getByRole("heading").textContent()).toBe("Edit f3.ts");
    await ready();
    await page.keyboard.press("d");
    expect((await sent()).items.map(({ action }) => action).sort()).toEqual([...Array(7).fill("apply"), "reject"]);
  });

  test("of the work tree, changes are kept or reverted", async () => {
    const asker = { door: "review", host: "h", root: "/r", session: null, call_key: "1" };
    await show(page, { question: questionOf(patchPayload("ws/a.ts"), { asker }) });
    await ready();
    expect([await apply().textContent(), await reject().textContent()]).toEqual(["Keep", "Revert"]);
  });
});

describe("editing", () => {
  test("S1-3 S1-22 S1-23 S1-25 S1-26 what was typed is shown as a change and needs its own Apply; other lines keep their bytes", async () => {
    const [before, after] = ["one\r\ntwo\r\nthree\n", "ONE\r\ntwo\r\nthree\n"];
    await ask(patchPayload("ws/a.ts", before, after));
    await ready();
    await page.keyboard.press("e");
    await page.locator(".cm-content").waitFor();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("my ");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => apply().textContent()).toBe("Apply your version");
    expect(await page.locator(".ln.added .tx").allTextContents()).toEqual(["added:my ONE"]);
    await ready();
    await apply().click();
    const content = "my ONE\r\ntwo\r\nthree\n";
    expect((await sent()).items).toEqual([
      { action: "modify", digest: DIGEST, by: PERSON, content, after: versionOfText(content) },
    ]);
  });

  test("one change alone: the others stay as they are chosen", async () => {
    await ask({ ...patchPayload("ws/a.ts"), explanation: "Capital letters\u202e are louder." } as ApprovalPayload);
    await ready();
    expect(await page.locator(".explanation").textContent()).toBe("The model saysCapital letters⟨RLO⟩ are louder.");
    await page.getByRole("button", { name: "Edit change 2" }).click();
    const editor = page.getByRole("textbox", { name: "The new lines of this change" });
    await editor.waitFor();
    expect((await editor.innerText()).trim()).toBe("FIVE");
    await page.keyboard.type("my ");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => apply().textContent()).toBe("Apply your version");
    await ready();
    await apply().click();
    expect((await sent()).items).toMatchObject([{ action: "modify", content: AFTER.replace("FIVE", "my FIVE") }]);
  });

  test("thrown away, nothing is answered and nothing changed", async () => {
    await ask(patchPayload("ws/a.ts"));
    await ready();
    await page.keyboard.press("e");
    await page.locator(".cm-content").waitFor();
    await page.keyboard.type("xyz");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => apply().textContent()).toBe("Apply all 2 changes");
    expect(await answersIn(page)).toEqual([]);
  });
});

describe("what does not answer", () => {
  test("a click before the question was there for a while", async () => {
    expect(await run(page, "answerAtOnce", questionOf(patchPayload("ws/a.ts")))).toBe(0);
    await ready();
    await apply().click();
    await sent();
  });

  test("a pointer that went down on another question", async () => {
    await ask(patchPayload("ws/a.ts"));
    await ready();
    const box = (await apply().boundingBox())!;
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.down();
    await ask({ ...patchPayload("ws/b.ts"), approval_id: "q2" });
    await expect.poll(() => page.getByRole("heading").textContent()).toBe("Edit b.ts");
    await ready();
    await page.mouse.up();
    await page.waitForTimeout(100);
    expect(await answersIn(page)).toEqual([]);
  });

  test("a key that is typed in a field, or held down", async () => {
    await ask(patchPayload("ws/a.ts"));
    await ready();
    await page.keyboard.press("c");
    await page.locator("#comment-field").waitFor();
    await page.keyboard.type("yes, and no");
    expect(await page.locator("#comment-field").inputValue()).toBe("yes, and no");
    await page.keyboard.press("Escape");
    await run(page, "press", { key: "Enter", repeat: true });
    expect(await answersIn(page)).toEqual([]);
  });

  test("the focus is back where it was when a box is closed", async () => {
    await ask(patchPayload("ws/a.ts"));
    await ready();
    const button = page.getByRole("button", { name: "Comment on change 1" });
    await button.click();
    await page.locator("#comment-field").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => button.evaluate((one) => one.matches(":focus"))).toBe(true);
    await page.keyboard.press("r");
    await page.getByLabel("Why not?").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(":focus").count()).toBe(1);
  });

  test("anything while offline; the choices stay", async () => {
    await ask(patchPayload("ws/a.ts"));
    await ready();
    await page.getByRole("checkbox").first().click();
    await show(page, { connection: "offline" });
    await expect.poll(() => page.locator(".actions-note").textContent()).toContain("Offline.");
    await apply().click({ force: true });
    await page.keyboard.press("Enter");
    expect(await answersIn(page)).toEqual([]);
    await show(page, { connection: "online" });
    await expect.poll(() => apply().textContent()).toBe("Apply 1 of 2 changes");
    await ready();
  });
});

describe("how it ends", () => {
  const at = "2026-01-02T10:20:30.000Z";

  test("answered elsewhere: where and when", async () => {
    const decision = { approval_id: "q1", items: [{ action: "reject", digest: DIGEST, by: PERSON }] };
    await ask(patchPayload("ws/a.ts"), { outcome: { kind: "answered", decision, at, from: "a terminal" } });
    await expect.poll(() => page.locator(".ended").textContent()).toContain("Rejected. Answered in a terminal at");
    expect(await apply().count()).toBe(0);
  });

  test.each([
    ["expired", "The time to answer ran out."],
    ["asker-ended", "The program that asked has ended."],
    ["withdrawn", "The agent no longer waits for an answer."],
  ])("closed: %s", async (because, words) => {
    await ask(patchPayload("ws/a.ts"), { outcome: { kind: "closed", because, at } });
    await expect.poll(() => page.locator(".ended").textContent()).toContain(words);
  });

  test("an answer of which no one knows whether it arrived is kept and can be sent again", async () => {
    await setReply(page, "throw");
    await ask(patchPayload("ws/a.ts"));
    await ready();
    await apply().click();
    await expect.poll(() => page.locator(".ended").textContent()).toContain("Your answer may not have arrived.");
    await setReply(page, "won");
    await page.getByRole("button", { name: "Send again" }).click();
    await expect.poll(() => page.locator(".ended").textContent()).toContain("Approved");
    expect(await answersIn(page)).toHaveLength(2);
  });

  test("a refused answer can be changed", async () => {
    await setReply(page, "refused");
    await ask(patchPayload("ws/a.ts"));
    await ready();
    await apply().click();
    await expect.poll(() => page.locator(".ended").textContent()).toContain("The question has other bytes.");
    await page.getByRole("button", { name: "Change your answer" }).click();
    await ready();
  });

  test("a review that was begun is there again after another question", async () => {
    await ask(patchPayload("ws/a.ts"));
    await ready();
    await page.getByRole("checkbox").first().click();
    await ask({ ...patchPayload("ws/b.ts"), approval_id: "q2" });
    await expect.poll(() => apply().textContent()).toBe("Apply all 2 changes");
    await ask(patchPayload("ws/a.ts"));
    await expect.poll(() => apply().textContent()).toBe("Apply 1 of 2 changes");
  });
});
