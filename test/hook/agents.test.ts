// The hook in the hands of each agent, checked on the bytes of the file, the log and undo.

import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Decision } from "../../src/approval/index.ts";
import type { Question } from "../../src/inbox/index.ts";
import { denyingHookCommand } from "../../src/install/index.ts";
import { answerWhole, type WholeAnswer } from "../../src/review/index.ts";
import { asText, versionOfText } from "../../src/text/index.ts";
import { ensureBuilt, program } from "../built.ts";
import { InboxPlace } from "../support/inbox-place.ts";
import { AGENTS, claude, copilot, copilotAsClaude, cursor, cursorAsClaude } from "./hosts/agents.ts";
import { runHook, type Agent, type Call, type Verdict } from "./hosts/host.ts";

const BEFORE = "one\ntwo\nthree\nfour\nfive\n";
const CHANGE = { find: "one\ntwo\nthree\nfour\nfive", put: "ONE\ntwo\nthree\nfour\nFIVE" };
const AFTER = "ONE\ntwo\nthree\nfour\nFIVE\n";
const LIMIT = 60;

beforeAll(ensureBuilt);

let place: InboxPlace;
let calls = 0;
let detach = (): void => undefined;
beforeEach(async () => {
  place = new InboxPlace({ "a.txt": BEFORE });
  ({ detach } = await place.inbox.attach("watch"));
});
afterEach(async () => {
  detach();
  await place.close();
});

const env = (): Record<string, string> => ({
  PATH: process.env["PATH"]!,
  HOME: place.base,
  XDG_STATE_HOME: join(place.base, "state"),
  XDG_CONFIG_HOME: join(place.base, "config"),
  CLAUDECODE: "1",
});

const callOf = (agent: Agent, change = CHANGE): Call => {
  calls += 1;
  const path = join(place.folder, "a.txt");
  return {
    id: `call_${calls}`,
    session: "s1",
    cwd: place.folder,
    input: agent.input({ path, ...change }),
    at: Date.now(),
  };
};

const before = async (agent: Agent, call: Call, limitSeconds = LIMIT, started?: (pid: number) => void) => {
  const starting = { agent, env: env(), limitSeconds, ...(started && { started }) };
  const ran = await runHook(agent.message("before", call), starting);
  return { ran, verdict: agent.take(ran, call.input) };
};

const after = async (agent: Agent, call: Call, input: unknown): Promise<string | null> => {
  const sent = { ...call, input: agent.hook === "copilot" ? input : call.input };
  return agent.takeAfter(await runHook(agent.message("after", sent), { agent, env: env(), limitSeconds: LIMIT }));
};

async function answer(given: WholeAnswer | ((digest: string) => Decision["items"][number])): Promise<void> {
  const [question] = await place.questions();
  const found = await place.inbox.read(question!.id);
  if (found.kind !== "question") throw new Error("the question is gone");
  const { question: asked } = found;
  const whole = answerWhole(asked, typeof given === "function" ? { kind: "apply" } : given);
  if (whole.kind === "refused") throw new Error(whole.why);
  const items = typeof given === "function" ? [given(asked.digest)] : whole.decision.items;
  expect((await place.inbox.decide(question!.id, { ...whole.decision, items })).kind).toBe("won");
}

const inputOf = (verdict: Verdict): unknown => {
  if (verdict.kind !== "runs") throw new Error(`the tool does not run: ${verdict.told}`);
  return verdict.input;
};

const log = (): { state: string; decided_by: string; receipt_id: string; delegated_to?: string }[] =>
  JSON.parse(place.galley(["log", "--json"]).out) as ReturnType<typeof log>;

/** From the agent's call to the event after it; gives what the model is told then. */
async function through(agent: Agent, given: Parameters<typeof answer>[0], change = CHANGE): Promise<string | null> {
  const call = callOf(agent, change);
  const [{ verdict }] = await Promise.all([before(agent, call), answer(given)]);
  const input = inputOf(verdict);
  agent.edit(input, place.folder);
  return after(agent, call, input);
}

