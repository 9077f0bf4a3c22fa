// Letters, digits and signs that are drawn like one of ASCII. Only tables; look-alikes.ts decides what to do about them.

/** Not Latin, and drawn like a letter or digit of ASCII in every font. */
export const EXACT =
  // Cyrillic
  "аАВсСԁеЕҽԌһНіІꙇӏӀјЈКМоОрРԛѕЅТѵѴѡԝԜхХуУүҮ" +
  // Greek: capitals, and the small letters that have no shape of their own
  "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϲϳͿϜϺονυ" +
  // Armenian
  "գցհոռսօզքՍՕՏԼՀ" +
  // Coptic
  "ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲟⲢⲣⲤⲥⲦⲨⲬⲭⳐ" +
  // Cherokee, in both cases
  "ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏮᏳᏴꭰꭱꭲꭵꭺꭻꭼꮁꮃꮇꮋꮍꮐꮓꮩꮪꮮꮯꮲꮶ" +
  // Lisu
  "ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ" +
  // Canadian syllabics
  "ᐯᑌᑕᑭᑯᒍᒪᒿᔕᕁᕼᕽᖇᖯᖴᗅᗞᗪᗯᗰᗷ" +
  // Tifinagh, Runic, Georgian, Ethiopic, Malayalam, Oriya, Myanmar, Bamum
  "ⴸⴹⵏⵔⵕⵝᚷᛁᛕᛖჿყዐሀഠଠဝꛟ" +
  // Double-struck letters, which mathematicians use alone
  "ℂℍℕℙℚℝℤ" +
  // Old Italic, Lycian, Carian, Deseret, Elbasan, Osage
  "𐌀𐌁𐌂𐌄𐌉𐌊𐌌𐌏𐌑𐌕𐌗𐌚𐌠𐌢𐊂𐊆𐊇𐊊𐊐𐊒𐊕𐊖𐊗𐊠𐊡𐊢𐊥𐊫𐊰𐊱𐊲𐊴𐋏𐐄𐐕𐐛𐐠𐐬𐐽𐑈𐓂𐓎𐓪𐓶𐒴𐓒𐔓𐔖𐔘𐔜𐔝𐔥𐔦𐔧" +
  // Warang Citi, Miao
  "𑢠𑢢𑢣𑢤𑢦𑢩𑢬𑢮𑢯𑢲𑢵𑢸𑢻𑢼𑣀𑣁𑣂𑣃𑣄𑣆𑣈𑣊𑣌𑣕𑣖𑣗𑣘𑣜𑣠𑣥𑣦𑣩𑣬𑣯𑣲𖼈𖼊𖼖𖼨𖼵𖼺𖼻𖽀𖽂𖽃";

/** Greek that is alike in a word, and a usual variable name when it is alone. */
export const GREEK_IN_WORDS = "αγηικρσςτχω";

/** Cyrillic that is alike only inside a Latin word. */
export const CYRILLIC_IN_WORDS = "бвгзиклмнптшьЗЬ";

/** Letters of ASCII that could pass for one of the script, inside a word of it. */
export const ASCII_IN_WORDS: Readonly<Record<string, string>> = {
  Cyrillic: "ABCEGHIJKMOPSTVWXYabceghijkmnopqrstuvwxy",
  Greek: "ABEFHIJKMNOPTXYZaciknoprtuvwxy",
};

/**
 * Ordinary words whose letters all look Latin, in lower case and without accents: the only ones that a clear word beside
 * them excuses. In Cyrillic of several languages; then in Greek.
 */
export const ORDINARY_WORDS =
  "а ах в вам вас во вот все всех е ее ему их к как касса ко кто курс масса мера мне море на нам " +
  "нас не нет но номер ну о он она оно оса от ох раса ресурс ресурса ресурсе ресурсу роса с са сахар се со " +
  "соус су сухо та так там тара те текст тем тест тех то том тот трасса ту тут у ура усе усі усіх ух уха " +
  "ухо х хаос хор хора і іі іх ј јас је јер јесу ју " +
  "ο η α το τον την τα τι οι ου αν να με και ναι οχι ενα μια κατα μετα αυτο αυτη ειναι εχει οτι νου";

