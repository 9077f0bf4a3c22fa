// A reviewer of the soak who uses the servers as a person's page does: lists what is open, reads it, answers it. A server
// that is killed meanwhile is tried again; whether an answer that got no reply counted is for the check to find out.

import type { Question } from "../../src/inbox/index.ts";
import { noTo, yesTo } from "../../src/testing/index.ts";

export type PersonOptions = {
  /** Of a server. */
  readonly url: string;
  readonly token: string;
  readonly stop: () => boolean;
  readonly record: (line: object) => void;
  readonly name: string;
};

type Listed = { readonly questions: readonly { readonly id: string }[] };
type Read = { readonly kind: string; readonly question?: Question; readonly outcome?: unknown };
type Answered = { readonly kind: string; readonly decision?: unknown };

export async function reviewAsPerson({ url, token, stop, record, name }: PersonOptions): Promise<void> {
  let turn = 0;
  for (let open = 1; !stop() || open > 0;) {
    try {
      const { questions } = await send<Listed>("/api/state");
      open = questions.length;
      for (const { id } of questions) {
        const { kind, question, outcome } = await send<Read>(`/api/questions/${id}`);
        if (kind !== "question" || question === undefined || outcome != null) continue;
        const reason = `${name} ${process.pid} ${(turn += 1)}`;
        const decision = turn % 3 === 0 ? noTo(question, reason) : yesTo(question);
        const answered = await send<Answered>(`/api/questions/${id}/answer`, { decision });
        if (answered.kind === "won") record({ id, won: answered.decision });
      }
    } catch (error) {
      if (!(error instanceof Away)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async function send<T>(path: string, body?: object): Promise<T> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { origin: url, "content-type": "application/json" }),
    };
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    try {
      const response = await fetch(`${url}${path}`, { headers, ...sent, signal: AbortSignal.timeout(30_000) });
      // 404 and 409: it ended meanwhile. 5xx: the database is away.
      if (response.ok) return (await response.json()) as T;
      if (response.status === 404 || response.status === 409 || response.status >= 500) throw new Away();
      throw new Error(`${path}: ${response.status} ${await response.text()}`);
    } catch (error) {
      if (error instanceof TypeError || error instanceof DOMException) throw new Away(); // No connection, or it broke.
      throw error;
    }
  }
}

class Away extends Error {}
