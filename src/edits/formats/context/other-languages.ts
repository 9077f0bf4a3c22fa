// What is said after an edit that takes it back, keeps the file as it is or asks whether to apply it, and what announces
// several ways, in languages other than English. One table by language; the text is in lower case. Ordinary words after an
// edit ("the rest stays as it is", "other changes are not needed") are not among them.

import { onFirstUse } from "../../../base/index.ts";

type Language = {
  /** The edit is rejected, was undone, or waits for an answer. */
  readonly rejects: readonly string[];
  /** Something stays as it is: of the rest of a file this is ordinary. */
  readonly keeps: readonly string[];
  /** There are several ways, of which one is to be chosen. */
  readonly announces: readonly string[];
};

const LANGUAGES: Readonly<Record<string, Language>> = {
  german: {
    rejects: [
      "(?:davon (?:rate|würde) ich|rate ich (?:aber |jedoch |dir |ihnen )*(?:davon )?(?:eher )?ab(?!\\p{L}))",
      "^\\W*(?:aber |also |doch |dann )*(?:lieber|besser) (?:doch )?nicht(?!\\p{L})",
      "(?:das|dies|es) (?:geht|funktioniert|klappt) (?:so |aber |leider |jedoch )+nicht",
      "^\\W*(?:das|dies|es|die änderung) (?:ist|wäre) (?:aber |jedoch |eigentlich |hier )*(?:nicht (?:nötig|notwendig|sinnvoll|empfehlenswert|gewollt)|unnötig|falsch|keine gute idee)",
      "(?:soll|darf|kann) ich (?:das|die|diese|dies|es) .{0,40}(?:anwenden|übernehmen|einbauen|umsetzen|einspielen|ändern|machen)\\W*\\?",
      "(?:wieder|dann|jedoch|aber) (?:verworfen|zurückgenommen|rückgängig gemacht|abgelehnt)(?!\\p{L})",
    ],
    keeps: [
      "(?:lass|lasst|lassen|belass|belassen|behalte|behalten)(?!\\p{L}).{0,50}(?:so,? wie|wie (?:er|sie|es) (?:ist|war|sind)|unverändert|beim alten)",
      "^\\W*(?:also |dann )?(?:wir bleiben|ich bleibe|es bleibt) (?:lieber |besser |also |aber )?(?:bei|beim)(?!\\p{L})",
    ],
    announces: [
      "(?:es gibt|hier sind|du hast|sie haben|ich sehe) (?:zwei|drei|mehrere|verschiedene) (?:möglichkeiten|optionen|varianten|wege|lösungen|ansätze|alternativen)",
    ],
  },
  french: {
    rejects: [
      "^\\W*(?:mais |donc )?(?:finalement|en fait|réflexion faite|à la réflexion),? (?:mieux vaut )?(?:non|ne? pas)(?!\\p{L})",
      "mieux vaut (?:ne )?pas(?!\\p{L})",
      "(?<!\\p{L})je (?:te |vous )?(?:le |la )?déconseille",
      "(?:dois-je|voulez-vous que je|veux-tu que je|souhaitez-vous que je) .{0,20}(?:appliqu|fass|modifi|procèd)",
      "(?:ça|cela) ne (?:marche|fonctionne) (?:donc |malheureusement )?pas",
      "j(?:e l)?['’](?:l['’])?ai (?:donc |ensuite |finalement )?(?:annulé|abandonné|rejeté)(?!\\p{L})",
    ],
    keeps: [
      "(?:gardons|gardez|garde|laisse|laissez|laissons|conservons|conservez) .{0,50}(?:telle?s? quelle?s?|comme (?:il|elle) est|comme avant|en l['’]état)",
      "(?:^|[;,] )(?:gardons|conservons) (?:le |la |l['’])?\\S+\\W*$",
    ],
    announces: [
      "(?:il y a|voici|vous avez|tu as|je vois|il existe) (?:deux|trois|plusieurs) (?:possibilités|options|façons|manières|solutions|approches|variantes|alternatives)",
    ],
  },
  spanish: {
    rejects: [
      "(?:^\\W*|pensándolo (?:bien|mejor),? )(?:pero )?(?:mejor|al final) no(?!\\p{L})",
      "no (?:lo |la )recomiendo(?!\\p{L})|(?:lo|la) desaconsejo",
      "(?:quieres|quiere|deseas|desea) que (?:lo |la |los )?(?:apliqu|haga|cambi|modifi).*\\?",
      "(?:^|[,;] )(?:luego |después |así que )?(?:lo|la) (?:revertí|descarté|rechacé|deshice)",
    ],
    keeps: [
      "(?:déjal[oa]|dejal[oa]|deja|deje|dejemos|dejad|dejémosl[oa]) .{0,50}(?:como est[áa]n?|tal cual|sin cambios)",
      "(?:déjal[oa]|dejémosl[oa]) así(?!\\p{L})",
    ],
    announces: [
      "(?:hay|aquí tienes|tienes|tiene|veo|existen) (?:dos|tres|varias) (?:opciones|formas|maneras|posibilidades|soluciones|alternativas|enfoques|variantes)",
    ],
  },
  portuguese: {
    rejects: [
      "(?:^\\W*|pensando (?:bem|melhor),? )(?:mas )?melhor não(?!\\p{L})",
      "não (?:o |a )?recomendo(?!\\p{L})",
      "(?:quer|deseja|gostaria) que eu (?:o |a )?(?:apliqu|faç|alter|mud).*\\?",
    ],
    keeps: ["(?:deixe|deixa|deixemos|mantenha) .{0,50}(?:como (?:está|estava)|sem alterações)"],
    announces: [
      "(?:há|existem|aqui estão|você tem|vejo) (?:duas|três|várias) (?:opções|formas|maneiras|possibilidades|soluções|alternativas|abordagens|variantes)",
    ],
  },
  italian: {
    rejects: [
      "^\\W*(?:ma |anzi,? |però )?(?:ripensandoci,? )?(?:è )?meglio (?:di )?no(?!\\p{L})",
      "(?<!\\p{L})lo sconsiglio|non lo consiglio",
      "(?:vuoi|vuole|desidera) che (?:lo |la )?(?:applic|facci|modific).*\\?",
    ],
    keeps: ["(?:lascia|lasciamo|lasci|lascialo) .{0,50}(?:com['’]è|così com|invariat)"],
    announces: [
      "(?:ci sono|ecco|hai|vedo|esistono) (?:due|tre|diverse|varie) (?:opzioni|possibilità|modi|soluzioni|alternative|approcci|varianti)",
    ],
  },
  dutch: {
    rejects: [
      "^\\W*(?:maar |toch )?(?:liever|beter) niet(?!\\p{L})",
      "zal ik (?:dit|deze|het) .{0,30}(?:toepassen|doorvoeren)",
    ],
    keeps: ["laat (?:het|dit|de code|het bestand) .{0,30}(?:zoals het is|ongewijzigd)"],
    announces: [
      "(?:er zijn|hier zijn|je hebt|ik zie) (?:twee|drie|meerdere) (?:mogelijkheden|opties|manieren|oplossingen)",
    ],
  },
  russian: {
    rejects: [
      "^\\W*(?:но |хотя |впрочем,? )?(?:лучше|пожалуй,?) не (?:надо|стоит|делать|менять|трогать)",
      "(?<!\\p{L})(?:так|этого|это) (?:делать |менять )?не (?:стоит|надо|нужно)(?!\\p{L})",
      "не рекомендую|(?:откатил|отменил|отклонил)[аи]?(?!\\p{L})",
      "(?:применить|внести|сделать) (?:это|эти|эту|такую)?.{0,20}\\?",
    ],
    keeps: ["(?:оставь|оставьте|оставим|оставляем) .{0,40}(?:как есть|как было|без изменений)"],
    announces: ["(?:есть|существует|вот|вижу) (?:два|три|несколько) (?:вариант|способ|подход|решени)"],
  },
  chinese: {
    rejects: [
      "算了(?:吧)?[，,。.！!\\s]|算了吧?$",
      "(?:保持|维持|保留) ?[^，。,\\s]{1,12} ?就(?:好|行|可以)",
      "(?:保持|维持)(?:现状|原样|现在的)",
      "不(?:建议|推荐)(?:您|你|大家)?(?:这样|这么|这个|采用|直接)",
      "(?:是否|要不要|需要我|需不需要|要我|可以).{0,14}(?:应用|执行|提交|修改|改动)[^。]{0,12}[吗?？]",
      "(?:这样|这么做|上面的|以上)(?:修改|改动|做法|代码|写法)?(?:是)?(?:不行|有问题|错|行不通|不对)",
      "(?:已经?|后来|最后)(?:又)?(?:撤销|回滚|放弃|否决)",
    ],
    keeps: [],
    announces: [
      "(?:两|二|三|几|2|3) ?(?:种|个|套)(?:方案|方法|选择|选项|办法|思路|做法|写法)",
      "(?:选择|任选|选)其(?:中)?一|二选一|三选一",
    ],
  },
  japanese: {
    rejects: [
      "(?:元|現在|今|現状|既存)の(?:コード|実装|設定|まま|状態)?.{0,4}(?:のまま|まま)?で(?:問題|大丈夫|構いません|かまいません|良い|いい|十分)",
      "やめておき|やめましょう|見送(?:り|る|っ)|却下|取り消しま|元に戻しま",
      "(?:適用|変更|反映|修正|実行|進めて).{0,8}(?:よろしい|いい|良い|宜しい)(?:です|でしょう)か",
      "(?:適用|変更|反映|修正)しますか|(?:適用|変更|反映|修正)しましょうか",
      "^(?:ただし、?|しかし、?)?(?:この|その|上記の|今回の)(?:変更|修正|方法)は(?:不要|必要ありません|お勧め|おすすめ|推奨)(?!し?ます)",
    ],
    keeps: [],
    announces: ["(?:2|二|３|3|三|２|いくつかの) ?(?:つ|通り|種類)?の(?:方法|案|選択肢|やり方|アプローチ)(?:が|から)"],
  },
  korean: {
    rejects: [
      "하지 않는 (?:게|것이) 좋|추천하지 않|취소했|되돌렸|되돌리겠",
      "적용(?:할까요|해도 될까요|하시겠습니까|해 드릴까요)|(?:수정|변경)(?:할까요|해도 될까요|하시겠습니까)",
      "(?:현재|지금|원래|기존)(?:의)? ?(?:코드)?(?:를|가|대로)? ?(?:그대로 )?(?:두는|유지하는) (?:게|것이) 좋",
    ],
    keeps: [],
    announces: ["(?:두|세|여러|2|3) ?(?:가지|개)(?:의)? ?(?:방법|옵션|방안|선택지)"],
  },
};