describe.each(AGENTS.map((agent) => [agent.name, agent] as const))("%s", (_, agent) => {
  test("an approved change is written as it was sent, logged and undone", async () => {
    expect(await through(agent, { kind: "apply" })).toBe(null);
    expect(place.read("a.txt")).toBe(AFTER);
    expect(log()).toMatchObject([{ state: "done", decided_by: "person" }]);
    expect(place.galley(["undo"]).code).toBe(0);
    expect(place.read("a.txt")).toBe(BEFORE);
  });

  test("an approval that was used is not an approval of the same call made again", async () => {
    const call = callOf(agent);
    const [{ verdict }] = await Promise.all([before(agent, call), answer({ kind: "apply" })]);
    agent.edit(inputOf(verdict), place.folder);
    expect(await after(agent, call, inputOf(verdict))).toBe(null);
    expect(place.galley(["undo"]).code).toBe(0);
    const [again] = await Promise.all([before(agent, call), answer({ kind: "reject", reason: "once is enough" })]);
    expect(again.verdict).toMatchObject({ kind: "stops", told: expect.stringContaining("once is enough") as string });
  });

  test("a rejected change is not written, and the reason reaches the agent", async () => {
    const call = callOf(agent);
    const [{ verdict }] = await Promise.all([
      before(agent, call),
      answer({ kind: "reject", reason: "keep the names" }),
    ]);
    expect(verdict).toMatchObject({ kind: "stops", told: expect.stringContaining("keep the names") as string });
  });

  test("of two changes the chosen one is written", async () => {
    expect(await through(agent, { kind: "apply", hunks: [1] })).toBe(null);
    expect(place.read("a.txt")).toBe("one\ntwo\nthree\nfour\nFIVE\n");
    expect(log()).toMatchObject([{ state: "done" }]);
  });

  test("edited text is written byte for byte", async () => {
    const content = "ONE\ntwo\nthree, edited\nfour\nFIVE\n";
    const version = versionOfText(asText(content)!);
    const told = await through(agent, (digest) => ({
      action: "modify",
      digest: digest as never, // The question's own.
      by: { kind: "person" },
      content,
      after: version,
    }));
    expect(told).toBe(null);
    expect(place.read("a.txt")).toBe(content);
  });

  test("without an answer the tool does not run, and the hook ends before the host's limit", async () => {
    const { ran, verdict } = await before(agent, callOf(agent), 3);
    expect(ran.timedOut).toBe(false);
    expect(verdict.kind).not.toBe("runs");
  });

  test("a difference afterwards reaches the agent and the log, and can be undone", async () => {
    const call = callOf(agent);
    const [{ verdict }] = await Promise.all([before(agent, call), answer({ kind: "apply" })]);
    agent.edit(inputOf(verdict), place.folder);
    const other = `${place.read("a.txt")}and more\n`;
    place.put("a.txt", other);
    expect(await after(agent, call, inputOf(verdict))).toContain("a.txt");
    expect(log()).toMatchObject([{ state: "differs" }]);
    expect(place.galley(["undo"]).code).toBe(0);
    expect(place.read("a.txt")).toBe(BEFORE);
  });

  test("with no reviewer attached the tool does not run", async () => {
    detach();
    await expect.poll(() => place.inbox.reviewers()).toEqual([]);
    const { verdict } = await before(agent, callOf(agent));
    expect(verdict.kind).not.toBe("runs");
    expect(verdict).toMatchObject({ told: expect.stringMatching(/no reviewer is attached/i) as string });
  });

  test("a config that cannot be read is a denial", async () => {
    const { ran, verdict } = await withConfig("{ not json", () => before(agent, callOf(agent)));
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).not.toBe("");
    expect(verdict.kind).toBe("stops");
  });

  test("a rule answers without a question", async () => {
    const rule = { policy: [{ effect: "allow", tool: "edit_file", path: "workspace/**" }] };
    const call = callOf(agent);
    const { verdict } = await withConfig(JSON.stringify(rule), () => before(agent, call));
    agent.edit(inputOf(verdict), place.folder);
    expect(await after(agent, call, inputOf(verdict))).toBe(null);
    expect(log()).toMatchObject([{ state: "done", decided_by: "rule" }]);
  });

  test("of two calls for one file at once, the second is answered for the file as the first has left it", async () => {
    const rule = { policy: [{ effect: "allow", tool: "edit_file", path: "workspace/**" }] };
    const written = async (call: Call, verdict: Verdict): Promise<void> => {
      const input = inputOf(verdict);
      agent.edit(input, place.folder);
      expect(await after(agent, call, input)).toBe(null);
    };
    await withConfig(JSON.stringify(rule), async () => {
      const both = [callOf(agent, { find: "one", put: "ONE" }), callOf(agent, { find: "five", put: "FIVE" })];
      let open = both.map((call) => ({ call, verdict: before(agent, call).then((answered) => answered.verdict) }));
      const refused: Call[] = [];
      while (open.length > 0) {
        const first = await Promise.race(open.map((one) => one.verdict.then(() => one)));
        const verdict = await first.verdict;
        open = open.filter((one) => one !== first);
        // An agent that asks about both before it writes one would wait in vain.
        if (verdict.kind === "stops") refused.push(first.call);
        else await written(first.call, verdict);
      }
      for (const call of refused) await written(call, (await before(agent, call)).verdict);
      // None where the first was written before the second was looked at.
      expect(refused.length).toBeLessThanOrEqual(agent.name.startsWith("Copilot") ? 1 : 0);
    });
    expect(place.read("a.txt")).toBe(AFTER);
    expect(log()).toMatchObject([{ state: "done" }, { state: "done" }]);
  });
});

