// `galley apply`: a model's answer from a file or a pipe, reviewed in the terminal, written, reported.

import { failure } from "../../base/index.ts";
import { counted } from "../../base/index.ts";
import type { BlockResult } from "../../commit/index.ts";
import { isDone, type Format } from "../../edits/index.ts";
import { plain, revealLines, type Text } from "../../text/index.ts";
import { noEditPrompt, retryPrompt, type Applied } from "../../tools/index.ts";
import { createPaint, wantsColour } from "../../terminal/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { applyTo, openLocal, type LocalWorkspace } from "../../workspace/index.ts";
import { describeNotApplied, describeReport, type Fold } from "../report/apply-report.ts";
import { isChatPrompt } from "../prompt/heading.ts";
import { clipboardPlace } from "../clipboard/place.ts";
import { requireRetryFile, writeRetryFile } from "../apply/retry-file.ts";
import { hasTerminal, openReviewer, type OpenReviewer } from "../reviewer.ts";
import { settingsOf, type Settings } from "../settings.ts";
import { stagingAs } from "../staging.ts";
import { requireNoTeam } from "../turn-options.ts";
import {
  hasStandardInput,
  isTerminalOutput,
  print,
  printContent,
  printError,
  printJson,
  readInput,
} from "../text-io.ts";

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  const dryRun = args.flags.has("--dry-run");
  const asDiff = args.flags.has("--diff");
  if (asDiff) requireDiffAlone(args);
  const isCopied = args.flags.has("--clipboard");
  const answer = isCopied ? noOther(args) : await readAnswer(args, settings.signal);
  const { seen: given } = answer;
  const { setPath, ...opening } = settings;
  // A dry run starts no program, and need not look through PATH.
  const starts = !dryRun || isCopied;
  const workspace = stagingAs(
    args,
    await openLocal({ ...opening, hasSession: false, ...(starts && { setPath }), warned: "by-caller" }),
  );
  requireNoTeam("--yes", settings.yes, workspace);
  const text = answer.text ?? (await copiedAnswer(settings, workspace));
  requireAnswer(text);
  const seen = given?.map(workspace.typed) ?? null;
  const missing = (given ?? []).filter((path) => !workspace.known(workspace.typed(path)));
  const retryFile = args.values.get("--retry-prompt")?.[0] ?? null;
  if (retryFile !== null && retryFile !== "-") await requireRetryFile(retryFile, workspace);
  const reviewer = dryRun ? null : await reviewerFor(args, settings, workspace);
  const { yes, signal } = settings;
  let above: readonly BlockResult[] = [];
  // The screen covers what was printed before it, so the question says it as well.
  let notice: { readonly notice?: string } = {};
  try {
    const fold = reviewer === null ? null : await folding();
    const applied = await applyTo(workspace, text, {
      format: (args.values.get("--format")?.[0] ?? "auto") as Format | "auto", // The option's choices are these.
      dryRun,
      atomic: args.flags.has("--atomic"),
      lenient: args.flags.has("--lenient"),
      seen: seen === null ? null : new Map(seen.map((path) => [workspace.resolve(path), null])),
      from: workspace.startedIn,
      placesEdits: reviewer !== null && !yes,
      couldAsk: dryRun && couldAsk(args, settings, workspace),
      onNotApplied: (results) => {
        // A reviewer of the rest should know what is not part of it; without one, the report says it once.
        if (reviewer === null || yes || settings.json) return;
        above = isTerminalOutput() ? results : [];
        printError(describeNotApplied(results, fold));
        const count = counted(results.length, "edit of the answer is", "edits of the answer are");
        notice = { notice: `${count} not part of this review; the report says why.` };
      },
      reviewer: reviewer && { ask: (payload, asking) => reviewer.ask(payload, { ...asking, ...notice }) },
      yes,
      signal,
    });
    const unseen = missing.map((path) => `--context: there is no file ${path}.`);
    const report = { ...applied.report, warnings: [...unseen, ...applied.report.warnings] };
    const isReported = await printReport({ ...applied, report }, { args, settings, above });
    if (asDiff) await printContent(await diffOf(applied.changes, workspace.show));
    if (settings.signal.aborted) return 130;
    return isReported && report.results.length > 0 && report.results.every(isDone) ? 0 : 1;
  } finally {
    reviewer?.close();
  }
}

function couldAsk({ flags }: Arguments, { json }: Settings, { gate }: LocalWorkspace): boolean {
  return flags.has("--inbox") || (!json && (gate.team !== undefined || hasTerminal()));
}

type Answer = { readonly text: Text | null; readonly seen: readonly string[] | null };

function noOther({ words, values }: Arguments): Answer {
  if (words.length > 0) throw new UsageError(`--clipboard takes the answer from the clipboard; got ${words.join(" ")}`);
  return { text: null, seen: values.get("--context") ?? null };
}

