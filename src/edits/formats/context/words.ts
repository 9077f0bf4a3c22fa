// What the words next to an edit say of it: that it is an example, the text as it was, one of two ways, or not to be
// applied. One table for all languages. Ordinary words about a change ("this was wrong", "do not forget") are not among
// them: a row must say something of the edit itself.

/** `after`: only what follows the edit can be about it in these words. */
type Row = { readonly side: "before" | "after" | "both"; readonly says: RegExp };

const LONGEST = 600;

const THIS = String.raw`(?:this|that|these|those|the (?:following|diff|patch|edit|block|change|code|version|snippet|one|below|above))`;
const NOT = String.raw`(?:do not|don['’]?t|dont|never|please avoid|avoid|should(?: not|n['’]?t)|must(?: not|n['’]?t)|not to|no need to)`;
const EDIT = String.raw`(?:edit|edits|diff|patch|(?:search\/replace |edit )?blocks?|hunk|tool call)`;

function row(side: Row["side"], says: string): Row {
  // The text is in lower case: patterns that ignore case, or know all letters, are several times slower.
  return { side, says: new RegExp(says, says.includes("\\p{") ? "u" : "") };
}

const ROWS: readonly Row[] = [
  row("both", String.raw`\b${NOT} (?:\w+ ){0,2}?appl(?:y|ying)\b`),
  row("both", String.raw`\b${NOT} (?:\w+ )?(?:copy|paste|commit|merge)(?:ing)? (?:it|${THIS})\b`),
  row(
    "both",
    String.raw`\b${NOT} (?:\w+ )?(?:do|use|run|write|make|doing|using|running|writing|making) (?:it like )?${THIS}\b`,
  ),
  row(
    "both",
    String.raw`\b(?:for|purely|only|just|merely) (?:an? )?(?:illustrat\w+|demonstration)\b|\billustrative\b|\bhypothetical(?:ly)?\b|\bpseudo-?code\b`,
  ),
  row(
    "both",
    String.raw`\b(?:only|just|merely|simply) (?:an? )?(?:\w+ )?(?:example|sample|illustration|demo|sketch)\b|\b(?:example|sample|reference) only\b|\bfor reference\b|\brough sketch\b`,
  ),
  row(
    "both",
    String.raw`\bnot (?:meant|intended|supposed|ready) (?:to be|for)\b|\bnot a real (?:change|${EDIT})\b|\bnot (?:be )?(?:actually )?applied\b`,
  ),
  row(
    "before",
    String.raw`\b(?:for example|e\.g\.|for instance|as an example)[ ,:].{0,60}\b(?:looks?|would look|could look|might look|is written)\b`,
  ),
  row(
    "before",
    String.raw`^\W*(?:an?|every|each|such an?|one|all) (?:[\w\/-]+ ){0,2}${EDIT} (?:\w+ ){0,2}(?:looks?|is written|has the form|consists?|starts?|begins?)\b`,
  ),
  row(
    "before",
    String.raw`\b(?:example|sample) (?:of )?(?:an?|the|of)? ?(?:\w+ ){0,2}${EDIT}\b|\bexample ${EDIT}\b|\bthe (?:edit |expected |required )?format (?:is|looks)\b|\b(?:in|use|uses|using) (?:this|the following) format\b`,
  ),
  row(
    "before",
    String.raw`\b(?:bad|wrong|incorrect|broken) (?:example|way)\b|\banti-?pattern\b|\bwhat not to do\b|\bnot like (?:this|that|so)\b|\bnot recommended\b`,
  ),
  row(
    "before",
    String.raw`\b(?:instead of|rather than) (?:doing |using |writing )?(?:this|that|these|the following)\W*$`,
  ),
  row(
    "before",
    String.raw`\bwhat (?:you|we|i|it|they|the (?:file|code)) (?:had|have now|currently ha(?:ve|s)|wrote|sent|tried|started with|was|looked like)\b|\b(?:had|looked like|looked|was like) (?:this |that )?(?:before|previously|originally)\b`,
  ),
  row(
    "before",
    String.raw`\b(?:previously|earlier|before|last time),? (?:i|we|you) (?:had |have )?(?:suggested|proposed|wrote|written|sent|tried|had|gave)\b|\b(?:i|you|we) (?:had |have )?(?:previously |earlier |already )?(?:suggested|proposed|sent|tried|applied|gave you) (?:\w+ ){0,3}?(?:earlier|before|previously|last time|already)\b|\b(?:i|you|we)(?:['’]ve| have) already (?:applied|made|committed)\b`,
  ),
  row(
    "before",
    String.raw`^\W*(?:alternatively|or,? alternatively|as an alternative)\b|\bif you(?:['’]d| would)? (?:prefer|rather)\b|^\W*(?:option|alternative|variant|approach) (?:[a-c]|\d{1,2})\b`,
  ),
  row(
    "after",
    String.raw`^\W*(?:this|that|the above|these|it)(?: (?:above )?(?:change|example|version|snippet|${EDIT}))? (?:is|was|are|were) (?:only|just|merely|purely|simply|not (?:what|how|the|to|meant|a good)|an? (?:\w+ )?(?:example|sample|illustration|anti-?pattern)|for (?:illustration|reference)|what (?:you|we|it|the|i|not)|how (?:it|the|you|not)|the (?:old|previous|original|current|wrong|bad|incorrect) |(?:wrong|incorrect|bad|rejected|reverted)\b)`,
  ),
  row(
    "after",
    String.raw`^\W*(?:this|that|the above|it) (?:won['’]?t|does(?: not|n['’]?t)|did(?: not|n['’]?t)|would(?: not|n['’]?t)) (?:work|apply|compile)\b`,
  ),
  row(
    "after",
    String.raw`^\W*(?:instead|rather),? (?:do|use|write|apply|try|make|you should|it should|prefer)\b|^\W*(?:use|do|write|apply|try) (?:this|the following) instead\b`,
  ),
  row("both", String.raw`^\W*(?:❌|🚫|⛔|✗|✘|👎)`),
  // One of several ways, or only on a condition.
  row(
    "before",
    String.raw`\b(?:you|we) (?:can|could|may|might) either\b|^\W*either\b|^\W*or\b.*[:：]$|^\W*if you(?:['’]re| are)? (?:ever |still |only )?(?:use|using|on|want|need|have)\b.*[:：]$|\bif you ever\b|^\W*once you(?:['’]ve| have| are)\b`,
  ),
  row("after", String.raw`^\W*or\b.*\binstead\b.*[:：]$|^\W*or,? (?:alternatively|instead|shorter|simpler)\b`),
  row(
    "both",
    String.raw`\bnot (?:now|yet)\W*$|\bnot before\W*$|^\W*(?:draft|wip|work in progress)\b|\b(?:waiting|wait) for your (?:ok|okay|approval|confirmation|go)|\bawait(?:ing)? your\b`,
  ),
  row(
    "both",
    String.raw`\b(?:should i|shall i|may i|can i|do you want me to|would you like me to|want me to|ok(?:ay)? to)\b(?: \w+)? (?:apply|go ahead|proceed|(?:make|use|do|commit) (?:this|that|it|these)\b).*\?`,
  ),
  // What is there, what was printed, what someone else wrote.
  row(
    "before",
    String.raw`^\W*(?:(?:here is|here['’]s|this is|see|from) )?(?:the )?output of\b|\bgit (?:says|shows|show|log|prints|printed|reports|blame)\b|\bthe commit (?:that|which) (?:introduced|broke|caused)\b|\brevert (?:this|that) (?:\w+ )?(?:commit|change|patch|diff)\b|\bto undo (?:this|that|it|my|the)\b|^\W*your (?:diff|patch|commit|edit)\W*$`,
  ),
  row("both", String.raw`\blgtm\b`),
  row(
    "before",
    String.raw`\b(?:currently|probably|presumably) (?:looks?|reads)\b|\blooks? like (?:this )?(?:now|at the moment|right now|today|currently)\b|\bat the moment\W*$|\bi(?:['’]m| am)? assum(?:e|ing) (?:that )?you\b|\byou(?: should|['’]ll| will) (?:then |now )?see\b|\b(?:writes|generates|creates) (?:this|the) file for you\b|^\W*from the [\w .-]{1,40} (?:docs|documentation|manual|readme)\b`,
  ),
  row(
    "before",
    String.raw`^\W*avoid (?:this|that|the following)\b|^\W*never (?:write|do|use)\b|\btempting\b|\bformat your (?:answers?|edits?|repl)`,
  ),
  // German
  row(
    "both",
    String.raw`\bnicht (?:so )?(?:anwenden|übernehmen|verwenden|einspielen|ausführen|kopieren)\b|\bnur (?:zur |als |ein )?(?:illustration|veranschaulichung|beispiel|demonstration|referenz)\b|\bzur veranschaulichung\b|\bso (?:bitte )?nicht\b|\b(?:schlechtes|falsches) beispiel\b|\bwende\b.{0,20}\bnicht an\b`,
  ),
  row(
    "before",
    String.raw`\b(?:statt dessen|anstatt|statt|anstelle von) (?:dies\w*|das|so|folgend\w*)\W*$|\bso sah (?:es|das|der code) (?:vorher|bisher)\b|\b(?:vorher|bisher) (?:hattest|stand|war|sah)\b|\bein (?:edit|diff|block) sieht\b|\b(?:zum beispiel|beispielsweise) könnte\b|^\W*alternativ\b`,
  ),
  // Spanish, Portuguese
  row(
    "both",
    String.raw`\bno (?:lo |la |los )?(?:apliques?|aplicar|aplique|uses|hagas|copies|haga)\b|\bnão (?:aplique|aplicar|use|faça|copie)\b|\b(?:s[oó]lo|solamente|únicamente|apenas|somente) (?:como |un |um |a modo de )?(?:ejemplo|ilustraci[oó]n|exemplo|ilustração|referencia)\b|\ba modo de (?:ejemplo|ilustraci[oó]n)\b|\b(?:mal|mau) (?:ejemplo|exemplo)\b`,
  ),
  row(
    "before",
    String.raw`\ben (?:lugar|vez) de (?:esto|eso)\W*$|\blo que ten[ií]as\b|\bem vez d(?:isto|isso)\W*$|^\W*alternativamente\b`,
  ),
  // French, Italian
  row(
    "both",
    String.raw`\bn(?:e |['’])(?:pas )?(?:l['’])?appliqu\w+\b|(?:^|\s)à titre d['’](?:exemple|illustration)\b|\b(?:juste|seulement|uniquement) (?:un |pour )?(?:exemple|illustration|l['’]exemple)\b|\bmauvais exemple\b|\bnon (?:applicare|usare|copiare)\b|\bsolo (?:un |a scopo di )?esempio\b|\bau lieu de (?:ceci|cela|ça)\W*$`,
  ),
  // Chinese, Japanese, Korean
  row(
    "both",
    "(?:不要|请勿|切勿|别|勿)(?:直接)?(?:应用|使用|这样|采用|执行|复制|照搬)|(?:仅供|仅作|只是|仅为|仅仅是|只作)(?:一个)?(?:参考|示例|演示|例子|举例|示意|说明)|(?:错误|反面|不好的|坏)(?:的)?(?:示例|例子|写法|做法)|适用しないで|適用しないで|例として|悪い例|적용하지 마",
  ),
  row(
    "before",
    "(?:修改前|改动前|变更前|原来的|之前的|旧的)(?:代码|版本|写法|内容)?[：:]?\\W*$|而不是(?:这样|这个)?[：:]?\\W*$|(?:编辑|补丁|差异)(?:块)?的?(?:格式|样子)(?:如下|是)|変更前",
  ),
  // Russian
  row(
    "both",
    String.raw`(?:^|[^\p{L}])не (?:применя\p{L}*|использу\p{L}*|делай\p{L}*|копиру\p{L}*)|(?:только|просто|лишь) (?:как |для )?(?:пример\p{L}*|иллюстраци\p{L}*)|для (?:примера|иллюстрации)|плохой пример|вместо этого\W*$`,
  ),
  // Polish, Czech, Dutch, Swedish, Turkish
  row(
    "both",
    String.raw`\bnie (?:stosuj|stosować|stosujcie|używaj|aplikuj|wprowadzaj|rób|należy stosować)|\bne(?:aplikuj|použ[ií]vej|prov[aá]d[ěe]j|pou[zž]ij)|\bniet (?:toepassen|gebruiken|uitvoeren|kopi[eë]ren)\b|\bpas (?:dit|deze|het)\b.{0,30}\bniet toe\b|\b(?:tillämpa|använd|applicera|kör) (?:inte|ej)\b|\binte (?:tillämpa|applicera)|\b(?:uygulamayın|kullanmayın)|\b(?:bunu|şunu) (?:uygulama|kullanma)\W*$`,
  ),
  // Ukrainian, Arabic, Hindi
  row(
    "both",
    String.raw`(?:^|[^\p{L}])не (?:застосову\p{L}*|використову\p{L}*|роб\p{L}+)|لا (?:تطبق|تطبّق|تُطبّق|تقم بتطبيق|تستخدم|تستعمل)|لاگو (?:نہ|مت)|लागू (?:न|मत|नहीं) कर|(?:न|मत) लागू कर`,
  ),
];

