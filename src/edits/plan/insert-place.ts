// Where code goes that an answer adds to a file, as the words above it say: next to a line, a definition or a heading that
// they name, inside a class, or at the top or the end of the file. The name is what counts: the words around it only say
// on which side of it, in the languages of the table; without one it is below.
// Never chooses between two places: what is named must be in the file exactly once.

import { nameOf, onFirstUse, type WorkspacePath } from "../../base/index.ts";
import { isBlank } from "../diagnose/soften.ts";
import { addMembers, isJsonName } from "./json-members.ts";
import { definedBy, endOfBlock, indentOf, trimmed, withoutName, type PartPlace } from "./shown-part.ts";

/** `lines` go in place of those from `from` up to, not including, `to`, 0-based. `where` completes "it is added …". */
export type InsertPlace = PartPlace & { readonly where: string };

type Shown = { readonly lead: string; readonly lines: readonly string[]; readonly path: string };

/** Null: nothing says where, or several places fit. `own`: the file's lines without endings. */
export function insertPlace(own: readonly string[], { lead, lines, path }: Shown): InsertPlace | null {
  const shown = trimmed(withoutName(own, lines, path));
  if (shown.length === 0 || REPLACES.test(lead)) return null;
  const anchors = anchorsIn(own, lead, { path, shown });
  if (anchors === null) return null;
  const anchor = anchors.length === 0 ? null : onlyOne(own, anchors);
  if (isJsonName(path)) return anchor === null ? null : inJson(own, shown, { ...anchor, lead });
  if (anchor !== null) return nextTo(own, shown, { ...anchor, isProse: PROSE.test(path) });
  if (anchors.length > 0) return null;
  const side = sideOf(lead);
  if (side === "top" || side === "end") return atEdge(own, shown, side);
  return IMPORTS.test(lead) ? afterImports(own, shown) : null;
}

const PROSE = /\.(?:md|mdx|markdown|rst|adoc|txt)$/i;

type Side = "above" | "below" | "top" | "end";
type Lines = { readonly from: number; readonly to: number };
type Anchor = Lines & { readonly side: Side | null };

/** Words that say on which side, in the languages that answers come in. `\b` knows no letters but those of English. */
const SIDES: Readonly<Record<Side, Words>> = {
  above: words(
    "before|above|ahead of|prior to|vor|oberhalb|avant|au-dessus|antes|encima|acima|prima d\\p{L}+|sopra|перед|выше|przed|powyżej|boven|voor|före|önce\\p{L}*|üstüne",
    "之前|前面|上方|上面|の前|の直前|の上|앞에|위에",
  ),
  below: words(
    "after|below|under|underneath|beneath|following|nach|hinter|unter\\p{L}*|après|dessous|sous|después|debajo|depois|abaixo|dopo|sotto|после|ниже|poniżej|onder|efter|sonra\\p{L}*|altına",
    "之后|后面|下方|下面|の後|の直後|の下|뒤에|아래",
  ),
  top: words(
    "(?:the (?:very )?|at )(?:top|beginning|start)|anfang|début|haut|inicio|principio|comienzo|topo|início|inizio|начал\\p{L}|początk\\p{L}|begin|överst|först i|başın\\p{L}*",
    "开头|顶部|最前|先頭|冒頭|맨 위|처음|首行",
  ),
  end: words(
    "(?:the (?:very )?|at )(?:end|bottom)|append|ende|(?:à la|en) fin|en bas|al final|no final|fim|alla fine|in fondo|кон(?:ец|це)|koniec|końcu|einde|slutet|sist i|längst ner|sonun\\p{L}*",
    "末尾|结尾|底部|最后|最後|끝|맨 아래",
  ),
};
const IMPORTS = words(
  "imports?|importe\\p{L}*|importa\\p{L}*|requires?|includes?|импорт\\p{L}*",
  "导入|引入|インポート|임포트",
);
/** What is to be replaced has its own place, and is not added next to it. */
const REPLACES = words(
  "replac\\p{L}*|chang(?:e|es|ing)|rewrit\\p{L}*|swap|update[sd]?|modif\\p{L}*|ersetz\\p{L}*|änder\\p{L}*|remplac\\p{L}*|reemplaz\\p{L}*|cambi\\p{L}*|substitu\\p{L}*|sostitui\\p{L}*|замен\\p{L}*|измен\\p{L}*|zmie\\p{L}*|zastąp\\p{L}*|vervang\\p{L}*|değiştir\\p{L}*",
  "替换|修改|改为|変更|置き換え|변경|바꾸",
);

