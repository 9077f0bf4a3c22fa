// `test` with a page of `galley web` in real Chromium: one browser for each worker, and for each test a folder, a server
// process and a browser context of its own. At the end of a test everything is closed, and whatever the page must never
// do fails it: an error that no one caught, a violation of its own policy, a request to another host.

import type { Browser } from "playwright-core";
import { test as base } from "vitest";
import { ensureBuilt } from "../built.ts";
import { installed, launchChromium } from "../support/chromium.ts";
import { WebPlace } from "./web-place.ts";

const inChromium = base
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures' names from this pattern.
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }): Promise<Browser> => {
    ensureBuilt();
    const browser = await launchChromium();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("web", async ({ browser }: { readonly browser: Browser }, { onCleanup }): Promise<WebPlace> => {
    const place = new WebPlace(browser);
    onCleanup(() => place.close());
    return place;
  });

type Body = (given: { readonly web: WebPlace }) => Promise<void>;

/** Skipped where Chromium is missing, and its name says so. */
export function test(name: string, body: Body): void {
  inChromium.skipIf(installed.missing)(`${name}${installed.note}`, ({ web }) => body({ web }));
}