test("a read of the same file that ends before the write settles nothing", async () => {
  const call = callOf(copilot);
  const [{ verdict }] = await Promise.all([before(copilot, call), answer({ kind: "apply" })]);
  const message = copilot.message("after", { ...call, input: { path: join(place.folder, "a.txt") } }) as object;
  const ran = await runHook({ ...message, toolName: "view" }, { agent: copilot, env: env(), limitSeconds: LIMIT });
  expect(ran).toMatchObject({ code: 0, out: "" });
  copilot.edit(inputOf(verdict), place.folder);
  expect(await after(copilot, call, inputOf(verdict))).toBe(null);
  expect(log()).toMatchObject([{ state: "done" }]);
});

async function withConfig<T>(content: string, run: () => Promise<T>): Promise<T> {
  const folder = join(place.base, "config", "galley");
  place.put(join("..", "config", "galley", "config.json"), content);
  try {
    return await run();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([
  ["one host with two settings", claude, claude],
  ["Cursor with its own settings and Claude Code's", cursor, cursorAsClaude],
  ["Copilot with its own settings and Claude Code's", copilot, copilotAsClaude],
])("%s: two hooks for one call ask once", async (_, first, second) => {
  const call = callOf(first);
  const asking = [before(first, call), before(second, call)];
  await answer({ kind: "apply" });
  const verdicts = (await Promise.all(asking)).map(({ verdict }) => verdict.kind);
  expect(verdicts).toEqual(["runs", "runs"]);
});

describe("the log says what happened", () => {
  /** The first line of the newest entry, from who decided on. */
  const newest = (): string =>
    place
      .galley(["log"])
      .out.split("\n")[0]!
      .replace(/^.*decided by /, "");
  const noReviewer = async (): Promise<void> => {
    detach();
    await expect.poll(() => place.inbox.reviewers()).toEqual([]);
  };

  test("approved here: not written so far, then done", async () => {
    const call = callOf(claude);
    const [{ verdict }] = await Promise.all([before(claude, call), answer({ kind: "apply" })]);
    expect(newest()).toBe("person  (delegated: approved for Claude Code, not written so far)");
    expect(log()).toMatchObject([{ state: "delegated", delegated_to: "hook:claude-code", undoable: false }]);
    const [{ receipt_id }] = log() as [ReturnType<typeof log>[number]];
    expect(place.galley(["undo", receipt_id])).toMatchObject({
      code: 1,
      err: expect.stringContaining("nothing to undo"),
    });
    claude.edit(inputOf(verdict), place.folder);
    await after(claude, call, inputOf(verdict));
    expect(newest()).toBe("person  (done: Claude Code wrote what was approved)");
    expect(place.galley(["log"]).out).toContain("\n    a.txt\n");
  });

  test("written differently", async () => {
    const call = callOf(claude);
    const [{ verdict }] = await Promise.all([before(claude, call), answer({ kind: "apply" })]);
    place.put("a.txt", "something else\n");
    await after(claude, call, inputOf(verdict));
    expect(newest()).toBe("person  (differs: Claude Code wrote something else than was approved)");
  });

  test("left to the agent's own question: not written so far, and after a yes there, done", async () => {
    await noReviewer();
    const call = callOf(claude);
    const { verdict } = await before(claude, call);
    if (verdict.kind !== "asks") throw new Error("Claude Code should ask");
    expect(newest()).toBe("hook  (delegated: left to Claude Code's own question, not written so far)");
    expect(place.galley(["undo"])).toMatchObject({ code: 1, err: expect.stringContaining("written nothing here") });
    claude.edit(verdict.input, place.folder);
    await after(claude, call, verdict.input);
    expect(newest()).toBe("hook  (done: Claude Code asked its own user and wrote it)");
    expect([place.galley(["undo"]).code, place.read("a.txt")]).toEqual([0, BEFORE]);
  });

  test("left to it, refused there, and changed by the user since: no difference is claimed", async () => {
    await noReviewer();
    await before(claude, callOf(claude));
    place.put("a.txt", "mine\n");
    expect(newest()).toBe("hook  (delegated: left to Claude Code's own question, not written so far)");
    expect(place.galley(["undo"])).toMatchObject({ code: 1 });
  });
});

describe("an answer counts for one call", () => {
  const bash = (id: string) => {
    const call = { session_id: "s1", cwd: place.folder, hook_event_name: "PreToolUse", tool_use_id: id };
    const message = { ...call, tool_name: "Bash", tool_input: { command: "make" } };
    return runHook(message, { agent: claude, env: env(), limitSeconds: LIMIT });
  };

  test("two hooks of one call share it; the same command with the same id asks again", async () => {
    place.put(join("..", "config", "galley", "config.json"), '{"policy":[{"effect":"ask","tool":"shell"}]}');
    const [one, two] = await Promise.all([bash("c1"), bash("c1"), answer({ kind: "apply" })]);
    expect([one, two].map(({ out }) => out.includes('"allow"'))).toEqual([true, true]);
    const [again] = await Promise.all([bash("c1"), answer({ kind: "reject", reason: "once is enough" })]);
    expect(again.out).toContain("once is enough");
  });

  test("a change that was approved and never compared is asked about again, with a receipt of its own", async () => {
    const call = callOf(claude);
    await Promise.all([before(claude, call), answer({ kind: "apply" })]);
    await Promise.all([before(claude, call), answer({ kind: "apply" })]);
    expect(log().map(({ state }) => state)).toEqual(["delegated", "delegated"]);
  });
});

test("a hook that is killed leaves no question and no approval", async () => {
  const call = callOf(claude);
  let pid = 0;
  const asking = before(claude, call, LIMIT, (started) => (pid = started));
  await place.questions();
  process.kill(pid, "SIGKILL");
  await asking;
  await expect.poll(async () => (await place.inbox.open()).questions, { timeout: 4000 }).toEqual([]);
  expect(log()).toEqual([]);
});

test.each(["SIGKILL", "SIGTERM"] as const)(
  "an agent that ends only its shell, by %s, leaves no question and no process",
  async (signal) => {
    const call = callOf(claude);
    const command = denyingHookCommand({
      launch: [process.execPath, program],
      host: "claude-code",
      seconds: LIMIT,
      folders: null,
    });
    const shell = spawn("/bin/sh", ["-c", `${command}\n:`], { env: env(), cwd: place.folder });
    const closed = new Promise((resolve) => shell.stderr.on("close", resolve));
    shell.stdin.end(JSON.stringify(claude.message("before", call)));
    await place.questions();
    // The processes are known a moment later.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    shell.kill(signal);
    await expect.poll(async () => (await place.inbox.open()).questions, { timeout: 5000 }).toEqual([]);
    await closed; // Every process that it started has it open.
    expect(log()).toEqual([]);
  },
);

test("a hook that is asked to end denies", async () => {
  const call = callOf(claude);
  let pid = 0;
  const asking = before(claude, call, LIMIT, (started) => (pid = started));
  await place.questions();
  process.kill(pid, "SIGTERM");
  const { ran } = await asking;
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toContain("not approved");
});

test("an answer after the limit comes too late", async () => {
  const [asking, question] = await askedWithin(3);
  expect((await asking).verdict.kind).toBe("asks");
  const whole = answerWhole(question, { kind: "apply" });
  if (whole.kind !== "decision") throw new Error("the question cannot be read");
  expect((await place.inbox.decide(question.id, whole.decision)).kind).toBe("closed");
});

/** A question with a limit of so many seconds. A machine too busy to ask within it gets twice as many. */
async function askedWithin(seconds: number): Promise<readonly [ReturnType<typeof before>, Question]> {
  const asking = before(claude, callOf(claude), seconds);
  let hasEnded = false;
  void asking.finally(() => (hasEnded = true));
  while (!hasEnded) {
    const [open] = (await place.inbox.open()).questions;
    const found = open === undefined ? null : await place.inbox.read(open.id);
    if (found?.kind === "question") return [asking, found.question];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (seconds > LIMIT) throw new Error(`no question within ${seconds} seconds`);
  return askedWithin(2 * seconds);
}

test("a file that changes between approval and write is reported", async () => {
  const call = callOf(claude, { find: "two", put: "TWO" });
  const [{ verdict }] = await Promise.all([before(claude, call), answer({ kind: "apply" })]);
  place.put("a.txt", BEFORE.replace("five", "5"));
  claude.edit(inputOf(verdict), place.folder);
  expect(place.read("a.txt")).toBe("one\nTWO\nthree\nfour\n5\n");
  expect(await after(claude, call, inputOf(verdict))).toContain("does not have the content that was approved");
});

test.each([
  ["Claude Code", claude, /^If no one answers by .*, Claude Code asks its own user$/m],
  ["Cursor", cursor, /^Denied if not answered by /m],
])("%s: the user looks at it with galley inbox show and answers with galley inbox answer", async (_, agent, ends) => {
  const call = callOf(agent);
  const asking = before(agent, call);
  const [question] = await place.questions();
  expect(place.galley(["inbox", "show", question!.id]).out).toMatch(ends);
  expect(place.galley(["inbox", "answer", question!.id, "apply"]).code).toBe(0);
  expect((await asking).verdict.kind).toBe("runs");
});

test.each([
  ["nothing", ""],
  ["half a message", '{"session_id": "s'],
  ["a list", "[]"],
  ["no event", "{}"],
])("%s on standard input is a denial", (_, input) => {
  const ran = place.galley(["hook", "claude-code"], { input });
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toContain("not approved");
});

test.each([["--json"], ["--no-such-option"], ["--limit", "x"]])("%s is a denial with a reason", (...options) => {
  const ran = place.galley(["hook", "codex", ...options], { input: "{}" });
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).not.toBe("");
});

test("a state directory that cannot be written is a denial", async () => {
  writeFileSync(join(place.base, "state-file"), "");
  const agentEnv = { ...env(), XDG_STATE_HOME: join(place.base, "state-file") };
  const call = callOf(claude);
  const ran = await runHook(claude.message("before", call), { agent: claude, env: agentEnv, limitSeconds: LIMIT });
  expect(claude.take(ran, call.input).kind).not.toBe("runs");
  expect(readFileSync(join(place.folder, "a.txt"), "utf8")).toBe(BEFORE);
});
