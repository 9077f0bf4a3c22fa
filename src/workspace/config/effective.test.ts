import { DEFAULT_TIMEOUTS } from "../../agent/index.ts";
import { describe, expect, test } from "vitest";
import { KEYS } from "./keys.ts";
import { ConfigSchema, type Config, type SandboxConfig } from "./schema.ts";
import { effectiveConfig, type Own } from "./effective.ts";
import type { Limits } from "./limits.ts";

const own = (config: Config): Own => ({ config, from: "user" });

type Row = readonly [what: string, own: SandboxConfig, project: SandboxConfig, limits: string, refused: string];

/** Only what the row is about, as "value by from". */
function drawn(limits: Limits, keys: readonly string[]): string {
  return keys
    .map((key) => {
      const { value, from } = limits[key as keyof Limits];
      return `${key} ${JSON.stringify(value)} by ${from}`;
    })
    .join(", ");
}

describe("a project may tighten a sandbox and nothing else", () => {
  const rows: readonly Row[] = [
    ["mode rw → ro", {}, { mode: "ro" }, 'mode "ro" by project', ""],
    ["mode ro → rw", { mode: "ro" }, { mode: "rw" }, 'mode "ro" by user', "mode: rw"],
    ["mode said again", { mode: "rw" }, { mode: "rw" }, 'mode "rw" by user', ""],
    ["smaller files", {}, { max_file_bytes: 10 }, "max_file_bytes 10 by project", ""],
    ["smaller than yours", { max_file_bytes: 20 }, { max_file_bytes: 10 }, "max_file_bytes 10 by project", ""],
    ["larger", { max_file_bytes: 20 }, { max_file_bytes: 30 }, "max_file_bytes 20 by user", "max_file_bytes: 30"],
    [
      "larger than the default",
      {},
      { max_file_bytes: 33_554_433 },
      "max_file_bytes 33554432 by default",
      "max_file_bytes: 33554433",
    ],
    ["no links", {}, { symlinks: "deny" }, 'symlinks "deny" by project', ""],
    ["links", { symlinks: "deny" }, { symlinks: "within" }, 'symlinks "deny" by user', "symlinks: within"],
    ["some suffixes of all", {}, { suffixes: [".md"] }, 'suffixes [".md"] by project', ""],
    ["fewer suffixes", { suffixes: [".md", ".txt"] }, { suffixes: [".MD"] }, 'suffixes [".MD"] by project', ""],
    ["a longer suffix", { suffixes: [".gz"] }, { suffixes: [".tar.gz"] }, 'suffixes [".tar.gz"] by project', ""],
    ["a shorter suffix", { suffixes: [".tar.gz"] }, { suffixes: [".gz"] }, "suffixes [] by project", "suffixes: .gz"],
    [
      "some of yours, some more",
      { suffixes: [".md", ".txt"] },
      { suffixes: [".md", ".js"] },
      'suffixes [".md"] by project',
      "suffixes: .js",
    ],
    [
      "yours and more",
      { suffixes: [".md"] },
      { suffixes: [".md", ".js"] },
      'suffixes [".md"] by user',
      "suffixes: .js",
    ],
    ["none of yours", { suffixes: [".md"] }, { suffixes: [".js"] }, "suffixes [] by project", "suffixes: .js"],
    ["no file at all", {}, { suffixes: [] }, "suffixes [] by project", ""],
    ["asks to read", {}, { read_approval: true }, "read_approval true by project", ""],
    [
      "does not ask to read",
      { read_approval: true },
      { read_approval: false },
      "read_approval true by user",
      "read_approval: false",
    ],
    ["does not ask, as you said", {}, { read_approval: false }, "read_approval false by default", ""],
    [
      "asks to write",
      { write_approval: false },
      { write_approval: true },
      "write_approval true by project, edit_approval true by project",
      "",
    ],
    [
      "asks to write, you allow edits",
      { write_approval: false, edit_approval: false },
      { write_approval: true },
      "write_approval true by project, edit_approval false by user",
      "",
    ],
    ["does not ask to write", {}, { write_approval: false }, "write_approval true by default", "write_approval: false"],
    ["asks to edit", { edit_approval: false }, { edit_approval: true }, "edit_approval true by project", ""],
    ["does not ask to edit", {}, { edit_approval: false }, "edit_approval true by default", "edit_approval: false"],
    [
      "asks to write and not to edit",
      { write_approval: false },
      { write_approval: true, edit_approval: false },
      "edit_approval true by project",
      "edit_approval: false",
    ],
    ["another root", {}, { root: "/" }, "", "root"],
    ["another memory", {}, { memory: {} }, "", "memory"],
    ["a container", {}, { container: { image: "x" } }, "", "container"],
  ];
  test.each(rows)("%s", (_, mine, project, expected, refused) => {
    const keys = expected === "" ? [] : expected.split(", ").map((part) => part.split(" ")[0]!);
    for (const name of ["ws", "workspace"]) {
      // With the sandbox of that name, and with the nameless one where the person has set nothing.
      if (name === "workspace" && Object.keys(mine).length > 0) continue;
      const config = effectiveConfig(name === "ws" ? own({ sandboxes: { ws: { root: ".", ...mine } } }) : null, {
        sandboxes: { [name]: project },
      });
      expect(drawn(config.sandboxes[0]!.limits, keys)).toBe(expected);
      const refusedKeys = refused === "" ? [] : refused.split("; ").map((key) => `sandboxes.${name}.${key}`);
      expect(config.refused.map(({ key }) => key)).toEqual(refusedKeys);
    }
  });

  test("every key of a sandbox has a row", () => {
    const keys = Object.keys(ConfigSchema.def.shape.sandboxes.def.innerType.def.valueType.def.shape);
    const tried = new Set(rows.flatMap(([, , project]) => Object.keys(project)));
    expect(keys.filter((key) => !tried.has(key))).toEqual([]);
  });
});

