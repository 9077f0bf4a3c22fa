// A PostgreSQL server of our own, in a temporary folder and on loopback, and a transaction pooler in front of it. Both run
// as an ordinary user. They can be killed and started again, as a test wants.

import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pooler, serverPrograms } from "./programs.ts";

export type Cluster = {
  readonly port: number;
  /** Of a database of this server, directly. */
  readonly url: (database: string) => string;
  readonly pid: () => number;
  /** As kill -9 of the server's first process: all of its others end too. */
  readonly kill: () => Promise<void>;
  /** An ordinary restart: connections are cut. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
};

export type ClusterOptions = {
  /** A folder that exists and is empty. */
  readonly folder: string;
  /** Settings in the form `name=value`. */
  readonly settings?: readonly string[];
};

const USER = "galley";
const START_ATTEMPTS = 100;
// Killed, a process loses nothing that it wrote; only a power cut would.
const FAST = [
  "fsync=off",
  "full_page_writes=off",
  "shared_buffers=64MB",
  "max_connections=400",
  "autovacuum_naptime=5s",
];

export async function startCluster({ folder, settings = [] }: ClusterOptions): Promise<Cluster> {
  const data = join(folder, "data");
  const owner = ordinaryUser();
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o755);
  const initdb = ["--no-sync", "--auth=trust", `--username=${USER}`, "--encoding=UTF8", "--no-locale", "-D", data];
  execFileSync(join(serverPrograms!, "initdb"), initdb, { ...owner, cwd: folder, stdio: "ignore", env: PLAIN });
  const port = await freePort();
  const given = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    ...FAST,
    ...settings,
  ];
  const options = given.flatMap((setting) => ["-c", setting]);
  let running: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const program = join(serverPrograms!, "postgres");
    for (let attempt = 1; ; attempt += 1) {
      running = spawn(program, ["-D", data, ...options], { ...owner, cwd: folder, stdio: "ignore", env: PLAIN });
      try {
        const { pid } = running;
        return await until(() => isReady(data, pid), running);
      } catch (error) {
        // After a kill it refuses to start until the last of its old processes has noticed.
        if (attempt === START_ATTEMPTS) throw error;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const child = running;
    if (child === null) return;
    running = null;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await exited;
    }
  };
  await start();
  return {
    port,
    url: (database) => `postgres://${USER}@127.0.0.1:${port}/${database}`,
    pid: () => running?.pid ?? 0,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGQUIT"),
    start,
  };
}

export type Pooler = {
  readonly url: (database: string) => string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
};

/** In transaction mode: every statement may get another connection. */
export async function startPooler(folder: string, serverPort: number): Promise<Pooler> {
  const owner = ordinaryUser();
  const port = await freePort();
  const config = join(folder, "pgbouncer.ini");
  const lines = [
    "[databases]",
    `* = host=127.0.0.1 port=${serverPort} user=${USER}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "default_pool_size = 6",
    "max_client_conn = 500",
    "server_login_retry = 1",
  ];
  writeFileSync(config, `${lines.join("\n")}\n`);
  if (owner !== null) chownSync(config, owner.uid, owner.gid);
  const child = spawn(join(pooler!, "pgbouncer"), ["-q", config], {
    ...owner,
    cwd: folder,
    stdio: "ignore",
    env: PLAIN,
  });
  await until(() => isListening(port), child);
  return {
    url: (database) => `postgres://${USER}@127.0.0.1:${port}/${database}`,
    pid: child.pid ?? 0,
    async stop() {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** A fresh folder below this one, for the user that the server runs as. */
export function makeFolder(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

const PLAIN = { PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" };

/** PostgreSQL refuses to run as root. */
export function ordinaryUser(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  for (const line of readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .toSorted((a) => (a.startsWith("postgres:") ? -1 : 0))) {
    const [name, , uid, gid] = line.split(":");
    if (name === "postgres" || name === "nobody") return { uid: Number(uid), gid: Number(gid) };
  }
  return null;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** The eighth line of its file says so, once connections are taken. A killed server leaves its file, with another number. */
async function isReady(data: string, pid: number | undefined): Promise<boolean> {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
  } catch {
    return false; // Not written yet.
  }
}

async function isListening(port: number): Promise<boolean> {
  const { connect } = await import("node:net");
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(socket.destroy() !== null));
    socket.once("error", () => resolve(false));
  });
}

async function until(isTrue: () => Promise<boolean>, child: ChildProcess): Promise<void> {
  while (!(await isTrue())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("the server ended before it was ready");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
