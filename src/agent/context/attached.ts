// Images that the user attached from outside the files: from the clipboard, or a path of this machine that they typed. Their
// bytes stay as they were and are part of every request until they are dropped. No tool can read them by name.

import { withFullStop } from "../../base/index.ts";
import type { Session } from "../session.ts";
import { describeImage, IMAGE_TOKENS, imageTypeOf, NO_IMAGES, whyTooLarge, type ShownImage } from "./image.ts";
import { readSelected, roomAfter, type Added, type Listed } from "./selected.ts";

/** Adds an image, or says why it cannot be. What is no image is refused. */
export async function attachImage(session: Session, name: string, bytes: Uint8Array): Promise<Added> {
  const refused = (why: string): Added => ({
    kind: "refused",
    path: name,
    message: `${name} was not added: ${withFullStop(why)}`,
  });
  const type = imageTypeOf(bytes);
  if (type === null) return refused("it is not an image that models take (PNG, JPEG, GIF, WebP)");
  if (session.window.images === false) return refused(NO_IMAGES);
  const before = session.attached.get(name);
  session.attached.delete(name);
  const room = roomAfter(session, await readSelected(session));
  const why =
    whyTooLarge(bytes.length, room.imageBytes) ??
    (IMAGE_TOKENS > room.tokens ? "there is no room for it among the selected files; /drop some" : null);
  if (why !== null) {
    if (before !== undefined) session.attached.set(name, before);
    return refused(why);
  }
  session.attached.set(name, { name, type, bytes });
  const part = describeImage(type, bytes.length);
  return { kind: before === undefined ? "added" : "already", path: name, tokens: IMAGE_TOKENS, part };
}

/** As they are listed with the selected files. */
export function listAttached({ attached, window }: Session): Listed["files"] {
  return [...attached.values()].map(({ name, type, bytes }) =>
    window.images === false
      ? { path: name, tokens: null, why: NO_IMAGES, part: null }
      : { path: name, tokens: IMAGE_TOKENS, why: null, part: describeImage(type, bytes.length) },
  );
}

/** What a request carries of them, with a line for each in words, and whole sentences about what it does not. */
export function showAttached(session: Session): {
  readonly images: readonly ShownImage[];
  readonly words: readonly string[];
  readonly left: readonly string[];
} {
  const all = [...session.attached.values()];
  if (session.window.images === false)
    return {
      images: [],
      words: [],
      left: all.map(({ name }) => `${name} is attached but not shown: ${withFullStop(NO_IMAGES)}`),
    };
  const words = all.map(
    ({ name, type, bytes }) =>
      `${name} (${describeImage(type, bytes.length)}; it is not a file here, and attached to the user's first message)`,
  );
  return { images: all, words, left: [] };
}
