// A file that is named by a Markdown link: `[src/a.ts](src/a.ts)`. Chats make links of names, and so do some models.
// Never decides between two names: a text and a target that name different files name none.

export type Link =
  | { readonly kind: "none" }
  | { readonly kind: "named"; readonly name: string }
  /** There is a link, and it does not name one file. */
  | { readonly kind: "unclear" };

export function readLink(text: string): Link {
  if (!text.startsWith("[")) return text.includes("](") ? UNCLEAR : NONE;
  const end = text.indexOf("](");
  if (end < 0) return bracketedName(text);
  const name = text.slice(1, end);
  const target = text.endsWith(")") ? targetIn(text.slice(end + 2, -1)) : null;
  if (target === null || name.includes("](")) return UNCLEAR;
  if (target === "" || ELSEWHERE.test(target)) return named(name);
  return withoutDot(bare(name)) === withoutDot(target) ? { kind: "named", name } : UNCLEAR;
}

const NONE: Link = { kind: "none" };
const UNCLEAR: Link = { kind: "unclear" };

function named(name: string): Link {
  return isFileName(name) ? { kind: "named", name } : UNCLEAR;
}

/** `[a.ts]` and `[a.ts][1]`. Next to other letters brackets are part of a name: `[id].tsx`. */
function bracketedName(text: string): Link {
  const found = /^\[([^[\]]*)\](?:\[[^[\]]*\])?$/.exec(text);
  return found === null ? NONE : named(found[1]!);
}

/** An address, or a place in the page: nothing that names a file of the workspace. */
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;

function targetIn(text: string): string | null {
  const words = text.trim().replace(/[ \t]+(?:"[^"]*"|'[^']*')$/, "");
  const target = words.startsWith("<") && words.endsWith(">") ? words.slice(1, -1) : words;
  if (/[ \t]/.test(words) && target === words) return null;
  try {
    return decodeURIComponent(target);
  } catch {
    return null; // A stray "%": no address that a program wrote.
  }
}

/** Whether the words have a folder or a file name's ending. */
export function isFileName(name: string): boolean {
  return /[^/.]\.[A-Za-z0-9_+-]+$|.[/\\]./.test(bare(name));
}

/** Without backticks or stars around it, which a path line may have. */
function bare(name: string): string {
  return name.replace(/^[`*\s]+|[`*\s]+$/g, "");
}

function withoutDot(path: string): string {
  return path.startsWith("./") ? path.slice(2) : path;
}
