// The options that make each editor open at a line and wait until the user is done. An editor that is not in the
// table gets the file alone. Pure: words in, words out.

import { basename } from "node:path";
import type { EditorChoice } from "./types.ts";

export type EditorCommand = {
  readonly program: string;
  readonly args: readonly string[];
  /** What the person should know before it opens: a window of its own, an option that was added. */
  readonly notice: string | null;
};

/** `file` is absolute, so it cannot be taken for an option. */
export function commandFor(
  { words: [name, ...given], program = name }: EditorChoice,
  { file, line }: { readonly file: string; readonly line: number },
): EditorCommand {
  const known = KNOWN.get(basename(name).toLowerCase());
  if (known === undefined) return { program, args: [...given, file], notice: null };
  const { wait } = known;
  const added = wait === undefined || given.some((word) => isWait(word, wait)) ? [] : [wait.long];
  const args = [...given, ...added, ...PLACE[known.line](file, line)];
  return { program, args, notice: wait === undefined ? null : tell(basename(name), added[0]) };
}

type Wait = { readonly long: string; readonly short: string };
type Known = { readonly line: keyof typeof PLACE; readonly wait?: Wait };

const PLACE = {
  plus: (file: string, line: number) => [`+${line}`, file],
  // A colon in the name would be read as the beginning of a line number.
  goto: (file: string, line: number) => (file.includes(":") ? [file] : ["--goto", `${file}:${line}`]),
  colon: (file: string, line: number) => [file.includes(":") ? file : `${file}:${line}`],
  option: (file: string, line: number) => ["--line", String(line), file],
} as const;

const WAIT: Wait = { long: "--wait", short: "w" };

const KNOWN: ReadonlyMap<string, Known> = new Map(
  (
    [
      ["vi vim nvim view vimx nvi elvis vis ex nano pico emacs emacsclient micro kak joe ne mcedit", { line: "plus" }],
      ["hx helix", { line: "colon" }],
      ["gvim mvim", { line: "plus", wait: { long: "-f", short: "f" } }],
      ["code code-insiders code-oss codium vscodium cursor windsurf positron", { line: "goto", wait: WAIT }],
      ["subl sublime_text zed zeditor lapce", { line: "colon", wait: WAIT }],
      ["gedit xed bbedit", { line: "plus", wait: WAIT }],
      ["mate", { line: "option", wait: WAIT }],
      ["kate", { line: "option", wait: { long: "--block", short: "b" } }],
      ["idea pycharm webstorm phpstorm goland clion rubymine rider rustrover", { line: "option", wait: WAIT }],
    ] satisfies readonly (readonly [string, Known])[]
  ).flatMap(([names, known]) => names.split(" ").map((name) => [name, known] as const)),
);

/** Short options may be joined: -nw. */
function isWait(word: string, { long, short }: Wait): boolean {
  return word === long || (/^-[A-Za-z]+$/.test(word) && word.includes(short));
}

function tell(name: string, added: string | undefined): string {
  const option = added === undefined ? "" : ` (${added} was added for that)`;
  return `${name} opens in a window of its own. Galley waits until you close the file there${option}.`;
}
