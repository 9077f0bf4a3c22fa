// Lines that name a file among other words: `### 2. Update src/a.ts`, `In **a.ts**, change:`, `- [a.ts](a.ts) (new)`.
// Such a line never names the file of an edit for certain; it only makes what follows a likely edit.
//
//   name-line  = *mark ( label / sentence )
//   mark       = ">" / "#" / "-" / "*" / number "." / "[x]" / emoji / "Step 2" / a tag                in any order
//   label      = [ few words ] name [ ":" / "(" … ")" / dash … ]                   a name first, or a few words with one
//   sentence   = words name words                            ends in a colon, or has a word that says that something changes
//   name       = "`" path "`" / "**" path "**" / link / path
//
// Words before the name, or directly after it, may say that what follows is no edit: output, usage, the text as it was.

import { readLink } from "../blocks/link.ts";
import { clearPath } from "./fences.ts";
import { fileNamed, isOrdinaryName, isOtherName, type Known } from "./file-name.ts";

export type NameLine =
  | { readonly kind: "one"; readonly path: string }
  | { readonly kind: "several"; readonly paths: readonly string[] }
  /** A link in a short label that names a file, but not one file. */
  | { readonly kind: "unclear-link" }
  /** Its words say that what follows is output, a command, an example, or the text as it is. */
  | { readonly kind: "no-edit" }
  | { readonly kind: "none" };

export type NameOptions = {
  readonly known: Known;
  /** The language of the fence. */
  readonly language?: string;
  /** Other lines are between: only a label, or a sentence that says that something changes, still counts. */
  readonly isFar?: boolean;
};

const LONGEST = 300;

export function readNameLine(line: string, options: NameOptions): NameLine {
  if (line.length > LONGEST || !LETTERS.test(line) || /^\s*\|/.test(line)) return NONE; // A row of a table names many.
  // Most lines have nothing that could be a name: no folder, no ending, no well-known word.
  if (!MAY_NAME.test(line)) return withoutName(line);
  const text = unmarked(line);
  const alone = nameAlone(text, options);
  if (alone !== null) return { kind: "one", path: alone };
  const spans = namesIn(text, options);
  const paths = distinct(spans.map(({ path }) => path));
  if (paths.length === 0) return withoutName(text);
  const around = wordsAround(text, spans);
  if (around.isNoEdit) return NO_EDIT;
  const isDirect = options.isFar !== true && (text.endsWith(":") || goesOn(text, spans, options.known));
  const isMeant = around.isLabel || around.changes || isDirect;
  if (!isMeant) return NONE;
  if (paths.length === 1) return { kind: "one", path: paths[0]! };
  return options.isFar === true && !around.isLabel ? NONE : { kind: "several", paths };
}

/** A sentence without an end goes on in the fence, when it names a file that is there and other code: where it belongs. */
function goesOn(text: string, spans: readonly Span[], known: Known): boolean {
  if (known === null || SENTENCE.test(text) || !spans.every(({ path }) => known(path))) return false;
  return [...text.matchAll(/`[^`]+`/g)].some(({ index }) => !spans.some(({ from, to }) => from <= index && index < to));
}

/** The full stop of Chinese and Japanese is also where others write a colon. */
const SENTENCE = /[.!?]["')*_]*$/;

/** Every file that the line names, once: in backticks, bold or a link, or bare with a folder and an ending, or there. */
export function pathsIn(line: string, known: Known = null): readonly string[] {
  return line.length > LONGEST ? [] : distinct(namesIn(line, { known }).map(({ path }) => path));
}

const MAY_NAME =
  /[./\\]\S|[a-z]file\b|\]\(|README|LICEN[CS]E|COPYING|NOTICE|CHANGELOG|AUTHORS|CODEOWNERS|VERSION|TODO|BUILD|WORKSPACE/;
const NONE: NameLine = { kind: "none" };
const NO_EDIT: NameLine = { kind: "no-edit" };
const LETTERS = /[\p{L}\p{N}]/u;
const MARK =
  /^(?:[>\s]+|#{1,6}(?=[\s*`[])|[-*+•◦▪●➤→▶►✦]+(?=\s)|\(?(?:\d{1,3}|[a-zA-Z])[.)](?=\s)|\d{1,2}\uFE0F?\u20E3|\[[ xX]\](?=\s)|(?:\p{Extended_Pictographic}|[\uFE0F\u200D]|\p{Emoji_Modifier})+|\*{1,2}(?=\s*(?:\d{1,3}[.)]|step\b|file\b|new\b|\p{Extended_Pictographic}))|<\/?[a-z][^<>]*>)/iu;
const NUMBERED =
  /^(?:step|part|file|change|edit|fix|section|schritt|datei)\s*#?\s*\d{1,3}(?:\s*(?:of|\/)\s*\d{1,3})?\s*(?:[:.)–—-]+|(?=\s))\s*/i;
const MOST_MARKS = 12;

