// What comments say that stand for code which is not shown, in the languages that chats are used in: "rest of the code",
// "unverändert", "其余代码不变". One table; each pattern is for the whole comment, without its signs and dots.

import { onFirstUse } from "../../base/index.ts";

const THINGS =
  "(?:code|file|page|functions?|methods?|class(?:es)?|implementations?|imports?|logic|modules?|components?|body|contents?|tests?|script|lines?|fields?|properties|props|state|routes|handlers|cases|styles|rules|definitions|markup|template|config|configuration|settings|entries|items|options|columns|variables|constants|types|interfaces|document|section|schema|models|views|endpoints|dependencies|elements|fixtures|helpers)";
const END =
  "(?: (?:here|above|below|goes here|go here|continues?|continues? here|unchanged|omitted|as is|as before|not shown|etc|is unchanged|are unchanged|(?:stays?|remains?|is|are)(?: the)? (?:same|unchanged|as before)|remains?|stays?|for brevity|omitted for brevity))?$";
const UNCHANGED =
  "(?:(?:stays?|remains?|is|are)(?: the)? (?:same|unchanged|as(?: (?:they are|it is|is|before))?)|unchanged|omitted|as before|as is|goes? here|continues?(?: here)?)";

/** Whether these words, without signs and dots around them, say that code is left out. */
export function claimsElision(words: string, { dotted }: { readonly dotted: boolean }): boolean {
  const { plain, dotted: onlyDotted } = patterns();
  const fits = (pattern: RegExp): boolean => pattern.test(words);
  return plain.some(fits) || (dotted && onlyDotted.some(fits));
}

const patterns = onFirstUse(() => ({ plain: PLAIN.map(compiled), dotted: DOTTED.map(compiled) }));

function compiled(claim: string): RegExp {
  return new RegExp(claim, "iu");
}

