// What must not work on `galley serve`: answers of machines, tokens that do not count, people who are blocked, answers
// that are late, doubled or for other bytes, requests from elsewhere, and what is too large. One server for all cases.

import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApprovalPayload, Decision } from "../src/approval/index.ts";
import { asker, changeQuestion, noTo, yesTo } from "../src/testing/index.ts";
import { whyNoPostgres } from "./support/postgres/programs.ts";
import { run } from "./support/postgres/shared.ts";
import { idOf, ISSUER, signIn, teamPlace, type TeamPlace } from "./support/team-server.ts";

const RULES = [
  { answer: [], path: ["ws/never/**"] },
  { answer: ["group:security"], path: ["ws/two/**"], people: 2 },
  { answer: ["anyone"], path: ["ws/own/**"], own: "deny" },
  { answer: ["anyone"] },
];

describe.skipIf(whyNoPostgres !== null)(`a team's server${whyNoPostgres === null ? "" : ` (${whyNoPostgres})`}`, () => {
  let place: TeamPlace;
  let token: string;
  let calls = 0;
  beforeAll(async () => {
    place = await teamPlace({ servers: 2, config: { rules: RULES, answer_within_minutes: 60 } });
    for (const name of ["ann", "bob", "eve"]) await place.as(name, "/api/state");
    token = await place.machineToken("machine", { owner: idOf("ann") });
  });
  afterAll(() => place.close());

  async function ask(path: string, { within = null as number | null, from = token, text = "new\n" } = {}) {
    const payload = changeQuestion(path, text);
    const inbox = place.asking(from);
    const put = await inbox.put({ payload, asker: asker(`call ${(calls += 1)}`), withinMs: within });
    if (put.kind !== "asked") throw new Error(JSON.stringify(put));
    return { payload, inbox, id: put.id, answer: `/api/questions/${put.id}/answer` };
  }
  const machineApi = async (name: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${place.servers[0]!.url}/machine/v1/${name}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const outcomeOf = async (id: string): Promise<unknown> => {
    const found = await place.store.questions.read(id);
    return found.kind === "question" ? (found.outcome?.kind ?? "open") : found.kind;
  };
  const isOpen = async (id: string): Promise<void> => expect(await outcomeOf(id)).toBe("open");

  test("a machine's token cannot answer, in any way", async () => {
    const { payload, inbox, id, answer } = await ask("ws/a.txt");
    const decision = yesTo(payload);
    expect(await inbox.decide(id, decision)).toMatchObject({ kind: "refused" });
    for (const name of ["decide", "answer", "questions", `questions/${id}/answer`])
      expect((await machineApi(name, { id, decision })).status, name).toBe(404);
    const asPerson = await place.as("ann", answer, {
      body: { decision },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(asPerson).toEqual({
      status: 403,
      body: { error: { code: "FORBIDDEN", message: expect.stringMatching(/^You are not signed in/) } },
    });
    await isOpen(id);
    // And no person's token asks.
    const beat = { lease: "a".repeat(32), reviewer: null };
    expect((await machineApi("beat", beat, { authorization: `Bearer ${await signIn("ann")}` })).status).toBe(401);
  });

  test("tokens that do not count get nothing", async () => {
    const { payload, id, answer } = await ask("ws/a.txt");
    const body = { decision: yesTo(payload) };
    const past = Math.floor(Date.now() / 1000) - 3_600;
    for (const claims of [
      { exp: past },
      { aud: "other" },
      { iss: "https://evil.example" },
      { sub: "" },
      { nbf: past + 7_200 },
    ])
      for (const [path, sent] of [
        [answer, body],
        ["/api/state", undefined],
        [`/api/questions/${id}`, undefined],
        ["/api/history", undefined],
        ["/api/events", undefined],
      ] as const)
        expect(
          (await place.as("ann", path, { claims, ...(sent && { body: sent }) })).status,
          JSON.stringify(claims),
        ).toBe(403);
    const unsigned = (await signIn("ann")).split(".").with(2, "").join(".");
    for (const authorization of ["", "Bearer", "Basic YTpi", `Bearer ${unsigned}`, `Bearer ${await signIn("ann")}x`])
      expect((await place.as("ann", answer, { body, headers: { authorization } })).status, authorization).toBe(403);
    await isOpen(id);
  });

  test("a token in two headers is none", async () => {
    const good = `Bearer ${await signIn("ann")}`;
    const status = await new Promise((resolve) => {
      const { hostname, port, host } = new URL(place.servers[0]!.url);
      const headers = ["host", host, "authorization", good, "authorization", good];
      request({ hostname, port, path: "/api/state", headers }, ({ statusCode }) => resolve(statusCode)).end();
    });
    expect(status).toBe(403);
  });

  test("the log says which check a sign-in failed, with nothing of the token; the visitor learns nothing", async () => {
    const before = place.logged.length;
    const sent = [{ aud: "another" }, { iss: "https://evil.example" }, { exp: 1 }, { sub: undefined }];
    const replies = [];
    for (const claims of sent) replies.push(JSON.stringify(await place.as("eve", "/api/state", { claims })));
    replies.push(JSON.stringify(await place.as("eve", "/api/state", { headers: { authorization: "Basic eDp5" } })));
    expect(new Set(replies).size).toBe(1);
    const refused = place.logged.slice(before).filter(({ event }) => event === "sign-in-refused");
    expect(refused.map(({ check }) => check)).toEqual([
      "aud: not for --audience",
      "iss: not from --issuer",
      "expired",
      "missing claim sub",
      "no token: the header holds no Bearer token",
    ]);
    expect(JSON.stringify(refused)).not.toMatch(/another|evil|"eve"|eDp5/);
  });

  test("a blocked person gets nothing, and what they voted does not count", async () => {
    const { payload, id, answer } = await ask("ws/two/a.txt");
    const body = { decision: yesTo(payload) };
    const security = { claims: { groups: ["security"] } };
    expect(await place.as("eve", answer, { body, ...security })).toMatchObject({ body: { kind: "voted", needed: 2 } });
    expect(await place.store.people.block(idOf("eve"))).toMatchObject({ isChanged: true });
    for (const path of ["/api/state", `/api/questions/${id}`, "/api/history", "/api/events"])
      expect((await place.as("eve", path)).status).toBe(403);
    expect((await place.as("eve", answer, { body, ...security })).status).toBe(403);
    expect(await place.as("ann", answer, { body, ...security })).toMatchObject({ body: { kind: "voted", needed: 2 } });
    await isOpen(id);
    await place.store.people.unblock(idOf("eve"));
  });

  test("an open page of someone who is blocked gets no more events", async () => {
    await place.as("mallory", "/api/state");
    const response = await fetch(`${place.servers[0]!.url}/api/events`, {
      headers: { authorization: `Bearer ${await signIn("mallory", { exp: Math.floor(Date.now() / 1000) + 2 })}` },
    });
    // The token ends: so does the stream.
    for await (const _ of response.body as unknown as AsyncIterable<Uint8Array>);
    expect(response.status).toBe(200);
  });

  test("pages that leave before they are let in are not counted", async () => {
    const { hostname, port, host } = new URL(place.servers[0]!.url);
    const headers = { host, authorization: `Bearer ${await signIn("ann")}` };
    const streams = async (): Promise<string | undefined> =>
      /^galley_event_streams (\d+)$/m.exec(await (await fetch(`${place.servers[0]!.url}/metrics`)).text())?.[1];
    await expect.poll(streams).toBe("0");
    for (let at = 0; at < 60; at += 1) {
      const sent = request({ hostname, port, path: "/api/events", headers });
      sent.on("error", () => undefined);
      sent.end();
      await new Promise((resolve) => setTimeout(resolve, at % 10)); // At every moment of its way in.
      sent.destroy();
    }
    await expect.poll(streams).toBe("0");
  });

  test("a revoked machine gets nothing, and its questions close", async () => {
    const revoked = await place.machineToken("lost laptop");
    const { id } = await ask("ws/a.txt", { from: revoked });
    expect(await place.store.machines.revoke("lost laptop")).not.toBe(null);
    const beat = { lease: "a".repeat(32), reviewer: null };
    expect((await machineApi("beat", beat, { authorization: `Bearer ${revoked}` })).status).toBe(401);
    expect(await outcomeOf(id)).toBe("closed");
  });

  test("a machine sees and ends only what it asked itself", async () => {
    const { payload, id } = await ask("ws/a.txt");
    const other = place.asking(await place.machineToken("other machine"));
    expect(await other.read(id)).toEqual({ kind: "unknown" });
    expect(await other.settle(id)).toEqual({ kind: "unknown" });
    expect((await other.open()).questions).toEqual([]);
    expect((await place.asking(token).settle(id)).kind).toBe("shared"); // Another process of the same machine.
    const limited = place.asking(await place.machineToken("limited", { repositories: ["github.com/acme/*"] }));
    const put = limited.put({ payload, asker: asker("limited"), withinMs: null });
    await expect(put).rejects.toThrow("does not cover the repository");
    await isOpen(id);
  });

  test("who may not answer is refused with the reason, and the question stays open", async () => {
    const cases: [string, string, string][] = [
      ["ws/two/a", "bob", "you are not among them: group:security"],
      ["ws/own/a", "ann", "someone else must answer"],
    ];
    for (const [path, person, why] of cases) {
      const { payload, id, answer } = await ask(path);
      for (const decision of [yesTo(payload), noTo(payload, "no")]) {
        const reply = await place.as(person, answer, { body: { decision } });
        expect([reply.status, JSON.stringify(reply.body)]).toEqual([409, expect.stringContaining(why)]);
      }
      expect((await place.as(person, `/api/questions/${id}`)).body).toMatchObject({
        may: { kind: "no" },
        outcome: null,
      });
      await isOpen(id);
    }
    // What no one may answer is not even asked.
    await expect(ask("ws/never/a")).rejects.toThrow("no one may answer");
    const { payload, answer } = await ask("ws/own/a");
    expect(await place.as("bob", answer, { body: { decision: yesTo(payload) } })).toMatchObject({
      body: { kind: "won" },
    });
  });

  test("an answer for other bytes, another question or nothing at all is refused", async () => {
    const { payload, id, answer } = await ask("ws/a.txt");
    const other = changeQuestion("ws/a.txt", "evil\n");
    const good = yesTo(payload);
    const { after } = yesTo(other).items[0] as unknown as { after: string };
    const bad: unknown[] = [
      yesTo(other),
      { ...good, approval_id: "x" },
      { ...good, items: [{ ...good.items[0], after }] },
      { ...good, items: [{ ...good.items[0], action: "modify", content: "evil\n" }] },
      { ...good, remember: { effect: "allow", path: "ws", scope: "root" } },
      { ...good, items: "all" },
      null,
    ];
    for (const decision of bad) {
      const reply = await place.as("ann", answer, { body: { decision } });
      expect(reply.status, JSON.stringify(decision)).toBe(400);
    }
    expect(
      (await place.as("ann", "/api/questions/aaaaaaaa-aaaaaaaa/answer", { body: { decision: good } })).status,
    ).toBe(404);
    expect((await place.as("ann", "/api/questions/..%2f..%2fx/answer", { body: { decision: good } })).status).toBe(404);
    await isOpen(id);
    // Whoever says that a rule decided: it was the person who is signed in.
    const lying = { ...good, items: good.items.map((item) => ({ ...item, by: { kind: "flag", flag: "--yes" } })) };
    expect((await place.as("ann", answer, { body: { decision: lying } })).body).toMatchObject({
      kind: "won",
      decision: good,
    });
  });

  test("of two answers on two servers one wins, and the other hears whose", async () => {
    const { payload, inbox, id, answer } = await ask("ws/a.txt");
    const give = (name: string, server: number, decision: Decision) =>
      place.as(name, answer, { body: { decision }, server });
    const replies = await Promise.all([give("ann", 0, yesTo(payload)), give("bob", 1, noTo(payload, "no"))]);
    const bodies = replies.map(({ body }) => body as { kind: string; by: { name: string }[] });
    expect(bodies.map(({ kind }) => kind).toSorted()).toEqual(["lost", "won"]);
    const winner = bodies[0]!.kind === "won" ? "Ann" : "Bob";
    expect(bodies.map(({ by }) => by.map(({ name }) => name))).toEqual([[winner], [winner]]);
    const outcome = await inbox.await(id);
    expect(outcome.kind === "answered" && outcome.decision.items[0]!.action).toBe(
      winner === "Ann" ? "apply" : "reject",
    );
    const late = (await give("eve", 0, yesTo(payload))).body;
    expect(late).toMatchObject({ kind: "lost", by: [{ name: winner }] });
    expect((await place.as("eve", `/api/questions/${id}`)).body).toMatchObject({ outcome: { by: [{ name: winner }] } });
  });

  test("two people must give the same answer, the same person twice does not count", async () => {
    const { payload, inbox, id, answer } = await ask("ws/two/a.txt");
    const claims = { groups: ["security"] };
    const body = { decision: yesTo(payload) };
    for (const server of [0, 1])
      expect((await place.as("ann", answer, { body, claims, server })).body).toMatchObject({ kind: "voted" });
    await isOpen(id);
    expect((await place.as("bob", answer, { body, claims, server: 1 })).body).toMatchObject({
      kind: "won",
      by: [{ name: "Ann" }, { name: "Bob" }],
    });
    expect(await inbox.await(id)).toMatchObject({ kind: "answered", decision: body.decision });
    const second = await ask("ws/two/a.txt");
    const no = { decision: noTo(second.payload, "no") };
    expect((await place.as("ann", second.answer, { body: no, claims })).body).toMatchObject({ kind: "won" });
  });

  test("an answer after the deadline does not count", async () => {
    const { payload, inbox, id, answer } = await ask("ws/a.txt", { within: 50 });
    expect(await inbox.await(id)).toMatchObject({ kind: "closed", because: "expired" });
    const reply = await place.as("ann", answer, { body: { decision: yesTo(payload) } });
    expect(reply.body).toEqual({ kind: "closed", because: "expired" });
  });

  test("no asker waits longer than the server allows", async () => {
    const { id } = await ask("ws/a.txt", { within: 10 * 3_600_000 });
    const found = await place.store.questions.read(id);
    const { asked_at, deadline } = found.kind === "question" ? found.listed : { asked_at: "", deadline: "" };
    expect(Date.parse(deadline!) - Date.parse(asked_at)).toBeLessThanOrEqual(3_600_000);
  });

  test("requests of other pages and names are refused before anything reads them", async () => {
    const { payload, id, answer } = await ask("ws/a.txt");
    const body = { decision: yesTo(payload) };
    const evil = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "content-type": "text/plain" },
    ];
    for (const headers of evil)
      expect([403, 415]).toContain((await place.as("ann", answer, { body, headers: headers as never })).status);
    const statusOf = (path: string, headers: Record<string, string>, method = "GET"): Promise<unknown> =>
      new Promise((resolve) => {
        const { hostname, port } = new URL(place.servers[0]!.url);
        const sent = request({ hostname, port, path, method, headers }, (reply) => resolve(reply.statusCode));
        sent.on("error", resolve);
        sent.end();
      });
    const authorization = `Bearer ${await signIn("ann")}`;
    const { host } = new URL(place.servers[0]!.url);
    expect(await statusOf("/api/state", { host: "evil.example", authorization })).toBe(403);
    expect(await statusOf("/", { host: "evil.example" })).toBe(403);
    expect(await statusOf("//evil.example/", { host })).toBe(403);
    expect(await statusOf("/etc/passwd", { host })).toBe(403);
    expect(await statusOf("/api/state", { host, authorization }, "DELETE")).toBe(403);
    // A proxy that lets the machines' prefix through must not let these through to the people's.
    for (const path of ["/machine/v1/../..", "/machine/v1/%2e%2e/%2E%2e", "/machine/v1/..\\..", "/./", "/x/.."])
      for (const [to, method] of [
        [answer, "POST"],
        ["/api/state", "GET"],
      ] as const)
        expect([400, 403], path).toContain(await statusOf(`${path}${to}`, { host, authorization }, method));
    expect(await statusOf("/machine/v1/beat", { host }, "GET")).toBe(403);
    expect((await machineApi("beat", {}, { origin: place.servers[0]!.url })).status).toBe(403);
    expect(await statusOf("/healthz", { host: "10.0.0.1:80" })).toBe(200);
    await isOpen(id);
  });

  test("ten megabytes are a question like any other; what is no request is refused", async () => {
    const { payload, id, answer } = await ask("ws/large.txt", { text: "x".repeat(10 * 1024 * 1024) });
    const read = (await place.as("ann", `/api/questions/${id}`)).body as { question: ApprovalPayload };
    expect("suggested_content" in read.question && read.question.suggested_content?.length).toBe(10 * 1024 * 1024);
    expect((await place.as("ann", answer, { body: { decision: yesTo(payload) } })).body).toMatchObject({ kind: "won" });
    const big = "x".repeat(2 * 1024 * 1024);
    for (const [name, body, status] of [
      ["beat", { lease: big, reviewer: null }, 413],
      ["beat", "{", 400],
      ["beat", { lease: "../x", reviewer: null }, 400],
      ["put", { lease: "a".repeat(32), payload: { type: "write" } }, 400],
      ["outcomes", { ids: Array.from({ length: 10_001 }, () => "x"), wait_ms: 0 }, 400],
      ["outcomes", { ids: [], wait_ms: 1e9 }, 400],
    ] as const)
      expect((await machineApi(name, body)).status, name).toBe(status);
    expect((await machineApi("put", { x: big })).status).toBe(400);
  });

  test("delegating and 'not now' show to others, and nothing that is not a person can be named", async () => {
    const { id } = await ask("ws/a.txt");
    const delegate = (to: unknown) => place.as("ann", `/api/questions/${id}/delegate`, { body: { to } });
    expect((await delegate({ kind: "person", person: { id: "https://x y" } })).status).toBe(400);
    expect((await delegate({ kind: "person", person: { id: idOf("bob") } })).status).toBe(200);
    expect((await delegate({ kind: "group", group: "security" })).status).toBe(200);
    for (const minutes of [0, -5, 1e9, "5"])
      expect((await place.as("bob", `/api/questions/${id}/postpone`, { body: { minutes } })).status).toBe(400);
    expect((await place.as("bob", `/api/questions/${id}/postpone`, { body: { minutes: 30 } })).status).toBe(200);
    const { questions } = (await place.as("eve", "/api/state", { server: 1 })).body as { questions: { id: string }[] };
    expect(questions.find((one) => one.id === id)).toMatchObject({
      repository: "test/work",
      machine: { name: "machine" },
      delegations: [{ by: { name: "Ann" }, to: { person: { name: "Bob" } } }, { to: { group: "security" } }],
      postponed: [{ person: { name: "Bob" } }],
    });
  });

  test("the history is found by words, and says who answered", async () => {
    const { payload, answer } = await ask("ws/Unusual.txt");
    await place.as("ann", answer, { body: { decision: yesTo(payload) } });
    const { body } = await place.as("bob", "/api/history?text=unusual");
    expect(body).toMatchObject({
      rows: [{ paths: ["ws/Unusual.txt"], outcome: { result: "applied", by: [{ id: idOf("ann"), name: "Ann" }] } }],
      next: null,
    });
    for (const query of ["outcome=x", "from=yesterday"])
      expect((await place.as("bob", `/api/history?${query}`)).status).toBe(400);
  });

  test("logs and metrics hold no token and no content, and the audit verifies", async () => {
    const metrics = await (await fetch(`${place.servers[0]!.url}/metrics`)).text();
    expect(metrics.endsWith("# EOF\n")).toBe(true);
    expect(metrics).toContain('galley_answers_total{result="won"}');
    const text = JSON.stringify(place.logged) + metrics;
    for (const secret of [token, "galley_A", "eyJ", "ws/", "evil.example", "test/work", "suggested_content"])
      expect(text.includes(secret), secret).toBe(false);
    expect(text).toContain(ISSUER);
    const { verifyAudit } = await import("../src/team/index.ts");
    expect((await verifyAudit(await place.store.audit.snapshot())).problems).toEqual([]);
  });

  test("a database that is read-only: not ready, nothing is answered, and it goes on afterwards", async () => {
    const own = await teamPlace();
    const { url } = own.servers[0]!;
    const ready = async (): Promise<number> => (await fetch(`${url}/readyz`)).status;
    try {
      const inbox = own.asking(await own.machineToken("m"));
      const payload = changeQuestion();
      const put = await inbox.put({ payload, asker: asker("c"), withinMs: null });
      const id = "id" in put ? put.id : "";
      expect(await ready()).toBe(200);
      const name = new URL(own.databaseUrl).pathname.slice(1);
      const other = new URL("/postgres", own.databaseUrl).href;
      await run(other, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      await run(own.databaseUrl, END_OTHERS);
      await expect.poll(ready, { timeout: 20_000 }).toBe(503);
      const body = { decision: yesTo(payload) };
      expect((await own.as("ann", `/api/questions/${id}/answer`, { body })).status).toBe(503);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      await run(other, `ALTER DATABASE ${name} RESET default_transaction_read_only`);
      await run(own.databaseUrl, END_OTHERS);
      await expect.poll(ready, { timeout: 20_000 }).toBe(200);
      const answer = async (): Promise<unknown> =>
        ((await own.as("ann", `/api/questions/${id}/answer`, { body })).body as { kind?: string }).kind;
      expect(["won", "closed"]).toContain(await answer()); // Its lease may have ended meanwhile.
    } finally {
      await own.close();
    }
  });
});

const END_OTHERS =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
