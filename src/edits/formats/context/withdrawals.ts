// Sentences that take back what is above them, or say of all below that it is not to be applied. They count wherever they
// are in an answer, so a row must be about edits and nothing else: "ignore this warning" is not among them.

import { announcesElsewhere, MAY_ANNOUNCE } from "./other-languages.ts";

const LONGEST = 600;
const EDITS = String.raw`(?:edits?|patch(?:es)?|diffs?|changes?|blocks?|versions?|suggestions?|proposals?|answers?|snippets?|steps?(?: \d+)?)`;
const WHICH = String.raw`(?:previous|first|second|last|earlier|above|old)`;
const BEFORE = String.raw`^\W*(?:(?:actually|please|wait|no|sorry|oops|hmm|so|and|but|now|update|edit|ok|okay|hold on|on (?:second thoughts?|reflection)|correction|you can|then)\b\W*)*`;
const ALL_ABOVE = String.raw`(?:(?:all |all of |everything )?(?:the )?above|everything above|that|this|(?:all of )?(?:that|this|these|those|the|my)(?: ${WHICH})? ${EDITS}(?: above)?|the ${WHICH} (?:one|two)|step \d+|what i (?:said|wrote|suggested|sent)(?: above)?)`;
const STALE = String.raw`(?:outdated|out of date|obsolete|superseded|withdrawn|no longer (?:needed|valid|correct))`;

/** Of every edit of the answer. */
const ALL: readonly RegExp[] = [
  /^\W*(?:please )?(?:do not|don['’]?t|never) (?:apply|use) (?:any of (?:this|these|it|that|them)|anything)\b/,
  /^\W*(?:none of (?:this|these|it)|nothing (?:here|in this (?:message|answer))) (?:should|must|may|is to) be applied\b/,
];

const WITHDRAWS: readonly RegExp[] = [
  ...ALL,
  // The writer begins again.
  /^\W*(?:(?:oh|hmm|hm|um|actually|sorry)\b\W*)*(?:no,? wait|wait,? no|hmm,? no|(?:ok(?:ay)?,? )?let me start over|instead of that)\b/,
  /^\W*(?:oh,? )?(?:hold on|hang on|on second thoughts?|come to think of it|thinking about it(?: more| again)?)\s*(?:[,.:;!…—–]|-(?!\w))/,
  // The writer waits for an answer before anything is done.
  /\b(?:reply|answer|respond|say|type|write)(?: back)?(?: with)? ["“”'‘’`]?[\w ]{1,12}["“”'‘’`]?,? and (?:i|we)(?:['’]ll| will| can) (?:start|begin|apply|proceed|go ahead|make (?:the|these|this|those)|do (?:it|this|that))\b/,
  /^\W*(?:i take (?:that|this|it) back|(?:scrap|scratch|ignore|forget|disregard) (?:that|this|it|everything))\W*$/,
  /^\W*(?:vergiss|vergessen sie|ignorier\w*) (?:das|es|alles)\b|^\W*oublie[zs]? (?:ça|cela|tout)|^\W*olvid\p{L}+ (?:eso|esto)|^\W*(?:请)?忽略(?:以上|上面|上述)/u,
  new RegExp(
    String.raw`${BEFORE}(?:ignore|disregard|scratch|forget|discard|skip|drop|leave out) (?:about )?${ALL_ABOVE}(?=\W*$|\s*[.,;:!—–-])`,
  ),
  new RegExp(
    String.raw`\b(?:above|that|this) ${EDITS} (?:is|are) (?:now )?${STALE}\b|\b${EDITS} above (?:is|are) (?:now )?${STALE}\b`,
  ),
  /^\W*(?:actually|wait|oops|sorry|hmm|correction|no)\b\W.{0,20}\b(?:that|this|the above|it)(?:['’]s| is| was) (?:\w+ )?(?:wrong|incorrect|a mistake|not right)\b/,
  /^\W*(?:just )?(?:pick|choose|use|take) (?:whichever|either (?:one|of)|one of (?:them|the two|these|those)|the one (?:that|you))\b/,
];

const ANNOUNCES: readonly RegExp[] = [
  ...ALL,
  /^\W*(?:depending on|je nachdem|selon|según|dependendo d|a seconda d)\b[^.]*:\W*$/,
  // Paths of another folder than the root.
  /\b(?:paths?|file ?names?|files)\b.{0,40}\brelative to (?!(?:the |your |this |my )?(?:\w+(?:['’]s)? )?(?:root|project|repo(?:sitory)?|workspace|top|package)\b|\.?\/?\W*$)/,
  new RegExp(
    String.raw`\b${EDITS} below (?:is|are) (?:now )?${STALE}\b|\b(?:following|below) ${EDITS} (?:is|are) (?:now )?${STALE}\b`,
  ),
  /^\W*(?:there are |here are |you have |i see |we have )?(?:basically |essentially |at least )?(?:two|three|2|3|several|multiple|a few|different) (?:possible |different )?(?:possibilities|alternatives|options|variants|ways|approaches|solutions)\b/,
  /^\W*(?:just |please )?(?:pick|choose|use|take|apply) (?:only )?(?:one|either|whichever)\b.*\b(?:following|below|these|two|edits|options|versions)\b/,
  /\b(?:do not|don['’]?t) (?:use|apply) (?:any of )?(?:the )?(?:edits|changes|patches|diffs|blocks) below\b/,
];

/** Most lines have none of these words. */
const MAY =
  /\bskip\b|\bdrop\b|leave out|ignore|disregard|scratch|forget|discard|outdated|out of date|obsolete|superseded|withdrawn|no longer|wrong|incorrect|mistake|not right|whichever|either|one of|the one|possibilities|alternatives|options|variants|ways|approaches|solutions|pick|choose|below|apply|applied|any of|\bno\b|\bwait\b|start over|instead of that|take that back|scrap|hold on|hang on|on second thought|come to think|thinking about it|relative to|depending on|je nachdem|selon|según|dependendo|a seconda|reply|answer|respond|\bsay\b|type|write|vergiss|oublie|olvid|忽略/;

/** What a line says of the edits above it, and of those below. */
export type SaidOfEdits = { readonly withdraws: boolean; readonly announces: boolean };

/** Null: nothing. */
export function saidOfEdits(line: string): SaidOfEdits | null {
  const text = line.slice(0, LONGEST).toLowerCase();
  const isAnnounced = MAY_ANNOUNCE.test(text) && announcesElsewhere(text.replaceAll(/[*_`~]+/g, ""));
  if (!MAY.test(text)) return isAnnounced ? { withdraws: false, announces: true } : null;
  const words = text.replaceAll(/[*_`~]+/g, "").trim();
  const sentences = words.split(/(?<=[.!?;])\s+/);
  const isIn = (rows: readonly RegExp[]): boolean =>
    sentences.some((sentence) => rows.some((row) => row.test(sentence)));
  return { withdraws: isIn(WITHDRAWS), announces: isAnnounced || isIn(ANNOUNCES) };
}
