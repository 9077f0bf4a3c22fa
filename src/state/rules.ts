// Rules a person asked to keep, in one small file that is replaced whole. A file that is not exactly as it was written
// grants nothing: the reader is warned, and the next writer sets it aside.
//
//   file = "galley-rules 1 " 64hex LF json LF        64hex = SHA-256 of what follows the first line

import { join } from "node:path";
import { versionOf } from "../base/index.ts";
import type { Scope } from "../approval/index.ts";
import type { StoredAddress } from "./batch-file.ts";
import { FILE_MODE, stateFailure } from "./directory.ts";
import type { Held } from "./lock.ts";
import { addressKey } from "./log.ts";
import { readAt, removeQuietly, syncDirectory, systemCode, withFile, writeAll, type StateOps } from "./ops.ts";

export type StoredRule = {
  readonly id: string;
  readonly effect: "allow";
  /** null: every tool. */
  readonly tool: string | null;
  /** Below the root, as it is written there; never a pattern. Null for a whole root or a tool. */
  readonly path: string | null;
  readonly scope: Exclude<Scope, "edits">;
  /** Of a rule for one command, else null. It runs in the folder `path`, or in the root. */
  readonly command: StoredCommand | null;
  /** Where the sandbox lives; its name may change from config to config. */
  readonly root: StoredAddress;
  /** Which folder was there, as its backend distinguishes it from others; null in rules of older versions, which did not say. */
  readonly identity: string | null;
  /** ISO 8601. */
  readonly at: string;
  /** The session it ends with; null: until it is revoked. */
  readonly session: string | null;
};

export type StoredCommand = {
  readonly text: string;
  readonly where: "container" | "confined";
  readonly image: string | null;
};

export type RuleListing = {
  /** Oldest first. */
  readonly rules: readonly StoredRule[];
  /** What is wrong with the file, for a person; null when all of it could be read. */
  readonly problem: string | null;
};

export interface Rules {
  /** Those of one root, or all. A damaged file lists nothing and is reported. Throws IO when it cannot be read. */
  list(options?: { readonly root?: StoredAddress }): RuleListing;
  /** Keeps the rule, and gives the one that says the same already if there is one. Throws IO. */
  add(held: Held, rule: StoredRule): { readonly rule: StoredRule; readonly problem: string | null };
  /** Forgets one rule, or all. Gives those it forgot. Throws IO. */
  revoke(
    held: Held,
    which: { readonly id: string } | "all",
  ): { readonly revoked: readonly StoredRule[]; readonly problem: string | null };
}

const NAME = "rules";
const FIRST_LINE = /^galley-rules 1 ([0-9a-f]{64})\n/;
// No one answers "always" this often; a larger file is not ours.
const MAX_BYTES = 4_194_304;

