// Images that the user shows the model from outside the files: copied, dropped on the terminal, or named by a path of this
// machine. Only what the user wrote or dropped is read here; a model has no way to ask for it.

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { homedir } from "node:os";
import { attachImage, imageTypeOf } from "../../agent/index.ts";
import { homeFolder, LIMITS, sizeOf } from "../../base/index.ts";
import { wordsIn, writeMention } from "../../terminal/index.ts";
import { readClipboardImage } from "../clipboard/clipboard.ts";
import { clipboardPlace } from "../clipboard/place.ts";
import type { Settings } from "../settings.ts";
import type { Conversation } from "./conversation.ts";

/** Whether a name is a path of this machine, not of the workspace. */
export function isHostPath(name: string): boolean {
  return /^(?:\/|~\/|file:\/\/\/)./.test(name);
}

/** The image at a path of this machine. What it is not, or cannot be, is shown. */
export async function attachFile(given: string, conversation: Conversation): Promise<void> {
  const { settings, session, screen } = conversation;
  const refuse = (why: string): void =>
    screen.show({ kind: "outcome", tone: "bad", text: `${given} was not added: ${why}` });
  const read = readBounded(hostPath(given, settings), LIMITS.imageBytes.value);
  if (read.kind === "failed") return refuse(read.why);
  if (imageTypeOf(read.bytes) === null)
    return refuse(
      "it is outside this folder, and from there only images are shown to the model (PNG, JPEG, GIF, WebP).",
    );
  if (read.kind === "part")
    return refuse(
      `it is an image of ${sizeOf(read.size)}, and at most ${sizeOf(LIMITS.imageBytes.value)} can be sent to a model.`,
    );
  await conversation.measure();
  conversation.showAdded(await attachImage(session, given, read.bytes));
}

/** The image in the clipboard. */
export async function attachClipboard(conversation: Conversation, signal: AbortSignal): Promise<void> {
  const { settings, session, workspace } = conversation;
  const bytes = await readClipboardImage({ ...clipboardPlace(settings, workspace), signal });
  await conversation.measure(signal);
  let number = 1;
  while (session.attached.has(`image-${number}`)) number += 1;
  conversation.showAdded(await attachImage(session, `image-${number}`, bytes));
  conversation.refresh();
}

/** Paths of images, as a terminal pastes files that are dropped on it, as names after an @. Null for any other text. */
export function droppedImages(text: string, settings: Settings): string | null {
  if (text.length > MOST_CHARS) return null;
  const paths = wordsIn(text.trim());
  if (paths.length === 0 || !paths.every(isHostPath)) return null;
  const areImages = paths.every((path) => {
    const read = readBounded(hostPath(path, settings), HEAD_BYTES);
    return read.kind !== "failed" && imageTypeOf(read.bytes) !== null;
  });
  return areImages ? `${paths.map((path) => `@${writeMention(path)}`).join(" ")} ` : null;
}

const MOST_CHARS = 4_096;
const HEAD_BYTES = 16;

function hostPath(given: string, { environment }: Settings): string {
  if (given.startsWith("file://")) return URL.canParse(given) ? fileURLToPath(given) : given;
  return given.startsWith("~/") ? `${homeFolder({ environment, systemHome: homedir }) ?? ""}${given.slice(1)}` : given;
}

type Read =
  | { readonly kind: "whole"; readonly bytes: Uint8Array }
  /** There is more. */
  | { readonly kind: "part"; readonly bytes: Uint8Array; readonly size: number }
  | { readonly kind: "failed"; readonly why: string };

/** Never waits: what is no file, such as a pipe, is not read. */
function readBounded(path: string, most: number): Read {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException; // Only the system throws here.
    return { kind: "failed", why: code === "ENOENT" ? "it does not exist." : `it cannot be read (${code}).` };
  }
  try {
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) return { kind: "failed", why: `${basename(path)} is not a file.` };
    const bytes = new Uint8Array(Math.min(most, facts.size));
    let read = 0;
    for (let size; read < bytes.length && (size = readSync(descriptor, bytes, read, bytes.length - read, read)) > 0;)
      read += size;
    const got = bytes.subarray(0, read);
    return facts.size > most ? { kind: "part", bytes: got, size: facts.size } : { kind: "whole", bytes: got };
  } catch (error) {
    return { kind: "failed", why: `it cannot be read (${(error as NodeJS.ErrnoException).code ?? ""}).` }; // As above.
  } finally {
    closeSync(descriptor);
  }
}
