// What a model says in words, made safe to print: hidden characters become marks. Only the joints inside an emoji stay:
// they choose a picture and hide nothing.

import { reveal } from "../../text/index.ts";

const PICTURE =
  /[0-9#*]\ufe0f\u20e3|\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*/gu;

/** Tabs become blanks; "\r" before a line break goes, as it does in Markdown. */
export function revealProse(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").replaceAll("\t", "    ");
  let safe = "";
  let from = 0;
  for (const { 0: picture, index } of lines.matchAll(PICTURE)) {
    safe += reveal(lines.slice(from, index)) + picture;
    from = index + picture.length;
  }
  return safe + reveal(lines.slice(from));
}
