// What `galley run --json` prints, one event per line: defined here and nowhere else. `run-start` comes first, `run-end`
// last; new kinds of events may come, so a reader passes over those it does not know.

import * as z from "zod/mini";
import { ApplyReportSchema, ToolResultSchema } from "../../tools/index.ts";

const tokens = z.nullable(z.number());
const usage = z.object({ input_tokens: tokens, output_tokens: tokens, cached_tokens: tokens });
const receipt = z.enum(["not-started", "applied", "denied", "failed", "unknown"]);
const paths = z.array(z.string());
const call = { call_id: z.string(), tool: z.string() };

const kinds = [
  z.object({
    type: z.literal("run-start"),
    session_id: z.string(),
    model: z.string(),
    mode: z.enum(["tools", "blocks", "auto"]),
  }),
  z.object({ type: z.literal("text-delta"), text: z.string() }),
  /** The whole text since the last commit. */
  z.object({ type: z.literal("text-commit"), text: z.string() }),
  z.object({ type: z.literal("reasoning-delta"), text: z.string() }),
  z.object({ type: z.literal("tool-call"), ...call, args: z.unknown() }),
  z.object({
    type: z.literal("approval"),
    /** Block mode: `call_id` names the answer, one event per file; `tool` is what would make such a change. */
    ...call,
    /** What it concerns, as sandbox/relative. */
    paths,
    /** Rules, or a flag, allowed it; no one had to be asked. */
    auto_approved: z.boolean(),
    reason: z.string(),
  }),
  z.object({ type: z.literal("tool-output"), ...call, stream: z.enum(["stdout", "stderr"]), text: z.string() }),
  z.object({ type: z.literal("tool-result"), ...call, receipt, content: z.string(), result: ToolResultSchema }),
  z.object({ type: z.literal("block-start"), path: z.nullable(z.string()) }),
  /** A piece of the block's old or new text, cut anywhere. */
  z.object({ type: z.literal("block-text"), section: z.enum(["old", "new"]), text: z.string() }),
  /** `broken` says what is wrong with the block; null when it is whole. */
  z.object({ type: z.literal("block-end"), path: z.nullable(z.string()), broken: z.nullable(z.string()) }),
  /** Before anything is written; in tools mode at the end, for edits in the model's words. */
  z.object({ type: z.literal("edits-not-applied"), results: ApplyReportSchema.shape.results }),
  z.object({ type: z.literal("edits-applied"), report: ApplyReportSchema }),
  /** The selected files: the model is shown these from now on. This name and `streamComplete` are B4's. */
  z.object({ type: z.literal("filesChanged"), files: z.array(z.string()) }),
  z.object({
    type: z.literal("streamComplete"),
    results: ApplyReportSchema.shape.results,
    files_modified: paths,
    files_created: paths,
    files_deleted: paths,
    /** Edited without having been seen: not touched, and selected from now on. */
    files_auto_added: paths,
    note: z.nullable(z.string()),
    /** What a person may want to say next; never sent by itself. */
    retry: z.nullable(z.string()),
  }),
  z.object({
    type: z.literal("retry"),
    attempt: z.number(),
    wait_ms: z.number(),
    code: z.string(),
    message: z.string(),
    /** Text that was shown and does not count. */
    discarded: z.string(),
  }),
  z.object({ type: z.literal("usage"), request: usage, sum: usage }),
  z.object({ type: z.literal("note"), message: z.string() }),
  z.object({
    type: z.literal("run-end"),
    session_id: z.string(),
    outcome: z.enum(["done", "interrupted", "stopped", "limit", "failed"]),
    /** What the process ends with. */
    exit_code: z.number(),
    /** Of a failure, or the name of a limit; "BUG" for a mistake of our own. */
    code: z.nullable(z.string()),
    message: z.nullable(z.string()),
    text: z.string(),
    requests: z.number(),
    usage,
    /** An estimate in US dollars; null when the price is not known. */
    cost_usd: z.nullable(z.number()),
    receipts: z.array(z.object({ ...call, receipt })),
    report: z.nullable(ApplyReportSchema),
    notes: z.array(z.string()),
  }),
] as const;

/** Checks a run event from outside. Fields that it does not know are ignored. */
export const RunEventSchema = z.discriminatedUnion("type", kinds);

/** One event of a run, as `galley run --json` prints it on one line. */
export type RunEvent = z.infer<typeof RunEventSchema>;
