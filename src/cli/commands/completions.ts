// `galley completions`: a script for bash, zsh or fish, made from the command table. The scripts hold words of ours
// only and run nothing but the shell's own completion.

import { TOOL_NAMES } from "../../tools/index.ts";
import { UsageError, type Arguments, type CommandSpec, type OptionSpec } from "../arguments.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "../command-table.ts";
import { printContent } from "../text-io.ts";

const SCRIPTS: Readonly<Record<string, () => string>> = { bash, zsh, fish };

export async function run({ words }: Arguments): Promise<number> {
  const [shell] = words;
  if (words.length !== 1 || !Object.hasOwn(SCRIPTS, shell!))
    throw new UsageError(`completions needs the name of a shell: ${Object.keys(SCRIPTS).join(", ")}`);
  await printContent(SCRIPTS[shell!]!());
  return 0;
}

const commands = Object.values(COMMANDS);

/** What may be completed here: these words, file names, folder names, or nothing we know. */
type Fill = readonly string[] | "files" | "folders" | null;

function wordFill({ word }: CommandSpec): Fill {
  if (word === "file") return "files";
  return word === "tool" ? TOOL_NAMES : (word ?? null);
}

function nextOf({ next = {} }: CommandSpec): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(next);
}

function valueFill({ choices, value = "" }: OptionSpec): Fill {
  if (choices) return choices;
  if (value === "DIR") return "folders";
  return value === "FILE" || value.startsWith("PATH") ? "files" : null;
}

const optionsOf = (command: CommandSpec): readonly (readonly [string, OptionSpec])[] => [
  ...Object.entries(command.options),
  ...Object.entries(GLOBAL_OPTIONS),
];

function bash(): string {
  const reply = (fill: Fill): string => {
    if (fill === null) return ":";
    if (fill === "files") return "_galley_names -f";
    return fill === "folders" ? "_galley_names -d" : `COMPREPLY=($(compgen -W "${fill.join(" ")}" -- "$word"))`;
  };
  const valued = new Map(commands.flatMap(optionsOf).filter(([, { kind }]) => kind !== "flag"));
  return `# Completes galley in bash. Made by: galley completions bash
_galley_names() {
  local name
  COMPREPLY=()
  while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen "$1" -- "$word")
  compopt -o filenames 2>/dev/null
}

_galley() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="" first="" words=0 at
  COMPREPLY=()
  # Bash makes a word of its own of the = in --option=value.
  if [[ $word == "=" ]]; then
    word=""
  elif [[ $before == "=" ]]; then
    before="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  case "$before" in
${[...valued].map(([name, option]) => `    ${name}) ${reply(valueFill(option))}; return ;;`).join("\n")}
  esac
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${COMP_WORDS[at]}" in
      ${globalValues().join("|")}) ((at++)) ;;
      -*) ;;
      *) if [[ -z $command ]]; then command="\${COMP_WORDS[at]}"; else ((words++ == 0)) && first="\${COMP_WORDS[at]}"; fi ;;
    esac
  done
  case "$command" in
    "") if [[ $word == -* ]]; then ${reply(Object.keys(GLOBAL_OPTIONS))}; else ${reply(Object.keys(COMMANDS))}; fi ;;
${commands
  .map((command) => {
    const options = reply(optionsOf(command).map(([name]) => name));
    const first = `elif ((words == 0)); then ${reply(wordFill(command))};`;
    const second = nextOf(command).map(
      ([word, next]) => ` elif [[ $words == 1 && $first == ${word} ]]; then ${reply(next)};`,
    );
    return `    ${command.name}) if [[ $word == -* ]]; then ${options}; ${first}${second.join("")} fi ;;`;
  })
  .join("\n")}
  esac
}
complete -F _galley galley
`;
}

function globalValues(): readonly string[] {
  return Object.entries(GLOBAL_OPTIONS).flatMap(([name, { kind }]) => (kind === "flag" ? [] : [name]));
}

