// The sentence that introduces an edit, by its form: who speaks, and whether it says that something is changed. A label of
// a speaker, a question, a quotation, something that could or would be done, or that was done before, introduces what is
// only shown. Never looks at the edit itself.

import { sentencesOf } from "./words.ts";

const LONGEST = 600;

/** Someone other than the writer of the answer. */
const SPEAKERS =
  "user|human|you(?: said)?|me|myself|q|question|customer|client|colleague|coworker|teammate|student|junior|intern|reviewer|commenter|op|original poster|author|interviewer|teacher|prompt|request|system|tool|bot|usuario|utilisateur|benutzer|nutzer|utente|usuário|пользователь|用户|用戶|ユーザー|사용자";
const SPEAKER = new RegExp(String.raw`^\W*(?:\d{1,2}[.)]\s*)?(?:the )?(?:${SPEAKERS})\W*$`, "u");
/** "Reviewer: what if we did", and the edit. */
const SPEAKS = new RegExp(String.raw`^\W*(?:the )?(?:${SPEAKERS})\W*[:：]\s+\p{L}`, "u");
const SUBJECT = String.raw`(?:you|we|i|one|they|he|she|it|this|that|which|people|some\w*|others|many|an? [\w-]+|the [\w-]+|your [\w-]+)`;
const SAID = String.raw`(?:wrote|writes|said|says|suggested|suggests|proposed|proposes|posted|sent|submitted|submits|recommended|recommends|replied|answered|tried|did|committed|pushed|claims|claimed)`;

/** No word of the sentence says that something was done about it. */
const NOT_KEPT = String.raw`(?!.*\b(?:but|so|and|here|instead|now|fix|fixed)\b)`;

