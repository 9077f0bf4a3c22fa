// The scripts behind npm start and npm test, as far as they can be tried without a network or a second clone.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { program, root } from "./built.ts";

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "galley-scripts-"));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

test("a clone that was never built says what to run", () => {
  cpSync(dirname(program), join(scratch, "bin"), { recursive: true });
  writeFileSync(join(scratch, "package.json"), '{ "type": "module" }');
  const ran = spawnSync(process.execPath, [join(scratch, "bin", "galley.js"), "--version"], { encoding: "utf8" });
  expect({ code: ran.status, out: ran.stdout }).toEqual({ code: 2, out: "" });
  expect(ran.stderr).toContain("npm run build");
});

const SCRIPTS = ["start", "test", "check", "bench", "picture", "build", "schema"];

test.each(SCRIPTS)("%s: packages that cannot be fetched are a plain message, not a stack", (name) => {
  cpSync(join(root, "scripts"), join(scratch, "scripts"), { recursive: true });
  for (const file of ["package.json", "package-lock.json", ".npmrc"]) cpSync(join(root, file), join(scratch, file));
  const ran = spawnSync(process.execPath, [join(scratch, "scripts", `${name}.mjs`)], {
    encoding: "utf8",
    env: { ...process.env, npm_config_cache: join(scratch, "cache"), npm_config_offline: "true" },
  });
  expect({ code: ran.status, out: ran.stdout }).toEqual({ code: 2, out: "" });
  expect(ran.stderr).toContain("because node_modules is missing");
  expect(ran.stderr.trimEnd().split("\n").at(-1)).toMatch(
    /^galley: the packages could not be fetched: .*run this again\.$/,
  );
});

test("a fresh output takes the place of an old one, file by file", async () => {
  const { publish } = (await import(join(root, "scripts", "place.mjs"))) as {
    publish: (from: string, to: string, options: { last: string }) => void;
  };
  write({ "new/main.js": "2", "new/deep/b.js": "2", "old/main.js": "1", "old/gone.js": "1", "old/deep/c.js": "1" });
  publish(join(scratch, "new"), join(scratch, "old"), { last: "main.js" });
  expect(readdirSync(scratch)).toEqual(["old"]);
  const left = readdirSync(join(scratch, "old"), { recursive: true, encoding: "utf8" }).sort();
  expect(left).toEqual(["deep", "deep/b.js", "main.js"]);
  expect(readFileSync(join(scratch, "old", "main.js"), "utf8")).toBe("2");
});

describe("the sums at the end of npm test", () => {
  test("count everything and list what was skipped, whole groups as one", () => {
    write({
      "package.json": '{ "type": "module" }',
      "vitest.config.js": 'export default { test: { include: ["*.test.js"] } };',
      "a.test.js": `
        import { describe, expect, test } from "vitest";
        test("good", () => expect(1).toBe(1));
        test("bad", () => expect(1).toBe(2));
        test("late", () => new Promise(() => {}), 50);
        test("waits", () => expect.poll(() => 1, { timeout: 50 }).toBe(2));
        describe("group", () => {
          test("good", () => expect(1).toBe(1));
          test.skipIf(true)("needs a thing", () => {});
          test("finds out", (context) => context.skip("no thing here"));
        });
        describe.skipIf(true)("cases (they are not there)", () => {
          test("one", () => {});
          describe("inner", () => test("two", () => {}));
        });`,
      "b.test.js": 'throw new Error("does not load");',
      "c.test.js": `
        import { beforeAll, describe, test } from "vitest";
        describe("hook", () => {
          beforeAll(() => { throw new Error("does not start"); });
          test("never runs", () => {});
        });`,
    });
    symlinkSync(join(root, "node_modules"), join(scratch, "node_modules"), "dir");
    const summary = join(scratch, "summary.json");
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
    const reporter = join(root, "scripts", "summary-reporter.mjs");
    const env = { ...process.env, GALLEY_TEST_SUMMARY: summary };
    const ran = spawnSync(process.execPath, [vitest, "run", `--reporter=${reporter}`], { cwd: scratch, env });
    expect(ran.status).toBe(1);
    expect(JSON.parse(readFileSync(summary, "utf8"))).toEqual({
      passed: 2,
      failed: 3,
      skipped: 5,
      broken: 2,
      chosenByName: false,
      failures: [
        { file: "a.test.js", name: "a.test.js › bad", isTimeout: false, isRandom: false },
        { file: "a.test.js", name: "a.test.js › late", isTimeout: true, isRandom: false },
        { file: "a.test.js", name: "a.test.js › waits", isTimeout: true, isRandom: false },
      ],
      parts: [
        { name: "a.test.js › group › needs a thing", tests: 1, note: null },
        { name: "a.test.js › group › finds out", tests: 1, note: "no thing here" },
        { name: "a.test.js › cases (they are not there)", tests: 2, note: null },
        { name: "c.test.js › hook", tests: 1, note: null },
      ],
    });
  });
});

test.each([
  [
    "time limits only",
    [
      ["a", true],
      ["b", true],
      ["a", true],
    ],
    0,
    ["a", "b"],
  ],
  [
    "two that failed beside others",
    [
      ["a", true],
      ["b", false],
      ["c", false],
    ],
    0,
    ["a", "b", "c"],
  ],
  [
    "three failures count at once",
    [
      ["a", false],
      ["a", false],
      ["b", false],
    ],
    0,
    [],
  ],
  [
    "a failure of a random test counts at once",
    [
      ["a", true],
      ["b", false, true],
    ],
    0,
    [],
  ],
  ["a failure of a test about races counts at once", [["test/swap-race.test.ts", false]], 0, []],
  ["a test about races that was late", [["test/swap-race.test.ts", true]], 0, ["test/swap-race.test.ts"]],
  ["a file that does not load counts at once", [["a", true]], 1, []],
  ["more than a busy machine explains", Array.from({ length: 9 }, (_, at) => [`f${at}`, true]), 0, []],
] as const)("what npm test runs again: %s", async (_, failed, broken, expected) => {
  const { filesToRepeat } = (await import(join(root, "scripts", "repeat.mjs"))) as {
    filesToRepeat: (summary: object) => readonly string[];
  };
  const failures = failed.map(([file, isTimeout, isRandom = false]) => ({
    file,
    name: `${file} › test`,
    isTimeout,
    isRandom,
  }));
  expect(filesToRepeat({ failures, broken })).toEqual(expected);
});

test("the sums of a repeated run say what passed only alone", async () => {
  const { withRepeated } = (await import(join(root, "scripts", "repeat.mjs"))) as {
    withRepeated: (first: object, second: object) => object;
  };
  const [a, b] = ["a", "b"].map((name) => ({ file: name, name, isTimeout: true }));
  const first = { passed: 10, failed: 2, skipped: 1, broken: 0, failures: [a, b], parts: [] };
  const second = { passed: 3, failed: 1, skipped: 0, broken: 0, failures: [b], parts: [] };
  const whole = { passed: 11, failed: 1, skipped: 1, broken: 0, failures: [b], repeated: [a], parts: [] };
  expect(withRepeated(first, second)).toEqual(whole);
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(scratch, name)), { recursive: true });
    writeFileSync(join(scratch, name), text);
  }
}
