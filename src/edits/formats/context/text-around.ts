// Lines that open or close a text inside a program: a string of several lines, a here-document. What is between them is
// that program's text, whatever it looks like. Here-documents for a program that applies a patch are none.

import { SignSet } from "../lines/sign-set.ts";

const LONGEST = 400;

/** `x = """`, ``const patch = `\``, `cat <<EOF`, `@'`. */
const OPENS: readonly RegExp[] = [
  /(?:^|[=(,:[{\s+>])[rbfuRBFU]{0,2}(?:"""|''')\\?$/,
  /[=(,:[{+>?]\s*(?:[\w.]+|String\.raw)?`\\?$/,
  /^\s*(?:return|yield|export default|throw)\s+(?:[\w.]+)?`\\?$/,
  /<<[-~]?\s*\\?(?:"\w+"|'\w+'|\w+)\s*(?:[|;&>].*)?$/,
  /(?:^|[=(,\s])@["']$/,
  /[=(,\s]r#*"$/,
  /[=(,\s]R"\w*\($/,
  /[=(,]\s*\[=*\[$/,
  /[=(,:[{+]\s*["']\\?$/,
];
/** The last characters of such lines, but for here-documents. */
const LAST = new SignSet("\"'`\\([");
const APPLIES = /\b(?:git\s+(?:apply|am)|patch|apply_patch|applypatch)\b/;
/** The end of such a string, which a call or a statement may follow; a fence is none. */
const CLOSES: readonly RegExp[] = [
  /^\s*(?:"""|''')\s*(?:[),;.\]}%+].*)?$/,
  /^\s*`(?!`)\s*(?:[),;.\]}+].*)?$/,
  /^["']@(?:\s.*)?$/,
];

const FIRST = new SignSet("\"'`");

export function opensText(line: string): boolean {
  const words = line.trimEnd();
  if (!LAST.has(words.charCodeAt(words.length - 1)) && !words.includes("<<")) return false;
  if (words.length > LONGEST || APPLIES.test(words) || words.endsWith("```")) return false;
  if (/`\\?$/.test(words) && (words.match(/`/g)?.length ?? 0) % 2 === 0) return false;
  return OPENS.some((open) => open.test(words));
}

export function closesText(line: string): boolean {
  if (line.length > LONGEST || !FIRST.has(line.trimStart().charCodeAt(0))) return false;
  return CLOSES.some((close) => close.test(line.trimEnd()));
}
