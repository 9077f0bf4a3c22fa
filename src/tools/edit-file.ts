// edit_file: replace text that occurs exactly once (or everywhere). `edit` is the same under another agent's names.

import * as z from "zod/mini";
import { changePayload, describeDone, tally } from "../approval/index.ts";
import { callOf } from "../ask/index.ts";
import { counted, failure, isFailure, type Target } from "../base/index.ts";
import { replacementsMade, type ChangePlan, type Edit, type EditId, type EditPlan } from "../edits/index.ts";
import {
  asWritten,
  isModified,
  MODIFIED_NOTE,
  modifiedNote,
  requireFile,
  requireWrittenFile,
  type WrittenFile,
} from "./outcome.ts";
import { requireNoNul } from "./nul.ts";
import { succeeded } from "./result.ts";
import { planChange, questionId, requireVisible, writeChange, type ToolContext } from "./context.ts";
import { defineTool, type Prepared } from "./tool.ts";

/** What an edit did. */
export type EditResult = {
  readonly path: string;
  readonly replacements_made: number;
  readonly lines_changed: number;
  readonly message: string;
};

export const editFile = defineTool({
  name: "edit_file",
  description:
    "Replace old_string with new_string in a file. old_string must be copied exactly and occur once, unless replace_all. An empty new_string deletes.",
  schema: z.strictObject({
    path: z.optional(z.unknown()),
    old_string: z.string(),
    new_string: z.string(),
    replace_all: z.optional(z.boolean()),
    lenient: z.optional(z.boolean()),
  }),
  parameters: {
    path: "Path of the file, relative to the root, with / between names.",
    old_string: "The text to replace, copied exactly from the file. It must occur once, unless replace_all is true.",
    new_string: "The text to put in its place. Empty deletes.",
    replace_all: "Replace every occurrence. Default: false.",
    lenient:
      "Accept the place that an error named as its candidate: the only one that a softer rule finds. Default: false.",
  },
  prepare: (args, context) =>
    prepareEdit(
      {
        path: args.path,
        find: args.old_string,
        put: args.new_string,
        all: args.replace_all ?? false,
        lenient: args.lenient ?? false,
        names: { find: "old_string", put: "new_string" },
        describe: describeEdit,
      },
      context,
    ),
});

export const edit = defineTool({
  name: "edit",
  description: "Replace oldText with newText in a file. oldText must be copied exactly and occur once.",
  schema: z.strictObject({ path: z.optional(z.unknown()), oldText: z.string(), newText: z.string() }),
  parameters: {
    path: "Path of the file, relative to the root, with / between names.",
    oldText: "The text to replace, copied exactly from the file. It must occur once.",
    newText: "The text to put in its place. Empty deletes.",
  },
  prepare: async (args, context) => {
    try {
      return await prepareEdit(
        {
          path: args.path,
          find: args.oldText,
          put: args.newText,
          all: false,
          lenient: false,
          names: { find: "oldText", put: "newText" },
          describe: describeAsOthersKnow,
        },
        context,
      );
    } catch (error) {
      if (isFailure(error, "NO_MATCH"))
        throw failure("NO_MATCH", `Could not find exact text in ${context.resolve(args.path)}. ${error.message}`, {
          data: error.data,
          hasLines: true,
        });
      if (isFailure(error, "NOT_UNIQUE"))
        throw failure("NOT_UNIQUE", `Found multiple occurrences in ${context.resolve(args.path)}. ${error.message}`, {
          data: error.data,
          hasLines: true,
        });
      throw error;
    }
  },
});

type Wanted = {
  readonly path: unknown;
  readonly find: string;
  readonly put: string;
  readonly all: boolean;
  /** Take the place of a softer rule when there is no exact one. */
  readonly lenient: boolean;
  /** The tool's own names for its two texts: messages use them. */
  readonly names: { readonly find: string; readonly put: string };
  readonly describe: (done: WrittenFile, replacements: number) => string;
};

