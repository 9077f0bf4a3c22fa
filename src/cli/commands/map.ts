// `galley map`: what the files here define, the most used first, within a budget of tokens.

import { counted } from "../../base/index.ts";
import { buildMap, type LeftOutWhy, type SymbolMap } from "../../symbols/index.ts";
import { plain, printable, revealPath, joinPrintable, reveal, type Plain } from "../../text/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { settingsOf } from "../settings.ts";
import { openSymbolParser, openWorkspaceCache } from "../symbols.ts";
import { printContent, printError, printJson } from "../text-io.ts";
import { openLocal } from "../../workspace/index.ts";

const DEFAULT_TOKENS = 4000;

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  const workspace = await openLocal(settings);
  const cache = await openWorkspaceCache(workspace);
  const tokens = tokensOf(args);
  const paths = args.words.map((word) => workspace.resolve(workspace.typed(word)));
  const progress = progressOn(process.stderr.isTTY && !settings.quiet && !settings.json);
  const parser = openSymbolParser();
  const map = await buildMap({
    files: settings.yes ? workspace.approved : workspace.readable,
    parser,
    cache,
    ...(paths.length === 0 ? {} : { paths }),
    tokens,
    show: workspace.show,
    signal: settings.signal,
    progress: progress.report,
  }).finally(() => {
    parser.close();
    progress.clear();
    // Only a map of everything shows what is not needed any more.
    cache.save({ whole: args.words.length === 0 && !settings.signal.aborted });
  });
  if (settings.json) await printJson(map);
  else {
    await printContent(map.text);
    for (const line of notesOn(map)) printError(plain`${line}\n`);
  }
  return 0;
}

function tokensOf({ values }: Arguments): number {
  const given = values.get("--tokens")?.[0];
  if (given === undefined) return DEFAULT_TOKENS;
  if (!/^[1-9]\d{0,7}$/.test(given)) throw new UsageError(`--tokens needs a number; got ${given}`);
  return Number(given);
}

const WHY: Readonly<Partial<Record<LeftOutWhy, Plain>>> = {
  SLOW: plain`parsing took too long`,
  PARSE: plain`could not be parsed`,
};

function notesOn({
  files,
  definitions,
  shown,
  left_out,
  needs_approval: unasked,
  truncated,
}: SymbolMap): readonly Plain[] {
  if (files === 0 && unasked === 0) return [plain`No source file here is in a language that galley knows.`];
  const named = left_out.slice(0, 5).map(({ path, why }) => plain`${revealPath(path)} (${WHY[why] ?? reveal(why)})`);
  const more = left_out.length > 5 ? plain` and ${left_out.length - 5} more` : plain``;
  return [
    ...(shown < definitions
      ? [plain`${shown} of ${reveal(counted(definitions, "definition"))} fit; --tokens N makes room for more.`]
      : []),
    ...(named.length > 0 ? [plain`Left out: ${joinPrintable(named, plain`, `)}${more}.`] : []),
    ...(unasked > 0
      ? [plain`${reveal(counted(unasked, "file"))} left out because reading needs approval; --yes approves it.`]
      : []),
    ...(truncated ? [plain`There are more files than one listing holds; name folders to see the rest.`] : []),
  ];
}

/** Work of more than a second says how far it is, on a terminal only. */
function progressOn(isShown: boolean): {
  readonly report: (done: number, total: number) => void;
  readonly clear: () => void;
} {
  if (!isShown) return { report: () => {}, clear: () => {} };
  let count: Plain = plain`Listing files…`;
  let isDrawn = false;
  const draw = (): void => {
    isDrawn = true;
    printError(printable`\r${count}\u001b[K`);
  };
  // Nothing waits for it: it ends with the work, however that ends.
  let timer = setTimeout(() => {
    draw();
    timer = setInterval(draw, 100).unref();
  }, 1000).unref();
  return {
    report: (done, total) => {
      count = plain`${done} of ${reveal(counted(total, "file"))}…`;
    },
    clear: () => {
      clearTimeout(timer);
      if (isDrawn) printError(printable`\r\u001b[K`);
    },
  };
}
