// Every path and pattern of the fixture against the real file systems, through the entry points that tools use.
// Rows about the shell are listed as skipped with their reason; test/container/ runs those about containers.

import fs from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GalleyError } from "../src/base/index.ts";
import { createMemoryFiles, createSandbox, type Sandbox } from "../src/fs/index.ts";
import { findRipgrep, nodeOps, openHostFiles, type HostFiles } from "../src/fs/node/index.ts";
import { makePipe, startSwapper } from "./swapper.ts";

type Setup = {
  readonly file?: string;
  readonly content?: string;
  readonly repeat?: readonly [string, number];
  readonly tail?: string;
  readonly bytes?: string;
  readonly hex?: string;
  readonly symlink?: string;
  readonly target?: string;
  readonly fifo?: string;
  readonly socket?: string;
  readonly sparse?: string;
  readonly size?: number;
  readonly race?: { readonly dir: string; readonly link: string; readonly target: string; readonly iterations: number };
  readonly exec?: string;
};

type Row = {
  readonly id: string;
  readonly op: "read" | "write" | "list" | "delete" | "glob" | "grep" | "shell";
  readonly path: string;
  readonly setup: readonly Setup[];
  readonly args: {
    readonly content?: string;
    readonly pattern?: string;
    readonly patternRepeat?: readonly [string, number];
    readonly offset?: number | string;
    readonly limit?: number;
    readonly symlinks?: "within" | "deny";
    readonly backend?: string;
  };
  readonly expect: {
    readonly ok: boolean | "any";
    readonly code?: string;
    readonly content?: string;
    readonly readBack?: string;
    readonly names?: readonly string[];
    readonly types?: Readonly<Record<string, string>>;
    readonly never?: readonly string[];
    readonly present?: readonly string[];
    readonly absent?: readonly string[];
    readonly outsideUnchanged?: boolean;
    readonly matches?: number;
    readonly matchesMax?: number;
    readonly truncated?: boolean;
    readonly maxResultBytes?: number;
    readonly noExec?: boolean;
    readonly maxMs?: number;
    readonly maxRssMb?: number;
  };
  readonly why: string;
};

type Root = {
  readonly root: string;
  readonly mode: "ro" | "rw";
  readonly suffixes?: string[];
  readonly maxBytes?: number;
};

const { fixture, rows: written } = JSON.parse(
  fs.readFileSync(new URL("./fixtures/hostile-paths.json", import.meta.url), "utf8"),
) as {
  readonly fixture: {
    readonly sandboxes: Readonly<Record<string, Root>>;
    readonly defaults: { readonly symlinks: "within" | "deny"; readonly maxReadBytes: number };
    readonly files: Readonly<Record<string, string>>;
    readonly "pwn.sh": string;
  };
  readonly rows: readonly Row[];
};

const rows = written.filter(({ args }) => args.backend !== "container");

/** Why a row cannot run on a backend; null when it can. */
function reasonToSkip(row: Row, backend: "auto" | "names" | "memory"): string | null {
  if (row.op === "shell") return "it is about the shell tool";
  if (row.args.backend !== undefined) return `it is about the ${row.args.backend} backend`;
  const isRace = row.setup.some((step) => step.race !== undefined);
  if (isRace && backend === "names") return "a walk by names makes a race unlikely, not impossible";
  const onDisk = row.setup.some((step) => step.file === undefined && step.bytes === undefined);
  return backend === "memory" && onDisk ? "memory has no links, pipes or sparse files" : null;
}

const within = (base: string, text: string): string => text.split("{BASE}").join(base);

function bytesOf(base: string, step: Setup): Buffer {
  if (step.hex !== undefined) return Buffer.from(step.hex, "hex");
  if (step.repeat !== undefined) return Buffer.from(step.repeat[0].repeat(step.repeat[1]) + (step.tail ?? ""));
  return Buffer.from(within(base, step.content ?? ""));
}

const ripgrep = findRipgrep();

