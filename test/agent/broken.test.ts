// A mistake of our own in the middle of `galley run`: events still have an end, the error is told where a person looks,
// and the conversation goes on.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { RunTally, type RunEvent } from "../../src/agent/index.ts";
import { ensureBuilt } from "../built.ts";
import { eventsOf, READ, Running, type Env } from "./running.ts";

let place: Running;
beforeAll(ensureBuilt);
beforeEach(() => {
  place = new Running();
});
afterEach(() => place.close());

/** Whoever opens a.txt meets an error that no part of the program expects. */
function withBug(env: Env): Env {
  const file = join(place.folder, "bug.cjs");
  writeFileSync(
    file,
    `const fs = require("node:fs"); const { openSync } = fs;
     fs.openSync = (path, ...rest) => {
       if (String(path).endsWith("a.txt")) throw new Error("a planted bug");
       return openSync(path, ...rest);
     };`,
  );
  return { ...env, NODE_OPTIONS: `--require ${file}` };
}

describe("a bug in a tool", () => {
  test("--json: exactly one run-end, the last line, with the exit code; the error on standard error", async () => {
    const env = await place.serve([{ text: "I look. ", ...READ }, { text: "Hello again." }]);
    const { code, out, err } = await place.run(["--json", "read it"], withBug(env));
    const events = eventsOf(out);
    expect(events.map(({ type }) => type)).toEqual([
      "run-start",
      "text-delta",
      "text-commit",
      "usage",
      "tool-call",
      "tool-result",
      "run-end",
    ]);
    expect(events.at(-1)).toMatchObject({
      outcome: "failed",
      exit_code: code,
      code: "BUG",
      message: "a planted bug",
      text: "I look. ",
      requests: 1,
      receipts: [{ tool: "read_file", receipt: "unknown" }],
    });
    expect(code).toBe(2);
    expect(err).toMatch(
      /^galley: something unexpected happened\. .*Please report this:\nError: a planted bug\n {4}at /,
    );

    const next = await place.run(["--resume", "last", "and now?"], env);
    expect([next.code, next.out, place.server.refused]).toEqual([0, "Hello again.\n", []]);
    expect(place.lastRequest()).toContain("read_file failed because of a bug in galley (Error: a planted bug)");
    expect(place.lastRequest()).not.toContain("Interrupted by user");
  });

  test("as text: the words that came, and the error", async () => {
    const env = withBug(await place.serve([{ text: "I look.", ...READ }]));
    const { code, out, err } = await place.run(["read it"], env);
    expect([code, out]).toEqual([2, "I look.\n"]);
    expect(err).toContain("galley: something unexpected happened");
  });
});

test("what a broken run's events add up to", () => {
  const usage = (input: number) => ({ input_tokens: input, output_tokens: 1, cached_tokens: null });
  const told: RunEvent[] = [
    { type: "text-commit", text: "Thrown away." },
    { type: "retry", attempt: 1, wait_ms: 1, code: "cut", message: "cut", discarded: "Thrown away." },
    { type: "text-commit", text: "First. " },
    { type: "usage", request: usage(1), sum: usage(1) },
    { type: "tool-call", call_id: "c1", tool: "ls", args: {} },
    { type: "note", message: "Careful." },
    { type: "text-commit", text: "Second, " },
    { type: "text-commit", text: "in two parts." },
    { type: "usage", request: usage(2), sum: usage(3) },
  ];
  const tally = new RunTally();
  for (const event of told) tally.see(event);
  const run = { sessionId: "s", model: "no/model", exitCode: 2 };
  expect(tally.brokenEnd({ code: "BUG", message: "oh" }, run)).toEqual({
    type: "run-end",
    session_id: "s",
    outcome: "failed",
    exit_code: 2,
    code: "BUG",
    message: "oh",
    text: "Second, in two parts.",
    requests: 2,
    usage: usage(3),
    cost_usd: null,
    receipts: [{ call_id: "c1", tool: "ls", receipt: "unknown" }],
    report: null,
    notes: ["Careful."],
  });
});