/** Digits of other scripts that look like 0, 8 or 9. */
export const DIGITS = "०০৪৭੦੧੪૦୦୨௦౦೦൦൭๐໐၀០᠐᭐᱐꘠𑓐";

/** Latin that no ordinary word has: small capitals, letters of phonetics, joined letters, clicks. */
export const LATIN = "ɑɡɪʏᴀʙᴄᴅᴇꜰɢʜᴊᴋʟᴍɴᴏᴑᴘʀꜱᴛᴜᴠᴡᴢꟾſƽƼƖƨƧꞙꝯǀǃꞌꬲꬵꬽꭇꭈꭎꭒꭚĳĲŉǇǈǉǊǋǌǱǲǳʣʦʪʫᶃƍᶌᵫǁƦꞲꞳꞴꞘẝꞟỿﬀﬁﬂﬃﬄﬅﬆ";

/** Latin that only words of some languages have: Turkish, Azeri, Kabiye. */
export const REGIONAL_LATIN = "ıɩ";

/** Mathematical and other styled forms of letters and digits. */
export const STYLED = "\\u212a\\u212bℊℋℌℎℐℑℒℓℛℜℨℬℭℯℰℱℳℴℹⅅⅆⅇⅈⅉ\\u{1d400}-\\u{1d7ff}\\u{1fbf0}-\\u{1fbf9}";

/** Letters and digits as wide as a Chinese character. */
export const WIDE = "\\uff10-\\uff19\\uff21-\\uff3a\\uff41-\\uff5a\\u2160-\\u217f";

/** Signs of that width, and small ones. */
export const WIDE_SIGNS = "\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff5e\\ufe50-\\ufe6b";

/** Signs that could be taken for a part of a path or a command: slashes, backslashes, dots, colons, bars, hyphens, semicolons. */
export const SIGNS =
  "\\u037e\\ua789\\ua78f\\u2236\\u2024\\u2025\\u2215\\u2044\\u29f8\\u2571\\u27cb\\u2216\\u29f5\\u29f9\\u27cd\\u2223\\u02d7\\u2010\\u2212\\ua4f8\\ua4fd" +
  // Symbols drawn like a letter
  "\\u237a\\u2373\\u2374\\u212e\\u213d\\u22a4\\u27d9\\u222a\\u22c3\\u2228\\u22c1\\u22ff";

/** In a path or a command also these: each is drawn like a sign that a shell reads, and is ordinary in a sentence. */
export const EXACT_SIGNS =
  // Hyphens and dashes
  "\\u2011-\\u2015\\u2043\\u2796\\u2e3a\\u2e3b" +
  // Quotes and grave accents
  "\\u2018-\\u201f\\u2032-\\u2037\\u2039\\u203a\\u00b4\\u02b9-\\u02bf\\u02c8\\u02ca\\u02cb\\u02dd\\u02ee\\u02f4-\\u02f6\\u0384\\u055a\\u055d\\u275b-\\u275e" +
  // Commas, dots, colons, underscores
  "\\u00b8\\u2026\\u02d0\\u02f8\\u205a\\ufe30\\ufe4d-\\ufe4f\\u0589\\u16ec" +
  // Asterisks, slashes, bars, tildes, carets, plus, equals, number signs
  "\\u204e\\u2217\\u2731\\u2041\\u2afd\\u2afb\\u244a\\u2016\\u2225\\uffe8\\u23fd\\u02dc\\u223c\\u2053\\u02c4\\u02c6\\u2795\\u16ed\\u2e40\\ua4ff\\u2a75\\u2a76\\u2317\\u266f" +
  // Brackets and comparisons
  "\\u02c2\\u02c3\\u276e\\u276f\\u226a\\u226b\\u22d8\\u22d9\\u2768\\u2769\\u2772-\\u2775\\u2e28\\u2e29\\u203c\\u2047-\\u2049\\ua778";

/** Marks that are drawn across a letter or around it, so that it looks like another. */
export const OVERLAYS =
  "\\u0334-\\u0338\\u20d2\\u20d3\\u20d8-\\u20da\\u20dd-\\u20e0\\u20e2\\u20e4-\\u20e6\\u20ea\\u20eb";