/** Words that are all there is on the line. */
const LABEL = new RegExp(
  String.raw`^(?:(?:here is |here's )?(?:your |the |an? |my |for )?(?:bad|wrong|incorrect|previous|earlier|original|old|before|example|examples|sample|illustration|vorher|bisher|beispiel|zum beispiel|antes|ejemplo|por ejemplo|avant|exemple|par exemple|修改前|示例|例如|до|было|пример|например)(?: (?:example|way|version|code|approach|diff|patch|edit|block|answer|attempt|usage|state|proposal|suggestion|idea|only|\d{1,2}))?(?: \([^()]*\))?)$`,
);

/** Whether a line before or after an edit says that it is not, or may not be, meant to be applied. */
export function saysNotMeant(line: string, side: "before" | "after"): boolean {
  const text = line
    .slice(0, LONGEST)
    .toLowerCase()
    .replaceAll(/[*_`~]+/g, "")
    .replaceAll(/<\/?(?:details|summary|b|i|em|strong|p|div)>/g, "")
    .trim();
  if (side === "before" && LABEL.test(text.replaceAll(/^(?:[#>\s]|\d{1,2}[.)]\s|[•+-]\s)+|[\s:：.!]+$/gu, "")))
    return true;
  return sentencesOf(text).some((sentence) => {
    const isOfAbove = /\b(?:above|instead)\b|^\W*or\b|以上|上面|oben/.test(sentence);
    // A sentence that ends in a colon is about what follows it.
    if (side === "after" && /[:：]$/u.test(sentence) && !isOfAbove) return false;
    if (side === "before" && /\babove\b|以上|上面|\boben\b/.test(sentence)) return false;
    return ROWS.some((each) => (each.side === "both" || each.side === side) && each.says.test(sentence));
  });
}

/** For a heading, which is about all that is below it. */
export function headingSaysNotMeant(line: string): boolean {
  return saysNotMeant(line, "before");
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?。！？;])(?:\s+|(?=[\p{Script=Han}]))/u).filter((sentence) => sentence !== "");
}
