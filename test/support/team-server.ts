// `galley serve` inside a test: servers on loopback over one PostgreSQL database, tokens of machines, and people with
// signed tokens, as an identity-aware proxy would send them.

import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { normalProblem } from "../../src/base/index.ts";
import { inboxOver, type InboxTransport, type TeamStore } from "../../src/team/index.ts";
import { openPostgresStore } from "../../src/team/postgres/index.ts";
import { remoteTransport } from "../../src/team/remote/index.ts";
import { serveConfig, startServe, tokenVerifier, type LogLine, type Server } from "../../src/serve/index.ts";
import type { Inbox } from "../../src/inbox/index.ts";
import { openPageFiles } from "../../src/web/index.ts";
import { sharedPostgres } from "./postgres/shared.ts";
import { TEST_TIMING } from "./postgres/team-clients.ts";

export const ISSUER = "https://id.example.com";
export const AUDIENCE = "galley";

const keys = await generateKeyPair("ES256", { extractable: true });
/** What checks those tokens. */
export const KEY_SET = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: "k", alg: "ES256" }] };

/** The id of a person in rules and lists. */
export const idOf = (name: string): string => `${ISSUER} ${name}`;

/** A token as the identity provider signs it. */
export async function signIn(name: string, more: object = {}): Promise<string> {
  const claims = { iss: ISSUER, aud: AUDIENCE, sub: name, name: name[0]!.toUpperCase() + name.slice(1), ...more };
  const exp = Math.floor(Date.now() / 1000) + 600;
  return new SignJWT({ exp, ...claims }).setProtectedHeader({ alg: "ES256", kid: "k" }).sign(keys.privateKey);
}

export type TeamPlace = {
  readonly servers: readonly Server[];
  readonly store: TeamStore;
  readonly databaseUrl: string;
  readonly logged: readonly LogLine[];
  readonly machineToken: (name: string, more?: { owner?: string; repositories?: string[] }) => Promise<string>;
  /** An inbox of a machine that asks over HTTP. */
  readonly asking: (
    token: string,
    options?: { server?: number; wrap?: (given: InboxTransport) => InboxTransport },
  ) => Inbox;
  /** A request of a person's page. */
  readonly as: (name: string, path: string, options?: PageRequest) => Promise<PageReply>;
  readonly close: () => Promise<void>;
};

export type PageRequest = {
  readonly body?: unknown;
  readonly server?: number;
  readonly claims?: object;
  readonly headers?: Record<string, string>;
};
export type PageReply = { readonly status: number; readonly body: unknown };

export type TeamPlaceOptions = {
  readonly config?: object;
  readonly servers?: number;
  /** The built page; without it the page is one empty file. */
  readonly page?: string;
  readonly pooled?: boolean;
};

export async function teamPlace({ config = {}, servers = 1, page, pooled }: TeamPlaceOptions = {}): Promise<TeamPlace> {
  const postgres = await sharedPostgres();
  const name = await postgres.take();
  const databaseUrl = pooled === true ? postgres.pooledUrl!(name) : postgres.url(name);
  const logged: LogLine[] = [];
  const stores: TeamStore[] = [];
  const started: Server[] = [];
  const opened: Inbox[] = [];
  for (let at = 0; at < servers; at += 1) {
    const store = await openPostgresStore({ url: databaseUrl, connections: 4, timing: TEST_TIMING });
    stores.push(store);
    started.push(
      await startServe({
        version: "test",
        store,
        config: serveConfig(config),
        verify: tokenVerifier({
          issuer: ISSUER,
          audience: AUDIENCE,
          keys: { kind: "set", set: KEY_SET },
          groupsClaim: "groups",
        }),
        listen: { host: "127.0.0.1", port: 0, tls: null },
        url: null,
        pageFiles: page === undefined ? NO_PAGE : openPageFiles(page),
        log: (line) => void logged.push(line),
      }),
    );
  }
  const store = stores[0]!;
  return {
    servers: started,
    store,
    databaseUrl,
    logged,
    async machineToken(machine, { owner, repositories } = {}) {
      const made = await store.machines.create({
        name: machine,
        owner: owner ?? null,
        repositories: repositories ?? null,
      });
      if (made.kind !== "created") throw new Error("the name is taken");
      return made.token;
    },
    asking(token, { server = 0, wrap = (given: InboxTransport) => given } = {}) {
      const transport = wrap(remoteTransport({ url: started[server]!.url, token, fetch }));
      const inbox = inboxOver({ transport, repositoryOf: repositoryOf, patienceMs: 20_000 });
      opened.push(inbox);
      return inbox;
    },
    async as(person, path, { body, server = 0, claims = {}, headers = {} } = {}) {
      const { url } = started[server]!;
      const response = await fetch(`${url}${path}`, {
        headers: {
          authorization: `Bearer ${await signIn(person, claims)}`,
          ...(body !== undefined && { "content-type": "application/json", origin: url }),
          ...headers,
        },
        ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
    },
    async close() {
      await Promise.all(opened.map((inbox) => inbox.close()));
      await Promise.all(started.map((server) => server.close()));
      await Promise.all(stores.map((one) => one.close()));
      postgres.giveBack(name);
    },
  };
}

/** The repository of a folder in these tests. */
export function repositoryOf(root: string): string {
  const name = `test${root}`;
  return normalProblem(name) === null ? name : `test/${Buffer.from(root).toString("hex").slice(0, 200)}`;
}

const NO_PAGE = {
  has: (path: string) => path === "/",
  read: () => ({ content: Buffer.from("<html></html>"), type: "text/html; charset=utf-8", isHashed: false }),
};