async function copiedAnswer(settings: Settings, workspace: LocalWorkspace): Promise<Text> {
  const { readClipboard } = await import("../clipboard/clipboard.ts");
  return readClipboard(clipboardPlace(settings, workspace));
}

/** The prompt of galley prompt has examples that would be read as edits. */
function requireAnswer(text: Text): void {
  if (isChatPrompt(text))
    throw failure(
      "INVALID_ARG",
      "This is the text of galley prompt, not an answer to it. Give it to the chat, copy what it replies, and try again.",
    );
}

/** Standard output carries the diff and nothing else. */
function requireDiffAlone({ flags, values }: Arguments): void {
  if (!flags.has("--dry-run")) throw new UsageError("--diff prints what would change: add --dry-run");
  if (flags.has("--json")) throw new UsageError("--diff prints a diff and --json prints JSON; use only one of them");
  if (values.get("--retry-prompt")?.[0] === "-")
    throw new UsageError("--diff uses standard output: name a file with --retry-prompt");
}

async function diffOf(...given: Parameters<typeof import("../apply/diff.ts").diffOf>): Promise<string> {
  const { diffOf: make } = await import("../apply/diff.ts");
  return make(...given);
}

/** With --json nothing prompts here; someone may still answer in the inbox. */
async function reviewerFor(
  args: Arguments,
  settings: Settings,
  workspace: LocalWorkspace,
): Promise<OpenReviewer | null> {
  const from = { door: "apply", session: null } as const;
  if (!args.flags.has("--inbox")) {
    const isReported = isTerminalOutput() && !settings.quiet;
    return settings.json ? null : openReviewer(settings, workspace, { from, isReported });
  }
  const { openInboxReviewer } = await import("../inbox/reviewer.ts");
  return openInboxReviewer(settings, from);
}

/** The answer, and the paths that count as seen. A word that --context took is the file when nothing else is. */
async function readAnswer({ words, values, doubtful }: Arguments, signal: AbortSignal): Promise<Answer> {
  if (words.length > 1) throw new UsageError(`apply takes one file; got ${words.join(" ")}`);
  const seen = values.get("--context") ?? null;
  if (words[0] !== undefined) return { text: await readInput(words[0]), seen };
  const piped = hasStandardInput() ? await readInput("-", signal) : null;
  if (piped !== null && (piped !== "" || doubtful === null)) return { text: piped, seen };
  if (doubtful !== null) return { text: await readInput(doubtful), seen: seen!.filter((path) => path !== doubtful) };
  if (!process.stdin.isTTY) throw new UsageError("there is no answer to apply: give a file, or pipe the text in");
  printError(plain`Paste the model's answer, then press Ctrl-D on an empty line.\n`);
  return { text: await readInput("-", signal), seen };
}

type Printing = {
  readonly args: Arguments;
  readonly settings: Settings;
  /** Results that were printed before the review. */
  readonly above: readonly BlockResult[];
};

async function printReport(applied: Applied, { args, settings, above }: Printing): Promise<boolean> {
  const { report, forUser, forModel } = applied;
  const atomic = args.flags.has("--atomic");
  const retryFile = args.values.get("--retry-prompt")?.[0] ?? null;
  // After an interrupt no text is offered, but a file that was named for it is written.
  const isWanted = !settings.signal.aborted || retryFile !== null;
  const isWithoutEdit = retryFile !== null && report.results.length === 0 && report.format === null;
  const retry = !isWanted
    ? null
    : isWithoutEdit
      ? noEditPrompt(report.warnings)
      : retryPrompt(forModel, { mode: report.mode, atomic });
  const isPiped = retryFile === "-";
  const problem = retryFile !== null && !isPiped && retry !== null ? writeRetryFile(retryFile, retry.text) : null;
  const whole = problem === null ? report : { ...report, warnings: [...report.warnings, problem] };
  if (settings.json) {
    await printJson(whole);
    // Standard output carries only the JSON.
    if (isPiped && retry !== null) printError(revealLines(retry.text, { reading: "code" }));
  } else {
    const paint = createPaint(settings.colour && wantsColour(settings.environment, { isTTY: isTerminalOutput() }));
    const kept = problem === null ? retryFile : null;
    const { quiet, verbose } = settings;
    const common = { paint, forUser, above, retryFile: kept, quiet, verbose, atomic, fold: await folding() };
    if (isPiped || args.flags.has("--diff")) {
      // The text is for another program, the report for the person.
      printError(describeReport(whole, { ...common, retry: null }));
      if (isPiped && retry !== null) await printContent(retry.text);
    } else await print(describeReport(whole, { ...common, retry }));
  }
  return problem === null;
}

/** On a terminal prose is cut at words; a pipe gets whole lines. */
async function folding(): Promise<Fold | null> {
  if (!isTerminalOutput()) return null;
  const { wrapWords } = await import("../../terminal/index.ts");
  const width = process.stdout.columns || 80;
  return (text, { indent, used = 0 }) => wrapWords(text, Math.max(20, width - indent), used);
}
