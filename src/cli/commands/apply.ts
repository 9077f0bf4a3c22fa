// `galley apply`: a model's answer from a file or a pipe, reviewed in the terminal, written, reported.

import * as fs from "node:fs";
import type { Format } from "../../edits/index.ts";
import { plain, revealLines, type Text } from "../../text/index.ts";
import { retryPrompt, type ApplyReport } from "../../tools/index.ts";
import { createPaint, wantsColour } from "../../terminal/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { applyTo, openLocal, type LocalWorkspace } from "../../workspace/index.ts";
import { describeNotApplied, describeReport, type Fold } from "../apply-report.ts";
import { openReviewer, type OpenReviewer } from "../reviewer.ts";
import { settingsOf, type Settings } from "../settings.ts";
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
  const { text, seen } = await readAnswer(args, settings.signal);
  const workspace = await openLocal({ ...settings, warned: "by-caller" });
  const missing = (seen ?? []).filter((path) => !workspace.known(path));
  const reviewer = dryRun ? null : await reviewerFor(args, settings, workspace);
  const { yes, signal } = settings;
  try {
    const report = await applyTo(workspace, text, {
      format: (args.values.get("--format")?.[0] ?? "auto") as Format | "auto", // The option's choices are these.
      dryRun,
      atomic: args.flags.has("--atomic"),
      lenient: args.flags.has("--lenient"),
      seen: seen === null ? null : new Map(seen.map((path) => [workspace.resolve(path), null])),
      placesEdits: reviewer !== null && !yes,
      stage: !args.flags.has("--no-stage"),
      onNotApplied: (results) => {
        if (!settings.json) printError(describeNotApplied(results, { whole: false }));
      },
      reviewer,
      yes,
      signal,
    });
    const unseen = missing.map((path) => `--context: there is no file ${path}.`);
    const told = await tell({ ...report, warnings: [...unseen, ...report.warnings] }, args, settings);
    if (settings.signal.aborted) return 130;
    return told && report.results.length > 0 && report.results.every(({ status }) => DONE.has(status)) ? 0 : 1;
  } finally {
    reviewer?.close();
  }
}

/** With --json nothing prompts here; someone may still answer in the inbox. */
async function reviewerFor(
  args: Arguments,
  settings: Settings,
  workspace: LocalWorkspace,
): Promise<OpenReviewer | null> {
  if (!args.flags.has("--inbox")) return settings.json ? null : openReviewer(settings, workspace);
  const { openInboxReviewer } = await import("../inbox/reviewer.ts");
  return openInboxReviewer(settings, { door: "apply", session: null });
}

const DONE: ReadonlySet<string> = new Set(["APPLIED", "VALIDATED", "ALREADY_APPLIED"]);

/** The answer, and the paths that count as seen. A word that --context took is the file when nothing else is. */
async function readAnswer(
  { words, values, doubtful }: Arguments,
  signal: AbortSignal,
): Promise<{ readonly text: Text; readonly seen: readonly string[] | null }> {
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

async function tell(report: ApplyReport, args: Arguments, settings: Settings): Promise<boolean> {
  const retryFile = args.values.get("--retry-prompt")?.[0] ?? null;
  // Whoever interrupts does not want a text to send; whoever named a file for it finds one there.
  const retry = settings.signal.aborted && retryFile === null ? null : retryPrompt(report);
  const isPiped = retryFile === "-";
  const trouble = retryFile !== null && !isPiped && retry !== null ? writeRetry(retryFile, retry) : null;
  const told = trouble === null ? report : { ...report, warnings: [...report.warnings, trouble] };
  if (settings.json) {
    await printJson(told);
    // Standard output carries only the JSON.
    if (isPiped && retry !== null) printError(revealLines(retry, { reading: "code" }));
  } else {
    const paint = createPaint(settings.colour && wantsColour(settings.environment, { isTTY: isTerminalOutput() }));
    const kept = trouble === null ? retryFile : null;
    const { quiet } = settings;
    const common = { paint, retryFile: kept, quiet, atomic: args.flags.has("--atomic"), fold: await folding() };
    if (isPiped) {
      // The text is for another program, the report for the person.
      printError(describeReport(told, { ...common, retry: null }));
      if (retry !== null) await printContent(retry);
    } else await print(describeReport(told, { ...common, retry }));
  }
  return trouble === null;
}

/** On a terminal prose is cut at words; a pipe gets whole lines. */
async function folding(): Promise<Fold | null> {
  if (!isTerminalOutput()) return null;
  const { wrapWords } = await import("../../terminal/index.ts");
  const width = process.stdout.columns || 80;
  return (text, { indent, used = 0 }) => wrapWords(text, Math.max(20, width - indent), used);
}

/** Null, or why it could not be written: what was applied must be reported all the same. */
function writeRetry(file: string, text: string): string | null {
  try {
    fs.writeFileSync(file, text);
    return null;
  } catch (error) {
    return `The text for the model could not be written to ${file} (${(error as NodeJS.ErrnoException).code}).`;
  }
}