function zsh(): string {
  const action = (fill: Fill): string => {
    if (fill === null) return " ";
    if (fill === "files") return "_files";
    return fill === "folders" ? "_files -/" : `(${fill.join(" ")})`;
  };
  const spec = ([name, option]: readonly [string, OptionSpec]): string => {
    const many = option.kind === "values" ? "*" : "";
    const value = option.kind === "flag" ? "" : `:${zshText(option.value ?? "VALUE")}:${action(valueFill(option))}`;
    return quoted(`${many}${name}${option.kind === "value" ? "=" : ""}[${zshText(option.help)}]${value}`);
  };
  const lines = (specs: readonly string[]): string => specs.map((one) => `        ${one}`).join(" \\\n");
  return `#compdef galley
# Completes galley in zsh. Made by: galley completions zsh
_galley() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C \\
${lines(Object.entries(GLOBAL_OPTIONS).map(spec))} \\
        '1:command:->command' \\
        '*::word:->word'
  case $state in
    command)
      local -a commands=(
${commands.map(({ name, summary }) => `        ${quoted(`${name}:${summary}`)}`).join("\n")}
      )
      _describe command commands ;;
    word)
      case $line[1] in
${commands
  .map((command) => {
    const fill = wordFill(command);
    const second = nextOf(command).map(([word, next]) => `${word}) compadd ${next.join(" ")} ;;`);
    const own = [
      ...optionsOf(command).map(spec),
      ...(fill === null ? [] : [quoted(`1:word:${action(fill)}`)]),
      ...(second.length === 0 ? [] : [quoted(`2:name:{ case $line[1] in ${second.join(" ")} esac }`)]),
    ];
    return `      ${command.name})\n        _arguments \\\n${lines(own)} ;;`;
  })
  .join("\n")}
      esac ;;
  esac
}
if [[ $funcstack[1] == _galley ]]; then
  _galley "$@"
else
  compdef _galley galley
fi
`;
}

/** Inside a description zsh reads brackets and colons. */
function zshText(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, (character) => `\\${character}`);
}

function fish(): string {
  const rest = (option: Fill): string => {
    if (option === null) return "-x";
    if (option === "files") return "-r -F";
    return option === "folders" ? "-x -a '(__fish_complete_directories)'" : `-x -a '${option.join(" ")}'`;
  };
  const after = (words: readonly string[]): string => `__fish_seen_subcommand_from ${words.join(" ")}`;
  const optionLine = (when: string, [name, option]: readonly [string, OptionSpec]): string => {
    const value = option.kind === "flag" ? "" : ` ${rest(valueFill(option))}`;
    return `complete -c galley${when} -l ${name.slice(2)}${value} -d ${fishText(option.help)}`;
  };
  return [
    "# Completes galley in fish. Made by: galley completions fish",
    "complete -c galley -f",
    ...Object.entries(GLOBAL_OPTIONS).map((option) => optionLine("", option)),
    ...commands.flatMap((command) => {
      const seen = `__fish_seen_subcommand_from ${command.name}`;
      const when = ` -n '${seen}'`;
      const fill = wordFill(command);
      const words =
        fill === "files"
          ? [`complete -c galley${when} -F`]
          : fill === null || fill === "folders"
            ? []
            : [`complete -c galley -n '${seen}; and not ${after(fill)}' -a '${fill.join(" ")}'`];
      const second = nextOf(command).map(
        ([word, next]) =>
          `complete -c galley -n '${seen}; and ${after([word])}; and not ${after(next)}' -a '${next.join(" ")}'`,
      );
      return [
        `complete -c galley -n __fish_use_subcommand -a ${command.name} -d ${fishText(command.summary)}`,
        ...words,
        ...second,
        ...Object.entries(command.options).map((option) => optionLine(when, option)),
      ];
    }),
    "",
  ].join("\n");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function fishText(text: string): string {
  return `'${text.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`;
}
