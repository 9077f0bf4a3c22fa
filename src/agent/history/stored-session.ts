// A session as text and back. What comes from a file is checked whole before anything of it counts; a session of a
// shape we do not know is refused, not guessed.

import * as z from "zod/mini";
import { failure, isFailure, type Version } from "../../base/index.ts";
import { IN_DOUBT } from "../../tools/index.ts";
import type { Message } from "./messages.ts";
import type { Usage } from "../model.ts";
import { PERMISSIONS } from "../permissions.ts";
import type { Mode } from "../prompt.ts";
import { repairHistory } from "./repair.ts";
import type { Session } from "../session.ts";

const tokens = z.nullable(z.number());
const provider = z.optional(z.record(z.string(), z.record(z.string(), z.unknown())));

const PartSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("text"), text: z.string(), provider }),
  z.strictObject({ kind: z.literal("reasoning"), text: z.string(), provider }),
  z.strictObject({
    kind: z.literal("call"),
    id: z.string(),
    tool: z.string(),
    args: z.unknown(),
    unparsed: z.optional(z.string()),
    provider,
  }),
]);

const MessageSchema = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("user"), text: z.string(), notes: z.optional(z.array(z.string())) }),
  z.strictObject({ role: z.literal("assistant"), parts: z.array(PartSchema) }),
  z.strictObject({
    role: z.literal("tool"),
    results: z.array(
      z.strictObject({
        id: z.string(),
        tool: z.string(),
        content: z.string(),
        isError: z.boolean(),
        shows: z.optional(z.array(z.string())),
      }),
    ),
  }),
]);

const StoredSchema = z.strictObject({
  id: z.string(),
  /** Where it was held; a session is resumed for the same root only. */
  root: z.string(),
  model: z.nullable(z.string()),
  /** How the model was asked to change files. */
  format: z.optional(z.enum(["auto", "tools", "blocks"])),
  permissions: z.optional(z.enum(PERMISSIONS)),
  usage: z.strictObject({ input: tokens, output: tokens, cached: tokens }),
  context: z.array(z.string()),
  /** Where those of them led that led elsewhere. */
  targets: z.optional(z.record(z.string(), z.string())),
  /** Names of images from elsewhere; their bytes are not kept. */
  attached: z.optional(z.array(z.string())),
  seen: z.array(z.strictObject({ path: z.string(), version: z.string() })),
  notes: z.array(z.string()),
  /** Receipts. */
  written: z.optional(z.array(z.string())),
  messages: z.array(MessageSchema),
  /** Turns that are not sent any more. */
  earlier: z.optional(z.array(MessageSchema)),
  /** How many turns before those are not kept. */
  lost: z.optional(z.number()),
  /** What was said first, where a summary has taken its place. */
  title: z.optional(z.string()),
});

export type StoredFacts = {
  readonly root: string;
  readonly model: string | null;
  readonly format?: Mode | "auto";
};

/** The answer to a call whose program ended, killed or without power, before it had one. */
const LOST = `Galley ended before this call had its result. ${IN_DOUBT}`;

/** `unfinished` is what a checkpoint gave: reported to the model when it is this text that the session goes on from. */
export function storeSession(session: Session, facts: StoredFacts, unfinished: readonly string[] = []): string {
  return JSON.stringify({
    id: session.id,
    ...facts,
    permissions: session.permissions,
    usage: session.usage,
    context: [...session.context],
    targets: Object.fromEntries([...session.targets].filter(([path, real]) => path !== real)),
    ...(session.attached.size > 0 && { attached: [...session.attached.keys()] }),
    seen: session.seen.entries(),
    notes: [...session.notes, ...unfinished],
    written: session.written,
    messages: session.messages,
    ...(session.earlier.length > 0 && { earlier: session.earlier }),
    ...(session.lost > 0 && { lost: session.lost }),
    ...(session.title !== null && { title: session.title }),
  } satisfies z.input<typeof StoredSchema> | Record<string, unknown>);
}

/** What a stored session says about itself. INVALID_ARG when it is not one. */
export function readStored(
  json: string,
): StoredFacts & { readonly id: string; readonly turns: number; readonly first: string } {
  const { id, root, model, format, messages, earlier = [], title } = parse(json);
  const said = [...earlier, ...messages].flatMap((message) => (message.role === "user" ? [message.text] : []));
  return { id, root, model, ...(format && { format }), turns: said.length, first: title ?? said[0] ?? "" };
}

/** Fills a new session, whose files are in place already. Gives what could not be taken up again, as whole sentences. */
export function resumeSession(session: Session, json: string): readonly string[] {
  const stored = parse(json);
  session.replaceMessages(repairHistory(stored.messages as readonly Message[], { because: LOST })); // The schema is its shape.
  session.replaceEarlier((stored.earlier ?? []) as readonly Message[], { lost: stored.lost ?? 0 }); // As above.
  session.count(stored.usage satisfies Usage);
  session.permissions = stored.permissions ?? "ask";
  session.title = stored.title ?? null;
  session.wrote(stored.written ?? []);
  for (const note of stored.notes) session.note(note);
  for (const { path, version } of stored.seen) session.seen.record(path, version as Version); // Compared, never trusted.
  const gone = stored.context.filter((path) => !addTo(session, path, stored.targets?.[path] ?? path));
  return [
    ...gone.map((path) => `${path} of the resumed session is not in this workspace any more.`),
    ...(stored.attached ?? []).map((name) => `${name}, an image of the resumed session, is not kept. Attach it again.`),
  ];
}

function addTo(session: Session, path: string, real: string): boolean {
  try {
    const resolved = session.workspace().resolve(path);
    session.context.add(resolved);
    session.targets.set(resolved, real);
    return true;
  } catch (error) {
    if (isFailure(error)) return false;
    throw error;
  }
}

function parse(json: string): z.infer<typeof StoredSchema> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw failure("INVALID_ARG", "The saved session cannot be read, so it was not resumed. Start a new one.", {
      cause,
    });
  }
  const parsed = StoredSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw failure(
    "INVALID_ARG",
    "The saved session is from another version of galley, so it was not resumed. Start a new one.",
  );
}
