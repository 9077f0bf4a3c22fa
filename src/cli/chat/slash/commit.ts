// `/commit`: what this conversation changed, as one git commit. Without a text the model writes the message, which goes
// into the prompt to be edited and sent; with one the commit is made. Hooks, filters and signing programs do not run.

import type { Model } from "../../../agent/index.ts";
import { ModelError } from "../../../agent/index.ts";
import { counted } from "../../../base/index.ts";
import { commitInGit, type GitCommit } from "../../../commit/index.ts";
import type { Conversation } from "../conversation.ts";
import { diffOf, unifiedOf } from "./diff.ts";

const MAX_DIFF = 40_000;
const MAX_MESSAGE = 5_000;
const SYSTEM =
  "Write the message of a git commit for this diff: a subject of at most 72 characters that says what changes, in the " +
  "imperative, and, only if it needs an explanation, a blank line and a short body. Reply with the message alone.";

export async function commit(message: string, conversation: Conversation, signal: AbortSignal): Promise<void> {
  const { screen, session, workspace } = conversation;
  const state = await workspace.state();
  const { openRepository: open, openRoot } = workspace;
  const about = { state, receipts: session.written, open, openRoot };
  screen.busy("Looking at git");
  if (message === "") {
    const plan = await commitInGit({ ...about, message: null });
    if (!showPlan(plan, conversation, "would be in the commit")) return;
    const written = await writeMessage(plan, conversation, signal);
    if (signal.aborted) return;
    screen.show({
      kind: "note",
      text: "Edit the message in the prompt and press Enter to commit. Hooks are not run, and the commit is not signed.",
    });
    return screen.putBack(`/commit ${written}`);
  }
  const done = await commitInGit({ ...about, message: `${message.trimEnd()}\n` });
  if (!showPlan(done, conversation, "is in the commit") || done.commit === null) return;
  for (const text of done.warnings) screen.show({ kind: "note", text });
  const [subject = ""] = message.split("\n", 1);
  screen.show({ kind: "outcome", tone: "good", text: `Committed ${done.commit.slice(0, 10)}: ${subject}` });
  session.note(
    `Meanwhile the user has committed what you changed in ${counted(done.files.length, "file")}: ${subject}`,
  );
}

/** False when there is nothing to commit. */
function showPlan({ files, left, problem }: GitCommit, { screen, workspace }: Conversation, is: string): boolean {
  for (const path of files) screen.show({ kind: "outcome", tone: "good", text: `${workspace.show(path)} ${is}` });
  for (const { path, why } of left)
    screen.show({ kind: "outcome", tone: "open", text: `${workspace.show(path)} is left out: ${why}` });
  if (problem !== null) screen.show({ kind: "outcome", tone: "bad", text: `Nothing was committed: ${problem}.` });
  return problem === null;
}

async function writeMessage(plan: GitCommit, conversation: Conversation, signal: AbortSignal): Promise<string> {
  const { model, screen, workspace } = conversation;
  const names = plan.files.map((path) => workspace.show(path));
  const plain = names.length === 1 ? `Update ${names[0]}` : `Update ${counted(names.length, "file")}`;
  if (model === null) return plain;
  screen.busy("Writing the message");
  const { files } = diffOf(await workspace.state(), { ...workspace, receipts: conversation.session.written });
  try {
    return (await askFor(model, unifiedOf(files).slice(0, MAX_DIFF), conversation, signal)) || plain;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    screen.show({ kind: "note", text: `The model wrote no message: ${error.message}` });
    return plain;
  }
}

async function askFor(model: Model, diff: string, { session }: Conversation, signal: AbortSignal): Promise<string> {
  let text = "";
  const messages = [{ role: "user", text: diff.toWellFormed() }] as const;
  await model.stream({ system: SYSTEM, messages, tools: [], signal }, (event) => {
    if (event.kind === "text" && text.length < MAX_MESSAGE) text += event.delta;
    if (event.kind === "finish") session.count(event.usage);
  });
  // Models like to fence what they were asked for alone.
  return text
    .slice(0, MAX_MESSAGE)
    .toWellFormed()
    .replaceAll(/^```.*$/gm, "")
    .trim();
}
