// The API of machines, as team/wire.ts describes it: a token that may ask. There is no route that answers.

import type { HttpBindings } from "@hono/node-server";
import { LIMITS } from "../../base/index.ts";
import {
  BeatBodySchema,
  FilterBodySchema,
  IdBodySchema,
  LeaseBodySchema,
  MACHINE_API,
  OutcomesBodySchema,
  PutBodySchema,
  QuestionBodySchema,
  WatchBodySchema,
  type InboxTransport,
  type Machine,
} from "../../team/index.ts";
import { readBody, Refusal } from "../../web/index.ts";
import { bearerToken, onlyHeader } from "../http/check-request.ts";
import { lineStream } from "../http/line-stream.ts";
import type { ServeApp, ServeParts } from "../parts.ts";

/** All but questions are small. */
const SMALL_BYTES = 1024 * 1024;
/** A payload and what is around it. */
const PUT_BYTES = LIMITS.questionBytes.value + SMALL_BYTES;

type Env = HttpBindings;

export function addMachineRoutes(app: ServeApp, { store, config, metrics, signal: stopping }: ServeParts): void {
  const machineOf = async ({ incoming }: Env): Promise<Machine> => {
    const token = bearerToken(onlyHeader(incoming.rawHeaders, "authorization"));
    const machine = token === null ? null : await store.machines.find(token);
    if (machine === null)
      throw new Refusal(401, "FORBIDDEN", "The machine's token is not known, or was revoked. Ask for a new one.");
    return machine;
  };
  const transportFor = async (env: Env): Promise<InboxTransport> =>
    store.transport({ kind: "machine", machine: await machineOf(env) });
  const small = <Schema>(schema: Schema): { readonly schema: Schema; readonly mostBytes: number } => ({
    schema,
    mostBytes: SMALL_BYTES,
  });

  app.post(`${MACHINE_API}/put`, async ({ env, json }) => {
    const machine = await machineOf(env); // Before the body: strangers send none.
    const body = await readBody(env.incoming, { schema: PutBodySchema, mostBytes: PUT_BYTES });
    const { within_ms, ...rest } = body;
    const withinMs = shorter(within_ms, config.answerWithinMs);
    const put = await store.transport({ kind: "machine", machine }).put({ ...rest, withinMs });
    metrics.add("galley_questions", { result: put.kind });
    return json(put);
  });
  app.post(`${MACHINE_API}/settle`, async ({ env, json }) => {
    const transport = await transportFor(env);
    const { lease, id } = await readBody(env.incoming, small(QuestionBodySchema));
    return json(await transport.settle(lease, id));
  });
  app.post(`${MACHINE_API}/beat`, async ({ env, json }) => {
    const transport = await transportFor(env);
    const { lease, reviewer } = await readBody(env.incoming, small(BeatBodySchema));
    return json(await transport.beat(lease, reviewer));
  });
  app.post(`${MACHINE_API}/end`, async ({ env, json }) => {
    const transport = await transportFor(env);
    const { lease } = await readBody(env.incoming, small(LeaseBodySchema));
    await transport.end(lease);
    return json({});
  });
  app.post(`${MACHINE_API}/open`, async ({ env, json }) => {
    const transport = await transportFor(env);
    return json(await transport.open(await readBody(env.incoming, small(FilterBodySchema))));
  });
  app.post(`${MACHINE_API}/read`, async ({ env, json }) => {
    const transport = await transportFor(env);
    const { id } = await readBody(env.incoming, small(IdBodySchema));
    return json(await transport.read(id));
  });
  app.post(`${MACHINE_API}/outcomes`, async (context) => {
    const transport = await transportFor(context.env);
    const { ids, wait_ms } = await readBody(context.env.incoming, {
      schema: OutcomesBodySchema,
      mostBytes: SMALL_BYTES,
    });
    const signal = AbortSignal.any([AbortSignal.timeout(Math.ceil(wait_ms)), stopping, goneOf(context)]);
    return context.json({ outcomes: [...(await transport.outcomes(ids, signal))] });
  });
  app.post(`${MACHINE_API}/watch`, async (context) => {
    const transport = await transportFor(context.env);
    const options = await readBody(context.env.incoming, small(WatchBodySchema));
    const signal = AbortSignal.any([stopping, goneOf(context)]);
    return lineStream({ events: transport.watch({ ...options, signal }), ping: () => ({ kind: "ping" }), signal });
  });
  app.post(`${MACHINE_API}/reviewers`, async ({ env, json }) => {
    const transport = await transportFor(env);
    return json({ reviewers: await transport.reviewers() });
  });
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
