// What a machine says of a server, or of a proxy in front of it, that does not reply as galley does.

import { expect, test } from "vitest";
import { isFailure } from "../../base/index.ts";
import { remoteTransport } from "./transport.ts";

const HTML = { "content-type": "text/html; charset=utf-8" };
const JSON_TYPE = { "content-type": "application/json" };
const REVOKED = '{"error":{"code":"FORBIDDEN","message":"The machine\'s token was revoked."}}';

test.each<[string, Response, RegExp, boolean]>([
  [
    "a redirect to a sign-in",
    new Response(null, { status: 302, headers: { location: "/in" } }),
    /must let \/machine\/v1\/ through/,
    false,
  ],
  [
    "a page in place of a reply",
    new Response("<h1>Sign in</h1>", { headers: HTML }),
    /must let \/machine\/v1\/ through/,
    false,
  ],
  [
    "a refusal without our words",
    new Response("no", { status: 403 }),
    /status 403\)\. A proxy may be asking for a sign-in/,
    false,
  ],
  [
    "our own refusal",
    new Response(REVOKED, { status: 401, headers: JSON_TYPE }),
    /says: The machine's token was revoked\./,
    false,
  ],
  [
    "a proxy without a server",
    new Response("", { status: 502, headers: HTML }),
    /not available now \(status 502\)/,
    true,
  ],
  ["a reply that was cut off", new Response('{"reviewers":[', { headers: JSON_TYPE }), /cannot be reached/, true],
])("%s", async (_, reply, words, isRetried) => {
  const server = { url: "https://inbox.example.com", token: "t", fetch: async () => reply };
  const error: unknown = await remoteTransport(server)
    .reviewers()
    .catch((thrown: unknown) => thrown);
  if (!isFailure(error, "IO")) throw error;
  expect(error.message).toMatch(words);
  expect(error.data["retry"] !== false).toBe(isRetried);
});
