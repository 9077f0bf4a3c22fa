// What is said directly after an edit that takes it back, rejects it or asks whether it is wanted. Never about an edit
// further up: withdrawals.ts has those.

import { rejectsElsewhere } from "./other-languages.ts";
import { sentencesOf } from "./words.ts";

const LONGEST = 600;
const IT = String.raw`(?:this|that|it|these|those|them|the (?:change|edit|patch|diff|above|suggestion|proposal|code|file))`;

/** What is done with an edit as a whole; "explain it", "test this" are about something else. */
const TAKE = String.raw`(?:(?:go|move) (?:ahead|with|for)|proceed|(?:apply|make|use|do|commit|merge|ship|push|submit|land|keep|include|take|adopt|implement|send) ${IT}\b)(?! (?:too|as well|to the (?:other|rest)))`;

const SAYS: readonly RegExp[] = [
  /^\W*(?:never ?mind|nvm)\b/,
  new RegExp(
    String.raw`\b(?:i|we|they|he|she|you|maintainers?|reviewers?|user|customer)(?:['’]ve| have| then| later|['’]ll| will|['’]d| would| had| has)? (?:since |immediately |quickly |later |then )?(?:not (?:take|apply|do|merge|use|accept|recommend)|reverted|revert ${IT}|rolled (?:${IT} )?back|roll ${IT} back|undid|undone|rejected|refused|declined|discarded|dropped|disagree|backed ${IT} out|leave ${IT})\b`,
  ),
  /\b(?:rejected|declined|refused|reverted|denied|vetoed|closed) by\b|\bso i (?:reverted|rolled|undid|dropped|removed)\b|^\W*(?:rejected|reverted|declined|denied|not approved|cancelled|canceled)\b/,
  new RegExp(
    String.raw`\b(?:leave|keep) (?:${IT}|everything|your (?:file|code)|the (?:file|code|function|original))(?: \w+)? (?:alone|as is|as-is|as it (?:is|was)|unchanged|as they are)\b|\b(?:keep|stay with|stick with|go back to) the original\b|\bthe original (?:is|was|code is|version is) (?:right|correct|fine|better|ok)\b`,
  ),
  new RegExp(
    String.raw`^\W*(?:(?:but|however|unfortunately|sadly|hmm|wait|no|actually|on reflection|in hindsight|yet|still|except that)\b[^a-z]*)+.{0,40}\b(?:${IT}|which) (?:\w+ )?(?:breaks?|broke|fails?|failed|is (?:not|wrong|incorrect|unnecessary|overkill|too)|isn['’]?t|was (?:not|wrong)|wasn['’]?t|does(?: not|n['’]t)|did(?: not|n['’]t)|would|will break|double|causes?|caused|introduces?|makes? (?:it|things) worse)`,
  ),
  new RegExp(
    String.raw`^\W*(?:but |however,? |so |which )?(?:${IT}) (?:is|are|was|were)(?: (?:probably|really|actually|just))? (?:not (?:needed|necessary|required|what|right|correct|safe|a good)|unnecessary|overkill|wrong|incorrect|a bad idea|dangerous|unsafe)\b`,
  ),
  new RegExp(
    String.raw`^\W*(?:${IT}) (?:breaks? (?!out|up|down|early|the (?:loop|chain|cycle|text|line))|broke|fails? (?!fast|early|loudly|with|if|when|unless|on)|failed|double-counts?|caused|made (?:it|things) worse)`,
  ),
  /^\W*(?:is|are) (?:this|that|it|these) (?:what|how|the|ok|okay|right|correct|fine|good|acceptable)\b.*\?|^\W*does (?:this|that|it) (?:look|make sense|match|sound|work for)\b.*\?|^\W*what (?:do|would) you (?:think|say)\b.*\?|^\W*(?:sound|look)s? (?:good|right|ok|okay)\?/,
  /\b(?:let me know|tell me|say so) (?:if|whether|when) i (?:should|can|may) (?:apply|make|go ahead|proceed|commit|do|write|use)\b|\bwith your (?:permission|ok|okay|approval)\b|\bif you (?:approve|agree|confirm),? (?:i(?:['’]ll| will| can)|please)? ?(?:apply|make|write|commit|go ahead|proceed)\b/,
  // Which of the two is wanted, or whether it is wanted at all.
  new RegExp(
    String.raw`\b(?:do you want|would you (?:like|prefer|want)|want|ok(?:ay)?(?: for)?)(?: me| us)? to (?:\w+ )?${TAKE}.*\?|^\W*(?:and |so )?(?:should|shall|may|can) (?:i|we) (?:\w+ )?${TAKE}.*\?`,
  ),
  /^(?!.*\b(?:also|add|tests?|next|another|more|other|else|document)\b).*\bor (?:would|do) you (?:rather|prefer|want)\b.*\?/,
  // Nothing is to be done.
  /\bnot do (?:that|this) again\b|^\W*(?:there(?:['’]s| is) )?nothing (?:left )?(?:for you )?to do(?: now| yet)?\W*$|\bnothing to do (?:here|on your (?:side|end)|for you|from your)\b/,
  /\b(?:you|we|i)(?: really| actually)? (?:do not|don['’]t|won['’]t|will not|needn['’]t) (?:need to |have to |want to )?(?:make|apply) (?:any|this|that|the|these) (?:code )?(?:changes?|edits?)\b/,
  /^\W*(?:so |but )?we (?:keep|kept|stay with|stick with) (?:ours|our own|what we have|the current)\b/,
  // It was not serious.
  /^\W*(?:(?:ok|okay|no|well|sorry|obviously|of course|this|that|it|all of (?:this|that)|the above|i|we)\b\W*)*(?:(?:['’]m|am|['’]s|is|are|was|were)\b\W*)?(?:(?:just|only|all|obviously|of course|meant as|a|an|in|one big)\b\W*)*(?:kidding|joking|jokes?|jest|sarcas(?:m|tic)|prank|satire|april fools?|not (?:serious|meant seriously))\b|^\W*not really\b[^a-z]*$|^\W*(?:haha\w*|lol|rofl|gotcha|got you|as if)\b/,
  /^\W*(?:(?:das|es|war|ist|nur|bloß|alles|natürlich|ein)\b\W*)*(?:spa(?:ß|ss)|scherz|witz|nicht ernst)(?: gemeint)?\W*$|^\W*(?:(?:non|bien sûr|évidemment|je|c['’](?:est|était)|une|pour|de la)\b\W*)*(?:plaisante(?:rie)?|plaisantais|rigole|rigolais|rire|blague)(?![a-zà-ÿ])|^\W*(?:(?:es|era|fue|una|en|solo|claro|estoy)\b\W*)*(?:broma|bromeo|bromeaba|bromeando)\b|^\W*(?:(?:é|era|foi|uma|só|estou)(?![a-zà-ÿ])\W*)*(?:brincadeira|brincando|scherz(?:o|avo)|grapje|geintje|żart(?:uję|owałem)?)(?![a-zà-ž])|^\W*(?:(?:это|просто|была|конечно)\s+)*(?:шутка|шучу)|^\W*(?:只是|我)?(?:在)?(?:开(?:个)?玩笑|逗你)|^\W*冗談|^\W*농담/,
  // The rest is still to come.
  /\b(?:to be )?continued (?:in|below|with|on|next)\b|\bto be continued\b|\b(?:length|output|token|message|character) limit\b|\bsay ["“'`]?continue\b|\b(?:in|with) (?:my|the) next (?:message|reply|response|part)\b|\bpart 1 of \d\b|\b(?:type|reply|write|send) ["“'`]continue\b/,
];

/** All in one: each pattern of its own would look at every place of the text again. */
const SAID = new RegExp(SAYS.map(({ source }) => `(?:${source})`).join("|"));

/** Whether the words directly after an edit reject it. `words`: their paragraph, in one line. */
export function rejects(words: string): boolean {
  // The sentence before the edit goes on after it.
  if (
    /^(?:but|and (?:expects?|asserts?|checks?|returns?|prints?|reports?|fails?|then (?:fails?|crashes)))\b/.test(words)
  )
    return true;
  const text = words
    .slice(0, LONGEST)
    .toLowerCase()
    .replaceAll(/[*_`~#>]+/g, "")
    .trim();
  if (CONTINUES.test(text)) return true;
  const isForeign = BEYOND_ASCII.test(text) || FEW_ENGLISH.test(text);
  return sentencesIn(text).some((sentence) => SAID.test(sentence) || (isForeign && rejectsElsewhere(sentence)));
}

/** A label above the next part of the same file. */
const CONTINUES =
  /^\W*(?:continued|continuing|cont['’]?d|fortsetzung|continuación|continuação|suite(?= (?:du|de)\b)|part (?:2|two|ii)(?: of \d)?)(?: (?:from|of|du|de|der|des|da)\b.{0,40})?\W*$|^[^\p{L}]*(?:续|续上|接上文|続き|계속)[^\p{L}]*$/u;

const BEYOND_ASCII = /[^\0-\x7f]/;
/** Words of other languages that have none of their own letters. */
const FEW_ENGLISH =
  /\b(?:das|ist|bitte|ich|nicht|lieber|besser|soll|wir|je|mieux|dois|veux|voulez|finalement|gardons|laisse[zs]?|mejor|no lo|deja|quieres|deseas|melhor|deixe|quer|posso|puedo|mag ik|darf|kann|meglio|lascia|vuoi|lo|liever|beter|laat|zal)\b/;

const MOST_SENTENCES = 3;

/** The first few; one that ends in a colon is about what follows it. */
function sentencesIn(text: string): readonly string[] {
  const all = sentencesOf(text).slice(0, MOST_SENTENCES);
  return all.filter((sentence) => !/[:：]$/u.test(sentence));
}
