// `/model` in the middle of a conversation: what one provider's model called and got is a valid history for every other.

import { expect, test } from "vitest";
import { chooseModel, openModel, type Model } from "../../src/agent/index.ts";
import { startModelServer, type ModelServer, type Script } from "../../src/testing/index.ts";
import { withTalk, type Wire } from "./server-run.ts";

const ALL: readonly Wire[] = ["anthropic", "openai", "responses", "compatible", "google"];
const LOOK = {
  text: "I look. ",
  calls: [
    { name: "read_file", arguments: { path: "a.txt" } },
    { name: "ls", arguments: {} },
  ],
};

async function serveOther(
  wire: Wire,
  script: Script,
): Promise<{ readonly server: ModelServer; readonly model: Model }> {
  const name = wire === "responses" ? "test-codex" : "test-model";
  const server = await startModelServer({ wire: wire === "compatible" ? "openai" : wire, script, model: name });
  const environment = { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k", GALLEY_API_KEY: "k", GEMINI_API_KEY: "k" };
  const provider = wire === "responses" ? "openai" : wire;
  const config = { model: `${provider}/${name}`, base_url: server.baseUrl };
  return { server, model: openModel(chooseModel({ given: null, environment, config })!, environment) };
}

test.each(ALL.flatMap((from) => ALL.filter((to) => to !== from).map((to) => [from, to] as const)))(
  "from %s to %s and back, with calls in the history",
  async (from, to) => {
    const other = await serveOther(to, [LOOK, { text: "The other has looked." }]);
    try {
      await withTalk(from, [LOOK, { text: "Looked." }, LOOK, { text: "Back." }], async ({ say, server, session }) => {
        expect(await say("look")).toMatchObject({ kind: "done", text: "Looked." });
        expect(await say("and you?", { model: other.model })).toMatchObject({
          kind: "done",
          text: "The other has looked.",
        });
        expect(await say("again")).toMatchObject({ kind: "done", text: "Back." });
        expect([server.refused, other.server.refused]).toEqual([[], []]);
        // Each sees what the other did.
        expect(JSON.stringify(other.server.requests[0]!.body)).toContain("Looked.");
        expect(JSON.stringify(server.requests.at(-1)!.body)).toContain("The other has looked.");
        expect(session.callIds().size).toBe(6);
      });
    } finally {
      await other.server.close();
    }
  },
);

test.each(ALL)("from %s with tools to block mode: calls become words", async (wire) => {
  const other = await serveOther("compatible", [{ text: "Blocks." }]);
  try {
    await withTalk(wire, [LOOK, { text: "Looked." }], async ({ say }) => {
      await say("look");
      expect(await say("go on", { model: other.model, mode: "blocks" })).toMatchObject({
        kind: "done",
        text: "Blocks.",
      });
      expect(other.server.refused).toEqual([]);
      expect(JSON.stringify(other.server.requests[0]!.body)).toContain("(Called read_file with");
    });
  } finally {
    await other.server.close();
  }
});
