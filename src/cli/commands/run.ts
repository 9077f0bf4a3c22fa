// `galley run`: one turn with a model, without a conversation around it. Whatever needs approval is denied unless someone
// was named who gives it; with --json nothing ever prompts.

import {
  addFiles,
  approvalBy,
  exitCodeOf,
  runWithApprovals,
  type EndedRun,
  type Session,
  type TurnResult,
} from "../../agent/index.ts";
import type { Reviewer } from "../../approval/index.ts";
import type { NoReviewer } from "../../ask/index.ts";
import { failure } from "../../base/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import { keepSession, openSession } from "../agent-session.ts";
import { report } from "../report-error.ts";
import { openResumedModel } from "../model-choice.ts";
import { openReviewer, type OpenReviewer } from "../reviewer.ts";
import { openOutput, type Output } from "../run/output.ts";
import { keptPermissions, limitsOf, permissionsOf, requireNoTeam, setPermissions } from "../turn-options.ts";
import { openLocal, warnOfLoss, type LocalWorkspace } from "../../workspace/index.ts";
import { settingsOf, type Settings } from "../settings.ts";
import { stagingAs } from "../staging.ts";
import { hasStandardInput, readInput } from "../text-io.ts";

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  const option = (name: string): string | null => args.values.get(name)?.[0] ?? null;
  const approve = option("--approve") ?? (settings.yes ? "all" : "none");
  if (settings.yes && approve === "none")
    throw new UsageError(
      "--yes approves every question and --approve none rejects them. Use only one of them; --approve all is the same as --yes",
    );
  const limits = limitsOf(args);
  const { prompt, context } = await readPrompt(args, settings.signal);
  const noReviewer = approve === "none" ? { noReviewer: APPROVE_NONE } : {};
  const workspace = stagingAs(args, await openLocal({ ...settings, ...noReviewer, warned: "by-caller" }));
  requireNoTeam(settings.yes ? "--yes" : "--approve all", settings.yes || approve === "all", workspace);
  const { session, notes, stored } = await openSession(settings, workspace, { resume: option("--resume") });
  const resumed = { given: option("--model"), before: stored?.model ?? null };
  const { model, note: changed } = await openResumedModel(settings, resumed).catch(async (error: unknown) => {
    await session.close();
    throw error;
  });
  const mode = (option("--mode") ?? stored?.format ?? "auto") as "auto" | "tools" | "blocks"; // The option's choices are these.
  setPermissions(session, permissionsOf(args) ?? keptPermissions(session, workspace), workspace);
  await selectFiles(session, context.map(workspace.typed));
  const output = openOutput(settings);
  const hangUp = new AbortController();
  // A terminal that closes is an interrupt too: what was said and done is kept.
  const onHangUp = (): void => hangUp.abort();
  process.once("SIGHUP", onHangUp);
  const keeping = {
    settings,
    workspace,
    model: model.name,
    format: mode,
    tell: (note: string): void => output.display.onNote?.(note),
  };
  const reviewer = await reviewerFor(approve, session.id, { settings, workspace });

  const takeTurn = async (): Promise<TurnResult> => {
    try {
      output.start({ type: "run-start", session_id: session.id, model: model.name, mode });
      for (const note of [
        ...workspace.warnings,
        ...warnOfLoss(workspace.passing),
        ...(await workspace.recover()),
        ...notes,
        ...(changed === null ? [] : [changed]),
      ])
        output.display.onNote?.(note);
      const turn = runWithApprovals({
        model,
        session,
        prompt,
        approve: reviewer === null ? null : approvalBy(asking(reviewer, output)),
        // With --approve ask and --yes the person is asked what --yes never answers: protected paths.
        yes: approve === "all" || settings.yes,
        display: output.display,
        // What cannot be kept on the way cannot at the end either, and is reported there.
        checkpoint: async (unfinished) => void (await keepSession(session, keeping, unfinished)),
        mode,
        signal: AbortSignal.any([settings.signal, hangUp.signal, output.broken]),
        limits,
      });
      // Kept whatever comes of it: the prompt, and what was done before a failure of our own, are not lost with it.
      await Promise.allSettled([turn]);
      const problem = await keepSession(session, keeping);
      const result = await turn;
      for (const note of [...workspace.notes(), ...(problem === null ? [] : [problem])]) output.display.onNote?.(note);
      return result;
    } finally {
      reviewer?.close();
      await session.close();
    }
  };

  // Asked for at the end: a session may go on under another name.
  const ended = (): Omit<EndedRun, "exitCode"> => ({
    sessionId: session.id,
    model: model.name,
    price: model.price ?? null,
  });
  try {
    const result = await takeTurn();
    const code = exitCodeOf(result);
    return (await output.end(result, { ...ended(), exitCode: code })) ? code : 1;
  } catch (error) {
    // A reader of events gets an end event, and the error is where a person looks for it.
    const code = report(error, { json: false, command: "run" });
    await output.breakOff(error, { ...ended(), exitCode: code });
    return code;
  } finally {
    process.off("SIGHUP", onHangUp);
  }
}

const APPROVE_NONE: NoReviewer = {
  why: "--approve none, the default, answers no",
  how: "Run it in a terminal with --approve ask",
};

/** With --json nothing prompts here; someone may still answer in the inbox. */
async function reviewerFor(
  approve: string,
  session: string,
  { settings, workspace }: { readonly settings: Settings; readonly workspace: LocalWorkspace },
): Promise<OpenReviewer | null> {
  const from = { door: "run", session } as const;
  if (approve === "ask") return settings.json ? null : openReviewer(settings, workspace, { from });
  if (approve !== "inbox") return null;
  const { openInboxReviewer } = await import("../inbox/reviewer.ts");
  return openInboxReviewer(settings, from);
}

/** What was said and called so far is above the question. */
function asking({ ask }: Reviewer, { written }: Output): Reviewer {
  return {
    async ask(payload, options) {
      await written();
      return ask(payload, options);
    },
  };
}

/** All or none: a user who names a file expects the model to see it. */
async function selectFiles(session: Session, given: readonly string[]): Promise<void> {
  for (const name of given) {
    const refused = (await addFiles(session, name)).find(({ kind }) => kind === "refused");
    if (refused?.kind === "refused") throw failure("INVALID_ARG", `--context: ${refused.message}`);
  }
}

/** The prompt, and the files to show. A word that --context took is the prompt when nothing else is. */
async function readPrompt(
  { words, values, doubtful }: Arguments,
  signal: AbortSignal,
): Promise<{ readonly prompt: string; readonly context: readonly string[] }> {
  if (words.length > 1) throw new UsageError(`run takes one prompt; put it in quotes. Got: ${words.join(" ")}`);
  const context = values.get("--context") ?? [];
  const [word] = words;
  const given = word === undefined || word === "-" ? await piped(signal) : word;
  const isTaken = given.trim() === "" && word === undefined && doubtful !== null;
  const prompt = isTaken ? doubtful : given;
  if (prompt.trim() === "")
    throw new UsageError('run needs a prompt: galley run "what to do", or text on standard input');
  if (!prompt.isWellFormed()) throw new UsageError("the prompt contains a lone surrogate, which is not valid Unicode");
  return { prompt, context: isTaken ? context.slice(0, -1) : context };
}

async function piped(signal: AbortSignal): Promise<string> {
  return hasStandardInput() ? readInput("-", signal) : "";
}
