// Requests to a model through a real proxy on this machine: plain, through a tunnel with TLS, and every way it can fail.

import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openModel, parseModelName, ModelError, type ModelEvent } from "../../src/agent/index.ts";
import { startModelServer, type ModelServer, type Script } from "../../src/testing/index.ts";
import { program } from "../built.ts";
import { startProxy, type ProxyServer, type ProxyServerOptions } from "../support/proxy-server.ts";
import { CERTIFICATE, startTlsFront } from "../support/tls-front.ts";
import { EDIT, READ, Running } from "./running.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(script: Script): Promise<ModelServer> {
  const server = await startModelServer({ wire: "openai", script });
  closing.push(() => server.close());
  return server;
}

async function proxyTo(to: number, options: Partial<ProxyServerOptions> = {}): Promise<ProxyServer> {
  const proxy = await startProxy({ to, ...options });
  closing.push(() => proxy.close());
  return proxy;
}

const portOf = ({ baseUrl }: ModelServer): number => Number(new URL(baseUrl).port);

type Asked = { readonly text: string; readonly error: ModelError | null };

/** One request for a model at this address. */
async function ask(baseUrl: string, environment: Record<string, string>, connect = 30): Promise<Asked> {
  const name = "compatible/test-model";
  const timeouts = { connect, firstByte: 600, idle: 300 };
  const model = openModel({ ...parseModelName(name), name, from: "the config", baseUrl }, environment, { timeouts });
  let text = "";
  const take = (event: ModelEvent): void => void (event.kind === "text" && (text += event.delta));
  const request = { system: "Be brief.", messages: [{ role: "user", text: "hi" } as const], tools: [] };
  try {
    await model.stream(request, take);
    return { text, error: null };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { text, error };
  }
}

describe("a model on a plain server", () => {
  test("is asked through HTTP_PROXY with its whole address, with the account that the proxy wants", async () => {
    const server = await serve([{ text: "Hello." }]);
    const proxy = await proxyTo(portOf(server), { account: "me:p@ss word" });
    const { host } = new URL(proxy.url);
    const asked = await ask("http://models.test/v1", { HTTP_PROXY: `http://me:p%40ss%20word@${host}` });
    expect(asked).toEqual({ text: "Hello.", error: null });
    expect(proxy.asked).toEqual([
      `POST http://models.test/v1/chat/completions Basic ${Buffer.from("me:p@ss word").toString("base64")}`,
    ]);
    expect(server.requests.length).toBe(1);
  });

  test("on this machine, or named by NO_PROXY, is asked directly", async () => {
    const server = await serve([{ text: "Direct." }, { text: "Again." }]);
    const proxy = await proxyTo(portOf(server));
    expect((await ask(server.baseUrl, { HTTP_PROXY: proxy.url })).text).toBe("Direct.");
    // 0.0.0.0 leads to this machine and is no loopback address.
    const elsewhere = server.baseUrl.replace("127.0.0.1", "0.0.0.0");
    expect((await ask(elsewhere, { HTTP_PROXY: proxy.url, no_proxy: "0.0.0.0" })).text).toBe("Again.");
    expect(proxy.asked).toEqual([]);
  });

  test("several requests, an answer of a megabyte, and one that is cut", async () => {
    const long = "0123456789".repeat(100_000);
    const server = await serve([{ text: long }, { text: "Two." }, { text: "Three", breaks: { after: 1, how: "cut" } }]);
    const proxy = await proxyTo(portOf(server));
    const environment = { HTTP_PROXY: proxy.url };
    expect((await ask("http://models.test/v1", environment)).text === long).toBe(true);
    expect((await ask("http://models.test/v1", environment)).text).toBe("Two.");
    const { error } = await ask("http://models.test/v1", environment);
    expect(error?.isPassing).toBe(true);
  });
});

