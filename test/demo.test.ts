// `galley demo` as a person meets it: the whole story on a pipe and on a real terminal, and a temporary folder that is
// gone however the story ends.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test, type TestContext } from "vitest";
import { ensureBuilt, program, root } from "./built.ts";
import { runResident } from "./support/resident.ts";
import { openScreen, type Screen, type ScreenOptions } from "./terminal/pty.ts";

beforeAll(ensureBuilt);

/** A folder of its own for each test, with the environment that leads there. */
class Home {
  readonly base = mkdtempSync(join(tmpdir(), "galley-demo-test-"));
  #screen: Screen | null = null;

  constructor({ onTestFinished }: Pick<TestContext, "onTestFinished">) {
    mkdirSync(join(this.base, "tmp"));
    onTestFinished(() => {
      this.#screen?.kill("SIGKILL");
      rmSync(this.base, { recursive: true, force: true });
    });
  }

  environment(more: Record<string, string> = {}): Record<string, string> {
    return {
      PATH: process.env["PATH"] ?? "",
      HOME: this.base,
      TMPDIR: join(this.base, "tmp"),
      XDG_STATE_HOME: join(this.base, "state"),
      XDG_CONFIG_HOME: join(this.base, "config"),
      ...more,
    };
  }

  /** Everything the demo left in its temporary folder, and in the state of the person. */
  leftBehind(): readonly string[] {
    return [
      ...readdirSync(join(this.base, "tmp")),
      ...readdirSync(this.base).filter((name) => name !== "tmp" && name !== "mend"),
    ];
  }

  piped(args: readonly string[], more: Record<string, string> = {}): { code: number | null; out: string } {
    const env = this.environment(more);
    const { code, out, err } = runResident({ args: ["demo", ...args], cwd: this.base, input: "", env });
    expect(err).toBe("");
    return { code, out };
  }

  open(args: readonly string[], options: ScreenOptions): Screen {
    this.#screen = openScreen(process.execPath, args, options);
    return this.#screen;
  }

  start(more: Record<string, string> = {}, columns = 80): Screen {
    const editor = join(this.base, "mend");
    writeFileSync(editor, `#!/bin/sh\nsed -i s/agian/again/ "$1"\n`, { mode: 0o755 });
    const env = { ...this.environment({ EDITOR: editor, NO_COLOR: "1", ...more }), VISUAL: undefined };
    return this.open([program, "demo"], { cwd: this.base, columns, rows: 30, env });
  }
}

