// Who may do what, from the command line: remembered rules, and the configuration that counts.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openHostFiles } from "../src/fs/node/index.ts";
import { openState, type StoredRule } from "../src/state/index.ts";
import { ensureBuilt } from "./built.ts";
import { Place } from "./support/galley.ts";

beforeAll(ensureBuilt);

const EDIT = '{"path":"a.txt","old_string":"one","new_string":"two"}';

function identityOf(root: string): string {
  const files = openHostFiles({ root });
  const identity = files.identity();
  files.close();
  return identity;
}

async function remember(place: Place, id: string, more: Partial<StoredRule> = {}): Promise<void> {
  const state = openState({ directory: join(place.base, "state", "galley") });
  const rule: StoredRule = {
    id,
    effect: "allow",
    tool: "edit_file",
    path: "a.txt",
    scope: "file",
    root: { kind: "host", root: place.folder },
    identity: identityOf(place.folder),
    at: "2026-01-02T03:04:05.000Z",
    command: null,
    session: null,
    ...more,
  };
  await state.withLock({}, async (held) => state.rules.add(held, rule));
}

type Plan = { readonly status: string; readonly reason: string };
const planOf = (place: Place, ...args: readonly string[]): Plan =>
  place.json(["tool", "edit_file", EDIT, "--plan", ...args]).value as Plan;

