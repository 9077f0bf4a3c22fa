// Every state of the review screen: no serious problem for axe, in light and dark, wide and on a phone; and what a state
// says about a question that comes again or cannot be shown.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test as everywhere } from "vitest";
import type { ApprovalPayload } from "../../src/approval/index.ts";
import { installed } from "../support/chromium.ts";
import { AFTER, batchPayload, BEFORE, patchPayload } from "../support/payloads.ts";
import { openHarness, questionOf, run, show, type Harness } from "./review-harness/open.ts";

const test = everywhere.skipIf(installed.missing);
let harness: Harness;
const AXE = readFileSync(join(process.cwd(), "node_modules/axe-core/axe.min.js"), "utf8");

beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

const ready = (page: Page) => page.waitForSelector('[data-testid="apply"][aria-disabled="false"]');
const risky = {
  ...patchPayload("ws/src/a.ts", BEFORE, AFTER.replace("FIVE", "FI\u202eVE")),
  risks: [{ kind: "hidden", message: "Line 5 adds a hidden character: RLO", line: 5 }],
};
const place = { line: 3, rule: null, unified_diff: "--- a\n+++ b\n@@ -3 +3 @@\n-old\n+new\n" };
const edit = { edit: "e1", path: "ws/b.ts", message: "The text matches 2 places.", places: [place, place] };
const many = Array.from({ length: 8 }, (_, at) => ({ ...patchPayload(`ws/src/f${at}.ts`), digest: `d${at}` }));
const outcome = { kind: "closed", because: "asker-ended", at: "2026-01-02T10:20:30.000Z" };

type State = {
  readonly payload: ApprovalPayload;
  readonly props?: object;
  readonly act?: (page: Page) => Promise<void>;
};

const STATES: Readonly<Record<string, State>> = {
  "a change": { payload: risky },
  "a comment": {
    payload: risky,
    act: async (page) => {
      await page.getByRole("button", { name: "Comment on change 1" }).click();
      await page.locator("#comment-field").fill("why?");
      await page.keyboard.press("Control+Enter");
      await page.getByRole("button", { name: "Comment on change 2" }).click();
      await page.locator("#comment-field").waitFor();
    },
  },
  "a left-out change": { payload: risky, act: (page) => page.getByRole("checkbox").first().click() },
  "a reason": { payload: risky, act: (page) => page.keyboard.press("r") },
  "a rule": { payload: patchPayload("ws/a.ts"), act: (page) => page.keyboard.press("a") },
  "a search": { payload: risky, act: (page) => page.keyboard.press("/") },
  places: { payload: batchPayload([], { open_edits: [edit] }) },
  "many files": { payload: batchPayload(many) },
  offline: { payload: risky, props: { connection: "offline" } },
  ended: { payload: risky, props: { outcome } },
};

const WIDE = { viewport: { width: 1440, height: 800 }, colorScheme: "light" } as const;
const PHONE = { viewport: { width: 390, height: 760 }, colorScheme: "dark", hasTouch: true } as const;

describe(`axe finds no serious problem, and nothing is wider than the screen${installed.note}`, () => {
  // Every second state on a phone: each of them is looked at once.
  test.each(Object.entries(STATES).map(([name, state], at) => [name, state, at % 2 === 0 ? WIDE : PHONE] as const))(
    "%s",
    async (_, { payload, props = {}, act }, options) => {
      const page = await harness.open({ ...options, bypassCSP: true, reducedMotion: "reduce" });
      await show(page, { question: questionOf(payload), ...props });
      if (act === undefined) await page.getByTestId("review").waitFor();
      else {
        await ready(page);
        await act(page);
      }
      await page.evaluate(AXE);
      expect(await page.evaluate(SERIOUS)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(options.viewport.width);
      await page.context().close();
    },
  );
});

const SERIOUS = `axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .map(({ id, nodes }) => id + " " + nodes.map(({ html }) => html).join(" ")))`;

test("a question that comes again shows what differs from the one before", async () => {
  const page = await harness.open();
  await show(page, { question: questionOf({ ...patchPayload("ws/a.ts"), approval_id: "q1" }) });
  await ready(page);
  const [before, after] = [`zero\n${BEFORE}`, `zero\n${AFTER}`];
  const again = batchPayload([patchPayload("ws/a.ts", before, after)], {
    approval_id: "q2",
    supersedes: "q1",
    because: "changed",
  });
  await show(page, { question: questionOf(again) });
  await expect.poll(() => page.locator(".lead .notice").textContent()).toContain("The file changed on disk");
  await page.getByText("What differs from the question before").click();
  expect(await page.locator(".difference .ln.added .tx").allTextContents()).toEqual(["added:zero"]);
  await page.context().close();
});

test("changes that do not name every line that differs are not shown, and cannot be approved", async () => {
  const page = await harness.open();
  const payload = patchPayload("ws/a.ts");
  await show(page, { question: questionOf({ ...payload, hunks: payload.hunks.slice(0, 1) } as ApprovalPayload) });
  await expect.poll(() => page.getByTestId("review").textContent()).toContain("This question cannot be shown as it is");
  expect(await page.getByTestId("apply").count()).toBe(0);
  await page.context().close();
});

test("a change of several lines is split, and a part of it is applied", async () => {
  const page = await harness.open({ viewport: { width: 900, height: 800 } });
  await show(page, { question: questionOf(patchPayload("ws/a.ts", "a\nb\nc\n", "A\nB\nc\n")) });
  await ready(page);
  await page.getByRole("button", { name: "Split change 1" }).click();
  await page.getByRole("checkbox").nth(1).click();
  await expect.poll(() => page.getByTestId("apply").textContent()).toBe("Apply 1 of 2 changes");
  await ready(page);
  await page.getByTestId("apply").click();
  await expect
    .poll(() => run<unknown[]>(page, "sent"))
    .toMatchObject([{ items: [{ action: "modify", content: "A\nb\nc\n" }] }]);
  await page.context().close();
});
