// The selected files as they stand at this moment: what a request shows whole, what it leaves out and why. Files come in
// the order they were selected, as long as there is room; the rest is named, never dropped in silence.

import { isFailure, nounFor, type Target, type Version, type WorkspacePath } from "../../base/index.ts";
import { judgeCall } from "../../ask/index.ts";
import { estimateTokens } from "../../symbols/index.ts";
import { decode, type Text } from "../../text/index.ts";
import type { ToolWorkspace } from "../../tools/index.ts";
import type { Session } from "../session.ts";

/** Tokens of selected files in one request. About a quarter of what the larger models hold. */
export const FILES_TOKENS = 50_000;

export type SelectedFile = { readonly path: WorkspacePath } & (
  | { readonly kind: "shown"; readonly text: Text; readonly version: Version; readonly tokens: number }
  /** `why` ends a sentence about the file: "it is not text". */
  | { readonly kind: "left"; readonly why: string }
);

export async function readSelected(session: Session): Promise<readonly SelectedFile[]> {
  const selected: SelectedFile[] = [];
  let free = FILES_TOKENS;
  for (const path of session.context) {
    const file = await readAgain(path, session, free);
    if (file.kind === "shown") free -= file.tokens;
    selected.push(file);
  }
  return selected;
}

/** A selection is of the file that the path led to then: another one was not selected by anyone. */
async function readAgain(path: WorkspacePath, session: Session, free: number): Promise<SelectedFile> {
  const workspace = session.workspace();
  const target = resolved(path, workspace);
  if ("kind" in target) return target;
  const bound = session.targets.get(path) ?? target.real;
  session.targets.set(path, bound);
  if (bound !== target.real)
    return { path, kind: "left", why: "it leads to another file now; drop it and add it again" };
  return readOne(target, workspace, free);
}

/** Where a path leads, or why that is not known. */
export function resolved(
  path: WorkspacePath,
  { files }: ToolWorkspace,
): Target | Extract<SelectedFile, { kind: "left" }> {
  try {
    return files.resolve(path);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { path, kind: "left", why: error.message };
  }
}

/** One file, if `free` tokens are enough for it. */
export async function readOne(target: Target, { files, gate }: ToolWorkspace, free: number): Promise<SelectedFile> {
  const { path } = target;
  const left = (why: string): SelectedFile => ({ path, kind: "left", why });
  const verdict = await judgeCall(gate, { tool: "read_file", access: "read", targets: [target] });
  if (verdict.effect === "deny") return left(verdict.reason);
  try {
    const { bytes, version } = await files.readBytes(target);
    const decoded = decode(bytes);
    if (decoded.kind === "binary") return left("it is not text");
    const tokens = estimateTokens(decoded.text);
    if (tokens > free) return left(noRoom(tokens, free));
    return { path, kind: "shown", text: decoded.text, version, tokens };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return left(error.code === "NOT_FOUND" ? "it does not exist" : error.message);
  }
}

function noRoom(tokens: number, free: number): string {
  const count = (number: number): string => number.toLocaleString("en");
  return `it has about ${count(tokens)} ${nounFor(tokens, "token")} and there is room for ${free > 0 ? count(free) : "none"} of the ${count(FILES_TOKENS)}`;
}
