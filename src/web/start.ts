// Starts the web reviewer on loopback. The server listens at once, hands out the page and signs in; everything behind
// the sign-in is loaded while the browser opens, and requests wait for it.

import { isFailure, sha256 } from "../base/index.ts";
import type { WebApp } from "./app.ts";
import type { WebHost } from "./host.ts";
import { openHttpServer, type HttpServer } from "./http/http-server.ts";
import { openPageFiles } from "./http/page-files.ts";
import { SignIn } from "./http/sign-in.ts";

export type WebOptions = {
  /** The project's folder: absolute, and one name for it however it was reached. */
  readonly root: string;
  /** The folder of the built page. */
  readonly page: string;
  /** Null: one that stays the same for this folder where it is free, so that the browser's settings apply again. */
  readonly port: number | null;
  readonly load: () => Promise<WebHost>;
};

export type WebServer = {
  readonly port: number;
  /** A URL with a token of its own: good for one browser. */
  readonly newUrl: () => string;
  /** Loads the rest. From then on it counts as a reviewer who could answer. Throws what loading throws. */
  readonly ready: () => Promise<void>;
  /** Withdraws what it still asks. What was approved is still written. */
  readonly close: () => Promise<void>;
};

/** Throws INVALID_ARG for a port that cannot be used, IO where the page was not built. */
export async function startWeb({ root, page, port, load }: WebOptions): Promise<WebServer> {
  const signIn = new SignIn();
  const pageFiles = openPageFiles(page);
  let app: Promise<WebApp> | null = null;
  const loaded = (): Promise<WebApp> => (app ??= loadApp(load));
  const open = (wanted: number): Promise<HttpServer> =>
    openHttpServer({
      port: wanted,
      signIn,
      pageFiles,
      answer: (incoming, outgoing) =>
        void loaded().then(
          ({ answer }) => answer(incoming, outgoing),
          () => outgoing.destroy(), // The command ends, and says why.
        ),
    });
  const server = await (port === null ? open(usualPort(root)).catch(otherwise(() => open(0))) : open(port));
  return {
    port: server.port,
    newUrl: () => `http://127.0.0.1:${server.port}/?token=${signIn.newToken()}#key=${signIn.key}`,
    ready: async () => void (await loaded()),
    close: async () => {
      const closed = app?.then(
        ({ close }) => close(),
        () => undefined, // Nothing was opened.
      );
      await Promise.all([closed, server.close()]);
    },
  };
}

async function loadApp(load: () => Promise<WebHost>): Promise<WebApp> {
  const [{ openApp }, host] = await Promise.all([import("./app.ts"), load()]);
  return openApp(host);
}

/** Below the ports that systems give to outgoing connections. */
function usualPort(root: string): number {
  return 20_000 + (Number.parseInt(sha256(new TextEncoder().encode(root)).slice(0, 8), 16) % 10_000);
}

function otherwise<T>(instead: () => Promise<T>): (error: unknown) => Promise<T> {
  return (error) => {
    if (isFailure(error) && error.data["taken"] === true) return instead();
    throw error;
  };
}