describe("approvals", () => {
  test("list, use, revoke", async () => {
    const place = new Place({ "a.txt": "one\n" });
    expect(place.galley(["approvals", "list"])).toEqual({ code: 0, out: "No rule is remembered here.\n", err: "" });
    expect(existsSync(join(place.base, "state"))).toBe(false);
    expect(place.galley(["approvals"])).toEqual(place.galley(["approvals", "list"]));
    await remember(place, "r1");
    await remember(place, "r2", {
      root: { kind: "host", root: "/somewhere/else" },
      scope: "root",
      tool: null,
      path: null,
    });
    expect(place.galley(["approvals", "list"]).out).toBe(
      "r1  2026-01-02  edit_file on workspace/a.txt\n\n" +
        "Each of these is done without asking. Revoke one with: galley approvals revoke ID\n" +
        "1 more in other folders: galley approvals list --all\n",
    );
    expect(place.galley(["approvals", "list", "--all"]).out).toContain(
      "every file tool (rm too) anywhere in /somewhere/else",
    );
    expect(place.json(["approvals", "list"])).toEqual({
      code: 0,
      value: {
        rules: [
          {
            id: "r1",
            effect: "allow",
            tool: "edit_file",
            path: "a.txt",
            scope: "file",
            command: null,
            sandbox: "workspace",
            folder: place.folder,
            at: "2026-01-02T03:04:05.000Z",
            session: null,
            counts: true,
            description: "edit_file on workspace/a.txt",
          },
        ],
        elsewhere: 1,
        problem: null,
      },
    });
    expect(planOf(place)).toMatchObject({
      status: "pre_approved",
      reason: expect.stringContaining("the remembered rule r1 (edit_file on workspace/a.txt) allows it"),
    });
    expect(place.json(["tool", "edit_file", EDIT]).value).toMatchObject({ success: true });
    expect(place.read("a.txt")).toBe("two\n");
    expect((place.json(["log"]).value as { decided_by: string }[])[0]!.decided_by).toBe("rule");
    place.put("a.txt", "one\n");

    expect(place.galley(["approvals", "revoke", "r1"])).toMatchObject({
      code: 0,
      out: "✓ edit_file on workspace/a.txt  needs approval again\n",
    });
    expect(planOf(place).status).toBe("needs_approval");
    expect(place.galley(["approvals", "revoke", "r1"])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^No remembered/),
    });
    expect(place.json(["approvals", "revoke", "--all"])).toMatchObject({ code: 0, value: { revoked: [{ id: "r2" }] } });
    expect(place.galley(["approvals", "revoke", "--all"])).toMatchObject({ code: 0, out: "No rule was remembered.\n" });
  });

  test("reads and commands too: each is used, listed in full, and revoked", async () => {
    const place = new Place({ "a.txt": "one\n", "src/b.txt": "two\n" });
    const config = join(place.base, "config.json");
    writeFileSync(config, '{"sandboxes":{"ws":{"root":"work","read_approval":true}},"default_sandbox":"ws"}');
    const plan = (tool: string, args: object): Plan =>
      place.json(["tool", tool, JSON.stringify(args), "--plan", "--config", config]).value as Plan;
    await remember(place, "r1", { tool: "read_file", scope: "directory", path: "src" });
    await remember(place, "r2", { tool: "grep", scope: "directory", path: "src" });
    const command = { text: "npm test -- a  b", where: "confined", image: null } as const;
    await remember(place, "r3", { tool: "shell", scope: "command", path: null, command });
    const statuses = (): readonly string[] => [
      plan("read_file", { path: "src/b.txt" }).status,
      plan("read_file", { path: "a.txt" }).status,
      plan("grep", { path: "src", pattern: "t" }).status,
      plan("grep", { path: "", pattern: "t" }).status,
      plan("ls", { path: "src" }).status,
    ];
    const [yes, asks] = ["pre_approved", "needs_approval"];
    expect(statuses()).toEqual([yes, asks, yes, asks, asks]);
    expect(place.galley(["approvals", "list", "--config", config]).out).toContain(
      "r3  2026-01-02  shell `npm test -- a  b` in ws, confined on this machine, with the workspace read-only\n",
    );
    expect(place.json(["approvals", "list", "--config", config]).value).toMatchObject({
      rules: [{ tool: "read_file" }, { tool: "grep" }, { tool: "shell", scope: "command", path: null, command }],
    });
    expect(place.galley(["approvals", "revoke", "r1", "--config", config]).code).toBe(0);
    expect(statuses()).toEqual([asks, asks, yes, asks, asks]);
    expect(place.galley(["approvals", "revoke", "r3", "--config", config]).code).toBe(0);
  });

  test.each([
    [["approvals", "revoke"]],
    [["approvals", "revoke", "x", "--all"]],
    [["approvals", "revoke", "x", "y"]],
    [["approvals", "forget", "x"]],
    [["approvals", "list", "x"]],
  ])("%j is no command", (args) => expect(new Place().galley(args).code).toBe(2));

  test("a rule of another folder at this path does not count, and the list says so", async () => {
    const place = new Place({ "a.txt": "one\n" });
    await remember(place, "r1", { identity: "1 made 2" });
    await remember(place, "r2", { identity: null });
    const planned = place.galley(["tool", "edit_file", EDIT, "--plan"]);
    expect(JSON.parse(planned.out).status).toBe("needs_approval");
    expect(planned.err).toContain("is not in force: kept while another folder was at this path");
    expect(place.galley(["approvals", "list"]).out).toBe(
      "r1  2026-01-02  edit_file on workspace/a.txt (not in force: kept while another folder was at this path)\n" +
        "r2  2026-01-02  edit_file on workspace/a.txt (not in force: kept by an older galley, which did not record the folder it was for)\n\n" +
        "Those in force are done without asking. Revoke one with: galley approvals revoke ID\n",
    );
  });

  test("a damaged file grants nothing, is reported, and can be cleared", async () => {
    const place = new Place({ "a.txt": "one\n" });
    await remember(place, "r1");
    truncateSync(join(place.base, "state", "galley", "rules"), 70);
    const planned = place.galley(["tool", "edit_file", EDIT, "--plan"]);
    expect([JSON.parse(planned.out).status, planned.err]).toEqual([
      "needs_approval",
      expect.stringContaining("damaged"),
    ]);
    expect(place.galley(["approvals", "list"])).toMatchObject({ code: 1, out: expect.stringContaining("damaged") });
    expect(place.galley(["approvals", "revoke", "--all"]).code).toBe(0);
    expect(place.galley(["approvals", "list"]).code).toBe(0);
  });
});

