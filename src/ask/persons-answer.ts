// What only a person may approve is approved by no one else, whatever a reviewer brings back: a program that answers in
// a user's place says so (`by`), and its yes does not count here.

import type { Answer } from "../approval/index.ts";

/** The same answers; a yes to one of `personOnly` (digests) that is not a person's is a no. */
export function personsAnswers(answers: readonly Answer[], personOnly: ReadonlySet<string>): readonly Answer[] {
  return answers.map((answer) => {
    const { action, digest, by } = answer;
    if (action === "reject" || by.kind === "person" || !personOnly.has(digest)) return answer;
    const why = "only a person may approve it, in galley itself";
    return { action: "reject", digest, by: { kind: "nobody", why } };
  });
}
