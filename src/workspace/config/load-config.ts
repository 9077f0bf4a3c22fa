// Reading the config files: the one given or the person's own, and the project's. What counts of them is effective.ts's.
// A project's file is data from a stranger: only a plain file of modest size is read, never through a link.

import * as fs from "node:fs";
import * as path from "node:path";
import { describeIssue, didYouMean, failure, isFailure, LIMITS } from "../../base/index.ts";
import type { Config } from "./schema.ts";
import type { Own } from "./effective.ts";
import type { From } from "./limits.ts";
import { isPlainConfig } from "./plain-config.ts";
import { configFolder } from "../user-folders.ts";

export type Layers = {
  /** The file given with --config, or the user's own. Relative roots are relative to `folder`. */
  readonly user: (Own & { readonly folder: string }) | null;
  readonly project: Config | null;
  /** Every file that was looked for, in the order of their weight. */
  readonly files: readonly {
    readonly from: Exclude<From, "default">;
    readonly path: string;
    readonly exists: boolean;
  }[];
};

export type ConfigPlace = {
  readonly root: string;
  /** The path of a config file, or what such a file would contain; null: the user's own file. */
  readonly given: string | object | null;
  readonly environment: NodeJS.ProcessEnv;
};

/** Throws INVALID_ARG when a file that is there cannot be used, or the given one is not there. */
export async function loadConfig({ root, given, environment }: ConfigPlace): Promise<Layers> {
  const from = given === null ? "user" : "given";
  const folder = configFolder(environment);
  const own =
    typeof given === "string" ? path.resolve(given) : folder === null ? null : path.join(folder, "config.json");
  const open = (file: string): string => fs.readFileSync(file, "utf8");
  const ofProject = path.join(root, PROJECT_FILE);
  requireOwnFile(root);
  const project = await read(ofProject, { required: false, open: readPlain });
  const projectFile = { from: "project", path: ofProject, exists: project !== null } as const;
  if (given !== null && typeof given === "object") {
    const config = await checked(given, "The config that was given");
    return { user: { config, from, folder: root }, project, files: [projectFile] };
  }
  // One that was named may be a pipe that another command writes into.
  const user =
    own === null ? null : await read(own, { required: given !== null, open: given === null ? readPlain : open });
  return {
    user: user && own !== null ? { config: user, from, folder: path.dirname(own) } : null,
    project,
    files: [...(own === null ? [] : [{ from, path: own, exists: user !== null } as const]), projectFile],
  };
}

const PROJECT_FILE = path.join(".galley", "config.json");
const MAX_CONFIG_BYTES = LIMITS.configBytes.value;

/** A link could lead to any file of the user, and a message about that file would reveal what is in it. */
function requireOwnFile(root: string): void {
  for (const name of [".galley", PROJECT_FILE]) {
    if (isLink(path.join(root, name)))
      throw failure(
        "INVALID_ARG",
        `The project's ${name} is a link. Put the config there as a plain file, or remove it.`,
      );
  }
}

function isLink(file: string): boolean {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch {
    return false; // The caller that reads it reports why it cannot be read.
  }
}

async function read(
  file: string,
  { required, open }: { readonly required: boolean; readonly open: (file: string) => string },
): Promise<Config | null> {
  let text: string;
  try {
    if (!required && fs.lstatSync(file, { throwIfNoEntry: false }) === undefined) return null;
    text = open(file);
  } catch (error) {
    if (isFailure(error)) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    if (!required && (code === "ENOENT" || code === "ENOTDIR")) return null;
    throw failure("INVALID_ARG", `The config ${file} cannot be read (${code}).`, { cause: error });
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw failure("INVALID_ARG", `The config ${file} is not JSON: ${(error as Error).message}.`, { cause: error });
  }
  return isPlainConfig(json) ? json : checked(json, `The config ${file}`);
}

async function checked(json: unknown, name: string): Promise<Config> {
  const gone = removedKey(json);
  if (gone !== null) throw failure("INVALID_ARG", `${name} cannot be used. ${gone}`);
  const { ConfigSchema, KNOWN_KEYS } = await import("./schema.ts");
  const parsed = ConfigSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => describeIssue(issue, (key) => didYouMean(key, KNOWN_KEYS)));
  throw failure("INVALID_ARG", `${name} cannot be used. ${problems.join("; ")}.`);
}

/** A key that older versions had: what to write in its place. */
function removedKey(json: unknown): string | null {
  const shell = typeof json === "object" && json !== null && "shell" in json ? json.shell : null;
  const isThere = typeof shell === "object" && shell !== null && "safe_reading" in shell;
  return isThere
    ? 'shell.safe_reading is gone: set shell.unasked to "read-only" to let commands run without a question, confined and with the workspace read-only.'
    : null;
}

/** Opened without waiting, so that a pipe or a device under that name cannot hold us up. */
function readPlain(file: string): string {
  const fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  try {
    const stats = fs.fstatSync(fd);
    if (!stats.isFile()) throw failure("INVALID_ARG", `The config ${file} is not a regular file.`);
    if (stats.size > MAX_CONFIG_BYTES)
      throw failure("INVALID_ARG", `The config ${file} is larger than ${MAX_CONFIG_BYTES} bytes.`);
    return fs.readFileSync(fd, "utf8");
  } finally {
    fs.closeSync(fd);
  }
}
