// terminal/create of the wrapped agent: the editor runs it, outside any sandbox of ours. A rule of the config can forbid it
// or have it asked about; otherwise it is between the agent and the editor.

import * as z from "zod/mini";
import { describeRejection, shellPayload } from "../../approval/index.ts";
import { askOnce, judgeCall, type Call } from "../../ask/index.ts";
import { newId } from "../../base/index.ts";
import type { Request } from "./proxy.ts";
import { cancelled, invalid, notApproved, type Reviewed } from "./reviewed.ts";
import type { WrappedSession } from "./session.ts";

const SPOKEN: readonly string[] = ["user-rule", "project-ask"];

const META = z.optional(z.nullable(z.looseObject({})));
// Another field, such as "Command", may mean something to an editor that compares names leniently.
const TERMINAL = z.strictObject({
  sessionId: z.string(),
  command: z.string(),
  args: z.optional(z.nullable(z.array(z.string()))),
  env: z.optional(z.nullable(z.array(z.strictObject({ name: z.string(), value: z.string(), _meta: META })))),
  cwd: z.optional(z.nullable(z.string())),
  outputByteLimit: z.optional(z.nullable(z.int())),
  _meta: META,
});
type Terminal = z.infer<typeof TERMINAL>;

export async function reviewTerminal(
  { params }: Request,
  session: WrappedSession,
  signal: AbortSignal,
): Promise<Reviewed> {
  const read = TERMINAL.safeParse(params);
  if (!read.success)
    return invalid("terminal/create needs a command, and no parameters but those of the protocol in their types.");
  const { _meta: _, ...given } = read.data; // What an editor of some kind makes of it is not known.
  const names = (given.env ?? []).map(({ name }) => name);
  // The question can show only one of them, and the editor may use another.
  if (new Set(names).size < names.length) return invalid("terminal/create sets an environment variable twice.");
  const { workspace, realFolder } = await session.place();
  const folder = given.cwd == null ? null : given.cwd.replace(/(?<=.)\/$/, "");
  const pass: Reviewed = { kind: "pass", params: folder === null ? given : { ...given, cwd: folder } };
  const cwd = workspace.approved.resolve(
    folder === null ? workspace.resolve(realFolder) : await session.resolve(folder),
  );
  const call: Call = { tool: "shell", access: "write", targets: [cwd], outside: true };
  const verdict = await judgeCall(workspace.gate, call);
  if (verdict.effect === "deny") return notApproved(`The command was not run: ${verdict.reason}.`);
  if (verdict.effect === "allow" || !SPOKEN.includes(verdict.source)) return pass;
  const payload = shellPayload({
    approvalId: newId(),
    tool: "shell",
    command: commandIn(given),
    cwd,
    environment: environmentIn(given),
    timeoutMs: 0,
    place: { where: "host", image: null, network: true, workspace: "writable" },
  });
  const { reviewer, done } = await session.asking();
  const answer = await askOnce(payload, verdict, { reviewer, yes: false, signal });
  if (signal.aborted) return cancelled();
  done(answer.action !== "reject");
  if (answer.action !== "reject") return pass;
  return notApproved(describeRejection({ by: answer.by, reason: answer.reason ?? null }, "Command"));
}

/** The program and its arguments as a shell would be given them, each in quotes that show where it ends. */
function commandIn({ command, args }: Pick<Terminal, "command" | "args">): string {
  return [command, ...(args ?? [])].map(quoted).join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function environmentIn({ env }: Pick<Terminal, "env">): Record<string, string> {
  return Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
}
