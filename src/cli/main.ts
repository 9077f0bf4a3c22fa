// The first file Node runs. It answers --version and --help by itself and loads a command only when it is called.

import { parseArguments, UsageError, nearest, type Arguments, type CommandSpec } from "./arguments.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "./commands.ts";

declare const GALLEY_VERSION: string; // Put in by the build.

export type Command = (args: Arguments) => Promise<number>;

const LOAD: Readonly<Record<string, () => Promise<{ run: Command }>>> = {
  apply: () => import("./apply.ts"),
  tool: () => import("./tool.ts"),
  undo: () => import("./undo.ts"),
  log: () => import("./log.ts"),
  demo: () => import("./demo.ts"),
};

async function main(argv: readonly string[]): Promise<number> {
  const named = argv.findIndex((word, at) => !word.startsWith("-") && !takesValue(argv[at - 1]));
  const name = named < 0 ? null : argv[named]!;
  if (name === null && argv.some((word) => word === "--version" || word === "-V")) {
    process.stdout.write(`${GALLEY_VERSION}\n`);
    return 0;
  }
  const spec: CommandSpec | undefined = name !== null && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (name !== null && spec === undefined && name !== "help") {
    throw new UsageError(`unknown command ${JSON.stringify(name)}${nearest(name, Object.keys(COMMANDS))}`);
  }
  const rest = argv.filter((_, at) => at !== named);
  const args = parseArguments(rest, { ...GLOBAL_OPTIONS, ...spec?.options });
  if (args.flags.has("--version")) {
    process.stdout.write(`${GALLEY_VERSION}\n`);
    return 0;
  }
  if (spec === undefined || args.flags.has("--help")) {
    const topic = spec ?? (name === "help" ? COMMANDS[args.words[0] ?? ""] : undefined) ?? null;
    const { helpFor } = await import("./help.ts");
    process.stdout.write(helpFor(topic));
    return 0;
  }
  const { run } = await LOAD[spec.name]!();
  return run(args);
}

function takesValue(word: string | undefined): boolean {
  return word !== undefined && Object.hasOwn(GLOBAL_OPTIONS, word) && GLOBAL_OPTIONS[word]!.kind === "value";
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  async (error: unknown) => {
    const { report } = await import("./failures.ts");
    process.exitCode = report(error, process.argv.includes("--json"));
  },
);
