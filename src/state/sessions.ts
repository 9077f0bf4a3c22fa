// Conversations kept for later, one file each, replaced whole. What is in them is the agent's; here they are bytes with
// a name and a checksum. A file that is not exactly as it was written is refused, never half-read.
//
//   file = "galley-session 1 " 64hex LF json LF      64hex = SHA-256 of what follows the first line

import { join } from "node:path";
import { LIMITS, failure, versionOf } from "../base/index.ts";
import { FILE_MODE, makeDirectory, stateFailure } from "./directory.ts";
import type { Held } from "./lock.ts";
import { readAt, removeQuietly, replaceFile, systemCode, withFile, type StateOps } from "./ops.ts";

export type SavedSession = {
  readonly id: string;
  readonly savedMs: number;
  readonly bytes: number;
};

export interface Sessions {
  /** Replaces what was saved under this id; old ones beyond the limits go. Throws IO. */
  save(held: Held, id: string, json: string): void;
  /** The text that was saved. NOT_FOUND; INVALID_ARG for a damaged file or one of another version; IO. */
  load(id: string): string;
  /** The newest first. Throws IO. */
  list(): readonly SavedSession[];
  /** Throws IO. */
  remove(held: Held, id: string): void;
}

export type SessionLimits = { readonly count: number; readonly days: number };

const DEFAULTS: SessionLimits = { count: 100, days: 30 };
const NAME = /^([0-9a-z]{4,20}(?:-[0-9a-z]{1,20})?)\.session$/;
// What a kill leaves of a save. While it is young it may belong to another process that is still saving.
const UNFINISHED = /\.session\.[^.]+\.tmp$/;
const UNFINISHED_MS = 3_600_000;
const FIRST_LINE = /^galley-session (\d+) ([0-9a-f]{64})\n/;
// A conversation is kept below a megabyte or so; a larger file is not ours.
const MAX_BYTES = LIMITS.sessionBytes.value;
const DAY_MS = 86_400_000;

export function openSessions(parent: string, ops: StateOps, options: SessionOptions): Sessions {
  const directory = join(parent, "sessions");
  const pathOf = (id: string): string => {
    if (!NAME.test(`${id}.session`))
      throw failure("INVALID_ARG", `${JSON.stringify(id)} is not the name of a session.`, { data: { id } });
    return join(directory, `${id}.session`);
  };

  /** Files whose name fits; one that another process takes away meanwhile is not there. Throws IO. */
  const filesLike = (pattern: RegExp): readonly { name: string; stat: ReturnType<StateOps["statSync"]> }[] => {
    const unlessGone = <T>(look: () => readonly T[]): readonly T[] => {
      try {
        return look();
      } catch (error) {
        if (systemCode(error) === "ENOENT") return [];
        throw troubled("list the saved sessions", error);
      }
    };
    const names = unlessGone(() => ops.readdirSync(directory)).filter((name) => pattern.test(name));
    return names.flatMap((name) => unlessGone(() => [{ name, stat: ops.statSync(join(directory, name)) }]));
  };

  const list = (): readonly SavedSession[] =>
    filesLike(NAME)
      .map(({ name, stat }) => ({ id: NAME.exec(name)![1]!, savedMs: stat.mtimeMs, bytes: stat.size }))
      .sort((a, b) => b.savedMs - a.savedMs || (a.id < b.id ? 1 : -1));

  const removeOld = (saved: string): void => {
    const { count, days } = options.limits ?? DEFAULTS;
    const now = options.now();
    const leaving = list().filter(
      ({ id, savedMs }, at) => id !== saved && (at >= count || savedMs < now - days * DAY_MS),
    );
    const left = filesLike(UNFINISHED).filter(({ stat }) => stat.mtimeMs < now - UNFINISHED_MS);
    for (const { id } of leaving) removeQuietly(ops, pathOf(id));
    for (const { name } of left) removeQuietly(ops, join(directory, name));
  };

  return {
    list,

    save(_, id, json) {
      const path = pathOf(id);
      const body = new TextEncoder().encode(`${json}\n`);
      const first = new TextEncoder().encode(`galley-session 1 ${versionOf(body)}\n`);
      const temporary = `${path}.${options.newId()}.tmp`;
      try {
        makeDirectory(ops, parent);
        makeDirectory(ops, directory);
        replaceFile(ops, path, { temporary, mode: FILE_MODE, lasting: true }, [first, body]);
      } catch (error) {
        throw troubled("save the session", error);
      }
      removeOld(id);
    },

    load(id) {
      const bytes = read(pathOf(id), id);
      const text = new TextDecoder().decode(bytes);
      const [first, format, checksum] = FIRST_LINE.exec(text) ?? [];
      if (format !== undefined && format !== "1")
        throw failure("INVALID_ARG", `The session ${id} was saved by another version of galley. Start a new one.`);
      if (first === undefined || versionOf(bytes.subarray(first.length)) !== checksum)
        throw failure("INVALID_ARG", `The saved session ${id} is damaged, so it was not resumed. Start a new one.`);
      return text.slice(first.length);
    },

    remove(_, id) {
      try {
        ops.unlinkSync(pathOf(id));
      } catch (error) {
        if (systemCode(error) !== "ENOENT") throw troubled("remove a session", error);
      }
    },
  };

  function read(path: string, id: string): Uint8Array {
    try {
      return withFile(ops, path, { flags: "r" }, (fd) =>
        readAt(ops, fd, 0, Math.min(ops.fstatSync(fd).size, MAX_BYTES)),
      );
    } catch (error) {
      if (systemCode(error) === "ENOENT")
        throw failure("NOT_FOUND", `There is no saved session ${id}.`, { data: { id } });
      throw troubled("read the session", error);
    }
  }
}

export type SessionOptions = {
  readonly newId: () => string;
  readonly now: () => number;
  readonly limits?: SessionLimits;
};

function troubled(doing: string, cause: unknown): unknown {
  return systemCode(cause) === null
    ? cause
    : stateFailure(doing, { cause, written: "None of your files is affected." });
}
