// What is loaded before a command has begun, by the files it comes from. Times are for npm run bench; this looks at causes.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt, root } from "./built.ts";

type Import = { readonly path: string; readonly kind: string; readonly external?: boolean };
type Meta = {
  readonly inputs: Readonly<Record<string, { readonly imports: readonly Import[] }>>;
  readonly outputs: Readonly<
    Record<string, { readonly bytes: number; readonly inputs: Readonly<Record<string, unknown>> }>
  >;
  /** The chunks in each pack. */
  readonly packs: Readonly<Record<string, readonly string[]>>;
};

const cli = join(root, "dist", "cli");

let meta: Meta;
beforeAll(() => {
  ensureBuilt();
  meta = JSON.parse(readFileSync(join(root, "dist", "cli.meta.json"), "utf8")) as Meta;
});

test("--version loads the argument parser, what makes a text printable, and nothing of the engine", () => {
  const [, main] = Object.entries(meta.outputs).find(([path]) => path.endsWith("/main.js"))!;
  const inputs = Object.keys(main.inputs);
  expect(named(inputs)).toEqual({ modules: ["base", "cli", "edits", "text"], packages: [] });
  // The choices of --format are data.
  expect(inputs.filter((path) => path.startsWith("src/edits/"))).toEqual(["src/edits/formats/table.ts"]);
  expect(main.bytes).toBeLessThan(46_000); // A third of it is tables of letters, which are strings until a text is not ASCII.
});

test.each([
  ["src/cli/commands/apply.ts", ["fast-myers-diff"]],
  ["src/cli/commands/tool.ts", ["zod"]],
])("%s sets up only the packages it needs at once", (entry, packages) => {
  expect(named(setUpBy(entry)).packages.filter((name) => !packages.includes(name))).toEqual([]);
});

test("a tool call that only reads sets up no planner, no commit, no reviewer", () => {
  const { modules } = named(["src/cli/commands/tool.ts", "src/tools/read-file.ts"].flatMap(setUpBy));
  for (const module of ["commit", "state", "terminal"]) expect(modules).not.toContain(module);
});

// A dry run says what the rules would say, and they look at what git obeys.
const OBEYED = /commands\/(obeyed-paths|linked-names|git\/(data-names|places|settings|tracked-folders))\.ts$/;

test.each([
  ["a tool call that reads", "read", ["zod"]],
  ["a dry run", "edit", ["fast-myers-diff"]],
  ["a hook before a read", "hook", []],
])("%s loads nothing that asks, writes or runs", (_, kind, packages) => {
  const found = packedFor(kind);
  expect(named(found).packages).toEqual(packages);
  for (const module of ["agent", "inbox", "review", "state", "symbols"]) {
    expect(named(found).modules).not.toContain(module);
  }
  const folders = ["src/fs/node/commands/", "src/fs/node/container/", "src/terminal/reviewer/"];
  const inFolders = found.filter((path) => folders.some((folder) => path.startsWith(folder)));
  expect(inFolders.filter((path) => !OBEYED.test(path))).toEqual([]);
});

test("every chunk is in one pack, and what requires it names that pack", () => {
  const owner = new Map(Object.entries(meta.packs).flatMap(([pack, names]) => names.map((name) => [name, pack])));
  expect(Object.values(meta.packs).flat()).toHaveLength(owner.size);
  const required = Object.keys(meta.packs).flatMap((pack) =>
    [...readFileSync(join(cli, `${pack}.js`), "latin1").matchAll(/require\("((?!node:)[^"]*:[^"]*|\.[^"]*)"\)/g)].map(
      ([, id]) => id!,
    ),
  );
  expect(required.length).toBeGreaterThan(owner.size);
  expect(required.filter((id) => owner.get(id.split(":")[1] ?? "") !== id.split(":")[0])).toEqual([]);
});

test("a change that a hook's rule allows loads no model, and no schemas", () => {
  const found = named(packedFor("change"));
  for (const module of ["agent", "inbox", "review", "symbols", "web"]) {
    expect(found.modules).not.toContain(module);
  }
  expect(found.packages).toEqual(["fast-myers-diff"]);
});

test("each pack that ordinary commands load has a code cache that fits it and this Node", () => {
  const kinds = ["read", "edit", "write", "hook", "change", "agent", "provider"];
  const packs = Object.keys(meta.packs).filter((pack) => pack === "app" || isFor(pack, kinds));
  for (const name of packs) {
    const pack = join(cli, `${name}.js`);
    const source = readFileSync(pack, "latin1");
    expect(/[^\u0000-\u007f]/.test(source)).toBe(false);
    const script = new Script(source, { filename: pack, cachedData: readFileSync(`${pack}.cache`) });
    expect(script.cachedDataRejected, name).toBe(false);
  }
  expect(packs.length).toBeGreaterThan(8);
});