export function openRules(directory: string, ops: StateOps): Rules {
  const path = join(directory, NAME);
  return {
    list({ root } = {}) {
      const { rules, problem } = read();
      if (root === undefined) return { rules, problem };
      const wanted = addressKey(root);
      return { rules: rules.filter((rule) => addressKey(rule.root) === wanted), problem };
    },

    add(_held, rule) {
      const { rules, problem } = read();
      const same = rules.find((known) => keyOf(known) === keyOf(rule));
      if (same === undefined) replace([...rules, rule], problem);
      return { rule: same ?? rule, problem };
    },

    revoke(_held, which) {
      const { rules, problem } = read();
      const isRevoked = (rule: StoredRule): boolean => which === "all" || rule.id === which.id;
      const revoked = rules.filter(isRevoked);
      if (revoked.length > 0 || (which === "all" && problem !== null))
        replace(
          rules.filter((rule) => !isRevoked(rule)),
          problem,
        );
      return { revoked, problem };
    },
  };

  function read(): RuleListing {
    try {
      const bytes = withFile(ops, path, { flags: "r" }, (fd) => {
        const { size } = ops.fstatSync(fd);
        return size > MAX_BYTES ? null : readAt(ops, fd, 0, size);
      });
      return parse(bytes);
    } catch (error) {
      if (systemCode(error) === "ENOENT") return { rules: [], problem: null };
      if (systemCode(error) === null) throw error;
      throw stateFailure("read the remembered rules", { cause: error, written: "None of them counts until then." });
    }
  }

  function replace(rules: readonly StoredRule[], problem: string | null): void {
    const body = new TextEncoder().encode(`${JSON.stringify(rules)}\n`);
    const unfinished = `${path}.tmp`;
    try {
      removeQuietly(ops, unfinished); // A killed process may have left one; the lock proves no one writes it.
      withFile(ops, unfinished, { flags: "wx", mode: FILE_MODE }, (fd) => {
        writeAll(ops, fd, new TextEncoder().encode(`galley-rules 1 ${versionOf(body)}\n`));
        writeAll(ops, fd, body);
        ops.fsyncSync(fd);
      });
      if (problem !== null) ops.renameSync(path, `${path}.damaged`);
      ops.renameSync(unfinished, path);
      syncDirectory(ops, directory);
    } catch (error) {
      removeQuietly(ops, unfinished);
      if (systemCode(error) === null) throw error;
      throw stateFailure("keep the remembered rules", {
        cause: error,
        written: "See which of them are in force with: galley approvals list.",
      });
    }
  }
}

/** Two rules that say the same have the same key. */
function keyOf(rule: StoredRule): string {
  const { scope, tool, path, session, root, identity, command } = rule;
  const ran = command && [command.text, command.where, command.image];
  return JSON.stringify([scope, tool, path, session, addressKey(root), identity, ran]);
}

/** Null: too large to be ours. */
function parse(bytes: Uint8Array | null): RuleListing {
  const damaged: RuleListing = {
    rules: [],
    problem:
      "The file of remembered rules is damaged, so none of them counts. " +
      "Clear it with: galley approvals revoke --all",
  };
  if (bytes === null) return damaged;
  const text = new TextDecoder().decode(bytes);
  const first = FIRST_LINE.exec(text);
  if (first === null || versionOf(bytes.subarray(first[0].length)) !== first[1]) return damaged;
  let rules: unknown;
  try {
    rules = JSON.parse(text.slice(first[0].length));
  } catch {
    return damaged;
  }
  if (!Array.isArray(rules) || !rules.every(isRule)) return damaged;
  return {
    rules: rules.map((rule) => ({ ...rule, identity: rule.identity ?? null, command: rule.command ?? null })),
    problem: null,
  };
}

const SCOPES: readonly unknown[] = ["file", "directory", "root", "tool", "command"] satisfies Scope[];

function isCommand(value: unknown): value is StoredCommand {
  if (typeof value !== "object" || value === null) return false;
  const { text, where, image } = value as Readonly<Record<string, unknown>>;
  const isPlace = where === "confined" ? image === null : where === "container" && typeof image === "string";
  return typeof text === "string" && isPlace;
}

// Its checksum fits, but another version may have written it: a rule we do not know grants nothing.
function isRule(value: unknown): value is Omit<StoredRule, "identity" | "command"> & Partial<StoredRule> {
  if (typeof value !== "object" || value === null) return false;
  const {
    id,
    effect,
    tool,
    path,
    scope,
    root,
    identity = null,
    command = null,
    at,
    session,
  } = value as Readonly<Record<string, unknown>>;
  const isName = (one: unknown): boolean => one === null || typeof one === "string";
  return (
    [typeof id, typeof scope, typeof at].every((type) => type === "string") &&
    effect === "allow" &&
    SCOPES.includes(scope) &&
    [tool, path, session, identity].every(isName) &&
    (tool !== null) === (scope !== "root") &&
    (path !== null ? scope !== "root" && scope !== "tool" : scope !== "file" && scope !== "directory") &&
    (scope === "command" ? isCommand(command) && (tool === "shell" || tool === "eval") : command === null) &&
    typeof root === "object" &&
    root !== null &&
    Object.values(root).every((part) => typeof part === "string")
  );
}
