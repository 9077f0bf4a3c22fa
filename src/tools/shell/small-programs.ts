// Words that are programs of their own: sed's script, printf's format, jq's filter. What is known of them is little:
// the shapes people write every day. Whatever else they say asks, because sed writes files, jq shows the environment
// and bash's printf sets variables.

import type { PlainWord } from "./plain-words.ts";

/** The word in doubt, or null. `operands` are the words that are no options. */
export function doubtInProgram(program: string, operands: readonly PlainWord[]): string | null {
  switch (program) {
    case "sed":
      return operands[0] !== undefined && isPrinting(operands[0].text) ? null : (operands[0]?.text ?? "sed");
    case "printf":
      return doubtInFormat(operands.map(({ text }) => text));
    default:
      return null;
  }
}

/**
 * sed: commands that print or leave out (p d q =) at a line, a range or a pattern, and one substitution.
 * The mark of a pattern stands in it exactly as often as the form needs, never escaped, so no reading of brackets or
 * escapes can end the pattern elsewhere and leave a `w` or an `e` to be obeyed.
 */
function isPrinting(script: string): boolean {
  return script.split(";").every((part) => PRINT.test(part.trim())) || MATCH.test(script) || SUBSTITUTE.test(script);
}

const PRINT =
  /^((\d+|\$)(,(\d+|\$|\+\d+))?|\/(?:[^/\\[\]{}\n;]|\\[^/\n;])+\/(,(\d+|\$|\/(?:[^/\\[\]{}\n;]|\\[^/\n;])+\/))?)?[pdq=]$/;
const MATCH = /^\/(?:[^/\\\n]|\\[^/\n])+\/[pd]$/;
const SUBSTITUTE = /^s([/|#,:@])(?:(?!\1)[^\\\n]|\\(?!\1)[^\n])*\1(?:(?!\1)[^\\\n]|\\(?!\1)[^\n])*\1[gpIi0-9]*$/;

/** printf: `%n` sets a variable in bash; a number may be an expression that runs commands in zsh and ksh. */
function doubtInFormat([format = "", ...values]: readonly string[]): string | null {
  // Some shells replace escapes first and look for conversions then.
  if (values.length > 0 && /\\[^nrtabfv\\]/.test(format)) return format;
  const conversions = [...format.matchAll(/%(%|[^%a-zA-Z]*[a-zA-Z]?)/g)].map(([, conversion]) => conversion!);
  if (!conversions.every((conversion) => /^(%|[-+ 0#]*\d*(\.\d*)?[sbcqdiuxXofeEgG])$/.test(conversion))) return format;
  if (conversions.every((conversion) => /[%sbcq]$/.test(conversion))) return null;
  return values.find((value) => !/^[+-]?(\d+(\.\d*)?)?$/.test(value) && !/^[\w .:/-]*$/.test(value)) ?? null;
}

/**
 * jq: what shows the environment (`env`, `$ENV`) or reads other files (`import`, `include`, `modulemeta`). `.env` is a
 * field; a dot after another dot or a digit is not a field's.
 */
export const JQ_LOOKS_AROUND =
  /\$\s*(ENV|__prog)|\b(import|include|modulemeta|get_search_list)\b|(?<!(?<![.\d])\.)(?<!\w)env(?!\w)/;