test.each([
  ["missing", (path: string) => rmSync(path)],
  ["cut off", (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 5000))],
  ["of another program", (path: string) => writeFileSync(path, Buffer.alloc(5000, 7))],
])("a code cache that is %s changes nothing", (_, damage) => {
  const scratch = mkdtempSync(join(tmpdir(), "galley-packs-"));
  try {
    cpSync(join(root, "bin"), join(scratch, "bin"), { recursive: true });
    cpSync(cli, join(scratch, "dist", "cli"), { recursive: true });
    for (const name of readdirSync(join(scratch, "dist", "cli"))) {
      if (name.endsWith(".cache")) damage(join(scratch, "dist", "cli", name));
    }
    writeFileSync(join(scratch, "a.txt"), "one\n");
    const args = [join(scratch, "bin", "galley.js"), "tool", "read_file", '{"path":"a.txt"}'];
    const ran = spawnSync(process.execPath, args, { cwd: scratch, encoding: "utf8" });
    expect({ code: ran.status, error: ran.stderr }).toEqual({ code: 0, error: "" });
    expect(ran.stdout).toContain("one");
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

test("on another Node, commands work without their caches, and nothing is kept where a variable names the state directory", () => {
  const scratch = mkdtempSync(join(tmpdir(), "galley-packs-"));
  try {
    cpSync(join(root, "bin"), join(scratch, "bin"), { recursive: true });
    cpSync(cli, join(scratch, "dist", "cli"), { recursive: true });
    for (const name of ["main.js", "main-hook.js"]) {
      const path = join(scratch, "dist", "cli", name);
      const text = readFileSync(path, "latin1");
      expect(text).toContain(`"${process.versions.v8}"`);
      writeFileSync(path, text.replaceAll(`"${process.versions.v8}"`, '"0.0"'));
    }
    const [work, state] = [join(scratch, "work"), join(scratch, "state")];
    mkdirSync(join(state, "galley"), { recursive: true });
    mkdirSync(work);
    writeFileSync(join(work, "a.txt"), "one\n");
    const run = (args: readonly string[], input = ""): string => {
      const env = { ...process.env, XDG_STATE_HOME: state };
      const options = { cwd: work, encoding: "utf8", env, input } as const;
      const ran = spawnSync(process.execPath, [join(scratch, "bin", "galley.js"), ...args], options);
      expect([ran.status, ran.stderr]).toEqual([0, ""]);
      return ran.stdout;
    };
    expect(run(["tool", "read_file", '{"path":"a.txt"}'])).toContain("one");
    const call = { hook_event_name: "PreToolUse", tool_name: "Read", tool_use_id: "1", session_id: "s", cwd: work };
    run(["hook", "claude-code"], JSON.stringify({ ...call, tool_input: { file_path: join(work, "a.txt") } }));
    expect(readdirSync(join(state, "galley"))).not.toContain("code");
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

test("the licence of every bundled package is in LICENSES.txt", () => {
  const licences = readFileSync(join(cli, "LICENSES.txt"), "utf8");
  const { packages } = named(Object.values(meta.outputs).flatMap(({ inputs }) => Object.keys(inputs)));
  expect(packages.length).toBeGreaterThan(8);
  for (const name of packages) expect(licences).toMatch(new RegExp(`^${name} \\d`, "m"));
});

/** The files of which something is left in the packs that a kind of command loads. */
function packedFor(kind: string): readonly string[] {
  const packs = Object.entries(meta.packs).filter(([pack]) => pack === "app" || isFor(pack, [kind]));
  expect(packs.length).toBeGreaterThan(1);
  return packs.flatMap(([, names]) =>
    names.flatMap((name) => {
      const [, output] = Object.entries(meta.outputs).find(([path]) => path.endsWith(`/${name}.js`))!;
      return Object.keys(output.inputs);
    }),
  );
}

/** A pack is named after the kinds of commands that need it. Other packs end in esbuild's own letters. */
function isFor(pack: string, kinds: readonly string[]): boolean {
  return !/-[A-Z0-9]{8}$/.test(pack) && pack.split("-").some((kind) => kinds.includes(kind));
}

/** Everything a source file pulls in at once, lazy parts left out. */
function setUpBy(entry: string): readonly string[] {
  expect(Object.keys(meta.inputs)).toContain(entry);
  const seen = new Set<string>();
  const open = [entry];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const next =
      meta.inputs[path]?.imports.filter(({ kind, external }) => kind === "import-statement" && !external) ?? [];
    open.push(...next.map((one) => one.path));
  }
  return [...seen];
}

function named(inputs: readonly string[]): { modules: string[]; packages: string[] } {
  const pick = (pattern: RegExp): string[] =>
    [...new Set(inputs.flatMap((path) => pattern.exec(path)?.[1] ?? []))].sort();
  return { modules: pick(/^src\/([^/]+)\//), packages: pick(/node_modules\/((?:@[^/]+\/)?[^/]+)\//) };
}