describe("a proxy that does not help", () => {
  const https = "https://models.test/v1";
  const http = "http://models.test/v1";
  const secret = "s3cret-word";

  test.each<[string, string, Partial<ProxyServerOptions>, string, string[], boolean]>([
    ["wants an account", https, { status: 407 }, "", ["asks for a user name and password", "HTTPS_PROXY"], false],
    ["wants an account", http, { status: 407 }, "", ["asks for a user name and password", "HTTP_PROXY"], false],
    ["wants another account", https, { status: 407 }, `me:${secret}@`, ["does not accept the user name"], false],
    [
      "wants Kerberos",
      https,
      { status: 407, headers: { "proxy-authenticate": "Negotiate" } },
      "",
      ["asks for Negotiate authentication"],
      false,
    ],
    ["does not allow it", https, { status: 403 }, `me:${secret}@`, ["models.test:443", "403", "NO_PROXY"], false],
    ["cannot reach it", https, { status: 502 }, "", ["models.test:443", "502"], true],
    ["closes the connection", https, { isDumb: true }, "", ["closed the connection", "HTTPS_PROXY"], true],
  ])("%s (%s)", async (_, baseUrl, options, account, words, isPassing) => {
    const proxy = await proxyTo(1, options);
    const url = proxy.url.replace("://", `://${account}`);
    const { error } = await ask(baseUrl, { HTTPS_PROXY: url, HTTP_PROXY: url });
    for (const word of [...words, proxy.url, baseUrl]) expect(error?.message).toContain(word);
    expect(error?.message).not.toContain(secret);
    expect(error?.isPassing).toBe(isPassing);
  });

  test("is not running", async () => {
    const proxy = await proxyTo(1);
    await proxy.close();
    for (const [baseUrl, variable] of [
      [https, "HTTPS_PROXY"],
      [http, "HTTP_PROXY"],
    ] as const) {
      const { error } = await ask(baseUrl, { [variable]: proxy.url.replace("://", `://me:${secret}@`) });
      expect([error?.code, error?.isPassing]).toEqual(["network", true]);
      expect(error?.message).toContain("ECONNREFUSED");
      expect(error?.message).toContain(`Check ${variable}`);
      expect(error?.message).not.toContain(secret);
    }
  });

  test("takes the connection and says nothing", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    closing.push(() => silent.close());
    const { port } = silent.address() as { port: number }; // It listens on a port.
    const { error } = await ask(https, { HTTPS_PROXY: `http://127.0.0.1:${port}` }, 0.2);
    expect([error?.code, error?.message]).toEqual([
      "network",
      expect.stringContaining("made no connection within 0.2 s"),
    ]);
  });

  test("passes on a certificate that is not trusted", async () => {
    const front = await startTlsFront(1);
    closing.push(front.close);
    const proxy = await proxyTo(front.port);
    const { error } = await ask(https, { HTTPS_PROXY: proxy.url });
    expect([error?.code, error?.isPassing]).toEqual(["refused", false]);
    expect(error?.message).toContain("NODE_EXTRA_CA_CERTS");
    expect(proxy.asked).toEqual(["CONNECT models.test:443 -"]);
  });

  test("leads to a server without TLS", async () => {
    const server = await serve([]);
    const proxy = await proxyTo(portOf(server));
    const { error } = await ask(https, { HTTPS_PROXY: proxy.url });
    expect(error?.message).toContain("could not be encrypted");
  });
});

