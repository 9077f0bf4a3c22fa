// Which letters are taken for impostors, and which texts are left alone, in both directions.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Reading } from "./direction.ts";
import { lookAlikes } from "./look-alikes.ts";
import * as tables from "./look-alike-tables.ts";

const draw = (text: string, reading: Reading = "code"): string => {
  const found = new Set(lookAlikes(text, reading));
  let drawn = "";
  let at = 0;
  for (const letter of text) {
    drawn += found.has(at) ? `«${letter}»` : letter;
    at += letter.length;
  }
  return drawn;
};

describe("what pretends is found", () => {
  test.each([
    ["one letter in a word", "exаmple.test", "ex«а»mple.test"],
    ["several", "раypal", "«р»«а»ypal"],
    ["more of them than Latin ones", "раураl", "«р»«а»«у»«р»«а»l"],
    ["a Greek one", "cοnst", "c«ο»nst"],
    ["one that is alike only inside a word", "αdmin ρassword", "«α»dmin «ρ»assword"],
    ["a Latin letter in a Russian word", "привeт", "прив«e»т"],
    ["a Latin letter in a Greek word", "Καλημέρa", "Καλημέρ«a»"],
    ["a Greek letter in a Russian word", "кοт", "к«ο»т"],
    ["a whole word", "if (а === сору)", "if («а» === «с»«о»«р»«у»)"],
    ["a whole word, beside Russian that has more than a space between", "сору(файл)", "«с»«о»«р»«у»(файл)"],
    ["a whole word, before a Russian comment", "return сору; // проверка", "return «с»«о»«р»«у»; // проверка"],
    ["a whole word, in a list with Russian ones", "f(сору, число)", "f(«с»«о»«р»«у», число)"],
    ["a whole word in a Russian sentence", "// вызываем сору здесь", "// вызываем «с»«о»«р»«у» здесь"],
    ["a whole word between Russian words", "ср файл копия", "«с»«р» файл копия"],
    ["a part of a name", "сору_файл", "«с»«о»«р»«у»_файл"],
    ["a whole word in Greek", "let ραυ = 1", "let «ρ»«α»«υ» = 1"],
    ["one letter that has no shape of its own", "ο = 1; α = 2", "«ο» = 1; α = 2"],
    ["Latin beside a Russian word", "это exаmple и кот", "это ex«а»mple и кот"],
    ["Armenian", "gօօgle", "g«օ»«օ»gle"],
    ["Cherokee", "ᏢᎪᎩᏢᎪᏞ", "«Ꮲ»«Ꭺ»«Ꭹ»«Ꮲ»«Ꭺ»«Ꮮ»"],
    ["Lisu", "ꓮꓒmin", "«ꓮ»«ꓒ»min"],
    ["dotless i", "if (admın)", "if (adm«ı»n)"],
    ["a phonetic letter", "ɑdmin", "«ɑ»dmin"],
    ["small capitals", "ʀᴏᴏᴛ", "«ʀ»«ᴏ»«ᴏ»«ᴛ»"],
    ["an exclamation mark that is a letter", "if (environmentǃ=PROD)", "if (environment«ǃ»=PROD)"],
    ["joined letters", "proﬁle ĳk", "pro«ﬁ»le «ĳ»k"],
    ["mathematical letters", "𝐚dmin 𝟏0 ℓ", "«𝐚»dmin «𝟏»0 «ℓ»"],
    ["wide letters", "if (ａdmin || ｒｏｏｔ)", "if («ａ»dmin || «ｒ»«ｏ»«ｏ»«ｔ»)"],
    ["wide signs", "a ＝ b", "a «＝» b"],
    ["a digit of another script in a number", "limit = 1০০", "limit = 1«০»«০»"],
    ["one that looks like a digit, alone", "if (n > ৪)", "if (n > «৪»)"],
    ["marks across a letter", "a =\u0338 b; o\u0338", "a =«\u0338» b; o«\u0338»"],
    ["an accent on an impostor", "ό = 1", "«ό» = 1"],
  ])("%s", (_, line, drawn) => expect(draw(line)).toBe(drawn));

  test.each([
    ["a letter in a path with Russian words", "Мои документы а/файл.txt", "Мои документы «а»/файл.txt"],
    ["a whole word in a path", "src/сору.ts", "src/«с»«о»«р»«у».ts"],
    ["beside Russian in a command", "rm -rf сору это", "rm -rf «с»«о»«р»«у» это"],
    ["slashes that are none", "a∕b⁄c⧸d", "a«∕»b«⁄»c«⧸»d"],
    ["a dot and a colon", "a․ts b꞉c", "a«․»ts b«꞉»c"],
    ["a minus", "rm −rf", "rm «−»rf"],
    ["Turkish", "kapı.txt", "kap«ı».txt"],
    ["a symbol that is no letter", "⍺dmin", "«⍺»dmin"],
  ])("in a name: %s", (_, name, drawn) => {
    expect(draw(name, "name")).toBe(drawn);
    expect(draw(name, "exact")).toBe(drawn);
  });

  test.each([
    ["quotes that quote nothing", "echo ‘; rm -rf ~; ’", "echo «‘»; rm -rf ~; «’»"],
    ["double ones", "echo “$(id)”", "echo «“»$(id)«”»"],
    ["dashes", "rm –rf ‑‑force —x", "rm «–»rf «‑»«‑»force «—»x"],
    ["a star, a tilde, a bar", "cat ∗ ∼/x ∥ y", "cat «∗» «∼»/x «∥» y"],
    ["an accent for a quote", "echo ´a´ `b`", "echo «´»a«´» `b`"],
    ["dots", "cd … && ls ..", "cd «…» && ls .."],
  ])("in a path or a command: %s", (_, command, drawn) => {
    expect(draw(command, "exact")).toBe(drawn);
    expect(draw(command, "name")).toBe(command);
  });
});