describe("--plan names who spoke, and where it is written", () => {
  const given = { policy: [{ effect: "ask" }, { effect: "allow", tool: "edit_file" }] };
  test.each<[string, { given?: object; user?: object; project?: object }, string, string]>([
    ["nothing", {}, "needs_approval", "edit_approval is on for this sandbox (by default)"],
    [
      "a flag of yours",
      { user: { confirm_edits: false } },
      "pre_approved",
      "edit_approval is off for this sandbox (in your config)",
    ],
    [
      "a flag of the project's",
      { user: { confirm_edits: false }, project: { sandboxes: { workspace: { edit_approval: true } } } },
      "needs_approval",
      "edit_approval is on for this sandbox (in the project's .galley/config.json)",
    ],
    [
      "the given config",
      { given },
      "pre_approved",
      "the rule allow · edit_file · any path in the config given with --config (policy[1]) allows it",
    ],
    [
      "your config",
      { user: { policy: [{ effect: "deny", path: "workspace/*.txt" }] } },
      "blocked",
      "the rule deny · any tool · workspace/*.txt in your config (policy[0]) forbids it",
    ],
    [
      "the project asks",
      { given, project: { policy: [{ effect: "allow" }, { effect: "ask", path: "**" }] } },
      "needs_approval",
      "the project's rule ask · any tool · ** in the project's .galley/config.json (policy[1]) asks",
    ],
    [
      "the project denies",
      { given, project: { policy: [{ effect: "deny" }] } },
      "blocked",
      "the rule deny · any tool · any path in the project's .galley/config.json (policy[0]) forbids it",
    ],
  ])("%s", (_, configs, status, reason) => {
    const place = placeWith(configs);
    expect(planOf(place, ...(configs.given ? ["--config", "../given.json"] : []))).toMatchObject({ status, reason });
  });
});

function placeWith({ given, user, project }: { given?: object; user?: object; project?: object }): Place {
  const place = new Place({ "a.txt": "one\n" });
  const put = (name: string, config: object | undefined): void => {
    if (config !== undefined) place.put(name, JSON.stringify(config));
  };
  put("../given.json", given);
  put("../config/galley/config.json", user);
  put(".galley/config.json", project);
  return place;
}

type Shown = {
  readonly files: readonly { from: string; path: string; exists: boolean }[];
  readonly values: readonly { key: string; value: unknown; from: string }[];
  readonly refused: readonly { key: string; why: string }[];
  readonly protected: readonly { pattern: string }[];
};

