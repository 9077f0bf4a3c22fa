// `galley prompt`: everything a web chat needs to reply with edits, as one text to paste. Reads only.

import { counted, failure, withFullStop } from "../../base/index.ts";
import type { Format } from "../../edits/index.ts";
import { buildMap, estimateTokens, type SymbolMap } from "../../symbols/index.ts";
import { plain, reveal, revealPath, type Plain } from "../../text/index.ts";
import { openLocal, type LocalWorkspace } from "../../workspace/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { clipboardPlace } from "../clipboard/place.ts";
import { composePrompt, MOST_NAMED, type PromptParts } from "../prompt/compose.ts";
import { gatherFiles, withoutLast, type Gathered } from "../prompt/gather.ts";
import { withoutSecrets } from "../prompt/secrets.ts";
import { settingsOf, type Settings } from "../settings.ts";
import { openSymbolParser, openWorkspaceCache } from "../symbols.ts";
import { printContent, printError, printJson } from "../text-io.ts";

/** In a fence, so that the rendered page keeps its whitespace; in ASCII; and models know it. See docs/decisions. */
export const DEFAULT_FORMAT = "search-replace" satisfies Format;
const DEFAULT_BUDGET = 32_000;

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  const budget = budgetOf(args);
  const format = (args.values.get("--format")?.[0] ?? DEFAULT_FORMAT) as Format; // The option's choices are these.
  const workspace = await openLocal(settings);
  const { show } = workspace;
  const { yes, signal } = settings;
  const empty = { format, files: [], unseen: [], map: "" };
  const free = budget - estimateTokens(composePrompt(empty));
  let gathered = await gatherFiles(args.words, { workspace, yes, signal, tokens: free });
  const partsOf = ({ shown, leftOut }: Gathered): Pick<PromptParts, "files" | "unseen"> => ({
    files: shown.map(({ path, text }) => ({ name: show(path), text })),
    // What a rule or git keeps out is not named to the chat either.
    unseen: leftOut.flatMap(({ path, why, because }) =>
      because === "no-room" || because === "not-text" ? [{ name: show(path), why }] : [],
    ),
  });
  const sizeOf = (all: Gathered): number => estimateTokens(composePrompt({ ...empty, ...partsOf(all) }));
  // Naming what is left out takes room, too.
  while (gathered.shown.length > 0 && sizeOf(gathered) > budget) gathered = withoutLast(gathered);
  const { files, unseen } = partsOf(gathered);
  const withFiles = sizeOf(gathered);
  const map = await mapOf(gathered, { settings, workspace, tokens: budget - withFiles - MAP_HEADING });
  const drawn = withoutSecrets(map?.text ?? "");
  const text = composePrompt({ format, files, unseen, map: drawn.text });
  const tokens = estimateTokens(text);
  const copiedWith = args.flags.has("--clipboard") ? await copy(text, settings, workspace) : null;
  const left = gathered.leftOut.map(({ path, why }) => ({ path: show(path), why }));
  if (settings.json)
    await printJson({
      format,
      tokens,
      files: files.map(({ name }) => name),
      left_out: left,
      copied_with: copiedWith,
      text,
    });
  else {
    if (copiedWith === null) await printContent(text);
    const said = describe({ gathered, map, mapSecrets: drawn.secretLines, tokens, budget, copiedWith, show });
    const shown = settings.quiet ? said.filter(({ isProblem }) => isProblem) : said;
    for (const { line } of shown) printError(plain`galley: ${line}\n`);
  }
  const isMissing = gathered.truncated || gathered.leftOut.some(({ named, because }) => named || because === "no-room");
  return isMissing ? 1 : 0;
}

/** About what the words above a map take. */
const MAP_HEADING = 60;

function budgetOf({ values }: Arguments): number {
  const given = values.get("--budget")?.[0];
  if (given === undefined) return DEFAULT_BUDGET;
  if (!/^[1-9]\d{0,7}$/.test(given)) throw new UsageError(`--budget needs a number of tokens; got ${given}`);
  return Number(given);
}

