// An approval is bound to the real target. Between the rules and the write, or between question and answer, a folder or
// a file is exchanged for a link: what was approved is written to the file that was shown, or asked about again.

import fs from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ApprovalPayload, Policy, Reviewer } from "../src/approval/index.ts";
import { createAsk } from "../src/ask/index.ts";
import { newId } from "../src/base/index.ts";
import { carryOut, findAll, undo } from "../src/commit/index.ts";
import { openHostFiles, type HostFiles } from "../src/fs/node/index.ts";
import { applyAnswer, loadTool, runTool } from "../src/tools/index.ts";
import { sandboxed, scripted, type Options, type Sandboxed } from "./support/sandboxed.ts";
import { temporaryFolder, type TemporaryFolder } from "./support/temporary-folder.ts";

const CONFIG = "[core]\n";

let folder: TemporaryFolder;
let files: HostFiles;
const at = (path: string) => join(folder.path, path);

beforeEach(() => {
  folder = temporaryFolder();
  // The same content in both, so that no comparison of content can tell them apart.
  for (const path of [".git/config", "d/config", "d/sub/deep", "pub/config", "pub/sub/deep"]) put(path, CONFIG);
  for (const path of ["secret/config", "secret/key"]) put(path, "SECRET\n");
  files = openHostFiles({ root: folder.path });
});

afterEach(() => {
  files.close();
  folder.remove();
});

function put(path: string, content: string): void {
  fs.mkdirSync(join(at(path), ".."), { recursive: true });
  fs.writeFileSync(at(path), content);
}

/** A link takes the name; what was there moves aside. */
function exchange(path: string, target: string): void {
  if (fs.existsSync(at(path))) fs.renameSync(at(path), at(`${path}.aside`));
  fs.symlinkSync(target, at(path));
}

/** Every regular file, links not followed. */
function tree(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of fs.readdirSync(folder.path, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path.slice(folder.path.length + 1)] = fs.readFileSync(path, "utf8");
  }
  return found;
}

type World = Sandboxed & { readonly seen: ApprovalPayload[]; readonly reviewer: Reviewer };

/** Says yes to the first question, after `meanwhile` has happened, and no to every later one. */
function world(meanwhile: () => void, options: Options = {}): World {
  const seen: ApprovalPayload[] = [];
  const reviewer: Reviewer = {
    ask: (payload, how) => {
      seen.push(payload);
      if (seen.length === 1) meanwhile();
      return scripted(seen.length === 1 ? "apply" : "reject").ask(payload, how);
    },
  };
  return { ...sandboxed({ backend: files, reviewer, ...options }), seen, reviewer };
}

/** The questions: each with its items and whether a person must answer it. */
const drawn = (seen: readonly ApprovalPayload[]): readonly string[] =>
  seen.flatMap((payload) =>
    (payload.type === "batch" ? payload.items : [payload]).map(
      ({ description, risks }) => description + (risks.some(({ kind }) => kind === "protected") ? " !" : ""),
    ),
  );

async function call(name: string, args: unknown, context: Sandboxed): Promise<string> {
  const result = await runTool((await loadTool(name))!, args, context);
  return result.success ? "ok" : result.error.code;
}

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
      () => fs.symlinkSync("../.git/hook", at("d/hook")),
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
    const context = world(() => {
      meanwhile();
      expected = tree();
    });
    expect(await call(tool, args, context)).toBe("REJECTED");
    expect(drawn(context.seen)).toEqual(questions);
    expect(tree()).toEqual(expected);
  });

  test("rm of a folder in which a folder was exchanged", async () => {
    const context = world(() => exchange("d/sub", "../pub/sub"));
    expect(await call("rm", { path: "d" }, context)).toBe("REJECTED");
    expect(drawn(context.seen)).toEqual([
      "Delete workspace/d/config (1 line)",
      "Delete workspace/d/sub/deep (1 line)",
      "Delete workspace/d/sub/deep → workspace/pub/sub/deep (1 line)",
    ]);
    // What is still where it was shown is gone; the rest was asked about again.
    expect([tree()["d/config"], tree()["pub/sub/deep"], tree()["d/sub.aside/deep"]]).toEqual([
      undefined,
      CONFIG,
      CONFIG,
    ]);
  });
});

