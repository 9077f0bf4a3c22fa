// New text that was damaged on its way from the model: line numbers of a listing, signs written for a web page, quotation
// marks of a word processor, spaces that are none, lost characters, masked secrets, a placeholder. It would be written as it is, so such an edit is never
// certain. Never repairs anything, and never doubts what the file or the old text has already.

import { contentsOf } from "../../match/locate.ts";
import type { Edit } from "../../types.ts";
import type { EditStep } from "../edit-step.ts";
import { newTextsOf, oldTextsOf } from "./texts-of.ts";

/** The edit, as a likely one if its new text has such damage. */
export function doubtDamage({ edit, shown, drafts }: EditStep): Edit {
  // The content of a tool's own parameters is exact.
  if (edit.likely !== undefined || edit.source.format === "tool") return edit;
  const texts = newTextsOf(edit.change);
  if (!texts.some((text) => MAY.test(text))) return edit;
  const own = drafts.entry(edit.path).draft?.text ?? "";
  const old = oldTextsOf(edit.change);
  const before = `${own}\n${old.join("\n")}`;
  const kind = kindOf(edit.path);
  for (const text of texts) {
    // A file may begin with a byte-order mark.
    const damage = damageIn(own === "" || edit.change.kind === "overwrite" ? text.replace(BOM, "") : text, {
      before,
      kind,
      isNumbered: old.some((each) => numberedLine(contentsOf(each)) !== null),
    });
    if (damage === null) continue;
    // Not trimmed: signs that cannot be seen are whitespace to JavaScript.
    const words = JSON.stringify(damage.line.replaceAll(/^[ \t]+|[ \t\r]+$/g, "").slice(0, LONGEST_WORDS));
    const why = `The new text for ${shown} has ${damage.what} (${words}), and would be written as it is. Send the new text exactly as it should appear in the file.`;
    const { line, canConfirm } = edit.origin ?? { line: 1, canConfirm: false };
    return { ...edit, likely: { reading: `its new text has ${damage.what}: ${words}`, line, why, canConfirm } };
  }
  return edit;
}