describe("text that is simply written so is left alone", () => {
  test.each([
    ["English", "const admin = true; // it's “fine” – really…"],
    ["Russian", "А у нас во дворе растёт старый дуб, и с него видно озеро."],
    ["Russian, short words", "Кот и кит, а с ними оса"],
    ["Russian with Latin names", "Запустите npm test, а потом откройте файл с отчётом в Chrome"],
    ["Russian in code", 'const title = "Новый файл"; // а это заголовок'],
    ["Russian, capitals", "Все файлы. В файле нет строк. НЕТ ДОСТУПА! КАК ЭТО РАБОТАЕТ, Её ресурс занят"],
    ["Greek, capitals", "ΚΑΙ ΤΟ ΣΠΙΤΙ, Το αρχείο; Αν υπάρχει"],
    ["Ukrainian, short words", "її файли, усіх їх видно, їх багато"],
    ["Bulgarian and Serbian, short words", "се намира тук, са добри; је добро, јесу ли ту"],
    ["Ukrainian", "І сонце, і вітер, і дощ — усе це є в нашому місті."],
    ["Belarusian", "У нас ёсць хата, сад і рака."],
    ["Bulgarian", "Аз имам една котка, а тя има две очи."],
    ["Serbian", "Он и она су у кући, а јесен је топла."],
    ["Kazakh", "Менің атым Асан, мен қалада тұрамын."],
    ["Greek", "Το σπίτι είναι μεγάλο και ο κήπος έχει νερό."],
    ["Greek in formulas", "const Δx = 5 * μs + λ; β = π / 2; α = 0.5"],
    ["Armenian", "Ես ապրում եմ քաղաքում և ունեմ մեկ շուն։"],
    ["Georgian", "მე ვცხოვრობ ქალაქში და მყავს ძაღლი."],
    ["Turkish", "Kapıyı açtım, ışığı yaktım ve çayımı içtim."],
    ["Polish, Vietnamese, Icelandic", "Zażółć gęślą jaźń; Tôi thích uống trà; Ég á hús"],
    ["German, French", "Größe und Öl; le cœur, l’été"],
    ["Hindi", "मेरे पास २ किताबें हैं और १० कलम"],
    ["Bengali", "আমার বয়স ৪৮ বছর"],
    ["Thai", "ราคา ๑๐๐ บาท ใช้API"],
    ["Chinese", "使用 Git（版本控制）来管理代码，很方便！"],
    ["Japanese", "ＵＲＬを開く。「ＡＢＣ」と入力、１２３。 日本語 ｆｕｌｌ"],
    ["Korean", "이 파일은 API를 사용합니다"],
    ["Hebrew", "שלום עולם, זה קובץ חדש"],
    ["Arabic", "هذا ملف جديد من ١٠ أسطر"],
    ["units and signs", "5 µm × 3 ℃, x² + y³, №5, ½, a − b, 10–20"],
    ["mathematics", "x ∈ ℝ, A ∖ B, 3 ∣ 9"],
  ])("%s", (_, text) => expect(draw(text)).toBe(text));

  test.each([
    "Документы/Отчёт за год/итоги.md",
    "データ/スーパー.csv",
    "报告（最终）/第一章、二.md",
    "Größe/été/żółć.txt",
  ])("in a path: %s", (path) => expect(draw(path, "exact")).toBe(path));
});

describe("the tables", () => {
  const letters = {
    EXACT: tables.EXACT,
    GREEK_IN_WORDS: tables.GREEK_IN_WORDS,
    CYRILLIC_IN_WORDS: tables.CYRILLIC_IN_WORDS,
    DIGITS: tables.DIGITS,
    LATIN: tables.LATIN,
    REGIONAL_LATIN: tables.REGIONAL_LATIN,
  };
  test("hold no letter twice and none of ASCII", () => {
    const all = Object.values(letters).flatMap((table) => [...table]);
    expect(all.filter((letter, at) => all.indexOf(letter) !== at)).toEqual([]);
    expect(all.filter((letter) => letter <= "\u007f")).toEqual([]);
  });

  test("each of them is found inside a Latin word", () => {
    const all = Object.values(letters).flatMap((table) => [...table]);
    expect(all.filter((letter) => !lookAlikes(`x${letter}x`).includes(1))).toEqual([]);
  });
});

test("offsets rise, are of whole characters, and nothing of ASCII is marked in an ASCII text", () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 3 }),
    fc.constantFrom("а", "сору", "файл", " ", "x", "ａ", "日", "𝐚", "৪", "\u0338", "ı", "ş"),
  );
  fc.assert(
    fc.property(
      fc.array(piece).map((parts) => parts.join("")),
      fc.constantFrom<Reading>("exact", "name", "code", "prose"),
      (text, reading) => {
        const found = lookAlikes(text, reading);
        expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
        for (const at of found) expect(/^[\ud800-\udbff]$/.test(text[at - 1] ?? "")).toBe(false);
        expect(lookAlikes(text.replaceAll(/[^\0-\x7f]/gu, ""), reading)).toEqual([]);
      },
    ),
  );
});

test.each([
  ["mixed words", "аb ", 200_000],
  ["words that are doubtful", "а ", 200_000],
  ["one long word", "аb", 200_000],
])("a long line of %s stays linear", (_, piece, times) => expect(lookAlikes(piece.repeat(times)).length).toBe(times));
