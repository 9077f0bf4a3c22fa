// What a machine of a team has: the user's config with the team's inbox in it, a token that no one else can read, and the
// team's people, who answer on the server's page.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Question } from "../../src/inbox/index.ts";
import { answerWhole, type WholeAnswer } from "../../src/review/index.ts";
import type { TeamPlace } from "./team-server.ts";

/** Writes the token beside a config in this folder, and gives what the config has to say. */
export function teamConfig(folder: string, { url, token }: { readonly url: string; readonly token: string }): object {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "team.token"), `${token}\n`, { mode: 0o600 });
  return { inbox: { url, token_file: "team.token" } };
}

/** The same as the user's own config file, for a machine whose XDG_CONFIG_HOME is `config` below `base`. */
export function joinTeam(
  base: string,
  server: { readonly url: string; readonly token: string },
  more: object = {},
): void {
  const folder = join(base, "config", "galley");
  writeFileSync(join(folder, "config.json"), JSON.stringify({ ...teamConfig(folder, server), ...more }));
}

/** Answers as someone of the team, once there is a question. */
export async function answerInTeam(team: TeamPlace, answer: WholeAnswer, { person = "ann" } = {}): Promise<Question> {
  const question = await questionInTeam(team);
  const answered = answerWhole(question, answer);
  if (answered.kind === "refused") throw new Error(answered.why);
  const body = { decision: answered.decision };
  const reply = await team.as(person, `/api/questions/${question.id}/answer`, { body });
  expect(reply).toMatchObject({ status: 200, body: { kind: "won" } });
  return question;
}

/** The question that is open, once there is one. */
export async function questionInTeam({ store }: TeamPlace): Promise<Question> {
  const all = store.transport({ kind: "everything" });
  for (;;) {
    const [first] = (await all.open({})).questions;
    const found = first === undefined ? null : await all.read(first.id);
    if (found?.kind === "question") return found.question;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
