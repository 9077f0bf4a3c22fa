// Images that a model can be shown: recognised by their first bytes, never by their names, and bounded. Pure.

import { LIMITS, sizeOf } from "../../base/index.ts";

export type ImageType = keyof typeof IMAGES;

/** An image as a request carries it. */
export type ShownImage = { readonly name: string; readonly type: ImageType; readonly bytes: Uint8Array };

/** How each kind begins, byte by byte, and its name. What no provider takes is not among them. */
const IMAGES = {
  "image/png": { begins: /^\x89PNG\r\n\x1a\n/, called: "PNG" },
  "image/jpeg": { begins: /^\xff\xd8\xff/, called: "JPEG" },
  "image/gif": { begins: /^GIF8[79]a/, called: "GIF" },
  "image/webp": { begins: /^RIFF.{4}WEBP/s, called: "WebP" },
} as const;

/** Null for what is none, or of another kind. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  const types = Object.keys(IMAGES) as ImageType[]; // Its own keys.
  return types.find((type) => IMAGES[type].begins.test(start)) ?? null;
}

/** "a PNG image, 12 kB". */
export function describeImage(type: ImageType, size: number): string {
  return `a ${IMAGES[type].called} image, ${sizeOf(size)}`;
}

/** Ends a sentence about an image: "shot.png was not added: …". */
export const NO_IMAGES = "it is an image, and this model does not accept images";

/** Tokens that an image takes, about: providers count by its size in pixels, up to a little more than this. */
export const IMAGE_TOKENS = 1_600;

/** Why an image of this size is not sent; null when it can be. `others` is what the images before it take, in bytes. */
export function whyTooLarge(size: number, others: number): string | null {
  const most = LIMITS.imageBytes.value;
  if (size > most) return `it is an image of ${sizeOf(size)}, and at most ${sizeOf(most)} can be sent to a model`;
  const all = LIMITS.imagesBytes.value;
  return size + others > all ? `the images of one request may have ${sizeOf(all)} together` : null;
}
