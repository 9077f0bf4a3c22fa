// The inbox on the command line: one process asks, another lists, shows, answers and watches.

import { once } from "node:events";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { block } from "./support/galley.ts";
import { BEFORE, InboxPlace } from "./support/inbox-place.ts";
import { without } from "./support/installed.ts";

let place: InboxPlace;
beforeAll(ensureBuilt);
beforeEach(() => void (place = new InboxPlace()));
afterEach(() => place.close());

const bubblewrap = without("bwrap");
const ONE = block("a.txt", "one\n", "ONE\n");
const TWO = ONE + block("a.txt", "five\n", "FIVE\n");
const apply = (input = ONE, ...more: readonly string[]) => place.start(["apply", "--inbox", "-", ...more], { input });
const idOf = async () => (await place.questions())[0]!.id;

describe("apply --inbox", () => {
  test("waits, says so, and writes what was approved", async () => {
    const asking = apply();
    const id = await idOf();
    expect(place.read("a.txt")).toBe(BEFORE);
    expect(place.galley(["inbox", "answer", id, "apply"])).toEqual({
      code: 0,
      out: `Your answer to ${id} was accepted.\n`,
      err: "",
    });
    const { code, err } = await asking.ended;
    expect([code, place.read("a.txt")]).toEqual([0, BEFORE.replace("one", "ONE")]);
    expect(err).toBe(
      `galley: Question ${id} is waiting in the inbox. No reviewer is attached: run galley inbox in a terminal to answer it.\n`,
    );
  });

  test("with --json it waits as well, and stdout has only the report", async () => {
    const asking = apply(ONE, "--json");
    place.galley(["inbox", "answer", await idOf(), "reject", "--reason", "keep it"]);
    const { code, out } = await asking.ended;
    expect([code, place.read("a.txt")]).toEqual([1, BEFORE]);
    expect(JSON.parse(out)).toMatchObject({
      results: [{ status: "SKIPPED", error_type: "rejected", message: expect.stringContaining("keep it") }],
    });
  });

  test("chosen changes are written, the others are not", async () => {
    const asking = apply(TWO);
    expect(place.galley(["inbox", "answer", await idOf(), "apply", "--hunks", "1"]).code).toBe(0);
    await asking.ended;
    expect(place.read("a.txt")).toBe(BEFORE.replace("five", "FIVE"));
  });

  test("a protected path is asked about in the inbox, even with --yes", async () => {
    const asking = place.start(["apply", "--inbox", "--yes", "-"], { input: block(".npmrc", "", "x=1\n") });
    const id = await idOf();
    expect(existsSync(join(place.folder, ".npmrc"))).toBe(false);
    expect(place.galley(["inbox", "show", id]).out).toContain("! Protected");
    place.galley(["inbox", "answer", id, "apply"]);
    expect([(await asking.ended).code, place.read(".npmrc")]).toEqual([0, "x=1\n"]);
  });

  test("a file that changes while the question waits needs approval again", async () => {
    const asking = apply();
    const first = await idOf();
    place.put("a.txt", `zero\n${BEFORE}`);
    place.galley(["inbox", "answer", first, "apply"]);
    const second = await idOf();
    expect(second).not.toBe(first);
    place.galley(["inbox", "answer", second, "apply"]);
    expect([(await asking.ended).code, place.read("a.txt")]).toEqual([0, `zero\n${BEFORE.replace("one", "ONE")}`]);
  });

  test("interrupted, it withdraws its question and exits with 130", async () => {
    const asking = apply();
    const id = await idOf();
    asking.child.kill("SIGINT");
    expect((await asking.ended).code).toBe(130);
    const { code, value } = place.json(["inbox", "answer", id, "apply"]);
    expect([code, value]).toEqual([
      1,
      { id, status: "gone", message: expect.stringContaining("withdrawn by its asker"), decision: null },
    ]);
  });

  test("killed, its question closes, and an answer says that it is gone", async () => {
    const asking = apply();
    const id = await idOf();
    asking.child.kill("SIGKILL");
    await asking.ended;
    expect(await place.questions(0)).toEqual([]);
    expect(place.galley(["inbox", "answer", id, "apply"])).toEqual({
      code: 1,
      out: `Question ${id} is closed. The process that asked has ended.\n`,
      err: "",
    });
    expect(place.read("a.txt")).toBe(BEFORE);
  });

  test("with --dry-run nothing is asked", () => {
    expect(place.galley(["apply", "--inbox", "--dry-run", "-"], { input: ONE }).code).toBe(0);
  });
});