describe.each([
  ["from descriptors", "auto", "auto"],
  ["by names", "names", "auto"],
  // Without a program every search would be done without it, which the rows above show.
  ...(ripgrep === null ? [] : [["searched by ripgrep", "auto", { binary: ripgrep }] as const]),
] as const)("on the host, %s", (_, walk, search) => {
  let base = "";
  let servers: Server[] = [];
  let opened: HostFiles[] = [];
  beforeEach(() => {
    base = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "galley-hostile-")));
  });
  afterEach(() => {
    for (const files of opened) files.close();
    for (const server of servers) server.close();
    [servers, opened] = [[], []];
    fs.rmSync(base, { recursive: true, force: true });
  });

  const put = (path: string, content: string | Buffer): void => {
    fs.mkdirSync(dirname(join(base, path)), { recursive: true });
    fs.writeFileSync(join(base, path), content);
  };

  async function prepare(step: Setup): Promise<void> {
    const at = (path: string): string => join(base, path);
    if (step.file !== undefined || step.bytes !== undefined) put(step.file ?? step.bytes!, bytesOf(base, step));
    else if (step.symlink !== undefined) fs.symlinkSync(within(base, step.target!), at(step.symlink));
    else if (step.fifo !== undefined) makePipe(at(step.fifo));
    else if (step.sparse !== undefined) {
      fs.writeFileSync(at(step.sparse), "");
      fs.truncateSync(at(step.sparse), step.size!);
    } else if (step.socket !== undefined) {
      const server = createServer().listen(at(step.socket));
      servers.push(server);
      await new Promise((resolve) => server.once("listening", resolve));
    } else if (step.race !== undefined) {
      fs.mkdirSync(at(step.race.dir));
      fs.writeFileSync(join(at(step.race.dir), "f.txt"), "inside\n");
      fs.writeFileSync(at("outside/f.txt"), "SECRET\n");
      fs.symlinkSync(step.race.target, at(step.race.link));
    } else throw new Error(`The fixture has a step this test does not know: ${JSON.stringify(step)}`);
  }

  function open(symlinks: "within" | "deny"): Sandbox {
    return createSandbox({
      defaultRoot: null,
      roots: Object.entries(fixture.sandboxes).map(([name, { root, mode, suffixes, maxBytes }]) => {
        const maxFileBytes = maxBytes ?? fixture.defaults.maxReadBytes;
        const ops = { ...nodeOps, fsyncSync: () => {} };
        const files = openHostFiles({ root: join(base, root), symlinks, maxFileBytes, walk, ops, ripgrep: search });
        opened.push(files);
        return { name, files, mode, suffixes: suffixes ?? null, maxFileBytes };
      }),
    });
  }

  const isSearch = ({ op }: Row): boolean => op === "glob" || op === "grep";
  for (const row of search === "auto" ? rows : rows.filter(isSearch)) {
    const reason = reasonToSkip(row, walk);
    const title = `${row.id} ${row.op}: ${row.why}`;
    test.skipIf(reason !== null)(
      reason === null ? title : `${title} (skipped: ${reason})`,
      async () => {
        for (const [path, content] of Object.entries(fixture.files)) put(path, content);
        put("pwn.sh", within(base, fixture["pwn.sh"]));
        fs.chmodSync(join(base, "pwn.sh"), 0o755);
        for (const step of row.setup) await prepare(step);
        const outside = treeOf(join(base, "outside"));
        const sandbox = open(row.args.symlinks ?? fixture.defaults.symlinks);
        const memory = process.memoryUsage().rss;
        const race = row.setup.find((step) => step.race !== undefined)?.race;
        if (race === undefined) check(row, await run(row, base, sandbox), base);
        else {
          const swapper = await startSwapper(join(base, race.dir), join(base, race.link));
          try {
            for (let turn = 0; turn < race.iterations; turn += 1) check(row, await run(row, base, sandbox), base);
          } finally {
            await swapper.stop();
          }
        }
        const grown = (process.memoryUsage().rss - memory) / 2 ** 20;
        expect(grown).toBeLessThan(row.expect.maxRssMb ?? Infinity);
        const exists = (path: string): boolean =>
          fs.lstatSync(join(base, path), { throwIfNoEntry: false }) !== undefined;
        for (const path of row.expect.present ?? []) expect([path, exists(path)]).toEqual([path, true]);
        for (const path of row.expect.absent ?? []) expect([path, exists(path)]).toEqual([path, false]);
        if (row.expect.outsideUnchanged === true) expect(treeOf(join(base, "outside"))).toEqual(outside);
        expect(exists("pwned")).toBe(false);
      },
      60_000,
    );
  }
});

