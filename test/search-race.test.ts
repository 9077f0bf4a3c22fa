// ripgrep walks by names and follows whatever stands there when it opens it, so the neighbour who exchanges a folder
// for a link leads it outside. What it finds there is never told: neither lines nor names nor sizes.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GalleyError } from "../src/base/index.ts";
import { findRipgrep, openHostFiles, type HostFiles } from "../src/fs/node/index.ts";
import { repeats } from "./support/repeats.ts";
import { temporaryFolder, type TemporaryFolder } from "./support/temporary-folder.ts";
import { startSwapper, type Swapper } from "./swapper.ts";

const binary = findRipgrep();
const reason = process.platform !== "linux" ? "only Linux can walk from descriptors" : "no ripgrep here";
const runs = process.platform === "linux" && binary !== null;
const LOOKS = repeats(50);

describe.skipIf(!runs)(runs ? "while a folder and a link change places" : `(skipped: ${reason})`, () => {
  let folder: TemporaryFolder;
  let files: HostFiles;
  let swapper: Swapper;

  beforeEach(async () => {
    folder = temporaryFolder();
    const at = (path: string): string => join(folder.path, path);
    for (const path of ["ws/deep/d/in", "outside/in"]) fs.mkdirSync(at(path), { recursive: true });
    for (let count = 0; count < 20; count += 1) {
      fs.writeFileSync(at(`ws/deep/d/in/f${count}.txt`), "inside\n");
      fs.writeFileSync(at(`outside/in/f${count}.txt`), "SECRET, and longer than the other\n");
      fs.writeFileSync(at(`outside/in/only-outside-${count}.txt`), "SECRET inside\n");
    }
    fs.symlinkSync("../../outside", at("ws/deep/evil"));
    files = openHostFiles({ root: at("ws"), walk: "descriptors", ripgrep: { binary: binary! } });
    swapper = await startSwapper(at("ws/deep/d"), at("ws/deep/evil"));
  });

  afterEach(async () => {
    await swapper.stop();
    files.close();
    folder.remove();
  });

  test("ripgrep alone does leak, so the race is real", () => {
    let leaked = false;
    for (let turn = 0; turn < 2000 && !leaked; turn += 1) {
      const said = rawly(["--no-config", "--files-with-matches", "SECRET", "deep/d"], join(folder.path, "ws"));
      leaked = said.includes("only-outside");
    }
    expect(leaked).toBe(true);
  });

  test.each<[string, (files: HostFiles) => Promise<unknown>]>([
    ["glob", (files) => files.glob("**/*.txt")],
    ["glob below the folder", (files) => files.glob("**", { path: "deep/d" })],
    ["grep", (files) => files.grep("SECRET|inside", { includeIgnored: true })],
    ["grep for what is outside only", (files) => files.grep("SECRET")],
    ["grep below the folder", (files) => files.grep("SECRET", { path: "deep/d", fileGlob: "*.txt" })],
  ])(
    "%s tells of nothing outside",
    async (_, ask) => {
      const sizes = new Set<number>();
      let answered = 0;
      // A look that meets the link is refused; on a busy machine that can be every one of the first.
      for (let turn = 0; turn < LOOKS || (answered === 0 && turn < 40 * LOOKS); turn += 1) {
        try {
          const shown = JSON.stringify(await ask(files));
          expect(shown).not.toMatch(/SECRET|only-outside/);
          for (const [, size] of shown.matchAll(/"size_bytes":(\d+)/g)) sizes.add(Number(size));
          answered += 1;
        } catch (error) {
          if (!(error instanceof GalleyError)) throw error;
          expect(["SYMLINK", "NOT_FOUND"]).toContain(error.code);
          expect(error.message).not.toContain(folder.path);
        }
      }
      expect(answered).toBeGreaterThan(0);
      expect([...sizes].filter((size) => size !== "inside\n".length)).toEqual([]);
    },
    60_000,
  );
});

function rawly(args: readonly string[], cwd: string): string {
  try {
    return execFileSync(binary!, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return ""; // Nothing found, or the folder was gone at that moment.
  }
}
