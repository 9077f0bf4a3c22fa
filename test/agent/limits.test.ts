// The limits of a turn: where it stops, what the exit code says, and that it goes on from there.

import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ensureBuilt } from "../built.ts";
import { startPacedServer } from "../terminal/paced-server.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { EDIT, eventsOf, READ, Running } from "./running.ts";

let place: Running;
beforeAll(ensureBuilt);
beforeEach(() => {
  place = new Running();
});
afterEach(() => place.close());

test("--max-tokens ends a turn before its next request; --resume continues, with its format", async () => {
  const env = await place.serve([READ, EDIT, { text: "Done." }]);
  const { code, out } = await place.run(["--json", "--mode", "tools", "--max-tokens", "1", "change it"], env);
  expect([code, eventsOf(out).at(-1)]).toMatchObject([1, { outcome: "limit", code: "tokens", requests: 1 }]);
  const next = await place.run(["--json", "--approve", "all", "--resume", "last", "continue"], env);
  expect(eventsOf(next.out)[0]).toMatchObject({ type: "run-start", mode: "tools" });
  expect([next.code, place.content()]).toEqual([0, "one\nTWO\n"]);
});

test("a run that stops at a limit names the command that continues it", async () => {
  const env = await place.serve([READ, { text: "Done." }]);
  const { code, err } = await place.run(["--max-requests", "1", "look"], env);
  const [, session] = /say "continue" to resume\. Run: galley run --resume (\S+) continue\n/.exec(err) ?? [];
  expect([code, session]).toEqual([1, expect.any(String)]);
  expect(await place.run(["--resume", session!, "continue"], env)).toMatchObject({ code: 0, out: "Done.\n" });
});

test("--max-time cuts off an answer that takes longer; what came is kept", async () => {
  const env = await place.serve([]);
  const paced = await startPacedServer();
  try {
    const config = { model: "openai/test-model", base_url: paced.baseUrl };
    writeFileSync(join(place.folder, "config.json"), JSON.stringify(config));
    const running = place.run(["--json", "--max-time", "1", "go"], env);
    await paced.waitFor(1);
    paced.say("The first words");
    const { code, out } = await running;
    expect([code, eventsOf(out).at(-1)]).toMatchObject([1, { outcome: "limit", code: "ms", text: "The first words" }]);
  } finally {
    await paced.close();
  }
});

test.each(["0", "x", "1.5", "-1"])("--max-time %s is no number of seconds", async (value) => {
  const { code, err } = await place.run([`--max-time=${value}`, "go"], await place.serve([]));
  expect([code, err]).toEqual([2, expect.stringContaining("--max-time needs a whole number from 1")]);
});
