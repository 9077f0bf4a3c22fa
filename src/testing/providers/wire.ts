// What a scripted provider can be made to answer, and what it has to know about its vendor. Types, and two small tools.

import type { IncomingMessage } from "node:http";

export type WireCall = {
  readonly name: string;
  /** Text is sent as it is, JSON or not. */
  readonly arguments: unknown;
  readonly id?: string;
};

/** One answer to one request. */
export type Step = {
  readonly text?: string;
  readonly calls?: readonly WireCall[];
  /** "length": the answer stops at its limit. */
  readonly reason?: "length";
  /** Characters of text in one event. */
  readonly piece?: number;
  /** Instead of an answer. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** After so many events: the socket is torn, the stream ends without an end, or something unreadable comes. */
  readonly breaks?: { readonly after: number; readonly how: "cut" | "end" | "garbage" };
};

export type Request = { readonly path: string; readonly body: Readonly<Record<string, unknown>> };

/** How one vendor speaks. */
export type Wire = {
  /** Below /v1, for a model that it serves. */
  readonly path: (model: string) => string;
  /** The model a request is for; null when it is for nothing the server knows. */
  readonly modelOf: (path: string, body: Readonly<Record<string, unknown>>) => string | null;
  readonly keyOf: (headers: IncomingMessage["headers"]) => string | undefined;
  /** What is wrong with the request; null when the vendor would take it. */
  readonly invalid: (body: Readonly<Record<string, unknown>>) => string | null;
  readonly failure: (status: number, message: string, kind: "key" | "model" | "request" | "other") => unknown;
  /** Server-sent events of an answer, each as it goes over the line. */
  readonly events: (step: Step, request: Request) => Iterable<string>;
};

/** The pieces of a text, as an answer streams them. */
export function* pieces(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

export function argumentText(call: WireCall): string {
  return typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
}
