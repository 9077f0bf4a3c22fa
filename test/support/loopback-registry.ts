// An npm registry on loopback with the packages that are installed here, so that a test can install our packed tarball
// as a user would. It knows only what the lockfile names: anything else is not found, and nothing is asked elsewhere.

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../built.ts";

export type LoopbackRegistry = {
  /** Runs npm in `folder` with this registry, an empty cache and an empty config. Resolves with its stdout. */
  npm(folder: string, args: readonly string[]): Promise<string>;
  /** Our own package, packed. */
  readonly tarball: string;
  close(): void;
};

type LockEntry = { readonly version: string } & Readonly<Record<string, unknown>>;

/** `scratch` is an empty folder; tarballs and npm's cache go there. The build must be fresh. */
export async function startLoopbackRegistry(scratch: string): Promise<LoopbackRegistry> {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockEntry>;
  };
  const tarballs = join(scratch, "tarballs");
  mkdirSync(tarballs);
  const packed = new Map<string, Promise<Buffer>>();
  const pack = async (folder: string): Promise<Buffer> => readFileSync(await packInto(tarballs, folder));
  let address = "";
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url ?? "").slice(1);
    if (name.startsWith("-/")) {
      const path = name.slice(2);
      if (!packed.has(path)) packed.set(path, pack(join(root, path)));
      packed.get(path)!.then(
        (bytes) => response.end(bytes),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
      return;
    }
    const entry = packages[`node_modules/${name}`];
    if (entry === undefined) return void response.writeHead(404).end("{}");
    const { version, ...rest } = entry;
    const dist = { tarball: `${address}/-/node_modules/${name}` };
    const manifest = { ...rest, name, version, dist, integrity: undefined };
    response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions: { [version]: manifest } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tarball = await packInto(tarballs, root);
  return {
    tarball,
    npm: (folder, args) =>
      runNpm(folder, [
        ...args,
        `--registry=${address}`,
        `--cache=${join(scratch, "npm-cache")}`,
        `--userconfig=${join(scratch, "no-npmrc")}`,
        "--no-audit",
        "--no-fund",
        "--no-update-notifier",
        "--loglevel=error",
      ]),
    close: () => server.close(),
  };
}

async function packInto(destination: string, folder: string): Promise<string> {
  if (!existsSync(folder)) throw new Error(`${folder} is not installed`);
  const out = await runNpm(root, [
    "pack",
    folder,
    "--json",
    "--ignore-scripts",
    "--loglevel=error",
    `--pack-destination=${destination}`,
  ]);
  const [{ filename }] = JSON.parse(out) as [{ filename: string }];
  return join(destination, filename.replace("@", "").replace("/", "-"));
}

async function runNpm(cwd: string, args: readonly string[]): Promise<string> {
  const script = process.env["npm_execpath"] ?? "";
  // What npm run put into the environment would be settings here.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const [file, first] = /npm-cli\.[cm]?js$/.test(script) ? [process.execPath, [script]] : ["npm", []];
  const { stdout } = await promisify(execFile)(file, [...first, ...args], { cwd, env, maxBuffer: 2 ** 26 });
  return stdout;
}