describe("galley run", () => {
  test("through a tunnel with TLS; what it says, and where it shows the proxy", async () => {
    const running = new Running();
    closing.push(() => running.close());
    const env = await running.serve([{ text: "Through the tunnel." }]);
    const front = await startTlsFront(portOf(running.server));
    closing.push(front.close);
    const proxy = await proxyTo(front.port, { account: "me:pw-0123" });
    const proxied = {
      ...env,
      GALLEY_MODEL: "compatible/test-model",
      GALLEY_BASE_URL: "https://models.test/v1",
      GALLEY_API_KEY: env["OPENAI_API_KEY"]!,
      HTTPS_PROXY: proxy.url.replace("://", "://me:pw-0123@"),
      NODE_EXTRA_CA_CERTS: CERTIFICATE, // Read when Node starts, so this needs a process.
      NODE_OPTIONS: "--no-warnings",
    };
    const ran = await running.run(["hello"], proxied);
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining("Through the tunnel.")]);
    // The window of the model was asked for in the same way.
    expect(proxy.asked.length).toBeGreaterThan(0);
    expect(new Set(proxy.asked.map((line) => line.split(" ").slice(0, 2).join(" ")))).toEqual(
      new Set(["CONNECT models.test:443"]),
    );
    for (const command of [["models"], ["config"], ["doctor"], ["models", "--json"], ["config", "--json"]]) {
      const { out } = await running.galley(command, proxied);
      expect(out).toContain(proxy.url);
      expect(out).toContain("HTTPS_PROXY");
      expect(out).not.toContain("pw-0123");
    }
  });

  test("a team's inbox is asked through the tunnel, unless NO_PROXY names it", async () => {
    const running = new Running();
    closing.push(() => running.close());
    const env = await running.serve([READ, EDIT, READ, EDIT]);
    const tokens: (string | undefined)[] = [];
    const team = createHttp((request, response) => {
      tokens.push(request.headers.authorization);
      response.writeHead(401, { "content-type": "application/json" }).end("{}");
    });
    await new Promise<void>((resolve) => team.listen(0, "127.0.0.1", resolve));
    closing.push(() => team.close());
    const front = await startTlsFront((team.address() as AddressInfo).port); // It listens on a port.
    closing.push(front.close);
    const proxy = await proxyTo(front.port);
    const token_file = join(running.folder, "token");
    writeFileSync(token_file, "a-token-of-this-machine\n", { mode: 0o600 });
    const file = join(running.folder, "config.json");
    const config = JSON.parse(readFileSync(file, "utf8")) as object;
    writeFileSync(file, JSON.stringify({ ...config, inbox: { url: "https://models.test", token_file } }));
    const proxied = { ...env, HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: CERTIFICATE, NODE_OPTIONS: "--no-warnings" };
    // A question waits for as long as no one answers, so each is ended here.
    const asking = (environment: Record<string, string>): ChildProcess => {
      const args = [program, "run", "--approve", "inbox", "--config", file, "change it"];
      const child = spawn(process.execPath, args, {
        cwd: join(running.folder, "work"),
        env: environment,
        stdio: "ignore",
      });
      closing.push(() => child.kill("SIGKILL"));
      return child;
    };
    const first = asking(proxied);
    await expect.poll(() => tokens.length, { timeout: 60_000 }).toBeGreaterThan(0);
    first.kill("SIGKILL");
    expect(new Set(proxy.asked)).toEqual(new Set(["CONNECT models.test:443 -"]));
    expect(new Set(tokens)).toEqual(new Set(["Bearer a-token-of-this-machine"]));
    const before = running.server.requests.length;
    const past = await proxyTo(front.port);
    asking({ ...proxied, HTTPS_PROXY: past.url, NO_PROXY: "models.test" });
    // The model has proposed the edit: then the question is sent, or tried to be.
    await expect.poll(() => running.server.requests.length, { timeout: 60_000 }).toBeGreaterThan(before + 1);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(past.asked).toEqual([]);
    expect(running.content()).toBe("one\ntwo\n");
  });

  test("a variable that names no proxy is exit code 2, before anything is sent", async () => {
    const running = new Running();
    closing.push(() => running.close());
    const env = await running.serve([{ text: "no" }]);
    const bad = { ...env, GALLEY_MODEL: "anthropic/m", https_proxy: "http://me:pw/0123@proxy:1" };
    const ran = await running.run(["hello"], bad);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("https_proxy is not the address of a proxy")]);
    const { out } = await running.galley(["doctor"], bad);
    expect(out).toContain("https_proxy is not the address of a proxy");
    expect(ran.err + out).not.toContain("0123");
  });
});
