// `galley inbox`: the questions that wait here, from every agent and folder of this user. Alone it reviews them on the
// terminal; list, show, answer and watch are for scripts. Where the user's config names a team's inbox, that is shown, and
// answered only on its page.

import { failure } from "../../base/index.ts";
import { refuseAgents } from "../agent-environment.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import type { InboxContext } from "../inbox/context.ts";
import { openAsking } from "../inbox/open-asking.ts";
import { realRoot, settingsOf } from "../settings.ts";

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  const [action = "review", ...rest] = args.words;
  onlyFor("answer", action, args);
  const { inbox, team } = await openAsking(settings);
  const filter = args.values.has("--root") ? { root: realRoot(settings.root) } : {};
  const context: InboxContext = { settings, inbox, team, filter };
  try {
    switch (action) {
      case "list": {
        takesNoMore(action, rest);
        const { listQuestions } = await import("../inbox/list.ts");
        return await listQuestions(context);
      }
      case "show": {
        const { showQuestion } = await import("../inbox/show.ts");
        return await showQuestion(context, oneId(action, rest));
      }
      case "answer": {
        refuseAgents(settings.environment);
        const [id, answer, ...more] = rest;
        if (id === undefined || (answer !== "apply" && answer !== "reject") || more.length > 0)
          throw new UsageError("inbox answer takes the id of a question, and apply or reject");
        refuseMachine(team);
        const { answerQuestion } = await import("../inbox/answer.ts");
        return await answerQuestion(context, id, { answer, args });
      }
      case "watch": {
        takesNoMore(action, rest);
        const { watchQuestions } = await import("../inbox/watch.ts");
        return await watchQuestions(context);
      }
      case "review": {
        takesNoMore(action, rest);
        if (settings.json) throw new UsageError("inbox --json takes list, show, answer or watch");
        refuseAgents(settings.environment);
        refuseMachine(team);
        const { reviewQuestions } = await import("../inbox/review.ts");
        return await reviewQuestions(context);
      }
      default:
        throw new UsageError(`inbox takes list, show, answer or watch; got ${JSON.stringify(action)}`);
    }
  } finally {
    await inbox.close();
  }
}

/** FORBIDDEN where a team answers: this machine's token can ask, and a person signs in on the page. */
function refuseMachine(team: string | null): void {
  if (team === null) return;
  throw failure(
    "FORBIDDEN",
    `Your config has every question answered by your team. Answer it at ${team}; from here: galley inbox list, show or watch.`,
  );
}

function onlyFor(action: string, given: string, { values }: Arguments): void {
  const wrong = ["--reason", "--hunks"].find((name) => values.has(name) && given !== action);
  if (wrong !== undefined) throw new UsageError(`${wrong} belongs to inbox ${action}`);
}

function takesNoMore(action: string, words: readonly string[]): void {
  if (words.length > 0) throw new UsageError(`inbox ${action} takes no arguments; got ${words.join(" ")}`);
}

function oneId(action: string, [id, ...more]: readonly string[]): string {
  if (id === undefined || more.length > 0) throw new UsageError(`inbox ${action} takes the id of a question`);
  return id;
}
