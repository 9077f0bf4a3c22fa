// Runs inside an empty root that cannot be written, on a network of its own: carries out the commands of the compose file or
// the manifest as they are written there, as the user they run as, and prints what became of them. Beside them is only the
// identity provider, with its keys.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";

const { migrate, serve, store, person, keys, question } = JSON.parse(readFileSync(0, "utf8"));
const env = { PATH: "/opt/bin:/usr/bin:/bin", GALLEY_STORE: store, NODE_EXTRA_CA_CERTS: "/run/tls/cert.pem" };

const provider = createServer(
  { cert: readFileSync("/run/tls/cert.pem"), key: readFileSync("/run/tls/key.pem") },
  (_, reply) => reply.setHeader("content-type", "application/json").end(JSON.stringify(keys)),
);
await new Promise((resolve) => provider.listen(443, "127.0.0.1", resolve));

const tables = await start(migrate).ended;
const server = start(serve);
while ((await ask("GET", "/readyz")).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
const token = JSON.parse((await start(["galley", "serve", "token", "create", "m", "--json"]).ended).out).token;
const put = await ask("POST", "/machine/v1/put", { token, body: question });
const state = await ask("GET", "/api/state", { token: person });
server.child.kill("SIGTERM");
const { code, err } = await server.ended;
process.stdout.write(
  JSON.stringify({ migrate: tables, put, state: state.status, open: questionsOf(state), code, err }),
);
provider.close();

function questionsOf({ text }) {
  return JSON.parse(text).questions?.map(({ repository }) => repository);
}

function start([name, ...args]) {
  const child = spawn(name, args, { env, uid: 1000, gid: 1000 });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  return { child, ended: new Promise((resolve) => child.once("close", (code) => resolve({ code, out, err }))) };
}

function ask(method, path, { token, body } = {}) {
  const headers = {
    host: "inbox.example.com",
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { "content-type": "application/json" }),
  };
  return new Promise((resolve) => {
    const sent = request({ host: "127.0.0.1", port: 8080, method, path, headers }, (reply) => {
      let text = "";
      reply.on("data", (chunk) => (text += chunk));
      reply.on("end", () => resolve({ status: reply.statusCode, text }));
    });
    sent.on("error", ({ code }) => resolve({ status: 0, text: code }));
    sent.end(body && JSON.stringify(body));
  });
}
