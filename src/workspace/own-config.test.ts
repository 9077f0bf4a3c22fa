// The user's own config and Galley's state, reached through links: write access to them would grant everything else.
// Every name that leads there is a person's to change, for tools and for confined commands.

import { existsSync, linkSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { spawnSync } from "node:child_process";
import { DEFAULT_PROTECTION } from "../approval/index.ts";
import { createCommands } from "./command-places.ts";
import { findOwnPaths } from "./own-paths.ts";
import type { CommandResult } from "../fs/index.ts";
import { ensureBuilt, program } from "../../test/built.ts";
import { CommandFolder, confinementTrouble as problem } from "../../test/support/commands.ts";

vi.setConfig({ testTimeout: 60_000 });
let here: CommandFolder;
const CONFIG = JSON.stringify({ sandboxes: { ws: { root: "w" } }, default_sandbox: "ws" });

/** The config is looked for in the home folder, unless `config` names it. */
function tool(name: string, input: object, config?: string): { success: boolean; message: string; code?: string } {
  const given = config === undefined ? [] : ["--config", config];
  const ran = spawnSync(process.execPath, [program, "tool", name, JSON.stringify(input), "--yes", ...given], {
    cwd: here.root,
    encoding: "utf8",
    input: "",
    env: { ...process.env, HOME: join(here.base, "home"), XDG_CONFIG_HOME: "", XDG_STATE_HOME: "" },
  });
  const { success, message, error } = JSON.parse(ran.stdout) as {
    success: boolean;
    message: string;
    error?: { code: string };
  };
  return { success, message, ...(error ? { code: error.code } : {}) };
}

function link(from: string, to: string): void {
  const at = join(here.base, from);
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(to, at);
}

const read = (path: string): string => readFileSync(join(here.base, path), "utf8");
const HOME_CONFIG = "home/.config/galley/config.json";

beforeAll(() => ensureBuilt(), 120_000);
beforeEach(() => {
  here = new CommandFolder({ "dot/galley.json": "{}", "a.txt": "a\n" });
});
afterEach(() => here.remove());

/** What leads to `w/dot/galley.json`, and the names in `w` that must not change. */
const WAYS: readonly (readonly [string, () => string | void, readonly string[]])[] = [
  ["a linked file", () => link(HOME_CONFIG, "../../../w/dot/galley.json"), ["dot/galley.json"]],
  [
    "a chain of links, some of them in the workspace",
    () => {
      link("w/mid.json", "dot/galley.json");
      link("outside.json", "w/mid.json");
      link(HOME_CONFIG, "../../../outside.json");
    },
    ["mid.json", "dot/galley.json"],
  ],
  [
    "a linked folder with a linked file in it",
    () => {
      link("w/conf/config.json", "../dot/galley.json");
      link("home/.config/galley", "../../w/conf");
    },
    ["conf/config.json", "dot/galley.json", "conf/new"],
  ],
  ["a file that is not there yet", () => link(HOME_CONFIG, "../../../w/dot/later.json"), ["dot/later.json"]],
  [
    "the file of --config",
    () => {
      link("team.json", "w/team.json");
      link("w/team.json", "dot/galley.json");
      return join(here.base, "team.json");
    },
    ["team.json", "dot/galley.json"],
  ],
  [
    "remembered rules",
    () => {
      mkdirSync(join(here.base, "home/.local/state/galley"), { recursive: true });
      link("home/.local/state/galley/rules", "../../../../w/dot");
    },
    ["dot/galley.json", "dot/new"],
  ],
];

test.each(WAYS)("no flag lets a tool write %s", (_, set, names) => {
  const config = set() ?? undefined;
  const answers = names.map((path) => tool("write_file", { path, content: "{ }" }, config).code);
  // What is in Galley's own folder is hidden as well.
  expect(answers).toEqual(names.map((name) => (name.startsWith("conf/") ? "FORBIDDEN" : "PROTECTED")));
  expect(tool("write_file", { path: "b.txt", content: "b" }, config).success).toBe(true);
});

describe.skipIf(problem !== null)(`a confined command${problem === null ? "" : ` (skipped: ${problem})`}`, () => {
  test("is asked about where the config is in the workspace", () => {
    link(HOME_CONFIG, "../../../w/dot/galley.json");
    expect(tool("shell", { command: "true" }).code).toBe("PROTECTED");
  });

  test.each(WAYS)("cannot change %s, though a person said yes", async (_, set, names) => {
    const given = set() ?? null;
    const files = names.filter((name) => existsSync(join(here.root, name)));
    const before = files.map((name) => read(`w/${name}`));
    const links = files.filter(isLink).map((name) => [name, readlinkSync(join(here.root, name))]);
    const script = files
      .map((name) => `echo x >> ${name}; rm -f ${name}; echo y > ${name}; mv ${name} gone`)
      .join("; ");
    const { changed } = await runApproved(`${script} mv dot d2; echo x > b.txt`, given);
    expect(files.map((name) => read(`w/${name}`))).toEqual(before);
    expect(links.map(([name]) => [name, readlinkSync(join(here.root, name!))])).toEqual(links);
    expect(changed?.created).toContain("b.txt");
  });

  test("cannot write the config under another name of the same file", () => {
    writeFileSync(join(here.base, "team.json"), CONFIG);
    mkdirSync(join(here.base, dirname(HOME_CONFIG)), { recursive: true });
    writeFileSync(join(here.base, HOME_CONFIG), "{}");
    linkSync(join(here.base, HOME_CONFIG), join(here.root, "one.json"));
    linkSync(join(here.base, "team.json"), join(here.root, "two.json"));
    const command = "echo x > one.json; echo x > two.json; echo x > b.txt";
    const { message } = tool("shell", { command }, join(here.base, "team.json"));
    expect([read(HOME_CONFIG), read("team.json")]).toEqual(["{}", CONFIG]);
    expect(message).toContain("created b.txt");
  });
});

async function runApproved(command: string, given: string | null): Promise<CommandResult> {
  const addresses = new Map([["ws", { kind: "host" as const, root: here.root }]]);
  const environment = { PATH: process.env["PATH"], HOME: join(here.base, "home") };
  const { place } = createCommands({
    shell: {},
    addresses,
    containers: new Map(),
    home: "ws",
    environment,
    policy: { user: [], project: [], remembered: [], matches: () => false },
    protection: DEFAULT_PROTECTION,
    ownPaths: findOwnPaths({ addresses, environment, given }),
    given,
    flagsOf: () => ({ read_approval: false, write_approval: false, edit_approval: false }),
    limitsOf: () => ({ mode: "rw", suffixes: null }),
  });
  const { run } = await place("ws", "shell");
  const how = { cwd: "", environment: {}, workspace: "writable", asked: true, input: "", timeoutMs: 20_000 } as const;
  return run({ argv: ["/bin/sh", "-c", command], ...how });
}

function isLink(name: string): boolean {
  try {
    return readlinkSync(join(here.root, name)) !== "";
  } catch {
    return false;
  }
}
