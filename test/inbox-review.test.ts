// `galley review --wait`: one process asks for a review of what is on disk and waits, another answers in the inbox. Real
// processes, a real repository, bytes on disk.

import { execFileSync } from "node:child_process";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { BEFORE, InboxPlace } from "./support/inbox-place.ts";

let place: InboxPlace;
beforeAll(ensureBuilt);
beforeEach(() => {
  place = new InboxPlace({ "a.txt": BEFORE });
  const git = (...args: readonly string[]): void => {
    const who = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
    execFileSync("git", [...who, ...args], { cwd: place.folder, env: { PATH: process.env["PATH"], HOME: place.base } });
  };
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "first");
  place.put("a.txt", CHANGED);
  place.put("new.txt", "new\n");
});
afterEach(() => place.close());

const CHANGED = BEFORE.replace("one", "ONE").replace("five", "FIVE");
const EMPTY = { kept: [], reverted: [], reverted_in_part: [], edited: [], failed: [], comments: [], receipt_id: null };
const wait = (...more: readonly string[]) => place.start(["review", "--wait", ...more]);
const idOf = async (): Promise<string> => (await place.questions())[0]!.id;

test("apply keeps every change, and says so", async () => {
  const asking = wait("--json");
  const id = await idOf();
  expect(place.galley(["inbox", "list"]).out).toContain(`${id}  On disk: Change 2 files`);
  expect(place.galley(["inbox", "show", id]).out).toContain("apply keeps them, reject reverts them");
  expect(place.galley(["inbox", "answer", id, "apply"])).toEqual({
    code: 0,
    out: `Your answer to ${id} was accepted: every change is kept.\n`,
    err: "",
  });
  const { code, out } = await asking.ended;
  expect([code, JSON.parse(out)]).toEqual([0, { ...EMPTY, kept: ["a.txt", "new.txt"] }]);
  expect(place.tree()).toEqual({ "a.txt": CHANGED, "new.txt": "new\n" });
});

test("reject reverts every change, says so, and can be undone", async () => {
  const asking = wait("--json");
  expect(place.galley(["inbox", "answer", await idOf(), "reject"]).out).toContain(": every change is reverted.\n");
  const { code, out } = await asking.ended;
  const report = JSON.parse(out) as { receipt_id: string };
  expect([code, report]).toEqual([
    0,
    { ...EMPTY, reverted: ["a.txt", "new.txt"], receipt_id: expect.stringMatching(/./) },
  ]);
  expect(place.tree()).toEqual({ "a.txt": BEFORE });
  expect(place.galley(["undo", report.receipt_id]).code).toBe(0);
  expect(place.tree()).toEqual({ "a.txt": CHANGED, "new.txt": "new\n" });
});

test("the reason for a reject reaches the agent", async () => {
  const asking = wait();
  place.galley(["inbox", "answer", await idOf(), "reject", "--reason", "keep the old name"]);
  expect((await asking.ended).out).toContain("- a.txt: keep the old name\n- new.txt: keep the old name\n");
});

test("a review in another process: some changes kept, a comment, printed as a prompt", async () => {
  const asking = wait();
  const id = await idOf();
  const found = await place.inbox.read(id);
  if (found.kind !== "question" || found.question.type !== "batch") throw new Error(found.kind);
  const [first, second] = found.question.items.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const by = { kind: "person" } as const;
  const digest = (one: typeof first): never => one!.digest as never; // Brands are for our own code.
  const decided = await place.inbox.decide(id, {
    approval_id: found.question.approval_id,
    items: [
      { action: "reject", digest: digest(first), by },
      { action: "apply", digest: digest(second), by, after: second!.after as never },
    ],
    comments: [{ digest: digest(first), side: "new", from: 1, to: 1, text: "why in capitals?" }],
  });
  expect(decided.kind).toBe("won");
  const { code, out, err } = await asking.ended;
  expect([code, place.tree()]).toEqual([0, { "a.txt": BEFORE, "new.txt": "new\n" }]);
  expect(out).toContain("why in capitals?");
  expect(err).toContain("a.txt  reverted");
});

test("a change that is not part of the review is named in the question, and where it is shown", async () => {
  place.put("logo.png", new Uint8Array([0x89, 0x50, 0, 1]));
  wait("--json");
  const id = await idOf();
  const found = await place.inbox.read(id);
  const notShown = { files: [{ path: "logo.png", why: expect.stringContaining("not text") }], more: 0 };
  expect(found).toMatchObject({ kind: "question", question: { not_shown: notShown } });
  expect(place.galley(["inbox", "show", id]).out).toContain("Not in this review: logo.png.");
});

test("interrupted, the asker withdraws its question, changes nothing and exits with 130", async () => {
  const asking = wait("--json");
  const id = await idOf();
  asking.child.kill("SIGINT");
  const { code } = await asking.ended;
  expect([code, place.tree()]).toEqual([130, { "a.txt": CHANGED, "new.txt": "new\n" }]);
  const { code: late, out } = place.galley(["inbox", "answer", id, "reject"]);
  expect([late, out]).toEqual([1, expect.stringContaining("withdrawn by its asker")]);
});

test("killed, its question closes, and an answer reverts nothing", async () => {
  const asking = wait();
  const id = await idOf();
  asking.child.kill("SIGKILL");
  await asking.ended;
  expect(await place.questions(0)).toEqual([]);
  expect(place.galley(["inbox", "answer", id, "reject"])).toMatchObject({
    code: 1,
    out: expect.stringContaining("The process that asked has ended."),
  });
  expect(place.tree()).toEqual({ "a.txt": CHANGED, "new.txt": "new\n" });
});
