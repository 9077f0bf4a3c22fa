// An Ask that answers from a script and remembers what it was asked.

import { versionOf } from "../base/index.ts";
import type { Actor, Answer } from "../approval/index.ts";
import type { Ask } from "../ask/index.ts";

type Plan = Parameters<Ask>[0];
type File = Plan["files"][number];

/** null = no answer for this file. `shows` is the text the reviewer displays for the chosen hunks. */
export type Reply =
  | "apply"
  | { readonly hunks: readonly number[]; readonly shows: string }
  | { readonly content: string }
  | { readonly reject: string }
  | Answer
  | null;

export type Question = {
  readonly paths: readonly string[];
  readonly supersedes: string | null;
  /** Of each open edit its id and the lines of its places; missing when none was open. */
  readonly open?: Readonly<Record<string, readonly number[]>>;
};

type Open = NonNullable<Parameters<Ask>[1]["open"]>;
type Places = NonNullable<Awaited<ReturnType<Ask>>["places"]>;

export type ScriptedAsk = Ask & { readonly questions: readonly Question[] };

/** `reply` may also save a file or abort: it runs while the person thinks. `count` is 1 for the first question. */
export function scriptedAsk(
  reply: (file: File, question: { readonly count: number }) => Reply | Promise<Reply>,
  options: {
    readonly by?: Actor;
    readonly stopRun?: boolean;
    /** Chooses places; without it no reviewer is there who could. */
    readonly place?: (open: Open, question: { readonly count: number }) => Places | Promise<Places>;
  } = {},
): ScriptedAsk {
  const questions: Question[] = [];
  const ask: Ask = async (plan, { supersedes, open = [] }) => {
    const lines = Object.fromEntries(open.map(({ edit, choices }) => [edit, choices.map(({ line }) => line)]));
    const paths = plan.files.map((file) => file.path);
    questions.push({ paths, supersedes, ...(open.length > 0 && { open: lines }) });
    const count = questions.length;
    const items: Answer[] = [];
    for (const file of plan.files) {
      const answer = answerOf(file, await reply(file, { count }), options.by ?? { kind: "person" });
      if (answer !== null) items.push(answer);
    }
    const stop = options.stopRun === true ? { stop_run: true } : {};
    const places = open.length === 0 ? [] : ((await options.place?.(open, { count })) ?? []);
    return { approval_id: `question ${count}`, items, ...stop, ...(places.length > 0 && { places }) };
  };
  return Object.assign(ask, { questions, placesEdits: options.place !== undefined });
}

function answerOf({ digest, after }: File, reply: Reply, by: Actor): Answer | null {
  if (reply === null) return null;
  if (reply === "apply") return { digest, by, action: "apply", after };
  if ("digest" in reply) return reply;
  if ("reject" in reply) return { digest, by, action: "reject", reason: reply.reject };
  if ("content" in reply)
    return { digest, by, action: "modify", content: reply.content, after: version(reply.content) };
  return { digest, by, action: "apply", hunks: reply.hunks, after: version(reply.shows) };
}

function version(text: string) {
  return versionOf(new TextEncoder().encode(text));
}
