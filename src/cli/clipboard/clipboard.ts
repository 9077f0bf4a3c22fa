// The clipboard of this desktop, through the programs that are installed for it. What cannot be done is said with the
// reason and what to do instead; a text is read whole or not at all.

import { counted, failure, LIMITS, type GalleyError } from "../../base/index.ts";
import { decode, encode, type Text } from "../../text/index.ts";
import { runTool, type ToolEnd } from "./run-tool.ts";
import { clipboardTools, type ClipboardTool, type Direction } from "./tools.ts";

export type ClipboardPlace = {
  /** The absolute path of a program outside the workspace. */
  readonly findProgram: (name: string) => string | null;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly platform?: NodeJS.Platform;
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
};

/** The text that was copied. INVALID_ARG when there is none, or no program to read it. */
export async function readClipboard(place: ClipboardPlace): Promise<Text> {
  const found = installed("read", place);
  if (found.length === 0) throw noTool("read", "Or save the answer to a file: galley apply answer.md");
  const reasons: string[] = [];
  let isEmpty = false;
  for (const tool of found) {
    const ended = await start(tool, null, place);
    if (ended.kind === "too-large") throw tooLarge(place);
    if (ended.kind === "failed") {
      reasons.push(`${tool.program}: ${ended.why}`);
      continue;
    }
    if (ended.bytes.length > 0) return textOf(ended.bytes, tool);
    isEmpty = true;
  }
  place.signal.throwIfAborted();
  const kinds = await otherKinds(found, place);
  if (kinds !== null) throw noText(`It has ${kinds}.`);
  if (isEmpty) throw noText("It is empty.");
  throw failure("INVALID_ARG", `The clipboard could not be read (${reasons.join("; ")}). ${OR_PASTE}`);
}

/** The image that was copied, as bytes. INVALID_ARG when there is none; NOT_FOUND when there is no program to read it. */
export async function readClipboardImage(place: ClipboardPlace): Promise<Uint8Array> {
  const found = installed("image", place);
  if (found.length === 0) throw noTool("image", "Or save the image to a file and name it: @~/shot.png");
  for (const tool of found) {
    // As text an image takes up to twice its size.
    const ended = await start(tool, null, { mostBytes: 4 * LIMITS.imageBytes.value, ...place });
    if (ended.kind === "too-large")
      throw failure("INVALID_ARG", "The image in the clipboard is too large to be sent to a model. Copy a part of it.");
    const bytes = ended.kind === "done" ? bytesOf(ended.bytes, tool) : null;
    if (bytes !== null && isImage(bytes)) return bytes;
  }
  place.signal.throwIfAborted();
  throw failure("INVALID_ARG", "There is no image in the clipboard. Copy one, or name its file: @~/shot.png");
}

function bytesOf(bytes: Uint8Array, { encoding }: ClipboardTool): Uint8Array {
  if (encoding !== "hex" && encoding !== "base64") return bytes;
  const text = Buffer.from(bytes).toString("latin1").trim();
  return encoding === "base64" ? Buffer.from(text, "base64") : Buffer.from(HEX.exec(text)?.[1] ?? "", "hex");
}

const HEX = /PNGf([0-9A-Fa-f]+)/;

/** Gives the name of the program that has it now. INVALID_ARG when there is none that takes it. */
export async function writeClipboard(text: string, place: ClipboardPlace): Promise<string> {
  const found = installed("write", place);
  if (found.length === 0) throw noTool("write", "Or leave --clipboard out and copy what is printed.");
  const reasons: string[] = [];
  for (const tool of found) {
    const input = tool.encoding === "windows" ? utf16(text) : encode(text as Text); // Made from files, which are text.
    const ended = await start(tool, input, place);
    if (ended.kind === "done") return tool.program;
    reasons.push(`${tool.program}: ${ended.kind === "failed" ? ended.why : "printed too much"}`);
  }
  place.signal.throwIfAborted();
  throw failure("INVALID_ARG", `The clipboard could not be written (${reasons.join("; ")}). Leave --clipboard out.`);
}

type Installed = ClipboardTool & { readonly path: string };

function installed(direction: Direction, { findProgram, environment, platform = process.platform }: ClipboardPlace) {
  return clipboardTools(direction, { platform, environment }).flatMap((tool): readonly Installed[] => {
    const path = findProgram(tool.program);
    return path === null ? [] : [{ ...tool, path }];
  });
}

const TIMEOUT_MS = 10_000;

function start(
  { path, args }: Installed,
  input: Uint8Array | null,
  { environment, signal, timeoutMs = TIMEOUT_MS, mostBytes = LIMITS.clipboardBytes.value }: ClipboardPlace,
): Promise<ToolEnd> {
  return runTool({ program: path, args, environment, input, mostBytes, timeoutMs, signal });
}

/** "an image" and the like, when the clipboard has something that is not text; null when that is not known. */
async function otherKinds(found: readonly Installed[], place: ClipboardPlace): Promise<string | null> {
  for (const tool of found) {
    if (tool.kinds === undefined) continue;
    const ended = await start({ ...tool, args: tool.kinds }, null, place);
    if (ended.kind !== "done") continue;
    const kinds = Buffer.from(ended.bytes).toString("latin1").split("\n");
    if (kinds.some((kind) => kind.startsWith("image/"))) return "an image, not text";
    if (kinds.some((kind) => kind.includes("uri-list") || kind.includes("copied-files"))) return "files, not text";
  }
  return null;
}

function textOf(bytes: Uint8Array, { encoding }: ClipboardTool): Text {
  const decoded = decode(bytes);
  if (decoded.kind !== "text") throw noText(isImage(bytes) ? "It has an image, not text." : "It has data, not text.");
  if (decoded.text.trim() === "") throw noText("It has only whitespace.");
  // Text stays well-formed without its carriage returns.
  return encoding === "windows" ? (decoded.text.replaceAll("\r\n", "\n") as Text) : decoded.text;
}

/** By how PNG, JPEG, GIF, BMP, TIFF and WebP begin. */
function isImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return /^(?:\x89PNG|\xff\xd8\xff|GIF8|BM|II\*|MM\0\*|RIFF....WEBP)/s.test(head);
}

/** clip.exe knows by the mark at the start that it is UTF-16. */
function utf16(text: string): Uint8Array {
  return Buffer.from(`\ufeff${text.replaceAll(/\r?\n/g, "\r\n")}`, "utf16le");
}

const OR_PASTE = "Save the answer to a file, or run galley apply, paste it there and press Ctrl-D.";

function noText(what: string): GalleyError {
  return failure("INVALID_ARG", `There is no text in the clipboard. ${what} Copy the model's answer and try again.`);
}

function tooLarge({ mostBytes = LIMITS.clipboardBytes.value }: ClipboardPlace): GalleyError {
  return failure(
    "INVALID_ARG",
    `The clipboard has more than ${counted(mostBytes, "byte")}, which is more than an answer. Copy the model's answer alone, or save it to a file.`,
  );
}

function noTool(direction: Direction, or: string): GalleyError {
  const names =
    direction === "image" ? "wl-clipboard (Wayland) or xclip (X11)" : "wl-clipboard (Wayland), xclip or xsel (X11)";
  const what = direction === "image" ? "read an image from" : direction;
  return failure(
    "NOT_FOUND",
    `There is no program to ${what} the clipboard. Install ${names}; macOS and Windows (WSL) have one. ${or}`,
  );
}
