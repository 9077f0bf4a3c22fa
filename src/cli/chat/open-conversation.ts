// A conversation as the command line asks for it: new or resumed, with its model, its limits, its permissions and the files
// that were named. What there is to know before the first message is shown.

import { openSession } from "../agent-session.ts";
import { keptPermissions, limitsOf, permissionsOf } from "../turn-options.ts";
import { warnOfLoss } from "../../workspace/index.ts";
import { Conversation, type ChatMode, type ConversationOptions } from "./conversation.ts";

export async function openConversation(options: ConversationOptions): Promise<Conversation> {
  const { args, settings, workspace, screen } = options;
  const option = (name: string): string | null => args.values.get(name)?.[0] ?? null;
  const { session, notes, stored } = await openSession(settings, workspace, { resume: option("--resume") });
  const conversation = new Conversation(options, session);
  conversation.mode = (option("--mode") ?? stored?.format ?? "auto") as ChatMode; // The option's choices are these.
  conversation.limits = limitsOf(args);
  conversation.permit(permissionsOf(args) ?? keptPermissions(session, workspace));
  for (const text of [
    ...workspace.warnings,
    ...warnOfLoss(workspace.passing),
    ...(await workspace.recover()),
    ...notes,
  ])
    screen.show({ kind: "note", text });
  const named = option("--model");
  const back = named === null ? await conversation.chooseAgain(stored) : null;
  const problem = back?.isChosen === true ? null : await conversation.choose(named);
  conversation.greet();
  for (const given of args.values.get("--context") ?? [])
    await conversation.add(workspace.typed(given), { tell: "refusals" });
  conversation.refresh();
  conversation.recall();
  if (conversation.model === null) conversation.advise(problem);
  else if (back !== null && !back.isChosen) screen.show({ kind: "note", text: back.note });
  return conversation;
}
