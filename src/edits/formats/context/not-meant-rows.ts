// The words next to an edit that say that it is an example, the text as it was, one of two ways, or not to be applied. One
// table for all languages. Ordinary words about a change ("this was wrong", "do not forget") are not among them: a row must
// say something of the edit itself.

export type Side = "before" | "after";

/** Patterns for text in lower case; those that ignore case are several times slower. */
export type Row = {
  /** Where the words are: only what follows the edit can be about it in these words, or both. */
  readonly side: Side | "both";
  /**
   * `word`: each begins where a word of Latin letters does; `start`: at the start of a sentence; `foreign`: anywhere, and
   * each has a letter beyond ASCII.
   */
  readonly at: "word" | "start" | "foreign";
  readonly says: readonly string[];
};

const THIS = String.raw`(?:this|that|these|those|the (?:following|diff|patch|edit|block|change|code|version|snippet|one|below|above))`;
const NOT = String.raw`(?:do not|don['’]?t|dont|never|please avoid|avoid|should(?: not|n['’]?t)|must(?: not|n['’]?t)|not to|no need to)`;
const EDIT = String.raw`(?:edit|edits|diff|patch|(?:search\/replace |edit )?blocks?|hunk|tool call)`;

function row(side: Row["side"], at: Row["at"], says: Row["says"]): Row {
  return { side, at, says };
}

