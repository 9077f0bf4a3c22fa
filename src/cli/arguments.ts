// The command line into a command, its options and its words. Pure and small: it runs before anything heavy is loaded.

import { didYouMean, oneLine } from "../base/index.ts";

export type OptionSpec = {
  /** `rest`: everything that follows, options of another program included. */
  readonly kind: "flag" | "value" | "values" | "rest";
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
  /** What may follow a first word. */
  readonly next?: Readonly<Record<string, readonly string[]>>;
  /** What NAME in its usage can be. */
  readonly names?: readonly string[];
  /** How another program is set up to start it: a sentence, and the setting. */
  readonly setting?: readonly [sentence: string, setting: string];
  readonly examples?: readonly string[];
  /** First words that have a help of their own. */
  readonly actions?: Readonly<Record<string, ActionSpec>>;
};

/** `options`: those of the command that belong to it alone. */
export type ActionSpec = {
  readonly usage: string;
  readonly summary: string;
  readonly options: readonly string[];
  readonly examples: readonly string[];
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
      throw new UsageError(`unknown option ${name}${didYouMean(name, Object.keys(options))}`);
    if (option.kind === "flag") {
      if (inline !== null) throw new UsageError(`${name} takes no value`);
      flags.add(name);
      continue;
    }
    if (option.kind === "rest") {
      const rest = [...(inline === null ? [] : [inline]), ...argv.slice(argv[at + 1] === "--" ? at + 2 : at + 1)];
      if (rest.length === 0) throw new UsageError(`${name} needs a value: ${name} ${option.value ?? "VALUE"}`);
      values.set(name, rest);
      break;
    }
    const value = inline ?? argv[(at += 1)];
    if (value === undefined) throw new UsageError(`${name} needs a value: ${name} ${option.value ?? "VALUE"}`);
    if (option.choices && !option.choices.includes(value)) {
      throw new UsageError(
        `${name} must be one of ${option.choices.join(", ")}; got ${JSON.stringify(value)}${didYouMean(value, option.choices)}`,
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
  "-v": "--verbose",
  "-n": "--dry-run",
};

function cut(word: string): [string, string | null] {
  const equals = word.indexOf("=");
  return equals < 0 ? [word, null] : [word.slice(0, equals), word.slice(equals + 1)];
}
