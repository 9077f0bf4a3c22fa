// The command line into a command, its options and its words. Pure and small: it runs before anything heavy is loaded.

import { oneLine } from "../base/index.ts";

export type OptionSpec = {
  readonly kind: "flag" | "value" | "values";
  /** Shown in help: what the value is called. */
  readonly value?: string;
  readonly help: string;
  readonly choices?: readonly string[];
};

export type CommandSpec = {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** What its first word is: a file's name, a tool's name, or one of these. */
  readonly word?: "file" | "tool" | readonly string[];
  readonly examples?: readonly string[];
};

/** What a command's file exports as `run`: gives the exit code. */
export type Command = (args: Arguments) => Promise<number>;

export type Arguments = {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly words: readonly string[];
  /** A word that a many-valued option took though it may have been meant as the command's own. */
  readonly doubtful: string | null;
};

export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(message: string) {
    super(oneLine(message));
  }
}

/** Words come in any order with options; `--` ends options; `-` is a word. A many-valued option takes words up to the next option. */
export function parseArguments(argv: readonly string[], options: Readonly<Record<string, OptionSpec>>): Arguments {
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const words: string[] = [];
  let doubtful: string | null = null;
  let taking: string | null = null;
  let taken = 0;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at]!;
    if (word === "--") {
      words.push(...argv.slice(at + 1));
      break;
    }
    if (word === "-" || !word.startsWith("-")) {
      if (taking !== null && word !== "-") {
        values.get(taking)!.push(word);
        taken += 1;
        if (taken > 1) doubtful = word;
      } else words.push(word);
      continue;
    }
    taking = null;
    const [name, inline] = cut(SHORT[word] ?? word);
    const option = options[name];
    if (option === undefined || !Object.hasOwn(options, name))
      throw new UsageError(`unknown option ${name}${nearest(name, Object.keys(options))}`);
    if (option.kind === "flag") {
      if (inline !== null) throw new UsageError(`${name} takes no value`);
      flags.add(name);
      continue;
    }
    const value = inline ?? argv[(at += 1)];
    if (value === undefined) throw new UsageError(`${name} needs a value: ${name} ${option.value ?? "VALUE"}`);
    if (option.choices && !option.choices.includes(value)) {
      throw new UsageError(
        `${name} must be one of ${option.choices.join(", ")}; got ${JSON.stringify(value)}${nearest(value, option.choices)}`,
      );
    }
    values.set(name, [...(option.kind === "values" ? (values.get(name) ?? []) : []), value]);
    if (option.kind === "values" && inline === null) {
      taking = name;
      taken = 1;
      doubtful = null;
    }
  }
  return { flags, values, words, doubtful };
}

const SHORT: Readonly<Record<string, string>> = {
  "-h": "--help",
  "-V": "--version",
  "-y": "--yes",
  "-q": "--quiet",
  "-n": "--dry-run",
};

function cut(word: string): [string, string | null] {
  const equals = word.indexOf("=");
  return equals < 0 ? [word, null] : [word.slice(0, equals), word.slice(equals + 1)];
}

/** " (did you mean X?)" for a name close enough to be a slip, else "". */
export function nearest(name: string, known: readonly string[]): string {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = slips(name, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best === null ? "" : ` (did you mean ${best}?)`;
}

// Levenshtein's distance, one row at a time; two neighbours that changed places are one slip.
function slips(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(isSwapped ? Math.min(least, before[j - 2]! + 1) : least);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
