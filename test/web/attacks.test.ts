// Requests that are not from our page in a browser that is signed in: over real sockets, each is refused with 403 and
// nothing useful, and nothing happens.

import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "../built.ts";
import { block } from "../support/galley.ts";
import { send, WebPlace, type Sent, type Served, type Tab } from "../support/web-place.ts";

let place: WebPlace;
let served: Served;
let tab: Tab;
beforeAll(async () => {
  ensureBuilt();
  place = new WebPlace();
  served = await place.serve();
  tab = await place.tab(served);
});
afterAll(() => place.close());

const POST: Sent = { method: "POST", body: JSON.stringify({ text: block("a.txt", "one\n", "ONE\n") }) };

/** What our page would send to change something. */
function own(): Record<string, string> {
  return { ...tab.headers, origin: tab.origin, "content-type": "application/json" };
}

async function refused(path: string, sent: Sent): Promise<void> {
  const { status, headers, text } = await send(served.port, path, sent);
  expect({ status, text }).toEqual({ status: 403, text: sent.method === "HEAD" ? "" : "Forbidden\n" });
  expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  expect(headers["set-cookie"]).toBeUndefined();
}

describe("without a sign-in", () => {
  test.each<[string, () => Record<string, string>]>([
    ["nothing at all", () => ({})],
    ["the cookie alone, as a server on another port has it", () => ({ cookie: tab.cookie })],
    ["the key alone", () => ({ "x-galley-key": tab.key })],
    ["another key", () => ({ cookie: tab.cookie, "x-galley-key": `${tab.key}x` })],
    ["an empty key", () => ({ cookie: tab.cookie, "x-galley-key": "" })],
    ["another cookie", () => ({ cookie: `galley-${served.port}=none`, "x-galley-key": tab.key })],
    ["the cookie under another name", () => ({ cookie: tab.cookie.replace("galley", "x"), "x-galley-key": tab.key })],
    ["the key in the query", () => ({ cookie: tab.cookie })],
  ])("%s", async (_, headers) => {
    await refused("/api/state", { headers: headers() });
    await refused(`/api/state?key=${tab.key}&x-galley-key=${tab.key}`, {
      headers: { ...headers(), "x-galley-key": "" },
    });
    await refused("/api/apply", { ...POST, headers: { ...own(), cookie: "", "x-galley-key": "", ...headers() } });
  });

  test("what there is, is not to be found out: unknown and known addresses are refused alike", async () => {
    for (const path of ["/api/state", "/api/nothing", "/etc/passwd", "/..%2f..%2fpackage.json", "/assets", "/assets/"])
      await refused(path, {});
  });

  test("two that use one token at the same time: one gets in", async () => {
    const { port, url } = await fresh();
    const { search } = new URL(url);
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(port, `/${search}`)));
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 403),
    ]);
    expect(replies.filter(({ headers }) => headers["set-cookie"] !== undefined)).toHaveLength(1);
  });

  test("a token that was used is worthless, and a wrong one, and HEAD does not use one up", async () => {
    const { port, url } = await fresh();
    const { search } = new URL(url);
    expect((await send(port, `/${search}`, { method: "HEAD" })).status).toBe(403);
    const [first, second, wrong] = [
      await send(port, `/${search}`),
      await send(port, `/${search}`),
      await send(port, "/?token=guess"),
    ];
    expect([first.status, second.status, wrong.status]).toEqual([200, 403, 403]);
    expect(second.text).toBe(wrong.text);
    expect(first.headers["set-cookie"]).toEqual([
      expect.stringMatching(/^galley-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
  });

  test("a sign-in of another server does not count here", async () => {
    const other = await place.tab(await fresh());
    const stolen = { cookie: other.cookie.replace(`${other.port}`, `${served.port}`), "x-galley-key": other.key };
    await refused("/api/state", { headers: stolen });
    await refused("/api/state", { headers: { ...stolen, cookie: tab.cookie } });
  });
});

describe("signed in, but from elsewhere", () => {
  test.each<[string, () => Record<string, string>]>([
    ["another name that leads here (rebinding)", () => ({ host: `evil.example:${served.port}` })],
    ["another port", () => ({ host: "127.0.0.1:1" })],
    ["no port", () => ({ host: "127.0.0.1" })],
    ["a name that begins like ours", () => ({ host: `127.0.0.1:${served.port}.evil.example` })],
    ["an address of another kind", () => ({ host: `0.0.0.0:${served.port}` })],
  ])("Host: %s", async (_, headers) => {
    for (const path of ["/", "/index.html", "/api/state"])
      await refused(path, { headers: { ...tab.headers, ...headers() } });
    await refused("/api/apply", { ...POST, headers: { ...own(), ...headers() } });
  });

  test("two Host headers, and none", async () => {
    const twice = `GET /api/state HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nHost: evil.example\r\n`;
    const signedIn = `Cookie: ${tab.cookie}\r\nx-galley-key: ${tab.key}\r\nConnection: close\r\n\r\n`;
    expect(await raw(twice + signedIn)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await raw(`GET /api/state HTTP/1.0\r\n${signedIn}`)).toMatch(/^HTTP\/1\.1 40[03] /);
    expect(await raw(`GET http://evil.example/api/state HTTP/1.1\r\n${signedIn}`)).toMatch(/^HTTP\/1\.1 40[03] /);
  });

  test.each<[string, Record<string, string>]>([
    ["another site", { origin: "https://evil.example" }],
    ["another port of this host", { origin: "http://127.0.0.1:1" }],
    ["a file", { origin: "null" }],
    ["https", { origin: "https://127.0.0.1" }],
    ["none", {}],
  ])("Origin: %s", async (_, headers) => {
    const { origin: _own, ...rest } = own();
    await refused("/api/apply", { ...POST, headers: { ...rest, ...headers } });
  });

  test.each(["cross-site", "same-site"])("Sec-Fetch-Site: %s", async (site) => {
    await refused("/api/state", { headers: { ...tab.headers, "sec-fetch-site": site } });
    await refused("/api/apply", { ...POST, headers: { ...own(), "sec-fetch-site": site } });
    await refused("/index.html", { headers: { "sec-fetch-site": site, "sec-fetch-mode": "no-cors" } });
  });

  test.each(["OPTIONS", "PUT", "DELETE", "PATCH", "TRACE"])("%s from another site", (method) =>
    refused("/api/apply", {
      method,
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    }),
  );

  test("after all of this nothing was asked, and nothing was written", async () => {
    const { tasks, questions } = await tab.state();
    expect({ tasks, questions, content: place.read("a.txt") }).toEqual({
      tasks: [],
      questions: [],
      content: "one\ntwo\nthree\nfour\nfive\n",
    });
  });
});

describe("signed in", () => {
  test("by the name localhost too", async () => {
    const host = `localhost:${served.port}`;
    expect((await send(served.port, "/api/state", { headers: { ...tab.headers, host } })).status).toBe(200);
    const origin = `http://${host}`;
    const sent = { method: "POST", headers: { ...own(), host, origin }, body: "{}" };
    expect((await send(served.port, "/api/tasks/none/cancel", sent)).status).toBe(404);
  });

  test.each<[string, Sent, number]>([
    ["a form", { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "text=x" }, 415],
    ["plain text", { headers: { "content-type": "text/plain" }, body: "{}" }, 415],
    ["no type", { headers: { "content-type": "" }, body: "{}" }, 415],
    ["compressed", { headers: { "content-encoding": "gzip" }, body: "{}" }, 415],
    ["no JSON", { body: "{" }, 400],
    ["another shape", { body: '{"text":1}' }, 400],
    ["no UTF-8", { body: Buffer.from([0x22, 0xff, 0x22]) }, 400],
  ])("a body that is %s is refused", async (_, { headers = {}, body = "" }, status) => {
    const reply = await send(served.port, "/api/chat", { method: "POST", headers: { ...own(), ...headers }, body });
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.text)).toMatchObject({ error: { code: "INVALID_ARG" } });
  });

  test("a body that is too large is refused before it is read, whatever it says about itself", async () => {
    const head = (more: string): string =>
      `POST /api/chat/stop HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nCookie: ${tab.cookie}\r\n` +
      `x-galley-key: ${tab.key}\r\nOrigin: ${tab.origin}\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;
    expect(await raw(head("Content-Length: 5000000000"))).toMatch(/^HTTP\/1\.1 413 /);
    const piece = `10000\r\n${" ".repeat(0x1_00_00)}\r\n`;
    expect(await raw(head("Transfer-Encoding: chunked") + piece.repeat(40))).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("every response says what a browser may do with it, and none may be stored but hashed files", async () => {
    const document = await send(served.port, "/");
    const asset = /"\.?\/(assets\/[^"]+)"/.exec(document.text)?.[1] ?? "";
    const replies = [
      document,
      await send(served.port, `/${asset}`),
      await send(served.port, "/api/state", { headers: tab.headers }),
      await send(served.port, "/api/none", { headers: tab.headers }),
      await send(served.port, "/api/state"),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 404, 403]);
    expect(replies.map(({ headers }) => headers["cache-control"])).toEqual([
      "no-store",
      "private, max-age=31536000, immutable",
      "no-store",
      "no-store",
      "no-store",
    ]);
    for (const { headers } of replies) {
      const policy = headers["content-security-policy"];
      for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"])
        expect(policy).toContain(part);
      expect(policy).not.toContain("unsafe");
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
      });
    }
  });

  test("no file but the page's own is handed out", async () => {
    const { headers } = tab;
    for (const path of [
      "/../package.json",
      "/%2e%2e/package.json",
      "/assets/../index.html",
      "/index.html%00",
      "//index.html",
    ])
      expect([404, 403]).toContain((await send(served.port, path, { headers })).status);
  });
});

/** Another server, of its own folder's state, with a token that was not used. */
async function fresh(): Promise<Served> {
  return place.serve(["--port", "0"]);
}

/** Sends bytes as they are and gives what came back until the connection was closed. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket: Socket = connect(served.port, "127.0.0.1", () => socket.write(text));
    const finish = (): void => resolve(answer);
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString();
      if (answer.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("close", finish);
    socket.on("error", finish);
  });
}