describe("moves and rules without a question", () => {
  /** What `apply` does with an answer, on this workspace. */
  async function apply(text: string, context: World): Promise<readonly string[]> {
    const { sandbox, state, gate, reviewer } = context;
    const ask = createAsk({ gate, reviewer, yes: false, newId });
    const report = await applyAnswer(
      text,
      { format: "auto", dryRun: false, atomic: false, lenient: false, seen: null },
      {
        resolve: (path) => sandbox.resolve(path).path,
        requireWritable: (path) => sandbox.requireWritable(path),
        known: () => true,
        find: (paths) => findAll(paths, context.files),
        carryOut: (plan, { atomic }) => carryOut({ plan, files: sandbox, state, ask, atomic }),
        stage: async () => ({ staged: [], warnings: [] }),
        show: (path) => path,
      },
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
    const context = world(() => {
      meanwhile();
      expected = tree();
    });
    expect(await apply(answer, context)).toEqual(["SKIPPED rejected"]);
    expect(drawn(context.seen)).toEqual(questions);
    expect(tree()).toEqual(expected);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])("a change that a rule allows, exchanged at comparison %i", async (nth) => {
    const user = [
      { effect: "allow", path: "workspace/d/**" } as const,
      { effect: "deny", path: "workspace/pub/**" } as const,
    ];
    const context = sandboxed({ backend: files, policy: whileJudging(() => exchange("d", "pub"), { user }, nth) });
    const code = await call("write_file", { path: "d/config", content: "evil\n" }, context);
    const isExchanged = fs.existsSync(at("d.aside"));
    expect(isExchanged ? ["REJECTED", "FORBIDDEN"] : ["ok"]).toContain(code);
    expect(tree()["pub/config"]).toBe(CONFIG);
  });
});

/** The rules with something that happens at their nth comparison: after the path was resolved. */
function whileJudging(meanwhile: () => void, policy: Partial<Policy>, nth = 1): Partial<Policy> {
  let count = 0;
  return {
    ...policy,
    matches: (glob, path) => {
      if ((count += 1) === nth) meanwhile();
      return path === glob.slice(0, -3) || path.startsWith(glob.slice(0, -2));
    },
  };
}

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
    const context = sandboxed({ backend: files, policy: whileJudging(() => exchange("pub", "secret"), deny) });
    const result = await runTool((await loadTool(tool))!, args, context);
    expect(result.success ? result.value : result.error.code).toBe("STALE");
  });

  test.each(looks)("%s %o, while a person is asked", async (tool, args) => {
    const asked = scripted("apply");
    const reviewer = {
      ask: async (...question: Parameters<typeof asked.ask>) => (exchange("pub", "secret"), asked.ask(...question)),
    };
    const policy = { ...deny, matches: whileJudging(() => {}, {}).matches! };
    const context = sandboxed({ backend: files, policy, reviewer, flags: { read_approval: true } });
    const result = await runTool((await loadTool(tool))!, args, context);
    expect(result.success ? result.value : result.error.code).toBe("STALE");
  });

  test.each([
    ["read_file", { path: "l/config" }, /workspace\/l\/config/],
    ["ls", { path: "l" }, /workspace\/l\/config/],
    ["glob", { path: "l", pattern: "*" }, /workspace\/l\/config/],
    ["grep", { path: "l", pattern: "." }, /workspace\/l\/config/],
  ])("%s of a link reads what the rules were asked about", async (tool, args, shown) => {
    fs.symlinkSync("pub", at("l"));
    const meanwhile = () => {
      fs.rmSync(at("l"));
      fs.symlinkSync("secret", at("l"));
    };
    const context = sandboxed({ backend: files, policy: whileJudging(meanwhile, deny) });
    const result = await runTool((await loadTool(tool))!, args, context);
    expect(JSON.stringify(result)).not.toMatch(/SECRET|key/);
    expect(JSON.stringify(result)).toMatch(shown);
  });
});

describe("undo and recovery", () => {
  const openRoot = () => files.staging;

  test.each([
    ["a folder on the way", () => exchange("d", "pub")],
    ["the file itself", () => exchange("d/config", "../pub/config")],
  ])("undo leaves alone what a link leads to: %s", async (_, meanwhile) => {
    const context = world(() => {});
    expect(await call("write_file", { path: "d/config", content: "new\n" }, context)).toBe("ok");
    put("pub/config", "new\n");
    meanwhile();
    const before = tree();
    const undone = await undo({ state: context.state, receipt: null, openRoot });
    expect([undone.restored, undone.skipped]).toEqual([
      [],
      [{ path: "workspace/d/config", reason: "there is a link on the way to it now" }],
    ]);
    expect(tree()).toEqual(before);
  });

  test("undo of a new file removes nothing that a link leads to", async () => {
    const context = world(() => {});
    expect(await call("write_file", { path: "made/here/new", content: "new\n" }, context)).toBe("ok");
    put("pub/here/new", "new\n");
    exchange("made", "pub");
    const before = tree();
    const undone = await undo({ state: context.state, receipt: null, openRoot });
    expect(undone.restored).toEqual([]);
    expect(tree()).toEqual(before);
  });
});
