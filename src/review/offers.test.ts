// What is on offer for a page, and what is not: reads and commands too, and nothing that the asker would refuse.

import { describe, expect, test } from "vitest";
import {
  describeRemembered,
  readPayload,
  shellPayload,
  type ApprovalPayload,
  type ShellPayload,
} from "../approval/index.ts";
import { asReal, digestOf, type Target } from "../base/index.ts";
import { batchPayload, patchPayload } from "../../test/support/payloads.ts";
import { canBeRemembered, lastingRules, sessionRules } from "./offers.ts";
import { openReview } from "./open.ts";
import { reduce } from "./reduce.ts";
import type { Review, ReviewEvent } from "./types.ts";

const targetOf = (path: string, real = path): Target => ({ path: asReal(path), real: asReal(real) });
const read = readPayload({
  tool: "read_file",
  target: targetOf("ws/src/a.ts"),
  approvalId: "q1",
  digest: digestOf(["read"]),
  lines: 1,
  bytes: 1,
  exists: true,
});
const command = (where: ShellPayload["where"], real = "ws"): ShellPayload =>
  shellPayload({
    approvalId: "q1",
    tool: "shell",
    command: "npm test",
    cwd: targetOf("ws", real),
    environment: {},
    timeoutMs: 1000,
    place: { where, image: null, network: false, workspace: "writable" },
  });

const paint = (review: Review): Review => {
  const page = {
    page: review.at,
    view: "change",
    layout: "80",
    lead: 0,
    height: 10,
    from: 0,
    rows: 10,
    to: 10,
  } as const;
  return reduce(review, { kind: "page-painted", ...page, isAnswerable: true });
};
const play = (payload: ApprovalPayload, ...events: readonly ReviewEvent[]): Review =>
  events.reduce((review, event) => paint(reduce(review, event)), paint(openReview(payload)));
const offered = ({ stage, notice }: Review): readonly (string | null)[] =>
  stage.kind === "remembering" ? stage.offers.map(describeRemembered) : [notice];

const ALWAYS = { kind: "always-asked", all: false } as const;
const SESSION = { kind: "always-asked", all: true } as const;
const NONE = { kept: "none", why: "A rule would have no effect, because the project's rule asks." } as const;
const SHORT = { kept: "session", why: "No rule can be kept for longer." } as const;
const LASTING = { kept: "lasting", why: "Nothing is asked after this." } as const;
const RUN = "shell `npm test` in ws, confined on this machine, with the workspace read-only";
const READS = ["read_file on ws/src/a.ts", "read_file on everything below ws/src", "read_file anywhere in ws"];

test.each<[string, ApprovalPayload, ReviewEvent, readonly string[]]>([
  ["a read", read, ALWAYS, READS],
  ["a read, for this session", read, SESSION, READS],
  ["a command", command("confined"), ALWAYS, [RUN]],
  ["a command, for this session", command("confined"), SESSION, [RUN]],
  ["on the host", command("host"), ALWAYS, ["A command that nothing confines is asked about every time."]],
  ["behind a link", command("confined", "ws/x"), ALWAYS, [expect.stringContaining("that a link leads to")]],
  ["what asks in any case", { ...patchPayload("ws/a.ts"), rules: NONE }, ALWAYS, [NONE.why]],
  ["what asks in any case, for this session", { ...patchPayload("ws/a.ts"), rules: NONE }, SESSION, [NONE.why]],
  ["what is not stored", { ...read, rules: SHORT }, ALWAYS, [`${SHORT.why} A offers rules for this session.`]],
  ["what is not stored, for this session", { ...read, rules: SHORT }, SESSION, READS],
  ["where nothing is asked afterwards", { ...read, rules: LASTING }, ALWAYS, READS],
  ["where nothing is asked afterwards, for this session", { ...read, rules: LASTING }, SESSION, [LASTING.why]],
  [
    "where nothing is asked afterwards, before all of it was seen",
    batchPayload(["ws/a.ts", "ws/b.ts"].map((path) => ({ ...patchPayload(path), rules: LASTING }))),
    SESSION,
    [LASTING.why],
  ],
])("%s", (_, payload, event, expected) => expect(offered(play(payload, event))).toEqual(expected));

describe("all edits in this folder, this session", () => {
  const files = batchPayload([patchPayload("ws/src/a.ts"), patchPayload("ws/src/b/c.ts"), patchPayload("ws/x.ts")]);
  const TURN = { kind: "page-turned", by: 1 } as const;

  test("when every file was seen; the folder is that of what is not rejected", () => {
    expect(offered(play(files, SESSION))).toEqual([expect.stringContaining("Look at every file to its end first")]);
    const seen = play(files, TURN, TURN, { kind: "page-rejected", reason: null });
    const asked = reduce(seen, SESSION);
    expect(offered(asked)[0]).toBe("edits and new files below ws/src that have no warning (no removals, no moves)");
    const { stage } = reduce(paint(asked), { kind: "offer-taken" });
    expect(stage).toMatchObject({
      kind: "settled",
      decision: {
        remember: { scope: "edits", path: "ws/src", session: "this" },
        items: [{ action: "apply" }, { action: "apply" }, { action: "reject" }],
      },
    });
  });
});

describe("a rule that was agreed to goes with the yes that it was agreed to with", () => {
  const files = batchPayload([patchPayload("ws/src/a.ts"), patchPayload("ws/src/b.ts")]);
  const [BACK, YES, NO] = [
    { kind: "page-turned", by: -1 },
    { kind: "page-applied" },
    { kind: "page-rejected", reason: null },
  ] as const;
  // "Everything below ws/src" would be on offer for the other file as well.
  const agreed: readonly ReviewEvent[] = [ALWAYS, { kind: "offer-moved", by: 1 }, { kind: "offer-taken" }];

  test.each<[string, readonly ReviewEvent[], boolean]>([
    ["both applied", [YES], true],
    ["its file was rejected after all", [BACK, NO, YES], false],
    ["its file was rejected, then applied without a rule", [BACK, NO, BACK, YES, YES], false],
    ["a change of its file was left out", [BACK, { kind: "hunk-switched", hunk: 0 }, YES, YES], false],
  ])("%s", (_, events, isKept) => {
    const opened = reduce(openReview(files), { kind: "row-opened" });
    const { stage } = [...agreed, ...events].reduce((review, event) => paint(reduce(review, event)), paint(opened));
    expect(stage.kind === "settled" && stage.decision.remember).toEqual(
      isKept ? expect.objectContaining({ scope: "directory", path: "ws/src" }) : undefined,
    );
  });
});

test("the key is shown exactly where a rule can be had", () => {
  const shown = (payload: ApprovalPayload): boolean => canBeRemembered(openReview(payload).pages[0]!);
  const unknown = { ...read, type: "teleport" } as unknown as ApprovalPayload;
  const questions = [read, command("confined"), command("host"), { ...read, rules: NONE }, unknown];
  expect(questions.map(shown)).toEqual([true, true, false, false, false]);
  expect(lastingRules(unknown).why).not.toBeNull();
  expect(sessionRules([]).why).not.toBeNull();
});
