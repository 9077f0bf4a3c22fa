// What a git configuration file names, read from its text. Any key may be one that some git runs a program for, so every
// value counts, except those of keys that only ever contain addresses and names. In doubt more is read than git would:
// a value with and without what may be a comment, included files whatever their condition.

export type Named = {
  /** Values of keys that are a file or a folder as a whole. */
  readonly paths: readonly string[];
  /** Every word of every other value that could be a program. */
  readonly words: readonly string[];
};

export function namedIn(text: string): Named {
  // A backslash ends a line of a comment like any other character. Whether it is in one, only git's own quotes say.
  const lines = text.split("\n").map((line) => (/[;#]/.test(line) ? line.replace(/\\(?=\r?$)/, "") : line));
  const readings = [...new Set([text, lines.join("\n")])].map(namedInReading);
  return { paths: readings.flatMap(({ paths }) => paths), words: readings.flatMap(({ words }) => words) };
}

function namedInReading(text: string): Named {
  const paths: string[] = [];
  const words: string[] = [];
  let section = "";
  for (const [, header, key = "", value = ""] of text.matchAll(PART)) {
    if (header !== undefined) {
      section = header.toLowerCase();
      continue;
    }
    const name = key.toLowerCase();
    const joined = value.replaceAll(/\\\r?\n/g, "").replaceAll(/\\[tnb]/g, " ");
    const whole = joined.replaceAll(/["\\]/g, "").trim();
    // With "!" in front a value is a command under any key.
    const isHarmless = (HARMLESS.has(name) || HARMLESS_SECTIONS.has(section)) && !whole.startsWith("!");
    if (PATHS.has(name)) paths.push(...new Set([whole, whole.split(/[;#]/, 1)[0]!.trim()]));
    else if (!isHarmless) words.push(...whole.split(/[\s;#|&()<>=,'`!]+/).filter((word) => !PLAIN.test(word)));
  }
  return { paths: paths.filter((path) => path !== ""), words };
}

// A section's header, or `key = value`, also behind a header on one line and with a backslash before a line break.
const PART = /(?<=^|\])[ \t]*(?:\[[ \t]*([\w.-]+)[^\]\n]*\]|([\w-]+)[ \t]*=[ \t]*((?:[^\n\\]|\\[^])*))/gm;

/** Keys of files and folders that git reads as settings or runs. */
const PATHS: ReadonlySet<string> = new Set(["hookspath", "path", "attributesfile", "templatedir"]);

/** Keys and sections whose values are addresses, branches and people. */
const HARMLESS: ReadonlySet<string> = new Set(
  "url pushurl fetch push merge remote insteadof pushinsteadof worktree excludesfile".split(" "),
);
const HARMLESS_SECTIONS: ReadonlySet<string> = new Set(
  "branch user author committer init extensions gitflow".split(" "),
);

/** Nothing, a folder, a number or a word of git's own. */
const PLAIN = /^(|.*\/|true|false|yes|no|on|off|auto|always|never|input|native|simple|current|\d+[kmg]?)$/i;
