// write_file: create a file or replace its whole content, shown as a diff first.

import * as z from "zod/mini";
import { changePayload } from "../approval/index.ts";
import { callOf } from "../ask/index.ts";
import { counted, failure } from "../base/index.ts";
import type { EditId } from "../edits/index.ts";
import { asText, byteLength } from "../text/index.ts";
import { requireNoNul } from "./nul.ts";
import { modifiedNote, requireFile, requireWrittenFile } from "./outcome.ts";
import { succeeded } from "./result.ts";
import { planChange, questionId, requireVisible, writeChange } from "./context.ts";
import { defineTool } from "./tool.ts";

export const writeFile = defineTool({
  name: "write_file",
  description: "Create a file with this content, or replace the whole content of an existing one. Parents are created.",
  schema: z.strictObject({ path: z.optional(z.unknown()), content: z.string() }),
  parameters: {
    path: "Path of the file, relative to the root, with / between names.",
    content: "The whole new content, exactly as it is to be written.",
  },
  prepare: async ({ path: given, content }, context) => {
    const text = asText(content);
    if (text === null) throw failure("INVALID_ARG", "The content contains a lone surrogate, which no file can store.");
    requireNoNul("content", content);
    const path = context.resolve(given, "file");
    await requireVisible(context.files.resolve(path), context);
    context.requireWritable(path);
    const change = { kind: "overwrite", content } as const;
    const edits = [{ id: "1" as EditId, path, source: { format: "tool", from: 0, to: 0 } as const, change }];
    const plan = await planChange(context, edits, { disclose: false });
    const file = requireFile(plan);
    if (file === null) throw failure("NO_CHANGE", `${path} already has exactly this content; nothing was written.`);
    const disclose = await requireVisible(file, context);
    return {
      kind: "change",
      call: callOf(plan, file),
      payload: async () =>
        changePayload(plan, file, { approvalId: questionId(context), protection: context.gate.protection }),
      write: async (verdict) => {
        const carried = await writeChange(context, plan, { atomic: false, verdicts: new Map([[file, verdict]]) });
        const done = requireWrittenFile(carried, { disclose });
        const note = modifiedNote(done.written, done.file, { disclose });
        const { content: text } = done.written;
        const size = text === null ? 0 : byteLength(text);
        return succeeded(`Wrote ${counted(size, "byte")} to ${path}${note === "" ? "" : `.${note}`}`, size);
      },
    };
  },
});