/** Without what is before the words, and tags around them. */
function unmarked(line: string): string {
  let text = line.trim();
  for (let count = 0; count < MOST_MARKS; count += 1) {
    const rest = text.replace(MARK, "").replace(NUMBERED, "").trimStart();
    if (rest === text) break;
    text = rest;
  }
  return text
    .replace(/<\/?[a-z][^<>]*>/gi, " ")
    .replace(/\s*#+$/, "")
    .replace(/：$/, ":")
    .trim();
}

const TRAILER = /(?<!\])[ \t]*(?:\([^()]*\)|\[[^[\]()]*\])[ \t]*:?$|[ \t]+[-–—]{1,2}[ \t].*$|:[ \t]+.*$/;
const TITLE =
  /^(?:\*\*)?(?:(?:new|updated?|modified|changed|create|add|edit|full|final|complete|revised)[ \t]+)*(?:(?:new|updated?) )?(?:file ?name|file ?path|file|path|location|datei)?(?:\*\*)?[ \t]*[:–—-](?:\*\*)?[ \t]*/i;

/** The name on a line that has nothing else but a title before it, and a remark after it. */
function nameAlone(text: string, { known }: NameOptions): string | null {
  const bare = text.replace(TITLE, "");
  for (const words of new Set([text, bare, text.replace(TRAILER, ""), bare.replace(TRAILER, "")])) {
    if (saysNoEdit(text.slice(text.indexOf(words) + words.length))) return null;
    const path = clearPath(words) ?? (known?.(words) === true && /\.\w+$/.test(words) ? words : null);
    if (path === null || isOtherName(path, known) || !isOrdinaryName(path, known)) continue;
    if (!/[ \t]/.test(path) || known?.(path) === true) return path;
  }
  return null;
}

export type Span = { readonly path: string; readonly from: number; readonly to: number };

const SPANS = /`([^`]+)`|\*\*([^*]+)\*\*|__([^_]+)__|\[[^\]]*\]\([^)]*\)|"([^"\s]+)"|'([^'\s]+)'|[^\s`*[\]()"']+/g;

// One sign for one, so that places in the text stay the same.
const ENCLOSING = /[“”„‘’«»‹›「」『』【】《》（）：，；、]/g;

