// A folder in which names are exchanged for links while something is asked, judged or taken back.

import fs from "node:fs";
import { join } from "node:path";
import type { ApprovalPayload, Policy, Reviewer } from "../../src/approval/index.ts";
import { openHostFiles, type HostFiles } from "../../src/fs/node/index.ts";
import { loadTool, runTool } from "../../src/tools/index.ts";
import { sandboxed, scripted, type Options, type Sandboxed } from "./sandboxed.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export const CONFIG = "[core]\n";

export type World = Sandboxed & { readonly seen: ApprovalPayload[]; readonly reviewer: Reviewer };

export class Exchanged {
  readonly #folder = temporaryFolder();
  readonly root = this.#folder.path;
  readonly files: HostFiles;

  constructor() {
    // The same content in several places, so that no comparison of content can tell them apart.
    for (const path of [".git/config", "d/config", "d/sub/deep", "pub/config", "pub/sub/deep"]) this.put(path, CONFIG);
    for (const path of ["secret/config", "secret/key"]) this.put(path, "SECRET\n");
    this.files = openHostFiles({ root: this.root });
  }

  at(path: string): string {
    return join(this.root, path);
  }

  put(path: string, content: string): void {
    fs.mkdirSync(join(this.at(path), ".."), { recursive: true });
    fs.writeFileSync(this.at(path), content);
  }

  /** A link takes the name; what was there moves aside. */
  exchange(path: string, target: string): void {
    if (fs.existsSync(this.at(path))) fs.renameSync(this.at(path), this.at(`${path}.aside`));
    fs.symlinkSync(target, this.at(path));
  }

  /** Every regular file, links not followed. */
  tree(): Record<string, string> {
    const found: Record<string, string> = {};
    for (const entry of fs.readdirSync(this.root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) found[path.slice(this.root.length + 1)] = fs.readFileSync(path, "utf8");
    }
    return found;
  }

  /** Says yes to the first question, after `meanwhile` has happened, and no to every later one. */
  world(meanwhile: () => void, options: Options = {}): World {
    const seen: ApprovalPayload[] = [];
    const reviewer: Reviewer = {
      ask: (payload, how) => {
        seen.push(payload);
        if (seen.length === 1) meanwhile();
        return scripted(seen.length === 1 ? "apply" : "reject").ask(payload, how);
      },
    };
    return { ...sandboxed({ backend: this.files, reviewer, ...options }), seen, reviewer };
  }

  remove(): void {
    this.files.close();
    this.#folder.remove();
  }
}

/** The rules with something that happens at their nth comparison: after the path was resolved. */
export function whileJudging(meanwhile: () => void, policy: Partial<Policy>, nth = 1): Partial<Policy> {
  let count = 0;
  return {
    ...policy,
    matches: (glob, path) => {
      if ((count += 1) === nth) meanwhile();
      return path === glob.slice(0, -3) || path.startsWith(glob.slice(0, -2));
    },
  };
}

/** What was asked: each item, with a mark where a person must answer. */
export function drawn(seen: readonly ApprovalPayload[]): readonly string[] {
  return seen.flatMap((payload) =>
    (payload.type === "batch" ? payload.items : [payload]).map(
      ({ description, risks }) => description + (risks.some(({ kind }) => kind === "protected") ? " !" : ""),
    ),
  );
}

/** "ok", or the code of what went wrong. */
export async function call(name: string, args: unknown, context: Sandboxed): Promise<string> {
  const result = await runTool((await loadTool(name))!, args, context);
  return result.success ? "ok" : result.error.code;
}
