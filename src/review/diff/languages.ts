// What a few words and signs mean in common languages, by file extension. A table: enough for colours, not for reading.

export type Language = {
  readonly comment: readonly string[];
  /** Opens and closes a comment inside a line. */
  readonly block: readonly [string, string] | null;
  readonly quotes: string;
  readonly keywords: ReadonlySet<string>;
};

/** Null for what has no colours here. */
export function languageOf(path: string): Language | null {
  return BY_EXTENSION.get(extensionOf(path)) ?? null;
}

/** Written for people: its words are read one after another. Whatever is not known for it counts as code. */
export function isProse(path: string): boolean {
  return PROSE.has(extensionOf(path));
}

const PROSE: ReadonlySet<string> = new Set(["md", "markdown", "txt", "text", "rst", "adoc", "org", "tex"]);

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : name;
}

const C_BLOCK = ["/*", "*/"] as const;

const script: Language = {
  comment: ["//"],
  block: C_BLOCK,
  quotes: "\"'`",
  keywords: words(
    "abstract as async await break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in instanceof interface keyof let namespace new null of private protected public readonly return satisfies set static super switch this throw true try type typeof undefined var void while with yield",
  ),
};

const curly: Language = {
  comment: ["//"],
  block: C_BLOCK,
  quotes: "\"'",
  keywords: words(
    "abstract auto bool boolean break byte case catch char class const constexpr continue default defer delete do double else enum explicit extends extern final finally float fn for foreach friend func function go goto if implements import in include inline instanceof int interface internal is let long map mutable namespace native new nil null nullptr operator override package private protected public range record return sealed select short signed sizeof static struct super switch synchronized template this throw throws trait try type typedef typename union unsigned use using val var virtual void volatile when where while yield true false",
  ),
};

const rust: Language = {
  comment: ["//"],
  block: C_BLOCK,
  // A single quote is a lifetime as often as a character.
  quotes: '"',
  keywords: words(
    "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while",
  ),
};

const python: Language = {
  comment: ["#"],
  block: null,
  quotes: "\"'",
  keywords: words(
    "and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match None nonlocal not or pass raise return True False try while with yield self",
  ),
};

const ruby: Language = {
  comment: ["#"],
  block: null,
  quotes: "\"'",
  keywords: words(
    "alias and begin break case class def do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield",
  ),
};

const shell: Language = {
  comment: ["#"],
  block: null,
  quotes: "\"'",
  keywords: words(
    "case do done elif else esac export fi for function if in local return select then until while set unset exit",
  ),
};

const data: Language = { comment: ["#"], block: null, quotes: "\"'", keywords: words("true false null yes no on off") };
const json: Language = { comment: ["//"], block: C_BLOCK, quotes: '"', keywords: words("true false null") };
const styles: Language = { comment: [], block: C_BLOCK, quotes: "\"'", keywords: words("important") };

const sql: Language = {
  comment: ["--"],
  block: C_BLOCK,
  quotes: "'",
  keywords: words(
    "add all alter and as asc between by case check column constraint create default delete desc distinct drop else end exists foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references right select set table then union unique update values view when where with ADD ALL ALTER AND AS ASC BETWEEN BY CASE CHECK COLUMN CONSTRAINT CREATE DEFAULT DELETE DESC DISTINCT DROP ELSE END EXISTS FOREIGN FROM FULL GROUP HAVING IF IN INDEX INNER INSERT INTO IS JOIN KEY LEFT LIKE LIMIT NOT NULL OFFSET ON OR ORDER OUTER PRIMARY REFERENCES RIGHT SELECT SET TABLE THEN UNION UNIQUE UPDATE VALUES VIEW WHEN WHERE WITH",
  ),
};

const lua: Language = {
  comment: ["--"],
  block: null,
  quotes: "\"'",
  keywords: words(
    "and break do else elseif end false for function goto if in local nil not or repeat return then true until while",
  ),
};

const BY_EXTENSION: ReadonlyMap<string, Language> = new Map(
  (
    [
      [script, "js jsx mjs cjs ts tsx mts cts vue svelte"],
      [curly, "c h cc cpp cxx hpp hh java cs go kt kts swift scala dart php groovy proto"],
      [rust, "rs"],
      [python, "py pyi"],
      [ruby, "rb rake gemfile rakefile"],
      [shell, "sh bash zsh fish dockerfile makefile mk"],
      [data, "yaml yml toml ini cfg conf properties env"],
      [json, "json jsonc json5"],
      [styles, "css scss less"],
      [sql, "sql"],
      [lua, "lua"],
    ] as const
  ).flatMap(([language, extensions]) => extensions.split(" ").map((extension) => [extension, language] as const)),
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