describe("on a pipe", () => {
  test("it runs to the end within 80 columns, without colour, and leaves nothing behind", (context) => {
    const home = new Home(context);
    const { code, out } = home.piped([]);
    expect(code).toBe(0);
    const moments = [
      "1 · A good edit",
      "Apply this edit? [y/n/s(elect)]: y",
      "✓ src/total.js  Changed lines 6 and 8.",
      "2 · One to improve by hand",
      'come agian!"',
      "Write this file? [y/n]: e",
      'come again!"',
      "✓ src/receipt.js  Written as you edited it.",
      "3 · A miss, and a file it never saw",
      "✗ README.md",
      "+    1| # Bakery",
      "– src/prices.js",
      "! The model had not seen src/prices.js",
      "› The edit of README.md did not apply.",
      "✓ src/prices.js  Changed line 2.",
      "5 · A file that runs things",
      "⚠ Protected",
      "Write this file? [y/n]: n",
      "– .github/workflows/publish.yml",
      "✓ src/receipt.js  is gone again",
      "Every byte is as it was.",
      "galley run --approve ask",
    ];
    expect(moments.filter((moment) => !out.includes(moment))).toEqual([]);
    const places = moments.map((moment) => out.indexOf(moment));
    expect(places, "in this order").toEqual(places.toSorted((one, other) => one - other));
    expect(out.split("\n").filter((line) => [...line].length > 80)).toEqual([]);
    expect(out).not.toContain("\u001b");
    expect(home.leftBehind()).toEqual([]);
  });

  test("in colour it says the same", (context) => {
    const home = new Home(context);
    const plain = home.piped([]).out;
    const coloured = home.piped([], { FORCE_COLOR: "1" }).out;
    expect(coloured).toContain("\u001b[32m");
    expect(coloured.replaceAll(/\u001b\[[\d;]*m/g, "")).toBe(plain);
    expect(home.piped(["--no-color"], { FORCE_COLOR: "1" }).out).toBe(plain);
  });

  test("--json prints one value, --quiet nothing", (context) => {
    const home = new Home(context);
    const { code, out } = home.piped(["--json"]);
    expect(code).toBe(0);
    const value = JSON.parse(out) as { scenes: { report: { results: { status: string }[] } }[]; same: boolean };
    expect(value.scenes.map(({ report }) => report.results.map(({ status }) => status))).toEqual([
      ["APPLIED"],
      ["APPLIED"],
      ["FAILED", "NOT_IN_CONTEXT"],
      ["APPLIED", "APPLIED"],
      ["SKIPPED"],
    ]);
    expect(value.same).toBe(true);
    expect(home.piped(["--quiet"])).toEqual({ code: 0, out: "" });
  });

  test("a reader that goes away ends nothing with an error", (context) => {
    const home = new Home(context);
    const line = `"${process.execPath}" "${program}" demo | head -n 3`;
    const out = execFileSync("sh", ["-c", line], { encoding: "utf8", env: home.environment(), cwd: home.base });
    expect(out).toContain("galley is the proofreader");
    expect(home.leftBehind()).toEqual([]);
  });
});

// The demo's model speaks as slowly as a real one, so these run side by side.
describe.concurrent("on a terminal", () => {
  const SENDS = /Enter sends it[^\n]*\s*$/;
  const SHOWS = /Enter shows it\.\s*$/;

  test("the person sends, reviews, edits, refuses and takes back, on the reviewer's own screen", async (context) => {
    const home = new Home(context);
    const screen = home.start();
    const press = async (when: string | RegExp, keys: string): Promise<void> => {
      await screen.waitFor(when);
      screen.type(keys);
    };
    await press(SENDS, "\r");
    await press(SHOWS, "\r");
    await press(/src\/total\.js[^]*Enter apply/, "\r");
    await screen.waitFor("Written, byte for byte as you saw it.");
    await press(SENDS, "\r");
    await press(SHOWS, "\r");
    await press(/agian[^]*Enter apply/, "e");
    await press(/come again![^]*Enter apply/, "\r");
    await screen.waitFor("The file has your wording.");
    await press(SENDS, "\r");
    await screen.waitFor("sent by itself.");
    await press(/Enter sends it, and only Enter\.\s*$/, "\r");
    await press(SHOWS, "\r");
    await press(/README\.md[^]*Enter apply/, "\r");
    await press(/prices\.js[^]*4\.5,[^]*Enter apply/, "\r");
    await screen.waitFor("Exact this time.");
    await press(SENDS, "\r");
    await press(SHOWS, "\r");
    await press(/Protected[^]*Enter apply/, "d");
    await screen.waitFor("The model will know that you said no.");
    await press(/Enter undoes all of it\.\s*$/, "\r");
    expect((await screen.exit).code).toBe(0);
    const rows = screen.rows().join("\n");
    expect(rows).toContain("Every byte is as it was.");
    expect(rows).toContain("✓ src/receipt.js  is gone again");
    expect(home.leftBehind()).toEqual([]);
  }, 120_000);

  test("a user who rejects everything sees, line by line, that nothing was written", async (context) => {
    const home = new Home(context);
    const screen = home.start({ GALLEY_PLAIN: "1" }, 60);
    // What was asked stays on this kind of screen, so each question is told by how often it has come.
    const asked = new Map<string, number>();
    const answer = async (question: string, keys: string): Promise<void> => {
      const count = (asked.get(question) ?? 0) + 1;
      asked.set(question, count);
      await screen.waitFor(new RegExp(`(?:${question}[^]*?){${count}}`));
      screen.type(keys);
    };
    for (const questions of [1, 1, 0, 2, 1]) {
      await answer("Enter sends it", "\r");
      if (questions > 0) await answer("Enter shows it", "\r");
      for (let at = 0; at < questions; at += 1) await answer("\\]:", "n\r");
    }
    expect((await screen.exit).code).toBe(0);
    expect(screen.rows().join("\n")).toContain("You approved nothing, so nothing was written.");
    expect(home.leftBehind()).toEqual([]);
  }, 120_000);

  test.for<[string, RegExp, readonly RegExp[]]>([
    ["Ctrl-C while it waits for Enter", SENDS, []],
    ["Ctrl-C while the model speaks", /It adds/, [SENDS]],
    ["Ctrl-C in the review", /src\/total\.js[^]*Enter apply/, [SENDS, SHOWS]],
  ])("%s ends it with 130 and the folder is gone", async ([, when, before], context) => {
    const home = new Home(context);
    const screen = home.start();
    for (const request of before) {
      await screen.waitFor(request);
      screen.type("\r");
    }
    await screen.waitFor(when);
    screen.type("\u0003");
    expect((await screen.exit).code).toBe(130);
    expect(screen.rows().join("\n")).toContain("Stopped. The folder is removed");
    expect(home.leftBehind()).toEqual([]);
  });

  test("a terminal that is closed leaves no folder behind", async (context) => {
    const home = new Home(context);
    const screen = home.start();
    await screen.waitFor(SENDS);
    screen.kill("SIGHUP");
    await screen.exit;
    expect(home.leftBehind()).toEqual([]);
  });

  test("npm start is the story", async (context) => {
    const home = new Home(context);
    const env = home.environment();
    const screen = home.open([join(root, "scripts", "start.mjs")], { cwd: root, rows: 40, env });
    await screen.waitFor(SENDS);
    screen.type("\u0004");
    await screen.waitFor("Another time, then.");
    expect((await screen.exit).code).toBe(0);
    expect(home.leftBehind()).toEqual([]);
  });
});