const BOM = /^\ufeff/;
const LONGEST_WORDS = 60;
const NUMBERED = /^[ \t]*(\d{1,6})(?:[ \t]*[|│:→](?!:)|\t|[ ]{1,4}(?=[ \t]|$)|[ \t]*$)/;
/** Anything of the below; most texts have none. */
const MAY =
  /[\u00a0\u00ad\u200b-\u200d\u202f\u2060\u3000\ufeff\ufffd“”‘’]|[:=][ \t]*["']?(?:\*{3}|[•●]{3}|x{6}|[[<(]?(?:redacted|masked|hidden)\b)|&(?:lt|gt|amp|quot|nbsp|#39|#x27);|\*\*\w+\*\*|<(?:your|insert|add|put|paste|fill|enter)[ _-]|[:=][ \t]*["']?<\w+[ _-]|\byour (?:own )?\w+.{0,6} here\b|^[ \t]*\d+(?:[ \t]*[|│:→]|[ \t])/im;

type Kind = "code" | "page" | "settings" | "other";
const CODE =
  /\.(?:[cm]?[jt]s|py|pyi|rb|go|rs|java|kt|kts|scala|swift|c|cc|cpp|cxx|h|hh|hpp|cs|fs|php|lua|pl|pm|r|jl|dart|ex|exs|erl|hs|ml|zig|nim|sh|bash|zsh|fish|ps1|sql|css|scss|less|json|jsonc|toml|gradle|groovy|tf|proto|graphql|sol|clj|vb|m|mm)$/i;
/** Files of names and values; `.json` and `.toml` are code as well. */
const SETTINGS = /\.(?:ya?ml|ini|cfg|conf|config|properties|env)$|(?:^|\/)\.env(?:\.[\w-]+)?$/i;
const PAGE = /\.(?:jsx|tsx|vue|svelte|astro|php)$/i;

function kindOf(path: string): Kind {
  return PAGE.test(path) ? "page" : CODE.test(path) ? "code" : SETTINGS.test(path) ? "settings" : "other";
}

type Damage = { readonly what: string; readonly line: string };
type Sign = { readonly what: string; readonly kinds: readonly Kind[]; readonly in: RegExp; readonly asIs?: true };

const SIGNS: readonly Sign[] = [
  {
    what: "signs written for a web page",
    kinds: ["code"],
    in: /(?<!["'`/>])&(?:lt|gt|amp|quot|nbsp|#39|#x27);/,
    asIs: true,
  },
  {
    what: "curly quotation marks",
    kinds: ["code", "page"],
    in: /(?:^|[=(,:[{+?&|<>]|\breturn|\bimport|\bfrom|\bprint|\becho)\s*[“”‘’„]|[“”‘’]\s*(?:[;,)\]}+?]|$)/,
  },
  {
    what: "spaces or signs that cannot be seen",
    kinds: ["code", "page"],
    in: /[\u00a0\u00ad\u200b-\u200d\u202f\u2060\u3000\ufeff]/,
  },
  {
    what: "a name whose underscores were taken for bold text",
    kinds: ["code"],
    in: /\bdef \*\*\w+\*\*\(|(?<![\w)\]])\*\*(?:name|main|init|file|dirname|all|version|str|repr|call|class|dict|doc)\*\*(?![\w(])/,
    asIs: true,
  },
  {
    what: "a placeholder",
    kinds: ["code", "page"],
    in: /<(?:your|insert|add|put|paste|fill|enter)[ _-][^<>="/]{1,40}>/i,
    asIs: true,
  },
  {
    what: "a placeholder",
    kinds: ["code", "page"],
    in: /\b(?:(?:put|add|insert|write|place|paste|enter) )?your (?:own )?(?:code|logic|implementation|content|text|key|token|value)\b.{0,6}\bhere\b/i,
    asIs: true,
  },
  {
    what: "a placeholder",
    kinds: ["settings"],
    in: /[:=][ \t]*["']?<[a-z]\w*(?:[ _-]\w+){1,6}>["']?[ \t]*$/i,
    asIs: true,
  },
  { what: "characters that were lost", kinds: ["code", "page", "settings", "other"], in: /\ufffd/, asIs: true },
];

/** A name, and a value that hides another. */
const MASKED =
  /^[ \t]*(?:export[ \t]+|-[ \t]+)?(["']?[\w.-]+["']?)[ \t]*[:=][ \t]*(["']?)(?:\*{3,}|[•●]{3,}|x{6,}|[[<(]?(?:redacted|masked|hidden)[\])>]?)\2[ \t]*[,;]?[ \t]*$/i;

/** The first line that hides the value which the file has under the same name. */
function maskedLine(lines: readonly string[], before: string): string | null {
  for (const line of lines) {
    const name = MASKED.exec(line)?.[1];
    if (name === undefined || before.includes(line.trim())) continue;
    const shown = contentsOf(before).some((own) => {
      const found = /^[ \t]*(?:export[ \t]+|-[ \t]+)?(["']?[\w.-]+["']?)[ \t]*[:=][ \t]*\S/.exec(own);
      return found?.[1] === name && !MASKED.test(own);
    });
    if (shown) return line;
  }
  return null;
}

type Near = {
  /** What the file has, and the old text. */
  readonly before: string;
  readonly kind: Kind;
  /** The old text has line numbers as well: without them, both may fit the file. */
  readonly isNumbered: boolean;
};

function damageIn(text: string, { before, kind, isNumbered }: Near): Damage | null {
  const lines = contentsOf(text);
  const masked = maskedLine(lines, before);
  if (masked !== null) return { what: "a value that is hidden", line: masked };
  const numbered = kind === "other" || kind === "settings" || isNumbered ? null : numberedLine(lines);
  if (numbered !== null && numberedLine(contentsOf(before)) === null)
    return { what: "line numbers before its lines", line: numbered };
  for (const { what, kinds, in: sign, asIs } of SIGNS) {
    if (!kinds.includes(kind)) continue;
    const line = lines.find((each) => sign.test(each) && sign.test(asIs === true ? each : withoutText(each)));
    const found = line === undefined ? null : sign.exec(asIs === true ? line : withoutText(line));
    // The file writes it so itself.
    if (found !== null && !before.includes(found[0].trim() || found[0])) return { what, line: line! };
  }
  return null;
}

/** The first line, when all lines that say something begin with numbers that grow. */
function numberedLine(lines: readonly string[]): string | null {
  const telling = lines.filter((line) => line.trim() !== "");
  if (telling.length < 2) return null;
  let last = -1;
  for (const line of telling) {
    const number = Number(NUMBERED.exec(line)?.[1] ?? -1);
    if (number <= last) return null;
    last = number;
  }
  return telling[0]!;
}

/** A line of code without what it quotes, and without its comment. */
function withoutText(line: string): string {
  return line
    .replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, '""')
    .replace(/(?:\/\/|#|--|\/\*|^\s*\*).*$/, "");
}
