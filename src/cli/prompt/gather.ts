// The files that `galley prompt` shows: what its words name, without what a rule, git's ignore rules or the budget keep
// out. Whatever is left out is in the result with its reason.

import { judgeCall } from "../../ask/index.ts";
import { counted, failure, isFailure, type Target, type WorkspacePath } from "../../base/index.ts";
import { isIgnoredFile } from "../../fs/index.ts";
import { estimateTokens } from "../../symbols/index.ts";
import { decode } from "../../text/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";
import { withoutSecrets } from "./secrets.ts";

export type Gathered = {
  readonly shown: readonly ShownFile[];
  readonly leftOut: readonly LeftOut[];
  /** There are more files than one listing holds. */
  readonly truncated: boolean;
  /** A folder or a pattern was named, whose ignored files are not looked at. */
  readonly listed: boolean;
};

export type ShownFile = {
  readonly path: WorkspacePath;
  /** By itself, not found in a folder. */
  readonly named: boolean;
  readonly text: string;
  /** Lines that are not in `text`, because they look like secrets. */
  readonly secretLines: number;
};

export type LeftOut = {
  readonly path: WorkspacePath;
  /** Ends a sentence about the file. */
  readonly why: string;
  /** It was named by itself, not found in a folder. */
  readonly named: boolean;
  readonly because: Because;
};

/** Of a file that has no room, or is not text, the chat may know that it is there. */
export type Because = "rule" | "ignored" | "not-text" | "no-room" | "unreadable";

export type GatherOptions = {
  readonly workspace: LocalWorkspace;
  /** What needs approval to read is approved. */
  readonly yes: boolean;
  readonly signal: AbortSignal;
  /** How many tokens the files may take. */
  readonly tokens: number;
};

/** NOT_FOUND for a word that names nothing. */
export async function gatherFiles(words: readonly string[], options: GatherOptions): Promise<Gathered> {
  const wanted = new Map<WorkspacePath, Pick<Found, "named">>();
  let truncated = false;
  let listed = false;
  const leftOut: LeftOut[] = [];
  for (const word of words) {
    const found = await pathsOf(word, options);
    truncated ||= found.truncated;
    listed ||= !found.named;
    leftOut.push(...found.leftOut);
    for (const path of found.paths) if (found.named || !wanted.has(path)) wanted.set(path, found);
  }
  const shown: ShownFile[] = [];
  let free = options.tokens;
  for (const [path, { named }] of wanted) {
    options.signal.throwIfAborted();
    const read = await readFile(path, options);
    if ("why" in read) {
      leftOut.push({ path, named, ...read });
      continue;
    }
    const tokens = tokensOf(read.text);
    if (tokens > free) {
      leftOut.push(noRoom({ path, named, tokens }));
      continue;
    }
    free -= tokens;
    shown.push({ path, named, ...read });
  }
  return { shown, leftOut, truncated, listed };
}

/** The same without the last file that is shown, if there is one. */
export function withoutLast(gathered: Gathered): Gathered {
  const last = gathered.shown.at(-1);
  if (last === undefined) return gathered;
  const { path, named, text } = last;
  const leftOut = [...gathered.leftOut, noRoom({ path, named, tokens: tokensOf(text) })];
  return { ...gathered, shown: gathered.shown.slice(0, -1), leftOut };
}

function noRoom({ path, named, tokens }: Pick<LeftOut, "path" | "named"> & { readonly tokens: number }): LeftOut {
  const why = `it has about ${counted(tokens, "token")}, more than are left of the budget`;
  return { path, named, why, because: "no-room" };
}

/** A file's name and its fence cost something, too. */
function tokensOf(text: string): number {
  return estimateTokens(text) + 20;
}

type Found = {
  readonly paths: readonly WorkspacePath[];
  readonly named: boolean;
  readonly truncated: boolean;
  readonly leftOut: readonly LeftOut[];
};

async function pathsOf(word: string, { workspace, yes, signal }: GatherOptions): Promise<Found> {
  const typed = workspace.typed(word);
  const files = yes ? workspace.approved : workspace.files;
  const none = { truncated: false, leftOut: [] };
  if (!workspace.known(typed) && /[*?[{]/.test(word)) return { ...(await listed(word, files.glob(typed, { signal }))) };
  let path: WorkspacePath;
  try {
    path = workspace.resolve(typed);
  } catch (error) {
    if (!isFailure(error, "FORBIDDEN")) throw error;
    const hidden = typed as WorkspacePath; // Only shown, as the user wrote it.
    const why = String(error.data["reason"] ?? error.message);
    return { ...none, paths: [], named: true, leftOut: [{ path: hidden, why, named: true, because: "rule" }] };
  }
  const target = workspace.approved.resolve(path);
  const kind = workspace.approved.kindOf(target);
  if (kind === null) throw failure("NOT_FOUND", `There is no file or folder ${word}.`);
  if (kind !== "directory") return { ...none, paths: [path], named: true };
  return listed(word, files.glob("**", { signal, target }));
}

async function listed(word: string, search: ReturnType<LocalWorkspace["files"]["glob"]>): Promise<Found> {
  const { entries, truncated, skipped } = await search;
  const paths = entries.flatMap(({ path, kind }) => (kind === "file" ? [path as WorkspacePath] : [])); // Canonical.
  const unasked = skipped?.needs_approval ?? 0;
  if (paths.length === 0 && unasked === 0) throw failure("NOT_FOUND", `${word} names no file that can be shown.`);
  const why = `${unasked} of its files need approval to read, which --yes gives`;
  const approval: LeftOut = { path: word as WorkspacePath, why, named: false, because: "rule" }; // Only shown.
  return { paths, named: false, truncated, leftOut: unasked === 0 ? [] : [approval] };
}

type Read = Pick<ShownFile, "text" | "secretLines"> | Pick<LeftOut, "why" | "because">;

async function readFile(path: WorkspacePath, { workspace, yes }: GatherOptions): Promise<Read> {
  const { approved, gate } = workspace;
  try {
    const target: Target = approved.resolve(path);
    const { effect, reason } = await judgeCall(gate, { tool: "read_file", access: "read", targets: [target] });
    if (effect === "deny") return { why: reason, because: "rule" };
    if (effect === "ask" && !yes) return { why: "reading it needs approval, which --yes gives", because: "rule" };
    if (await isIgnoredFile(target, approved))
      return { why: "git ignores it, so it may hold secrets", because: "ignored" };
    const decoded = decode((await approved.readBytes(target)).bytes);
    return decoded.kind === "text" ? withoutSecrets(decoded.text) : { why: "it is not text", because: "not-text" };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { why: error.message, because: "unreadable" };
  }
}
