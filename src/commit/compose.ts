// From an answer to the exact text that may be written, or to the reason why nothing may.
// What was shown is what is written: the composed text must have the version the reviewer answered for.

import { type Code, type Version } from "../base/index.ts";
import { WITHOUT_REASON, type Actor, type Answer } from "../approval/index.ts";
import type { FilePlan } from "../edits/index.ts";
import { asText, compose, isReadable, versionOfText, type Text } from "../text/index.ts";

export type Composed =
  | {
      readonly kind: "write";
      /** null = delete. */
      readonly text: Text | null;
      readonly version: Version | null;
      readonly hunksLeft: readonly number[];
      readonly userModified: boolean;
    }
  | { readonly kind: "rejected"; readonly by: Actor; readonly reason: string | null }
  | { readonly kind: "refused"; readonly code: Code; readonly message: string };

const NO_ANSWER = "the reviewer gave no answer for this file";

/** `answer` is the one whose digest is the file's, or undefined when there is none. */
export function composeAnswer(file: FilePlan, answer: Answer | undefined): Composed {
  if (answer === undefined) return { kind: "rejected", by: { kind: "nobody", why: NO_ANSWER }, reason: null };
  switch (answer.action) {
    case "reject":
      return { kind: "rejected", by: answer.by, reason: answer.reason ?? null };
    case "modify":
      return modified(file, answer);
    case "apply":
      return applied(file, answer);
    default:
      return answer satisfies never;
  }
}

function modified(file: FilePlan, answer: Extract<Answer, { action: "modify" }>): Composed {
  const text = asText(answer.content);
  if (text === null) {
    return refused(
      "INVALID_ARG",
      `The text given for ${file.path} contains a lone surrogate, which UTF-8 cannot encode.`,
    );
  }
  if (versionOfText(text) !== answer.after) return notAsShown(file);
  if (!isReadable(text) || (text.includes("\0") && !(file.before ?? "").includes("\0")))
    return refused("BINARY", `The text given for ${file.path} contains a NUL character. Only text can be written.`);
  if (text === file.before && file.to === null) {
    return { kind: "rejected", by: answer.by, reason: "The user's own edit leaves the file as it was." };
  }
  return { kind: "write", text, version: answer.after, hunksLeft: [], userModified: text !== file.result };
}

function applied(file: FilePlan, answer: Extract<Answer, { action: "apply" }>): Composed {
  const all = file.hunks.map((hunk) => hunk.index);
  const chosen = new Set(answer.hunks ?? all);
  const hunksLeft = all.filter((index) => !chosen.has(index));
  const strangers = [...chosen].filter((index) => !all.includes(index));
  if (strangers.length > 0) {
    return refused(
      "INVALID_ARG",
      `The answer for ${file.path} chooses change ${strangers[0]}, which it does not have.`,
    );
  }
  if (all.length > 0 && chosen.size === 0 && file.to === null) {
    return { kind: "rejected", by: answer.by, reason: WITHOUT_REASON.leftOut };
  }
  if (file.result === null && hunksLeft.length > 0) {
    return refused("INVALID_ARG", `${file.path} is to be deleted: that is approved or rejected as a whole.`);
  }
  const text =
    file.result === null || hunksLeft.length === 0
      ? file.result
      : compose(file.before ?? EMPTY, file.result, file.hunks, chosen);
  if (text !== null && text !== file.result && !isReadable(text))
    return refused("BINARY", `${file.path} with only these changes would be a binary file, so it was not written.`);
  // The plan's own result was hashed when it was planned; only what is composed here is new.
  const version = text === file.result ? file.after : versionOfText(text!);
  if (version !== answer.after) return notAsShown(file);
  return { kind: "write", text, version, hunksLeft, userModified: false };
}

const EMPTY = "" as Text; // No text is well-formed text.

function notAsShown(file: FilePlan): Composed {
  return refused(
    "STALE",
    `What was approved for ${file.path} is not what would be written, so it was not written. Ask again with a fresh diff.`,
  );
}

function refused(code: Code, message: string): Composed {
  return { kind: "refused", code, message };
}