/** Whether one may go ahead; "may I also …" is about something else. */
const MAY_I =
  /^\W*(?:posso|podemos|puedo|peut-on|je peux|puis-je|on y va|soll ich|kann ich|darf ich|mag ik|zal ik|mogę|można|можно|могу|kan jag|får jag|kan jeg)(?!\p{L})(?!.*(?<!\p{L})(?:auch|noch|weitere|tests?|também|también|mais|más|aussi|encore|d['’]autres|anche|altr[ioe]|ook|nog|też|jeszcze|также|ещё|också|också)(?!\p{L})).{0,60}\?\W*$/u;

/** A second thought, which begins a sentence: "Хотя нет, …", "Anzi no: …", "Aber nein". */
const SECOND_THOUGHT =
  /^\W*(?:хотя|впрочем|aunque|anzi|enfin|mais|aber|doch|pero|ma|mas|se bem que|maar|men|ale|choć)[ ,]+(?:нет|no|non|nein|não|nee|nej|nei|nie)(?!\p{L})\s*(?=[,.!:;—–-]|$)|^\W*(?:不对|不行|いや|아니)[，,。.！!、…]/u;

/** The rest of a file, and what is left out of a change, ordinarily stays as it is. */
const REST =
  /(?<!\p{L})(?:rest|restliche?n?|übrige?n?|andere?n?|sonstige?n?|reste|autres?|resto|demás|otros?|otras?|outros?|outras?|altr[aieo]|overige|ostaln\p{L}*|остальн\p{L}*|друг\p{L}*)(?!\p{L})/u;

const all = (part: keyof Language): RegExp =>
  new RegExp(
    Object.values(LANGUAGES)
      .flatMap((language) => language[part])
      .map((says) => `(?:${says})`)
      .join("|"),
    "u",
  );

const patterns = onFirstUse(() => ({
  rejects: all("rejects"),
  keeps: all("keeps"),
  announces: all("announces"),
}));

/** Whether a sentence directly after an edit rejects it. In lower case, without the marks of bold text and code. */
export function rejectsElsewhere(sentence: string): boolean {
  const { rejects, keeps } = patterns();
  return (
    rejects.test(sentence) ||
    SECOND_THOUGHT.test(sentence) ||
    MAY_I.test(sentence) ||
    (keeps.test(sentence) && !REST.test(sentence))
  );
}

/** Whether a sentence says that there are several ways. */
export function announcesElsewhere(sentence: string): boolean {
  return patterns().announces.test(sentence);
}

/** Words without which no sentence of the tables announces anything: looked for in every line. */
export const MAY_ANNOUNCE =
  /möglichkeiten|optionen|varianten|\bwege\b|lösungen|ansätze|possibilités|façons|manières|opciones|formas|maneras|posibilidades|soluciones|enfoques|opções|maneiras|soluções|abordagens|opzioni|possibilità|\bmodi\b|soluzioni|approcci|mogelijkheden|opties|manieren|oplossingen|вариант|способ|подход|решени|方案|方法|选择|选项|办法|思路|做法|写法|其一|其中一|选一|案|選択肢|やり方|アプローチ|방법|옵션|방안|선택지/;