describe("list and show", () => {
  test("list has what the contract promises, oldest first, of every folder or of one", async () => {
    expect(place.json(["inbox", "list"])).toEqual({ code: 0, value: [] });
    expect(place.galley(["inbox", "list"]).out).toBe("No question is waiting.\n");
    apply();
    const [question] = await place.questions();
    const row = {
      id: question!.id,
      asked_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      asker: { door: "apply", host: hostname(), root: place.folder, session: null, call_key: expect.any(String) },
      type: "edit",
      description: expect.stringContaining("workspace/a.txt"),
      paths: ["workspace/a.txt"],
    };
    expect(place.json(["inbox", "list"])).toEqual({ code: 0, value: [row] });
    expect(place.json(["inbox", "list", "--root", "."])).toEqual({ code: 0, value: [row] });
    expect(place.json(["inbox", "list", "--root", ".."])).toEqual({ code: 0, value: [] });
    expect(place.galley(["inbox", "list"]).out).toContain(`apply in ${place.folder}`);
  });

  test("show has the whole payload, and what could be chosen", async () => {
    apply(TWO);
    const id = await idOf();
    const { code, value } = place.json(["inbox", "show", id]);
    expect([code, value]).toEqual([
      0,
      expect.objectContaining({
        id,
        deadline: null,
        type: "patch",
        original_content: BEFORE,
        hunks: [{}, {}].map(() => expect.anything()),
      }),
    ]);
    const { out } = place.galley(["inbox", "show", id]);
    for (const part of ["-one\n+ONE\n", "-five\n+FIVE\n", "--hunks: 0 at line 1, 1 at line 5"])
      expect(out).toContain(part);
  });

  test("hidden characters are shown, not sent to the terminal", async () => {
    place.put("b.txt", "plain\n");
    place.start(["apply", "--inbox", "-"], { input: block("b.txt", "plain\n", "\u001b[2Jred\u202e\n") });
    const { out } = place.galley(["inbox", "show", await idOf()]);
    expect(out).toContain("+⟨ESC⟩[2Jred⟨");
    expect(out).not.toMatch(/[\u001b\u202e]/);
  });

  test("a question that is not there", () => {
    const { code, err } = place.galley(["inbox", "show", "../../etc/passwd"]);
    expect([code, err]).toEqual([1, expect.stringContaining('There is no question "../../etc/passwd"')]);
    expect(place.json(["inbox", "show", "x"])).toEqual({
      code: 1,
      value: { error: { code: "NOT_FOUND", message: expect.any(String) } },
    });
  });
});

