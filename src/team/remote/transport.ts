// Asking `galley serve` over HTTP, as team/wire.ts describes it. It can ask, and never answer: there is no request for
// that, and the server would not take one.

import { LIMITS, counted, isFailure } from "../../base/index.ts";
import type { Decided, InboxEvent, Outcome } from "../../inbox/index.ts";
import type { InboxTransport } from "../transport.ts";
import { MOST_WAIT_MS, type OutcomesBody, type PutBody, type WatchBody } from "../wire.ts";
import {
  EmptyReplySchema,
  EventLineSchema,
  OpenReplySchema,
  OutcomesReplySchema,
  PutReplySchema,
  ReadReplySchema,
  ReviewersReplySchema,
  SettledReplySchema,
  TermsReplySchema,
} from "./replies.ts";
import { request, send, unreachable, type RemoteServer } from "./send.ts";

export type RemoteOptions = RemoteServer;

const REPLY_MS = 30_000;
/** A question can be large and a line slow. */
const PUT_MS = 300_000;
/** Longer than the server's pings are apart. */
const SILENT_MS = 30_000;
const MOST_LINE = 2 * LIMITS.questionBytes.value;

export function remoteTransport(server: RemoteOptions): InboxTransport {
  const closing = new AbortController();
  const within = (ms: number, signal?: AbortSignal): AbortSignal =>
    AbortSignal.any([AbortSignal.timeout(ms), closing.signal, ...(signal === undefined ? [] : [signal])]);
  return {
    async put({ lease, payload, asker, repository, withinMs }) {
      const body: PutBody = { lease, payload, asker, repository, within_ms: withinMs };
      try {
        return await send(server, "put", { body, signal: within(PUT_MS), schema: PutReplySchema });
      } catch (error) {
        if (!isFailure(error, "IO") || error.data["status"] !== 413) throw error;
        const bytes = new TextEncoder().encode(JSON.stringify(payload)).length;
        return { kind: "too-large", bytes, limit: LIMITS.questionBytes.value };
      }
    },
    settle: (lease, id) =>
      send(server, "settle", { body: { lease, id }, signal: within(REPLY_MS), schema: SettledReplySchema }),
    beat: (lease, reviewer) =>
      send(server, "beat", { body: { lease, reviewer }, signal: within(REPLY_MS), schema: TermsReplySchema }),
    async end(lease) {
      await send(server, "end", { body: { lease }, signal: within(REPLY_MS), schema: EmptyReplySchema });
    },
    open: (filter) => send(server, "open", { body: filter, signal: within(REPLY_MS), schema: OpenReplySchema }),
    read: (id) => send(server, "read", { body: { id }, signal: within(PUT_MS), schema: ReadReplySchema }),
    async decide(): Promise<Decided> {
      return { kind: "refused", reason: `This machine can only ask. Answer at ${server.url}.` };
    },
    async outcomes(ids, signal): Promise<ReadonlyMap<string, Outcome | null>> {
      const body: OutcomesBody = { ids, wait_ms: MOST_WAIT_MS };
      const patience = within(MOST_WAIT_MS + REPLY_MS, signal);
      return new Map(
        (await send(server, "outcomes", { body, signal: patience, schema: OutcomesReplySchema })).outcomes,
      );
    },
    async *watch({ root, cursor, signal }): AsyncGenerator<InboxEvent> {
      const body: WatchBody = { ...(root !== undefined && { root }), ...(cursor !== undefined && { cursor }) };
      const silence = new AbortController();
      const both = AbortSignal.any([signal, silence.signal, closing.signal]);
      let timer = setTimeout(() => silence.abort(), SILENT_MS);
      try {
        const response = await request(server, "watch", { body, signal: both });
        for await (const line of linesOf(server, response)) {
          clearTimeout(timer);
          timer = setTimeout(() => silence.abort(), SILENT_MS);
          if (line.kind !== "ping") yield line;
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        clearTimeout(timer);
        silence.abort();
      }
    },
    async reviewers() {
      return (await send(server, "reviewers", { body: {}, signal: within(REPLY_MS), schema: ReviewersReplySchema }))
        .reviewers;
    },
    close: () => closing.abort(),
  };
}

type Line = InboxEvent | { readonly kind: "ping" };

/** Throws IO for a connection that is lost, and for what is no event. */
async function* linesOf(server: RemoteServer, { body }: Response): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  try {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      // Node's streams can be iterated; the types of the web's cannot.
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop()!; // There is always a last one.
      if (rest.length > MOST_LINE) throw new Error(`a line has more than ${counted(MOST_LINE, "character")}`);
      for (const line of lines) yield EventLineSchema.parse(JSON.parse(line));
    }
  } catch (error) {
    throw unreachable(server, error);
  }
}
