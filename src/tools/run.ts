// One tool call from name and arguments to result: prepare, judge, ask, run. `planTool` stops before asking.

import { counted, failure, isFailure, withFullStop, type Code, type Frozen } from "../base/index.ts";
import { describeRejection, type Answer, type ApprovalPayload } from "../approval/index.ts";
import { howToAllow, judgeCall } from "../ask/index.ts";
import { asResult, failed, type ToolResult } from "./result.ts";
import { confirm, type Staged, type ToolContext } from "./context.ts";
import { checkArguments, type Tool } from "./tool.ts";
import type * as z from "zod/mini";
import type { ToolPlanSchema } from "./wire-schema.ts";

/** What a call would do: run, be asked about, or be blocked. */
export type ToolPlan = Frozen<Omit<z.infer<typeof ToolPlanSchema>, "payload">> & {
  readonly payload: ApprovalPayload | null;
};

// Refusals that no answer can lift: rules about paths.
const PATH_RULES: ReadonlySet<Code> = new Set([
  "ESCAPE",
  "UNKNOWN_SANDBOX",
  "INVALID_PATH",
  "SYMLINK",
  "READ_ONLY",
  "SUFFIX",
  "FORBIDDEN",
]);

/**
 * Runs one call: checks its arguments, asks what the rules do not answer, does it. Failures are results; only bugs are
 * thrown.
 */
export async function runTool(tool: Tool, args: unknown, given: ToolContext): Promise<ToolResult> {
  const notes: string[] = [];
  const staged = (staging: Staged): void => void notes.push(...describeStaging(staging));
  const context = { ...given, effects: [...(given.effects ?? []), { staged }] };
  const result = await asResult(async () => {
    const prepared = await tool.prepare(checkArguments(tool, args), context);
    const paths = prepared.call.targets.map(({ path }) => path);
    const verdict = await judgeCall(context.gate, prepared.call);
    if (verdict.effect === "deny") throw failure("FORBIDDEN", `${tool.name} is not allowed here: ${verdict.reason}.`);
    if (verdict.personOnly && context.reviewer === null) {
      const isAbout = verdict.protectedPaths ?? paths;
      const about = prepared.call.targets.filter(({ path, real }) => isAbout.includes(path) || isAbout.includes(real));
      // What was named comes first; a reason about a part of it names that part.
      throw failure("PROTECTED", `${paths[0]}: ${verdict.reason}. ${howToAllow(verdict, context.gate.noReviewer)}`, {
        data: { paths: about.map(({ path }) => path) },
      });
    }
    const objection = await context.judged?.({ verdict, call: prepared.call, path: paths[0]! });
    if (objection) throw failure("REJECTED", objection);
    if (prepared.kind === "change") return prepared.write(verdict);
    if (verdict.effect === "allow") return prepared.run(null);
    const answer = await confirm(context, await prepared.payload(verdict), { verdict, call: prepared.call });
    if (answer.action === "reject") throw failure("REJECTED", rejectionOf(answer, tool.name), { data: { paths } });
    return prepared.run(answer);
  });
  if (notes.length === 0) return result;
  // The first line is what the user is shown; a diff or a comment below it stays whole.
  const [first = "", ...more] = result.message.split("\n");
  return { ...result, message: [[withFullStop(first), ...notes].join(" "), ...more].join("\n") };
}

function describeStaging({ staged, warnings }: Staged): readonly string[] {
  const isAll = warnings.length === 0;
  const what = isAll ? "Staged in git." : `${counted(staged.length, "file")} staged in git.`;
  return [...(staged.length === 0 ? [] : [what]), ...warnings];
}

function rejectionOf({ by, reason }: Extract<Answer, { action: "reject" }>, tool: string): string {
  if (by.kind !== "person") return describeRejection({ by, reason: reason ?? null }, tool);
  return reason ?? `${tool} was rejected by the user.`;
}

/** What would be asked, without doing anything. A call that cannot work gives its failed result instead. */
export async function planTool(tool: Tool, args: unknown, context: ToolContext): Promise<ToolPlan | ToolResult> {
  try {
    const prepared = await tool.prepare(checkArguments(tool, args), context);
    const verdict = await judgeCall(context.gate, prepared.call);
    if (verdict.effect === "allow")
      return { status: "pre_approved", reason: verdict.reason, error: null, payload: null };
    if (verdict.effect === "ask")
      return {
        status: "needs_approval",
        reason: verdict.reason,
        error: null,
        payload: await prepared.payload(verdict),
      };
    const forbidden = failure("FORBIDDEN", `${tool.name} is not allowed here: ${verdict.reason}.`);
    return { status: "blocked", reason: verdict.reason, error: errorOf(forbidden), payload: null };
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (PATH_RULES.has(error.code)) {
      const { reason } = error.data;
      const why = typeof reason === "string" ? reason : error.message;
      return { status: "blocked", reason: why, error: errorOf(error), payload: null };
    }
    return failed(error);
  }
}

function errorOf(error: Parameters<typeof failed>[0]): ToolPlan["error"] {
  const result = failed(error);
  return result.success ? null : result.error;
}