describe("config", () => {
  test("every value and where it comes from", () => {
    const place = placeWith({
      user: {
        sandboxes: { app: { root: ".", mode: "rw" } },
        default_sandbox: "app",
        policy: [{ effect: "ask" }],
        protected: ["!.zed"],
      },
      project: {
        model: "evil/model",
        protected: ["*.pem", "!.vscode"],
        policy: [{ effect: "allow" }, { effect: "deny", path: "app/x" }],
        sandboxes: { app: { mode: "ro", write_approval: false }, more: { root: "/" } },
      },
    });
    // Relative to the config file: the sandbox is the folder of the config.
    const { code, value } = place.json(["config"]);
    const shown = value as Shown;
    expect(code).toBe(0);
    expect(shown.values.map(({ key, value: held, from }) => `${key} = ${JSON.stringify(held)} (${from})`)).toEqual([
      'default_sandbox = "app" (user)',
      "confirm_edits = true (default)",
      "read_before_edit = true (default)",
      "stage = true (default)",
      "model = null (default)",
      "base_url = null (default)",
      "editor = null (default)",
      'editor_unchanged = "ask" (default)',
      "pager = null (default)",
      "shell = null (default)",
      "timeouts.connect = 30 (default)",
      "timeouts.first_byte = 600 (default)",
      "timeouts.idle = 300 (default)",
      `sandboxes.app.root = ${JSON.stringify(join(place.base, "config", "galley"))} (user)`,
      'sandboxes.app.mode = "ro" (project)',
      "sandboxes.app.suffixes = null (default)",
      "sandboxes.app.max_file_bytes = 33554432 (default)",
      'sandboxes.app.symlinks = "within" (default)',
      "sandboxes.app.read_approval = false (default)",
      "sandboxes.app.write_approval = true (default)",
      "sandboxes.app.edit_approval = true (default)",
      'protected[0] = "!.zed" (user)',
      'protected[0] = "*.pem" (project)',
      'policy[0] = {"effect":"ask"} (user)',
      'policy[1] = {"effect":"deny","path":"app/x"} (project)',
    ]);
    expect(shown.refused.map(({ key }) => key)).toEqual([
      "model",
      "sandboxes.more",
      "sandboxes.app.write_approval: false",
      "policy[0]",
      "protected[1]: !.vscode",
    ]);
    const effective = shown.protected.map(({ pattern }) => pattern);
    expect([".zed", "*.pem", ".vscode"].map((pattern) => effective.includes(pattern))).toEqual([false, true, true]);
    expect(shown.files.map(({ from, exists }) => [from, exists])).toEqual([
      ["user", true],
      ["project", true],
    ]);
    const { out } = place.galley(["config"]);
    expect(out).toMatch(/^sandboxes\.app\.mode +ro +project's config$/m);
    expect(out).toContain(
      "! refused in the project's .galley/config.json: sandboxes.more (a project cannot add a sandbox)",
    );
  });

  test("fits in 80 columns, but for values that are longer than that", () => {
    const policy = [{ effect: "deny", path: `ws/${"deep/".repeat(20)}secret` }];
    const place = placeWith({ given: { sandboxes: { ws: { root: "." } }, policy } });
    const lines = place.galley(["config", "--config", "../given.json"]).out.split("\n");
    const [long] = lines.filter((line) => line.includes("secret"));
    expect(long).toMatch(/^ {4}deny · any tool · ws\/deep\//);
    expect(lines[lines.indexOf(long!) - 1]).toMatch(/^policy\[0\] +given with --config$/);
    const table = lines.slice(0, lines.indexOf("")).filter((line) => !line.startsWith("    "));
    expect(table.filter((line) => line.length > 80)).toEqual([]);
  });

  test("a given config takes the place of your own", () => {
    const place = placeWith({ given: { pager: "more" }, user: { pager: "less", editor: "vi" } });
    const { values, files } = place.json(["config", "--config", "../given.json"]).value as Shown;
    expect(values.filter(({ key }) => key === "pager" || key === "editor")).toEqual([
      { key: "editor", value: null, from: "default" },
      { key: "pager", value: "more", from: "given" },
    ]);
    expect(files[0]).toEqual({ from: "given", path: join(place.base, "given.json"), exists: true });
  });

  test("a project's tightening holds", () => {
    const place = placeWith({
      project: { sandboxes: { workspace: { mode: "ro", suffixes: [".md"], read_approval: true } } },
    });
    place.put("a.md", "x\n");
    const codeOf = (...args: readonly string[]): unknown =>
      (place.json(["tool", ...args]).value as { error?: { code: string } }).error?.code;
    expect(codeOf("write_file", '{"path":"b.md","content":""}', "--yes")).toBe("READ_ONLY");
    expect(codeOf("read_file", '{"path":"a.txt"}', "--yes")).toBe("SUFFIX");
    expect(codeOf("read_file", '{"path":"a.md"}')).toBe("REJECTED");
    expect(codeOf("read_file", '{"path":"a.md"}', "--yes")).toBe(undefined);
  });

  test.each<[string, object, RegExp]>([
    [
      "one root in another",
      { sandboxes: { a: { root: "work" }, b: { root: "work/inner" } } },
      /sandboxes a and b overlap.*folder of its own/s,
    ],
    ["one root twice", { sandboxes: { a: { root: "work" }, b: { root: "work/" } } }, /sandboxes a and b overlap/],
    ["through a link", { sandboxes: { a: { root: "work" }, b: { root: "link" } } }, /sandboxes a and b overlap/],
    [
      "a pattern that leaves",
      { policy: [{ effect: "deny", path: "../x" }] },
      /--config \(policy\[0\]\) cannot be used/,
    ],
    ["an empty pattern", { policy: [{ effect: "deny", path: "" }] }, /cannot be used/],
    ["a default without a sandbox", { default_sandbox: "ws" }, /default_sandbox names "ws"/],
  ])("%s is refused", (_, config, message) => {
    const place = placeWith({ given: config });
    mkdirSync(join(place.folder, "inner"));
    symlinkSync("work/inner", join(place.base, "link"));
    for (const args of [["config"], ["tool", "read_file", '{"path":"a/a.txt"}']]) {
      const ran = place.galley([...args, "--config", "../given.json"]);
      expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(message)]);
    }
  });

  test("roots side by side are fine, also when one name starts the other", () => {
    const place = placeWith({ given: { sandboxes: { a: { root: "work" }, b: { root: "work2" } } } });
    mkdirSync(join(place.base, "work2"));
    expect(place.galley(["config", "--config", "../given.json"]).code).toBe(0);
  });

  test("ls above named sandboxes lists their names and says so", () => {
    const place = placeWith({ given: { sandboxes: { ws: { root: "work" } }, default_sandbox: "ws" } });
    for (const call of ["{}", '{"path":"."}']) {
      const { message } = place.json(["tool", "ls", call, "--config", "../given.json"]).value as { message: string };
      expect(message).toBe("1 sandbox; list one by its name to see its files.");
    }
    expect(place.galley(["tool", "ls", "{}"]).out).toContain("1 entry in the workspace.");
  });

  test("a search that finds nothing says that ignored files were not searched", () => {
    const place = new Place({ ".gitignore": "*.log\nout/\n", "x.log": "needle\n", "out/a.txt": "needle\n" });
    const say = (name: string, call: object): string =>
      (place.json(["tool", name, JSON.stringify(call)]).value as { message: string }).message;
    const ignored = expect.stringMatching(/^0 .*Files that git ignores are searched only with include_ignored/);
    expect(say("grep", { pattern: "needle" })).toEqual(ignored);
    expect(say("glob", { pattern: "**/*.log" })).toEqual(ignored);
    expect(say("grep", { pattern: "needle", include_ignored: true })).toBe("2 matching lines in 2 files.");
    expect(say("grep", { pattern: "needle", path: "out" })).toBe("1 matching line in 1 file.");
    expect(say("grep", { pattern: "nothing", include_ignored: true })).toBe("0 matching lines in 0 files.");
  });

  test("what has no effect on the host is pointed out", () => {
    const shell = { where: "host", unasked: "read-only", safe_commands: ["ls"] };
    const place = placeWith({ given: { shell } });
    const { code, out } = place.galley(["config", "--config", "../given.json"]);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining("! shell.unasked and shell.safe_commands have no effect on shell commands"),
    ]);
    const confined = placeWith({ given: { shell: { unasked: "read-only" } } });
    expect(confined.galley(["config", "--config", "../given.json"]).out).not.toContain("no effect");
  });

  describe("a rule that can match nothing", () => {
    const COMMANDS = [
      ["tool", "read_file", '{"path":"a.txt"}'],
      ["tool", "read_file", '{"path":"a.txt"}', "--json"],
      ["map"],
      ["map", "--json"],
      ["log"],
      ["config"],
      ["approvals", "list"],
    ];

    test.each<[string, Record<string, unknown>, RegExp]>([
      ["a path without its sandbox", { effect: "deny", path: "a.txt" }, /Write workspace\/a\.txt/],
      ["a pattern that matches no sandbox", { effect: "ask", path: "*.txt" }, /\*\*\/\*\.txt/],
      ["a tool that does not exist", { effect: "deny", tool: "readfile" }, /did you mean read_file\?/],
    ])("%s: no command runs", (_, rule, message) => {
      const given = placeWith({ given: { policy: [rule] } });
      for (const args of COMMANDS) {
        const ran = given.galley([...args, "--config", "../given.json"]);
        const said = args.includes("--json") ? ran.out : ran.err;
        expect([args, ran.code, said]).toEqual([args, 2, expect.stringMatching(message)]);
        expect(ran.out).not.toContain("one\\n");
      }
      const project = placeWith({ project: { policy: [rule] } });
      expect(project.galley(["tool", "read_file", '{"path":"a.txt"}']).code).toBe(2);
    });

    test("a project's rule for a sandbox that the user named otherwise is the first thing every command says", () => {
      const place = placeWith({
        given: { sandboxes: { app: { root: "work" } }, default_sandbox: "app" },
        project: { policy: [{ effect: "deny", path: "workspace/a.txt" }] },
      });
      for (const args of COMMANDS.filter(([name]) => name !== "config")) {
        const { code, err } = place.galley([...args, "--config", "../given.json"]);
        expect([args, code, err]).toEqual([args, 0, expect.stringMatching(/^galley: The rule deny · any tool · work/)]);
      }
    });

    test("a rule for edit is a rule for edit_file, under both names of the tool", () => {
      const place = placeWith({ given: { policy: [{ effect: "deny", tool: "edit", path: "workspace/a.txt" }] } });
      const calls = { edit_file: EDIT, edit: '{"path":"a.txt","oldText":"one","newText":"two"}' };
      for (const [name, args] of Object.entries(calls))
        expect(place.json(["tool", name, args, "--plan", "--config", "../given.json"]).value).toMatchObject({
          status: "blocked",
        });
    });
  });

  test.each<[string, (place: Place) => void, RegExp]>([
    ["a link to a secret", (place) => symlinkSync("/etc/passwd", configFile(place)), /is a link/],
    ["a link to a device", (place) => symlinkSync("/dev/zero", configFile(place)), /is a link/],
    ["a pipe nobody writes to", (place) => void spawnSync("mkfifo", [configFile(place)]), /not a regular file/],
    [
      "endless",
      (place) => (writeFileSync(configFile(place), ""), truncateSync(configFile(place), 1e10)),
      /larger than/,
    ],
    ["a folder", (place) => mkdirSync(configFile(place)), /not a regular file/],
    ["no JSON", (place) => writeFileSync(configFile(place), "{"), /not JSON/],
  ])("a project's config that is %s stops nothing but itself", (_, plant, message) => {
    const place = new Place({ "a.txt": "one\n", ".galley/x": "" });
    plant(place);
    const ran = place.galley(["tool", "read_file", '{"path":"a.txt"}']);
    expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(message)]);
    expect(ran.err).not.toContain("root:");
  });
});

function configFile(place: Place): string {
  return join(place.folder, ".galley", "config.json");
}

test("a home folder as the sandbox: no tool call can add a rule", () => {
  const place = new Place({ ".config/galley/config.json": '{ "confirm_edits": false }', "notes.txt": "one\n" });
  const env = { HOME: place.folder, XDG_STATE_HOME: "", XDG_CONFIG_HOME: "" };
  const codeOf = (path: string): unknown =>
    JSON.parse(place.galley(["tool", "write_file", JSON.stringify({ path, content: "{}" }), "--yes"], { env }).out)
      .error?.code;
  expect(codeOf("notes.txt")).toBe(undefined);
  expect(codeOf(".config/galley/config.json")).toBe("FORBIDDEN");
  expect(codeOf(".local/state/galley/rules")).toBe("FORBIDDEN");
});
