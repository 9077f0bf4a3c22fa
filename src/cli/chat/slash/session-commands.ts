// The slash commands about conversations as a whole: a new one, an earlier one, a copy. None of them asks the model.

import { readStored } from "../../../agent/index.ts";
import { counted, grouped, isFailure, nounFor } from "../../../base/index.ts";
import { loadTool, runTool } from "../../../tools/index.ts";
import { realRoot } from "../../settings.ts";
import type { Conversation } from "../conversation.ts";
import { describeOutput } from "../user/command-output.ts";
import { toMarkdown } from "./export.ts";
import { forkBefore, turnsIn } from "./fork.ts";
import { localTime } from "./local-time.ts";

export async function clear(_: readonly string[], conversation: Conversation): Promise<void> {
  const { length } = conversation.workspace.gate.session?.rules() ?? [];
  await conversation.keep();
  await conversation.restart(null);
  conversation.screen.clear();
  const ended = length === 0 ? "" : ` Its ${nounFor(length, "rule")} for the session ended with it.`;
  conversation.screen.show({
    kind: "note",
    text: `Started a new conversation. The last one is saved: /resume.${ended}`,
  });
}

export async function save(_: readonly string[], conversation: Conversation): Promise<void> {
  const { session, screen } = conversation;
  if (session.messages.length === 0) return screen.show({ kind: "note", text: EMPTY });
  const problem = await conversation.keep();
  screen.show(
    problem === null
      ? {
          kind: "outcome",
          tone: "good",
          text: `Saved, as after every step. Resume it with: galley chat --resume ${session.id}`,
        }
      : { kind: "outcome", tone: "bad", text: problem },
  );
}

export async function resume([wanted]: readonly string[], conversation: Conversation): Promise<void> {
  const { screen } = conversation;
  const others = wanted === undefined || wanted === "last" ? await earlier(conversation) : [];
  const choices = others.filter(isReadable).map(({ id, line }) => ({ label: line, detail: "", value: id }));
  if (wanted === undefined && choices.length > 0 && conversation.pick("/resume ", choices)) return;
  if (wanted === undefined || (wanted === "last" && !others.some(isReadable)))
    return screen.show(
      others.length === 0
        ? { kind: "note", text: "There is no other conversation in this folder." }
        : { kind: "words", text: [...others.map(({ line }) => line), "", "Resume one with: /resume ID"] },
    );
  await conversation.keep();
  const notes = await conversation.restart(others.find(isReadable)?.id ?? wanted);
  screen.show({ kind: "note", text: `Resumed ${conversation.session.id}.` });
  for (const text of notes) screen.show({ kind: "note", text });
  conversation.recall();
}

const LISTED = 15;

const EMPTY = "This conversation is empty.";
const ONLY_SUMMARY = "There is no turn after the summary yet. /resume lists the conversation before it.";

type Earlier = { readonly id: string; readonly line: string; readonly isBroken: boolean };

function isReadable({ isBroken }: Earlier): boolean {
  return !isBroken;
}

/** The other conversations in this folder, the last one first. */
async function earlier({ workspace, settings, session }: Conversation): Promise<readonly Earlier[]> {
  const { sessions } = await workspace.state();
  const found: Earlier[] = [];
  for (const { id, savedMs } of sessions.list()) {
    if (id === session.id || found.length >= LISTED) continue;
    try {
      const { root, first, turns } = readStored(sessions.load(id));
      if (realRoot(root) !== realRoot(settings.root)) continue;
      const said = first.replaceAll(/\s+/g, " ").slice(0, 60).toWellFormed();
      const when = localTime(savedMs);
      // As wide for one turn as for 999.
      found.push({ id, isBroken: false, line: `${id}  ${when}  ${counted(turns, "turn").padEnd(9)}  ${said}` });
    } catch (error) {
      if (!isFailure(error)) throw error;
      found.push({ id, isBroken: true, line: `${id}  ${error.message}` });
    }
  }
  return found;
}

export async function fork([number]: readonly string[], conversation: Conversation): Promise<void> {
  const { screen, session } = conversation;
  const turns = turnsIn([...session.earlier, ...session.messages]);
  const turn = turns.find((one) => String(one.number) === number);
  const choices = turns.toReversed().map(({ number: each, text }) => {
    const label = `${String(each).padStart(String(turns.length).length)}  ${text.slice(0, 200).toWellFormed().replaceAll(/\s+/g, " ")}`;
    return { label, detail: "", value: String(each) };
  });
  if (number === undefined && turns.length > 0 && conversation.pick("/fork ", choices)) return;
  if (turn === undefined)
    return screen.show(
      turns.length === 0
        ? { kind: "note", text: session.messages.length === 0 ? EMPTY : ONLY_SUMMARY }
        : {
            kind: "words",
            text: [
              ...turns
                .slice(-LISTED)
                .map((one) => `${one.number}  ${one.text.slice(0, 60).toWellFormed().replaceAll(/\s+/g, " ")}`),
              "",
              "Go back to before one of them with: /fork TURN",
            ],
          },
    );
  await conversation.keep();
  const { id } = session;
  forkBefore(session, turn);
  screen.show({
    kind: "note",
    text: `This conversation continues from before turn ${turn.number}. Files stay as they are. The other one is saved: /resume ${id}`,
  });
  screen.putBack(turn.text);
}

export async function exportMarkdown(
  [given]: readonly string[],
  conversation: Conversation,
  signal: AbortSignal,
): Promise<void> {
  const { screen, session, workspace, model: asked } = conversation;
  if (session.messages.length === 0) return screen.show({ kind: "note", text: EMPTY });
  const tool = await loadTool("write_file");
  const path = given ?? `conversation-${session.id}.md`;
  if (workspace.known(path))
    return screen.show({
      kind: "outcome",
      tone: "bad",
      text: `${path} exists already. Name another file: /export FILE`,
    });
  const content = toMarkdown([...session.earlier, ...session.messages], { id: session.id, model: asked?.name ?? null });
  // A copy of the conversation is no change of it: /diff, /undo alone and /commit leave it out.
  let receipt: string | null = null;
  const effects = [{ changed: (id: string | null): void => void (receipt = id) }];
  const caller = { reviewer: conversation.asking(), yes: true, signal, effects } as const;
  const result = await runTool(tool!, { path, content }, { ...workspace, ...caller, stage: null });
  const text = result.success ? `Exported to ${path}. /undo ${receipt ?? ""} removes it.` : result.message.split("\n");
  screen.show({ kind: "outcome", tone: result.success ? "good" : "bad", text });
}

export async function share(_: readonly string[], conversation: Conversation): Promise<void> {
  const { screen, session, lastOutput } = conversation;
  if (lastOutput === null)
    return screen.show({
      kind: "note",
      text: "There is no output to share. Run a command of your own first: !npm test",
    });
  session.note(describeOutput(lastOutput));
  conversation.lastOutput = null;
  const { length } = lastOutput.text;
  const size = length === 0 ? "it printed nothing" : `${grouped(length)} ${nounFor(length, "character")}`;
  screen.show({
    kind: "outcome",
    tone: "good",
    text: `The model sees the output of ${lastOutput.command} (${size}) with your next message`,
  });
}
