// The API of machines, as team/wire.ts describes it: a token that may ask. There is no route that answers.

import type { HttpBindings } from "@hono/node-server";
import type * as z from "zod/mini";
import { counted, LIMITS } from "../../base/index.ts";
import {
  BeatBodySchema,
  FilterBodySchema,
  IdBodySchema,
  LeaseBodySchema,
  MACHINE_API,
  OutcomesBodySchema,
  PutBodySchema,
  QuestionBodySchema,
  ReviewersBodySchema,
  WatchBodySchema,
  type InboxTransport,
  type Machine,
} from "../../team/index.ts";
import { Refusal } from "../../web/index.ts";
import { bearerToken, onlyHeader } from "../http/check-request.ts";
import { lineStream } from "../http/line-stream.ts";
import { readBodyOf } from "../http/read-body-of.ts";
import { whyNoOne } from "../rules/may-answer.ts";
import type { ServeApp, ServeParts } from "../parts.ts";
import { AskRate } from "./ask-rate.ts";
import { SendingBytes } from "./sending-bytes.ts";

/** All but questions are small. */
const SMALL_BYTES = 1024 * 1024;
/** A payload and what is around it. */
const PUT_BYTES = LIMITS.questionBytes.value + SMALL_BYTES;

/** Of one machine at a time: less than a server reads of all, so that it cannot keep the others from asking. */
const MOST_SENDING = PUT_BYTES + 16 * SMALL_BYTES;

type Env = HttpBindings;

export function addMachineRoutes(app: ServeApp, parts: ServeParts): void {
  const { store, config, metrics, log, standing, signal: stopping } = parts;
  const rate = new AskRate(config.asksPerMinute);
  const sending = new SendingBytes(MOST_SENDING);
  const machineOf = async ({ incoming }: Env): Promise<Machine> => {
    const token = bearerToken(onlyHeader(incoming.rawHeaders, "authorization"));
    const machine = token === null ? null : await store.machines.find(token);
    if (machine === null) throw revoked();
    return machine;
  };
  /** The machine is looked at before its body is read: strangers send none. */
  const admit = async <Schema extends z.ZodMiniType>(
    env: Env,
    schema: Schema,
    mostBytes = SMALL_BYTES,
  ): Promise<Admitted<z.output<Schema>>> => {
    const machine = await machineOf(env);
    const done = sending.begin(machine.id, env.incoming.headers["content-length"], mostBytes);
    if (done === null)
      throw new Refusal(429, "TOO_LARGE", "This machine is sending too much at once. Try again in a moment.");
    const body = await readBodyOf(env.incoming, { schema, mostBytes }, () => machineOf(env)).finally(done);
    return { machine, body, transport: store.transport({ kind: "machine", machine, mostOpen: config.mostOpen }) };
  };

  app.post(`${MACHINE_API}/put`, async ({ env, json }) => {
    const { machine, body, transport } = await admit(env, PutBodySchema, PUT_BYTES);
    if (!rate.take(machine.id))
      throw new Refusal(
        429,
        "TOO_LARGE",
        `This machine asks more than ${counted(config.asksPerMinute, "question")} a minute. Try again later.`,
      );
    const { within_ms, ...rest } = body;
    const { repository, payload, asker } = body;
    // Waiting would be in vain.
    const why = whyNoOne(config.rules, { repository, payload, folders: asker.folders });
    if (why !== null) {
      metrics.add("galley_questions", { result: "no-one-may-answer" });
      log({ level: "warning", event: "no-one-may-answer", machine: machine.id });
      throw new Refusal(403, "FORBIDDEN", why);
    }
    const put = await transport.put({ ...rest, withinMs: shorter(within_ms, config.answerWithinMs) });
    metrics.add("galley_questions", { result: put.kind });
    return json(put);
  });
  app.post(`${MACHINE_API}/settle`, async ({ env, json }) => {
    const { transport, body } = await admit(env, QuestionBodySchema);
    return json(await transport.settle(body.lease, body.id));
  });
  app.post(`${MACHINE_API}/beat`, async ({ env, json }) => {
    const { transport, body } = await admit(env, BeatBodySchema);
    return json(await transport.beat(body.lease, body.reviewer));
  });
  app.post(`${MACHINE_API}/end`, async ({ env, json }) => {
    const { transport, body } = await admit(env, LeaseBodySchema);
    await transport.end(body.lease);
    return json({});
  });
  app.post(`${MACHINE_API}/open`, async ({ env, json }) => {
    const { transport, body } = await admit(env, FilterBodySchema);
    return json(await transport.open(body));
  });
  app.post(`${MACHINE_API}/read`, async ({ env, json }) => {
    const { transport, body } = await admit(env, IdBodySchema);
    return json(await transport.read(body.id));
  });
  app.post(`${MACHINE_API}/outcomes`, async (context) => {
    const { machine, transport, body } = await admit(context.env, OutcomesBodySchema);
    const held = standing.hold({ kind: "machine", id: machine.id });
    const waited = AbortSignal.timeout(Math.ceil(body.wait_ms));
    const signal = AbortSignal.any([waited, stopping, goneOf(context), held.signal]);
    try {
      const outcomes = await transport.outcomes(body.ids, signal);
      if (held.signal.aborted) throw revoked();
      // An empty reply would be asked for again at once.
      if (stopping.aborted && outcomes.size === 0) throw new Refusal(503, "IO", "The server is stopping. Try again.");
      return context.json({ outcomes: [...outcomes] });
    } finally {
      held.leave();
    }
  });
  app.post(`${MACHINE_API}/watch`, async (context) => {
    const { machine, transport, body } = await admit(context.env, WatchBodySchema);
    const held = standing.hold({ kind: "machine", id: machine.id });
    const gone = goneOf(context);
    if (gone.aborted) held.leave();
    else gone.addEventListener("abort", held.leave);
    const signal = AbortSignal.any([stopping, gone, held.signal]);
    return lineStream({ events: transport.watch({ ...body, signal }), ping: () => ({ kind: "ping" }), signal });
  });
  app.post(`${MACHINE_API}/reviewers`, async ({ env, json }) => {
    const { transport } = await admit(env, ReviewersBodySchema);
    return json({ reviewers: await transport.reviewers() });
  });
}

type Admitted<Body> = { readonly machine: Machine; readonly body: Body; readonly transport: InboxTransport };

function revoked(): Refusal {
  return new Refusal(401, "FORBIDDEN", "The machine's token is not known, or was revoked. Ask for a new one.");
}

/** Fires when the other side is gone, or has its reply. */
export function goneOf({ env }: { readonly env: Env }): AbortSignal {
  const gone = new AbortController();
  env.outgoing.once("close", () => gone.abort());
  // It may have left while its token was being looked at.
  if (env.outgoing.destroyed || env.outgoing.closed) gone.abort();
  return gone.signal;
}

function shorter(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
