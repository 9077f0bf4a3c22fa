// The wire shapes as JSON Schemas, made from the one definition each has. `npm run schema` writes them to schema/; a
// test fails when what is there is old. No command loads this file.

import * as z from "zod/mini";
import { RunEventSchema } from "../agent/index.ts";
import { ApprovalPayloadSchema, DecisionSchema } from "../approval/index.ts";
import { QuestionSchema } from "../inbox/index.ts";
import { ApplyReportSchema, ToolPlanSchema, ToolResultSchema } from "../tools/index.ts";
import { CONFIG_KEYS, ConfigSchema, type ConfigKey } from "../workspace/index.ts";
import { InboxAnswerSchema, InboxEventSchema, InboxListSchema } from "./inbox/schema.ts";
import { LogSchema, ReviewReportSchema, UndoReportSchema } from "./wire-schema.ts";

/** File name in schema/ → its text. */
export function schemaFiles(): ReadonlyMap<string, string> {
  return new Map(
    DOCUMENTS.map(([name, title, description, schema]) => {
      // As a writer of the value sees it: unknown fields are ignored, except in the config, where they are errors.
      const { $schema, ...shape } = z.toJSONSchema(schema, { io: "input", metadata: namedParts() });
      const document = { $schema, $id: `galley:schema/${name}`, title, description, ...shape };
      return [`${name}.json`, `${JSON.stringify(document, null, 2)}\n`];
    }),
  );
}

/** Parts that occur often appear once, under their names; each config key says what it means. */
function namedParts(): z.core.$ZodRegistry<{ id?: string; description?: string }> {
  const names = z.registry<{ id?: string; description?: string }>();
  for (const option of ApprovalPayloadSchema.def.options) {
    const { type, risks } = option.def.shape;
    names.add(option, { id: `${type.def.values[0]}-payload` });
    names.add(risks.def.element, { id: "risk" });
    if ("hunks" in option.def.shape) names.add(option.def.shape.hunks.def.element, { id: "hunk" });
  }
  names.add(DecisionSchema.def.shape.items.def.element.def.options[0].def.shape.by, { id: "actor" });
  describeKeys(names, ConfigSchema.def.shape, CONFIG_KEYS.top);
  const { timeouts, sandboxes } = ConfigSchema.def.shape;
  describeKeys(names, timeouts.def.innerType.def.shape, CONFIG_KEYS.timeouts);
  describeKeys(names, sandboxes.def.innerType.def.valueType.def.shape, CONFIG_KEYS.sandbox);
  return names;
}

/** An editor shows them next to a key; links lead nowhere there. */
function describeKeys(
  names: ReturnType<typeof namedParts>,
  shape: Readonly<Record<string, z.ZodMiniType>>,
  keys: readonly ConfigKey[],
): void {
  for (const { name, means } of keys)
    names.add(shape[name]!, { description: means.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1") });
}

const DOCUMENTS: readonly (readonly [name: string, title: string, description: string, schema: z.ZodMiniType])[] = [
  [
    "approval-payload",
    "ApprovalPayload",
    "A question: everything a reviewer needs to show and to answer it. See docs/protocols/approval.md.",
    ApprovalPayloadSchema,
  ],
  [
    "decision",
    "Decision",
    "The answers to one question, one per file, each bound to the bytes that were shown.",
    DecisionSchema,
  ],
  [
    "inbox-question",
    "InboxQuestion",
    "A question that waits in the inbox for another process: an approval payload, and who asks.",
    QuestionSchema,
  ],
  ["inbox-list", "InboxList", "What `galley inbox list --json` prints: open questions, oldest first.", InboxListSchema],
  ["inbox-answer", "InboxAnswer", "What `galley inbox answer --json` prints.", InboxAnswerSchema],
  ["inbox-event", "InboxEvent", "One line of what `galley inbox watch --json` prints.", InboxEventSchema],
  ["apply-report", "ApplyReport", "What `galley apply --json` prints.", ApplyReportSchema],
  ["tool-result", "ToolResult", "What `galley tool` prints.", ToolResultSchema],
  ["tool-plan", "ToolPlan", "What `galley tool --plan` prints for a call that could work.", ToolPlanSchema],
  [
    "run-event",
    "RunEvent",
    "One line of what `galley run --json` prints. See docs/protocols/run-events.md.",
    RunEventSchema,
  ],
  ["review-report", "ReviewReport", "What `galley review --json` prints.", ReviewReportSchema],
  ["undo-report", "UndoReport", "What `galley undo --json` prints.", UndoReportSchema],
  ["log", "Log", "What `galley log --json` prints: entries, newest first.", LogSchema],
  ["config", "Config", "The config file: the user's, one given with --config, or a project's.", ConfigSchema],
];