async function prepareEdit(wanted: Wanted, context: ToolContext): Promise<Prepared> {
  const { find, put, all, names } = wanted;
  if (find === "")
    throw failure(
      "INVALID_ARG",
      `${names.find} is empty. Copy the text you want to change; to create or fill a file use write_file.`,
    );
  for (const [name, value] of [
    [names.find, find],
    [names.put, put],
  ] as const) {
    if (!value.isWellFormed())
      throw failure("INVALID_ARG", `${name} contains a lone surrogate, which no file can store.`);
  }
  requireNoNul(names.put, put);
  const path = context.resolve(wanted.path, "file");
  await requireVisible(context.files.resolve(path), context);
  context.requireWritable(path);
  const source = { format: "tool", from: 0, to: 0, parameter: names.find } as const;
  const change = { kind: "replace", find, put, match: "chars", all } as const;
  const edits: readonly Edit[] = [{ id: "1" as EditId, path, source, change }];
  const { plan, rule } = await planLeniently(wanted, edits, context);
  const file = requireFile(plan, { offersLenient: names.find === "old_string" });
  if (file === null) throw failure("NO_CHANGE", `The edit leaves ${path} as it is.`);
  const disclose = await requireVisible(file, context);
  return {
    kind: "change",
    call: callOf(plan, file),
    payload: async () =>
      changePayload(plan, file, { approvalId: questionId(context), protection: context.gate.protection }),
    write: async (verdict) => {
      const carried = await writeChange(context, plan, { atomic: false, verdicts: new Map([[file, verdict]]) });
      const value = editResult(requireWrittenFile(carried, { disclose }), wanted);
      const message = rule === null ? value.message : `${value.message} (placed by the rule "${rule}", lenient)`;
      return succeeded(message, { ...value, message });
    },
  };
}

/** The plan, and the softer rule that placed the edit because it was asked for; null when it has an exact place. */
async function planLeniently(
  { lenient, all }: Wanted,
  edits: readonly Edit[],
  context: ToolContext,
): Promise<{ readonly plan: ChangePlan; readonly rule: string | null }> {
  const options = { disclose: (target: Target) => requireVisible(target, context) };
  const plan = await planChange(context, edits, options);
  const [result] = plan.results;
  const candidate = result?.kind === "miss" ? (result.why.diagnostics?.candidate ?? null) : null;
  // A rule finds one place; "everywhere" is more than that.
  if (!lenient || all || candidate === null) return { plan, rule: null };
  const { change, rule, line } = candidate;
  const placed = edits.map((asked) => ({
    ...asked,
    change,
    placed: { by: "flag", asked: asked.change, choices: [{ rule, line }] } as const,
  }));
  return { plan: await planChange(context, placed, options), rule };
}

/** Every number is that of the bytes that were written. */
function editResult(done: WrittenFile, { describe }: Wanted): EditResult {
  const { file, edit: made, written } = done;
  const replacements = replacementsMade(file, made, written.content);
  return {
    path: file.path,
    replacements_made: replacements,
    lines_changed: tally(asWritten(file, written).hunks).changed,
    message: describe(done, replacements),
  };
}

function describeEdit({ file, edit: made, written, disclose }: WrittenFile, replacements: number): string {
  const done = asWritten(file, written);
  const text =
    replacements > 1
      ? `Replaced ${replacements} occurrences (${counted(tally(done.hunks).changed, "line")}) in ${file.path}`
      : describeDone(done, { path: file.path, to: null });
  const notes = `${keptEndings(made.planned)}${modifiedNote(written, file, { disclose })}`;
  return notes === "" ? text : `${text}.${notes}`;
}

function describeAsOthersKnow({ file, edit: made, written }: WrittenFile): string {
  return isModified(written)
    ? `Successfully applied user-modified edit to ${file.path}. ${MODIFIED_NOTE}`
    : `Successfully replaced text in ${file.path}.${keptEndings(made.planned)}`;
}

/** What was asked for and not done, as a sentence with a space before it, or "". */
function keptEndings(planned: EditPlan): string {
  return planned.kind === "change" && planned.note !== undefined ? ` ${planned.note}` : "";
}
