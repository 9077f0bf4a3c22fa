// Tries a team's inbox on one machine, in the place of an identity-aware proxy. Not for anything else: anyone who can open the
// port of a person is that person.
//
//   node try.mjs keys                        makes keys.json (for --keys) and try-key.json (which signs; private)
//   node try.mjs person PORT NAME [GROUP…]   http://127.0.0.1:PORT is the page of http://127.0.0.1:8080, as NAME
//   node try.mjs token NAME [GROUP…]         prints a signed token that counts for an hour
//
// GALLEY_TRY_SERVER names another server than http://127.0.0.1:8080.

import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";

const [what, ...words] = process.argv.slice(2);
const server = new URL(process.env.GALLEY_TRY_SERVER ?? "http://127.0.0.1:8080");

switch (what) {
  case "keys":
    makeKeys();
    break;
  case "token":
    console.log(tokenOf(...words));
    break;
  case "person":
    bePerson(...words);
    break;
  default:
    console.error("Usage: node try.mjs keys | person PORT NAME [GROUP…] | token NAME [GROUP…]");
    process.exitCode = 2;
}

function makeKeys() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = { kid: "try", alg: "ES256", use: "sig" };
  writeFileSync("try-key.json", JSON.stringify(privateKey.export({ format: "jwk" })), { mode: 0o600, flag: "wx" });
  writeFileSync("keys.json", JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), ...name }] }));
}

function tokenOf(name, ...groups) {
  const key = createPrivateKey({ key: JSON.parse(readFileSync("try-key.json", "utf8")), format: "jwk" });
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = { iss: "http://localhost", aud: "galley", sub: name, name, groups, exp };
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "ES256", kid: "try" })}.${part(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

function bePerson(port, name, ...groups) {
  const proxy = createServer((incoming, outgoing) => {
    const { origin, ...rest } = incoming.headers;
    const headers = { ...rest, host: server.host, authorization: `Bearer ${tokenOf(name, ...groups)}` };
    // The server takes answers from its own page only, and does not know this address.
    if (origin === `http://127.0.0.1:${port}`) headers.origin = server.origin;
    else if (origin !== undefined) headers.origin = origin;
    const { method, url: path } = incoming;
    const asked = request({ hostname: server.hostname, port: server.port, method, path, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode, reply.headers);
      reply.pipe(outgoing);
    });
    asked.on("error", () => outgoing.destroy());
    outgoing.on("close", () => asked.destroy());
    incoming.pipe(asked);
  });
  proxy.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${port} is the page, as ${name}`));
}