/** The files that a text names, with their places in it. */
export function namesIn(text: string, options: NameOptions): readonly Span[] {
  const spans: Span[] = [];
  for (const found of text.replace(ENCLOSING, " ").matchAll(SPANS)) {
    const [span, inTicks, inBold, inBars, inDouble, inSingle] = found;
    const inside = inTicks ?? inBold ?? inBars ?? inDouble ?? inSingle;
    const link = readLink(span);
    const words = inside ?? (link.kind === "named" ? link.name : span.replace(/[.,;:!?…。，：]+$/, ""));
    if (inBold !== undefined && /[`\s]/.test(inBold.trim()) && options.known?.(inBold.trim()) !== true) {
      const inner = namesIn(inBold, options).map(({ path }) => ({
        path,
        from: found.index,
        to: found.index + span.length,
      }));
      spans.push(...inner);
      continue;
    }
    const path = link.kind === "unclear" ? targetOf(span, options) : fileNamed(words, options);
    if (path !== null && !isAddressPart(text, found.index))
      spans.push({ path, from: found.index, to: found.index + span.length });
  }
  return spans;
}

/** `[a.ts](src/a.ts)`: the target of a link whose text is its last name, when that file is there and no other is meant. */
function targetOf(link: string, { known }: NameOptions): string | null {
  const [, text = "", target = ""] = /^\[`?([^\]`]*)`?\]\(([^)\s]*)\)$/.exec(link) ?? [];
  const isLast = text !== "" && target.endsWith(`/${text}`);
  return isLast && known?.(target) === true && !known(text) ? target : null;
}

function isAddressPart(text: string, at: number): boolean {
  return /(?:\w+:\/\/|@)\S*$/.test(text.slice(Math.max(0, at - 20), at));
}

/** People call a file by its last name the second time. */
function distinct(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths.map((path) => path.replace(/^\.\//, "")))];
  return all.filter((path) => !all.some((other) => other !== path && other.endsWith(`/${path}`)));
}

const FEW_WORDS = 6;
const NEAR_WORDS = 2;

/** What the words around the names say. */
function wordsAround(
  text: string,
  spans: readonly Span[],
): { readonly isLabel: boolean; readonly changes: boolean; readonly isNoEdit: boolean } {
  const [first, last] = [spans[0]!, spans.at(-1)!];
  const before = text.slice(0, first.from);
  const after = text.slice(last.to);
  const between = spans.slice(1).map(({ from }, at) => text.slice(spans[at]!.to, from));
  const words = wordsIn([before, ...between, after].join(" "));
  const isFirst = !LETTERS.test(before);
  const hasRemark = isFirst && /^\s*(?:\*\*|`)?\s*(?:[:(–—-]|$)/.test(after);
  const isLabel = hasRemark || (words.length <= FEW_WORDS && !/[.!?。]["')\]]*$/.test(text));
  const near = wordsIn(after).slice(0, NEAR_WORDS).join(" ");
  const startsWithEdit = EDIT_FIRST.test(before);
  const isStrong = STRONG.test(before) || (hasRemark ? saysNoEdit(after) : STRONG.test(near));
  const isNoEdit = !startsWithEdit && (isStrong || (words.length <= FEW_WORDS && WEAK.test(before)));
  const changes = EDITS.test(before) || EDITS.test(after) || (OPENS.test(before) && OPENED.test(after));
  const isExample = /(?:\be\.?g\b\.?|\bi\.e\b\.?|\bfor example|\bsuch as)[\s,:]*[`*"'(]*$/i.test(before);
  return {
    isLabel,
    changes,
    isNoEdit: isExample || isNoEdit || (!changes && !hasRemark && WEAK.test(`${before} ${near}`)),
  };
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}'’]+/gu) ?? [];
}

/** Words before what a program prints, what a person types, or the text as it was. */
const STRONG =
  /\b(?:outputs?|prints?|printed|logs|usage|before|examples?|samples?|current|currently|originally|original|unchanged|reference|previous|previously|run|runs|running|executes?|executing|terminal|console|pass|passes|passed|passing|don'?t|do not|avoid|unlike|similar to|such as|imported from|see|look at|looking at|reads?|was like)\b|\be\.?g\b|\bi\.e\b|无需|vorher/i;
const WEAK = /\b(?:results?|returns?|shows?|errors?|existing|old|from|as is|no changes?)\b/i;
const EDIT_FIRST =
  /^\W*(?:(?:now|then|next|finally|also|first|second|third|lastly|and|so|please|okay|ok|let'?s|we|i|you|can|should|need to|will|would|d|ll|ve|have|to|just|simply|go ahead and)\W+)*(?:re)?(?:creat|add|updat|chang|modif|edit|replac|writ|wrot|fix|put|sav|past|insert|append|refactor|implement|adjust|tweak|correct|overwrit|extend|rewrit|mak|mov|extract|renam|remov|delet|drop|convert|clean|improv|patch|swap|switch|wire|turn|set)/i;
/** Words that say that something is made or changed. */
const EDITS =
  /\b(?:(?:re|over)?(?:creat|add|updat|chang|modif|edit|replac|writ|wrot|fix|sav|past|copy|copi|insert|append|refactor|implement|adjust|tweak|patch|correct|improv|clean|convert|introduc|extend|extract|renam|mov|drop|put)\w*|here(?:'s|’s| is| are)|new|full|final|complete|entire|whole|revised|version|contents?|becomes?|should|looks? like|goes|belongs|make|made|swap|touch|need(?:s|ed)?|following|below|tidy|tidied|rework\w*|turn\w*)\b|修改|更新|创建|新建|替换|ändern|anlegen|ersetz\w*|crea\w*|modific\w*|actualiz\w*|mett\w* à jour/i;

/** "Open `a.ts` in your editor.": a step that only says where to go. What follows is about that file. */
const OPENS =
  /^\W*(?:(?:first|now|then|next|zuerst|dann|d['’]abord|ensuite|primero|luego)\W+)?(?:open(?: up)?|go (?:in)?to|navigate to|head (?:over )?to|jump to|locate|find|öffnen?(?: sie)?|ouvre[zr]?|abr[aei]r?|apri(?:re|te)?|otwórz|откро(?:й|йте)|打开|開く?|열)\W*(?:(?:the|your|die|der|le|el|il|o) )?(?:(?:file|module|datei|fichier|archivo|文件)\W*)?$/iu;
const OPENED = /^\W*(?:(?:file|module)?\s*(?:in|with|dans|en|mit)\b[^.:;]{0,40})?\W*(?:いて|してください|세요)?\W*$/iu;

/** A remark after the name that says that this is not the new text. */
function saysNoEdit(remark: string): boolean {
  return /^\W*(?:the )?(?:unchanged|before|originally|original|old|current(?:ly)?|existing|previous(?:ly)?|no changes?|not changed|as is|outputs?|usage|examples?|for reference|reference)\b/i.test(
    remark,
  );
}

/** A line without a file's name: a label of what is no edit, a link that names no file, or words. */
function withoutName(text: string): NameLine {
  if (isUnclearLink(text)) return { kind: "unclear-link" };
  return STRONG.test(text) && !EDIT_FIRST.test(text) ? NO_EDIT : NONE;
}

function isUnclearLink(line: string): boolean {
  if (!line.includes("](")) return false;
  const links = [...line.matchAll(/\[([^\]]*)\]\(([^)]*)\)/g)].filter(([link]) => clearPath(link) === null);
  const isFile = links.some(([, text = "", target = ""]) => clearPath(text) !== null || isOwnFile(target));
  return isFile && wordsIn(line.replace(/\[[^\]]*\]\([^)]*\)/g, " ")).length <= FEW_WORDS && !/[.!?]\s*$/.test(line);
}

function isOwnFile(target: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:|^#/i.test(target) && clearPath(target) !== null;
}
