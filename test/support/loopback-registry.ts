// An npm registry on loopback with the packages that are installed here, so that a test can install our packed tarball
// as a user would. It knows only what the lockfile names: anything else is not found, and nothing is asked elsewhere.

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
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

const execute = promisify(execFile);

type LockEntry = { readonly version: string } & Readonly<Record<string, unknown>>;

/** `scratch` is an empty folder; tarballs and npm's cache go there. The build must be fresh. */
export async function startLoopbackRegistry(scratch: string): Promise<LoopbackRegistry> {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockEntry>;
  };
  const tarballs = join(scratch, "tarballs");
  mkdirSync(tarballs);
  const packed = new Map<string, Promise<Buffer>>();
  let address = "";
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url ?? "").slice(1);
    if (name.startsWith("-/")) {
      const path = name.slice(2);
      if (!packed.has(path)) packed.set(path, packInstalled(path, join(scratch, "links", path)));
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
  const tarball = await packOurs(tarballs);
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

/** Our own package as it would be published. */
async function packOurs(destination: string): Promise<string> {
  const options = ["--json", "--ignore-scripts", "--loglevel=error", `--pack-destination=${destination}`];
  const [{ filename }] = JSON.parse(await runNpm(root, ["pack", ...options])) as [{ filename: string }];
  return join(destination, filename);
}

/**
 * An installed package is what its tarball held, so tar is enough, and much faster than npm. npm also takes it without
 * compression.
 */
async function packInstalled(path: string, folder: string): Promise<Buffer> {
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(root, path), join(folder, "package"), "dir");
  const options = { encoding: "buffer", maxBuffer: 2 ** 28 } as const;
  return (await execute("tar", ["-C", folder, "-chf", "-", "package"], options)).stdout;
}

async function runNpm(cwd: string, args: readonly string[]): Promise<string> {
  const script = process.env["npm_execpath"] ?? "";
  // What npm run put into the environment would be settings here.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const [file, first] = /npm-cli\.[cm]?js$/.test(script) ? [process.execPath, [script]] : ["npm", []];
  const { stdout } = await execute(file, [...first, ...args], { cwd, env, maxBuffer: 2 ** 26 });
  return stdout;
}
