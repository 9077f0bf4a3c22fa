// An approval is bound to the real target. Between the rules and the write, or between question and answer, a folder or
// a file is exchanged for a link: what was approved is written to the file that was shown, or asked about again.

import fs from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Policy } from "../src/approval/index.ts";
import { applyAnswer, loadTool, runTool, type ApplyOptions, type Commands } from "../src/tools/index.ts";
import { call, CONFIG, drawn, Exchanged, whileJudging, type World } from "./support/exchanged.ts";
import { sandboxed, scripted } from "./support/sandboxed.ts";

let place: Exchanged;
beforeEach(() => void (place = new Exchanged()));
afterEach(() => place.remove());

const exchange = (path: string, target: string): void => place.exchange(path, target);

describe("a change that was approved is not written elsewhere", () => {
  const edit = { old_string: "core", new_string: "evil" };
  test.each<readonly [string, string, unknown, () => void, readonly string[]]>([
    [
      "edit: a folder on the way",
      "edit_file",
      { path: "d/config", ...edit },
      () => exchange("d", ".git"),
      [
        "Edit workspace/d/config: replace 1 line at line 1",
        "Edit workspace/d/config → workspace/.git/config: replace 1 line at line 1 !",
      ],
    ],
    [
      "edit: the file itself",
      "edit_file",
      { path: "d/config", ...edit },
      () => exchange("d/config", "../.git/config"),
      [
        "Edit workspace/d/config: replace 1 line at line 1",
        "Edit workspace/d/config → workspace/.git/config: replace 1 line at line 1 !",
      ],
    ],
    [
      "overwrite",
      "write_file",
      { path: "d/config", content: "evil\n" },
      () => exchange("d", ".git"),
      [
        "Write 1 line to workspace/d/config, replacing 1 line",
        "Write 1 line to workspace/d/config → workspace/.git/config, replacing 1 line !",
      ],
    ],
    [
      "create in a folder that is there",
      "write_file",
      { path: "d/hook", content: "evil\n" },
      () => exchange("d", ".git"),
      ["Write 1 line to workspace/d/hook", "Write 1 line to workspace/d/hook → workspace/.git/hook !"],
    ],
    [
      "create in folders that are not there yet",
      "write_file",
      { path: "new/hooks/pre", content: "evil\n" },
      () => exchange("new", ".git"),
      [
        "Write 1 line to workspace/new/hooks/pre",
        "Write 1 line to workspace/new/hooks/pre → workspace/.git/hooks/pre !",
      ],
    ],
    [
      "create where a dangling link was put",
      "write_file",
      { path: "d/hook", content: "evil\n" },
      () => fs.symlinkSync("../.git/hook", place.at("d/hook")),
      ["Write 1 line to workspace/d/hook", "Write 1 line to workspace/d/hook → workspace/.git/hook !"],
    ],
    [
      "rm of a file",
      "rm",
      { path: "d/config" },
      () => exchange("d", ".git"),
      ["Delete workspace/d/config (1 line)", "Delete workspace/d/config → workspace/.git/config (1 line) !"],
    ],
  ])("%s", async (_, tool, args, meanwhile, questions) => {
    let expected: unknown = null;
    const context = place.world(() => {
      meanwhile();
      expected = place.tree();
    });
    expect(await call(tool, args, context)).toBe("REJECTED");
    expect(drawn(context.seen)).toEqual(questions);
    expect(place.tree()).toEqual(expected);
  });

  test("rm of a folder in which a folder was exchanged", async () => {
    const context = place.world(() => exchange("d/sub", "../pub/sub"));
    expect(await call("rm", { path: "d" }, context)).toBe("REJECTED");
    expect(drawn(context.seen)).toEqual([
      "Delete workspace/d/config (1 line)",
      "Delete workspace/d/sub/deep (1 line)",
      "Delete workspace/d/sub/deep → workspace/pub/sub/deep (1 line)",
    ]);
    // What is still where it was shown is gone; the rest was asked about again.
    expect([place.tree()["d/config"], place.tree()["pub/sub/deep"], place.tree()["d/sub.aside/deep"]]).toEqual([
      undefined,
      CONFIG,
      CONFIG,
    ]);
  });
});

