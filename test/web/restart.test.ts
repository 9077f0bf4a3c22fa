// The server dies, is started again, or cannot write: questions of other processes survive it, its own end with it.

import { execFileSync } from "node:child_process";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ensureBuilt } from "../built.ts";
import { block } from "../support/galley.ts";
import { BEFORE } from "../support/inbox-place.ts";
import { eventIn, send, WebPlace } from "../support/web-place.ts";

let place: WebPlace;
beforeAll(ensureBuilt);
beforeEach(() => {
  place = new WebPlace();
});
afterEach(() => place.close());

const CHANGE = block("a.txt", "two\n", "TWO\n");

test("kill -9: the question of another process stays, its own ends, and an old sign-in is worthless", async () => {
  const first = await place.serve();
  const old = await place.tab(first);
  const asking = place.start(["apply", "--inbox", "--json", "-"], { input: CHANGE });
  await old.question();
  await old.posted("/api/apply", { text: block("a.txt", "one\n", "ONE\n") });
  await place.questions(2);
  first.child.kill("SIGKILL");
  await first.ended;
  const second = await place.serve(["--port", `${first.port}`]);
  const tab = await place.tab(second);
  const [open] = await place.questions(1);
  expect(open!.asker.door).toBe("apply");
  expect((await send(second.port, "/api/state", { headers: old.headers })).status).toBe(403);
  const events = await tab.events("another-server/7");
  await eventIn(events.lines, "reset");
  expect(await tab.answer(await tab.question(), { kind: "apply" })).toMatchObject({ kind: "won" });
  expect((await asking.ended).code).toBe(0);
  expect(place.read("a.txt")).toBe(BEFORE.replace("two", "TWO"));
});

test.each<["SIGINT" | "SIGTERM"]>([["SIGINT"], ["SIGTERM"]])(
  "%s: it stops at once, and withdraws what it asked",
  async (signal) => {
    const served = await place.serve();
    const tab = await place.tab(served);
    const events = await tab.events(null);
    await tab.posted("/api/apply", { text: CHANGE });
    await tab.question();
    served.child.kill(signal);
    expect((await served.ended).code).toBe(130);
    expect([(await place.inbox.open()).questions, await place.inbox.reviewers(), place.read("a.txt")]).toEqual([
      [],
      [],
      BEFORE,
    ]);
    events.close();
  },
);

test("a lost connection continues where it was", async () => {
  const tab = await place.tab(await place.serve());
  const first = await tab.events((await tab.state()).cursor);
  await tab.posted("/api/apply", { text: "Nothing." });
  await eventIn(first.lines, "task", ({ task }) => task.state.kind === "nothing");
  first.close();
  const { cursor } = first.lines[0]!;
  const again = await tab.events(cursor);
  await eventIn(again.lines, "task", ({ task }) => task.state.kind === "nothing");
  expect(again.lines.slice(0, first.lines.length - 1)).toEqual(first.lines.slice(1));
});

test("a second server on the same folder takes another port", async () => {
  const [first, second] = [await place.serve(), await place.serve()];
  expect(first.port).not.toBe(second.port);
  const taken = place.galley(["web", "--port", `${first.port}`, "--json"]);
  expect([taken.code, JSON.parse(taken.out)]).toEqual([
    2,
    {
      error: { code: "INVALID_ARG", message: `Port ${first.port} is in use. Choose another with --port, or omit it.` },
    },
  ]);
});

test.each([
  ["an agent's shell", ["web"], { CLAUDECODE: "1" }, /CLAUDECODE says that an agent runs this command/],
  ["--yes", ["web", "--yes"], {}, /--yes/],
  ["a word", ["web", "now"], {}, /web takes no arguments/],
  ["a port that is none", ["web", "--port", "70000"], {}, /--port needs a number/],
])("%s: it does not start", (_, args, env, message) => {
  const { code, err } = place.galley(args, { env: env as Record<string, string> });
  expect([code, err]).toEqual([2, expect.stringMatching(message)]);
});

const canMount = process.getuid?.() === 0 && isMountable();
test.skipIf(!canMount)(
  "a full disk (needs root and tmpfs): a task fails in words, nothing is written, the server goes on",
  async () => {
    const state = `${place.base}/state`;
    execFileSync("mkdir", ["-p", state]);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", state]);
    try {
      const served = await place.serve();
      const tab = await place.tab(served);
      execFileSync("sh", ["-c", `dd if=/dev/zero of=${state}/filler bs=1k 2>/dev/null || true`]);
      const events = await tab.events((await tab.state()).cursor);
      await tab.posted("/api/apply", { text: CHANGE });
      const { task } = await eventIn(events.lines, "task", (event) => event.task.state.kind === "failed");
      expect(task.state).toMatchObject({ kind: "failed", code: "IO" });
      expect([place.read("a.txt"), (await tab.state()).questions]).toEqual([BEFORE, []]);
      execFileSync("rm", [`${state}/filler`]);
      await tab.posted("/api/apply", { text: CHANGE });
      expect(await tab.answer(await tab.question(), { kind: "apply" })).toMatchObject({ kind: "won" });
      await eventIn(events.lines, "task", (event) => event.task.state.kind === "applied");
      expect(place.read("a.txt")).toBe(BEFORE.replace("two", "TWO"));
    } finally {
      await place.close();
      execFileSync("umount", ["-l", state]);
    }
  },
);

function isMountable(): boolean {
  try {
    execFileSync("sh", ["-c", "d=$(mktemp -d) && mount -t tmpfs -o size=64k tmpfs $d && umount $d && rmdir $d"], {
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
}
