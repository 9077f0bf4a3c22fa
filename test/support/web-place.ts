// A folder with `galley web` running on it as a process, and clients that behave as the page does, or worse.

import { request, type IncomingHttpHeaders } from "node:http";
import type { ChildProcess } from "node:child_process";
import { expect } from "vitest";
import type { Decision } from "../../src/approval/index.ts";
import type { Question } from "../../src/inbox/index.ts";
import { answerWhole, type WholeAnswer } from "../../src/review/index.ts";
import type { AnswerReply, WebEvent, WebLine, WebQuestion, WebState } from "../../src/web/index.ts";
import { InboxPlace } from "./inbox-place.ts";

export type Reply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

export type Sent = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

/** One request exactly as given: Node adds Host only where there is none, and nothing else. */
export function send(port: number, path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A browser that is signed in: one page of it. */
export class Tab {
  readonly port: number;
  readonly cookie: string;
  readonly key: string;
  readonly #streams = new AbortController();

  constructor(port: number, { cookie, key }: { readonly cookie: string; readonly key: string }) {
    this.port = port;
    this.cookie = cookie;
    this.key = key;
  }

  get headers(): Record<string, string> {
    return { cookie: this.cookie, "x-galley-key": this.key, "sec-fetch-site": "same-origin" };
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async get<T>(path: string): Promise<T> {
    const { status, text } = await send(this.port, path, { headers: this.headers });
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as T;
  }

  post(path: string, body: unknown): Promise<Reply> {
    const headers = { ...this.headers, origin: this.origin, "content-type": "application/json" };
    return send(this.port, path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async posted<T>(path: string, body: unknown): Promise<T> {
    const { status, text } = await this.post(path, body);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as T;
  }

  state(): Promise<WebState> {
    return this.get<WebState>("/api/state");
  }

  /** Events from the cursor on, as they come; `lines` grows. */
  async events(cursor: string | null): Promise<{ readonly lines: readonly WebLine[]; readonly close: () => void }> {
    const query = cursor === null ? "" : `?after=${encodeURIComponent(cursor)}`;
    const own = new AbortController();
    const signal = AbortSignal.any([own.signal, this.#streams.signal]);
    const response = await fetch(`${this.origin}/api/events${query}`, { headers: this.headers, signal });
    expect(response.status).toBe(200);
    const lines: WebLine[] = [];
    void read(response.body!, lines).catch(() => undefined); // It ends when the server or the test does.
    return { lines, close: () => own.abort() };
  }

  /** The first open question, whole, as soon as there is one. */
  async question(): Promise<Question> {
    for (;;) {
      const [open] = (await this.state()).questions;
      const found = open === undefined ? null : await this.get<WebQuestion>(`/api/questions/${open.id}`);
      if (found?.kind === "question") return found.question;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }

  answer(question: Question, answer: WholeAnswer): Promise<AnswerReply> {
    return this.posted<AnswerReply>(`/api/questions/${question.id}/answer`, {
      decision: decisionFor(question, answer),
    });
  }

  close(): void {
    this.#streams.abort();
  }
}

export function decisionFor(question: Question, answer: WholeAnswer): Decision {
  const answered = answerWhole(question, answer);
  if (answered.kind === "refused") throw new Error(answered.why);
  return answered.decision;
}

async function read(body: ReadableStream<Uint8Array>, lines: WebLine[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const whole = rest.split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) lines.push(JSON.parse(line) as WebLine);
  }
}

/** Waits until an event of this type, for which `fits`, is among the lines. */
export async function eventIn<Type extends WebEvent["type"]>(
  lines: readonly WebLine[],
  type: Type,
  fits: (event: Extract<WebEvent, { type: Type }>) => boolean = () => true,
): Promise<Extract<WebEvent, { type: Type }>> {
  for (;;) {
    for (const { event } of lines) {
      if (event.type !== type) continue;
      const found = event as Extract<WebEvent, { type: Type }>; // By its type.
      if (fits(found)) return found;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export type Served = {
  readonly port: number;
  readonly url: string;
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
};

export class WebPlace extends InboxPlace {
  readonly #tabs: Tab[] = [];

  /** Starts the server; ready when it has printed its URL. */
  async serve(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Served> {
    const started = this.start(["web", "--json", "--no-open", ...args], { env });
    let isOver = false;
    void started.ended.then(() => (isOver = true));
    for (;;) {
      const [, url] = /"url": ?"([^"]+)"/.exec(started.out()) ?? [];
      if (url !== undefined)
        return { port: Number(new URL(url).port), url, child: started.child, ended: started.ended };
      if (isOver) throw new Error(`galley web ended: ${started.out()}${started.err()}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Signs in with the URL. */
  async tab({ port, url }: Pick<Served, "port" | "url">): Promise<Tab> {
    const { search, hash } = new URL(url);
    const { status, headers } = await send(port, `/${search}`);
    expect(status).toBe(200);
    const [cookie = ""] = headers["set-cookie"]?.[0]?.split(";") ?? [];
    const tab = new Tab(port, { cookie, key: hash.slice("#key=".length) });
    this.#tabs.push(tab);
    return tab;
  }

  override async close(): Promise<void> {
    for (const tab of this.#tabs) tab.close();
    await super.close();
  }
}