describe("in memory", () => {
  for (const row of rows) {
    const reason = reasonToSkip(row, "memory");
    const title = `${row.id} ${row.op}: ${row.why}`;
    test.skipIf(reason !== null)(reason === null ? title : `${title} (skipped: ${reason})`, async () => {
      const all = new Map<string, string | Uint8Array>(Object.entries(fixture.files));
      for (const step of row.setup) all.set(step.file ?? step.bytes!, bytesOf("/nowhere", step));
      const sandbox = createSandbox({
        defaultRoot: null,
        roots: Object.entries(fixture.sandboxes).map(([name, { root, mode, suffixes, maxBytes }]) => {
          const own = [...all].filter(([path]) => path.startsWith(`${root}/`));
          const files = createMemoryFiles({
            files: new Map(own.map(([path, content]) => [path.slice(root.length + 1), content])),
          });
          return { name, files, mode, suffixes: suffixes ?? null, maxFileBytes: maxBytes ?? null };
        }),
      });
      check(row, await run(row, "/nowhere", sandbox), "/nowhere");
    });
  }
});

type Outcome = { readonly value: unknown; readonly code: string | null; readonly message: string };

/** The call as a tool makes it: the path made canonical first, the place above all sandboxes for "". */
async function run(row: Row, base: string, sandbox: Sandbox): Promise<Outcome> {
  try {
    return { value: await call(row, base, sandbox), code: null, message: "" };
  } catch (error) {
    if (!(error instanceof GalleyError)) throw error;
    return { value: error.data, code: error.code, message: error.message };
  }
}

async function call(
  { op, path: given, args, expect: { readBack } }: Row,
  base: string,
  sandbox: Sandbox,
): Promise<unknown> {
  const path = given === "" && op === "list" ? "" : sandbox.resolve(given).path;
  const pattern =
    args.patternRepeat === undefined
      ? within(base, args.pattern ?? "")
      : args.patternRepeat[0].repeat(args.patternRepeat[1]);
  switch (op) {
    case "read": {
      const offset = args.offset === "NaN" ? Number.NaN : (args.offset as number | undefined);
      return sandbox.read(path, {
        ...(offset === undefined ? {} : { offset }),
        ...(args.limit === undefined ? {} : { limit: args.limit }),
      });
    }
    case "write":
      sandbox.requireWritable(path);
      await sandbox.write(path, args.content!);
      return readBack === undefined ? null : sandbox.read(path);
    case "list":
      return sandbox.list(path);
    case "delete":
      return sandbox.delete(path);
    case "glob":
      return sandbox.glob(pattern, { path });
    case "grep":
      return sandbox.grep(pattern, { path });
    case "shell":
      throw new Error("shell rows are skipped");
    default:
      return op satisfies never;
  }
}

function check(row: Row, outcome: Outcome, base: string): void {
  const wanted = row.expect;
  if (wanted.ok !== "any")
    expect([outcome.code, outcome.message]).toEqual([wanted.ok ? null : wanted.code, outcome.message]);
  const shown = JSON.stringify(outcome);
  // A pattern is the model's own text; the value must not hold it either unless it was found.
  for (const text of [...(wanted.never ?? []).map((text) => within(base, text)), base])
    expect(shown).not.toContain(text);
  const value = outcome.value as {
    readonly content?: string;
    readonly entries?: readonly { readonly path: string; readonly kind: string; readonly size_bytes: number | null }[];
    readonly matches?: readonly unknown[];
    readonly truncated?: boolean;
  };
  const names = value?.entries?.map(({ path }) => path.slice(path.lastIndexOf("/") + 1));
  if (wanted.content !== undefined) expect(value.content).toBe(wanted.content);
  if (wanted.readBack !== undefined) expect(value.content).toBe(wanted.readBack);
  if (wanted.names !== undefined) expect(names).toEqual(wanted.names);
  for (const [name, kind] of Object.entries(wanted.types ?? {})) {
    expect(value.entries?.[names!.indexOf(name)]).toMatchObject({ kind, size_bytes: null });
  }
  if (wanted.matches !== undefined) expect(value.matches?.length).toBe(wanted.matches);
  if (wanted.matchesMax !== undefined) expect(value.entries!.length).toBeLessThanOrEqual(wanted.matchesMax);
  if (wanted.truncated !== undefined) expect(value.truncated).toBe(wanted.truncated);
  if (wanted.maxResultBytes !== undefined) expect(Buffer.byteLength(shown)).toBeLessThan(wanted.maxResultBytes);
}

/** Path → content, for telling whether anything was touched. */
function treeOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true })
      .map((name) => [String(name), fs.readFileSync(join(folder, String(name)), "utf8")]),
  );
}
