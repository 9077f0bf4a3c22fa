// `galley inbox` alone: open questions on the terminal, one after another as they arrive. Leaving answers nothing:
// what was not answered stays open for the next reviewer.

import * as os from "node:os";
import { failure } from "../../base/index.ts";
import { describeNotShown, type Decision } from "../../approval/index.ts";
import type { Question } from "../../inbox/index.ts";
import { isLeft } from "../../review/index.ts";
import { plain, reveal } from "../../text/index.ts";
import { openTerminal, wantsColour, type Terminal } from "../../terminal/index.ts";
import { reportUnreadable } from "./list.ts";
import { InboxQueue } from "./queue.ts";
import { askerIn, describeAsker, describeEnd } from "./wording.ts";
import type { InboxContext } from "./context.ts";
import { hasTerminal, openTerminalReviewer } from "../reviewer.ts";
import { openLocal } from "../../workspace/index.ts";

export async function reviewQuestions(context: InboxContext): Promise<number> {
  const { settings, inbox, filter } = context;
  const terminal = openTerminal({ colour: settings.colour && wantsColour(settings.environment, { isTTY: true }) });
  if (terminal === null)
    throw failure(
      "INVALID_ARG",
      "There is no terminal to review questions on. List them with: galley inbox list, answer with: galley inbox answer",
    );
  // Questions come from every folder, so paths are shown as they were asked.
  const workspace = { ...(await openLocal(settings)), show: (path: string) => path, maxFileBytes: () => null };
  const reviewer = openTerminalReviewer(settings, workspace);
  await inbox.attach("terminal");
  reportUnreadable((await inbox.open(filter)).unreadable);
  const queue = new InboxQueue(inbox, { ...filter, signal: settings.signal });
  try {
    await queue.ready;
    for (;;) {
      const id = queue.take() ?? (await idle(queue, terminal, settings.signal));
      if (settings.signal.aborted) return 130;
      if (id === null) return 0;
      const found = await inbox.read(id);
      if (found.kind !== "question" || found.outcome !== null) continue;
      const end = reviewer === null ? "left" : await reviewOne(found.question);
      if (settings.signal.aborted) return 130;
      if (end !== "left") continue;
      await sayOpen();
      return 0;
    }
  } finally {
    queue.close();
    reviewer?.close();
    terminal.close();
  }

  async function reviewOne(question: Question): Promise<"answered" | "closed" | "left"> {
    const { id, asker } = question;
    terminal!.write(plain`\nQuestion ${reveal(id)} from ${describeAsker(asker, os.hostname())}\n`);
    for (const text of question.not_shown === undefined ? [] : describeNotShown(question.not_shown))
      terminal!.write(plain`${reveal(text)}\n`);
    const closed = queue.closingOf(id);
    const signal = AbortSignal.any([settings.signal, closed]);
    const purpose = asker.door === "review" ? "work-tree" : "approve";
    const decision = await reviewer!.ask(question, { signal, purpose, askedFrom: askerIn(asker, os.hostname()) });
    if (settings.signal.aborted || !hasTerminal()) return "left";
    if (closed.aborted) {
      const now = await inbox.read(id);
      const end = "outcome" in now && now.outcome !== null ? describeEnd(now.outcome) : plain`It is closed.`;
      terminal!.write(plain`Question ${reveal(id)}: ${end}\n`);
      return "closed";
    }
    return isLeft(decision) ? "left" : decide(id, decision);
  }

  /** Someone who stops after approving some files has answered, and wants to leave. */
  async function decide(id: string, { stop_run, ...decision }: Decision): Promise<"answered" | "left"> {
    const decided = await inbox.decide(id, decision);
    if (decided.kind === "refused") terminal!.write(plain`Your answer was refused. ${reveal(decided.reason)}\n`);
    if (decided.kind === "lost")
      terminal!.write(plain`Another answer came first. ${describeEnd({ ...decided, kind: "answered" })}\n`);
    if (decided.kind === "closed") terminal!.write(plain`Your answer came too late. ${describeEnd(decided)}\n`);
    return stop_run === true ? "left" : "answered";
  }

  async function sayOpen(): Promise<void> {
    const { questions } = await inbox.open(filter);
    if (questions.length > 0)
      terminal!.write(
        questions.length === 1
          ? plain`1 question stays open.
`
          : plain`${questions.length} questions stay open.
`,
      );
  }
}

/** The next question; null when the user wants to leave, or the terminal is gone. */
async function idle(queue: InboxQueue, terminal: Terminal, signal: AbortSignal): Promise<string | null> {
  for (;;) {
    const arrival = queue.arrival();
    terminal.write(plain`Waiting for questions. q and Enter quits`);
    const line = await terminal.line({ mark: plain`: `, signal: AbortSignal.any([arrival, signal]) });
    if (line === null) {
      terminal.write(plain`\n`);
      return queue.take();
    }
    if (/^q(uit)?$/i.test(line.trim())) return null;
  }
}