describe("a project and the rest of the config", () => {
  const rows: readonly (readonly [keyof Config, Config, Config, string])[] = [
    ["model", {}, { model: "x/y" }, "model"],
    ["base_url", {}, { base_url: "http://evil" }, "base_url"],
    ["timeouts", { timeouts: { idle: 5 } }, { timeouts: { first_byte: 1 } }, "timeouts"],
    ["editor", {}, { editor: "sh -c evil" }, "editor"],
    ["editor_unchanged", {}, { editor_unchanged: "apply" }, "editor_unchanged"],
    ["pager", { pager: "less" }, { pager: "sh -c evil" }, "pager"],
    ["shell", { shell: { where: "confined" } }, { shell: { where: "host" } }, "shell.where"],
    ["shell", {}, { shell: { unasked: "read-only", git_writable: true } }, "shell.unasked; shell.git_writable"],
    ["shell", {}, { shell: { safe_commands: [] } }, "shell.safe_commands"],
    ["shell", { shell: { unasked: "read-only" } }, { shell: { unasked: "never" } }, ""],
    ["models", {}, { models: { "openai/x": { base_url: "http://evil.example" } } }, "models"],
    ["mcp_servers", {}, { mcp_servers: { evil: { command: "sh" } } }, "mcp_servers"],
    [
      "mcp_servers",
      { mcp_servers: { own: { command: "x" } } },
      { mcp_servers: { own: { command: "sh" } } },
      "mcp_servers",
    ],
    ["inbox", {}, { inbox: { url: "https://evil.example", token_file: "t" } }, "inbox"],
    ["stage", {}, { stage: false }, ""],
    ["stage", { stage: false }, { stage: true }, "stage: true"],
    ["default_sandbox", {}, { default_sandbox: "workspace" }, "default_sandbox"],
    ["protected", {}, { protected: ["!.vscode"] }, "protected[0]: !.vscode"],
    ["protected", { protected: ["!.vscode"] }, { protected: ["*.pem"] }, ""],
    ["sandboxes", {}, { sandboxes: { other: { root: "/" } } }, "sandboxes.other"],
    ["sandboxes", {}, { sandboxes: { constructor: { mode: "ro" as const } } }, "sandboxes.constructor"],
    [
      "sandboxes",
      { sandboxes: { ws: { root: "." } } },
      { sandboxes: { workspace: { mode: "ro" } } },
      "sandboxes.workspace",
    ],
    ["policy", {}, { policy: [{ effect: "ask" }, { effect: "allow" }, { effect: "deny" }] }, "policy[1]"],
    ["confirm_edits", {}, { confirm_edits: false }, "confirm_edits: false"],
    ["confirm_edits", {}, { confirm_edits: true }, ""],
    ["confirm_edits", { confirm_edits: false }, { confirm_edits: false }, ""],
    ["confirm_edits", { confirm_edits: false }, { confirm_edits: true }, ""],
    ["read_before_edit", {}, { read_before_edit: false }, "read_before_edit: false"],
    ["read_before_edit", { read_before_edit: false }, { read_before_edit: true }, ""],
  ];
  test.each(rows)("%s of %j and %j", (key, mine, project, refused) => {
    const before = effectiveConfig(own(mine), null);
    const config = effectiveConfig(own(mine), project);
    expect(config.refused.map((one) => one.key).join("; ")).toBe(refused);
    if (refused !== "" && key !== "policy") expect({ ...config, refused: [] }).toEqual(before);
  });

  test("time limits are the agent's own where the user does not set them", () => {
    const { timeouts } = effectiveConfig(own({ timeouts: { idle: 5 } }), null);
    expect(timeouts).toEqual({
      connect: { value: DEFAULT_TIMEOUTS.connect, from: "default" },
      first_byte: { value: DEFAULT_TIMEOUTS.firstByte, from: "default" },
      idle: { value: 5, from: "user" },
    });
  });

  const isForUserOnly = (key: string): boolean => key in KEYS && !("project" in KEYS[key as keyof typeof KEYS]);

  test("every key that a project may set has a row", () => {
    const tried = new Set<string>(rows.map(([key]) => key));
    const keys = Object.keys(ConfigSchema.def.shape).filter((key) => !isForUserOnly(key));
    expect(keys.filter((key) => !tried.has(key))).toEqual([]);
  });

  test.each(Object.entries(KEYS).filter(([key]) => isForUserOnly(key)))("%s is for the user alone", (key, { type }) => {
    const samples = { text: "x", flag: true, seconds: 1, bytes: 1, texts: ["x"] } as const;
    const project = ConfigSchema.parse({ [key]: typeof type === "string" ? samples[type] : type[0] });
    expect(effectiveConfig(null, project).refused.map((refusal) => refusal.key)).toEqual([key]);
  });

  test("confirm_edits true turns on what is not set, and names its origin", () => {
    const mine = own({
      confirm_edits: false,
      sandboxes: { a: { root: "a" }, b: { root: "b", write_approval: false } },
    });
    const { sandboxes } = effectiveConfig(mine, { confirm_edits: true });
    expect(sandboxes.map(({ limits }) => drawn(limits, ["write_approval", "edit_approval"]))).toEqual([
      "write_approval true by project, edit_approval true by project",
      "write_approval false by user, edit_approval false by user",
    ]);
  });

  test("a project may have every command asked about and nothing staged", () => {
    const mine = own({ shell: { unasked: "read-only", safe_commands: ["ls"] }, stage: true });
    const { shell, stage } = effectiveConfig(mine, { shell: { unasked: "never" }, stage: false });
    expect(shell).toEqual({ value: { unasked: "never", safe_commands: ["ls"] }, from: "project" });
    expect(stage).toEqual({ value: false, from: "project" });
    expect(effectiveConfig(own({}), { shell: { unasked: "never" } }).shell).toEqual({ value: null, from: "default" });
  });

  test("rules know where they are written", () => {
    const { policy } = effectiveConfig(
      { from: "given", config: { policy: [{ effect: "allow", tool: "edit_file" }] } },
      { policy: [{ effect: "allow" }, { effect: "deny", path: "workspace/x" }] },
    );
    expect(policy).toEqual([
      {
        key: "policy[0]",
        from: "given",
        rule: { effect: "allow", tool: "edit_file", origin: "the config given with --config (policy[0])" },
      },
      {
        key: "policy[1]",
        from: "project",
        rule: { effect: "deny", path: "workspace/x", origin: "the project's .galley/config.json (policy[1])" },
      },
    ]);
  });
});
