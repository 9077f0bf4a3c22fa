// Comments on lines of a change. With a rejection they are added to its reason, which the asker receives.

import type { Answer, Comment } from "../approval/index.ts";

/** The same answers; one that rejects has the comments on its file in its reason. */
export function withComments(answers: readonly Answer[], comments: readonly Comment[] = []): readonly Answer[] {
  return answers.map((answer) => {
    if (answer.action !== "reject") return answer;
    const said = comments.filter(({ digest }) => digest === answer.digest).toSorted((a, b) => a.from - b.from);
    const reason = [answer.reason ?? "", ...said.map(describeComment)].filter((text) => text !== "").join("\n");
    return reason === "" ? answer : { ...answer, reason };
  });
}

function describeComment({ side, from, to, text }: Comment): string {
  const lines = from === to ? `line ${from}` : `lines ${from}-${to}`;
  return `On ${lines} ${side === "old" ? "before" : "after"} the change: ${text}`;
}
