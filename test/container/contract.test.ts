// The whole contract of files against a real container, for files inside the image. A folder of this machine that is
// mounted is served by the host backend, which has its own run of the contract; what differs is here.

import fs from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createSandbox } from "../../src/fs/index.ts";
import { openContainer, openHostFiles, type Container } from "../../src/fs/node/index.ts";
import { codeOf, filesystemContract } from "../../src/testing/index.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
import { bundlePrograms, containerMachine, engineSays } from "./machine.ts";

// Engines are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const machine = containerMachine();
const { engine, image, bareImage } = machine.kind === "ready" ? machine : { engine: "", image: "", bareImage: "" };
const why = machine.kind === "ready" ? "" : ` (skipped: ${machine.why})`;
const containers = describe.skipIf(machine.kind !== "ready");

let programs: Awaited<ReturnType<typeof bundlePrograms>>;
const open: Container[] = [];
const start = (options: Partial<Parameters<typeof openContainer>[0]> = {}): Container => {
  const container = openContainer({ image, engine, workdir: "/work", programs, ...options });
  open.push(container);
  return container;
};
beforeAll(async () => {
  if (machine.kind === "ready") programs = await bundlePrograms();
});
afterAll(async () => {
  await Promise.all(open.map((container) => container.close()));
  programs?.remove();
});

/** Where the working folder of an image container lies on this machine: tests run as whoever runs the engine. */
function volumeOf(container: Container): string {
  return engineSays(
    engine,
    "inspect",
    "--format",
    '{{range .Mounts}}{{if eq .Type "volume"}}{{.Source}}{{end}}{{end}}',
    container.name,
  );
}

function empty(folder: string): void {
  for (const name of fs.readdirSync(folder)) fs.rmSync(join(folder, name), { recursive: true, force: true });
}

containers(`files in a container${why}`, () => {
  let container: Container | null = null;
  let folder = "";
  filesystemContract(
    "in the image",
    async () => {
      container ??= start();
      if (folder === "") {
        await container.files.list();
        folder = volumeOf(container);
      }
      empty(folder);
      const link = (path: string, target: string) => fs.symlinkSync(target, join(folder, path));
      return { files: container.files, link };
    },
    { describe, test, expect },
  );
});

type Row = {
  readonly id: string;
  readonly op: "read" | "list";
  readonly path: string;
  readonly args: { readonly backend?: string };
  readonly setup: readonly { readonly exec?: string }[];
  readonly expect: { readonly code: string; readonly never: readonly string[] };
  readonly why: string;
};
const { rows } = JSON.parse(fs.readFileSync(new URL("../fixtures/hostile-paths.json", import.meta.url), "utf8")) as {
  readonly rows: readonly Row[];
};

containers(`hostile rows${why}`, () => {
  describe.each(["in the image", "a mounted folder"])("%s", (how) => {
    let mounted: TemporaryFolder;
    beforeAll(() => {
      mounted = temporaryFolder();
    });
    afterAll(() => mounted.remove());
    test.each(rows.filter(({ args }) => args.backend === "container").map((row) => [row.id, row.why, row] as const))(
      "%s %s",
      async (_, __, row) => {
        const holds =
          how === "in the image" ? ({ kind: "image" } as const) : { kind: "folder" as const, folder: mounted.path };
        const container = start({ holds });
        for (const { exec } of row.setup) {
          const ran = await container.run({ argv: ["sh", "-c", exec!], timeoutMs: 9000, maxBytes: 999 });
          expect(ran.exitCode).toBe(0);
        }
        const files = how === "in the image" ? container.files : openHostFiles({ root: mounted.path });
        const sandbox = createSandbox({
          defaultRoot: null,
          roots: [{ name: "ws", files, mode: "rw", suffixes: null, maxFileBytes: null }],
        });
        const { path } = sandbox.resolve(row.path);
        const answered = await codeOf(async () => JSON.stringify(await sandbox[row.op](path)));
        expect(answered).toBe(row.expect.code);
        for (const word of row.expect.never) expect(answered).not.toContain(word);
      },
    );
  });
});