export const ROWS: readonly Row[] = [
  row("both", "word", [String.raw`${NOT} (?:\w+ ){0,2}?appl(?:y|ying)\b`]),
  row("both", "word", [String.raw`${NOT} (?:\w+ )?(?:copy|paste|commit|merge)(?:ing)? (?:it|${THIS})\b`]),
  row("both", "word", [
    String.raw`${NOT} (?:\w+ )?(?:do|use|run|write|make|doing|using|running|writing|making) (?:it like )?${THIS}\b`,
  ]),
  row("both", "word", [
    String.raw`(?:for|purely|only|just|merely) (?:an? )?(?:illustrat\w+|demonstration)\b`,
    String.raw`illustrative\b`,
    String.raw`hypothetical(?:ly)?\b`,
    String.raw`pseudo-?code\b`,
  ]),
  row("both", "word", [
    String.raw`(?:only|just|merely|simply) (?:an? )?(?:\w+ )?(?:example|sample|illustration|demo|sketch)\b`,
    String.raw`(?:example|sample|reference) only\b`,
    String.raw`for reference\b`,
    String.raw`rough sketch\b`,
  ]),
  row("both", "word", [
    String.raw`not (?:meant|intended|supposed|ready) (?:to be|for)\b`,
    String.raw`not a real (?:change|${EDIT})\b`,
    String.raw`not (?:be )?(?:actually )?applied\b`,
  ]),
  row("before", "word", [
    String.raw`(?:for example|e\.g\.|for instance|as an example)[ ,:].{0,60}\b(?:looks?|would look|could look|might look|is written)\b`,
  ]),
  row("before", "start", [
    String.raw`(?:an?|every|each|such an?|one|all) (?:[\w\/-]+ ){0,2}${EDIT} (?:\w+ ){0,2}(?:looks?|is written|has the form|consists?|starts?|begins?)\b`,
  ]),
  row("before", "word", [
    String.raw`(?:example|sample) (?:of )?(?:an?|the|of)? ?(?:\w+ ){0,2}${EDIT}\b`,
    String.raw`example ${EDIT}\b`,
    String.raw`the (?:edit |expected |required )?format (?:is|looks)\b`,
    String.raw`(?:in|use|uses|using) (?:this|the following) format\b`,
  ]),
  row("before", "word", [
    String.raw`(?:bad|wrong|incorrect|broken) (?:example|way)\b`,
    String.raw`anti-?pattern\b`,
    String.raw`what not to do\b`,
    String.raw`not like (?:this|that|so)\b`,
    String.raw`not recommended\b`,
  ]),
  row("before", "word", [
    String.raw`(?:instead of|rather than) (?:doing |using |writing )?(?:this|that|these|the following)\W*$`,
  ]),
  row("before", "word", [
    String.raw`what (?:you|we|i|it|they|the (?:file|code)) (?:had|have now|currently ha(?:ve|s)|wrote|sent|tried|started with|was|looked like)\b`,
    String.raw`(?:had|looked like|looked|was like) (?:this |that )?(?:before|previously|originally)\b`,
  ]),
  row("before", "word", [
    String.raw`(?:previously|earlier|before|last time),? (?:i|we|you) (?:had |have )?(?:suggested|proposed|wrote|written|sent|tried|had|gave)\b`,
    String.raw`(?:i|you|we) (?:had |have )?(?:previously |earlier |already )?(?:suggested|proposed|sent|tried|applied|gave you) (?:\w+ ){0,3}?(?:earlier|before|previously|last time|already)\b`,
    String.raw`(?:i|you|we)(?:['’]ve| have) already (?:applied|made|committed)\b`,
  ]),
  row("before", "start", [
    String.raw`(?:alternatively|or,? alternatively|as an alternative)\b`,
    String.raw`(?:option|alternative|variant|approach|solution|method|proposal|idea) (?:[a-d]|\d{1,2})\b`,
    String.raw`version [a-d]\b`,
  ]),
  row("before", "word", [String.raw`if you(?:['’]d| would)? (?:prefer|rather)\b`]),
  row("after", "start", [
    String.raw`(?:this|that|the above|these|it)(?: (?:above )?(?:change|example|version|snippet|${EDIT}))? (?:is|was|are|were) (?:only|just|merely|purely|simply|not (?:what|how|the|to|meant|a good)|an? (?:\w+ )?(?:example|sample|illustration|anti-?pattern)|for (?:illustration|reference)|what (?:you|we|it|the|i|not)|how (?:it|the|you|not)|the (?:old|previous|original|current|wrong|bad|incorrect) |(?:wrong|incorrect|bad|rejected|reverted)\b)`,
  ]),
  row("after", "start", [
    String.raw`(?:this|that|the above|it) (?:won['’]?t|does(?: not|n['’]?t)|did(?: not|n['’]?t)|would(?: not|n['’]?t)) (?:work|apply|compile)\b`,
  ]),
  row("after", "start", [
    String.raw`(?:instead|rather),? (?:do|use|write|apply|try|make|you should|it should|prefer)\b`,
    String.raw`(?:use|do|write|apply|try) (?:this|the following) instead\b`,
  ]),
  row("both", "start", ["(?:❌|🚫|⛔|✗|✘|👎)"]),
  // One of several ways, or only on a condition.
  row("before", "word", [String.raw`(?:you|we) (?:can|could|may|might) either\b`, String.raw`if you ever\b`]),
  row("before", "start", [
    String.raw`either\b`,
    String.raw`or\b.*[:：]$`,
    String.raw`if you(?:['’]re| are)? (?:ever |still |only )?(?:use|using|on|want|need|have)\b.*[:：]$`,
    String.raw`once you(?:['’]ve| have| are)\b`,
  ]),
  row("after", "start", [
    String.raw`or\b.{0,40}[:：]$`,
    String.raw`or\b.*\binstead\b.*[:：]$`,
    String.raw`or,? (?:alternatively|instead|shorter|simpler)\b`,
  ]),
  row("both", "word", [
    String.raw`not (?:now|yet)\W*$`,
    String.raw`not before\W*$`,
    "(?:waiting|wait) for your (?:ok|okay|approval|confirmation|go)",
    String.raw`(?:pending|awaiting|subject to) (?:[\w'’]+ ){0,2}(?:review|approval|confirmation|sign-?off)\b`,
    String.raw`after your (?:ok|okay|approval|confirmation|go-ahead)\b`,
    String.raw`(?:after|once|when|until) you(?:['’]ve| have)? (?:confirm|approve|agree|sign)(?:e?d)?\b`,
    String.raw`await(?:ing)? your\b`,
  ]),
  row("both", "start", [String.raw`(?:draft|wip|work in progress)\b`]),
  row("both", "word", [
    String.raw`(?:should i|shall i|may i|can i|do you want me to|would you like me to|want me to|ok(?:ay)? to)\b(?: \w+)? (?:apply|go ahead|proceed|(?:make|use|do|commit) (?:this|that|it|these)\b)(?!.*\b(?:others?|rest|too|as well|also|same)\b).*\?`,
  ]),
  // What is there, what was printed, what someone else wrote.
  row("before", "start", [
    String.raw`(?:(?:here is|here['’]s|this is|see|from) )?(?:the )?output of\b`,
    String.raw`your (?:diff|patch|commit|edit)\W*$`,
  ]),
  row("before", "word", [
    String.raw`git (?:says|shows|show|log|prints|printed|reports|blame|bisect|stash)\b`,
    String.raw`the commit (?:that|which) (?:introduced|broke|caused)\b`,
    String.raw`revert (?:this|that) (?:\w+ )?(?:commit|change|patch|diff)\b`,
    String.raw`to undo (?:this|that|it|my|the)\b`,
  ]),
  row("both", "word", [String.raw`lgtm\b`]),
  row("before", "word", [
    String.raw`(?:currently|probably|presumably) (?:looks?|reads)\b`,
    String.raw`looks? like (?:this )?(?:now|at the moment|right now|today|currently)\b`,
    String.raw`at the moment\W*$`,
    String.raw`i(?:['’]m| am)? assum(?:e|ing) (?:that )?you\b`,
    String.raw`you(?: should|['’]ll| will) (?:then |now )?see\b`,
    String.raw`(?:writes|generates|creates) (?:this|the) file for you\b`,
  ]),
  row("before", "start", [String.raw`from the [\w .-]{1,40} (?:docs|documentation|manual|readme)\b`]),
  row("before", "start", [String.raw`avoid (?:this|that|the following)\b`, String.raw`never (?:write|do|use)\b`]),
  row("before", "word", [
    String.raw`tempting\b`,
    "(?:format|write|phrase|send|structure) your (?:answers?|edits?|repl|responses?|changes)",
  ]),
  row("before", "word", [
    String.raw`no (?:code )?changes? (?:is|are) (?:needed|required|necessary)\b`,
    String.raw`nothing (?:needs|has) to (?:be )?change`,
    String.raw`for (?:comparison|contrast|context|completeness|the record)\b`,
  ]),
  // One of several ways, by its number, in other languages.
  row("before", "start", [
    String.raw`(?:opci[oó]n|alternativa|soluci[oó]n|opção|solução|opzione|soluzione|optie|variante?|möglichkeit|lösung|ansatz|vorschlag|método|metodo|méthode|approche|proposition) (?:[a-d]|\d{1,2})\b`,
  ]),
  row("before", "foreign", [
    String.raw`^[^\p{L}\p{N}]*(?:方案|选项|方法|做法|选择|办法|思路|案|選択肢|オプション|パターン|옵션|방법|방안)\s*[一二三四1-4１-４a-dａ-ｄ](?![\p{L}\p{N}])`,
    String.raw`^[^\p{L}\p{N}]*(?:вариант|способ|спосіб|подход) (?:[а-гa-d]|\d)(?![\p{L}\p{N}])`,
  ]),
  // German
  row("both", "word", [
    String.raw`nicht (?:so )?(?:anwenden|übernehmen|verwenden|einspielen|ausführen|kopieren)\b`,
    String.raw`nur (?:zur |als |ein )?(?:illustration|veranschaulichung|beispiel|demonstration|referenz)\b`,
    String.raw`zur veranschaulichung\b`,
    String.raw`so (?:bitte )?nicht\b`,
    String.raw`(?:schlechtes|falsches) beispiel\b`,
    String.raw`wende\b.{0,20}\bnicht an\b`,
  ]),
  row("before", "word", [
    String.raw`(?:statt dessen|anstatt|statt|anstelle von) (?:dies\w*|das|so|folgend\w*)\W*$`,
    String.raw`so sah (?:es|das|der code) (?:vorher|bisher)\b`,
    String.raw`(?:vorher|bisher) (?:hattest|stand|war|sah)\b`,
    String.raw`ein (?:edit|diff|block) sieht\b`,
    String.raw`(?:zum beispiel|beispielsweise) könnte\b`,
  ]),
  row("before", "start", [String.raw`alternativ\b`]),
  // Spanish, Portuguese
  row("both", "word", [
    String.raw`no (?:lo |la |los )?(?:apliques?|aplicar|aplique|uses|hagas|copies|haga)\b`,
    String.raw`não (?:aplique|aplicar|use|faça|copie)\b`,
    String.raw`(?:s[oó]lo|solamente|únicamente|apenas|somente) (?:como |un |um |a modo de )?(?:ejemplo|ilustraci[oó]n|exemplo|ilustração|referencia)\b`,
    String.raw`a modo de (?:ejemplo|ilustraci[oó]n)\b`,
    String.raw`(?:mal|mau) (?:ejemplo|exemplo)\b`,
  ]),
  row("before", "word", [
    String.raw`en (?:lugar|vez) de (?:esto|eso)\W*$`,
    String.raw`lo que ten[ií]as\b`,
    String.raw`em vez d(?:isto|isso)\W*$`,
  ]),
  row("before", "start", [String.raw`alternativamente\b`]),
  // French, Italian
  row("both", "word", [
    String.raw`n(?:e |['’])(?:pas )?(?:l['’])?appliqu\w+\b`,
    String.raw`(?:juste|seulement|uniquement) (?:un |pour )?(?:exemple|illustration|l['’]exemple)\b`,
    String.raw`mauvais exemple\b`,
    String.raw`non (?:applicare|usare|copiare)\b`,
    String.raw`solo (?:un |a scopo di )?esempio\b`,
    String.raw`au lieu de (?:ceci|cela|ça)\W*$`,
  ]),
  row("both", "foreign", [String.raw`(?:^|\s)à titre d['’](?:exemple|illustration)\b`]),
  // Chinese, Japanese, Korean
  row("both", "foreign", [
    "(?:不要|请勿|切勿|别|勿)(?:直接)?(?:应用|使用|这样|采用|执行|复制|照搬)",
    "(?:仅供|仅作|只是|仅为|仅仅是|只作)(?:一个)?(?:参考|示例|演示|例子|举例|示意|说明)",
    "(?:错误|反面|不好的|坏)(?:的)?(?:示例|例子|写法|做法)",
    "适用しないで",
    "適用しないで",
    "例として",
    "悪い例",
    "적용하지 마",
  ]),
  row("before", "foreign", [
    String.raw`(?:修改前|改动前|变更前|原来的|之前的|旧的)(?:代码|版本|写法|内容)?[：:]?\W*$`,
    String.raw`而不是(?:这样|这个)?[：:]?\W*$`,
    "(?:编辑|补丁|差异)(?:块)?的?(?:格式|样子)(?:如下|是)",
    "変更前",
  ]),
  // Russian
  row("both", "foreign", [
    String.raw`(?:^|[^\p{L}])не (?:применя\p{L}*|использу\p{L}*|делай\p{L}*|копиру\p{L}*)`,
    String.raw`(?:только|просто|лишь) (?:как |для )?(?:пример\p{L}*|иллюстраци\p{L}*)`,
    "для (?:примера|иллюстрации)",
    "плохой пример",
    String.raw`вместо этого\W*$`,
  ]),
  // Polish, Czech, Dutch, Swedish, Turkish
  row("both", "word", [
    "nie (?:stosuj|stosować|stosujcie|używaj|aplikuj|wprowadzaj|rób|należy stosować)",
    "ne(?:aplikuj|použ[ií]vej|prov[aá]d[ěe]j|pou[zž]ij)",
    String.raw`niet (?:toepassen|gebruiken|uitvoeren|kopi[eë]ren)\b`,
    String.raw`pas (?:dit|deze|het)\b.{0,30}\bniet toe\b`,
    String.raw`(?:tillämpa|använd|applicera|kör) (?:inte|ej)\b`,
    "inte (?:tillämpa|applicera)",
    "(?:uygulamayın|kullanmayın)",
    String.raw`(?:bunu|şunu) (?:uygulama|kullanma)\W*$`,
  ]),
  // Ukrainian, Arabic, Hindi
  row("both", "foreign", [
    String.raw`(?:^|[^\p{L}])не (?:застосову\p{L}*|використову\p{L}*|роб\p{L}+)`,
    "لا (?:تطبق|تطبّق|تُطبّق|تقم بتطبيق|تستخدم|تستعمل)",
    "لاگو (?:نہ|مت)",
    "लागू (?:न|मत|नहीं) कर",
    "(?:न|मत) लागू कर",
  ]),
];

/** Words that are all there is on the line. */
export const LABEL = new RegExp(
  String.raw`^(?:(?:here is |here's )?(?:your |the |an? |my |for )?(?:bad|wrong|incorrect|buggy|vulnerable|failed|previous|earlier|original|old|before|alternative|attempt|(?:first|initial) (?:attempt|try|idea)|example|examples|sample|illustration|vorher|bisher|beispiel|zum beispiel|antes|ejemplo|por ejemplo|avant|exemple|par exemple|修改前|示例|例如|до|было|пример|например)(?: (?:example|way|version|code|approach|diff|patch|edit|block|answer|attempt|usage|state|proposal|suggestion|idea|only|\d{1,2}))?(?: of (?:this|that|the|my) (?:version|code|approach|diff|patch|edit|block|answer|change|file))?(?: \([^()]*\))?)$`,
);
