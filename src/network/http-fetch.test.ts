import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { httpFetch } from "./through-proxy.ts";

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function listen(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`; // It listens on a port.
}

test("a stream of many small pieces that waits to be read comes in a few large ones", async () => {
  const event = `data: ${"x".repeat(92)}\n\n`;
  const url = await listen((_, response) => {
    for (let at = 0; at < 5_000; at += 1) response.write(event);
    response.end();
  });
  const response = await httpFetch({ environment: {} })(url);
  const pieces: number[] = [];
  for await (const piece of response.body!) {
    pieces.push(piece.length);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(pieces.reduce((sum, size) => sum + size, 0)).toBe(event.length * 5_000);
  expect(pieces.length).toBeLessThan(250);
});

test("pieces that come one after another are handed on a moment apart, and all of them are there", async () => {
  const words = Array.from({ length: 400 }, (_, at) => `${at} `);
  const url = await listen((_, response) => {
    let at = 0;
    const send = (): void => {
      if (at === words.length) return void response.end();
      response.write(words[at]);
      at += 1;
      setTimeout(send, 1);
    };
    send();
  });
  const response = await httpFetch({ environment: {} })(url);
  let count = 0;
  let text = "";
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    count += 1;
    text += piece;
  }
  expect(text).toBe(words.join(""));
  expect(count).toBeLessThan(200);
});

test("what is sent arrives as it is; the answer has its status and headers", async () => {
  const got: string[] = [];
  const url = await listen((request, response) => {
    request.setEncoding("utf8").on("data", (text: string) => got.push(text));
    request.on("end", () => response.writeHead(418, { "x-one": "1" }).end("short"));
  });
  const response = await httpFetch({ environment: {} })(url, { method: "POST", body: "héllo" });
  expect([response.status, response.headers.get("x-one"), await response.text()]).toEqual([418, "1", "short"]);
  expect(got.join("")).toBe("héllo");
});

test("a kept connection that the server has closed is replaced, and the request sent again", async () => {
  const sockets = new Set<Socket>();
  let asked = 0;
  const url = await listen((request, response) => {
    asked += 1;
    sockets.add(request.socket);
    // The second request reaches a connection that ends without a word.
    if (asked === 2) request.socket.destroy();
    else response.end("yes");
  });
  const fetching = httpFetch({ environment: {} });
  expect(await (await fetching(url, { method: "POST", body: "1" })).text()).toBe("yes");
  expect(await (await fetching(url, { method: "POST", body: "2" })).text()).toBe("yes");
  expect([asked, sockets.size]).toEqual([3, 2]);
});

test("failures are what fetch throws", async () => {
  const url = await listen((request, response) => {
    response.write("begun");
    setTimeout(() => request.socket.destroy(), 5);
  });
  const fetching = httpFetch({ environment: {} });
  await expect((await fetching(url)).text()).rejects.toMatchObject({ name: "TypeError", message: "terminated" });
  await expect(fetching("http://127.0.0.1:1/")).rejects.toMatchObject({
    name: "TypeError",
    message: "fetch failed",
    cause: { code: "ECONNREFUSED" },
  });
});

test("an abort ends the request and the body with its reason", async () => {
  const url = await listen((_, response) => void response.write("begun"));
  const stop = new AbortController();
  const response = await httpFetch({ environment: {} })(url, { signal: stop.signal });
  stop.abort(new Error("enough"));
  await expect(response.text()).rejects.toThrow("enough");
  await expect(httpFetch({ environment: {} })(url, { signal: stop.signal })).rejects.toThrow("enough");
});
