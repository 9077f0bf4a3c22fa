// A request whose body arrives in two parts, with anything in between: what a slow or a malicious sender does.

import { request } from "node:http";

export type HalfSent = {
  /** When the server has the headers and the first part, and waits for more. */
  readonly isWaiting: Promise<void>;
  /** Sends the rest and waits for the reply. */
  readonly finish: () => Promise<{ readonly status: number; readonly text: string }>;
  /** As a sender that is gone. */
  readonly abort: () => void;
};

export function sendHalf(url: string, body: unknown, headers: Record<string, string>): HalfSent {
  const bytes = Buffer.from(JSON.stringify(body));
  const length = String(bytes.length);
  const given = { "content-type": "application/json", "content-length": length, expect: "100-continue", ...headers };
  const sent = request(url, { method: "POST", headers: given });
  const reply = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  reply.catch(() => undefined); // Who aborts does not wait for it.
  const half = Math.floor(bytes.length / 2);
  // Node says "continue" as it hands the request to its listener, which then reads the token.
  const isWaiting = new Promise<void>((resolve) => {
    sent.once("continue", () => sent.write(bytes.subarray(0, half), () => setTimeout(resolve, 100)));
  });
  sent.flushHeaders();
  return {
    isWaiting,
    finish: () => {
      sent.end(bytes.subarray(half));
      return reply;
    },
    abort: () => void sent.destroy(),
  };
}
