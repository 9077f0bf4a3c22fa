// The selected files as they are at this moment: what a request shows whole, what it leaves out and why. Files come in
// the order they were selected, as long as there is room; the rest is named, never dropped in silence.

import { grouped, isFailure, nounFor, type Target, type Version, type WorkspacePath } from "../../base/index.ts";
import { judgeCall } from "../../ask/index.ts";
import { estimateTokens } from "../../symbols/index.ts";
import { decode, splitLines, type Text } from "../../text/index.ts";
import type { ToolWorkspace } from "../../tools/index.ts";
import type { Session } from "../session.ts";
import { filesTokens } from "../window.ts";
import { describeImage, IMAGE_TOKENS, imageTypeOf, NO_IMAGES, whyTooLarge, type ImageType } from "./image.ts";

export type SelectedFile = { readonly path: WorkspacePath } & (
  | { readonly kind: "shown"; readonly text: Text; readonly version: Version; readonly tokens: number }
  /** Its first lines: all of it has no room. */
  | {
      readonly kind: "part";
      readonly text: string;
      readonly version: Version;
      readonly tokens: number;
      readonly lines: number;
      readonly total: number;
    }
  | {
      readonly kind: "image";
      readonly type: ImageType;
      readonly bytes: Uint8Array;
      readonly version: Version;
      readonly tokens: number;
    }
  /** `why` ends a sentence about the file: "it is not text". */
  | { readonly kind: "left"; readonly why: string }
);

/** `path` is as a person writes it. */
export type Added =
  | {
      readonly kind: "added" | "already";
      readonly path: string;
      readonly tokens: number;
      /** Which lines are shown, where there is no room for all, or what it is where it is no text. */
      readonly part: string | null;
    }
  /** `message` is a whole sentence. */
  | { readonly kind: "refused"; readonly path: string; readonly message: string };

export type Listed = {
  readonly files: readonly {
    readonly path: string;
    /** Null when the model is not shown it now; `why` says the reason. */
    readonly tokens: number | null;
    readonly why: string | null;
    /** Which lines are shown, where there is no room for all, or what it is where it is no text. */
    readonly part: string | null;
  }[];
  readonly tokens: number;
  readonly budget: number;
};

/** What is left for the next file. */
export type Room = { readonly tokens: number; readonly imageBytes: number };

export function roomAfter(session: Session, files: Iterable<SelectedFile>): Room {
  const all = [...files];
  const attached = [...session.attached.values()];
  const tokens = all.reduce(
    (sum, file) => sum + (file.kind === "left" ? 0 : file.tokens),
    attached.length * IMAGE_TOKENS,
  );
  const imageBytes = [...all.filter((file) => file.kind === "image"), ...attached].reduce(
    (sum, { bytes }) => sum + bytes.length,
    0,
  );
  return { tokens: filesTokens(session.window) - tokens, imageBytes };
}

export async function readSelected(session: Session): Promise<readonly SelectedFile[]> {
  const selected: SelectedFile[] = [];
  for (const path of session.context) selected.push(await readAgain(path, session, roomAfter(session, selected)));
  return selected;
}

/** A selection is of the file that the path led to then: another one was not selected by anyone. */
async function readAgain(path: WorkspacePath, session: Session, room: Room): Promise<SelectedFile> {
  const workspace = session.workspace();
  const target = resolved(path, workspace);
  if ("kind" in target) return target;
  const bound = session.targets.get(path) ?? target.real;
  session.targets.set(path, bound);
  if (bound !== target.real)
    return { path, kind: "left", why: "it leads to another file now; drop it and add it again" };
  return readOne(target, session, room);
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

/** One file, if there is room for it. */
export async function readOne(target: Target, session: Session, room: Room): Promise<SelectedFile> {
  const { files, gate } = session.workspace();
  const { path } = target;
  const { tokens: free } = room;
  const left = (why: string): SelectedFile => ({ path, kind: "left", why });
  const verdict = await judgeCall(gate, { tool: "read_file", access: "read", targets: [target] });
  if (verdict.effect === "deny") return left(verdict.reason);
  try {
    const { bytes, version } = await files.readBytes(target);
    const decoded = decode(bytes);
    if (decoded.kind === "binary") {
      const type = imageTypeOf(bytes);
      if (type === null) return left("it is neither text nor an image that models take");
      const why = session.window.images === false ? NO_IMAGES : whyTooLarge(bytes.length, room.imageBytes);
      if (why !== null) return left(why);
      if (IMAGE_TOKENS > free) return left(noRoom(IMAGE_TOKENS, free));
      return { path, kind: "image", type, bytes, version, tokens: IMAGE_TOKENS };
    }
    const tokens = estimateTokens(decoded.text);
    if (tokens > free) return partOf({ path, text: decoded.text, version }, free) ?? left(noRoom(tokens, free));
    return { path, kind: "shown", text: decoded.text, version, tokens };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return left(error.code === "NOT_FOUND" ? "it does not exist" : error.message);
  }
}

// Less than this of a file is of no use.
const LEAST_PART = 500;

/** The lines that fit; null when that is too little. */
function partOf(
  { path, text, version }: { readonly path: WorkspacePath; readonly text: Text; readonly version: Version },
  free: number,
): SelectedFile | null {
  const lines = splitLines(text);
  let end = 0;
  let size = 0;
  while (end < lines.length && Math.ceil((size + lines[end]!.length) / 4) <= free) {
    size += lines[end]!.length;
    end += 1;
  }
  const part = text.slice(0, size);
  const tokens = estimateTokens(part);
  if (tokens < LEAST_PART) return null;
  return { path, kind: "part", text: part, version, tokens, lines: end, total: lines.length };
}

/** "lines 1–400 of 9,000", "a PNG image, 12 kB"; null for a text that is shown whole, and for what is not shown. */
export function describeShown(file: SelectedFile): string | null {
  if (file.kind === "image") return describeImage(file.type, file.bytes.length);
  if (file.kind !== "part") return null;
  return `lines 1–${grouped(file.lines)} of ${grouped(file.total)}`;
}

function noRoom(tokens: number, free: number): string {
  return `it has about ${grouped(tokens)} ${nounFor(tokens, "token")} and there is room for ${free > 0 ? grouped(free) : "none"}`;
}
