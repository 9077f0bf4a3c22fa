// A folder with its own `galley web`, as a user runs it, and browser contexts that are signed in to it. Other commands
// run beside it as processes of their own (InboxPlace).

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect, vi } from "vitest";
import { InboxPlace, type Asking } from "../support/inbox-place.ts";

export type Server = Asking & {
  /** Signs in one browser. */
  readonly url: string;
  readonly port: number;
};

// For a machine that is busy with other things: it ends a test that hangs. GALLEY_E2E_MS is for trying things out.
const WAIT_MS = Number(process.env["GALLEY_E2E_MS"] ?? 60_000);

export class WebPlace extends InboxPlace {
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  /** What pages did that they must not do. */
  readonly #problems: string[] = [];
  #server: Server | null = null;

  constructor(browser: Browser) {
    super({});
    this.#browser = browser;
  }

  files(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [name, content] of Object.entries(files)) this.put(name, content);
  }

  bytes(name: string): string {
    return readFileSync(join(this.folder, name), "latin1");
  }

  git(...args: readonly string[]): string {
    const who = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
    return execFileSync("git", ["-C", this.folder, ...who, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  /** Everything that is in the folder is committed. */
  commit(): void {
    this.git("init", "-q");
    this.git("add", "-A");
    this.git("commit", "-q", "-m", "before");
  }

  async serve(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Server> {
    const started = this.start(["web", "--json", "--no-open", ...args], { env: { ...env } });
    await vi.waitUntil(() => started.out().includes("\n") || started.child.exitCode !== null, { timeout: WAIT_MS });
    if (started.child.exitCode !== null) throw new Error(`galley web ended:\n${started.out()}${started.err()}`);
    const { url } = JSON.parse(started.out()) as { url: string };
    this.#server = { ...started, url, port: Number(new URL(url).port) };
    return this.#server;
  }

  async killServer(): Promise<void> {
    this.#server?.child.kill("SIGKILL");
    await this.#server?.ended;
  }

  /** A page of its own browser profile, signed in. Starts the server when there is none. */
  async open(options: BrowserContextOptions = {}): Promise<Page> {
    const { url } = this.#server ?? (await this.serve());
    const context = await this.context(options);
    const page = await context.newPage();
    await page.goto(url);
    await page.getByTestId("paste").waitFor();
    return page;
  }

  /** `mayBeRefused`: the policy of the page is to keep it from being shown. */
  async context(options: BrowserContextOptions = {}, { mayBeRefused = false } = {}): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    this.#contexts.push(context);
    context.setDefaultTimeout(WAIT_MS);
    context.on("weberror", (error) => this.#problems.push(`uncaught: ${String(error.error().stack)}`));
    context.on("console", (message) => {
      const isRefused = mayBeRefused && message.text().includes("frame-ancestors");
      if (/Content Security Policy|Trusted/.test(message.text()) && !isRefused) this.#problems.push(message.text());
    });
    context.on("request", (request) => {
      if (!/^(http:\/\/127\.0\.0\.1:\d+\/|data:|blob:)/.test(request.url())) this.#problems.push(request.url());
    });
    return context;
  }

  override async close(): Promise<void> {
    await this.#keepPictures();
    for (const context of this.#contexts) await context.close();
    await super.close();
    expect(this.#problems).toEqual([]);
  }

  /** GALLEY_E2E_SHOTS names a folder: a page is kept there as it is now, wide and narrow, light and dark. */
  async picture(page: Page, name: string): Promise<void> {
    const folder = process.env["GALLEY_E2E_SHOTS"];
    if (folder === undefined) return;
    const size = page.viewportSize();
    const file = name.replaceAll(/\W+/g, "-").slice(0, 80);
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const)
      for (const colorScheme of ["dark", "light"] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(folder, `${file}-${width}-${colorScheme}.png`) });
      }
    await page.emulateMedia({ colorScheme: null });
    if (size !== null) await page.setViewportSize(size);
  }

  /** Each page as it was at the end of its test. */
  async #keepPictures(): Promise<void> {
    const name = expect.getState().currentTestName ?? "";
    const pages = this.#contexts.flatMap((context) => context.pages());
    for (const [at, page] of pages.entries()) await this.picture(page, `${at} ${name}`);
  }
}
