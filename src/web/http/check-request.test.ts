import { describe, expect, test } from "vitest";
import { checkRequest, type Checked } from "./check-request.ts";
import { SignIn } from "./sign-in.ts";

const PORT = 4000;
const signIn = new SignIn();
const session = signIn.exchange(signIn.newToken())!;
const OWN = {
  host: `127.0.0.1:${PORT}`,
  cookie: `other=1; galley-${PORT}=${session}`,
  "x-galley-key": signIn.key,
  origin: `http://127.0.0.1:${PORT}`,
};

type Headers = Readonly<Record<string, string | undefined>>;

function check(line: string, headers: Headers): Checked {
  const [method = "", url = ""] = line.split(" ");
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return checkRequest(
    { method, url, headers: Object.fromEntries(given), rawHeaders: given.flat() },
    { port: PORT, signIn, isPageFile: (path) => path === "/" || path === "/assets/a.js" },
  );
}

describe("a request", () => {
  test.each<[string, string, Headers, Checked["kind"]]>([
    ["of the page", "GET /api/state", {}, "signed-in"],
    ["of the page that changes something", "POST /api/apply", {}, "signed-in"],
    ["by the other name", "POST /api/apply", { host: "localhost:4000", origin: "http://localhost:4000" }, "signed-in"],
    ["in capitals", "GET /api/state", { host: "LOCALHOST:4000" }, "signed-in"],
    ["whose names do not agree", "POST /api/apply", { host: "localhost:4000" }, "refused"],
    ["without a cookie", "GET /api/state", { cookie: undefined }, "refused"],
    ["with the cookie of another port", "GET /api/state", { cookie: `galley-4001=${session}` }, "refused"],
    ["without a key", "GET /api/state", { "x-galley-key": undefined }, "refused"],
    ["with the session as the key", "GET /api/state", { "x-galley-key": session }, "refused"],
    ["without a host", "GET /api/state", { host: undefined }, "refused"],
    ["of another host", "GET /api/state", { host: "evil.example:4000" }, "refused"],
    ["of another host, for the page", "GET /", { host: "evil.example:4000" }, "refused"],
    ["without an origin, reading", "GET /api/state", { origin: undefined }, "signed-in"],
    ["without an origin, changing", "POST /api/apply", { origin: undefined }, "refused"],
    ["of another origin", "POST /api/apply", { origin: "http://127.0.0.1:4001" }, "refused"],
    ["of any other method", "DELETE /api/apply", { origin: "http://evil.example" }, "refused"],
    ["from another port of this host", "GET /api/state", { "sec-fetch-site": "same-site" }, "refused"],
    ["from another site", "GET /api/state", { "sec-fetch-site": "cross-site" }, "refused"],
    ["for a file of the page, by anyone", "GET /assets/a.js", { cookie: "", "x-galley-key": "" }, "page"],
    ["for a file, by another site", "GET /assets/a.js", { "sec-fetch-site": "cross-site" }, "refused"],
    [
      "for the page, by a link of another site",
      "GET /",
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
      "page",
    ],
    ["for a file with a token", "GET /assets/a.js?token=x", {}, "page"],
    ["with a worthless token, signed in already", "GET /?token=x", {}, "page"],
    ["with a worthless token", "GET /?token=x", { cookie: undefined }, "sign-in"],
    ["to send something to the page", "POST /", { "x-galley-key": undefined }, "refused"],
    ["to a proxy", "GET http://127.0.0.1:4000/api/state", {}, "refused"],
    ["for two slashes", "GET //127.0.0.1:4000/api/state", {}, "refused"],
  ])("%s", (_, line, headers, kind) => expect(check(line, { ...OWN, ...headers }).kind).toBe(kind));

  test("with a token gives a session, once", () => {
    const token = signIn.newToken();
    const first = check(`GET /?token=${token}`, { host: OWN.host });
    const second = check(`GET /?token=${token}`, { host: OWN.host });
    expect([first, second]).toEqual([
      { kind: "sign-in", session: expect.any(String) },
      { kind: "sign-in", session: null },
    ]);
  });
});

test("of many tokens and browsers only the last ones count", () => {
  const many = new SignIn();
  const tokens = Array.from({ length: 20 }, () => many.newToken());
  expect(many.exchange(tokens[0]!)).toBe(null);
  expect(many.exchange(tokens[19]!)).not.toBe(null);
  const sessions = Array.from({ length: 70 }, () => many.exchange(many.newToken())!);
  expect([many.isSession(sessions[0]!), many.isSession(sessions[69]!)]).toEqual([false, true]);
});
