// Colour, or none: NO_COLOR and FORCE_COLOR decide first, then whether the output is a terminal.

import { plain, printable, type Printable } from "../text/index.ts";

const CODES = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  magenta: [35, 39],
  cyan: [36, 39],
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  struck: [9, 29],
  inverse: [7, 27],
} as const;

/** Each wraps a text that is plain, or painted as a whole by others of these. */
export type Paint = Readonly<Record<keyof typeof CODES, (text: Printable) => Printable>>;

export function createPaint(enabled: boolean): Paint {
  const entries = Object.entries(CODES).map(([name, [on, off]]) => [
    name,
    (text: Printable) => (enabled ? printable`\u001b[${plain`${on}`}m${text}\u001b[${plain`${off}`}m` : text),
  ]);
  return Object.fromEntries(entries) as Paint; // One entry per code.
}

export function wantsColour(environment: NodeJS.ProcessEnv, output: { readonly isTTY?: boolean }): boolean {
  if (environment["NO_COLOR"]) return false;
  const forced = environment["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return output.isTTY === true && environment["TERM"] !== "dumb";
}
