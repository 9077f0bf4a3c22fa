// `galley hook install` on a real terminal: the user sees which file is about to be changed.

import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { ensureBuilt, program } from "../built.ts";
import { Place } from "../support/galley.ts";
import { openScreen, type Screen } from "./pty.ts";

const SETTINGS = '{ "model": "opus" }\n';

let screen: Screen | null = null;
beforeAll(ensureBuilt);
afterEach(() => screen?.kill("SIGKILL"));

test.each([
  ["on the whole screen", {}, "", ""],
  // What is typed before the question is whole is no answer to it.
  ["line by line", { GALLEY_PLAIN: "1" }, "\r", String.raw`[^\]]*\]: `],
])("%s the settings file has its full name, and where a link leads", async (_, env, enter, end) => {
  const place = new Place();
  const file = join(place.base, ".claude", "settings.json");
  const dotfile = join(place.base, "dotfiles.json");
  mkdirSync(join(place.base, ".claude"));
  writeFileSync(file, SETTINGS);
  const install = (): Screen =>
    (screen = openScreen(process.execPath, [program, "hook", "install", "claude-code"], {
      cwd: place.folder,
      rows: 40,
      env: { HOME: place.base, XDG_STATE_HOME: join(place.base, "state"), NO_COLOR: "1", ...env },
    }));
  const asking = (name: string): RegExp => new RegExp(String.raw`${name}[^]*Write this file\? \[y${end}`);
  const first = install();
  await first.waitFor(asking(String.raw`~/\.claude/settings\.json`));
  first.type(`n${enter}`);
  expect((await first.exit).code).toBe(1);
  renameSync(file, dotfile);
  symlinkSync(dotfile, file);
  const second = install();
  await second.waitFor(asking(String.raw`~/\.claude/settings\.json → ~/dotfiles\.json`));
  second.type(`n${enter}`);
  expect((await second.exit).code).toBe(1);
  expect(readFileSync(dotfile, "utf8")).toBe(SETTINGS);
});
