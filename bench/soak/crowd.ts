// The processes of the soak: two of `galley serve`, askers and reviewers, half of them through a server and half on the
// database. Each is started again whenever it was killed, as a supervisor would.

import { spawn, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { TeamStore } from "../../src/team/index.ts";

const ISSUER = "https://id.example.com";
const AUDIENCE = "galley";
const CHILDREN = ["asker", "asker", "asker", "asker", "asker", "asker", "reviewer", "reviewer"] as const;

export type CrowdOptions = {
  /** The built child.ts. */
  readonly child: string;
  /** `galley`, as users start it. */
  readonly program: string;
  readonly folder: string;
  /** Of the database. */
  readonly store: string;
  readonly ports: readonly number[];
};

/** What the servers and those who use them need, as files in the folder. */
export async function signUp(folder: string, { machines }: TeamStore): Promise<void> {
  const keys = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "k", alg: "ES256" };
  writeFileSync(join(folder, "keys.json"), JSON.stringify({ keys: [jwk] }));
  const claims = { iss: ISSUER, aud: AUDIENCE, sub: "ann", name: "Ann", exp: Math.floor(Date.now() / 1000) + 86_400 };
  const signed = await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "k" }).sign(keys.privateKey);
  writeFileSync(join(folder, "person.token"), signed);
  const made = await machines.create({ name: "soak", owner: null, repositories: null });
  if (made.kind !== "created") throw new Error("the token's name is taken");
  writeFileSync(join(folder, "machine.token"), made.token);
}

/** Ports that are free now; a server that is started again gets its own back. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port); // They listen on TCP.
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

type Process = { readonly child: ChildProcess; readonly ended: Promise<void>; readonly isServer: boolean };

export class Crowd {
  readonly #options: CrowdOptions;
  readonly #running = new Map<string, Process>();
  /** What ended is not started again. */
  #isOver = false;

  constructor(options: CrowdOptions) {
    this.#options = options;
    const { ports, store } = options;
    for (const [number, port] of ports.entries()) this.#start(`server${number}`, { port });
    for (const [number, role] of CHILDREN.entries()) {
      const port = ports[number % (2 * ports.length)];
      const url = port === undefined ? store : `http://127.0.0.1:${port}`;
      this.#start(`${role}${number}`, { role, url });
    }
  }

  /** Which kind it was. */
  killOne(random: () => number): "server" | "child" {
    const all = [...this.#running.values()];
    const { child, isServer } = all[Math.floor(random() * all.length)]!;
    child.kill("SIGKILL");
    return isServer ? "server" : "child";
  }

  /** Askers end first, while there is still someone to answer; then reviewers, and then the servers. */
  async finish(): Promise<void> {
    for (const role of ["asker", "reviewer", "server"]) {
      writeFileSync(join(this.#options.folder, `stop-${role}`), "");
      if (role === "server") this.#isOver = true;
      for (const [name, one] of this.#running) {
        if (!name.startsWith(role)) continue;
        if (one.isServer) one.child.kill("SIGTERM");
        // The one that runs now may have been started just now.
        for (let last: unknown; last !== this.#running.get(name)!.ended;) {
          last = this.#running.get(name)!.ended;
          await last;
        }
      }
    }
  }

  kill(): void {
    this.#isOver = true;
    for (const { child } of this.#running.values()) child.kill("SIGKILL");
  }

  #start(name: string, what: { readonly port: number } | { readonly role: string; readonly url: string }): void {
    const { folder } = this.#options;
    const isServer = "port" in what;
    const child = isServer ? this.#server(what.port) : this.#child(name, what);
    const ended = new Promise<void>((resolve) => {
      child.once("exit", (code, signal) => {
        // A server that finds no database ends; a supervisor starts it again.
        if (!this.#isOver && (signal === "SIGKILL" || isServer))
          setTimeout(() => this.#start(name, what), isServer ? 100 : 0);
        else if (code !== 0) writeFileSync(join(folder, `${name}.failed`), String(code ?? signal));
        if (this.#isOver || (signal !== "SIGKILL" && !isServer)) resolve();
        else setTimeout(resolve, 200);
      });
    });
    this.#running.set(name, { child, ended, isServer });
  }

  #server(port: number): ChildProcess {
    const { program, folder, store } = this.#options;
    const signIn = ["--issuer", ISSUER, "--audience", AUDIENCE, "--keys", join(folder, "keys.json")];
    return spawn(process.execPath, [program, "serve", "--listen", `127.0.0.1:${port}`, ...signIn], {
      stdio: "ignore",
      env: { ...process.env, GALLEY_STORE: store },
    });
  }

  #child(name: string, { role, url }: { readonly role: string; readonly url: string }): ChildProcess {
    const { child, folder } = this.#options;
    return spawn(process.execPath, [child, role, folder, url, name], { stdio: ["ignore", "ignore", "inherit"] });
  }
}
