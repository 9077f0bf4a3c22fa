// Opens the harness in Chromium, served under the policy of the real page: what that policy forbids fails here too.

import { build } from "esbuild";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { ApprovalPayload } from "../../../src/approval/index.ts";
import { launchChromium } from "../../support/chromium.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export type Harness = {
  readonly browser: Browser;
  /** A fresh document. */
  open(options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
};

export async function openHarness(): Promise<Harness> {
  const files = await bundle();
  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? "/", "http://localhost").pathname);
    response.setHeader("content-security-policy", POLICY);
    if (file === undefined) return void response.writeHead(404).end();
    response.setHeader("content-type", file.type);
    response.end(file.text);
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = await launchChromium();
  return {
    browser,
    async open(options = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      const page = await context.newPage();
      await page.goto(url);
      await page.waitForFunction("globalThis.harness !== undefined");
      return page;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

type File = { readonly type: string; readonly text: Uint8Array | string };

async function bundle(): Promise<ReadonlyMap<string, File>> {
  const root = process.cwd();
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { page: "test/web-page/review-harness/page.js", style: "src/web/page/style.css" },
    outdir: "out",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2023",
    jsx: "automatic",
    jsxImportSource: "preact",
    write: false,
    logLevel: "warning",
    minifyWhitespace: true,
  });
  const files = new Map<string, File>();
  for (const { path, contents } of outputFiles) {
    const name = path.slice(join(root, "out").length);
    files.set(name, { type: name.endsWith(".css") ? "text/css" : "text/javascript", text: contents });
  }
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Review</title><link rel="stylesheet" href="/style.css">' +
    '<link rel="icon" href="data:,"></head><body><div id="app"></div><script type="module" src="/page.js"></script></body></html>';
  files.set("/", { type: "text/html", text: html });
  return files;
}

/** A payload with who asks, as the inbox gives it. */
export function questionOf(
  payload: ApprovalPayload,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    ...payload,
    id: `id of ${payload.approval_id}`,
    asked_at: new Date().toISOString(),
    deadline: null,
    asker: { door: "hook:claude-code", host: "laptop", root: "/home/ada/shop", session: "s-42", call_key: "1" },
    ...more,
  };
}

export async function show(page: Page, props: Readonly<Record<string, unknown>>): Promise<void> {
  await run(page, "show", props);
}

/** Calls a function of the harness (page.js) in the document. */
export async function run<Result>(page: Page, name: string, given: unknown = null): Promise<Result> {
  return page.evaluate(
    ([method, argument]) => (globalThis as unknown as { harness: Methods }).harness[method]!(argument),
    [name, given] as const,
  ) as Promise<Result>;
}

type Methods = Readonly<Record<string, (given: unknown) => unknown>>;

/** The decisions that were sent. */
export async function answersIn(page: Page): Promise<readonly unknown[]> {
  return page.evaluate(() => (globalThis as unknown as { harness: { answers: unknown[] } }).harness.answers);
}

/** What the next answers get: they win, are refused, or never arrive. */
export async function setReply(page: Page, kind: "won" | "refused" | "throw"): Promise<void> {
  await page.evaluate((wanted) => {
    const { harness } = globalThis as unknown as { harness: { reply: (decision: unknown) => unknown } };
    harness.reply = (decision) => {
      if (wanted === "throw") throw new Error("The connection was lost.");
      return wanted === "won"
        ? { kind: "won", decision }
        : { kind: "refused", reason: "The question has other bytes." };
    };
  }, kind);
}
