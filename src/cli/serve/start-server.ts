// Starts the server of `galley serve` and keeps it until it is interrupted. Its log is lines of JSON on standard error.

import { readFileSync } from "node:fs";
import { failure } from "../../base/index.ts";
import { isAnyAddress, isLoopback, loadServeConfig, openKeys, startServe, tokenVerifier } from "../../serve/index.ts";
import type { LogLine, VerifyToken } from "../../serve/index.ts";
import type { TeamStore } from "../../team/index.ts";
import { openPostgresStore } from "../../team/postgres/index.ts";
import { plain, reveal, revealJson } from "../../text/index.ts";
import { openPageFiles } from "../../web/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { pageFolder } from "../package-folder.ts";
import type { Settings } from "../settings.ts";
import { print, printError } from "../text-io.ts";

declare const GALLEY_VERSION: string; // Put in by the build.

const DEFAULT_LISTEN = "127.0.0.1:8080";

export async function startServer(args: Arguments, settings: Settings, store: string): Promise<number> {
  const options = listenOptions(args);
  const config = loadServeConfig(settings.config);
  const verify = verifierOf(args, config.groupsClaim);
  const log = (line: LogLine): void => {
    printError(plain`${revealJson({ at: new Date().toISOString(), ...line })}\n`);
  };
  const opened = await openPostgresStore({ url: store });
  try {
    const server = await startServe({
      version: GALLEY_VERSION,
      store: opened,
      config,
      verify,
      ...options,
      pageFiles: openPageFiles(pageFolder()),
      log,
    });
    try {
      if (config.usesDefaultRules)
        log({
          level: "warning",
          event: "no-rules",
          message: "Anyone who is signed in may answer. --config sets rules.",
        });
      const ownerless = config.rules.some(({ rule }) => rule.own === "deny") ? await tokensWithoutOwner(opened) : 0;
      if (ownerless > 0)
        log({
          level: "warning",
          event: "tokens-without-owner",
          tokens: ownerless,
          message: 'Rules with "own": "deny" keep no one from answering what these ask. See galley serve token list.',
        });
      log({ level: "info", event: "started", url: server.url, version: GALLEY_VERSION });
      if (settings.json) await print(plain`${revealJson({ url: server.url })}\n`);
      else await print(plain`${reveal(server.url)}\n`);
      await aborted(settings.signal);
      log({ level: "info", event: "stopping" });
    } finally {
      await server.close();
    }
  } finally {
    await opened.close();
  }
  return 0; // Stopped as it is meant to be.
}

type Listen = Pick<Parameters<typeof startServe>[0], "listen" | "url">;

/** Throws UsageError for what would send tokens or contents over a network in the clear. */
function listenOptions({ values, flags }: Arguments): Listen {
  const given = values.get("--listen")?.[0] ?? DEFAULT_LISTEN;
  const [, bracketed, plainHost, digits] = /^(?:\[([0-9a-f:.]+)\]|([^:\s]+)):(\d{1,5})$/i.exec(given) ?? [];
  const host = bracketed ?? plainHost;
  if (host === undefined || Number(digits) > 65_535)
    throw new UsageError(
      `--listen needs HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080; got ${JSON.stringify(given)}`,
    );
  const tls = tlsOf(values.get("--tls-cert")?.[0], values.get("--tls-key")?.[0]);
  const isBehindProxy = flags.has("--behind-proxy");
  if (!isLoopback(host) && tls === null && !isBehindProxy)
    throw new UsageError(
      `${host} can be reached from other machines: give --tls-cert and --tls-key, or --behind-proxy where a proxy does TLS`,
    );
  const url = urlOf(values.get("--url")?.[0]);
  if (url === null && (isAnyAddress(host) || isBehindProxy))
    throw new UsageError("--url is needed here: the address by which people and machines reach this server");
  return { listen: { host, port: Number(digits), tls }, url };
}

function urlOf(given: string | undefined): string | null {
  if (given === undefined) return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  const isHttp = url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)));
  if (!isHttp || url.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username !== "")
    throw new UsageError(`--url needs an https address without a path; got ${JSON.stringify(given)}`);
  return url.origin;
}

function tlsOf(cert: string | undefined, key: string | undefined): Listen["listen"]["tls"] {
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined || key === undefined) throw new UsageError("--tls-cert and --tls-key are given together");
  return { cert: read(cert, "--tls-cert"), key: read(key, "--tls-key") };
}

function read(file: string, option: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw failure("INVALID_ARG", `The file of ${option} cannot be read.`, { cause: error });
  }
}

/** Of those in use. */
async function tokensWithoutOwner({ machines }: TeamStore): Promise<number> {
  return (await machines.list()).filter(({ owner, revoked_at }) => owner === null && revoked_at === null).length;
}

function verifierOf({ values }: Arguments, groupsClaim: string): VerifyToken {
  const [issuer, audience, keys] = ["--issuer", "--audience", "--keys"].map((name) => values.get(name)?.[0]);
  if (!issuer || !audience || !keys)
    throw new UsageError(
      "serve needs --issuer, --audience and --keys: without all of them no one can sign in, and no question is answered",
    );
  return tokenVerifier({ issuer, audience, keys: openKeys(keys), groupsClaim });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
