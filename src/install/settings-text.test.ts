import { describe, expect, test } from "vitest";
import { HOOK_HOSTS } from "./hook-hosts.ts";
import { readJsonValue } from "./json-text.ts";
import { commandLine, denyingHookCommand, hookCommand, startsHook, type UserFolders } from "./launch.ts";
import { MCP_CLIENTS } from "./mcp-clients.ts";
import { installed, uninstalled, type NewText } from "./settings-text.ts";
import { tomlWith, tomlWithout } from "./toml-text.ts";
import type { Change, Integration, Launch, Place } from "./types.ts";

const LAUNCH: Launch = ["/opt/node", "/opt/my tools/galley.js"];
const PLACE: Place = {
  scope: "user",
  home: "/home/u",
  root: "/home/u/project",
  isRootNamed: false,
  platform: "linux",
  environment: {},
  packaged: () => 'const GALLEY = ["galley"];\nconst FOLDERS = null;\nexport const plugin = 1;\n',
};

/** The lines that install writes before an edit and after it. */
const asking = (launch: Launch, host: string, folders: UserFolders | null = {}): string =>
  denyingHookCommand({ launch, host, seconds: 600, folders });
const comparing = (launch: Launch, host: string): string => hookCommand({ launch, host, seconds: 60, folders: {} });

const all: readonly (readonly [string, Integration])[] = [
  ...HOOK_HOSTS.map((each) => [`hook ${each.name}`, each] as const),
  ...MCP_CLIENTS.map((each) => [`mcp ${each.name}`, each] as const),
];
const textOf = (next: NewText): string | null => (next.kind === "text" ? next.text : `${next.kind}!`);
const changeOf = (integration: Integration, launch = LAUNCH): Change => integration.change(launch, PLACE);

