// What a signed-in page could send by mistake, or a program that has its key on purpose: whatever is in a request, the
// reply is a refusal in plain words or does what was asked. Nothing of it is a bug, and the server goes on.

import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../built.ts";
import { send, WebPlace, type Served, type Tab } from "../support/web-place.ts";

let place: WebPlace;
let served: Served;
let tab: Tab;
beforeAll(async () => {
  ensureBuilt();
  place = new WebPlace();
  execFileSync("git", ["init", "-q", place.folder]);
  served = await place.serve();
  tab = await place.tab(served);
});
afterAll(() => place.close());

const TEXTS: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "a\udc00b",
  "\u202e",
  "../../etc/passwd",
  "/",
  "-x",
  "--upload-pack=x",
  "%00",
  "__proto__",
  "constructor",
  "x".repeat(70_000),
  "a/".repeat(30_000),
];
const VALUES: readonly unknown[] = [null, true, -1, 0.5, 1e308, 2 ** 53, [], {}, [null], [["x"]], { length: 1 }];

/** Each takes a value in one place. */
const BODIES: readonly (readonly [string, (value: unknown) => unknown])[] = [
  ["/api/apply", (text) => ({ text })],
  ["/api/apply", (path) => ({ text: "hello", context: [path] })],
  ["/api/review", (revision) => ({ revision })],
  ["/api/tasks/x/cancel", (value) => value],
  ["/api/chat", (text) => ({ text })],
  ["/api/chat/resume", (session_id) => ({ session_id })],
  ["/api/chat/model", (model) => ({ model })],
  ["/api/chat/model", (model) => ({ model: `openai/${String(model)}` })],
  ["/api/selection", (path) => ({ add: [path] })],
  ["/api/selection", (path) => ({ remove: [path] })],
  ["/api/undo", (receipt_id) => ({ receipt_id })],
  ["/api/undo", (receipt_id) => ({ receipt_id, preview: true })],
  ["/api/undo", (preview) => ({ receipt_id: "x", preview })],
  ["/api/rules/revoke", (id) => ({ id })],
  ["/api/questions/x/answer", (decision) => ({ decision })],
  ["/api/questions/x/answer", (value) => ({ decision: { approval_id: value, items: [value] } })],
];

test.each(BODIES.map(([path, body], at) => ({ path, body, at })))("POST $path ($at)", async ({ path, body }) => {
  for (const value of [...TEXTS, ...VALUES]) {
    const { status, text } = await tab.post(path, body(value));
    expect([value, status < 500 || status === 503, text.includes("BUG")]).toEqual([value, true, false]);
  }
  for (const body of ["", "null", "[]", '"x"', "1e999", '{"a":', "{}", `${"[".repeat(50_000)}`]) {
    const headers = { ...tab.headers, origin: tab.origin, "content-type": "application/json" };
    const { status } = await send(served.port, path, { method: "POST", body, headers });
    expect([body.slice(0, 9), status < 500]).toEqual([body.slice(0, 9), true]);
  }
});

test.each(["/api/file?path=", "/api/events?after=", "/api/questions/", "/api/tasks/"])("GET %s", async (path) => {
  const written = ["%", "%00", "%ff", "%ED%A0%80", "a%00b", "..%2f..%2fetc%2fpasswd", "%E2%80%AE", "x".repeat(8000)];
  for (const value of written) {
    const isStream = path.startsWith("/api/events");
    const { status } = isStream ? { status: 200 } : await send(served.port, path + value, { headers: tab.headers });
    expect([value, status < 500]).toEqual([value, true]);
    if (isStream) (await tab.events(decodeOr(value))).close();
  }
});

test("a name with a NUL, or that is not Unicode, is refused as such", async () => {
  for (const revision of ["a\0b", "\ud800"]) {
    const { status, text } = await tab.post("/api/review", { revision });
    expect([status, JSON.parse(text)]).toMatchObject([400, { error: { code: "INVALID_ARG" } }]);
  }
});

test("nothing of this was a bug, and the server still works", async () => {
  await expect.poll(async () => (await tab.state()).tasks.filter(({ state }) => state.kind === "working")).toEqual([]);
  const { tasks } = await tab.state();
  expect(tasks.filter(({ state }) => state.kind === "failed" && state.code === "BUG")).toEqual([]);
});

function decodeOr(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