containers(`names that mean something elsewhere${why}`, () => {
  const longest = "é".repeat(127) + "x";
  const names = [
    "'",
    '"',
    "$(touch pwned)",
    "`touch pwned`",
    "-rf",
    "--help",
    ";id",
    "a b",
    " ",
    "*",
    "{a,b}",
    "~",
    "\u{1f600}",
    "%s%n",
    "#",
    "!",
    longest,
  ];

  test("are names", async () => {
    const { files } = start();
    for (const name of names) await files.write(`n/${name}/${name}`, `${name}\n`);
    for (const name of names) {
      expect((await files.read(`n/${name}/${name}`)).content).toBe(`${name}\n`);
      expect(files.kindOf(`n/${name}`)).toBe("directory");
    }
    const { entries } = await files.glob("n/**");
    expect(entries.map(({ path }) => path)).toEqual(names.map((name) => `n/${name}/${name}`).toSorted());
    expect((await files.grep("$(touch pwned)".replace(/[$()]/g, "\\$&"))).matches).toHaveLength(1);
    for (const name of names) expect(await files.delete(`n/${name}`)).toBe(1);
    expect((await files.list("n")).entries).toEqual([]);
    expect(files.kindOf("pwned")).toBe(null);
  });

  test("that no path may hold are counted, never mangled", async () => {
    const { files, ...container } = start();
    await files.write("plain", "needle\n");
    const folder = volumeOf({ files, ...container });
    for (const name of [Buffer.from("line\nbreak"), Buffer.from([0x66, 0xff, 0x66]), Buffer.from("back\\slash")])
      fs.writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), name]), "needle\n");
    const shown = [{ path: "plain", kind: "file", size_bytes: 7 }];
    expect(await files.list()).toEqual({ entries: shown, truncated: false, skipped: { names: 3 } });
    expect(await files.glob("**")).toEqual({ entries: shown, truncated: false, skipped: { names: 3 } });
    expect((await files.grep("needle")).matches.map(({ path }) => path)).toEqual(["plain"]);
  });
});

containers(`searching a container${why}`, () => {
  test("finds the same with ripgrep, without it, and on the host", async () => {
    const { path, remove } = temporaryFolder();
    for (let file = 0; file < 400; file += 1) {
      fs.mkdirSync(join(path, `d${file % 20}`), { recursive: true });
      fs.writeFileSync(
        join(path, `d${file % 20}`, `f${file}.${file % 3 ? "txt" : "md"}`),
        `line\nneedle ${file % 7}\n`,
      );
    }
    fs.writeFileSync(join(path, ".gitignore"), "d3/\n");
    const holds = { kind: "folder", folder: path } as const;
    const backends = [
      openHostFiles({ root: path, ripgrep: "never" }),
      start({ holds }).files,
      start({ holds, ripgrep: null }).files,
    ];
    const answers = await Promise.all(
      backends.map(async (files) => {
        // The rule about names crosses as data; without it the count of what was cut would be another.
        const sandbox = createSandbox({
          defaultRoot: "ws",
          roots: [{ name: "ws", files, mode: "rw", suffixes: [".md"], maxFileBytes: 1000 }],
        });
        return JSON.stringify([
          await files.grep("needle [0-3]"),
          await files.glob("**/*1*"),
          await sandbox.grep("needle"),
          await sandbox.glob("**"),
        ]);
      }),
    );
    remove();
    expect(answers[0]!.length).toBeGreaterThan(10_000);
    expect(new Set(answers).size).toBe(1);
  });

  test("and reading it, a folder that is swapped for a link inside leads nowhere else", async () => {
    const container = start();
    const { files } = container;
    await files.write("real/f.txt", "inside\n");
    const swap = [
      "const fs = require('fs'); fs.mkdirSync('/tmp/out'); fs.writeFileSync('/tmp/out/f.txt', 'SECRET');",
      "fs.symlinkSync('/tmp/out', 'link'); fs.renameSync('real', 'd');",
      "for (const end = Date.now() + 2500; Date.now() < end;) {",
      "  fs.renameSync('d', 'x'); fs.renameSync('link', 'd'); fs.renameSync('d', 'link'); fs.renameSync('x', 'd');",
      "}",
    ].join("\n");
    const swapping = container.run({ node: true, argv: ["-e", swap], timeoutMs: 20_000, maxBytes: 999 });
    const seen = new Set<string>();
    let isOver = false;
    void swapping.then(() => (isOver = true));
    while (!isOver) {
      seen.add(await codeOf(async () => (await files.read("d/f.txt")).content));
      for (const { line_content } of (await files.grep("SECRET")).matches) seen.add(line_content);
    }
    expect((await swapping).exitCode).toBe(0);
    expect(seen).toContain("inside\n");
    expect([...seen].filter((word) => !["inside\n", "SYMLINK", "NOT_FOUND", "NOT_DIR"].includes(word))).toEqual([]);
  });
});

containers(`an image without a shell${why}`, () => {
  test("serves files, and commands by our own Node", async () => {
    const container = start({ image: bareImage, workdir: "/empty" });
    await container.files.write("a.txt", "a\n");
    expect((await container.files.list()).entries).toEqual([{ path: "a.txt", kind: "file", size_bytes: 2 }]);
    const script = 'process.stdout.write(require("fs").readFileSync("a.txt"))';
    const ran = await container.run({ node: true, argv: ["-e", script], timeoutMs: 9000, maxBytes: 99 });
    expect([ran.exitCode, Buffer.from(ran.stdout).toString()]).toEqual([0, "a\n"]);
  });
});
