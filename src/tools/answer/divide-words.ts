// Words between two edits: which of them are about the one before, and which about the one that follows. Decided by the
// form of the paragraphs first, by their words last. What is said is only shown, so a wrong guess changes nothing.

export type WordsAround = {
  /** The files of the edits before and after. */
  readonly before: readonly string[];
  readonly next: readonly string[];
  /** In this answer words come after what they are about, as far as can be seen. */
  readonly isAfter: boolean;
};

const HEADING = /^(?:#{1,6}[ \t]|\*\*[^*]+\*\*:?$|(?:step|part|file)[ \t]+\d)/i;
const RULE = /^(?:-{3,}|\*{3,}|_{3,})$/;
const LOOKS_BACK =
  /^(?:[-*•][ \t]+)?(?:this|that|these|those|it|with (?:this|that)|the (?:above|change|new|code)\b|which|here,? (?:we|i)\b|note(?: that)?\b|what changed|why)/i;

/** Both parts together are all of the words, but for a rule between them. */
export function divideWords(words: string, around: WordsAround): { readonly before: string; readonly next: string } {
  const paragraphs = words.trim().split(/\n[ \t]*\n\s*/);
  const at = boundaryIn(paragraphs, around);
  const joined = (part: readonly string[]): string => part.filter((text) => !RULE.test(text)).join("\n\n");
  return { before: joined(paragraphs.slice(0, at)), next: joined(paragraphs.slice(at)) };
}

/** The first paragraph that is about the next edit. */
function boundaryIn(paragraphs: readonly string[], { before, next, isAfter }: WordsAround): number {
  const isNew = paragraphs.findIndex((text) => HEADING.test(text) || RULE.test(text));
  if (isNew >= 0) return isNew;
  const naming = paragraphs.findIndex((text) => names(text, next));
  const last = paragraphs.findLastIndex((text) => names(text, before) && !names(text, next));
  if (last >= 0 && (naming < 0 || naming > last)) return last + 1;
  if (naming >= 0) return backFrom(paragraphs, naming);
  if (paragraphs.at(-1)!.endsWith(":"))
    return isAfter ? paragraphs.length - 1 : backFrom(paragraphs, paragraphs.length - 1);
  return isAfter ? paragraphs.length : backFrom(paragraphs, paragraphs.length);
}

/** Past the first paragraphs that speak of what was just shown; at most up to `most`. */
function backFrom(paragraphs: readonly string[], most: number): number {
  let at = 0;
  while (at < most && LOOKS_BACK.test(paragraphs[at]!)) at += 1;
  return at;
}

function names(text: string, paths: readonly string[]): boolean {
  return paths.some((path) => text.includes(path) || text.includes(path.slice(path.lastIndexOf("/") + 1)));
}
