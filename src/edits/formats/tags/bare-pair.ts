// Old and new text in tags that are in no tag with a file's name: <old_text>…</old_text><new_text>…</new_text>. The file is
// named above, or nowhere; then it can only be reported. Never certain.

import { nameAbove } from "../fences/name-above.ts";
import { nameNear } from "../fences/name-near.ts";
import { likely } from "../passages.ts";
import { quote, sourceOf, type Region, type ScanContext } from "../scan.ts";
import { nextTag } from "./tag-index.ts";
import { newTagAt, oldTagIn, replacement } from "./tagged-pairs.ts";

const LONGEST = 400;

export function readBarePair(context: ScanContext, at: number): Region | null {
  const { answer } = context;
  if (context.fence !== null || answer.firstSign(at) !== 0x3c) return null; // <
  if (answer.to(at) - answer.from(at) > LONGEST) return null;
  const line = answer.line(at);
  const old = oldTagIn(line);
  if (old === null) return null;
  const from = answer.from(at) + line.indexOf(old.open) + old.open.length;
  const close = nextTag(context, `</${old.tag}>`, from);
  const put = close === null ? null : newTagAt(answer.text, close + old.tag.length + 3);
  const end = put === null ? null : nextTag(context, `</${put.tag}>`, put.next);
  if (close === null || put === null || end === null) return null;
  const next = answer.lineAt(end) + 1;
  const source = sourceOf(answer, "search-replace", at, next);
  const plain = (text: string): string => text.replaceAll("\r\n", "\n");
  const change = replacement(plain(answer.text.slice(from, close)), plain(answer.text.slice(put.next, end)));
  const above = nameAbove(context, at);
  const near = above?.kind === "path" && above.isClear ? { ...above, kind: "one" as const } : nameNear(context, at, "");
  const path = near?.kind === "one" ? near.path : null;
  const missing = path === null ? "nothing says in which file" : "a tag is not a certain way to send it";
  const why = `This looks like a change${path === null ? "" : ` of ${path}`}, but ${missing}. Send it as a search/replace block, with the path alone on the line before it.`;
  const named = path === null ? "" : ` in ${path}`;
  const reading = `${quote(old.open)} and ${quote(`<${put.tag}>`)} hold the old and the new text${named}`;
  return { blocks: [likely(source, { path, change, why, reading, line: at + 1 })], next };
}