type Words = { readonly test: (text: string) => boolean };

function words(spaced: string, joined: string): Words {
  const pattern = onFirstUse(() => new RegExp(`(?<!\\p{L})(?:${spaced})(?!\\p{L})|${joined}`, "iu"));
  return { test: (text) => pattern().test(text) };
}

function sideOf(text: string): Side | null {
  // "At the end, below everything": the edge is where it goes.
  for (const pair of [EDGES, NEXT_TO]) {
    const found = pair.filter((side) => SIDES[side].test(text));
    if (found.length > 0) return found.length === 1 ? found[0]! : null;
  }
  return null;
}

const EDGES = ["top", "end"] as const;
const NEXT_TO = ["above", "below"] as const;
const markedName = onFirstUse(
  () => /`+([^`]+)`+|"([^"]+)"|“([^”]+)”|«([^»]+)»|「([^」]+)」|\*\*([^*]+)\*\*|([\p{L}_$][\p{L}\p{N}_$.]*\(\))/gu,
);
/** A word in running text that only code has: two cases, or an underscore. */
const codeWord = onFirstUse(
  () => /(?<![`\p{L}\p{N}_$./])(?:\p{Ll}+\p{Lu}[\p{L}\p{N}]*|\p{L}[\p{L}\p{N}]*_[\p{L}\p{N}_]*)(?![`\p{L}\p{N}_$/])/gu,
);
const BEFORE_IT = 40;
const AFTER_IT = 16;
/** Each is looked for in the whole file. */
const MOST_NAMES = 8;

type Spans = readonly { readonly words: string; readonly from: number; readonly to: number }[];

/** What the words name and the file has once; null when it has one of them several times. */
function anchorsIn(
  own: readonly string[],
  lead: string,
  { path, shown }: { readonly path: string; readonly shown: readonly string[] },
): readonly Anchor[] | null {
  const marked = [...lead.matchAll(markedName())].map((found) => spanOf(found, found.slice(1).find(Boolean) ?? ""));
  const bare = [...lead.matchAll(codeWord())].map((found) => spanOf(found, found[0]));
  const added = new Set(shown.flatMap((line) => definedBy(line) ?? []));
  const named = (marked.length > 1 ? marked : [...marked, ...bare])
    .filter((span) => !isPathName(span.words, path) && !added.has(bareName(span.words)))
    .slice(0, MOST_NAMES)
    .map((span, at, spans) => ({
      places: placesOf(own, span.words.trim()),
      side: sideAround(lead, span, { since: spans[at - 1]?.to ?? 0, until: spans[at + 1]?.from ?? lead.length }),
    }))
    .filter(({ places }) => places.length > 0);
  const blocks = named.flatMap(({ places }) => (places.length === 1 ? places : []));
  const anchors = named.map(({ places, side }): Anchor | null => {
    // "After `return this;` in `reset()`": of several, the one that is inside what else is named.
    const inside = places.length === 1 ? places : places.filter((place) => blocks.some((block) => holds(block, place)));
    return inside.length === 1 ? { ...inside[0]!, side } : null;
  });
  return anchors.includes(null) ? null : (anchors as readonly Anchor[]); // None of them is null.
}

function holds(outer: Lines, inner: Lines): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

/** The words directly before what is named, or directly after it, as other languages have them. */
function sideAround(
  lead: string,
  span: Spans[number],
  { since, until }: { since: number; until: number },
): Side | null {
  const before = lead.slice(Math.max(span.from - BEFORE_IT, since), span.from);
  return sideOf(before) ?? sideOf(lead.slice(span.to, Math.min(span.to + AFTER_IT, until)));
}

function spanOf(found: RegExpMatchArray, text: string): Spans[number] {
  const from = found.index ?? 0;
  return { words: text, from, to: from + found[0].length };
}

function isPathName(text: string, path: string): boolean {
  return path.endsWith(text.trim()) || text.includes(nameOf(path as WorkspacePath)); // For its last part alone.
}

function bareName(text: string): string {
  return text
    .trim()
    .replace(/\(.*\)$/, "")
    .replace(/^.*[\s.]/, "");
}

/** A line, else the definition of a name, else a key, else a heading, else a line that has it. */
function placesOf(own: readonly string[], text: string): readonly Lines[] {
  const linesWith = (fits: (line: string) => boolean): readonly number[] =>
    own.flatMap((line, at) => (fits(line) ? [at] : []));
  const name = bareName(text);
  const blockAt = (from: number): Lines => ({ from, to: endOfBlock(own, from) });
  const exact = linesWith((line) => line.trim() === text);
  // After `if (ready) {` is the first line in it.
  if (exact.length > 0 && /[{([:]$/.test(text)) return exact.map((from) => ({ from, to: from + 1 }));
  for (const found of [
    exact,
    linesWith((line) => definedBy(line) === name),
    linesWith((line) => KEY.exec(line)?.[1] === text),
    linesWith(
      (line) => /^#{1,6}\s/.test(line) && line.replace(/^#+\s+|\s+#*$/g, "").toLowerCase() === text.toLowerCase(),
    ),
    text.length < SHORT ? [] : linesWith((line) => line.includes(text)),
  ])
    if (found.length > 0) return definitions(found.map(blockAt));
  return [];
}

/** `class A {` and `exports.A = A;` both define A: the one that has a body is it. */
function definitions(places: readonly Lines[]): readonly Lines[] {
  const whole = places.filter(({ from, to }) => to > from + 1);
  return whole.length === 1 ? whole : places;
}

const SHORT = 5;
const KEY = /^\s*["']?([^"'\s:=]+)["']?\s*[:=]/;

/** The innermost of several that contain each other, or the first of two with nothing but comments between them. */
function onlyOne(own: readonly string[], anchors: readonly Anchor[]): Anchor | null {
  const [first, ...others] = anchors.toSorted((a, b) => a.to - a.from - (b.to - b.from));
  if (others.every((other) => holds(other, first!))) return first!;
  const [one, two] = anchors.toSorted((a, b) => a.from - b.from);
  const isNext =
    anchors.length === 2 &&
    one!.to <= two!.from &&
    own.slice(one!.to, two!.from).every((line) => isBlank(line) || COMMENT.test(line));
  return isNext ? { ...one!, side: "below" } : null;
}

const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!#* )|--|@\w|\[\w)/;

/** Where the comments and decorators of a definition begin, also when a blank line is between them. */
function startOf(own: readonly string[], from: number): number {
  let at = from;
  while (
    at > 0 &&
    (COMMENT.test(own[at - 1]!) || (at === from && isBlank(own[at - 1]!) && /\*\/\s*$/.test(own[at - 2] ?? "")))
  )
    at -= 1;
  return at;
}

const holdsMembers = onFirstUse(
  () => /(?<!\p{L})(?:class|interface|struct|enum|trait|impl|namespace|object|record|protocol|extension)\s/u,
);

function nextTo(
  own: readonly string[],
  shown: readonly string[],
  { from, to, side, isProse }: Anchor & { readonly isProse: boolean },
): InsertPlace {
  const line = own[from]!;
  const isBlock = to > from + 1;
  const isInside = isBlock && (side === "top" || side === "end" || (side === null && holdsMembers().test(line)));
  const named = JSON.stringify(line.trim().slice(0, LONGEST));
  if (isInside) {
    const isTop = side === "top";
    const last = /^\s*[\])}]|^\s*end\b/.test(own[to - 1]!) ? to - 1 : to;
    const indent = indentOf(own.slice(from + 1, last).find((each) => !isBlank(each)) ?? `${indentOf(line)}  `);
    const at = isTop ? from + 1 : last;
    const added = indented(shown, indent);
    const put = shown.length > 1 || holdsMembers().test(line) ? spaced(own, at, added) : added;
    return { from: at, to: at, lines: put, where: `inside ${named}, ${isTop ? "at its top" : "at its end"}` };
  }
  const at = side === "above" || side === "top" ? startOf(own, from) : to;
  const put = indented(shown, indentOf(line));
  const where = `${at === to ? "after" : "before"} line ${at === to ? to : from + 1}${isBlock && at === to ? `, where ${named} ends` : `, ${named}`}`;
  return { from: at, to: at, lines: isBlock || isProse || shown.length > 1 ? spaced(own, at, put) : put, where };
}

const LONGEST = 60;
const UNDER = words("under|in|into|inside|to|within|unter|zu|sous|dans|bajo|en|sotto|под|в", "中|下|に|에");

/** In JSON, a key with more than one line holds members, and a member is next to another. */
function inJson(
  own: readonly string[],
  shown: readonly string[],
  { from, to, side, lead }: Anchor & { readonly lead: string },
): InsertPlace | null {
  const isInside = to > from + 1 && side !== "above" && UNDER.test(lead);
  const at = isInside ? to - 1 : side === "above" ? from : to;
  const indent = isInside ? indentOf(own[from + 1]!) : indentOf(own[from]!);
  const place = addMembers(own, at, indented(shown, indent));
  const named = JSON.stringify(own[from]!.trim().slice(0, LONGEST));
  const where = isInside ? `inside ${named}, at its end` : `${at === from ? "before" : "after"} ${named}`;
  return place === null ? null : { ...place, where };
}

/** As far in as what it goes next to, unless it is so far in already. */
function indented(lines: readonly string[], indent: string): readonly string[] {
  return indentOf(lines[0]!) !== "" || indent === ""
    ? lines
    : lines.map((line) => (isBlank(line) ? line : indent + line));
}

/** With a blank line to the code on both sides, except next to a bracket that opens or closes what it is in. */
function spaced(own: readonly string[], at: number, lines: readonly string[]): readonly string[] {
  const [above, below] = [own[at - 1] ?? "", own[at] ?? ""];
  const before = isBlank(above) || /[{([:]\s*$/.test(above) ? [] : [""];
  const after = isBlank(below) || /^\s*[\])}]/.test(below) ? [] : [""];
  return [...before, ...lines, ...after];
}

const IMPORT =
  /^(?:import\b|from\s+\S+\s+import\b|#\s*include\b|using\s|use\s|@import\b|(?:const|let|var)\s.*=\s*(?:await\s+import|require)\(|require\b|\}\s*(?:from\s|=\s*require\())/;

function afterImports(own: readonly string[], shown: readonly string[]): InsertPlace | null {
  const last = own.findLastIndex((line) => IMPORT.test(line));
  if (last < 0) return null;
  const isMore = shown.every((line) => isBlank(line) || IMPORT.test(line));
  const lines = isMore ? shown : spaced(own, last + 1, shown);
  const named = JSON.stringify(own[last]!.trim().slice(0, LONGEST));
  return { from: last + 1, to: last + 1, lines, where: `after line ${last + 1}, ${named}` };
}

function atEdge(own: readonly string[], shown: readonly string[], side: "top" | "end"): InsertPlace {
  if (side === "top") {
    const at = own[0]?.startsWith("#!") === true ? 1 : 0;
    return { from: at, to: at, lines: shown.length > 1 ? spaced(own, at, shown) : shown, where: "at the top" };
  }
  const at = own.findLastIndex((line) => !isBlank(line)) + 1;
  return { from: at, to: at, lines: shown.length > 1 ? ["", ...shown] : shown, where: "at the end" };
}
