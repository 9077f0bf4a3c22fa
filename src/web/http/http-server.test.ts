import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { openHttpServer, type HttpServer } from "./http-server.ts";
import { SignIn } from "./sign-in.ts";

const page = { content: Buffer.from("page"), type: "text/html", isHashed: false };
const bounds = { connections: 3, headersMs: 150, requestMs: 200, silentMs: 250, checkMs: 20 };
const sockets: Socket[] = [];
let server: HttpServer | null = null;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
});

/** `answer` gets what is signed in. */
async function open(answer: Parameters<typeof openHttpServer>[0]["answer"]): Promise<string> {
  const signIn = new SignIn();
  const pageFiles = { has: (path: string) => path === "/", read: () => page };
  server = await openHttpServer({ port: 0, signIn, pageFiles, answer, bounds });
  const host = `Host: 127.0.0.1:${server.port}`;
  const session = signIn.exchange(signIn.newToken());
  return `${host}\r\nCookie: galley-${server.port}=${session}\r\nx-galley-key: ${signIn.key}\r\nOrigin: http://127.0.0.1:${server.port}`;
}

/** What comes back until the connection is closed. `isReading` false: nothing is ever taken. */
function talk(text: string, { isReading = true } = {}): { readonly ended: Promise<string> } {
  const socket = connect(server!.port, "127.0.0.1");
  sockets.push(socket);
  let answer = "";
  socket.write(text);
  if (isReading) socket.on("data", (chunk: Buffer) => void (answer += chunk.toString()));
  else socket.pause();
  return {
    ended: new Promise((resolve) => socket.on("close", () => resolve(answer)).on("error", () => resolve(answer))),
  };
}

test.each([
  ["headers that never end", "GET / HTTP/1.1\r\nHost: "],
  ["nothing at all", ""],
])("%s: the connection ends", async (_, text) => {
  await open(() => undefined);
  const answer = await talk(text).ended;
  expect(answer === "" || answer.startsWith("HTTP/1.1 408 ")).toBe(true);
});

test("a body that never ends: the connection ends", async () => {
  let seen = "";
  const headers = await open((incoming) => {
    incoming.on("data", (chunk: Buffer) => void (seen += chunk.toString()));
    incoming.on("error", () => undefined);
  });
  await talk(`POST /api/x HTTP/1.1\r\n${headers}\r\nContent-Length: 100\r\n\r\n{`).ended;
  expect(seen).toBe("{");
});

test("a response that no one takes: the connection ends", async () => {
  const closed = new Promise<void>((resolve) => {
    void open((_, outgoing) => {
      outgoing.on("close", resolve);
      const fill = (): void => {
        while (outgoing.write("x".repeat(65_536)));
        outgoing.once("drain", fill);
      };
      fill();
    }).then((headers) => talk(`GET /api/x HTTP/1.1\r\n${headers}\r\n\r\n`, { isReading: false }));
  });
  await closed;
});

test("more connections than the bound are closed at once", async () => {
  await open(() => undefined);
  const held = [talk(""), talk(""), talk("")];
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await talk("GET / HTTP/1.1\r\n").ended).toBe("");
  await Promise.all(held.map(({ ended }) => ended));
});

test("a port that is in use is named", async () => {
  await open(() => undefined);
  const again = openHttpServer({
    port: server!.port,
    signIn: new SignIn(),
    pageFiles: { has: () => false, read: () => page },
    answer: () => undefined,
  });
  await expect(again).rejects.toThrow(`Port ${server!.port} is in use. Choose another with --port, or omit it.`);
});