/** Claims that need no dots to be understood. */
const PLAIN: readonly string[] = [
  `^(?:the )?(?:rest|remainder) of (?:the |this |your |my )?(?:\\w+ ){0,2}?${THINGS}${END}`,
  `^(?:keep )?(?:the |all |your )?existing (?:code|implementation|imports|content|logic|methods|functions)${END}`,
  `^(?:code|everything|all|rest|the rest|remaining code|${THINGS})(?: else)?(?: below| above| here)? (?:is |are |remains? |stays? )?(?:unchanged|omitted|elided|as before|the same|not shown|snipped|truncated)(?: for brevity)?$`,
  `^(?:the |all )?(?:other|remaining|existing|previous|original) (?:\\w+ ){0,2}?${THINGS} ${UNCHANGED}$`,
  `^remaining (?:\\w+ )?${THINGS}$`,
  `^(?:keep|leave) (?:the |all (?:the )?)?(?:rest|everything else|other ${THINGS})(?: of .{1,30}?)?(?: (?:as is|as it is|unchanged|the same|here))?$`,
  "^(?:unchanged|omitted|same as before|as before|no changes?(?: (?:here|above|below|needed|elsewhere))?|nothing (?:else )?changes(?: here)?)$",
  `^(?:truncated|omitted|skipped|snipped|elided|hidden|collapsed) (?:\\d+|some|many|several|a few|the (?:rest|remaining|other)) ?(?:of )?(?:more |other |further |similar )*(?:${THINGS}|\\p{L}+)?(?: for brevity)?$`,
  `^(?:\\d+|some|many|several) (?:more |other |further |similar |unchanged )*(?:${THINGS}|characters|bytes) (?:unchanged|truncated|omitted|skipped|snipped|elided|hidden|collapsed|not shown|cut|removed)(?: for brevity)?$`,
  "^[-=<[( ]*(?:snip|snipped|truncated|elided)[-=>\\]) ]*$",
  "^[✂✄\\uFE0F ]+(?:snip[✂✄\\uFE0F ]*)?$",
  // German
  "^(?:\\p{L}+ )?(?:bestehend|vorhanden|bisherig|restlich|übrig|unverändert|existierend)\\p{L}* (?:\\p{L}+ ){0,2}?(?:code|datei|funktion(?:en)?|methoden?|klassen?|importe?|inhalte?|logik|implementierung|teil|felder|zeilen|routen|tests)(?: (?:bleibt|bleiben|hier|unverändert|wie|gleich|bisher|vorher|ist|sind))*$",
  "^(?:der |alles )?(?:rest|übrige)(?: (?:des|der|vom|codes?|datei|funktion|klasse|bleibt|ist|wie|unverändert|gleich|hier|bisher|vorher|gehabt))*$",
  "^(?:bleibt |alles )?(?:unverändert|wie (?:bisher|vorher|gehabt)|ausgelassen|gekürzt)$",
  // Spanish and Portuguese
  "^(?:el |o )?(?:resto|restante) (?:de(?:l| la| los| las)?|d[oae]s?) (?:\\p{L}+ ){0,2}?\\p{L}+(?: (?:sin cambios|igual|aqu[ií]|sem alterações|inalterad[oa]|permanece|contin[uú]a|se mantiene|sigue|el mismo|o mesmo))*$",
  "^(?:el |o |los |os |las |as )?(?:código|contenido|conteúdo|imports?|funciones|funções|métodos|lógica|implementación|implementação) (?:ya )?(?:existente|anterior|restante|original|actual|atual|previo|sin cambios|sem alterações|omitido)s?(?: (?:aqu[ií]|igual|sin cambios|sem alterações))?$",
  "^(?:sin cambios|igual que antes|sem alterações|como antes|omitido|el resto igual|o resto igual)$",
  // French and Italian
  "^(?:le |la )?reste (?:du|de la|des|de l['’]) ?(?:\\p{L}+ ?){1,3}(?:inchangée?s?|identique|ici)?$",
  "^(?:le |la |les )?(?:code|contenu|imports?|fonctions?|méthodes?|logique|implémentation) (?:existante?s?|inchangée?s?|précédente?s?|restante?s?|actuelle?s?|omise?s?)(?: (?:ici|inchangée?s?))?$",
  "^(?:inchangée?s?|identique|comme avant|sans changement|le reste est inchangé)$",
  "^(?:il |lo )?resto (?:del|della|dello|dei) \\p{L}+(?: (?:invariat\\p{L}|uguale|qui|rimane))*$",
  "^(?:codice|contenuto|funzioni|metodi|logica) (?:esistent[ei]|invariat[oi]|precedent[ei]|rimanent[ei])$",
  "^invariat[oa]$",
  // Chinese, Japanese, Korean
  "^(?:此处|这里)?(?:其余|其他|其它|剩余|剩下|现有|原有|已有|之前|原来|原先|余下)的?(?:代码|部分|内容|逻辑|实现|方法|函数|导入|文件|字段|配置|样式|路由|测试)?(?:保持|都|均|与之前|和之前|，|,)*(?:不变|省略|略|同上|未变|未改动|没有变化|无变化|相同|一致|一样|原样)?$",
  "^(?:代码|内容|部分|此处|这里|以下|中间|以上)*(?:代码|部分|内容)?(?:保持)?(?:省略|略去|不变|未改动|无变化|没有变化|同上|原样)(?:代码|部分|内容|若干)?$",
  "^(?:既存|残り|その他|以前|元)の?(?:コード|処理|部分|メソッド|関数|実装|内容|インポート)(?:は|を)?(?:省略|変更なし|そのまま|同じ|略)?$|^(?:省略|変更なし|以下同様|中略|以下略)$",
  "^(?:기존|나머지|이전|다른) ?(?:코드|내용|부분|함수|메서드|로직)(?:는|은)? ?(?:동일|그대로|생략|유지|변경 없음)?$|^(?:생략|동일|변경 없음)$",
  // Russian
  "^(?:остальн|существующ|прежн|предыдущ|оставш|имеющ)\\p{L}* (?:\\p{L}+ ){0,2}?(?:код|кода|част\\p{L}*|файл\\p{L}*|метод\\p{L}*|функци\\p{L}*|логик\\p{L}*|импорт\\p{L}*|содержим\\p{L}*|реализаци\\p{L}*)(?: \\p{L}+){0,3}$",
  "^(?:без изменений|как (?:раньше|прежде|было)|не изменил\\p{L}*|остальное(?: без изменений)?|пропущено)$",
];

/** Claims that ordinary comments make too; with dots they mean code that is not shown. */
const DOTTED: readonly string[] = [
  `^(?:keep )?(?:the |all |all the |your |my )?(?:existing|previous|other|remaining|unchanged|same|original|more|additional) (?:\\w+ ){0,2}?${THINGS}${END}`,
  "^(?:and so on|etc|keep the rest|the rest|rest|more|und so weiter|usw|y así|其他|等等)$",
];