type MapPlace = { readonly settings: Settings; readonly workspace: LocalWorkspace; readonly tokens: number };

async function mapOf(
  { shown }: Gathered,
  { settings: { yes, signal }, workspace, tokens }: MapPlace,
): Promise<SymbolMap | null> {
  if (tokens <= 0) return null;
  const cache = await openWorkspaceCache(workspace);
  const parser = openSymbolParser();
  const { approved, readable, show } = workspace;
  const selected = new Set(shown.map(({ path }) => path));
  return buildMap({ files: yes ? approved : readable, parser, cache, selected, tokens, show, signal }).finally(() => {
    parser.close();
    cache.save({ whole: !signal.aborted });
  });
}

async function copy(text: string, settings: Settings, workspace: LocalWorkspace): Promise<string> {
  if (!text.isWellFormed()) throw failure("INVALID_ARG", "The prompt is not valid Unicode.");
  const { writeClipboard } = await import("../clipboard/clipboard.ts");
  return writeClipboard(text, clipboardPlace(settings, workspace));
}

type Said = {
  readonly gathered: Gathered;
  readonly map: SymbolMap | null;
  /** Lines of the map that look like secrets. */
  readonly mapSecrets: number;
  readonly tokens: number;
  readonly budget: number;
  readonly copiedWith: string | null;
  readonly show: (path: string) => string;
};

/** What the user should know about the text: on standard error, where it does not get into the chat. */
function describe({
  gathered,
  map,
  mapSecrets,
  tokens,
  budget,
  copiedWith,
  show,
}: Said): readonly { line: Plain; isProblem: boolean }[] {
  const { shown, leftOut, truncated, listed } = gathered;
  const problems = [
    ...leftOut
      .slice(0, MOST_NAMED)
      .map(({ path, why }) => plain`Left out: ${revealPath(show(path))}: ${reveal(withFullStop(why))}`),
    ...(leftOut.length > MOST_NAMED
      ? [plain`Left out: ${reveal(counted(leftOut.length - MOST_NAMED, "more file"))}.`]
      : []),
    ...shown.flatMap(({ path, secretLines }) =>
      secretLines === 0
        ? []
        : [
            plain`Left out: what looks like a secret in ${revealPath(show(path))} (${reveal(counted(secretLines, "line"))}).`,
          ],
    ),
    ...(mapSecrets > 0
      ? [plain`Left out: what looks like a secret in the map (${reveal(counted(mapSecrets, "line"))}).`]
      : []),
    ...(truncated ? [plain`Left out: there are more files than one listing holds. Name fewer folders.`] : []),
    ...(tokens > budget
      ? [plain`The prompt is larger than --budget ${budget}, because the instructions alone need more.`]
      : []),
  ];
  const of =
    map === null || map.shown === 0 ? "no map" : `a map of ${map.shown} of ${counted(map.definitions, "definition")}`;
  const what = `The prompt has about ${counted(tokens, "token")} (characters / 4): instructions, ${counted(shown.length, "file")}, ${of}.`;
  const remarks = [
    reveal(what),
    ...(listed ? [plain`Files that git ignores are not included.`] : []),
    ...(shown.length === 0 && leftOut.length === 0
      ? [plain`No file was named, so the chat sees only the map. Name the files it should change: galley prompt PATH…`]
      : []),
    copiedWith === null
      ? plain`Paste it into a chat and add your request. Then copy the answer and run: galley apply --clipboard`
      : plain`Copied with ${reveal(copiedWith)}. Paste it into a chat and add your request. Then copy the answer and run: galley apply --clipboard`,
  ];
  return [
    ...problems.map((line) => ({ line, isProblem: true })),
    ...remarks.map((line) => ({ line, isProblem: false })),
  ];
}
