// Lines that name a file among other words: `### 2. Update src/a.ts`, `In **a.ts**:`, `- [a.ts](a.ts) (new)`.
// Such a line never names the file of an edit for certain; it only makes what follows look like one.

import { readLink } from "../blocks/link.ts";
import { clearPath } from "./fences.ts";

const LONGEST = 200;
const SPANS = /`([^`]+)`|\*\*([^*]+)\*\*|\[[^\]]*\]\([^)]*\)|[^\s`*[\]()]+/g;
/** Names of things that are written like file names. */
const PRODUCTS =
  /^(?:node|next|nuxt|vue|react|express|three|d3|p5|chart|socket|ember|backbone|angular|solid|discord)\.js$|\.(?:net|io|com|org|dev|ai)$/i;

type Known = ((path: string) => boolean) | null;

/** Every file that the line names, once: in backticks, bold or a link, or bare with a folder and an ending, or there. */
export function pathsIn(line: string, known: Known = null): readonly string[] {
  if (line.length > LONGEST) return [];
  const paths = new Set<string>();
  for (const [span, inTicks, inBold] of line.matchAll(SPANS)) {
    const words = inTicks ?? inBold ?? span;
    const isShown = words !== span || readLink(span).kind !== "none";
    const path = clearPath(isShown ? words : words.replace(/[.,;:!?]+$/, ""));
    if (path === null || PRODUCTS.test(path) || /[ \t]/.test(path)) continue;
    if (isShown || /[^/]\/.*\.[A-Za-z0-9]+$/.test(path) || known?.(path) === true) paths.add(path);
  }
  return [...paths];
}

/** A link in a short label that names a file, but not one file. */
export function isUnclearLink(line: string): boolean {
  if (line.length > LONGEST) return false;
  const links = [...line.matchAll(/\[([^\]]*)\]\(([^)]*)\)/g)].filter(([link]) => clearPath(link) === null);
  const isFile = links.some(([, text = "", target = ""]) => clearPath(text) !== null || isOwnFile(target));
  return isFile && wordsIn(line.replace(/\[[^\]]*\]\([^)]*\)/g, " ")).length <= FEW_WORDS && !/[.!?]\s*$/.test(line);
}

function isOwnFile(target: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:|^#/i.test(target) && clearPath(target) !== null;
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const DECORATION = /^[ \t]*(?:>[ \t]*)*(?:#{1,6}[ \t]+|[-*+•][ \t]+|\d{1,3}[.)][ \t]+)*(?:\[[ xX]\][ \t]+)?/;
const TAGS = /<\/?[a-z][^<>]*>/gi;
const FEW_WORDS = 4;
/** Words before what a program prints, what is there already, or what a person types. */
const NO_EDIT =
  /\b(?:outputs?|prints?|printed|logs?|results?|returns?|shows?|errors?|runs?|running|executes?|usage|before|old|current|currently|original|existing|console|terminal|from|see|example|e\.g)\b/i;

/** The one file that a short label names; null for sentences, and for labels of what is no edit. */
export function labelledPath(line: string, known: Known = null): string | null {
  if (line.length > LONGEST) return null;
  const text = line.replace(TAGS, " ").replace(DECORATION, "").trim();
  const bare = clearPath(
    text.replace(/[ \t]+\([^()]*\)[ \t]*:?$/, "").replace(/^(?:new )?file[ \t]*\d*[ \t]*[:–-][ \t]*/i, ""),
  );
  if (bare !== null && !PRODUCTS.test(bare) && !/[ \t]/.test(bare)) return bare;
  const [path, ...others] = pathsIn(text, known);
  if (path === undefined || others.length > 0 || NO_EDIT.test(text)) return null;
  const words = wordsIn(text.replace(SPANS, (span) => (pathsIn(span, known).length > 0 ? " " : span)));
  return words.length <= FEW_WORDS && !/[.!?]$/.test(text) ? path : null;
}
