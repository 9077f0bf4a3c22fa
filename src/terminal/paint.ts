// Colour, or none: NO_COLOR and FORCE_COLOR decide first, then whether the output is a terminal.

import pc from "picocolors";

export type Paint = Readonly<
  Record<"red" | "green" | "yellow" | "cyan" | "dim" | "bold" | "inverse", (text: string) => string>
>;

export function createPaint(enabled: boolean): Paint {
  return pc.createColors(enabled);
}

export function wantsColour(environment: NodeJS.ProcessEnv, output: { readonly isTTY?: boolean }): boolean {
  if (environment["NO_COLOR"]) return false;
  const forced = environment["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return output.isTTY === true && environment["TERM"] !== "dumb";
}