describe("answer", () => {
  test("a later answer loses, and shows the one that won", async () => {
    const asking = apply();
    const id = await idOf();
    place.galley(["inbox", "answer", id, "reject", "--reason", "first"]);
    await asking.ended;
    const { code, value } = place.json(["inbox", "answer", id, "apply"]);
    expect([code, value]).toMatchObject([
      1,
      { id, status: "lost", decision: { items: [{ action: "reject", reason: "first" }] } },
    ]);
    expect(place.read("a.txt")).toBe(BEFORE);
  });

  test.each(["CLAUDECODE", "CODEX_SANDBOX", "GEMINI_CLI", "CURSOR_AGENT", "COPILOT_CLI", "OPENCODE", "GALLEY_COMMAND"])(
    "is refused where %s says that an agent runs it",
    async (name) => {
      apply();
      const id = await idOf();
      const { code, err } = place.galley(["inbox", "answer", id, "apply"], { env: { [name]: "1" } });
      expect([code, err]).toEqual([2, expect.stringContaining(`${name} says that an agent runs this command`)]);
      expect(place.galley(["inbox"], { env: { [name]: "1" } }).err).toContain("an agent runs this command");
      expect((await place.questions()).length).toBe(1);
    },
  );

  test.skipIf(bubblewrap.missing)(`a confined command sees no state directory${bubblewrap.note}`, async () => {
    apply();
    await idOf();
    const state = join(place.base, "state");
    const command = `echo "[$GALLEY_COMMAND]"; ls ${state} || echo none`;
    const ran = place.galley(["tool", "shell", JSON.stringify({ command }), "--yes"]);
    const { value } = JSON.parse(ran.out) as { value: { stdout: string } };
    expect([existsSync(state), value.stdout]).toEqual([true, "[confined]\nnone\n"]);
  });

  test.each([
    [["answer"], "takes the id of a question"],
    [["answer", "x"], "takes the id of a question"],
    [["answer", "x", "maybe"], "apply or reject"],
    [["answer", "x", "apply", "y"], "apply or reject"],
    [["answer", "x", "apply", "--reason", "y"], "--reason belongs to reject"],
    [["answer", "x", "reject", "--hunks", "0"], "--hunks belongs to apply"],
    [["answer", "x", "apply", "--hunks", "0,,1"], "--hunks takes numbers"],
    [["answer", "x", "apply", "--hunks", "-1"], "--hunks takes numbers"],
    [["list", "x"], "takes no arguments"],
    [["list", "--reason", "x"], "--reason belongs to inbox answer"],
    [["show"], "takes the id of a question"],
    [["burn"], "inbox takes list, show, answer or watch"],
    [["--json"], "inbox --json takes list, show, answer or watch"],
  ])("%j is a usage error", (args, message) => {
    const { code, out, err } = place.galley(["inbox", ...args]);
    expect([code, out + err]).toEqual([2, expect.stringContaining(message)]);
  });

  test.each([["5", "There is no change 5"]])(
    "--hunks %s names nothing that could be chosen",
    async (hunks, message) => {
      apply(TWO);
      const { code, err } = place.galley(["inbox", "answer", await idOf(), "apply", "--hunks", hunks]);
      expect([code, err]).toEqual([2, expect.stringContaining(message)]);
      expect((await place.questions()).length).toBe(1);
    },
  );

  test("without a terminal there is no review, and the message says what to do", () => {
    const { code, err } = place.galley(["inbox"]);
    expect([code, err]).toEqual([2, expect.stringContaining("galley inbox list")]);
  });
});

describe("watch --json", () => {
  const linesOf = (text: string) =>
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as unknown);

  test("one line per event; it counts as a reviewer", async () => {
    const watching = place.start(["inbox", "watch", "--json"]);
    while ((await place.inbox.reviewers()).length === 0);
    const answered = apply();
    const first = await idOf();
    place.galley(["inbox", "answer", first, "reject"]);
    expect((await answered.ended).err).toBe(`galley: Question ${first} is waiting in the inbox.\n`);
    const killed = apply();
    const second = await idOf();
    killed.child.kill("SIGKILL");
    await killed.ended;
    await place.questions(0);
    // Its poll and ours differ: what we saw closed it sees within its own.
    await expect.poll(() => watching.out(), { timeout: 20_000 }).toContain('"gone"');
    watching.child.kill("SIGINT");
    const { code, out } = await watching.ended;
    expect([code, linesOf(out)]).toEqual([
      130,
      [
        { type: "question", id: first, question: expect.objectContaining({ id: first, type: "edit" }) },
        {
          type: "answered",
          id: first,
          decision: expect.objectContaining({ items: [expect.objectContaining({ action: "reject" })] }),
        },
        { type: "question", id: second, question: expect.objectContaining({ id: second }) },
        { type: "gone", id: second, because: "asker-ended" },
      ],
    ]);
    expect(await place.inbox.reviewers()).toEqual([]);
  });

  test("what is open already comes first; a reader that has gone ends it at the next event", async () => {
    const asking = apply();
    const id = await idOf();
    const watching = place.start(["inbox", "watch", "--json"]);
    const [first] = (await once(watching.child.stdout!, "data")) as [Buffer];
    expect(linesOf(first.toString())).toMatchObject([{ type: "question", id }]);
    watching.child.stdout!.destroy();
    asking.child.kill("SIGKILL");
    expect((await watching.ended).code).toBe(0);
  });
});
