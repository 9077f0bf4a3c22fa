// What a model says in words, made safe to print: hidden characters become marks. Only the joints inside an emoji stay:
// they choose a picture and hide nothing.

import { revealLines, type Plain } from "../../text/index.ts";

/** Tabs become spaces; "\r" before a line break goes, as it does in Markdown. */
export function revealProse(text: string): Plain {
  return revealLines(text.replaceAll("\r\n", "\n").replaceAll("\t", "    "), { reading: "prose", pictures: true });
}

/** One line of code, without its break; its tabs are four spaces wide. */
export function revealCode(line: string): Plain {
  return revealLines(line.replace(/\r$/, "").replaceAll("\t", "    "), { reading: "code" });
}
