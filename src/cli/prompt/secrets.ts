// Lines that look like secrets do not leave the machine in a prompt: each is replaced by a line that says so.

import { looksSecret } from "../../approval/index.ts";

export const SECRET_LINE = "(this line is not shown: it looks like a secret)";

export type Withheld = {
  readonly text: string;
  /** How many lines of it are not shown. */
  readonly secretLines: number;
};

/** A key that goes over several lines is left out from its first line to its last. */
export function withoutSecrets(text: string): Withheld {
  let secretLines = 0;
  let isInKey = false;
  const lines = text.split("\n").map((line) => {
    const isSecret = isInKey || looksSecret(withoutNumber(line));
    if (KEY_BEGINS.test(line)) isInKey = true;
    if (KEY_ENDS.test(line)) isInKey = false;
    if (!isSecret) return line;
    secretLines += 1;
    return SECRET_LINE;
  });
  return { text: secretLines === 0 ? text : lines.join("\n"), secretLines };
}

const KEY_BEGINS = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/;
const KEY_ENDS = /-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/;

/** A line of the map begins with its number. */
function withoutNumber(line: string): string {
  return line.replace(/^ {2,}\d+ {2}/, "");
}
