// The effective configuration: the person's file, then the project's, which may only tighten.
// A cloned repository must not grant itself anything: what its file would loosen is left out, and said.

import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import type { Rule } from "../approval/index.ts";
import { failure } from "../base/index.ts";
import { describeIssue } from "../tools/index.ts";
import { nearest } from "./arguments.ts";
import type { Config } from "./config-schema.ts";

export type Layers = {
  /** The file given with --config, or the user's own. Relative roots are relative to `folder`. */
  readonly user: { readonly config: Config; readonly folder: string } | null;
  readonly project: Config | null;
};

export async function loadConfig(options: {
  readonly root: string;
  readonly given: string | null;
  readonly environment: NodeJS.ProcessEnv;
}): Promise<Layers> {
  const own = options.given ?? path.join(configHome(options.environment), "galley", "config.json");
  const user = await read(own, { required: options.given !== null });
  const project = await read(path.join(options.root, ".galley", "config.json"), { required: false });
  return { user: user && { config: user, folder: path.dirname(path.resolve(own)) }, project };
}

/** What the project may say: rules that ask or deny, and confirm_edits true. `refused` names the rest. */
export function tightened(project: Config | null): {
  readonly rules: readonly Rule[];
  readonly confirmEdits: boolean;
  readonly refused: readonly string[];
} {
  if (project === null) return { rules: [], confirmEdits: false, refused: [] };
  const { policy = [], confirm_edits, ...rest } = project;
  const refused = Object.keys(rest);
  if (confirm_edits === false) refused.push("confirm_edits: false");
  const loose = policy.filter((rule) => rule.effect === "allow").length;
  if (loose > 0) refused.push(`${loose} allow ${loose === 1 ? "rule" : "rules"}`);
  return {
    rules: policy.filter((rule) => rule.effect !== "allow").map(plainRule),
    confirmEdits: confirm_edits === true,
    refused,
  };
}

export function plainRule(rule: NonNullable<Config["policy"]>[number]): Rule {
  return {
    effect: rule.effect,
    ...(rule.tool === undefined ? {} : { tool: rule.tool }),
    ...(rule.path === undefined ? {} : { path: rule.path }),
  };
}

async function read(file: string, { required }: { readonly required: boolean }): Promise<Config | null> {
  let text: string;
  try {
    text = fs.readFileSync(file, "utf8");
  } catch (error) {
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
  const { ConfigSchema, KNOWN_KEYS } = await import("./config-schema.ts");
  const parsed = ConfigSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => describeIssue(issue, (key) => nearest(key, KNOWN_KEYS)));
  throw failure("INVALID_ARG", `The config ${file} cannot be used. ${problems.join("; ")}.`);
}

function configHome(environment: NodeJS.ProcessEnv): string {
  return environment["XDG_CONFIG_HOME"] || path.join(environment["HOME"] || os.homedir(), ".config");
}
