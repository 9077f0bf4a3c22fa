import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  exportJWK,
  exportPKCS8,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  UnsecuredJWT,
  type JWTPayload,
} from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFailure } from "../../base/index.ts";
import { openKeys } from "./public-keys.ts";
import { tokenVerifier } from "./verify-token.ts";

const ISSUER = "https://id.example.com";
const AUDIENCE = "galley";
const NOW = new Date("2026-01-01T12:00:00Z");
const at = (seconds: number): number => NOW.getTime() / 1000 + seconds;

const ours = await generateKeyPair("RS256", { extractable: true });
const theirs = await generateKeyPair("RS256", { extractable: true });
const curve = await generateKeyPair("ES256", { extractable: true });
const spki = await exportSPKI(ours.publicKey);
const set = {
  keys: [
    { ...(await exportJWK(ours.publicKey)), kid: "one", alg: "RS256" },
    { ...(await exportJWK(curve.publicKey)), kid: "two", alg: "ES256" },
  ],
};

const folder = mkdtempSync(join(tmpdir(), "galley-keys-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const options = { issuer: ISSUER, audience: AUDIENCE, groupsClaim: "groups", now: () => NOW };
const verify = tokenVerifier({ ...options, keys: openKeys(file("set.json", JSON.stringify(set))) });

type Loose = { readonly [Name in keyof JWTPayload]: JWTPayload[Name] | undefined };

const CLAIMS: JWTPayload = { iss: ISSUER, aud: AUDIENCE, sub: "ann", exp: at(300), name: "Ann", groups: ["dev"] };
const sign = (claims: Loose, { key = ours.privateKey, alg = "RS256", kid = "one" } = {}): Promise<string> =>
  new SignJWT(claims as JWTPayload).setProtectedHeader({ alg, kid }).sign(key);

/** A token signed with the text of the public key as if it were a shared secret. */
function confused(secret: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const body = `${part({ alg: "HS256", kid: "one" })}.${part(CLAIMS)}`;
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}

const personOf = async (token: string): Promise<unknown> => {
  const verified = await verify(token);
  return verified.kind === "person" ? verified.person : verified.check;
};

test("a token that counts says who it is", async () => {
  const person = { id: "https://id.example.com ann", name: "Ann", groups: ["dev"] };
  expect(await verify(await sign(CLAIMS))).toEqual({ kind: "person", person, expires: new Date(at(300) * 1000) });
  const other = await sign(CLAIMS, { key: curve.privateKey, alg: "ES256", kid: "two" });
  expect(await personOf(other)).toEqual(person);
  expect(await personOf(await sign({ ...CLAIMS, aud: ["x", AUDIENCE] }))).toEqual(person);
});

test("names and groups that cannot be used are left out", async () => {
  const odd = await personOf(await sign({ ...CLAIMS, name: 5, email: "ann@example.com", groups: ["a", 1, "", null] }));
  expect(odd).toEqual({ id: "https://id.example.com ann", name: "ann@example.com", groups: ["a"] });
  const none = await personOf(await sign({ ...CLAIMS, name: " ", groups: "dev" }));
  expect(none).toEqual({ id: "https://id.example.com ann", name: "ann", groups: [] });
});

test.each<[string, string, () => Promise<string> | string]>([
  ["expired", "expired", () => sign({ ...CLAIMS, exp: at(-31) })],
  ["not yet valid", "nbf: not valid yet", () => sign({ ...CLAIMS, nbf: at(60) })],
  ["without an end", "missing claim exp", () => sign({ ...CLAIMS, exp: undefined })],
  ["for another audience", "aud: not for --audience", () => sign({ ...CLAIMS, aud: "other" })],
  ["without an audience", "missing claim aud", () => sign({ ...CLAIMS, aud: undefined })],
  ["of another issuer", "iss: not from --issuer", () => sign({ ...CLAIMS, iss: "https://evil.example" })],
  ["of an issuer with more at its end", "iss: not from --issuer", () => sign({ ...CLAIMS, iss: `${ISSUER}/` })],
  ["without a subject", "missing claim sub", () => sign({ ...CLAIMS, sub: undefined })],
  ["with an empty subject", "claim sub: not one word of printable characters", () => sign({ ...CLAIMS, sub: "" })],
  ...[null, 5, true, ["ann"], { a: 1 }].map((sub): [string, string, () => Promise<string>] => [
    `with the subject ${JSON.stringify(sub)}`,
    "claim sub: not one word of printable characters",
    () => sign({ ...CLAIMS, sub: sub as never }), // Who signs may write anything.
  ]),
  [
    "with a space in its subject",
    "claim sub: not one word of printable characters",
    () => sign({ ...CLAIMS, sub: "a b" }),
  ],
  ["signed with another key", "signature", () => sign(CLAIMS, { key: theirs.privateKey })],
  [
    "that names a key that is not there",
    "unknown key: none of --keys has its kid and algorithm",
    () => sign(CLAIMS, { key: theirs.privateKey, kid: "three" }),
  ],
  ["unsigned", "algorithm: not one with a public key", () => new UnsecuredJWT(CLAIMS).encode()],
  ["signed with the public key as a secret", "algorithm: not one with a public key", () => confused(spki)],
  ["signed with the key set as a secret", "algorithm: not one with a public key", () => confused(JSON.stringify(set))],
  [
    "with another algorithm than its key's",
    "unknown key: none of --keys has its kid and algorithm",
    async () => {
      const key = await importJWK(await exportJWK(ours.privateKey), "PS256");
      return sign(CLAIMS, { key: key as typeof ours.privateKey, alg: "PS256" }); // Of a JWK with a key pair.
    },
  ],
  [
    "with its claims changed",
    "signature",
    async () => {
      const [head, , tail] = (await sign(CLAIMS)).split(".");
      return [head, Buffer.from(JSON.stringify({ ...CLAIMS, sub: "bob" })).toString("base64url"), tail].join(".");
    },
  ],
  ["cut off", "not a signed token", async () => (await sign(CLAIMS)).slice(0, -5)],
  ["a machine's", "not a signed token", () => `galley_${"a".repeat(43)}`],
  ["empty", "not a signed token", () => ""],
  ["no token", "not a signed token", () => "a.b.c"],
  ["very long", "too long", () => "a".repeat(1_000_000)],
])("a token that is %s is none: %s", async (_, check, make) =>
  expect(await verify(await make())).toEqual({ kind: "refused", check }),
);

test("a little difference between clocks is allowed", async () => {
  expect(await verify(await sign({ ...CLAIMS, exp: at(-20), nbf: at(-400) }))).toMatchObject({ kind: "person" });
  expect(await verify(await sign({ ...CLAIMS, nbf: at(20) }))).toMatchObject({ kind: "person" });
});

test("a file with secrets, or without keys, is refused", async () => {
  const refused = {
    "secret.json": JSON.stringify({ keys: [{ kty: "oct", k: "c2VjcmV0" }] }),
    "private.json": JSON.stringify({ keys: [await exportJWK(ours.privateKey)] }),
    "private.pem": await exportPKCS8(ours.privateKey),
    "empty.json": '{"keys":[]}',
    "text.txt": "hello",
  };
  for (const [name, text] of Object.entries(refused)) expect(() => openKeys(file(name, text)), name).toThrow(/--keys/);
  expect(() => openKeys(join(folder, "missing"))).toThrow("cannot be read");
  expect(() => openKeys("http://id.example.com/keys")).toThrow("https");
});

let server: Server;
const served = { status: 200, body: "" };
beforeAll(async () => {
  server = createServer((_, reply) => {
    reply.writeHead(served.status, { "content-type": "application/json", location: "https://evil.example/" });
    reply.end(served.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

test("keys that cannot be fetched are no verdict on a token, and are tried again", async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  const remote = tokenVerifier({ ...options, keys: openKeys(url) });
  const token = await sign(CLAIMS);
  const fails = async (): Promise<boolean> =>
    remote(token).then(
      () => false,
      (error: unknown) => isFailure(error, "IO"),
    );
  for (const [status, body] of [
    [503, "{}"],
    [200, "not json"],
    [302, ""],
  ] as const) {
    Object.assign(served, { status, body });
    expect(await fails(), `${status} ${body}`).toBe(true);
  }
  Object.assign(served, { status: 200, body: JSON.stringify(set) });
  expect(await remote(token)).toMatchObject({ kind: "person", person: { name: "Ann" } });
});
