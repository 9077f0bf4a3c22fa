// What a client of revision 2026-07-28 carries between the question and the answer: replayed, altered or used for
// another call it is refused, and nothing is written.

import { beforeAll, beforeEach, afterEach, describe, expect, test } from "vitest";
import { answerWhole } from "../../src/review/index.ts";
import { ensureBuilt } from "../built.ts";
import { McpPlace, type RawClient } from "../support/mcp-place.ts";

beforeAll(ensureBuilt);

const BEFORE = "one\ntwo\n";
const EDIT = { path: "a.txt", old_string: "two", new_string: "TWO" };
const YES = { answer: { action: "accept", content: { decision: "apply" } } };
const REFUSED = { error: { code: -32_602, message: "Invalid or expired requestState" } };

let place: McpPlace;
let raw: RawClient;
beforeEach(() => {
  place = new McpPlace({ "a.txt": BEFORE });
  raw = place.raw();
});
afterEach(() => place.close());

const call = (args: object, more: object = {}, name = "edit_file") =>
  raw.ask("tools/call", { name, arguments: args, ...more });

async function asked(): Promise<string> {
  const { result } = await call(EDIT);
  expect(result).toMatchObject({
    resultType: "input_required",
    inputRequests: { answer: { method: "elicitation/create" } },
  });
  return (result as { requestState: string }).requestState;
}

describe("the state of a question", () => {
  test("brings one answer, once", async () => {
    const requestState = await asked();
    expect(await call(EDIT, { requestState, inputResponses: YES })).toMatchObject({ result: { isError: false } });
    expect(place.read("a.txt")).toBe("one\nTWO\n");
    place.put("a.txt", BEFORE);
    expect(await call(EDIT, { requestState, inputResponses: YES })).toMatchObject(REFUSED);
    expect(place.read("a.txt")).toBe(BEFORE);
  });

  test("two answers at once: one is taken", async () => {
    const requestState = await asked();
    const no = { answer: { action: "decline" } };
    const [onNo, onYes] = await Promise.all([
      call(EDIT, { requestState, inputResponses: no }),
      call(EDIT, { requestState, inputResponses: YES }),
    ]);
    // Which of them comes first is not said: each is unsealed by itself.
    const isYes = "result" in onYes;
    expect(isYes ? [onYes, onNo] : [onNo, onYes]).toMatchObject([{ result: { isError: !isYes } }, REFUSED]);
    expect(place.read("a.txt")).toBe(isYes ? "one\nTWO\n" : BEFORE);
  });

  test.each<[string, object, string]>([
    ["other arguments", { ...EDIT, new_string: "EVIL" }, "edit_file"],
    ["another file", { ...EDIT, path: "b.txt" }, "edit_file"],
    ["another tool", { path: "a.txt", content: "EVIL" }, "write_file"],
    ["another tool with the same arguments", EDIT, "rm"],
  ])("%s: refused, and the question stays open", async (_, args, name) => {
    place.put("b.txt", BEFORE);
    const requestState = await asked();
    expect(await call(args, { requestState, inputResponses: YES }, name)).toMatchObject(REFUSED);
    expect([place.read("a.txt"), place.read("b.txt")]).toEqual([BEFORE, BEFORE]);
    expect(await call(EDIT, { requestState, inputResponses: YES })).toMatchObject({ result: { isError: false } });
  });

  test("every altered character, and a state of another server: refused", async () => {
    const requestState = await asked();
    const at = [0, 3, 10, Math.floor(requestState.length / 2), requestState.length - 20];
    const altered = at.map((index) => {
      const other = requestState[index] === "A" ? "B" : "A";
      return requestState.slice(0, index) + other + requestState.slice(index + 1);
    });
    const [version, body = "", mac = ""] = requestState.split(".");
    const payload = JSON.parse(Buffer.from(body, "base64url").toString()) as { p: object; exp: number };
    const forged = Buffer.from(JSON.stringify({ ...payload, exp: payload.exp + 1 })).toString("base64url");
    for (const state of [...altered, `${version}.${forged}.${mac}`, "", "x", requestState.slice(0, -1)])
      expect(await call(EDIT, { requestState: state, inputResponses: YES })).toMatchObject(REFUSED);
    const other = place.raw();
    const reply = await other.ask("tools/call", {
      name: "edit_file",
      arguments: EDIT,
      requestState,
      inputResponses: YES,
    });
    expect(reply).toMatchObject(REFUSED);
    expect(place.read("a.txt")).toBe(BEFORE);
  });

  test("without an answer in it, the same question comes again", async () => {
    const requestState = await asked();
    const again = await call(EDIT, { requestState });
    expect(again).toMatchObject({ result: { resultType: "input_required" } });
    const { requestState: next } = again["result"] as { requestState: string };
    expect(await call(EDIT, { requestState: next, inputResponses: YES })).toMatchObject({ result: { isError: false } });
    expect(place.read("a.txt")).toBe("one\nTWO\n");
  });

  test("a file that changed since it was shown is shown again", async () => {
    const requestState = await asked();
    place.put("a.txt", "zero\ntwo\n");
    const again = await call(EDIT, { requestState, inputResponses: YES });
    expect(again).toMatchObject({ result: { resultType: "input_required" } });
    expect(JSON.stringify(again)).toContain(" zero");
    expect(place.read("a.txt")).toBe("zero\ntwo\n");
  });
});

test("a question that comes up during await_decision is answered by calling it again", async () => {
  const { detach } = await place.inbox.attach("watch");
  const lines = Array.from({ length: 100 }, (_, at) => `line ${at}\n`);
  const content = lines.join("");
  raw = place.raw(["--wait", "2"]);
  // Too long for a form: it waits in the inbox.
  const { result } = await call({ path: "a.txt", content }, {}, "write_file");
  const { id } = (result as { structuredContent: { id: string } }).structuredContent;
  const waiting = call({ id }, {}, "await_decision");
  // Short enough for one, and not what the reviewer was shown.
  place.put("a.txt", lines.slice(0, -1).join(""));
  const [question] = await place.questions();
  const found = await place.inbox.read(question!.id);
  const answered = found.kind === "question" ? answerWhole(found.question, { kind: "apply" }) : null;
  await place.inbox.decide(question!.id, answered?.kind === "decision" ? answered.decision : expect.unreachable());
  const asked = await waiting;
  expect(asked).toMatchObject({ result: { resultType: "input_required" } });
  const { requestState } = asked["result"] as { requestState: string };
  expect(await call({ id: "x" }, { requestState, inputResponses: YES }, "await_decision")).toMatchObject({
    result: { isError: true },
  });
  expect(await call({ id }, { requestState, inputResponses: YES }, "await_decision")).toMatchObject({
    result: { isError: false, structuredContent: { success: true } },
  });
  expect(place.read("a.txt")).toBe(content);
  detach();
});
