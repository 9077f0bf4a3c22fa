// Where a text without spaces may be broken into rows: between Chinese and Japanese characters, never before closing
// punctuation and never after an opening one (the heart of UAX #14 and of JIS X 4051). Korean is broken at spaces alone.

type Kind = "ideograph" | "open" | "close" | "letter" | "other";

const ANY_WIDE = /[\u2e80-\u30ff\u31f0-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff9f\ud840-\ud8bf]/;
const OPEN = /^[（［｛「『【〔〖〘〚《〈｢“‘⟨〝￥＄]$/u;
// With small kana, and marks that repeat or lengthen what is before them.
const CLOSE =
  /^[。、，．！？：；）］｝」』】〕〗〙〛》〉｣｡､”’⟩〞〟…‥—～〜・･ー゠ｰ々〻ゝゞヽヾ％ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｯ\u3000]$/u;
const IDEOGRAPH = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const LETTER = /^[\p{L}\p{N}]$/u;
const MARK = /^\p{M}$/u;
// An address is copied: what belongs to it stays together.
const ADDRESS = /:\/\/[^，。、！？；：（）「」『』【】《》“”]*/g;

const KEPT = 4096;
const kinds = new Map<string, Kind>();

/** Most texts have no such place, and one look at them is enough. */
export function mayBreakInside(text: string): boolean {
  return ANY_WIDE.test(text);
}

/** Offsets in `text` before which a row may end, in order. `before` is the text next to it, or "". No spaces in either. */
export function breaksIn(text: string, before: string): readonly number[] {
  const addresses = [...text.matchAll(ADDRESS)].map(({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
  }));
  let next = 0;
  const breaks: number[] = [];
  let last = lastOf(before);
  let at = 0;
  for (const character of text) {
    // A combining mark stays with its character, and what follows is next to that character.
    if (!(character >= "\u0300" && MARK.test(character))) {
      while (next < addresses.length && addresses[next]!.to <= at) next += 1;
      const isInside = next < addresses.length && addresses[next]!.from < at;
      if (last !== "" && !isInside && canBreak(last, character)) breaks.push(at);
      last = character;
    }
    at += character.length;
  }
  return breaks;
}

function canBreak(left: string, right: string): boolean {
  const [before, after] = [kindOf(left), kindOf(right)];
  if (before === "other" || after === "other" || before === "open" || after === "close") return false;
  return isWide(left, before) || isWide(right, after);
}

/** Quotes and dashes that other scripts have too are not. */
function isWide(character: string, kind: Kind): boolean {
  return kind === "ideograph" || (kind !== "letter" && character >= "\u2e80");
}

function kindOf(character: string): Kind {
  let kind = kinds.get(character);
  if (kind === undefined) {
    kind = OPEN.test(character)
      ? "open"
      : CLOSE.test(character)
        ? "close"
        : IDEOGRAPH.test(character)
          ? "ideograph"
          : LETTER.test(character)
            ? "letter"
            : "other";
    if (kinds.size >= KEPT) kinds.clear();
    kinds.set(character, kind);
  }
  return kind;
}

function lastOf(text: string): string {
  return /[^\p{M}](?=\p{M}*$)/u.exec(text.slice(-16))?.[0] ?? "";
}
