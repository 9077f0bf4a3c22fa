// Help texts, made from the command table.

import type { ActionSpec, CommandSpec, OptionSpec } from "./arguments.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "./command-table.ts";

/** `word`: the first of the command, which may have a help of its own. */
export function helpFor(command: CommandSpec | null, word = ""): string {
  if (command === null) return generalHelp();
  const action = Object.hasOwn(command.actions ?? {}, word) ? command.actions![word]! : null;
  return commandHelp(action === null ? command : narrowed(command, action));
}

/** The command as one action of it has it: its own options, and those that belong to no action. */
function narrowed({ name, options: all }: CommandSpec, action: ActionSpec): CommandSpec {
  const own = Object.entries(all).filter(([option]) => option === "--store" || action.options.includes(option));
  const { usage, summary, examples } = action;
  return { name, usage, summary, examples, options: Object.fromEntries(own) };
}

function generalHelp(): string {
  return [
    "galley: the proofreader between an AI and your files.",
    "",
    ...wrapped(
      "It reads a model's answer, finds the exact bytes, shows each change, asks, writes what you approve, and can undo it.",
    ),
    "",
    "Usage: galley COMMAND [OPTIONS]",
    "",
    "Commands:",
    ...table(Object.values(COMMANDS).map((command) => [command.name, command.summary])),
    "",
    "Options for every command:",
    ...options(GLOBAL_OPTIONS),
    "",
    ...wrapped(
      "Run galley COMMAND --help for details. Exit codes: 0 done, 1 something failed or was rejected, 2 could not run, 130 interrupted.",
    ),
    "",
  ].join("\n");
}

function commandHelp(command: CommandSpec): string {
  const own = Object.keys(command.options).length > 0 ? ["", "Options:", ...options(command.options)] : [];
  const names = command.names ? ["", ...wrapped(`NAME is ${command.names.join(", ")}.`)] : [];
  const setting = command.setting ? ["", ...wrapped(command.setting[0]), `  ${command.setting[1]}`] : [];
  const examples = command.examples ? ["", "Examples:", ...command.examples.map((example) => `  ${example}`)] : [];
  return [
    `${command.usage}`,
    "",
    ...wrapped(`${command.summary[0]!.toUpperCase()}${command.summary.slice(1)}.`),
    ...names,
    ...setting,
    ...own,
    "",
    "Options for every command:",
    ...options(GLOBAL_OPTIONS),
    ...examples,
    "",
  ].join("\n");
}

function options(specs: Readonly<Record<string, OptionSpec>>): string[] {
  return table(Object.entries(specs).map(([name, spec]) => [spec.value ? `${name} ${spec.value}` : name, spec.help]));
}

const COLUMNS = 80;

/** Two columns in 80; what is too long for the second continues below it. */
function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.flatMap(([left, right]) =>
    wrapped(right, COLUMNS - width - 4).map((line, at) => `  ${(at === 0 ? left : "").padEnd(width)}  ${line}`),
  );
}

/** Lines of whole words; a word that is longer than a line has one of its own. */
function wrapped(text: string, width = COLUMNS): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
