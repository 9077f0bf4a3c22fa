// `galley map`: what the files here define, the most used first, within a budget of tokens.

import { counted } from "../base/index.ts";
import { buildMap, type SymbolMap } from "../symbols/index.ts";
import { reveal } from "../text/index.ts";
import { UsageError, type Arguments } from "./arguments.ts";
import { settingsOf } from "./settings.ts";
import { openSymbolParser, openWorkspaceCache } from "./symbols.ts";
import { print, printJson } from "./text-io.ts";
import { openWorkspace } from "./workspace.ts";

const DEFAULT_TOKENS = 4000;

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  const workspace = await openWorkspace(settings);
  const cache = await openWorkspaceCache(workspace);
  const progress = progressOn(settings.quiet || settings.json ? null : process.stderr);
  const map = await buildMap({
    files: settings.yes ? workspace.approved : workspace.readable,
    parser: openSymbolParser(),
    cache,
    ...(args.words.length === 0 ? {} : { paths: args.words.map((word) => workspace.resolve(word)) }),
    tokens: tokensOf(args),
    show: workspace.show,
    signal: settings.signal,
    progress: progress.tell,
  });
  cache.save();
  progress.clear();
  if (settings.json) await printJson(map);
  else {
    await print(reveal(map.text));
    for (const line of notesOn(map)) process.stderr.write(`${line}\n`);
  }
  return 0;
}

function tokensOf({ values }: Arguments): number {
  const given = values.get("--tokens")?.[0];
  if (given === undefined) return DEFAULT_TOKENS;
  if (!/^[1-9]\d{0,7}$/.test(given)) throw new UsageError(`--tokens needs a number; got ${given}`);
  return Number(given);
}

function notesOn({ files, definitions, shown, left_out, truncated }: SymbolMap): readonly string[] {
  if (files === 0) return ["No source file here has a language that galley knows."];
  return [
    ...(shown < definitions
      ? [`${shown} of ${counted(definitions, "definition")} fit; --tokens N makes room for more.`]
      : []),
    ...(left_out.length > 0
      ? [
          `Left out: ${left_out
            .slice(0, 5)
            .map(({ path, why }) => `${reveal(path, { oneLine: true })} (${why})`)
            .join(", ")}${left_out.length > 5 ? ` and ${left_out.length - 5} more` : ""}.`,
        ]
      : []),
    ...(truncated ? ["There are more files than one listing holds; name folders to see the rest."] : []),
  ];
}

/** Long work says how far it is, on a terminal only. */
function progressOn(stream: NodeJS.WriteStream | null): {
  readonly tell: (done: number, total: number) => void;
  readonly clear: () => void;
} {
  if (stream === null || !stream.isTTY) return { tell: () => {}, clear: () => {} };
  let last = 0;
  return {
    tell: (done, total) => {
      const now = Date.now();
      if (now - last < 100) return;
      last = now;
      stream.write(`\r${done} of ${counted(total, "file")}…\u001b[K`);
    },
    clear: () => void (last > 0 && stream.write("\r\u001b[K")),
  };
}
