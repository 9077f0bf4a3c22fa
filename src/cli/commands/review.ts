// `galley review [REV]`: the changes that are on disk already, reviewed like proposed ones: kept, reverted, edited,
// commented on. Nothing is written before the review is finished; comments and reverts are printed as a prompt.

import { describeNotShown, notShownOf, type Decision } from "../../approval/index.ts";
import { counted, isFailure } from "../../base/index.ts";
import type { PlacedComment } from "../../review/index.ts";
import { printable, reveal, revealLines, type Printable } from "../../text/index.ts";
import {
  askReview,
  finishReview,
  listReviewed,
  openLocal,
  readWorkTree,
  type LocalWorkspace,
  type ReviewedFile,
  type WorkTreeChanges,
} from "../../workspace/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { clipboardPlace } from "../clipboard/place.ts";
import { openTerminalReviewer, type OpenReviewer } from "../reviewer.ts";
import { settingsOf, type Settings } from "../settings.ts";
import { isTerminalOutput, print, printContent, printError, printJson, printNote } from "../text-io.ts";
import type { ReviewReport } from "../wire-schema.ts";

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  if (args.words.length > 1) throw new UsageError(`review takes one revision; got ${args.words.join(" ")}`);
  const revision = args.words[0] ?? null;
  const workspace = await openLocal(settings);
  for (const note of await workspace.recover()) printNote(note);
  const changes = await readWorkTree(workspace, revision);
  for (const note of describeNotShown(notShownOf(changes.named), MOST_NAMED)) printNote(note);
  if (changes.plan.files.length === 0) {
    if (settings.json)
      await printJson(reportOf([], { comments: [], reasons: [], receipt: null, show: workspace.show }));
    else printNote(`Nothing to review: no text file differs from ${revision ?? "the last commit"}.`);
    return 0;
  }
  const reviewer = await reviewerFor(args, settings, workspace);
  try {
    const decision = await askReview(reviewer, changes, settings);
    return await finish(decision, { changes, settings, workspace, toClipboard: args.flags.has("--clipboard") });
  } finally {
    reviewer.close();
  }
}

/** The review is on the terminal also with --json: that only says what is printed at the end. */
async function reviewerFor(args: Arguments, settings: Settings, workspace: LocalWorkspace): Promise<OpenReviewer> {
  if (args.flags.has("--wait")) {
    const { openInboxReviewer } = await import("../inbox/reviewer.ts");
    return openInboxReviewer(settings, { door: "review", session: null });
  }
  const reviewer = openTerminalReviewer(settings, workspace);
  if (reviewer !== null) return reviewer;
  throw new UsageError("review needs a terminal; with --wait the review waits in the inbox (galley inbox)");
}

type Finishing = {
  readonly changes: WorkTreeChanges;
  readonly settings: Settings;
  readonly workspace: LocalWorkspace;
  readonly toClipboard: boolean;
};

async function finish(decision: Decision, { changes, settings, workspace, toClipboard }: Finishing): Promise<number> {
  const { show } = workspace;
  const { signal, json } = settings;
  const { isLeft, files, receipt, warnings, comments, reasons, prompt } = await finishReview(workspace, {
    plan: changes.plan,
    decision,
    signal,
  });
  for (const warning of warnings) printNote(warning);
  const isCopied = toClipboard && prompt !== "" && (await copy(prompt, settings, workspace));
  if (json) await printJson(reportOf(files, { comments, reasons, receipt, show }));
  else {
    const summary = isLeft
      ? [reveal("You left the review: every file stays as it is.")]
      : summaryOf({ files, receipt }, show);
    // The prompt is for another program where the output is one's; the rest is for the user.
    if (isTerminalOutput()) await print(linesOf(summary));
    else printError(linesOf(summary));
    if (!isCopied) await printPrompt(prompt);
  }
  if (isLeft) return 130;
  return files.some(({ kind }) => kind === "failed") ? 1 : 0;
}

function reportOf(
  files: readonly ReviewedFile[],
  about: {
    readonly comments: readonly PlacedComment[];
    readonly reasons: NonNullable<ReviewReport["reasons"]>;
    readonly receipt: string | null;
    readonly show: (path: string) => string;
  },
): ReviewReport {
  return {
    ...listReviewed(files, about.show),
    ...(about.reasons.length > 0 && { reasons: about.reasons }),
    comments: about.comments.map(({ path, side, from, to, text }) => ({ path, side, from, to, text })),
    receipt_id: about.receipt,
  };
}

function summaryOf(
  { files, receipt }: { readonly files: readonly ReviewedFile[]; readonly receipt: string | null },
  show: (path: string) => string,
): readonly Printable[] {
  const kept = files.filter(({ kind }) => kind === "kept").length;
  const rows = files.flatMap((file): readonly Printable[] => {
    const path = reveal(show(file.path));
    switch (file.kind) {
      case "kept":
        return [];
      case "reverted":
        return [printable`✓ ${path}  ${file.some ? reveal("partly reverted") : reveal("reverted")}`];
      case "edited":
        return [printable`✓ ${path}  edited by you`];
      case "failed":
        return [printable`✗ ${path}  ${reveal(file.why)}`];
      default:
        return file satisfies never;
    }
  });
  const undo = receipt === null ? [] : [reveal(`Bring it back with: galley undo ${receipt}`)];
  return [
    ...rows,
    ...(kept === 0 ? [] : [reveal(`${counted(kept, "file")} kept as ${kept === 1 ? "it is" : "they are"}.`)]),
    ...undo,
  ];
}

async function printPrompt(prompt: string): Promise<void> {
  if (prompt === "") return;
  if (isTerminalOutput()) await print(revealLines(`\n${prompt}`, { reading: "code" }));
  else await printContent(prompt);
}

/** False when the clipboard cannot be used: then the prompt is printed, and not lost. */
async function copy(prompt: string, settings: Settings, workspace: LocalWorkspace): Promise<boolean> {
  const { writeClipboard } = await import("../clipboard/clipboard.ts");
  try {
    const program = await writeClipboard(prompt, clipboardPlace(settings, workspace));
    printNote(`The prompt was copied with ${program}.`);
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    printNote(error.message);
    return false;
  }
}

const MOST_NAMED = 10;

function linesOf(rows: readonly Printable[]): Printable {
  return rows.reduce((text, row) => printable`${text}${row}\n`, printable``);
}