/** Of a sentence that ends in a colon: it is about what follows. */
const INTRODUCES: readonly RegExp[] = [
  // Something that could be done, or would be.
  new RegExp(
    String.raw`(?:^\W*|[,;:—–-] |\b(?:then|and|but|so|or) )${SUBJECT}(?: [\w-]+)?(?: of \w+)? (?:would|could|might|may)\b`,
  ),
  /^\W*(?:suppose|imagine|assume|pretend|say|let['’]?s (?:say|pretend|suppose|assume)|consider|hypothetically|in theory)\b/,
  // Only on a condition.
  /^\W*(?:and |but |then )?if (?:so|not|yes|needed|desired|necessary|preferred|you)\b|^\W*(?:optional(?:ly)?|bonus|nice to have)\b/,
  /^\W*(?:some|other|many|most|several) (?:people|developers|teams|projects|users|tools)\b/,
  /^\W*(?:later|eventually|some ?day|in (?:the )?future|next time|ideally)\b/,
  /\btemporarily\b|\bfor debugging\b|\bto reproduce\b|\bas an experiment\b|\bjust to (?:test|check|see)\b|\bmutation\b|\bmutant\b/,
  // What someone wrote, or wrote before.
  new RegExp(
    String.raw`\b${SAID}(?: (?:this|that|these|it|so|back|here|me|us|the following|something like this|in \w+))?\W*$`,
  ),
  /^\W*(?:quot(?:e|ed|ing)|copied|taken|adapted|excerpt|snippet)?\W*(?:from|according to) (?:an?|the|my|our|your|their|this|that)\b/,
  /\b(?:(?:in|from) upstream|upstream (?:repo\w*|project|fix|version|code)|pull request|merge request|fork|(?:other|another|different) (?:repo|repository|project|branch))\b/,
  /\bcommit [0-9a-f]{6,40}\b|\b(?:last|previous) (?:week|month|year|night|sprint|commit|release|time|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|\byesterday\b/,
  /^\W*(?:this|that|it|here|what|which|previously|earlier|originally|initially|formerly|at first|before)\b.*\b(?:was|were|did|had|used to|looked)\b/,
  /^\W*(?:the|your|our|my) (?:current|existing|old|original|previous|present|earlier|former|initial)\b/,
  /\balready (?:merged|applied|in place|there|done|committed|landed|present|in the file)\b/,
  // What a program reads or prints.
  /\b(?:such as|e\.g\.|for example|for instance|as in)\W*$/,
  /\b(?:in|of|with) (?:this|the following) (?:form|format|shape|style|syntax)\b|\b(?:this|the following|such) (?:input|payload|fixture|sample|output|log|text)\b/,
  /^\W*(?:the )?(?:buggy|vulnerable|insecure|naive|naïve|bad|wrong|incorrect|broken|flawed|unsafe|problematic|failing|faulty|slow|unoptimi[sz]ed|rejected|abandoned|hypothetical|simplified)\b/,
  /^\W*(?:i|we|one|you)(?:['’]d)? (?:would(?: not|n['’]t| never)|will (?:not|never)|won['’]t|should (?:not|never)|shouldn['’]t|not|never)\b/,
  // On a condition that may not come, or for another change than this one.
  /\bonly if\b|\blast resort\b|\bif .{0,60}\bstill (?:fail|break|crash|do(?:es)?n['’]t|do(?:es)? not)/,
  /\bnot part of (?:this|the|my|our)\b|\b(?:for|in|as) (?:a |an |the |another |some )?(?:follow-?up|separate|future|later|next) (?:pr|pull request|change|commit|issue|ticket)\b/,
  // What was weighed, measured or broken, and not kept.
  new RegExp(
    String.raw`(?:^\W*|, )(?:i|we)(?:['’]d| had|['’]ve| have)? (?:first |also |initially |briefly |originally |even )?(?:considered|thought about|toyed|experimented|contemplated|weighed|debated|measured|benchmarked|profiled|timed|simulated)\b${NOT_KEPT}`,
  ),
  new RegExp(
    String.raw`(?:^\W*|\bin (?:this|that|your|the) .{0,40}\b)you (?:changed|replaced|rewrote|removed|deleted|introduced|merged|switched|swapped)\b(?!.*\bwithout\b)${NOT_KEPT}`,
  ),
  /\b(?:i|we|they|he|she)(?:['’]ve| have|['’]s| has)? been (?:running|using|testing|shipping)\b/,
  /^\W*(?:and |but )?if (?:i|someone|anyone|somebody|an attacker) (?!(?:understand|understood|read|remember|recall|get|got|see|am|may|might)\b|['’])/,
  /\b(?:break|breaks|broken|broke|bugs?|buggy|wrong|fail|fails|failing)\b.{0,40}\b(?:on purpose|deliberately|intentionally)\b|\b(?:deliberately|intentionally) (?:break|broke|broken|buggy|wrong|bad|introduc\w+)\b/,
  /\bnext (?:week|month|year|quarter|sprint|spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december)\b/,
  /\bnot something (?:to|(?:i|you|we)(?:['’]d| would| should)?) (?:ship|merge|commit|keep|do|want|use)\b/,
  /^\W*take (?:this|the following)(?: (?:one|diff|patch|edit|change|block|snippet|example))?(?: for example)?\W*$/,
  /\bwill (?:then )?(?:generate|create|produce|write|output|print|emit|give you) (?:the following|something like|this (?:file|output))\b/,
  /\bcounter-?examples?\b|\bproof[- ]of[- ]concept\b|\b(?:an|the) attacker (?:gets|sees|reads|obtains|gains|learns|controls)\b/,
  /^\W*(?:can you )?(?:spot|find|guess|see)\b.{0,20}\b(?:bugs?|mistakes?|errors?|difference|problem|issue|flaw)\b(?!.*\b(?:fix|correct|replace|change)\b)/,
  // What a command printed, by the commit or the path it was asked for.
  /\bgit (?:diff|show|log|stash show)(?: -\S+)* (?:head|[0-9a-f]{7,}|origin|main|master|\S+\.\.|--(?=\s)|stash)/,
  /^(?!.*\b(?:fix|fixed|solution|missing|needed|required|took|take|changed?|all|done)\b).*\b(?:was|were)\W*$/,
  /\b(?:contains?|has|includes?|quotes?) (?:this|the following|an?) (?:\w+ )?(?:block|diff|patch|edit|entry|passage|proposal|suggestion|snippet|hunk|version)\W*$/,
  /^\W*(?:(?:the|an?|this|that|your|our) )?(?:linked |github |gitlab )?(?:issue|ticket|pr|mr|bug report|thread|comment|rfc|post|article|e-?mail|message|gist)\b[^,;:]{0,30}\b(?:proposes|suggests|recommends|says|shows|quotes|mentions|describes)\b/,
  /^\W*the .{0,40}\b(?:manual|docs|documentation|guide|wiki|tutorial|article|book)\b.{0,60}\b(?:as follows|like this|this way)\W*$/,
  new RegExp(String.raw`^\W*@[\w-]+ ${SAID}\b(?!.*\b(?:so|here|instead|fix|fixed)\b)`),
  /\b(?:for|in) (?:the |a |an |my |this )?(?:benchmarks?|experiments?|measurements?|profiling|repro\w*|screenshots?)\b.*\b(?:only|just|ran|used|tried)\b|\b(?:i|we) (?:ran|tested|tried|timed|measured|benchmarked) (?:it|this|that) with\W*$/,
  /\b(?:have|has|had|did|do)(?: not|n['’]t) (?:kept?|used?|appl(?:y|ied)|commit(?:ted)?|included?|merged?|take|taken)\W*$/,
  /\b(?:should|must|has to|have to|is expected to) (?:\w+ )?(?:emit|print|output|produce|generate)\b/,
  /^\W*(?:the |an? |one |this )?(?:[\w-]+ )?(?:answer|post|thread|blog|article|tutorial|book|comment|snippet|recipe)\b.{0,40}\b(?:goes|reads|says|shows|suggests|recommends)\b/,
  // Not now.
  /^\W*(?:when|once|as soon as|after) (?:we|you|i|they) (?:\w+ )?(?:cut|release|ship|publish|drop|upgrade|migrate|switch|merge)\b|\bnot (?:in |for )?this (?:release|version|sprint|milestone|pr)\b/,
  // What went wrong, and what others have.
  /\bwhat broke\b|\bwhere (?:the|this|that|your|our|it)\b.{0,30}\b(?:came|comes|started|began|crept|originates?|originated)\b/,
  /\bculprit\b|\b(?:which|that) (?:broke|breaks|caused|introduced) (?:the|this|that|it|a|an|your|our)\b/,
  /^\W*(?:in|from|over in) (?:the |their |his |her )?(?!the\b|this\b|your\b|our\b|my\b|same\b)[\w./-]+(?:['’]s)? (?:repo|repository|project|codebase|fork)\b.*\b(?:looks?|has|have|had|uses?|does|is|was|are|they|reads?|contains?)\b|^\W*(?:in|from) (?:the|a|their) fork\b/,
  /^\W*(?:for example|for instance|e\.g\.),? /,
  /^\W*what if\b/,
  // Other languages: an example, what could be, what was, what not to do.
  /(?<!\p{L})(?:por ejemplo|ad esempio|por exemplo|par exemple|zum beispiel|beispielsweise|bijvoorbeeld|na przykład|např|mesela|örneğin|например|наприклад)(?!\p{L})/u,
  /(?<!\p{L})(?:podrías|podría|potrebbe|potresti|pourrait|pourriez|poderia|könnte|könntest|würde|zou|kunt|można by|можно было бы|мог бы)(?!\p{L})/u,
  /(?<!\p{L})(?:avant|antes|prima|vorher|bisher|früher|раньше|было|до этого|przedtem|wcześniej|tidigare|eerst|önce|eskiden)(?!\p{L})/u,
  /(?<!\p{L})(?:gestern|neulich|damals|ayer|ontem|ieri|вчера|tal vez|quizás?|talvez|forse|peut-être|vielleicht|может быть|возможно)(?!\p{L})|昨天|昨日|어제|也许|或许/u,
  /(?<!\p{L})(?:variante|variant|opción|opção|opzione|optie|вариант|wariant) (?:[a-d]|\d)(?!\p{L})/u,
  /ne (?:faut )?pas|(?<!\p{L})(?:no (?:hagas|haga|escribas)|non (?:fare|scrivere)|não (?:faça|escreva)|nicht so|so nicht)(?!\p{L})/u,
  /(?:例えば|たとえば|ないで|以前|変更前|悪い|間違)|(?:예를 들|예시|잘못|하지 마|이전|기존)|(?:举例|举个例子|比如|例如|示例|之前|以前|原来|旧|错误|不要|别|假设|可以这样写)/u,
];

/** Idioms that forbid. */
const FORBIDS =
  /\bunder no circumstances\b|\bnot on any account\b|\bforbidden\W*$|\bverboten\W*$|\bauf (?:gar )?keinen fall\b|\bsous aucun prétexte\b|\ben aucun cas\b|\binterdit\W*$|\bbajo ning[uú]n concepto\b|\bde ninguna manera\b|\bprohibido\W*$|\bproibido\W*$|\bin nessun caso\b|\bvietato\W*$|запрещено|禁止/;

/** Another's proposal: "the candidate's solution", "her patch". "here's" is none. */
const OF_ANOTHER =
  /^\W*(?:(?:the|an?|my|our|your|this|one)\s+)?(?:[\p{L}-]+\s+){0,2}(?!(?:here|there|that|it|what|let|who|today|where)['’])[\p{L}.-]{2,}['’]s (?:[\w-]+ )?(?:versions?|solution|approach|answer|patch|ideas?|take|attempt|suggestion|proposal|(?:auto-?)?fix|recipe)\b|^\W*(?:his|her|their) (?:[\w-]+ )?(?:versions?|solution|approach|answer|patch|ideas?|take|attempt|suggestion|proposal|fix|code|diff|change)\b/u;
const MAY_BE_OF_ANOTHER = /['’]s |^\W*(?:his|her|their) /;

/**
 * "Not" and "avoid" in languages other than English: closed lists, unlike the verbs that they negate. Of a sentence that
 * introduces an edit, hardly anything else is negated than the edit.
 */
const NEGATES =
  /(?<![\p{L}\p{M}])(?:nicht|niemals|vermeide[nt]?|jamais|éviter|évitez|nunca|jamás|evit(?:a|e|ar|are|ate)|não|mai|nie|nigdy|unika[jć]|niet|nooit|inte|aldrig|ikke|aldri|älä|älkää|не|нельзя|ніколи|избегайте|δεν|μην|nu|nem|soha|nemoj(?:te)?|değil|asla|\p{L}+m[ae]y[ıi]n(?:[ıi]z)?|không|đừng|chớ|jangan|tidak|मत|नहीं|न|না|لا|لم|لن|ليس|نکنید|مت|نہ|אל|לא)(?![\p{L}\p{M}])|(?<!\p{L})n(?:e |['’])[^.,;:]{1,30} pas(?!\p{L})|不|没有|勿|避免|避け|ない|ません|않|마세요|안 ?(?:됩|돼|되)|말[고아]|못|ไม่|อย่า/u;

/** "No" is English, too, so it counts among Spanish, Italian or Catalan words. */
const ROMANCE_NO = /(?<!\p{L})(?:no|non)(?!\p{L})/u;
const ROMANCE =
  /(?<!\p{L})(?:el|la|los|las|lo|que|es|esto|eso|así|hay|para|con|una|del|il|che|è|questo|così|per|gli|si|se|això|cal|fer)(?!\p{L})/u;

/** Of any sentence directly before an edit. */
const QUESTION = /[?？]\W*$/;

const OPTIONAL = /^\W*(?:optional(?:ly)?|bonus|nice to have)\b/;

/** Whether the words directly before an edit introduce something that is only shown. `words`: its paragraph, in one line. */
export function introducesShown(words: string): boolean {
  const text = words
    .slice(-LONGEST)
    .toLowerCase()
    .replaceAll(/[*_`~#>]+|\[\d{1,2}\]/g, "")
    .trim();
  if (text === "") return false;
  const last = sentencesOf(text).at(-1)!.replace(SO_FOLLOWS, ""); // The text is not empty.
  if (QUESTION.test(last) || OPTIONAL.test(text)) return true;
  // A sentence without an end goes on in the edit.
  if (!/[:：\p{L}\p{M}\p{N}]$/u.test(last)) return false;
  const sentence = last.replace(/[\s:：]+$/u, "");
  if ((sentence !== last && SPEAKER.test(sentence)) || SPEAKS.test(last)) return true;
  if (AS_ASKED.test(sentence) || CHANGED.test(sentence)) return false;
  const rest = sentence.replace(FORGET, "");
  return (
    ((NEGATES.test(rest) || (ROMANCE_NO.test(rest) && ROMANCE.test(rest))) && !ALSO_ENGLISH.test(rest)) ||
    FORBIDS.test(rest) ||
    (MAY_BE_OF_ANOTHER.test(rest) && OF_ANOTHER.test(rest)) ||
    INTRODUCES.some((form) => form.test(rest))
  );
}

/** "It would look like this." introduces what follows, as it does with a colon. */
const SO_FOLLOWS =
  /(?<=\b(?:like (?:this|that|so)|as follows|so aus|wie folgt|comme (?:ceci|ça|suit)|como sigue|come segue))[.。]$/;

/** "Do not forget to …" is about something else. */
const FORGET =
  /nicht (?:zu )?vergessen|n['’]oublie\p{L}* pas|no (?:te |se )?olvid\p{L}+|não (?:se )?esqueç\p{L}*|non dimentic\p{L}+|nie zapomn\p{L}+|niet vergeten|glöm inte|не забуд\p{L}+|(?:别|不要)忘|忘れない|잊지/gu;
/** "nu", "mai" and "inte" may be anything among English words. */
const ALSO_ENGLISH = /\b(?:the|this|that|is|are|was|and|with|you|we|it|to|of|for)\b/;

/** "As you suggested:" introduces what is meant. */
const AS_ASKED = /^\W*(?:as|like|just as) (?:you|we|i|they|requested|suggested|discussed|asked|proposed|agreed)\b/;

/** "…, so I rewrote it:" */
const CHANGED =
  /\b(?:i|we)(?:['’]ve| have)? (?:also |now |just )?(?:re)?(?:wrote|written|fixed|changed|updated|added|replaced|renamed|moved|removed|made|adjusted|refactored|simplified|corrected|adapted|modified|extended)\b|, so (?:please )?(?:replace|change|update|fix|add|remove|use|rename|move|set|make|return|start)\b/;
