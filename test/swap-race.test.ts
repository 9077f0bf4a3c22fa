// While another process exchanges a folder for a link that leads out, as fast as it can, nothing outside is ever
// read, listed, searched, written or removed. A naive reader on the same tree does leak, so the race is real.

import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { asReal, GalleyError } from "../src/base/index.ts";
import { nodeOps, openHostFiles, type HostFiles } from "../src/fs/node/index.ts";
import { repeats } from "./support/repeats.ts";
import { startSwapper, type Swapper } from "./swapper.ts";

const READS = repeats(5000);
const WRITES = repeats(1250);
const LOOKS = repeats(375);
const MOST_TIMES = 40;

const isLinux = process.platform === "linux";

describe.skipIf(!isLinux).each([["within"], ["deny"]] as const)(
  isLinux ? "under symlinks: %s" : "under symlinks: %s (skipped: only Linux can walk from descriptors)",
  (symlinks) => {
    let base = "";
    let files: HostFiles;
    let swapper: Swapper;

    beforeEach(async () => {
      base = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "galley-race-")));
      for (const folder of ["ws/deep/d", "outside"]) fs.mkdirSync(join(base, folder), { recursive: true });
      fs.writeFileSync(join(base, "ws/deep/d/f.txt"), "inside\n");
      fs.writeFileSync(join(base, "outside/f.txt"), "SECRET\n");
      fs.writeFileSync(join(base, "outside/only-outside.txt"), "SECRET\n");
      fs.symlinkSync("../../outside", join(base, "ws/deep/evil"));
      // Waiting for the disk would only make the race tamer.
      files = openHostFiles({
        root: join(base, "ws"),
        symlinks,
        walk: "descriptors",
        ops: { ...nodeOps, fsyncSync: () => {} },
      });
      swapper = await startSwapper(join(base, "ws/deep/d"), join(base, "ws/deep/evil"));
    });

    afterEach(async () => {
      await swapper.stop();
      files.close();
      fs.rmSync(base, { recursive: true, force: true });
    });

    /**
     * How often each outcome was seen; a value counts under the given word, a refusal under its code. On a busy machine the two
     * processes may take long turns: then it goes on until each of the `wanted` outcomes was seen more often than `least`.
     */
    async function tally(
      times: number,
      run: (turn: number) => Promise<string>,
      { wanted = [], least = 0 }: { readonly wanted?: readonly string[]; readonly least?: number } = {},
    ): Promise<Map<string, number>> {
      const seen = new Map<string, number>();
      const isEnough = (): boolean => wanted.every((outcome) => (seen.get(outcome) ?? 0) > least);
      for (let turn = 0; turn < times || (turn < MOST_TIMES * times && !isEnough()); turn += 1) {
        const outcome = await run(turn).catch((error: unknown) => {
          if (!(error instanceof GalleyError)) throw error;
          expect(error.message).not.toContain(base);
          return error.code;
        });
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      }
      return seen;
    }

    const outside = (): Record<string, string> =>
      Object.fromEntries(
        fs
          .readdirSync(join(base, "outside"))
          .map((name) => [name, fs.readFileSync(join(base, "outside", name), "utf8")]),
      );

    const untouched = { "f.txt": "SECRET\n", "only-outside.txt": "SECRET\n" };

    test("a naive reader leaks: it looks first, and what it looked at is gone", () => {
      let leaked = false;
      for (let turn = 0; turn < 200_000 && !leaked; turn += 1) {
        try {
          const path = join(base, "ws/deep/d/f.txt");
          if (!fs.realpathSync(path).startsWith(join(base, "ws/"))) continue;
          leaked = fs.readFileSync(path, "utf8") === "SECRET\n";
        } catch {
          // With plain renames the name is missing for moments.
        }
      }
      expect(leaked).toBe(true);
    });

    test(`${READS} reads`, async () => {
      const both = { wanted: ["inside\n", "SYMLINK"], least: READS / 100 };
      const seen = await tally(READS, async () => (await files.read("deep/d/f.txt")).content, both);
      expect(new Set([...seen.keys(), "NOT_FOUND"])).toEqual(new Set(["inside\n", "SYMLINK", "NOT_FOUND"]));
      for (const outcome of both.wanted) expect(seen.get(outcome)).toBeGreaterThan(both.least);
    });

    test(`${WRITES} writes, with every other step of writing`, async () => {
      const both = { wanted: ["written", "SYMLINK"], least: WRITES / 100 };
      const write = async (turn: number): Promise<string> => {
        await files.write("deep/d/new.txt", `mine ${turn}\n`);
        return "written";
      };
      const seen = await tally(WRITES, write, both);
      for (const outcome of both.wanted) expect(seen.get(outcome)).toBeGreaterThan(both.least);
      const { staging } = files;
      await tally(LOOKS, async (turn) => {
        const temp = `t${turn}`;
        const path = asReal(`deep/d/staged-${turn % 7}.txt`);
        await staging.makeParents(asReal(`deep/d/made-${turn}/x`));
        await staging.stage(path, temp, new TextEncoder().encode("mine\n"), { mode: null });
        await staging.create(path, temp);
        const seen = await staging.look(path);
        if (seen.kind === "file" && turn % 3 === 0) await staging.remove(path, { expect: seen.version });
        await staging.flush(path);
        return "staged";
      });
      expect(outside()).toEqual(untouched);
    });

    test("deleting", async () => {
      const remove = async (): Promise<string> => {
        await files.write("deep/d/f.txt", "inside\n");
        return `${await files.delete("deep/d/f.txt")} gone`;
      };
      const seen = await tally(LOOKS, remove, { wanted: ["1 gone", "SYMLINK"] });
      expect(seen.get("1 gone")).toBeGreaterThan(0);
      expect(seen.get("SYMLINK")).toBeGreaterThan(0);
      expect(outside()).toEqual(untouched);
      // Everything above both of them, while they change places: at worst it stops half way.
      await files.delete("deep").catch((error: unknown) => expect(error).toBeInstanceOf(GalleyError));
      expect(outside()).toEqual(untouched);
    });

    test("listing and searching", async () => {
      const word = (value: unknown): string => (/SECRET|only-outside/.test(JSON.stringify(value)) ? "LEAK" : "clean");
      const asked = [
        async () => word(await files.list("deep/d")),
        async () => word(await files.glob("**/*.txt")),
        async () => word(await files.glob("*", { path: "deep/d" })),
        async () => word(await files.grep("SECRET|inside")),
        async () => word(await files.grep("SECRET", { path: "deep/d", includeIgnored: true })),
        async () => word(await files.grep("SECRET", { path: "deep/d/f.txt" })),
        async () => word(await files.readBytes("deep/d/f.txt")),
        async () => word(files.real.resolve("deep/d/only-out").real),
      ];
      for (const ask of asked) {
        const seen = await tally(LOOKS, ask, { wanted: ["clean"] });
        expect(seen.get("LEAK")).toBe(undefined);
        expect(seen.get("clean")).toBeGreaterThan(0);
      }
    });
  },
);