describe.each(all)("%s", (_, integration) => {
  const change = changeOf(integration);
  const fresh = textOf(installed(change, null));

  test("a fresh install is complete, and a second one changes nothing", () => {
    expect(fresh).not.toBe(null);
    expect(installed(change, fresh)).toEqual({ kind: "same" });
  });

  test("uninstalling leaves no file that was not there, and nothing to uninstall", () => {
    const next = uninstalled(change, fresh);
    expect(next).toEqual({ kind: "text", text: change.kind === "toml" ? "" : null });
    expect(uninstalled(change, null)).toEqual({ kind: "same" });
  });

  test("a galley that moved replaces its own entry, and is found by uninstall", () => {
    const moved = changeOf(integration, ["/usr/bin/galley"]);
    const next = textOf(installed(moved, fresh));
    expect(next).toBe(textOf(installed(moved, null)));
    if (change.kind !== "file") expect(uninstalled(change, next)).toEqual(uninstalled(moved, next));
  });

  test("the settings file is where the user's home or the project is", () => {
    expect(integration.file(PLACE)).toMatch(/^\/home\/u\//);
    const inProject = integration.file({ ...PLACE, scope: "project" });
    if (inProject !== null) expect(inProject).toMatch(/^\/home\/u\/project\//);
  });
});

describe("settings that others use too", () => {
  const claude = changeOf(HOOK_HOSTS[0]!);
  const OTHERS = `{
    // keep me
    "model": "opus",
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "audit.sh" }] }, /* last */
        ],
    },
}
`;

  test("keep every byte through install and uninstall", () => {
    const text = textOf(installed(claude, OTHERS))!;
    expect(text).toContain(`/opt/node '/opt/my tools/galley.js' hook claude-code --limit 600"`);
    // A comma, comments and the other hook are where they were.
    expect(text.startsWith(OTHERS.slice(0, OTHERS.indexOf(", /* last */")))).toBe(true);
    expect(textOf(uninstalled(claude, text))).toBe(OTHERS);
  });

  test.each([
    [
      "a syntax error",
      '{\n  "hooks": {\n',
      "Line 3 is not valid JSON (close brace expected). Fix that first. Nothing was changed.",
    ],
    ["a list", "[]", "It is not a JSON object. Nothing was changed."],
    [
      "a string for the hooks",
      '{ "hooks": "none" }',
      '"hooks.PreToolUse" is something else already, which galley does not change. Nothing was changed.',
    ],
  ])("%s is refused", (_, text, why) => {
    expect(installed(claude, text)).toEqual({ kind: "refused", why });
  });

  test("a file of ours that someone changed is not deleted; one that is not ours is not replaced", () => {
    const plugin = changeOf(HOOK_HOSTS.find(({ name }) => name === "opencode")!);
    const ours = textOf(installed(plugin, null))!;
    expect(textOf(installed(plugin, ours.replace(/const GALLEY = .*;/, 'const GALLEY = ["old"];')))).toBe(ours);
    expect(textOf(uninstalled(plugin, ours))).toBe(null);
    expect(uninstalled(plugin, `${ours}// mine\n`)).toMatchObject({ kind: "refused" });
    expect(installed(plugin, "export const Mine = () => ({});\n")).toMatchObject({ kind: "refused" });
  });

  test("hooks of the user's own in the file that Copilot CLI reads stay in it", () => {
    const copilot = changeOf(HOOK_HOSTS.find(({ name }) => name === "copilot")!);
    const own = '{ "version": 1, "hooks": { "preToolUse": [{ "type": "command", "bash": "audit.sh" }] } }\n';
    const both = textOf(installed(copilot, own))!;
    expect(both).toContain("audit.sh");
    expect(both).toContain("hook copilot");
    expect(textOf(uninstalled(copilot, both))).toBe(own);
    expect(textOf(uninstalled(copilot, textOf(installed(copilot, null))!))).toBe(null);
  });
});

describe("hooks of others", () => {
  const change = changeOf(HOOK_HOSTS[0]!);
  const OURS = "galley hook claude-code --limit 600";
  const inGroup = (...commands: readonly string[]): string =>
    JSON.stringify({ hooks: { PreToolUse: [{ matcher: "*", hooks: commands.map((command) => ({ command })) }] } });

  test("in one group with ours: install takes ours out of it, uninstall leaves theirs", () => {
    const text = inGroup("my-secret-scanner", OURS);
    const next = textOf(installed(change, text))!;
    const groups = (JSON.parse(next) as { hooks: { PreToolUse: { hooks: { command: string }[] }[] } }).hooks.PreToolUse;
    expect(groups.map(({ hooks }) => hooks.map(({ command }) => command))).toEqual([
      ["my-secret-scanner"],
      [asking(["/opt/node", "/opt/my tools/galley.js"], "claude-code")],
    ]);
    expect(textOf(uninstalled(change, text))).toBe(inGroup("my-secret-scanner"));
    expect(textOf(uninstalled(change, next))).toBe(inGroup("my-secret-scanner"));
  });

  test.each([
    "audit-log --ignore 'galley hook claude-code'",
    "my-galley hook claude-code-guard --strict",
    "echo galley hook claude-code",
    "galley hook claude-code; rm -rf x",
    "galley hook claude-code --json",
    "galley hook claude-code > log",
  ])("that only mention galley are not ours: %s", (command) => {
    expect(uninstalled(change, inGroup(command))).toEqual({ kind: "same" });
  });

  test("comments next to ours stay", () => {
    const text = `{ "hooks": { "PreToolUse": [
    { "hooks": [{ "command": "${OURS}" }] }, // ours
    // my linter: do not remove
    { "hooks": [{ "command": "lint" }] }, // theirs
    { "hooks": [{ "command": "${OURS}" }] }
  ] } }`;
    const next = textOf(uninstalled(change, text))!;
    expect(next).toContain("// ours");
    expect(next).toContain("// my linter: do not remove");
    expect(next).toContain("// theirs");
    expect(uninstalled(change, next)).toEqual({ kind: "same" });
    expect(next.match(/"command"/g)).toHaveLength(1);
  });
});

describe("a server of others that is called galley", () => {
  const gemini = changeOf(MCP_CLIENTS.find(({ name }) => name === "gemini")!);
  const FOREIGN = '{ "mcpServers": { "galley": { "command": "galley-kitchen", "env": { "TOKEN": "x" } } } }';

  test("is not replaced and not removed", () => {
    expect(installed(gemini, FOREIGN)).toMatchObject({ kind: "refused" });
    expect(uninstalled(gemini, FOREIGN)).toEqual({ kind: "same" });
  });

  test("what the user added to ours stays when galley moves", () => {
    const text = '{ "mcpServers": { "galley": { "command": "/old/galley", "args": ["mcp"], "env": { "A": "1" } } } }';
    expect(JSON.parse(textOf(installed(gemini, text))!)).toEqual({
      mcpServers: {
        galley: { command: "/opt/node", args: ["/opt/my tools/galley.js", "mcp"], env: { A: "1" } },
      },
    });
  });
});

describe("a table in TOML", () => {
  const isOurs = (value: unknown): boolean => (value as { command?: unknown }).command !== "foreign";
  const change = { path: ["mcp_servers", "galley"], lines: ['command = "galley"', 'args = ["mcp"]'], isOurs };
  const OWN = '[mcp_servers.galley]\ncommand = "galley"\nargs = ["mcp"]\n';

  test.each([
    ["an empty file", "", OWN],
    ["settings before it", 'model = "x"\n', `model = "x"\n\n${OWN}`],
    ["no line break at the end", 'model = "x"', `model = "x"\n\n${OWN}`],
    ["other servers", '[mcp_servers.other]\ncommand = "o"\n', `[mcp_servers.other]\ncommand = "o"\n\n${OWN}`],
    [
      "an old entry in the middle",
      '[ mcp_servers.galley ] # mine\ncommand = "old"\n\n# next\n[z]\n',
      `${OWN}\n# next\n[z]\n`,
    ],
  ])("%s", (_, text, expected) => {
    expect(tomlWith(change, text)).toEqual({ kind: "text", text: expected });
    expect(tomlWith(change, expected)).toEqual({ kind: "same" });
  });

  test.each(["", 'model = "x"\n', '[a]\nb = 1\n\n[c]\nd = "[mcp_servers.galley]"\n'])(
    "is removed again: %j",
    (text) => {
      expect(tomlWithout(change, textOf(tomlWith(change, text))!)).toEqual({ kind: "text", text });
    },
  );

  test.each([
    ["an inline table", '[mcp_servers]\ngalley = { command = "old" }\n'],
    ["a quoted name", '[mcp_servers."galley"]\ncommand = "old"\n'],
    ["a dotted key", 'mcp_servers.galley.command = "old"\n'],
    ["an inline parent", 'mcp_servers = { other = { command = "o" } }\n'],
    ["another server of that name", '[mcp_servers.galley]\ncommand = "foreign"\n'],
    ["no TOML", "[mcp_servers\n"],
  ])("%s is refused, not broken", (_, text) => {
    expect(tomlWith(change, text)).toMatchObject({ kind: "refused" });
  });

  test("a header inside a string is no header", () => {
    const text = 'note = """\n[mcp_servers.galley]\ncommand = 1\n"""\n[z]\na = 1\n';
    expect(tomlWith(change, text)).toEqual({ kind: "text", text: `${text}\n${OWN}` });
  });

  test("a table below it is the user's: it is not left without its server", () => {
    expect(tomlWithout(change, `${OWN}\n[mcp_servers.galley.env]\nA = "1"\n`)).toMatchObject({ kind: "refused" });
  });
});

// An agent that was stopped must not find its own limit over when it goes on.
test.each([
  ["claude-code", { timeout: 604_800, onFailure: "block" }],
  ["codex", { timeout: 604_800 }],
  ["gemini", { timeout: 604_800_000 }],
  ["copilot", { timeoutSec: 604_800 }],
  ["cursor", { timeout: 600, failClosed: true }],
])("%s waits far longer than galley, or denies after its limit", (name, members) => {
  const text = textOf(installed(changeOf(HOOK_HOSTS.find((host) => host.name === name)!), null))!;
  const { hooks } = JSON.parse(text) as { hooks: Record<string, { hooks?: object[] }[]> };
  const [before] = Object.values(hooks)[0]!;
  expect(before!.hooks?.[0] ?? before).toMatchObject(members);
  expect(text).toContain(`hook ${name} --limit 600"`);
});

/** As an earlier version had it before an edit. */
const UNSETTING = `/bin/sh -c 'unset PERL5OPT PERL5LIB PERL5DB NODE_OPTIONS NODE_PATH; if [ -x /usr/bin/perl ]; then set -- /usr/bin/perl -e "$@"; elif [ -x /usr/bin/timeout ]; then shift; set -- /usr/bin/timeout -s KILL "$@"; else shift 2; fi; "$@" || { echo Galley did not allow this. >&2; exit 2; }' sh 'my $p; alarm shift; $SIG{ALRM} = sub { kill 9, $p }; $p = fork // exit 2; $p or exec @ARGV or exit 2; waitpid $p, 0; exit($? ? 2 : 0)' 595`;

test.each(["claude-code", "codex", "gemini", "copilot", "cursor"])(
  "%s: settings of an earlier version, with a shorter limit and another line, are replaced, and taken out exactly",
  (name) => {
    const change = changeOf(HOOK_HOSTS.find((host) => host.name === name)!);
    const now = textOf(installed(change, null))!;
    const line = JSON.stringify(asking(LAUNCH, name));
    const plain = JSON.stringify(`/opt/node '/opt/my tools/galley.js' hook ${name} --limit 600`);
    const after = JSON.stringify(comparing(LAUNCH, name));
    for (const [from, to] of [
      ["604800", "600"],
      [line, plain],
      [line, JSON.stringify(`${UNSETTING} /opt/node '/opt/my tools/galley.js' hook ${name} --limit 600`)],
      [line, JSON.stringify(asking(LAUNCH, name, null))],
      [after, plain],
      [after, after.replace(" LOGNAME ", " LOGNAME SOMETHING_ELSE ")],
    ] as const) {
      const old = now.replace(from, () => to);
      if (name !== "cursor" || from !== "604800") expect(old).not.toBe(now);
      expect(textOf(uninstalled(change, old))).toBe(null);
      expect(installed(change, old)).toEqual(old === now ? { kind: "same" } : { kind: "text", text: now });
    }
  },
);

describe("command lines", () => {
  test.each([
    [["galley", "hook"], "galley hook"],
    [["/a b/it's", "x"], String.raw`'/a b/it'\''s' x`],
  ])("%j", (words, expected) => expect(commandLine(words)).toBe(expected));

  test.each([
    ["galley hook codex", true],
    ["/usr/bin/node '/x y/galley.js' hook codex", true],
    ["galley hook codex --limit 600", true],
    [asking(["/x y/galley"], "codex"), true],
    [`sh -c '"$@" || { echo Galley did not allow this. >&2; exit 2; }' sh galley hook codex --limit 600`, true],
    [asking(["galley"], "codex").replace(" 595 ", " x "), false],
    [asking(["galley"], "codex").replace("exit 2", "exit 0"), false],
    [`${asking(["galley"], "codex")}; rm x`, false],
    [asking(["audit.sh"], "codex"), false],
    [asking(["galley"], "codex", { XDG_STATE_HOME: "/my s" }), true],
    [asking(["galley"], "codex", { XDG_STATE_HOME: "/s" }).replace("XDG_STATE_HOME=/s", "PATH=/s"), false],
    [comparing(["/x y/galley"], "codex"), true],
    [comparing(["galley"], "codex").replace("for n in PATH", "for n in $(audit.sh)"), false],
    [comparing(["galley"], "codex").replace("/usr/bin/env -i", "audit.sh"), false],
    ["sh -c 'audit.sh' sh galley hook codex", false],
    ["galley hook copilot", false],
    ["my-galley-wrapper hook codex", false],
    [undefined, false],
  ])("%s starts our hook for codex: %s", (command, is) => expect(startsHook(command, "codex")).toBe(is));
});

describe("odd settings files get the entry, and back exactly what they were", () => {
  const codex = MCP_CLIENTS.find(({ name }) => name === "codex")!;
  const rows: readonly (readonly [string, Integration, string])[] = [
    ["JSON with a byte order mark", HOOK_HOSTS[0]!, '\uFEFF{\r\n  "model": "opus"\r\n}\r\n'],
    ["TOML with a byte order mark", codex, '\uFEFFmodel = "x"\n'],
    ["our header in a string", codex, 't = """\n[mcp_servers.galley]\n"""\n'],
    ["our header in a comment", codex, '[mcp_servers.other] # [mcp_servers.galley]\ncommand = "y"\n'],
    ["large numbers, dates and no number", codex, "a = 9223372036854775807\nd = 1979-05-27T07:32:00Z\nn = nan\n"],
  ];

  test.each(rows)("%s", (_, integration, text) => {
    const change = changeOf(integration);
    const next = textOf(installed(change, text))!;
    expect(next.startsWith(text.slice(0, 8)) && next.includes("galley")).toBe(true);
    expect(installed(change, next)).toEqual({ kind: "same" });
    expect(textOf(uninstalled(change, next))).toBe(text);
  });

  test.each([
    ["a list", '{"hooks":[]}'],
    ["nothing", '{"hooks":null}'],
    ["an object for the event", '{"hooks":{"PreToolUse":{}}}'],
    ["far too deep", `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
    ["far too deep and not closed", "[".repeat(20_000)],
    ["two values", "{} {}"],
  ])("%s is refused", (_, text) => expect(installed(changeOf(HOOK_HOSTS[0]!), text).kind).toBe("refused"));

  test("a switch in a file with a byte order mark is seen", () => {
    expect(readJsonValue('\uFEFF{"disableAllHooks":true}')).toEqual({ disableAllHooks: true });
  });
});
