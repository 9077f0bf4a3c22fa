// The words of the command line. It answers --version and --help by itself and loads a command only when it is called.

import { plain, reveal, revealJson, revealLines } from "../../text/index.ts";
import { didYouMean } from "../../base/index.ts";
import { parseArguments, UsageError, type Arguments, type CommandSpec, type OptionSpec } from "../arguments.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "../command-table.ts";
import { writeNow } from "../print-at-exit.ts";

declare const GALLEY_VERSION: string; // Put in by the build.

type LoadApp = () => Promise<{ readonly runCommand: (name: string, args: Arguments) => Promise<number> }>;

/** Gives the exit code. Throws a UsageError for words that mean nothing. */
export async function callCommand(argv: readonly string[], loadApp: LoadApp): Promise<number> {
  const command = commandIn(argv);
  const name = command?.name ?? null;
  if (name === null && argv.some((word) => word === "--version" || word === "-V")) {
    writeNow(1, plain`${reveal(GALLEY_VERSION)}\n`);
    return 0;
  }
  // Alone it is a conversation; with --help it is the help on everything.
  const isHelp = argv.some((word) => word === "--help" || word === "-h");
  const wanted = name ?? (isHelp ? "help" : "chat");
  const spec: CommandSpec | undefined = Object.hasOwn(COMMANDS, wanted) ? COMMANDS[wanted] : undefined;
  if (name !== null && spec === undefined && name !== "help") {
    throw new UsageError(`unknown command ${JSON.stringify(name)}${didYouMean(name, Object.keys(COMMANDS))}`);
  }
  const rest = argv.filter((_, at) => at !== command?.at);
  const args = parseArguments(rest, { ...GLOBAL_OPTIONS, ...spec?.options });
  if (args.flags.has("--version")) {
    writeNow(1, plain`${reveal(GALLEY_VERSION)}\n`);
    return 0;
  }
  if (spec === undefined || args.flags.has("--help")) {
    const topic = spec ?? (name === "help" ? COMMANDS[args.words[0] ?? ""] : undefined) ?? null;
    const { helpFor } = await import("../help.ts");
    writeNow(1, revealLines(helpFor(topic, args.words[spec === undefined ? 1 : 0])));
    return 0;
  }
  return (await loadApp()).runCommand(spec.name, args);
}

/** Options of a conversation count too: `galley --resume last` and `galley --context a.js b.js` name no command. */
function commandIn(argv: readonly string[]): { readonly name: string; readonly at: number } | null {
  const options = { ...GLOBAL_OPTIONS, ...COMMANDS["chat"]?.options };
  let taking: OptionSpec["kind"] = "flag";
  for (const [at, word] of argv.entries()) {
    if (word.startsWith("-")) taking = Object.hasOwn(options, word) ? options[word]!.kind : "flag";
    else if (taking === "value") taking = "flag";
    else if (taking !== "values" || Object.hasOwn(COMMANDS, word)) return { name: word, at };
  }
  return null;
}

/** What this process does, from its first word to its exit code, which `end` is given. */
export function runCommandLine({
  loadApp,
  end,
}: {
  readonly loadApp: LoadApp;
  readonly end: (code: number) => void;
}): void {
  // What no one caught is a bug of ours, and its words may be anybody's. Ending runs what gives the terminal back.
  process.on("uncaughtException", (error: unknown) => {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    writeNow(2, plain`galley: something unexpected happened. Please report this:\n${revealLines(detail)}\n`);
    process.exit(2);
  });
  const argv = process.argv.slice(2);
  callCommand(argv, loadApp).then(end, (error: unknown) => {
    // Commands report their own errors; here only the words of the command line can be wrong.
    const command = commandIn(argv);
    const topic = command !== null && Object.hasOwn(COMMANDS, command.name) ? `${command.name} ` : "";
    const message = error instanceof UsageError ? `${error.message}\nTry galley ${topic}--help.` : String(error);
    const isJson = argv.includes("--json") && command?.name !== "hook"; // Hosts read standard error.
    if (isJson) writeNow(1, plain`${revealJson({ error: { code: "USAGE", message } })}\n`);
    else writeNow(2, plain`galley: ${revealLines(message)}\n`);
    end(2);
  });
}
