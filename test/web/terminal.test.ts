// `galley web` in a terminal: it prints a link that works once, Enter prints another, Ctrl-C stops it.

import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ensureBuilt, program } from "../built.ts";
import { send, WebPlace } from "../support/web-place.ts";
import { openScreen } from "../terminal/pty.ts";

let place: WebPlace;
beforeAll(ensureBuilt);
beforeEach(() => {
  place = new WebPlace();
});
afterEach(() => place.close());

test("Enter prints a fresh link, and each works once; Ctrl-C stops at once", async () => {
  const screen = openScreen(process.execPath, [program, "web", "--port", "0"], {
    cwd: place.folder,
    columns: 200,
    env: {
      HOME: place.base,
      XDG_STATE_HOME: join(place.base, "state"),
      XDG_CONFIG_HOME: join(place.base, "config"),
      DISPLAY: undefined,
      WAYLAND_DISPLAY: undefined,
      CLAUDECODE: undefined,
    },
  });
  const urls = (): string[] => screen.rows().filter((row) => row.startsWith("http://"));
  await screen.waitFor("Enter prints a new one, Ctrl-C stops the server.");
  expect(urls()).toHaveLength(1);
  screen.type("\r");
  await expect.poll(() => urls().length).toBe(2);
  const [first, second] = urls().map((url) => new URL(url)) as [URL, URL];
  expect([first.search === second.search, first.hash === second.hash]).toEqual([false, true]);
  for (const { port, search } of [first, second]) {
    expect((await send(Number(port), `/${search}`)).status).toBe(200);
    expect((await send(Number(port), `/${search}`)).status).toBe(403);
  }
  screen.type("\x03");
  expect((await screen.exit).code).toBe(130);
});
