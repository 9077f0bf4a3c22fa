// Whether a name is the one that a pattern means, on whatever file system it may be read later: without case, without
// the characters that some systems ignore, and under the short name that Windows gives. Linear in the name's length.

/** The form in which names are compared. Also for the parts of a pattern. */
export function foldName(name: string): string {
  if (FOLDED.test(name)) return name;
  return (
    (ASCII.test(name) ? name.toLowerCase() : foldLetters(name))
      // Windows: `.git::$INDEX_ALLOCATION` and `.git:x` are `.git`; dots and spaces at the end do not count.
      .replace(/(?!^):.*$/s, "")
      .replace(/(?!^)[. ]+$/, "")
  );
}

// What nothing here changes: nearly every name and pattern.
const FOLDED = /^[a-z0-9._*?~-]*[a-z0-9_*?~-]$/;
const ASCII = /^[\0-\x7f]*$/;

function foldLetters(name: string): string {
  return (
    name
      // HFS+ drops a few of these, ext4 with case folding all of them.
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
      .normalize("NFC")
      // Case-insensitive systems fold more than ASCII (U+017F is an s, U+212A a k); upper then lower does the same.
      .toUpperCase()
      .toLowerCase()
  );
}

/** Both folded. `*` is any run of characters, `?` one. */
export function isNamed(pattern: string, name: string): boolean {
  return fits(pattern, name) || isShortFor(pattern, name);
}

/** True for names that only Windows' short names look like. */
export function isShort(name: string): boolean {
  return SHORT.test(name);
}

/** The same without Windows' short names. */
// One place to go back to is enough: what a `*` took may only grow.
export function fits(pattern: string, name: string): boolean {
  let at = 0;
  let back: { readonly pattern: number; name: number } | null = null;
  let p = 0;
  while (at < name.length) {
    if (pattern[p] === "*") {
      back = { pattern: (p += 1), name: at };
    } else if (pattern[p] === "?" || pattern[p] === name[at]) {
      p += 1;
      at += 1;
    } else if (back !== null) {
      p = back.pattern;
      at = back.name += 1;
    } else return false;
  }
  while (pattern[p] === "*") p += 1;
  return p === pattern.length;
}

const SHORT = /^([^~.]{1,6})~[1-9][0-9]*(?:\.([^.]{0,3}))?$/;

/** Windows makes GITCON~1 of .gitconfig, and after a few of the same kind GI7EBA~1, with a checksum in it. */
function isShortFor(pattern: string, name: string): boolean {
  const short = SHORT.exec(name);
  if (short === null) return false;
  const [, stem = "", extension = ""] = short;
  const { base, ending } = partsOf(pattern);
  if (ending !== null && ending !== extension) return false;
  if (base.startsWith(stem) && stem.length >= Math.min(base.length, 5)) return true;
  return /^..[0-9a-f]{4}$/.test(stem) && base.startsWith(stem.slice(0, 2));
}

/** `ending` is null where the pattern leaves it open. */
function partsOf(pattern: string): { readonly base: string; readonly ending: string | null } {
  const whole = pattern.replace(/^\.+/, "");
  const open = /[*?]/.exec(whole)?.index;
  const dot = whole.lastIndexOf(".");
  const base = whole.slice(0, Math.min(open ?? Infinity, dot < 0 ? Infinity : dot)).replaceAll(/[. ]/g, "");
  if (open !== undefined) return { base, ending: null };
  return { base, ending: dot < 0 ? "" : whole.slice(dot + 1, dot + 4) };
}
