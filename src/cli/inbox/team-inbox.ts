// Asking a team's server: the token out of a file that only this user can read, over TLS that is verified.

import * as fs from "node:fs";
import { resolve } from "node:path";
import { failure } from "../../base/index.ts";
import type { AskingInbox } from "../../inbox/index.ts";
import { proxyFor, throughProxy } from "../../network/index.ts";
import { inboxOver } from "../../team/index.ts";
import { remoteTransport, type RemoteOptions } from "../../team/remote/index.ts";
import { foldersInRepository, repositoryName } from "./repository-name.ts";

type TeamInbox = { readonly url: string; readonly token_file: string };

type TeamInboxOptions = {
  /** Of the config, which a relative path starts at. */
  readonly folder: string;
  /** The folders of the sandboxes on this machine, by name. */
  readonly sandboxes: ReadonlyMap<string, string>;
  readonly environment: NodeJS.ProcessEnv;
  /** For the user who waits: on standard error, or where this surface shows such things. */
  readonly note: (message: string) => void;
};

/** Throws INVALID_ARG. */
export function openTeamInbox(
  { url, token_file }: TeamInbox,
  { folder, sandboxes, environment, note }: TeamInboxOptions,
): AskingInbox {
  const server = teamServer({ url, token_file }, { folder, environment });
  const origin = server.url;
  const inbox = inboxOver({
    transport: remoteTransport(server),
    repositoryOf: repositoryName,
    foldersIn: (root) => foldersInRepository(root, sandboxes),
    onAway: (away) =>
      note(
        away.kind === "silent"
          ? `The team's inbox at ${origin} has not answered yet. Still waiting.`
          : `${away.error.message} Trying again until ${clockOf(away.until)}.`,
      ),
    onBack: () => note(`The team's inbox at ${origin} can be reached again.`),
  });
  return { inbox, team: origin, howToAnswer: `answer it at ${origin}` };
}

/** How the server is reached, with this machine's token. Throws INVALID_ARG. */
export function teamServer(
  { url, token_file }: TeamInbox,
  { folder, environment }: Pick<TeamInboxOptions, "folder" | "environment">,
): RemoteOptions {
  const { origin, protocol, hostname } = new URL(url);
  if (protocol !== "https:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname))
    throw refuse("inbox.url must begin with https: the token and the changes would be sent in the clear");
  if (environment["NODE_TLS_REJECT_UNAUTHORIZED"] === "0")
    throw refuse(
      "NODE_TLS_REJECT_UNAUTHORIZED=0 is set, so anyone could pose as the server; NODE_EXTRA_CA_CERTS adds a CA",
    );
  const token = readToken(resolve(folder, token_file));
  proxyFor(origin, environment);
  return { url: origin, token, fetch: throughProxy(fetch, { environment }) };
}

function clockOf(time: Date): string {
  return `${time.toISOString().slice(11, 19)} UTC`;
}

const MOST_BYTES = 4096;

/** Throws INVALID_ARG for a file that others could read, change or have chosen. */
export function readToken(file: string): string {
  const named = `inbox.token_file, ${file},`;
  let descriptor: number;
  try {
    // A link could be changed by who owns its folder; a pipe would be waited for.
    descriptor = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw refuse(code === "ELOOP" ? `${named} is a link` : `${named} cannot be read (${code})`, error);
  }
  try {
    const stats = fs.fstatSync(descriptor);
    if (!stats.isFile() || stats.size > MOST_BYTES) throw refuse(`${named} is not a file with a token`);
    if (process.geteuid !== undefined && stats.uid !== process.geteuid())
      throw refuse(`${named} belongs to another user`);
    if (process.platform !== "win32" && (stats.mode & 0o077) !== 0)
      throw refuse(`${named} can be used by other users; chmod 600 makes it private`);
    const token = fs.readFileSync(descriptor, "utf8").trim();
    if (!/^[\x21-\x7e]{16,}$/.test(token)) throw refuse(`${named} has no token in it`);
    return token;
  } finally {
    fs.closeSync(descriptor);
  }
}

function refuse(what: string, cause?: unknown): Error {
  return failure("INVALID_ARG", `The team's inbox in your config cannot be used: ${what}.`, { cause });
}
