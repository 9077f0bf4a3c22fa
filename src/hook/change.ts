// A change that a host's tool is about to make: as a plan, past the rules and a person, and back as the answer that makes
// the tool write exactly what was approved.

import { describeRejection } from "../approval/index.ts";
import { judgeCall } from "../ask/index.ts";
import { counted, type WorkspacePath } from "../base/index.ts";
import type { ChangePlan } from "../edits/index.ts";
import type { Text } from "../text/index.ts";
import type { ToolContext } from "../tools/index.ts";
import { doorOf } from "./ask-person.ts";
import type { Answering } from "./answering.ts";
import { OPEN_ONE } from "./doubt.ts";
import { predict } from "./predict/predict.ts";
import { propose, proposeExactly, type Proposal } from "./proposal.ts";
import type { Approved } from "./rewrite/patch.ts";
import { inputFor, type Rewritten, type Sent } from "./rewrite/rewrite.ts";
import type { HookAnswer } from "./types.ts";
import { forbiddenBy } from "./uncertain-change.ts";

export async function answerChange(given: Sent, { context, doubt, options }: Answering): Promise<HookAnswer> {
  const { host, call, cwd, callKey, since, realPath, workspace, person, signal } = options;
  const sent = given.call.kind === "patch" ? { ...given, ...(await import("./rewrite/patch.ts")) } : given;
  const { resolveHost } = workspace;
  const proposal = await propose(sent.call, { cwd, habits: sent.habits, realPath, resolveHost, context });
  const missed = proposal.plan.results.flatMap((result) => (result.kind === "miss" ? [result.why.message] : []));
  if (missed.length > 0) return { kind: "deny", reason: missed.join("\n") };
  const certain = await withCertainBytes(sent, proposal, context);
  if (certain.kind === "answer") return certain.answer;
  if (certain.kind === "unknown") {
    const moved = proposal.plan.files.flatMap(({ to }) => (to === null ? [] : [context.approved.resolve(to)]));
    const forbidden = await forbiddenBy([...proposal.plan.files, ...moved], context);
    return forbidden === null ? doubt(certain.why) : { kind: "deny", reason: `Not allowed: ${forbidden}.` };
  }
  const to = { door: doorOf(host), call_key: callKey };
  const delegated = await workspace.delegate(certain.plan, {
    reviewer: person,
    yes: false,
    signal,
    to,
    since,
    writesLater: host.writesLater ?? false,
  });
  const refused: string[] = [];
  const approved: Approved[] = [];
  let isModified = false;
  for (const file of delegated.files) {
    const name = proposal.names.get(file.path) ?? file.path;
    if (file.kind === "failed") refused.push(`${name}: ${file.message}`);
    else if (file.kind === "rejected") refused.push(describeRejection(file, `Change of ${name}`));
    else {
      const target = file.to === null ? null : (proposal.names.get(file.to) ?? file.to);
      approved.push({ path: name, to: target, before: file.before, after: file.content });
      isModified ||= file.userModified || file.hunksLeft.length > 0;
    }
  }
  if (approved.length === 0) {
    const why = person.doubt();
    return why === null ? { kind: "deny", reason: refused.join("\n") } : doubt(why);
  }
  const rewritten = inputFor(sent, approved);
  if (rewritten === null) {
    await workspace.settleDelegated(to);
    return { kind: "deny", reason: cannotWrite(call.tool, approved) };
  }
  const why = person.doubt();
  if (why === null) return allowed(rewritten, noteFor(refused, { isModified, approved }));
  const question = doubt(why);
  if (rewritten.kind === "as-sent" || question.kind !== "ask") return question;
  if (host.asks === "any") return { ...question, input: rewritten.input };
  await workspace.settleDelegated(to);
  return {
    kind: "deny",
    reason: `Not approved: ${why}, and ${host.title} would write other bytes than it shows. ${OPEN_ONE}`,
  };
}

type Certain =
  | { readonly kind: "plan"; readonly plan: ChangePlan }
  | { readonly kind: "unknown"; readonly why: string }
  | { readonly kind: "answer"; readonly answer: HookAnswer };

/**
 * The plan whose bytes the host's tool can be made to write: ours, else exactly what the tool would write by itself, so
 * that the reviewer sees that.
 */
async function withCertainBytes(sent: Sent, { plan, names }: Proposal, context: ToolContext): Promise<Certain> {
  const nameOf = (path: WorkspacePath): string => names.get(path) ?? path;
  const wanted = plan.files.map(({ path, to, before, result }): Approved => ({
    path: nameOf(path),
    to: to === null ? null : nameOf(to),
    before,
    after: result,
  }));
  if (plan.files.some(({ raw }) => raw !== undefined)) return { kind: "unknown", why: "The file is not text." };
  if (wanted.length > 0 && inputFor(sent, wanted) !== null) return { kind: "plan", plan };
  const before = new Map<string, Text | null>(wanted.map((file) => [file.path, file.before]));
  const predicted = predict(sent.call, sent.habits, (name) => before.get(name) ?? null);
  if (wanted.length === 0) {
    const said = plan.results.map((result) => (result.kind === "already" ? result.message : "")).join(" ");
    return { kind: "answer", answer: { kind: "deny", reason: `Nothing to change. ${said}`.trim() } };
  }
  if (predicted.kind !== "files") return { kind: "unknown", why: predicted.why };
  if (predicted.files.some(({ path, to }) => to !== null || !before.has(path)))
    return { kind: "unknown", why: "The tool would change more than the call says." };
  const byName = new Map(plan.files.map((file) => [nameOf(file.path), file]));
  // A rule that forbids the change as it is meant also forbids it in this form.
  for (const file of plan.files) {
    const verdict = await judgeCall(context.gate, { tool: "edit_file", access: "edit", targets: [file] });
    if (verdict.effect === "deny") return { kind: "plan", plan };
  }
  const exact = await proposeExactly(
    predicted.files.map(({ path, after }) => ({ name: path, path: byName.get(path)!.path, after })),
    context,
  );
  return { kind: "plan", plan: exact };
}

function allowed(rewritten: Rewritten, note: string | null): HookAnswer {
  return rewritten.kind === "as-sent"
    ? { kind: "allow", note }
    : { kind: "allow-modified", input: rewritten.input, note };
}

/** What the agent should know: the bytes are not those it sent. */
function noteFor(
  refused: readonly string[],
  { isModified, approved }: { readonly isModified: boolean; readonly approved: readonly Approved[] },
): string | null {
  const names = approved.map(({ path }) => path).join(", ");
  const changed = isModified
    ? [`The user changed this edit in review, and that is what was written. Read ${names} again before you change it.`]
    : [];
  const left = refused.length > 0 ? [`Not approved, and left as it was: ${refused.join(" ")}`] : [];
  const parts = [...changed, ...left];
  return parts.length === 0 ? null : parts.join(" ");
}

function cannotWrite(tool: string, approved: readonly Approved[]): string {
  const files = counted(approved.length, "file");
  return `The user approved a change that ${tool} cannot make (${files}). Read ${approved.map(({ path }) => path).join(", ")} again and send the change with a tool that writes the whole file.`;
}
