// What is half-typed in conversations, for the case that one is killed: a file for each process, replaced when typing pauses,
// removed when the text was sent or cleared. Only the text of the prompt: never an answer to a question.

import { join } from "node:path";
import { FILE_MODE, makeDirectory, orStateFailure } from "./directory.ts";
import { readAt, removeQuietly, replaceFile, systemCode, withFile, type StateOps } from "./ops.ts";
import type { Owner, Processes } from "./owner.ts";

export interface Drafts {
  /** The texts that are only in the prompt of this process now, the oldest first. `root` is its folder. Throws IO. */
  keep(root: string, texts: readonly string[]): void;
  /** What processes that are gone left in this folder, the oldest first. It is given once. Throws IO. */
  take(root: string): readonly string[];
}

type Draft = { readonly root: string; readonly owner: Owner; readonly at: number; readonly texts: readonly string[] };

const MAX_BYTES = 1024 * 1024;
// What no one has come back for.
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

export type DraftsOptions = {
  readonly ops: StateOps;
  readonly processes: Processes;
  readonly newNonce: () => string;
  readonly now: () => number;
};

export function openDrafts(state: string, { ops, processes, newNonce, now }: DraftsOptions): Drafts {
  const directory = join(state, "drafts");
  let own: string | null = null;

  const namesIn = (): readonly string[] => {
    try {
      return ops.readdirSync(directory).filter((name) => name.endsWith(".json"));
    } catch (error) {
      if (systemCode(error) === "ENOENT") return [];
      throw error;
    }
  };

  /** Null when another process took it first, or it is none. */
  const read = (path: string): Draft | null => {
    try {
      return parsed(withFile(ops, path, { flags: "r" }, (fd) => readAt(ops, fd, 0, ops.fstatSync(fd).size)));
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return null;
    }
  };

  const isTaken = (path: string): boolean => {
    try {
      ops.unlinkSync(path);
      return true;
    } catch (error) {
      if (systemCode(error) === "ENOENT") return false;
      throw error;
    }
  };

  return {
    keep: (root, texts) =>
      orStateFailure("keep what is being typed", () => {
        const bytes = encode({ root, owner: processes.self, at: now(), texts });
        if (texts.length === 0 || bytes.length > MAX_BYTES) {
          if (own !== null) removeQuietly(ops, own);
          return;
        }
        // Someone is typing: nothing here waits for a disk.
        makeDirectory(ops, directory, { lasting: false });
        own ??= join(directory, `${newNonce()}.json`);
        replaceFile(ops, own, { temporary: `${own}.tmp`, mode: FILE_MODE, lasting: false }, [bytes]);
      }),
    take: (root) =>
      orStateFailure("read what was being typed", () => {
        const left: Draft[] = [];
        for (const name of namesIn()) {
          const path = join(directory, name);
          if (path === own) continue;
          const draft = read(path);
          const life = draft === null ? "alive" : processes.lifeOf(draft.owner);
          if (draft === null || life === "alive") continue;
          if (now() - draft.at > MAX_AGE_MS) removeQuietly(ops, path);
          else if (life === "dead" && draft.root === root && isTaken(path)) left.push(draft);
        }
        return left.toSorted((one, other) => one.at - other.at).flatMap(({ texts }) => texts);
      }),
  };
}

function encode(draft: Draft): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(draft));
}

function parsed(bytes: Uint8Array): Draft | null {
  try {
    const draft = JSON.parse(new TextDecoder().decode(bytes)) as Draft | null; // Each field is looked at below.
    const isWhole =
      typeof draft?.root === "string" &&
      typeof draft.at === "number" &&
      typeof draft.owner?.pid === "number" &&
      Array.isArray(draft.texts) &&
      draft.texts.every((text) => typeof text === "string");
    return isWhole ? draft : null;
  } catch {
    return null; // Not one of ours.
  }
}
