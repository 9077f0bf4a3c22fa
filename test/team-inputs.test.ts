// What a machine or a page that lies may send: names that are not in normal form, questions that say less than they do,
// values that no database takes, and more of everything than anyone needs. Each is refused as what it is, before the store.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { foreignTool, type ApprovalPayload } from "../src/approval/index.ts";
import { asker, changeQuestion, yesTo } from "../src/testing/index.ts";
import { sendHalf } from "./support/half-sent.ts";
import { whyNoPostgres } from "./support/postgres/programs.ts";
import { idOf, teamPlace, type TeamPlace } from "./support/team-server.ts";

const RULES = [
  { answer: ["group:security"], path: ["ws/a/infra/**"] },
  { answer: ["group:security"], tool: ["gh__deploy"] },
  { answer: ["group:security"], repository: ["acme/*"] },
  { answer: ["anyone"] },
];
const LIMITS = { open_questions: 5, asks_per_minute: 8 };

describe.skipIf(whyNoPostgres !== null)(`what is sent${whyNoPostgres === null ? "" : ` (${whyNoPostgres})`}`, () => {
  let place: TeamPlace;
  let limited: TeamPlace;
  let token: string;
  let calls = 0;
  beforeAll(async () => {
    place = await teamPlace({ config: { rules: RULES } });
    limited = await teamPlace({ config: { machine_limits: LIMITS } });
    token = await place.machineToken("machine");
  });
  afterAll(async () => {
    await place.close();
    await limited.close();
  });

  const change = (more: object): ApprovalPayload => ({ ...changeQuestion("ws/x"), ...more }) as ApprovalPayload;
  const putBody = (payload: ApprovalPayload, more: object = {}) => ({
    lease: "a".repeat(32),
    payload,
    asker: asker(`call ${(calls += 1)}`),
    repository: "test/work",
    within_ms: null,
    ...more,
  });
  async function post(name: string, body: object, { from = token, at = place } = {}) {
    const response = await fetch(`${at.servers[0]!.url}/machine/v1/${name}`, {
      method: "POST",
      headers: { authorization: `Bearer ${from}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }
  /** As an asker that lives: its question stays open. */
  async function ask(payload: ApprovalPayload, { from = token, at = place } = {}): Promise<string> {
    const put = await at.asking(from).put({ payload, asker: asker(`call ${(calls += 1)}`), withinMs: null });
    if (put.kind !== "asked") throw new Error(JSON.stringify(put));
    return put.id;
  }

  const NAMES = ["ws//infra/a", "ws/./x", "ws/a/../x", "../x", "/ws/x", "ws/x/", "ws\\x", "ws/a./x", "ws/a /x", "ws/a\u200c", "ws/\u3164", "ws/\0"]; // prettier-ignore
  test.each(NAMES)("a path that is written as %j is refused, wherever it is", async (path) => {
    const batch = { type: "batch", items: [], open_edits: [], supersedes: null, because: null, path: "" };
    const payloads = [
      change({ path }),
      change({ target: path }),
      change({ type: "move", to: path }),
      change({ type: "move", to: "ws/y", to_target: path }),
      change({ type: "delete", below: [path], file_lines: null, file_bytes: null }),
      change({ ...batch, path }),
      change({ ...batch, target: path }),
      change({ ...batch, items: [change({ path })] }),
      change({ ...batch, open_edits: [{ edit: "1", path, message: "", places: [] }] }),
    ];
    for (const payload of payloads) expect((await post("put", putBody(payload))).status).toBe(400);
  });

  test.each(["acme/../x", "acme//x", "acme/x/", "/acme/x", "./acme", "acme./x", "ac\u200cme/x", "acme\\x", ""])(
    "a repository that is called %j is refused",
    async (repository) => {
      expect((await post("put", putBody(change({}), { repository }))).status).toBe(400);
    },
  );

  test("a token covers what a rule with the same pattern is about", async () => {
    const from = await place.machineToken("acme", { repositories: ["acme/*", "other/**", "one"] });
    const statusOf = async (repository: string): Promise<number> =>
      (await post("put", putBody(change({}), { repository }), { from })).status;
    const repositories = ["acme/x", "acme/x/y", "acme", "other/x/y", "other", "one", "one/x", "ACME/x", "acmex/y"];
    const statuses = await Promise.all(repositories.map(statusOf));
    expect(Object.fromEntries(repositories.map((name, at) => [name, statuses[at]]))).toEqual({
      "acme/x": 200,
      "acme/x/y": 403,
      acme: 403,
      "other/x/y": 200,
      other: 403,
      one: 200,
      "one/x": 200,
      "ACME/x": 403,
      "acmex/y": 403,
    });
  });

  test("who may not answer for what is in a folder may not answer for its deletion, or for a move out of it", async () => {
    const none = { original_content: null, suggested_content: null, after: null, file_lines: null, file_bytes: null };
    const moved = { unified_diff: "", diff_lines: 0, file_lines: 1, file_bytes: 1 };
    for (const payload of [
      change({ ...none, type: "delete", path: "ws/a" }),
      change({ ...none, type: "delete", path: "ws/a", below: ["ws/a/infra/link"] }),
      change({ ...moved, type: "move", path: "ws/a/infra/x", to: "ws/b" }),
      change({ ...moved, type: "move", path: "ws/b", to: "ws/a/infra/x" }),
    ]) {
      const id = await ask(payload);
      const reply = await place.as("bob", `/api/questions/${id}/answer`, { body: { decision: yesTo(payload) } });
      expect([reply.status, JSON.stringify(reply.body)]).toEqual([409, expect.stringContaining("group:security")]);
    }
  });

  test("a call that is named after another tool is refused", async () => {
    const call = (tool: string, name: string): ApprovalPayload =>
      change({ type: "call", path: "ws", tool, server: "gh", name, arguments: "{}" });
    for (const [tool, name] of [
      ["gh__read", "deploy"],
      ["read_file", "deploy"],
      ["other__deploy", "deploy"],
      ["gh__deploy_2", "deploy"],
      ["gh__a_b", "a/b"],
      [foreignTool("gh", "a.b"), "a/b"],
    ] as const)
      expect((await post("put", putBody(call(tool, name)))).status, tool).toBe(400);
    for (const [tool, name] of [
      ["gh__deploy", "deploy"],
      [foreignTool("gh", "a/b"), "a/b"],
    ] as const)
      expect((await post("put", putBody(call(tool, name)))).status, tool).toBe(200);
  });

  test("a filter that no history has is refused as one", async () => {
    const times = ["+275760-09-13T00:00:00Z", "-000001-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "x"];
    const queries = [
      ...["repository", "person", "text"].flatMap((key) => [`${key}=a%00b`, `${key}=${"x".repeat(2_000)}`]),
      ...times.flatMap((time) => [`from=${encodeURIComponent(time)}`, `to=${encodeURIComponent(time)}`]),
      "outcome=x",
      "outcome=%00",
      "after=x",
      "after=2026-99-99T00:00:00Z%20a",
      "after=2026-01-01T00:00:00Z%20%00",
    ];
    for (const query of queries) expect((await place.as("bob", `/api/history?${query}`)).status, query).toBe(400);
    for (const query of [
      "from=0001-01-01",
      "to=9999-12-31",
      "after=2026-02-30T00:00:00Z%20a",
      "text=",
      "outcome=expired",
    ])
      expect((await place.as("bob", `/api/history?${query}`)).status, query).toBe(200);
  });

  test("a name in a token that cannot be kept is not used", async () => {
    const claims = { name: "A\0nn", email: "ann@example.com", groups: ["a\0b", "dev"] };
    expect(await place.as("nul", "/api/state", { claims })).toMatchObject({
      status: 200,
      body: { team: { person: { name: "ann@example.com", groups: ["dev"] } } },
    });
  });

  test("an id that is none fails no one's waiting but is not known", async () => {
    const id = await ask(change({}));
    const waiting = post("outcomes", { ids: [id], wait_ms: 1_000 });
    for (const wrong of ["\0", "x".repeat(1_000), "'"]) {
      const reply = await post("outcomes", { ids: [wrong], wait_ms: 1_000 });
      expect(reply).toEqual({ status: 200, text: JSON.stringify({ outcomes: [[wrong, null]] }) });
    }
    expect(await waiting).toEqual({ status: 200, text: '{"outcomes":[]}' });
  });

  test("a sender who leaves in the middle is no bug of ours", async () => {
    const from = { authorization: `Bearer ${token}` };
    const sent = sendHalf(`${place.servers[0]!.url}/machine/v1/put`, putBody(change({})), from);
    await sent.isWaiting;
    const before = place.logged.length;
    sent.abort();
    await expect.poll(() => place.logged.slice(before).some(({ event }) => event === "request")).toBe(true);
    expect(place.logged.filter(({ event }) => event === "bug")).toEqual([]);
  });

  test("no name is long enough to fill the list of everyone", async () => {
    const long = "x".repeat(20_000);
    const body = putBody(change({}), { asker: { ...asker("long"), host: long } });
    expect((await post("put", body)).status).toBe(400);
    const id = await ask(change({ description: "y".repeat(1_000_000) }));
    const { questions } = (await place.as("bob", "/api/state")).body as { questions: { id: string }[] };
    const found = questions.find((one) => one.id === id) as { description: string } | undefined;
    expect([found?.description.length, found?.description.at(-1)]).toEqual([2_000, "…"]);
  });

  test("a machine's claim to have a reviewer is heard by no other machine", async () => {
    const other = await place.machineToken("with a reviewer");
    const reviewers = async (from: string): Promise<string> => (await post("reviewers", {}, { from })).text;
    expect((await post("beat", { lease: "b".repeat(32), reviewer: "web" }, { from: other })).status).toBe(200);
    expect([await reviewers(other), await reviewers(token)]).toEqual(['{"reviewers":["web"]}', '{"reviewers":[]}']);
  });

  test("a machine may have so many open questions, and ask so many a minute; then it has to wait", async () => {
    const from = await limited.machineToken("busy");
    const put = async () => post("put", putBody(change({})), { from, at: limited });
    const inbox = limited.asking(from);
    for (let at = 0; at < LIMITS.open_questions; at += 1)
      expect((await inbox.put({ payload: change({}), asker: asker(`busy ${at}`), withinMs: null })).kind).toBe("asked");
    expect(await put()).toEqual({ status: 429, text: expect.stringContaining("5 open questions") });
    await inbox.close();
    expect((await put()).status).toBe(200);
    expect((await put()).status).toBe(200);
    expect(await put()).toEqual({ status: 429, text: expect.stringContaining("8 questions a minute") });
    const other = await limited.machineToken("another");
    expect((await post("put", putBody(change({})), { from: other, at: limited })).status).toBe(200);
  });

  test("a question is delegated so often at most, and in a circle as often as anywhere", async () => {
    for (const name of ["ann", "bob"]) await place.as(name, "/api/state");
    const id = await ask(change({}));
    const delegate = (from: string, to: string) =>
      place.as(from, `/api/questions/${id}/delegate`, { body: { to: { kind: "person", person: { id: idOf(to) } } } });
    for (let at = 0; at < 50; at += 1)
      expect([(await delegate("ann", "bob")).status, (await delegate("bob", "ann")).status]).toEqual([200, 200]);
    expect((await delegate("ann", "bob")).status).toBe(429);
  });

  test("what a machine announces to send keeps no other machine from asking", async () => {
    const large = (from: string) =>
      sendHalf(`${place.servers[0]!.url}/machine/v1/put`, putBody(change({})), {
        authorization: `Bearer ${from}`,
        "content-length": String(100 * 1024 * 1024),
      });
    const first = large(token);
    await first.isWaiting;
    expect(await post("put", putBody(change({ description: "z".repeat(50 * 1024 * 1024) })))).toEqual({
      status: 429,
      text: expect.stringContaining("too much at once"),
    });
    expect((await post("put", putBody(change({})))).status).toBe(200);
    const other = await place.machineToken("small");
    expect((await post("put", putBody(change({})), { from: other })).status).toBe(200);
    first.abort();
  });

  test("a question about more paths than anyone reads is refused", async () => {
    const item = change({ path: "ws/a" });
    const batch = { type: "batch", path: "", open_edits: [], supersedes: null, because: null };
    const many = Array.from({ length: 20_001 }, (_, at) => change({ path: `ws/${at}` }));
    expect((await post("put", putBody(change({ ...batch, items: many })))).status).toBe(400);
    const long = Array.from({ length: 1_100 }, (_, at) => `ws/${`${"x".repeat(200)}/`.repeat(19)}${at}`);
    expect(
      (await post("put", putBody(change({ ...item, type: "delete", file_lines: null, file_bytes: null, below: long }))))
        .status,
    ).toBe(400);
  });

  test("one person is one, however their token spells them", async () => {
    const two = await teamPlace({ config: { rules: [{ answer: ["anyone"], people: 2 }] } });
    try {
      const payload = change({});
      const id = await ask(payload, { from: await two.machineToken("m"), at: two });
      const body = { decision: yesTo(payload) };
      for (const claims of [{}, { name: "Someone else" }, { email: "b@example.com" }, { groups: ["x"] }])
        expect((await two.as("ann", `/api/questions/${id}/answer`, { body, claims })).body).toMatchObject({
          kind: "voted",
          votes: [{ person: { id: idOf("ann") } }],
        });
      // Another subject, but not by much.
      expect((await two.as("ANN", `/api/questions/${id}/answer`, { body })).body).toMatchObject({ kind: "voted" });
      expect((await two.as("bob", `/api/questions/${id}/answer`, { body })).body).toMatchObject({ kind: "won" });
    } finally {
      await two.close();
    }
  });
});
