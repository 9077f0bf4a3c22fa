// The words of a paragraph with their styles. Where there is no colour, the signs of Markdown stay: they are the style.

import type { Token, Tokens } from "marked";
import type { Piece, Style } from "./spans.ts";

export type InlineOptions = { readonly styled: boolean };

export function inlinePieces(
  tokens: readonly Token[],
  options: InlineOptions,
  styles: readonly Style[] = PLAIN,
): readonly Piece[] {
  return tokens.flatMap((token) => pieces(token as MarkedToken, options, styles)); // No extension adds others.
}

type MarkedToken =
  | Tokens.Text
  | Tokens.Escape
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Codespan
  | Tokens.Link
  | Tokens.Image
  | Tokens.Br
  | Tokens.Tag
  | Tokens.Checkbox;

const PLAIN: readonly Style[] = [];

function pieces(token: MarkedToken, options: InlineOptions, styles: readonly Style[]): readonly Piece[] {
  const within = (style: Style, sign: string, children: readonly Token[]): readonly Piece[] => {
    const own = [...styles, style];
    const inner = inlinePieces(children, options, own);
    return options.styled ? inner : [{ text: sign, styles: own }, ...inner, { text: sign, styles: own }];
  };
  switch (token.type) {
    case "strong":
      return within("bold", "**", token.tokens);
    case "em":
      return within("italic", "*", token.tokens);
    case "del":
      return within("struck", "~~", token.tokens);
    case "codespan":
      return [{ text: options.styled ? token.text : `\`${token.text}\``, styles: [...styles, "code"] }];
    case "link":
    case "image":
      return address(token, options, styles);
    case "br":
      return [{ text: "\n", styles }];
    case "checkbox":
      return [{ text: token.raw, styles }];
    case "text":
      return token.tokens === undefined ? [{ text: token.text, styles }] : inlinePieces(token.tokens, options, styles);
    case "escape":
      return [{ text: token.text, styles }];
    default:
      return [{ text: (token as Token).raw, styles }];
  }
}

/** A link shows where it leads: its words may say anything. */
function address(
  token: Tokens.Link | Tokens.Image,
  options: InlineOptions,
  styles: readonly Style[],
): readonly Piece[] {
  const own: readonly Style[] = [...styles, "link"];
  const words = token.type === "image" ? [{ text: token.text, styles: own }] : inlinePieces(token.tokens, options, own);
  const shown = words.map(({ text }) => text).join("");
  const isItself = shown === token.href || `mailto:${shown}` === token.href || `http://${shown}` === token.href;
  if (isItself && token.type === "link") return words;
  const title = token.title ? ` ${JSON.stringify(token.title)}` : "";
  const mark: readonly Piece[] = token.type === "image" ? [{ text: "image ", styles: [...styles, "dim"] }] : [];
  return [...mark, ...words, { text: ` (${token.href}${title})`, styles: [...styles, "dim"] }];
}
