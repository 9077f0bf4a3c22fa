// A file's name in the info string of a fence, in the ways that are not certain: "js // src/a.js", "ts [a.ts]",
// "{.python filename=a.py}". What fences.ts reads is certain and comes first.

import { isLanguage } from "./fences.ts";
import { fileNamed, type Known } from "./file-name.ts";

const LONGEST = 400;
/** Without one of these it names no file. Most info strings are a language alone. */
const MAY_NAME = /[./\\"']|file|[A-Z]{4}/;
/** Signs around a name: comments, brackets, the brace and dot of attributes. */
const SIGNS = /^(?:\/\/|\/\*|#|<!--|--|;|[([{<"'`|@:=-])+|(?:\*\/|-->|[)\]}>"'`,;:|])+$/g;
const KEY = /^(?:(?:path|file|file-?_?name|file-?_?path|title|name|src|label|caption|location|target)\s*[=:]\s*)/i;
const LINES = /(?::\d+(?:[-:,]\d+)*|#L\d+(?:-L?\d+)?|\{[\d,-]+\})$/;

/** The one file that the words name; null for none, and for two. */
export function likelyInInfo(info: string, known: Known): string | null {
  if (!MAY_NAME.test(info) || info.length > LONGEST || /^\d+:\d+:/.test(info) || isLanguage(info)) return null;
  const words = info.match(/"[^"]*"|'[^']*'|[^\s"']+(?:"[^"]*"|'[^']*')?[^\s]*/g) ?? [];
  const paths = new Set<string>();
  for (const [at, word] of words.entries()) {
    // "ts:src/a.ts", "ts|src/a.ts" and "ts=src/a.ts"
    const joined = at === 0 ? /^[\w+#-]+[:|=](.+)$/.exec(word)?.[1] : undefined;
    const path = fileNamed(bare(joined ?? word), { known });
    if (path !== null && (at > 0 || joined !== undefined || /[/\\]|\./.test(path) || words.length === 1))
      paths.add(path);
  }
  return paths.size === 1 ? [...paths][0]! : null;
}

function bare(word: string): string {
  let text = word;
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(SIGNS, "").replace(KEY, "").replace(LINES, "");
  }
  return text;
}
