// Tags that ask for what needs no content: <lov-delete file_path="a.ts"/>, <lov-rename original_file_path="a" …/>. Always a
// likely edit. Tags of pages are read nowhere.

import type { Change } from "../../types.ts";
import { fileNamed } from "../fences/file-name.ts";
import { likely } from "../passages.ts";
import { quote, sourceOf, type Region, type ScanContext } from "../scan.ts";

const LONGEST = 600;
const ACTION =
  /^[ \t]*<([A-Za-z][\w:.-]{0,40})((?:[ \t]+[\w:.-]+[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'))+)[ \t]*(?:\/>|>[ \t]*<\/\1>)[ \t]*$/;
const ATTRIBUTE = /([\w:.-]+)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)')/g;
const DELETES = /(?:^|[-_:.]|[a-z](?=[A-Z]))(?:delete|remove)/i;
const MOVES = /(?:^|[-_:.]|[a-z](?=[A-Z]))(?:rename|move)/i;
const FROM = /^(?:(?:original|old|source|from)_?-?(?:file)?_?-?(?:path|name)?|path|file|file_?-?path)$/i;
const TO = /^(?:(?:new|target|to|dest(?:ination)?)_?-?(?:file)?_?-?(?:path|name)?)$/i;

export function readTaggedAction(context: ScanContext, at: number): Region | null {
  const { answer, known } = context;
  const sign = answer.firstSign(at);
  if (context.fence !== null || sign !== 0x3c || answer.to(at) - answer.from(at) > LONGEST) return null; // <
  const line = answer.line(at);
  const [, tag, attributes] = ACTION.exec(line) ?? [];
  if (tag === undefined || attributes === undefined || !(DELETES.test(tag) || MOVES.test(tag))) return null;
  const values = [...attributes.matchAll(ATTRIBUTE)].map(([, key = "", double, single]) => ({
    key,
    path: fileNamed((double ?? single ?? "").trim(), { known }),
  }));
  const path = values.find(({ key }) => FROM.test(key))?.path ?? null;
  const to = values.find(({ key }) => TO.test(key))?.path ?? null;
  const change: Change | null = DELETES.test(tag) ? { kind: "delete" } : to === null ? null : { kind: "move", to };
  const next = at + 1;
  const deed = change?.kind === "delete" ? "delete" : "rename";
  const why = `This looks like a tag that asks to ${deed} ${path ?? "a file"}, but a tag is not a certain way to do so. Send it as a patch: "*** Delete File: path", or "*** Update File: path" with "*** Move to: path".`;
  const about = { reading: `${quote(line.trim())} asks to ${deed} the file`, line: at + 1, why };
  return { blocks: [likely(sourceOf(answer, "whole-file", at, next), { ...about, path, change })], next };
}
