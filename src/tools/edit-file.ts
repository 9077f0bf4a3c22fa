// edit_file: replace text that occurs exactly once (or everywhere). `edit` is the same under another agent's names.

import * as z from "zod/mini";
import { changePayload, describeDone, lines, tally } from "../approval/index.ts";
import { failure, isFailure } from "../base/index.ts";
import type { ChangePlan, Edit, EditId, FilePlan } from "../edits/index.ts";
import { asWritten, MODIFIED_NOTE, modifiedNote, requireFile, requireWritten } from "./outcome.ts";
import { succeeded, type ToolResult } from "./result.ts";
import { defineTool, requireVisible, type Prepared, type ToolContext } from "./tool.ts";

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
  }),
  prepare: (args, context) =>
    prepareEdit(
      {
        tool: "edit_file",
        path: args.path,
        find: args.old_string,
        put: args.new_string,
        all: args.replace_all ?? false,
      },
      context,
    ),
});

export const edit = defineTool({
  name: "edit",
  description: "Replace oldText with newText in a file. oldText must be copied exactly and occur once.",
  schema: z.strictObject({ path: z.optional(z.unknown()), oldText: z.string(), newText: z.string() }),
  prepare: async (args, context) => {
    try {
      const prepared = await prepareEdit(
        { tool: "edit", path: args.path, find: args.oldText, put: args.newText, all: false },
        context,
      );
      return { ...prepared, run: async (answer) => inItsOwnWords(await prepared.run(answer), prepared.note) };
    } catch (error) {
      if (isFailure(error, "NO_MATCH"))
        throw failure("NO_MATCH", `Could not find exact text in ${context.resolve(args.path)}. ${error.message}`, {
          data: error.data,
        });
      if (isFailure(error, "NOT_UNIQUE"))
        throw failure("NOT_UNIQUE", `Found multiple occurrences in ${context.resolve(args.path)}. ${error.message}`, {
          data: error.data,
        });
      throw error;
    }
  },
});

type Wanted = {
  readonly tool: string;
  readonly path: unknown;
  readonly find: string;
  readonly put: string;
  readonly all: boolean;
};

/** `note`: what was asked for and not done, as a sentence with a blank before it, or "". */
async function prepareEdit(wanted: Wanted, context: ToolContext): Promise<Prepared & { readonly note: string }> {
  if (wanted.find === "")
    throw failure(
      "INVALID_ARG",
      "The text to replace is empty. Copy the text you want to change; to create or fill a file use write_file.",
    );
  for (const [name, value] of [
    ["old", wanted.find],
    ["new", wanted.put],
  ] as const) {
    if (!value.isWellFormed())
      throw failure("INVALID_ARG", `The ${name} text holds half of a character pair, which no file can store.`);
  }
  const path = context.resolve(wanted.path, "file");
  const disclose = await requireVisible(path, context);
  context.requireWritable(path);
  const change = { kind: "replace", find: wanted.find, put: wanted.put, match: "chars", all: wanted.all } as const;
  const edits: readonly Edit[] = [{ id: "1" as EditId, path, source: { format: "tool", from: 0, to: 0 }, change }];
  const plan = await context.prepare(edits, { disclose });
  const file = requireFile(plan);
  if (file === null) throw failure("NO_CHANGE", `The edit leaves ${path} as it is.`);
  const [result] = plan.results;
  const note = result?.kind === "change" && result.note !== undefined ? ` ${result.note}` : "";
  return {
    note,
    call: { tool: "edit_file", access: "edit", paths: [path] },
    asksItself: true,
    payload: async () =>
      changePayload(plan, file, { approvalId: context.newId(), protection: context.gate.protection }),
    run: async () => {
      const written = requireWritten((await context.carryOut(plan))[0]);
      const [done, value] = editResult(plan, asWritten(file, written), modifiedNote(written, file, { disclose }));
      const message = note === "" ? done : `${done}.${note}`;
      return succeeded(message, { ...value, message });
    },
  };
}

function editResult(plan: ChangePlan, file: FilePlan, note: string): [string, EditResult] {
  const result = plan.results[0]!;
  const replacements = result.kind === "change" ? result.replacements : 0;
  const done = describeDone(file, { path: file.path, to: null });
  const counted =
    replacements > 1 && note === ""
      ? `Replaced ${replacements} occurrences (${lines(tally(file.hunks).changed)}) in ${file.path}`
      : done;
  const message = `${counted}${note === "" ? "" : `.${note}`}`;
  return [
    message,
    {
      path: file.path,
      replacements_made: replacements,
      lines_changed: note !== "" ? tally(file.hunks).changed : result.kind === "change" ? result.linesChanged : 0,
      message,
    },
  ];
}

function inItsOwnWords(result: ToolResult, note: string): ToolResult {
  if (!result.success) return result;
  const value = result.value as EditResult; // prepareEdit gave it.
  const message = value.message.includes(MODIFIED_NOTE)
    ? `Successfully applied user-modified edit to ${value.path}. ${MODIFIED_NOTE}`
    : `Successfully replaced text in ${value.path}.${note}`;
  return { ...result, message, value: { ...value, message } };
}
