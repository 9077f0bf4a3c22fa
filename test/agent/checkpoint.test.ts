// Where a turn can be cut by a kill: what is saved at each checkpoint is a conversation that goes on.

import { expect, test } from "vitest";
import { repairHistory, resumeSession, storeSession } from "../../src/agent/index.ts";
import { EDIT, newSession, READ, turn } from "./scripted-run.ts";

const FACTS = { root: "/r", model: null };

async function savedBy(script: Parameters<typeof turn>[0], mode: "tools" | "blocks" = "tools") {
  const session = await newSession();
  session.context.add(session.workspace().resolve("a.txt"));
  const saved: string[] = [];
  await turn(script, {
    session,
    mode,
    checkpoint: async (unfinished) => void saved.push(storeSession(session, FACTS, unfinished)),
  });
  return { saved, session };
}

test("after the words, after an answer with calls in it, after each result; not for an answer that ends the turn", async () => {
  const { saved } = await savedBy([READ, ["Both. ", EDIT, READ], "x".repeat(10_000)]);
  const shapes = saved.map((json) => {
    const { messages } = JSON.parse(json) as { messages: { role: string; results?: unknown[] }[] };
    return messages.map(({ role, results }) => `${role}${results?.length ?? ""}`).join(" ");
  });
  expect(shapes).toEqual([
    "user",
    "user assistant",
    "user assistant tool1",
    "user assistant tool1 assistant",
    "user assistant tool1 assistant tool1",
    "user assistant tool1 assistant tool2",
  ]);
});

test.each([
  ["tools", [READ, ["Both. ", EDIT, READ], "Done."]],
  ["blocks", ["a.txt\n««« EDIT\ntwo\n═══════ REPL\nTWO\n»»» EDIT END\n"]],
] as const)(
  "%s: from each of them the next turn is accepted, and nothing that was done looks interrupted",
  async (mode, script) => {
    const { saved } = await savedBy(script, mode);
    expect(saved.length).toBeGreaterThan(1);
    for (const json of saved) {
      const session = await newSession();
      resumeSession(session, json);
      expect(repairHistory(session.messages)).toEqual(session.messages);
      const { result, model } = await turn(["Hello again."], { session, mode });
      expect(result).toMatchObject({ kind: "done", text: "Hello again." });
      const sent = JSON.stringify(model.requests[0]!.messages);
      expect(sent).toContain("please");
      expect(sent).not.toContain("Interrupted by user");
    }
  },
);

test("the words of an unfinished step are in what is saved, not in a turn that came to its end", async () => {
  const { saved, session } = await savedBy(["a.txt\n««« EDIT\ntwo\n═══════ REPL\nTWO\n»»» EDIT END\n"], "blocks");
  expect(saved.at(-1)).toContain("Galley ended while it applied");
  expect(storeSession(session, FACTS)).not.toContain("Galley ended");
  expect(storeSession(session, FACTS)).toContain("Results of the edits");
});