describe("what has no content to compare", () => {
  test.each<readonly [string, () => void, () => void, string]>([
    ["a link that became a folder", () => fs.symlinkSync("pub", place.at("x")), () => place.put("x/mine", "m"), "ok"],
    ["a link that became a file", () => fs.symlinkSync("pub", place.at("x")), () => place.put("x", "m"), "STALE"],
    [
      "a folder that became a link",
      () => fs.mkdirSync(place.at("x")),
      () => fs.symlinkSync("pub", place.at("x")),
      "STALE",
    ],
    ["a folder that got a file", () => fs.mkdirSync(place.at("x")), () => place.put("x/mine", "m"), "ok"],
    [
      "a link that leads elsewhere",
      () => fs.symlinkSync("pub", place.at("x")),
      () => fs.symlinkSync("d", place.at("x")),
      "STALE",
    ],
  ])("rm of %s", async (_, before, after, code) => {
    before();
    let expected: unknown = null;
    const context = place.world(() => {
      fs.rmSync(place.at("x"), { recursive: true });
      after();
      expected = place.tree();
    });
    expect(await call("rm", { path: "x" }, context)).toBe(code);
    expect([context.seen.length, place.tree()]).toEqual([1, expected]);
  });
});

describe("moves and rules without a question", () => {
  /** What `apply` does with an answer, on this workspace. */
  async function apply(text: string, context: World, seen: ApplyOptions["seen"] = null): Promise<readonly string[]> {
    const report = await applyAnswer(
      text,
      { format: "auto", dryRun: false, atomic: false, lenient: false, seen },
      { ...context, known: () => true },
    );
    return report.results.map(({ status, error_type }) => `${status} ${error_type}`);
  }
  const move = (from: string, to: string) =>
    `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;

  test.each<readonly [string, string, () => void, readonly string[]]>([
    [
      "the source of a move",
      move("d/config", "moved"),
      () => exchange("d", ".git"),
      [
        "Move workspace/d/config to workspace/moved",
        "Move workspace/d/config → workspace/.git/config to workspace/moved !",
      ],
    ],
    [
      "the new place of a move",
      move("pub/config", "d/hook"),
      () => exchange("d", ".git"),
      [
        "Move workspace/pub/config to workspace/d/hook",
        "Move workspace/pub/config to workspace/d/hook → workspace/.git/hook !",
      ],
    ],
  ])("%s", async (_, answer, meanwhile, questions) => {
    let expected: unknown = null;
    const context = place.world(() => {
      meanwhile();
      expected = place.tree();
    });
    expect(await apply(answer, context)).toEqual(["SKIPPED rejected"]);
    expect(drawn(context.seen)).toEqual(questions);
    expect(place.tree()).toEqual(expected);
  });

  test("a file that the model saw under a name that leads elsewhere now is not in context", async () => {
    const path = place.world(() => {}).resolve("d/config");
    const answer = "d/config\n««« EDIT\n[core]\n═══════ REPL\n[evil]\n»»» EDIT END\n";
    place.exchange("d", "pub");
    const context = place.world(() => {});
    expect(await apply(answer, context, new Map([[path, path]]))).toEqual(["NOT_IN_CONTEXT null"]);
    expect(await apply(answer, context, new Map([[path, "workspace/pub/config"]]))).toEqual(["APPLIED null"]);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("a miss quotes no file that asks, exchanged at comparison %i", async (nth) => {
    const user = [{ effect: "ask", tool: "read_file", path: "workspace/secret/**" } as const];
    const policy = whileJudging(() => exchange("pub", "secret"), { user }, nth);
    const context = sandboxed({ backend: place.files, policy });
    const args = { path: "pub/config", old_string: "SECRETS", new_string: "x" };
    const result = await runTool((await loadTool("edit_file"))!, args, context);
    expect(JSON.stringify(result)).not.toContain("SECRET\\n");
    expect(JSON.stringify(result)).not.toMatch(/SECRET(?!S)/);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])("a change that a rule allows, exchanged at comparison %i", async (nth) => {
    const user = [
      { effect: "allow", path: "workspace/d/**" } as const,
      { effect: "deny", path: "workspace/pub/**" } as const,
    ];
    const context = sandboxed({
      backend: place.files,
      policy: whileJudging(() => exchange("d", "pub"), { user }, nth),
    });
    const code = await call("write_file", { path: "d/config", content: "evil\n" }, context);
    const isExchanged = fs.existsSync(place.at("d.aside"));
    expect(isExchanged ? ["REJECTED", "FORBIDDEN"] : ["ok"]).toContain(code);
    expect(place.tree()["pub/config"]).toBe(CONFIG);
  });
});

describe("a rule against reading is not passed by an exchange", () => {
  const deny: Partial<Policy> = { user: [{ effect: "deny", path: "workspace/secret/**" }] };

  const looks: readonly (readonly [string, unknown])[] = [
    ["read_file", { path: "pub/config" }],
    ["read_file", { path: "pub/key" }],
    ["ls", { path: "pub" }],
    ["glob", { path: "pub", pattern: "*" }],
    ["grep", { path: "pub", pattern: "." }],
    ["grep", { path: "pub/key", pattern: "." }],
  ];

  test.each(looks)("%s %o, while the rules are compared", async (tool, args) => {
    const context = sandboxed({ backend: place.files, policy: whileJudging(() => exchange("pub", "secret"), deny) });
    const result = await runTool((await loadTool(tool))!, args, context);
    expect(result.success ? result.value : result.error.code).toBe("STALE");
  });

  test.each(looks)("%s %o, while a person is asked", async (tool, args) => {
    const asked = scripted("apply");
    const reviewer = {
      ask: async (...question: Parameters<typeof asked.ask>) => (exchange("pub", "secret"), asked.ask(...question)),
    };
    const policy = { ...deny, matches: whileJudging(() => {}, {}).matches! };
    const context = sandboxed({ backend: place.files, policy, reviewer, flags: { read_approval: true } });
    const result = await runTool((await loadTool(tool))!, args, context);
    expect(result.success ? result.value : result.error.code).toBe("STALE");
  });

  test.each([
    ["read_file", { path: "l/config" }, /workspace\/l\/config/],
    ["ls", { path: "l" }, /workspace\/l\/config/],
    ["glob", { path: "l", pattern: "*" }, /workspace\/l\/config/],
    ["grep", { path: "l", pattern: "." }, /workspace\/l\/config/],
  ])("%s of a link reads what the rules were asked about", async (tool, args, shown) => {
    fs.symlinkSync("pub", place.at("l"));
    const meanwhile = () => {
      fs.rmSync(place.at("l"));
      fs.symlinkSync("secret", place.at("l"));
    };
    const context = sandboxed({ backend: place.files, policy: whileJudging(meanwhile, deny) });
    const result = await runTool((await loadTool(tool))!, args, context);
    expect(JSON.stringify(result)).not.toMatch(/SECRET|key/);
    expect(JSON.stringify(result)).toMatch(shown);
  });
});

const COMMANDS = { unasked: { commands: "never", safe: [] }, home: null } as const;

describe("the folder of a command", () => {
  /** Runs nothing; keeps where it would have run. */
  function placeOf(ran: string[]): Commands["place"] {
    const output = { stdout: "", stderr: "", truncated: false, exitCode: 0, signal: null };
    const result = { ...output, timedOut: false, cancelled: false, changed: null, notes: [], lost: null, warnings: [] };
    return async () => ({
      where: "confined",
      image: null,
      network: false,
      workspace: "writable",
      whyAsk: async () => null,
      run: async ({ cwd }) => {
        ran.push(cwd);
        return result;
      },
    });
  }

  test.each<readonly [string, string, () => void, string, readonly string[]]>([
    ["that became a link", "d", () => exchange("d", ".git"), "STALE", []],
    ["below one that became a link", "d/sub", () => exchange("d", "pub"), "STALE", []],
    [
      "that became a file",
      "d/sub",
      () => (fs.rmSync(place.at("d/sub"), { recursive: true }), place.put("d/sub", "")),
      "STALE",
      [],
    ],
    ["that stayed", "d/sub", () => exchange("pub", "secret"), "ok", ["d/sub"]],
    [
      "that a link led to",
      "l/sub",
      () => (fs.rmSync(place.at("l")), fs.symlinkSync("pub", place.at("l"))),
      "ok",
      ["d/sub"],
    ],
  ])("%s", async (_, cwd, meanwhile, code, expected) => {
    fs.symlinkSync("d", place.at("l"));
    const ran: string[] = [];
    const context = { ...place.world(meanwhile), commands: { ...COMMANDS, place: placeOf(ran) } };
    expect(await call("shell", { command: "true", cwd }, context)).toBe(code);
    expect(ran).toEqual(expected);
  });
});

describe("the mode of a file", () => {
  const edit = { path: "d/config", old_string: "core", new_string: "new" };
  test.each<readonly [string, number, number, string, number]>([
    ["a file that became a program", 0o644, 0o755, "REJECTED", 2],
    ["one that runs as its owner now", 0o755, 0o4755, "REJECTED", 2],
    ["one that fewer may read", 0o644, 0o600, "ok", 1],
    ["a program that is none any more", 0o755, 0o644, "ok", 1],
  ])("%s", async (_, before, after, code, questions) => {
    fs.chmodSync(place.at("d/config"), before);
    const context = place.world(() => fs.chmodSync(place.at("d/config"), after));
    expect(await call("edit_file", edit, context)).toBe(code);
    expect(context.seen.length).toBe(questions);
    expect(fs.statSync(place.at("d/config")).mode & 0o7777).toBe(after);
    expect(place.tree()["d/config"] === CONFIG).toBe(code !== "ok");
  });
});
