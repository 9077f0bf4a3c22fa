// A team's inbox from end to end: `galley apply` on one machine asks, two people look at the question in Chromium, one
// answer counts, the other person sees whose, and the change is on the asking machine's disk, byte for byte.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "../built.ts";
import { installed, launchChromium } from "../support/chromium.ts";
import { InboxPlace } from "../support/inbox-place.ts";
import { whyNoPostgres } from "../support/postgres/programs.ts";
import { idOf, signIn, teamPlace, type TeamPlace } from "../support/team-server.ts";
import { problemsOf } from "./axe.ts";
import { click, visit } from "./steps.ts";

const isMissing = installed.missing || whyNoPostgres !== null;
const note = whyNoPostgres === null ? installed.note : ` (${whyNoPostgres})`;
const RULES = [
  { path: ["workspace/two/**"], answer: ["anyone"], people: 2 },
  { path: ["workspace/others/**"], answer: ["group:others"] },
  { answer: ["anyone"] },
];
const edit = (path: string): string => `${path}\n««« EDIT\none\n═══════ REPL\nund 1 \n»»» EDIT END\n`;

describe.skipIf(isMissing)(`a team in the browser${note}`, () => {
  let team: TeamPlace;
  let browser: Browser;
  let machine: InboxPlace;
  beforeAll(async () => {
    ensureBuilt();
    team = await teamPlace({ servers: 2, config: { rules: RULES }, page: join(import.meta.dirname, "../../dist/web") });
    browser = await launchChromium();
    machine = new InboxPlace({
      "a.txt": "one\r\ntwo\r\n",
      "two/b.txt": "one\ntwo",
      "two/d.txt": "one\n",
      "others/c.txt": "one\n",
      "others/e.txt": "one\n",
    });
    const config = join(machine.base, "config", "galley");
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, "team.token"), await team.machineToken("build machine"), { mode: 0o600 });
    const inbox = { url: team.servers[0]!.url, token_file: "team.token" };
    writeFileSync(join(config, "config.json"), JSON.stringify({ inbox }));
  });
  afterAll(async () => {
    await browser.close();
    await team.close();
    await machine.close();
  });

  async function open(name: string, server: number, claims: object = {}): Promise<Page> {
    const headers = { authorization: `Bearer ${await signIn(name, claims)}` };
    const page = await (await browser.newContext({ extraHTTPHeaders: headers })).newPage();
    await page.goto(team.servers[server]!.url);
    await page.getByTestId("person").waitFor();
    return page;
  }
  const bytes = (path: string): string => readFileSync(join(machine.folder, path), "utf8");

  test("two people, one question, one winner; the other sees who won; the history has it", async () => {
    const asking = machine.start(["apply", "--inbox", "-"], { input: edit("a.txt") });
    const [ann, bob] = [await open("ann", 0), await open("bob", 1)];
    for (const page of [ann, bob]) {
      await page.getByRole("link", { name: /a\.txt/ }).click();
      await page.getByTestId("review").waitFor();
    }
    expect(await bob.getByRole("region", { name: "The team" }).innerText()).toContain("build machine");
    await click(ann, "apply");
    await bob.getByText("Answered by Ann <ann>").waitFor();
    expect((await asking.ended).code).toBe(0);
    expect(bytes("a.txt")).toBe("und 1 \r\ntwo\r\n");
    await bob.getByRole("link", { name: "History" }).click();
    await bob.getByTestId("history").getByText("Approved by Ann <ann>").waitFor();
    await bob
      .getByTestId("history")
      .getByRole("link", { name: /a\.txt/ })
      .click();
    await bob.getByTestId("team-end").getByText("Approved by Ann <ann>").waitFor();
    await bob.getByText("und 1").first().waitFor();
  });

  test("where two people must agree, one vote writes nothing", async () => {
    const asking = machine.start(["apply", "--inbox", "-"], { input: edit("two/b.txt") });
    const [ann, bob] = [await open("ann", 1), await open("bob", 0)];
    for (const page of [ann, bob]) {
      await page.getByRole("link", { name: /b\.txt/ }).click();
      await page.getByTestId("review").waitFor();
    }
    await ann.getByText("Two people must give the same answer").waitFor();
    // What the server would refuse is not offered.
    expect(await ann.getByRole("button", { name: "Always…" }).count()).toBe(0);
    await click(ann, "apply");
    await ann.getByText("Your vote counts.").waitFor();
    await ann.getByText("1 of 2 people agree so far.").waitFor();
    await bob.getByRole("list", { name: "Votes" }).getByText("Ann <ann>").waitFor();
    expect(bytes("two/b.txt")).toBe("one\ntwo");
    await click(bob, "apply");
    expect((await asking.ended).code).toBe(0);
    expect(bytes("two/b.txt")).toBe("und 1 \ntwo");
  });

  test("people with the same name, and one whose name is made to look like two, are told apart by their ids", async () => {
    const asking = machine.start(["apply", "--inbox", "-"], { input: edit("two/d.txt") });
    const names = { "u-1": "Mia Beck", "u-2": "Mia Beck", "u-3": "Mia Beck <u-1> and M\u0456a\u202eBeck" };
    const [one, two, three] = await Promise.all(Object.entries(names).map(async ([id, name]) => open(id, 0, { name })));
    await one!.getByRole("link", { name: /d\.txt/ }).click();
    await one!.getByTestId("review").waitFor();
    await click(one!, "apply");
    await one!.getByText("Your vote counts.").waitFor();
    await two!.getByText("voted: Mia Beck <u-1>").waitFor();
    await two!.getByRole("link", { name: /d\.txt/ }).click();
    const options = two!.getByLabel("Delegate to").locator("option");
    await expect
      .poll(() => options.allInnerTexts())
      .toEqual(expect.arrayContaining(["Mia Beck <u-1>", '"Mia Beck <u-1> and M⟨U+0456⟩a⟨RLO⟩Beck" <u-3>']));
    await click(two!, "apply");
    expect((await asking.ended).code).toBe(0);
    await visit(three!, "history");
    await three!.getByTestId("history").getByText("Approved by Mia Beck <u-1> and Mia Beck <u-2>").waitFor();
    expect(await three!.getByTestId("person").innerText()).toBe('"Mia Beck <u-1> and M⟨U+0456⟩a⟨RLO⟩Beck" <u-3>');
    await three!.setViewportSize({ width: 390, height: 844 });
    const places = three!.getByRole("navigation", { name: "Parts of the page" });
    expect((await places.boundingBox())!.height).toBeLessThan(60);
    expect((await machine.start(["log"]).ended).out).toContain("decided by person (Mia Beck <u-1> and Mia Beck <u-2>)");
  });

  test("a sign-in that has expired is shown as that, wherever the proxy says so; nothing that was typed is lost", async () => {
    const asking = machine.start(["apply", "--inbox", "-"], { input: edit("a.txt").replace("one", "two") });
    const page = await open("ann", 0);
    await page.getByRole("link", { name: /a\.txt/ }).click();
    await page.getByTestId("review").waitFor();
    // As a proxy does whose session is over: a redirect to another host for the answer, a page of its own for the rest.
    await page.route("**/api/**", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 302, headers: { location: "https://id.example.com/authorize" } })
        : route.fulfill({ status: 200, contentType: "text/html; charset=utf-8", body: "<h1>Sign in</h1>" }),
    );
    await click(page, "apply");
    await page.getByText("Your answer was not saved. Your sign-in has expired.").waitFor();
    const banner = page.getByRole("alert").filter({ hasText: "Your sign-in has expired" });
    await banner.waitFor();
    expect(await page.getByText(/connection was lost|You are offline/).count()).toBe(0);
    expect(bytes("a.txt")).toContain("two");
    await page.unroute("**/api/**");
    await banner.getByRole("button", { name: "Sign in again" }).click();
    await page.getByTestId("review").waitFor();
    await click(page, "apply");
    expect((await asking.ended).code).toBe(0);
    // Before anything could be shown.
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(team.servers[0]!.url);
    await stranger.getByTestId("status").getByText("Your sign-in has expired, or you may not use this inbox").waitFor();
  });

  test("someone who was blocked is not offered under Delegate, and someone who is new is, without a reload", async () => {
    const asking = machine.start(["apply", "--inbox", "-"], { input: edit("others/e.txt") });
    const [ann] = [await open("ann", 0), await open("leaver", 1)];
    await ann.getByRole("link", { name: /e\.txt/ }).click();
    const list = ann.getByLabel("Delegate to");
    const offered = async (): Promise<string> => (await list.locator("option").allInnerTexts()).join("\n");
    await expect.poll(offered).toContain("Leaver <leaver>");
    await team.store.people.block(idOf("leaver"));
    await open("newcomer", 1);
    await list.focus();
    await expect.poll(offered).toContain("Newcomer <newcomer>");
    expect(await offered()).not.toContain("Leaver");
    asking.child.kill("SIGKILL");
  });

  test("a person who may only read it: the answer is in sight, inert, and says why; no serious problem on any screen", async () => {
    const asking = machine.start(["apply", "--inbox", "-"], { input: edit("others/c.txt") });
    const page = await open("ann", 0);
    const problems = [await problemsOf(page)];
    await page.getByRole("link", { name: /c\.txt/ }).click();
    await page.getByText("You can read this, and not answer it. A rule says").waitFor();
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      await expect.poll(() => bottomOf(page)).toBeLessThanOrEqual(viewport.height);
      problems.push(await problemsOf(page));
    }
    expect(await page.getByTestId("apply").getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Enter");
    await visit(page, "history");
    await page.getByRole("searchbox").waitFor();
    problems.push(await problemsOf(page));
    expect(problems).toEqual([[], [], [], []]);
    asking.child.kill("SIGKILL");
    expect(bytes("others/c.txt")).toBe("one\n");
  });
});

/** Where the button that applies ends. */
async function bottomOf(page: Page): Promise<number> {
  const box = await page.getByTestId("apply").boundingBox();
  return box === null ? Infinity : box.y + box.height;
}
