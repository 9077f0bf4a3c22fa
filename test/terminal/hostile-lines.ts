// Lines somebody could send to make a person approve what they did not see, and how each must stand on the screen.
// A table: one row per idea.

export type HostileLine = {
  readonly idea: string;
  /** Without its line break. */
  readonly line: string;
  /** The row's text, in colour and without. */
  readonly shown: string;
};

const row = (idea: string, line: string, shown: string): HostileLine => ({ idea, line, shown });

export const HOSTILE_LINES: readonly HostileLine[] = [
  // Sequences a terminal obeys.
  row("colour the line like the background", "ok\x1b[30;40mrm -rf ~\x1b[0m", "ok⟨ESC⟩[30;40mrm -rf ~⟨ESC⟩[0m"),
  row("conceal", "a\x1b[8mhidden\x1b[28mb", "a⟨ESC⟩[8mhidden⟨ESC⟩[28mb"),
  row("move up and write over the row above", "\x1b[1A\x1b[2Kharmless", "⟨ESC⟩[1A⟨ESC⟩[2Kharmless"),
  row("clear the screen", "\x1b[2J\x1b[H", "⟨ESC⟩[2J⟨ESC⟩[H"),
  row("reset the terminal", "\x1bc", "⟨ESC⟩c"),
  row(
    "a link that names another place",
    "\x1b]8;;http://evil.test\x1b\\good.test\x1b]8;;\x1b\\",
    "⟨ESC⟩]8;;http://evil.test⟨ESC⟩\\good.test⟨ESC⟩]8;;⟨ESC⟩\\",
  ),
  row("the window's title", "\x1b]0;done\x07", "⟨ESC⟩]0;done⟨BEL⟩"),
  row("the clipboard", "\x1b]52;c;cm0gLXJmIH4=\x07", "⟨ESC⟩]52;c;cm0gLXJmIH4=⟨BEL⟩"),
  row("a device string", "\x1bP+q544e\x1b\\", "⟨ESC⟩P+q544e⟨ESC⟩\\"),
  row(
    "the one-byte forms",
    "\u009b2J\u009d0;t\u009c\u0090\u0098\u009e\u009f",
    "⟨CSI⟩2J⟨U+009D⟩0;t⟨U+009C⟩⟨U+0090⟩⟨U+0098⟩⟨U+009E⟩⟨U+009F⟩",
  ),
  row("the other alphabet", "\x0elqqk\x0f", "⟨SO⟩lqqk⟨SI⟩"),
  // Characters that move what is shown.
  row("write over the line from its start", "rm -rf ~\rls -la  ", "rm -rf ~⟨CR⟩ls -la⟨SP×2⟩"),
  row("take characters back", "evil\b\b\b\bgood", "evil⟨BS⟩⟨BS⟩⟨BS⟩⟨BS⟩good"),
  row("line breaks that are none", "a\u0085b\u2028c\u2029d\ve\ff", "a⟨NEL⟩b⟨LS⟩c⟨PS⟩d⟨VT⟩e⟨FF⟩f"),
  row("right-to-left override", "file\u202egnp.exe", "file⟨RLO⟩gnp.exe"),
  row("every embedding", "\u202a\u202b\u202c\u202d\u202e", "⟨LRE⟩⟨RLE⟩⟨PDF⟩⟨LRO⟩⟨RLO⟩"),
  row(
    "isolates that turn a comment into code",
    "/*\u202e } \u2066if (isAdmin)\u2069 \u2066 begin */",
    "/*⟨RLO⟩ } ⟨LRI⟩if (isAdmin)⟨PDI⟩ ⟨LRI⟩ begin */",
  ),
  row("the other isolates and marks", "\u2067a\u2068b\u2069\u200e\u200f\u061c", "⟨RLI⟩a⟨FSI⟩b⟨PDI⟩⟨LRM⟩⟨RLM⟩⟨ALM⟩"),
  // Characters nobody sees.
  row("a name split in two", "user\u200bName = isA\u2060dmin", "user⟨ZWSP⟩Name = isA⟨WJ⟩dmin"),
  row("a soft hyphen in a host", "exam\u00adple.test", "exam⟨SHY⟩ple.test"),
  row("text in tag characters", "hi\u{e0072}\u{e006d}\u{e007f}", "hi⟨U+E0072⟩⟨U+E006D⟩⟨U+E007F⟩"),
  row("data in variation selectors", "a\ufe00\ufe01\u{e0100}\u{e01ef}", "a⟨VS1⟩⟨VS2⟩⟨U+E0100⟩⟨U+E01EF⟩"),
  row("a Hangul filler as a name", "const \u3164 = \uffa0;", "const ⟨U+3164⟩ = ⟨U+FFA0⟩;"),
  row("spaces that are no spaces", "a\u00a0b\u2003c\u3000d\u2800e", "a⟨NBSP⟩b⟨U+2003⟩c⟨U+3000⟩d⟨U+2800⟩e"),
  row("a byte-order mark inside", "a\ufeffb", "a⟨BOM⟩b"),
  row("a letter only private fonts have", "a\ue000b\u{f0000}", "a⟨U+E000⟩b⟨U+F0000⟩"),
  row("musical and shorthand format characters", "\u{1d173}\u{1bca0}x", "⟨U+1D173⟩⟨U+1BCA0⟩x"),
  row("blanks at the end", "key: value   ", "key: value⟨SP×3⟩"),
  row("code far out to the right", `ok();${" ".repeat(300)}evil();`, "ok();⟨SP×300⟩evil();"),
  row("a backslash before a blank", "make \\ ", "make \\⟨SP⟩"),
  row("a tab that looks like blanks", "\tif x:", "⇥   if x:"),
  // Characters that grow into others.
  row("a pile of accents", `a${"\u0300\u0301\u0302".repeat(3)}`, `a${"⟨U+0300⟩⟨U+0301⟩⟨U+0302⟩".repeat(3)}`),
  row("an accent on our own sign", "\u0338= 1", "⟨U+0338⟩= 1"),
  row("an accent after a tab and after a mark", "\t\u0301\x1b\u0301", "⇥   ⟨U+0301⟩⟨ESC⟩⟨U+0301⟩"),
  row("the second spelling of a letter", "cafe\u0301 \u212b", "cafe⟨U+0301⟩ ⟨U+212B⟩"),
  row("a letter of another alphabet", "url = ex\u0430mple.test", "url = ex⟨U+0430⟩mple.test"),
  row("joined pictures, and joiners elsewhere", "👩\u200d💻 ❤\ufe0f a\u200db 1\ufe0f", "👩‿💻 ❤⁺ a⟨ZWJ⟩b 1⟨VS16⟩"),
  row("a skin tone on nothing, and on a hand", "🏽 👍🏽", "⟨U+1F3FD⟩ 👍⟨U+1F3FD⟩"),
  row("a voiced mark on our sign", "ﾞ ｶﾞ", "⟨U+FF9E⟩ ｶﾞ"),
  row("wide and narrow", "日本語 ｆｕｌｌ ｶﾅ 한국어 🇵🇱", "日本語 ｆｕｌｌ ｶﾅ 한국어 🇵🇱"),
  // Letters that pretend, and letters that are read the other way.
  row(
    "a word all of whose letters look Latin",
    "if (сору) { // проверка",
    "if (⟨U+0441⟩⟨U+043E⟩⟨U+0440⟩⟨U+0443⟩) { // проверка",
  ),
  row("letters in a style", "𝐚dmin ｒoot ʀoot", "⟨U+1D41A⟩dmin ⟨U+FF52⟩oot ⟨U+0280⟩oot"),
  row("a stroke across a sign", "a =\u0338 b", "a =⟨U+0338⟩ b"),
  row("strings that change places", 'x = "א" * "ב";', 'x = "⢸א⡇" * "⢸ב⡇";'),
  row("a number after such a letter", "limit_א = 100", "limit_⢸א⡇ = 100"),
  row("Arabic digits around a sign", "١ - ٢", "⢸١⡇ - ⢸٢⡇"),
  row("a comment that is none", 'if (x) /* ב */ return "א" // ג', 'if (x) /* ⢸ב⡇ */ return "⢸א⡇" // ⢸ג⡇'),
  row("a sentence", "שלום עולם, 12 קבצים", "⢸שלום עולם⡇, 12 ⢸קבצים⡇"),
  row("our own signs around such text", "⢸ א ⡇", "⟨U+28B8⟩ ⢸א⡇ ⟨U+2847⟩"),
  // What we write ourselves.
  row("one of our marks", "⟨ESC⟩ ⟨SP×3⟩ ⟨RLO⟩", "⟨U+27E8⟩ESC⟩ ⟨U+27E8⟩SP×3⟩ ⟨U+27E8⟩RLO⟩"),
  row("our tab, our joiner, our style, our continuation", "⇥   ‿ ⁺ ↴", "⟨U+21E5⟩   ⟨U+203F⟩ ⟨U+207A⟩ ⟨U+21B4⟩"),
  row("a row of the diff", " 9  9  nothing to see", " 9  9  nothing to see"),
  row("a header and a fold", "@@ -1,1 +1,1 @@  ⋯ 400 unchanged lines", "@@ -1,1 +1,1 @@  ⋯ 400 unchanged lines"),
  row("a note of ours", "\\ no line break at the end of the file", "\\ no line break at the end of the file"),
  row("our frame", "└──────┘", "└──────┘"),
  row("our question, answered", "Write this file? [y/n/v(iew all)]: y", "Write this file? [y/n/v(iew all)]: y"),
  row("our keys", "Enter apply  e edit first  d reject", "Enter apply  e edit first  d reject"),
  row("our report", "✓ a.txt  Changed line 1.", "✓ a.txt  Changed line 1."),
];
